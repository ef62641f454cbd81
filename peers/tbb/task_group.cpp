#include <tbb/task_group.h>

#include "onetbb.hpp"

// A task a tile, and a wait for the group after each phase of a step.
void task_group(peer::Cholesky &c) {
  tbb::task_group tasks;
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    for (int i = k + 1; i < c.tiles; i++) tasks.run([&c, i, k] { c.trsm(i, k); });
    tasks.wait();
    for (int i = k + 1; i < c.tiles; i++)
      for (int j = k + 1; j <= i; j++) tasks.run([&c, i, j, k] { c.update(i, j, k); });
    tasks.wait();
  }
}
