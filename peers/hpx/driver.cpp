// HPX, local runtime: no networking, threads bound one a core.
#include <hpx/algorithm.hpp>
#include <hpx/execution.hpp>
#include <hpx/init.hpp>
#include <hpx/thread.hpp>
#include <hpx/version.hpp>

#include "hpx.hpp"

int main(int argc, char **argv) {
  peer::Runtime rt;
  rt.name = "hpx";
  rt.version = "HPX " + hpx::full_version_as_string();
  rt.blas = peer::blas();
  rt.variants = {
      peer::potrf("async_future", "dataflow; the tile travels inside its future", async_future),
      peer::potrf("async_void", "dataflow; futures without a value", async_void),
      peer::potrf("sync_future", "futures, a wait after each phase", sync_future),
      peer::potrf("loop_one", "for_loop over rows", loop_one),
      peer::potrf("loop_two", "for_loop over rows, and one inside", loop_two),
  };
  rt.start = [&](const peer::Options &o) {
    hpx::local::init_params params;
    params.cfg = {"hpx.os_threads=" + std::to_string(o.threads),
                  std::string("hpx.bind!=") + (o.pin == "none" ? "none" : o.pin == "spread" ? "scatter" : "compact")};
    if (!hpx::local::start(nullptr, 1, argv, params)) throw std::runtime_error("hpx::local::start failed");
  };
  rt.invoke = [](const std::function<void()> &f) { hpx::run_as_hpx_thread(f); };
  rt.warm = [] { hpx::experimental::for_loop(hpx::execution::par, 0, 1000, [](int) {}); };
  rt.stop = [] {
    hpx::post([] { hpx::local::finalize(); });
    hpx::local::stop();
  };
  return peer::serve_main(argc, argv, rt);
}
