#include "taskflow.hpp"

// Tasks started at once, each told the tasks it depends on, while the graph is still being made.
void dependent_async(peer::Cholesky &c) {
  std::vector<tf::AsyncTask> writer(static_cast<size_t>(c.tiles) * (c.tiles + 1) / 2);
  auto last = [&](int i, int j) -> tf::AsyncTask & { return writer[static_cast<size_t>(i) * (i + 1) / 2 + j]; };
  for (int k = 0; k < c.tiles; k++) {
    last(k, k) = executor->silent_dependent_async([&c, k] { c.potrf(k); }, last(k, k));
    for (int i = k + 1; i < c.tiles; i++) {
      last(i, k) = executor->silent_dependent_async([&c, i, k] { c.trsm(i, k); }, last(k, k), last(i, k));
      for (int j = k + 1; j < i; j++)
        last(i, j) = executor->silent_dependent_async([&c, i, j, k] { c.gemm(i, j, k); }, last(i, k), last(j, k), last(i, j));
      last(i, i) = executor->silent_dependent_async([&c, i, k] { c.syrk(i, k); }, last(i, k), last(i, i));
    }
  }
  executor->wait_for_all();
}
