// Taskflow. Its calling thread submits and then sleeps beside the workers.
#include "taskflow.hpp"

std::unique_ptr<tf::Executor> executor;

namespace {

// Pinner ties each worker to a core, as OMP_PROC_BIND=close does for OpenMP.
class Pinner : public tf::WorkerInterface {
 public:
  void scheduler_prologue(tf::Worker &w) override { peer::pin(cores_, static_cast<int>(w.id())); }
  void scheduler_epilogue(tf::Worker &, std::exception_ptr) override {}

 private:
  const std::vector<int> cores_ = peer::cores();
};

}  // namespace

int main(int argc, char **argv) {
  peer::Runtime rt;
  rt.name = "taskflow";
  rt.version = std::string("Taskflow ") + tf::version();
  rt.blas = peer::blas();
  rt.variants = {
      peer::potrf("static_graph", "a graph, building it included", static_graph),
      peer::potrf("dependent_async", "asynchronous tasks that name the tasks before them", dependent_async),
  };
  rt.start = [](const peer::Options &o) {
    auto pinner = o.pin == "none" ? nullptr : tf::make_worker_interface<Pinner>();
    executor = std::make_unique<tf::Executor>(o.threads, pinner);
  };
  rt.warm = [] {
    tf::Taskflow nothing;
    for (size_t i = 0; i < 64 * executor->num_workers(); i++) nothing.emplace([] {});
    executor->run(nothing).wait();
  };
  rt.stop = [] { executor.reset(); };
  return peer::serve_main(argc, argv, rt);
}
