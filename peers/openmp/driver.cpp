// OpenMP, as GCC (libgomp) and as LLVM (libomp) have it: one source, two rivals.
#include <omp.h>

#include "iterative.hpp"
#include "openmp.hpp"

int main(int argc, char **argv) {
  peer::Runtime rt;
#ifdef __clang__
  rt.name = "openmp-llvm";
  rt.version = "LLVM " __clang_version__;
#else
  rt.name = "openmp-gcc";
  rt.version = "GCC " __VERSION__;
#endif
  rt.blas = peer::blas();
  rt.variants = {
      peer::potrf("for_naive", "parallel for over rows, a barrier after each phase", for_naive),
      peer::potrf("for_collapse", "the update's triangle collapsed, static", for_collapse),
#ifdef __clang__
      peer::potrf("for_collapse_dynamic", "the update's triangle collapsed, dynamic", for_collapse_dynamic),
#endif
      peer::potrf("task_naive", "a task a tile, a taskwait after each phase", task_naive),
      peer::potrf("task_depend", "tasks with depend clauses", task_depend),
      peer::potrf("task_prio", "task_depend with priorities", task_prio),
      peer::potrf("for_naive_left", "for_naive, left-looking", for_naive_left),
      peer::potrf("task_naive_left", "task_naive, left-looking", task_naive_left),
      peer::potrf("task_depend_left", "task_depend, left-looking", task_depend_left),
      peer::potrf("task_prio_left", "task_prio, left-looking", task_prio_left),
      peer::potrf("for_naive_top", "for_naive, top-looking", for_naive_top),
      peer::potrf("task_naive_top", "task_naive, top-looking", task_naive_top),
      peer::potrf("task_depend_top", "task_depend, top-looking", task_depend_top),
      peer::potrf("task_prio_top", "task_prio, top-looking", task_prio_top),
      peer::tree("tree_tasks", "a task for each front, nested tasks for blocks of large ones", tree_tasks),
      peer::tree("tree_teams", "a dynamic loop over the fronts of a level, nested teams for large ones", tree_teams),
  };
  multisaxpy(rt.variants);
  heat(rt.variants);
  nbody(rt.variants);
  fwi(rt.variants);
  hpccg(rt.variants);
  hpcg(rt.variants);
  rt.start = [](const peer::Options &o) { omp_set_num_threads(o.threads); };
  rt.warm = [] {
#pragma omp parallel
    {
    }
  };
  return peer::serve_main(argc, argv, rt);
}
