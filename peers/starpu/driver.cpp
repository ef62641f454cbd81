// StarPU. Its main thread submits tasks beside the workers, which StarPU itself ties to cores.
#include <starpu.h>

#include "starpu.hpp"

namespace {

void nothing(void *) {}

}  // namespace

int main(int argc, char **argv) {
  peer::Runtime rt;
  int v[3];
  starpu_get_version(&v[0], &v[1], &v[2]);
  rt.name = "starpu";
  rt.version = "StarPU " + std::to_string(v[0]) + "." + std::to_string(v[1]) + "." + std::to_string(v[2]);
  rt.blas = peer::blas();
  rt.variants = {
      peer::potrf<Handles>("data_flow", "tasks with a handle a tile, scheduler lws", data_flow),
      peer::potrf<Handles>("data_flow_prio", "data_flow with priorities", data_flow_prio),
  };
  rt.start = [](const peer::Options &o) {
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = o.threads;
    conf.ncuda = conf.nopencl = 0;
    conf.sched_policy_name = "lws";
    if (o.pin == "none") setenv("STARPU_WORKERS_NOBIND", "1", 1);
    if (starpu_init(&conf) != 0) throw std::runtime_error("starpu_init failed");
  };
  rt.warm = [] { starpu_execute_on_each_worker(nothing, nullptr, STARPU_CPU); };
  rt.stop = [] { starpu_shutdown(); };
  return peer::serve_main(argc, argv, rt);
}
