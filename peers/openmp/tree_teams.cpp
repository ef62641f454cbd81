#include <omp.h>

#include "openmp.hpp"

namespace {

// together factors a front by a team, with barriers between its phases.
void together(peer::Tree &t, int at, int size) {
  auto &x = t.node(at);
  int pivots;
  const std::vector<int> cut = t.cuts(at, pivots);
  const int n = static_cast<int>(cut.size()) - 1;
#pragma omp parallel num_threads(size)
  {
#pragma omp for schedule(dynamic)
    for (int j = 0; j < n; j++) t.assemble(at, cut[j], cut[j + 1]);
    for (int p = 0; p < pivots; p++) {
#pragma omp single
      t.factor(x, cut, p);
#pragma omp for schedule(dynamic)
      for (int i = p + 1; i < n; i++) t.solve(x, cut, i, p);
      const int m = n - p - 1;
#pragma omp for schedule(dynamic)
      for (int e = 0; e < m * m; e++) {
        int i = p + 1 + e / m, j = p + 1 + e % m;
        if (j <= i) t.reduce(x, cut, i, j, p);
      }
    }
  }
}

}  // namespace

// Level by level a dynamic loop over the fronts; where there are fewer than threads, each gets a
// nested team of its share.
void tree_teams(peer::Tree &t) {
  omp_set_max_active_levels(2);
  for (int level = t.levels - 1; level >= 0; level--) {
    const int first = t.first(level), count = t.count(level);
    const int outer = std::min(t.threads, count), inner = std::max(1, t.threads / outer);
    if (outer == 1) {
      for (int at = first; at < first + count; at++) t.big(at) ? together(t, at, inner) : t.alone(at);
      continue;
    }
#pragma omp parallel for schedule(dynamic) num_threads(outer)
    for (int at = first; at < first + count; at++) {
      if (inner > 1 && t.big(at)) together(t, at, inner);
      else t.alone(at);
    }
  }
}
