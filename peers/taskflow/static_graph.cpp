#include "taskflow.hpp"

// A graph built once and run once; building it is part of the time. A task follows those that
// last wrote the tiles it names. Readers need no edges to later writers: a tile of column k is
// not written after step k.
void static_graph(peer::Cholesky &c) {
  tf::Taskflow graph;
  std::vector<tf::Task> writer(static_cast<size_t>(c.tiles) * (c.tiles + 1) / 2);
  auto last = [&](int i, int j) -> tf::Task & { return writer[static_cast<size_t>(i) * (i + 1) / 2 + j]; };
  auto add = [&](auto f, int i, int j, std::initializer_list<tf::Task> reads) {
    tf::Task task = graph.emplace(f);
    for (tf::Task r : reads) task.succeed(r);
    if (!last(i, j).empty()) task.succeed(last(i, j));
    last(i, j) = task;
  };
  for (int k = 0; k < c.tiles; k++) {
    add([&c, k] { c.potrf(k); }, k, k, {});
    for (int i = k + 1; i < c.tiles; i++) {
      add([&c, i, k] { c.trsm(i, k); }, i, k, {last(k, k)});
      for (int j = k + 1; j < i; j++) add([&c, i, j, k] { c.gemm(i, j, k); }, i, j, {last(i, k), last(j, k)});
      add([&c, i, k] { c.syrk(i, k); }, i, i, {last(i, k)});
    }
  }
  executor->run(graph).wait();
}
