#include <hpx/algorithm.hpp>
#include <hpx/execution.hpp>

#include "hpx.hpp"

// for_loop over the rows of each phase, which is over when it returns.
void loop_one(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    hpx::experimental::for_loop(hpx::execution::par, k + 1, c.tiles, [&](int i) { c.trsm(i, k); });
    hpx::experimental::for_loop(hpx::execution::par, k + 1, c.tiles, [&](int i) {
      for (int j = k + 1; j <= i; j++) c.update(i, j, k);
    });
  }
}
