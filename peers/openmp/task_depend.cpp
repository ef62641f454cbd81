#include "openmp.hpp"

// Tasks that say which tiles they read and write, and no wait but at the end.
void task_depend(peer::Cholesky &c) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < c.tiles; k++) {
    [[maybe_unused]] double *akk = c.tile(k, k);
#pragma omp task depend(inout : akk[0])
    c.potrf(k);
    for (int i = k + 1; i < c.tiles; i++) {
      [[maybe_unused]] double *aik = c.tile(i, k);
#pragma omp task depend(in : akk[0]) depend(inout : aik[0])
      c.trsm(i, k);
      for (int j = k + 1; j < i; j++) {
        [[maybe_unused]] double *ajk = c.tile(j, k), *aij = c.tile(i, j);
#pragma omp task depend(in : aik[0], ajk[0]) depend(inout : aij[0])
        c.gemm(i, j, k);
      }
      [[maybe_unused]] double *aii = c.tile(i, i);
#pragma omp task depend(in : aik[0]) depend(inout : aii[0])
      c.syrk(i, k);
    }
  }
}
