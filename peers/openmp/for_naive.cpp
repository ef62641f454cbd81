#include "openmp.hpp"

// The loops of each step are shared: TRSM over rows, statically; the update over rows as well,
// dynamically, though row i has i-k tiles.
void for_naive(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int i = k + 1; i < c.tiles; i++) c.trsm(i, k);
#pragma omp for schedule(dynamic)
      for (int i = k + 1; i < c.tiles; i++)
        for (int j = k + 1; j <= i; j++) c.update(i, j, k);
    }
  }
}
