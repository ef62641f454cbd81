#include <hpx/future.hpp>

#include "hpx.hpp"

// A future a tile, and a wait for all of them after each phase of a step.
void sync_future(peer::Cholesky &c) {
  std::vector<hpx::future<void>> phase;
  auto wait = [&] {
    hpx::wait_all(phase);
    phase.clear();
  };
  for (int k = 0; k < c.tiles; k++) {
    c.potrf(k);
    for (int i = k + 1; i < c.tiles; i++) phase.push_back(hpx::async([&c, i, k] { c.trsm(i, k); }));
    wait();
    for (int i = k + 1; i < c.tiles; i++)
      for (int j = k + 1; j <= i; j++) phase.push_back(hpx::async([&c, i, j, k] { c.update(i, j, k); }));
    wait();
  }
}
