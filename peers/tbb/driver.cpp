// oneTBB.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#include <tbb/version.h>

#include "onetbb.hpp"

namespace {

// Pinner ties each worker of an arena to a core, as OMP_PROC_BIND=close does for OpenMP.
class Pinner : public tbb::task_scheduler_observer {
 public:
  explicit Pinner(tbb::task_arena &arena) : task_scheduler_observer(arena) { observe(true); }
  ~Pinner() override { observe(false); }
  void on_scheduler_entry(bool) override { peer::pin(cores_, tbb::this_task_arena::current_thread_index()); }

 private:
  const std::vector<int> cores_ = peer::cores();
};

}  // namespace

int main(int argc, char **argv) {
  peer::Runtime rt;
  rt.name = "tbb";
  rt.version = std::string("oneTBB ") + TBB_runtime_version();
  rt.blas = peer::blas();
  rt.variants = {
      peer::potrf("parallel_for", "parallel_for over rows, naive", parallel_for),
      peer::potrf("range2d", "the update collapsed by a blocked_range2d", range2d),
      peer::potrf("task_group", "a task a tile, a wait after each phase", task_group),
      peer::potrf("flow_graph", "a graph of continue_nodes, building it included", flow_graph),
      peer::tree("tree_for", "parallel_for over the fronts of a level, nested in large ones", tree_for),
  };
  std::unique_ptr<tbb::global_control> limit;
  tbb::task_arena arena;
  std::unique_ptr<Pinner> pinner;
  int threads = 1;
  rt.start = [&](const peer::Options &o) {
    threads = o.threads;
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
    arena.initialize(threads);
    if (o.pin != "none") pinner = std::make_unique<Pinner>(arena);
  };
  rt.invoke = [&](const std::function<void()> &f) { arena.execute(f); };
  rt.warm = [&] { tbb::parallel_for(0, 64 * threads, [](int) {}); };
  rt.stop = [&] { pinner.reset(); };
  return peer::serve_main(argc, argv, rt);
}
