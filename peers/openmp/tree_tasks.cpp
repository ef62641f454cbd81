#include "openmp.hpp"

// A task for every front, after its children; on a large one tasks for its blocks.
void tree_tasks(peer::Tree &t) {
  auto large = [&t](int at) {
    auto &x = t.node(at);
    int pivots;
    const std::vector<int> cut = t.cuts(at, pivots);
    const int n = static_cast<int>(cut.size()) - 1;
    for (int j = 0; j < n; j++) {
      [[maybe_unused]] double *col = x.at(cut[j], cut[j]);
#pragma omp task depend(out : col[0]) firstprivate(j) shared(t, cut)
      t.assemble(at, cut[j], cut[j + 1]);
    }
#pragma omp taskwait
    for (int p = 0; p < pivots; p++) {
      [[maybe_unused]] double *app = x.at(cut[p], cut[p]);
#pragma omp task depend(inout : app[0]) firstprivate(p) shared(t, x, cut)
      t.factor(x, cut, p);
      for (int i = p + 1; i < n; i++) {
        [[maybe_unused]] double *aip = x.at(cut[i], cut[p]);
#pragma omp task depend(in : app[0]) depend(inout : aip[0]) firstprivate(i, p) shared(t, x, cut)
        t.solve(x, cut, i, p);
      }
      for (int i = p + 1; i < n; i++)
        for (int j = p + 1; j <= i; j++) {
          [[maybe_unused]] double *aip = x.at(cut[i], cut[p]), *ajp = x.at(cut[j], cut[p]), *aij = x.at(cut[i], cut[j]);
#pragma omp task depend(in : aip[0], ajp[0]) depend(inout : aij[0]) firstprivate(i, j, p) shared(t, x, cut)
          t.reduce(x, cut, i, j, p);
        }
    }
#pragma omp taskwait
  };
#pragma omp parallel
#pragma omp single
  for (int at = t.size() - 1; at >= 0; at--) {
    [[maybe_unused]] const bool leaf = 2 * at + 1 >= t.size();
    [[maybe_unused]] auto *own = &t.node(at), *left = leaf ? own : &t.node(2 * at + 1), *right = leaf ? own : &t.node(2 * at + 2);
#pragma omp task depend(in : left[0], right[0]) depend(inout : own[0]) firstprivate(at) shared(t, large)
    if (t.big(at)) large(at);
    else t.alone(at);
  }
}
