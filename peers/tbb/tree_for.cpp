#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "onetbb.hpp"

namespace {

// large factors a front block column by block column; its loops are stolen from like any other.
void large(peer::Tree &t, int at) {
  auto &x = t.node(at);
  int pivots;
  const std::vector<int> cut = t.cuts(at, pivots);
  const int n = static_cast<int>(cut.size()) - 1;
  tbb::parallel_for(0, n, [&](int j) { t.assemble(at, cut[j], cut[j + 1]); });
  for (int p = 0; p < pivots; p++) {
    t.factor(x, cut, p);
    tbb::parallel_for(p + 1, n, [&](int i) { t.solve(x, cut, i, p); });
    const int m = n - p - 1;
    tbb::parallel_for(tbb::blocked_range<int>(0, m * m, 1), [&](const tbb::blocked_range<int> &r) {
      for (int e = r.begin(); e < r.end(); e++) {
        int i = p + 1 + e / m, j = p + 1 + e % m;
        if (j <= i) t.reduce(x, cut, i, j, p);
      }
    });
  }
}

}  // namespace

// Level by level a parallel_for over the fronts, nested in large ones; no team anywhere.
void tree_for(peer::Tree &t) {
  for (int level = t.levels - 1; level >= 0; level--)
    tbb::parallel_for(t.first(level), t.first(level) + t.count(level), [&](int at) { t.big(at) ? large(t, at) : t.alone(at); });
}
