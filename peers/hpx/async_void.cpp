#include <hpx/future.hpp>

#include "hpx.hpp"

namespace {

using Handle = hpx::shared_future<void>;

}  // namespace

// Data flow with futures that say only that a tile is ready.
void async_void(peer::Cholesky &c) {
  std::vector<Handle> tiles(static_cast<size_t>(c.tiles) * (c.tiles + 1) / 2, hpx::make_ready_future().share());
  auto at = [&](int i, int j) -> Handle & { return tiles[static_cast<size_t>(i) * (i + 1) / 2 + j]; };
  for (int k = 0; k < c.tiles; k++) {
    at(k, k) = hpx::dataflow([&c, k](const Handle &) { c.potrf(k); }, at(k, k));
    for (int i = k + 1; i < c.tiles; i++) {
      at(i, k) = hpx::dataflow([&c, i, k](const Handle &, const Handle &) { c.trsm(i, k); }, at(k, k), at(i, k));
      for (int j = k + 1; j < i; j++)
        at(i, j) = hpx::dataflow([&c, i, j, k](const Handle &, const Handle &, const Handle &) { c.gemm(i, j, k); },
                                 at(i, k), at(j, k), at(i, j));
      at(i, i) = hpx::dataflow([&c, i, k](const Handle &, const Handle &) { c.syrk(i, k); }, at(i, k), at(i, i));
    }
  }
  hpx::wait_all(tiles);
}
