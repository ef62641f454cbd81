// Left-looking: a column fetches its updates when its turn comes, and nothing to the right of it has
// been touched before.
#include "tasks.hpp"

namespace {

// fetch applies all updates of tile (i, j).
void fetch(peer::Cholesky &c, int i, int j) {
  for (int k = 0; k < j; k++) c.update(i, j, k);
}

void flow(peer::Cholesky &c, bool prio) {
#pragma omp parallel
#pragma omp single
  for (int j = 0; j < c.tiles; j++) {
    for (int k = 0; k < j; k++) submit_update(&c, j, j, k, prio);
    submit_potrf(&c, j, prio);
    for (int i = j + 1; i < c.tiles; i++) {
      for (int k = 0; k < j; k++) submit_update(&c, i, j, k, prio);
      submit_trsm(&c, i, j, prio);
    }
  }
}

}  // namespace

void task_depend_left(peer::Cholesky &c) { flow(c, false); }
void task_prio_left(peer::Cholesky &c) { flow(c, true); }

void for_naive_left(peer::Cholesky &c) {
  for (int j = 0; j < c.tiles; j++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = j; i < c.tiles; i++) fetch(c, i, j);
    c.potrf(j);
#pragma omp parallel for schedule(static)
    for (int i = j + 1; i < c.tiles; i++) c.trsm(i, j);
  }
}

void task_naive_left(peer::Cholesky &c) {
#pragma omp parallel
#pragma omp single
  for (int j = 0; j < c.tiles; j++) {
    for (int i = j; i < c.tiles; i++) {
#pragma omp task
      fetch(c, i, j);
    }
#pragma omp taskwait
    c.potrf(j);
    for (int i = j + 1; i < c.tiles; i++) {
#pragma omp task
      c.trsm(i, j);
    }
#pragma omp taskwait
  }
}
