#include <hpx/future.hpp>

#include "hpx.hpp"

namespace {

// Parcel is a tile on its travels: the future carries the tile itself.
using Parcel = hpx::shared_future<double *>;

}  // namespace

// Data flow in which the tile travels inside its future.
void async_future(peer::Cholesky &c) {
  std::vector<Parcel> tiles(static_cast<size_t>(c.tiles) * (c.tiles + 1) / 2);
  auto at = [&](int i, int j) -> Parcel & { return tiles[static_cast<size_t>(i) * (i + 1) / 2 + j]; };
  for (int i = 0; i < c.tiles; i++)
    for (int j = 0; j <= i; j++) at(i, j) = hpx::make_ready_future(c.tile(i, j)).share();
  for (int k = 0; k < c.tiles; k++) {
    at(k, k) = hpx::dataflow([&c, k](const Parcel &a) { c.potrf(k); return a.get(); }, at(k, k));
    for (int i = k + 1; i < c.tiles; i++) {
      at(i, k) = hpx::dataflow([&c, i, k](const Parcel &, const Parcel &a) { c.trsm(i, k); return a.get(); },
                               at(k, k), at(i, k));
      for (int j = k + 1; j < i; j++)
        at(i, j) = hpx::dataflow(
            [&c, i, j, k](const Parcel &, const Parcel &, const Parcel &a) { c.gemm(i, j, k); return a.get(); },
            at(i, k), at(j, k), at(i, j));
      at(i, i) = hpx::dataflow([&c, i, k](const Parcel &, const Parcel &a) { c.syrk(i, k); return a.get(); },
                               at(i, k), at(i, i));
    }
  }
  hpx::wait_all(tiles);
}
