#include <tbb/flow_graph.h>

#include <deque>
#include <vector>

#include "onetbb.hpp"

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

// Builder makes a node a task and an edge from the last task that wrote each tile it names.
// Readers need no edges to later writers: a tile of column k is not written after step k.
struct Builder {
  tbb::flow::graph graph;
  std::deque<Node> nodes;      // continue_node cannot be moved
  std::vector<Node *> writer;  // of tile (i, j), at i (i+1) / 2 + j
  std::vector<Node *> roots;   // nodes that wait for nothing

  Node *&last(int i, int j) { return writer[static_cast<size_t>(i) * (i + 1) / 2 + j]; }

  template <class F>
  Node *add(F f, std::initializer_list<Node *> after) {
    nodes.emplace_back(graph, [f](const tbb::flow::continue_msg &) { f(); });
    Node *node = &nodes.back();
    bool root = true;
    for (Node *n : after)
      if (n) {
        tbb::flow::make_edge(*n, *node);
        root = false;
      }
    if (root) roots.push_back(node);
    return node;
  }
};

}  // namespace

// A flow graph of one continue_node a task; building it is part of the time.
void flow_graph(peer::Cholesky &c) {
  Builder b;
  b.writer.resize(static_cast<size_t>(c.tiles) * (c.tiles + 1) / 2);
  for (int k = 0; k < c.tiles; k++) {
    b.last(k, k) = b.add([&c, k] { c.potrf(k); }, {b.last(k, k)});
    for (int i = k + 1; i < c.tiles; i++) {
      b.last(i, k) = b.add([&c, i, k] { c.trsm(i, k); }, {b.last(k, k), b.last(i, k)});
      for (int j = k + 1; j < i; j++)
        b.last(i, j) = b.add([&c, i, j, k] { c.gemm(i, j, k); }, {b.last(i, k), b.last(j, k), b.last(i, j)});
      b.last(i, i) = b.add([&c, i, k] { c.syrk(i, k); }, {b.last(i, k), b.last(i, i)});
    }
  }
  for (Node *n : b.roots) n->try_put(tbb::flow::continue_msg());
  b.graph.wait_for_all();
}
