#include "openmp.hpp"

// for_naive with the two loops of the update collapsed into one over the triangle, which OpenMP
// allows with a static schedule.
void for_collapse(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int i = k + 1; i < c.tiles; i++) c.trsm(i, k);
#pragma omp for collapse(2)
      for (int i = k + 1; i < c.tiles; i++)
        for (int j = k + 1; j <= i; j++) c.update(i, j, k);
    }
  }
}
