// Top-looking: a row is finished from left to right, its diagonal tile last, and nothing below it has
// been touched before. What can run at once in a phase is the updates that a finished tile brings to
// those right of it.
#include "tasks.hpp"

namespace {

void flow(peer::Cholesky &c, bool prio) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < c.tiles; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) submit_update(&c, i, j, k, prio);
      submit_trsm(&c, i, j, prio);
    }
    for (int k = 0; k < i; k++) submit_update(&c, i, i, k, prio);
    submit_potrf(&c, i, prio);
  }
}

}  // namespace

void task_depend_top(peer::Cholesky &c) { flow(c, false); }
void task_prio_top(peer::Cholesky &c) { flow(c, true); }

void for_naive_top(peer::Cholesky &c) {
  for (int i = 0; i < c.tiles; i++) {
    for (int j = 0; j < i; j++) {
      c.trsm(i, j);
#pragma omp parallel for schedule(dynamic)
      for (int r = j + 1; r <= i; r++) c.update(i, r, j);
    }
    c.potrf(i);
  }
}

void task_naive_top(peer::Cholesky &c) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < c.tiles; i++) {
    for (int j = 0; j < i; j++) {
      c.trsm(i, j);
      for (int r = j + 1; r <= i; r++) {
#pragma omp task
        c.update(i, r, j);
      }
#pragma omp taskwait
    }
    c.potrf(i);
  }
}
