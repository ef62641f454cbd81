#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include "onetbb.hpp"

// The update's two loops collapsed by a blocked_range2d over the square; what lies above the
// diagonal is skipped.
void range2d(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    tbb::parallel_for(k + 1, c.tiles, [&](int i) { c.trsm(i, k); });
    tbb::parallel_for(tbb::blocked_range2d<int>(k + 1, c.tiles, k + 1, c.tiles), [&](const tbb::blocked_range2d<int> &r) {
      for (int i = r.rows().begin(); i < r.rows().end(); i++)
        for (int j = r.cols().begin(); j < r.cols().end() && j <= i; j++) c.update(i, j, k);
    });
  }
}
