#include "openmp.hpp"

// task_depend with priorities: what leads to the next POTRF goes first. OMP_MAX_TASK_PRIORITY must
// be 3 or more, otherwise OpenMP ignores them.
void task_prio(peer::Cholesky &c) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < c.tiles; k++) {
    [[maybe_unused]] double *akk = c.tile(k, k);
#pragma omp task depend(inout : akk[0]) priority(3)
    c.potrf(k);
    for (int i = k + 1; i < c.tiles; i++) {
      [[maybe_unused]] double *aik = c.tile(i, k);
#pragma omp task depend(in : akk[0]) depend(inout : aik[0]) priority(i == k + 1 ? 3 : 1)
      c.trsm(i, k);
      for (int j = k + 1; j < i; j++) {
        [[maybe_unused]] double *ajk = c.tile(j, k), *aij = c.tile(i, j);
#pragma omp task depend(in : aik[0], ajk[0]) depend(inout : aij[0]) priority(j == k + 1 ? 1 : 0)
        c.gemm(i, j, k);
      }
      [[maybe_unused]] double *aii = c.tile(i, i);
#pragma omp task depend(in : aik[0]) depend(inout : aii[0]) priority(i == k + 1 ? 2 : 0)
      c.syrk(i, k);
    }
  }
}
