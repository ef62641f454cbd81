#include <starpu.h>

#include "starpu.hpp"

namespace {

// Step is the argument of a task: the problem and the tile it is about.
struct Step {
  peer::Cholesky *c;
  int i, j, k;
};

template <void (*F)(const Step &)>
void cpu(void *[], void *arg) {
  F(*static_cast<Step *>(arg));
}

starpu_codelet codelet(starpu_cpu_func_t f, std::initializer_list<starpu_data_access_mode> modes) {
  starpu_codelet cl;
  starpu_codelet_init(&cl);
  cl.where = STARPU_CPU;
  cl.cpu_funcs[0] = f;
  for (starpu_data_access_mode m : modes) cl.modes[cl.nbuffers++] = m;
  return cl;
}

starpu_codelet potrf = codelet(cpu<[](const Step &s) { s.c->potrf(s.k); }>, {STARPU_RW});
starpu_codelet trsm = codelet(cpu<[](const Step &s) { s.c->trsm(s.i, s.k); }>, {STARPU_R, STARPU_RW});
starpu_codelet syrk = codelet(cpu<[](const Step &s) { s.c->syrk(s.i, s.k); }>, {STARPU_R, STARPU_RW});
starpu_codelet gemm = codelet(cpu<[](const Step &s) { s.c->gemm(s.i, s.j, s.k); }>, {STARPU_R, STARPU_R, STARPU_RW});

void submit(starpu_codelet &cl, Step step, int priority, std::initializer_list<starpu_data_handle_t> handles) {
  starpu_task *task = starpu_task_create();
  task->cl = &cl;
  task->cl_arg = std::malloc(sizeof step);
  std::memcpy(task->cl_arg, &step, sizeof step);
  task->cl_arg_size = sizeof step;
  task->cl_arg_free = 1;
  task->priority = priority;
  std::copy(handles.begin(), handles.end(), task->handles);
  if (starpu_task_submit(task) != 0) throw std::runtime_error("starpu_task_submit failed");
}

void factor(Handles &c, bool prio) {
  auto when = [&](bool urgent, int p) { return prio && urgent ? p : 0; };
  for (int k = 0; k < c.tiles; k++) {
    submit(potrf, {&c, k, k, k}, when(true, 3), {c.handle(k, k)});
    for (int i = k + 1; i < c.tiles; i++) {
      submit(trsm, {&c, i, k, k}, when(true, i == k + 1 ? 3 : 1), {c.handle(k, k), c.handle(i, k)});
      for (int j = k + 1; j < i; j++)
        submit(gemm, {&c, i, j, k}, when(j == k + 1, 1), {c.handle(i, k), c.handle(j, k), c.handle(i, j)});
      submit(syrk, {&c, i, i, k}, when(i == k + 1, 2), {c.handle(i, k), c.handle(i, i)});
    }
  }
  starpu_task_wait_for_all();
}

}  // namespace

// Tasks whose order follows from the handles they read and write.
void data_flow(peer::Cholesky &c) { factor(static_cast<Handles &>(c), false); }

// data_flow with priorities: what leads to the next POTRF goes first.
void data_flow_prio(peer::Cholesky &c) { factor(static_cast<Handles &>(c), true); }
