#include "openmp.hpp"

// A task a tile, and a taskwait after each phase of a step.
void task_naive(peer::Cholesky &c) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    for (int i = k + 1; i < c.tiles; i++) {
#pragma omp task
      c.trsm(i, k);
    }
#pragma omp taskwait
    for (int i = k + 1; i < c.tiles; i++)
      for (int j = k + 1; j <= i; j++) {
#pragma omp task
        c.update(i, j, k);
      }
#pragma omp taskwait
  }
}
