// tree.hpp is the supernodal tree of apps/tree for the C++ rivals: the same orders, elements, check
// and places in memory, fronts stored by columns, as OpenBLAS likes them best.
#pragma once

#include <cmath>

#include "cholesky.hpp"

namespace peer {

class Tree : public Problem {
 public:
  struct Node {
    int n = 0, pivots = 0;
    std::vector<int> vars;   // numbers of the rows in the matrix
    std::vector<int> place;  // of the update's rows in the parent's front
    double *columns = nullptr, *update = nullptr;
    int ld(int64_t j) const { return j < pivots ? n : n - pivots; }
    // at returns element (i, j), i >= j. Columns from pivots on are the update's.
    double *at(int64_t i, int64_t j) {
      return j < pivots ? columns + j * n + i : update + (j - pivots) * (n - pivots) + i - pivots;
    }
    int64_t columnsSize() const { return round(int64_t(n) * pivots); }
    int64_t updateSize() const { return round(int64_t(n - pivots) * (n - pivots)); }
    static int64_t round(int64_t n) { return (n + 7) / 8 * 8; }  // to whole cache lines
  };

  int levels = 8;

  Tree(const Options &o, void (*run)(Tree &)) : threads(o.threads), nb(o.nb), seed_(o.seed), run_(run) {
    int order = 1536, growth = 1500, spread = 300;
    if (!o.size.empty() && std::sscanf(o.size.c_str(), "%d,%d,%d,%d", &levels, &order, &growth, &spread) < 2)
      throw std::invalid_argument("-size " + o.size + ": want levels,order[,growth,spread], the last two in thousandths");
    if (levels < 1 || levels > 20 || order < 8) throw std::invalid_argument("-size " + o.size + ": want 1 to 20 levels and order 8 or more");
    shape(order, growth / 1000.0, spread / 1000.0);
  }

  const int threads;
  const int64_t nb;

  int first(int level) const { return (1 << level) - 1; }
  int count(int level) const { return 1 << level; }
  int size() const { return static_cast<int>(nodes_.size()); }
  Node &node(int at) { return nodes_[at]; }
  bool big(int at) const { return nodes_[at].n >= 384; }

  // assemble adds to columns lo to hi of a front, whose update is zero before, what its children have left.
  void assemble(int at, int lo, int hi) {
    Node &parent = nodes_[at];
    for (int j = std::max(lo, parent.pivots); j < hi; j++) std::fill_n(parent.at(j, j), parent.n - j, 0.0);
    for (int c = 2 * at + 1; c <= 2 * at + 2 && c < size(); c++) {
      Node &x = nodes_[c];
      int r = x.n - x.pivots;
      for (int j = static_cast<int>(std::lower_bound(x.place.begin(), x.place.end(), lo) - x.place.begin()); j < r && x.place[j] < hi; j++) {
        double *to = parent.at(x.place[j], x.place[j]) - x.place[j], *from = x.at(x.pivots, x.pivots + j);
        for (int i = j; i < r; i++) to[x.place[i]] += from[i];
      }
    }
  }

