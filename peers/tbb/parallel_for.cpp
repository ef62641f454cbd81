#include <tbb/parallel_for.h>

#include "onetbb.hpp"

// parallel_for over the rows of each phase, which is over when it returns.
void parallel_for(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    tbb::parallel_for(k + 1, c.tiles, [&](int i) { c.trsm(i, k); });
    tbb::parallel_for(k + 1, c.tiles, [&](int i) {
      for (int j = k + 1; j <= i; j++) c.update(i, j, k);
    });
  }
}
