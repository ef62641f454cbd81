// The tasks of data-flow variants in any order of submission, by the thread inside single. With prio,
// what leads to the next POTRF goes first.
#pragma once

#include "openmp.hpp"

inline void submit_potrf(peer::Cholesky *c, int k, [[maybe_unused]] bool prio) {
  [[maybe_unused]] double *akk = c->tile(k, k);
#pragma omp task depend(inout : akk[0]) priority(prio ? 3 : 0)
  c->potrf(k);
}

inline void submit_trsm(peer::Cholesky *c, int i, int k, [[maybe_unused]] bool prio) {
  [[maybe_unused]] double *akk = c->tile(k, k), *aik = c->tile(i, k);
#pragma omp task depend(in : akk[0]) depend(inout : aik[0]) priority(!prio ? 0 : i == k + 1 ? 3 : 1)
  c->trsm(i, k);
}

inline void submit_update(peer::Cholesky *c, int i, int j, int k, [[maybe_unused]] bool prio) {
  [[maybe_unused]] double *aik = c->tile(i, k), *ajk = c->tile(j, k), *aij = c->tile(i, j);
  if (i == j) {
#pragma omp task depend(in : aik[0]) depend(inout : aij[0]) priority(prio && i == k + 1 ? 2 : 0)
    c->syrk(i, k);
  } else {
#pragma omp task depend(in : aik[0], ajk[0]) depend(inout : aij[0]) priority(prio && j == k + 1 ? 1 : 0)
    c->gemm(i, j, k);
  }
}