  // alone assembles and factors a front in three calls.
  void alone(int at) {
    Node &x = nodes_[at];
    assemble(at, 0, x.n);
    int k = x.pivots, r = x.n - k, info;
    dpotrf_("L", &k, x.at(0, 0), &x.n, &info, 1);
    if (info != 0) info_ = info;
    if (r == 0) return;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, r, k, 1, x.at(0, 0), x.n, x.at(k, 0), x.n);
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, r, k, -1, x.at(k, 0), x.n, 1, x.update, r);
  }

  // cuts returns where a front is cut into blocks, and how many of them hold pivots.
  std::vector<int> cuts(int at, int &pivots) {
    std::vector<int> cut{0};
    auto to = [&](int end) {
      while (cut.back() < end) cut.push_back(static_cast<int>(std::min<int64_t>(cut.back() + nb, end)));
    };
    to(nodes_[at].pivots);
    pivots = static_cast<int>(cut.size()) - 1;
    to(nodes_[at].n);
    return cut;
  }

  void factor(Node &x, const std::vector<int> &cut, int p) {
    int w = cut[p + 1] - cut[p], info;
    dpotrf_("L", &w, x.at(cut[p], cut[p]), &x.n, &info, 1);
    if (info != 0) info_ = cut[p] + info;
  }

  void solve(Node &x, const std::vector<int> &cut, int i, int p) {
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, cut[i + 1] - cut[i], cut[p + 1] - cut[p], 1,
                x.at(cut[p], cut[p]), x.n, x.at(cut[i], cut[p]), x.n);
  }

  void reduce(Node &x, const std::vector<int> &cut, int i, int j, int p) {
    int rows = cut[i + 1] - cut[i], cols = cut[j + 1] - cut[j], k = cut[p + 1] - cut[p];
    if (i == j)
      cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, rows, k, -1, x.at(cut[i], cut[p]), x.n, 1, x.at(cut[i], cut[i]), x.ld(cut[i]));
    else
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows, cols, k, -1, x.at(cut[i], cut[p]), x.n, x.at(cut[j], cut[p]), x.n, 1,
                  x.at(cut[i], cut[j]), x.ld(cut[j]));
  }

  void prepare() override {
    info_ = 0;
    for (int at = 0; at < size(); at++) {
      Node &x = nodes_[at];
      for (int j = 0; j < x.pivots; j++) {
        std::fill_n(x.columns + int64_t(j) * x.n, j, 0.0);
        for (int i = j; i < x.n; i++) *x.at(i, j) = element(at, i, j);
      }
    }
  }

  void run() override { run_(*this); }

  // check solves a system with the factor: apps/tree's Residual.
  double check() override {
    if (info_ != 0) throw std::runtime_error("dpotrf: info = " + std::to_string(info_));
    std::vector<double> b(order_);
    double norm = 0, worst = 0, largest = 0;
    for (int i = 0; i < order_; i++) {
      b[i] = 2 * uniform(~seed_, i, 0) - 1;
      norm = std::max(norm, 2 * diag_[i]);
    }
    std::vector<double> x = b;
    substitute(x);
    std::vector<double> ax = times(x);
    for (int i = 0; i < order_; i++) {
      double e = std::fabs(ax[i] - b[i]);
      if (!(e <= worst)) worst = e;  // NaN too
      largest = std::max(largest, std::fabs(x[i]));
    }
    return worst / (order_ * 0x1p-53 * norm * largest);
  }

  std::string fields() override { return ",\"n\":" + std::to_string(order_) + ",\"tasks\":" + std::to_string(size()) + ",\"value\":" + std::to_string(order_); }

 private:
  const uint64_t seed_;
  void (*const run_)(Tree &);
  std::vector<Node> nodes_;
  Storage data_;
  std::vector<double> diag_;
  int order_ = 0;
  std::atomic<int> info_{0};

  void shape(int order, double growth, double spread) {
    nodes_.resize((size_t{1} << levels) - 1);
    for (int level = 0; level < levels; level++)
      for (int i = 0; i < count(level); i++) {
        Node &x = nodes_[first(level) + i];
        double mean = order / std::pow(growth, level), u = 2 * uniform(seed_, level, i) - 1;
        int n = level == 0 ? order : std::max(8, static_cast<int>(std::round(mean * (1 + spread * u))));
        x.pivots = n;
        if (level > 0) {
          int parent = nodes_[(first(level) + i - 1) / 2].n, r = std::min(n / 2, parent);
          x.pivots = n - n / 2;
          for (int64_t j = 0; j < r; j++) x.place.push_back(static_cast<int>(j * parent / r));
          n = x.pivots + r;
        }
        x.n = n;
      }
    for (int at = size() - 1; at >= 0; at--)
      for (int j = 0; j < nodes_[at].pivots; j++) nodes_[at].vars.push_back(order_++);
    reserve();
    diag_.assign(order_, 0);
    for (int at = 0; at < size(); at++) {
      Node &x = nodes_[at];
      for (int p : x.place) x.vars.push_back(nodes_[(at - 1) / 2].vars[p]);
      for (int j = 0; j < x.n; j++) diag_[x.vars[j]] += x.pivots + (j < x.pivots ? x.n - x.pivots + 1 : 0);
    }
  }

  // reserve gives all fronts their storage, on large pages, as apps/tree does: columns one after the
  // other, children before parents, and updates where those of grandchildren were.
  void reserve() {
    std::vector<int64_t> updates(size());  // of a node with those of all that share its memory
    int64_t columns = 0, all = 0;
    for (int at = size() - 1; at >= 0; at--) {
      for (int g = 4 * at + 3; g <= 4 * at + 6 && g < size(); g++) updates[at] += updates[g];
      updates[at] = std::max(updates[at], nodes_[at].updateSize());
      columns += nodes_[at].columnsSize();
    }
    all = columns;
    for (int at = 0; at < std::min(3, size()); at++) all += updates[at];
    data_ = large(all);
    double *next = data_.get();
    placeColumns(0, next);
    for (int at = 0; at < std::min(3, size()); at++, next += updates[at - 1]) placeUpdates(at, next, updates);
  }

  void placeColumns(int at, double *&next) {
    if (at >= size()) return;
    placeColumns(2 * at + 1, next);
    placeColumns(2 * at + 2, next);
    nodes_[at].columns = next;
    next += nodes_[at].columnsSize();
  }

  void placeUpdates(int at, double *from, const std::vector<int64_t> &updates) {
    nodes_[at].update = from;
    for (int g = 4 * at + 3; g <= 4 * at + 6 && g < size(); g++) {
      placeUpdates(g, from, updates);
      from += updates[g];
    }
  }

  double element(int at, int i, int j) const {
    return i == j ? diag_[nodes_[at].vars[i]] : 2 * uniform(seed_ + 1 + at, i, j) - 1;
  }

  void substitute(std::vector<double> &b) {
    for (int at = size() - 1; at >= 0; at--) {
      Node &x = nodes_[at];
      for (int j = 0; j < x.pivots; j++) {
        double v = b[x.vars[j]] /= *x.at(j, j);
        for (int i = j + 1; i < x.n; i++) b[x.vars[i]] -= *x.at(i, j) * v;
      }
    }
    for (Node &x : nodes_)
      for (int j = x.pivots - 1; j >= 0; j--) {
        double v = b[x.vars[j]];
        for (int i = j + 1; i < x.n; i++) v -= *x.at(i, j) * b[x.vars[i]];
        b[x.vars[j]] = v / *x.at(j, j);
      }
  }

  std::vector<double> times(const std::vector<double> &x) const {
    std::vector<double> y(order_);
    for (int at = 0; at < size(); at++) {
      const Node &nd = nodes_[at];
      for (int i = 0; i < nd.n; i++)
        for (int j = 0; j < std::min(i + 1, nd.pivots); j++) {
          double a = element(at, i, j);
          y[nd.vars[i]] += a * x[nd.vars[j]];
          if (i != j) y[nd.vars[j]] += a * x[nd.vars[i]];
        }
    }
    return y;
  }
};

// tree makes the row of a driver's table for one way to factor the tree.
inline Variant tree(const char *name, const char *doc, void (*run)(Tree &)) {
  return {"tree", name, doc, [=](const Options &o) { return std::make_unique<Tree>(o, run); }};
}

}  // namespace peer
