#include <hpx/algorithm.hpp>
#include <hpx/execution.hpp>

#include "hpx.hpp"

// loop_one with a second parallel for_loop inside the update's.
void loop_two(peer::Cholesky &c) {
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    hpx::experimental::for_loop(hpx::execution::par, k + 1, c.tiles, [&](int i) { c.trsm(i, k); });
    hpx::experimental::for_loop(hpx::execution::par, k + 1, c.tiles, [&](int i) {
      hpx::experimental::for_loop(hpx::execution::par, k + 1, i + 1, [&](int j) { c.update(i, j, k); });
    });
  }
}
