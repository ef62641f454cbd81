#include "openmp.hpp"

#ifdef __clang__
// for_collapse with a dynamic schedule: LLVM's extension, which GCC rejects.
void for_collapse_dynamic(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int i = k + 1; i < c.tiles; i++) c.trsm(i, k);
#pragma omp for collapse(2) schedule(dynamic)
      for (int i = k + 1; i < c.tiles; i++)
        for (int j = k + 1; j <= i; j++) c.update(i, j, k);
    }
  }
}
#endif
