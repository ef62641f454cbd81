#include "stencil.hpp"

namespace {

using stencil::Span;
using stencil::Vector;

constexpr int levels = 4;

// Level is one grid of the multigrid cycle, for the system A x = r.
struct Level {
  const stencil::Matrix a;
  const stencil::Cut cut;
  const int blocks;
  Vector r, x, t;
  std::vector<std::vector<int>> near, before, after, later;  // of each block
  std::vector<std::vector<int>> waves, back_waves;           // blocks that may be swept at once, in order
  std::vector<std::vector<int>> coarser, finer;              // of each block: those of the next and of the last level
  std::vector<char> dr, dx;                                  // what tasks name, a byte a block

  Level(int64_t nx, int64_t ny, int64_t nz, int64_t size)
      : a(nx, ny, nz, 26), cut(stencil::Cut::slanted(ny, nz, size, size)), blocks(static_cast<int>(cut.blocks.size())),
        coarser(blocks), finer(blocks), dr(blocks), dx(blocks) {
    for (int b = 0; b < blocks; b++) {
      near.push_back(cut.near(b));
      before.push_back(cut.needed(b, -1));
      after.push_back(cut.needed(b, 1));
      later.push_back(cut.near(b, 1));
    }
    waves = sorted(before, false);
    back_waves = sorted(after, true);
  }

  // fine_line returns the line of this level that has every second point of line l of the next.
  int64_t fine_line(const Level &coarse, int64_t l) const { return 2 * (l / coarse.a.ny) * a.ny + 2 * (l % coarse.a.ny); }

 private:
  std::vector<std::vector<int>> sorted(const std::vector<std::vector<int>> &needs, bool backwards) const {
    std::vector<int> at(blocks);
    std::vector<std::vector<int>> w;
    for (int k = 0; k < blocks; k++) {
      const int b = backwards ? blocks - 1 - k : k;
      for (int n : needs[b]) at[b] = std::max(at[b], at[n] + 1);
      if (at[b] == static_cast<int>(w.size())) w.emplace_back();
      w[at[b]].push_back(b);
    }
    return w;
  }
};

void insert(std::vector<int> &s, int x) {
  auto at = std::lower_bound(s.begin(), s.end(), x);
  if (at == s.end() || *at != x) s.insert(at, x);
}

// Hpcg is apps/hpcg: conjugate gradients with a multigrid cycle, in blocks, which are swept in an
// order that gives the result of a sweep from the first point to the last. With until > 0 it is
// hpcg-while.
class Hpcg : public peer::Iterative {
 public:
  Hpcg(const peer::Options &o, peer::Form f, int most, double until)
      : Iterative(o, f, {64, 64, 64}, 8, most), until_(until) {
    make_levels();
    while (tail_ < levels - 1 && level(tail_).blocks > 1) tail_++;
    const int n = level(0).blocks;
    for (auto *v : {&rzs_, &pqs_, &rrs_}) v->resize(n);
    dp_.resize(n);
    dq_.resize(n);
    b_ = level(0).a.row_sums();
  }

 protected:
  void reset() override {
    x_ = p_ = q_ = Vector(level(0).a.rows);
    for (auto &v : levels_) v->r = v->x = v->t = Vector(v->a.rows);
    residuals_.clear();
    rz_ = 0;
  }

  void release() override {
    x_ = p_ = q_ = Vector();
    for (auto &v : levels_) v->r = v->x = v->t = Vector();
  }

  void serial() override {
    each(0, &Hpcg::start);
    norm();
    while (more()) {
      serial_cycle(0);
      find_beta();
      each(0, &Hpcg::direct);
      each(0, &Hpcg::multiply);
      find_alpha();
      each(0, &Hpcg::update);
      norm();
    }
  }

  void tasks() override;
  void loops() override;

  uint64_t digest() override { return hash(residuals_, hash(x_.all())); }
  double value() override { return residuals_.back(); }
  int iterations() override { return done_ = static_cast<int>(residuals_.size()) - 1; }
  int64_t work() override {
    int64_t n = 3 * level(0).blocks + 4;
    for (int l = 0; l < tail_; l++) n += (l > 0 ? 6 : 5) * level(l).blocks;
    return level(0).blocks + 1 + done_ * n;
  }

 private:
  using Step = void (Hpcg::*)(int l, int b);

  const double until_;
  std::vector<std::unique_ptr<Level>> levels_;
  int tail_ = 1;  // the first level that one task does, with all below
  int done_ = 0;
  Vector b_, x_, p_, q_;
  std::vector<double> rzs_, pqs_, rrs_, residuals_;
  double rz_ = 0, alpha_ = 0, beta_ = 0, norm0_ = 0;
  std::vector<char> dp_, dq_;
  char scalars_[3] = {};  // beta and rz; alpha; residuals

  Level &level(int l) { return *levels_[l]; }

  void make_levels() {
    const int64_t nx = size_[0], ny = size_[1], nz = size_[2];
    for (int64_t n : {nx, ny, nz})
      if (n % 8) throw std::invalid_argument("-size: want multiples of 8: the grid is halved three times");
    block_ = static_cast<int>(std::min<int64_t>(block_, std::max(ny, nz)));
    const int64_t least = std::min<int64_t>(256, block_ * block_ * nx);  // rows of a block of a coarser level
    for (int l = 0; l < levels; l++) {
      const int64_t x = nx >> l, y = ny >> l, z = nz >> l;
      int64_t size = block_;
      if (l > 0) size = std::max<int64_t>(block_ >> l, static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(least) / static_cast<double>(x)))));
      if (l > 0 && x * y * z < 4096) size = std::max(y, z) * 2;  // one block
      levels_.push_back(std::make_unique<Level>(x, y, z, size));
      if (l > 0) join(level(l - 1), level(l));
    }
  }

  static void join(Level &fine, Level &coarse) {
    for (int64_t l = 0; l < coarse.a.ny * coarse.a.nz; l++) {
      const int b = coarse.cut.of(l), f = fine.cut.of(fine.fine_line(coarse, l));
      insert(fine.coarser[f], b);
      for (int n : fine.near[f]) insert(coarse.finer[b], n);
    }
  }

  bool more() const {
    const int k = static_cast<int>(residuals_.size()) - 1;
    return k < iterations_ && (until_ == 0 || residuals_[k] > until_ * (1 + 1e-6));
  }

  void each(int l, Step f) {
    for (int b = 0; b < level(l).blocks; b++) (this->*f)(l, b);
  }
  void each_back(int l, Step f) {
    for (int b = level(l).blocks - 1; b >= 0; b--) (this->*f)(l, b);
  }

  template <class F>
  void lines(int l, int b, F f) {
    for (const Span &s : level(l).cut.blocks[b])
      for (int64_t k = s.lo; k < s.hi; k++) f(k);
  }

  // The multigrid cycle, for block b of level l.

  void pre_forward(int l, int b) {
    Level &v = level(l);
    lines(l, b, [&](int64_t k) { v.a.forward(v.x, v.r, k); });
  }
  void pre_backward(int l, int b) { backward(level(l), b, level(l).r); }
  void backward(Level &v, int b, const Vector &t) {
    const auto &spans = v.cut.blocks[b];
    for (auto s = spans.rbegin(); s != spans.rend(); ++s)
      for (int64_t k = s->hi - 1; k >= s->lo; k--) v.a.backward(v.x, v.r, t, k);
  }
  void restrict_to(int l, int b) {
    Level &v = level(l), &fine = level(l - 1);
    lines(l, b, [&](int64_t k) {
      const int64_t from = fine.fine_line(v, k) * fine.a.nx;
      for (int64_t i = 0; i < v.a.nx; i++) v.r.rows()[k * v.a.nx + i] = fine.a.residual(fine.r, fine.x, from + 2 * i);
    });
  }
  void prolong(int l, int b) {
    Level &v = level(l), &coarse = level(l + 1);
    lines(l, b, [&](int64_t k) {
      const int64_t y = k % v.a.ny, z = k / v.a.ny, nx = coarse.a.nx;
      if (y % 2 || z % 2) return;
      const double *c = coarse.x.rows() + (z / 2 * coarse.a.ny + y / 2) * nx;
      for (int64_t i = 0; i < nx; i++) v.x.rows()[k * v.a.nx + 2 * i] += c[i];
    });
  }
  void post_forward(int l, int b) {
    Level &v = level(l);
    for (const Span &s : v.cut.blocks[b]) {
      for (int64_t k = s.lo; k < s.hi; k++) v.a.remainder(v.t, v.r, v.x, k);
      for (int64_t k = s.lo; k < s.hi; k++) v.a.forward(v.x, v.t, k);
    }
  }
  void post_backward(int l, int b) {
    Level &v = level(l);
    backward(v, b, v.t);
    if (l == 0) rzs_[b] = product(b, v.r, v.x);
  }
  void below(int l) {
    each(l, &Hpcg::restrict_to);
    serial_cycle(l);
  }
  void serial_cycle(int l) {
    each(l, &Hpcg::pre_forward);
    each_back(l, &Hpcg::pre_backward);
    if (l == levels - 1) return;
    below(l + 1);
    each(l, &Hpcg::prolong);
    each(l, &Hpcg::post_forward);
    each_back(l, &Hpcg::post_backward);
  }

  // Conjugate gradients, for block b of the finest level.

  template <class F>
  void rows(int b, F f) {
    const int64_t nx = level(0).a.nx;
    for (const Span &s : level(0).cut.blocks[b]) f(s.lo * nx, (s.hi - s.lo) * nx);
  }
  double product(int b, const Vector &x, const Vector &y) {
    double s = 0;
    rows(b, [&](int64_t lo, int64_t n) { s += stencil::dot(x.rows() + lo, y.rows() + lo, n); });
    return s;
  }
  void start(int, int b) {
    Level &v = level(0);
    lines(0, b, [&](int64_t k) { v.a.multiply(q_, x_, k); });
    rows(b, [&](int64_t lo, int64_t n) {
      std::copy_n(b_.rows() + lo, n, v.r.rows() + lo);
      stencil::axpy(v.r.rows() + lo, q_.rows() + lo, -1, n);
    });
    rrs_[b] = product(b, v.r, v.r);
  }
  void norm() {
    const double r = std::sqrt(stencil::sum(rrs_));
    if (residuals_.empty()) norm0_ = r;
    residuals_.push_back(norm0_ > 0 ? r / norm0_ : 0);
  }
  void find_beta() {
    const double old = rz_;
    rz_ = stencil::sum(rzs_);
    beta_ = old != 0 ? rz_ / old : 0;
  }
  void direct(int, int b) {
    rows(b, [&](int64_t lo, int64_t n) { stencil::scale(p_.rows() + lo, level(0).x.rows() + lo, beta_, n); });
  }
  void multiply(int, int b) {
    lines(0, b, [&](int64_t k) { level(0).a.multiply(q_, p_, k); });
    pqs_[b] = product(b, p_, q_);
  }
  void find_alpha() {
    const double pq = stencil::sum(pqs_);
    alpha_ = pq != 0 ? rz_ / pq : 0;
  }
  void update(int, int b) {
    Vector &r = level(0).r;
    rows(b, [&](int64_t lo, int64_t n) {
      stencil::axpy(x_.rows() + lo, p_.rows() + lo, alpha_, n);
      stencil::axpy(r.rows() + lo, q_.rows() + lo, -alpha_, n);
    });
    rrs_[b] = product(b, r, r);
  }

  void submit_cycle(int l);
  void team_cycle(int l);
  void team_each(int l, Step f);
  void team_sweep(const std::vector<std::vector<int>> &waves, int l, Step f);
};

// reads are the bytes of d that a task names as read.
struct Reads {
  [[maybe_unused]] const int *of;
  [[maybe_unused]] int n;
  Reads(const std::vector<int> &blocks) : of(blocks.data()), n(static_cast<int>(blocks.size())) {}
};

// submit_cycle submits the cycle from level l on, by the thread that submits all tasks.
void Hpcg::submit_cycle(int l) {
  Level &v = level(l);
  [[maybe_unused]] char *dx = v.dx.data(), *dr = v.dr.data();
  for (int b = 0; b < v.blocks; b++) {
    [[maybe_unused]] const Reads x(v.before[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : dx[x.of[i]]) depend(in : dr[b]) depend(inout : dx[b])
    pre_forward(l, b);
  }
  for (int b = v.blocks - 1; b >= 0; b--) {
    [[maybe_unused]] const Reads x(v.after[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : dx[x.of[i]]) depend(inout : dx[b])
    pre_backward(l, b);
  }
  if (l == levels - 1) return;
  Level &next = level(l + 1);
  [[maybe_unused]] char *nx = next.dx.data(), *nr = next.dr.data();
  if (l + 1 >= tail_) {
    [[maybe_unused]] const int all = v.blocks;
#pragma omp task depend(iterator(i = 0 : all), in : dx[i]) depend(inout : nx[0])
    below(l + 1);
  } else {
    for (int b = 0; b < next.blocks; b++) {
      [[maybe_unused]] const Reads x(next.finer[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : dx[x.of[i]]) depend(inout : nr[b])
      restrict_to(l + 1, b);
    }
    submit_cycle(l + 1);
  }
  for (int b = 0; b < v.blocks; b++) {
    [[maybe_unused]] const Reads x(v.coarser[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : nx[x.of[i]]) depend(inout : dx[b])
    prolong(l, b);
  }
  for (int b = 0; b < v.blocks; b++) {
    [[maybe_unused]] const Reads x(v.before[b]), y(v.later[b]);  // later blocks are read before they are swept
#pragma omp task depend(iterator(i = 0 : x.n), in : dx[x.of[i]]) depend(iterator(i = 0 : y.n), in : dx[y.of[i]]) depend(inout : dx[b])
    post_forward(l, b);
  }
  for (int b = v.blocks - 1; b >= 0; b--) {
    [[maybe_unused]] const Reads x(v.after[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : dx[x.of[i]]) depend(inout : dx[b])
    post_backward(l, b);
  }
}

void Hpcg::tasks() {
  Level &v = level(0);
  [[maybe_unused]] char *dx = v.dx.data(), *dr = v.dr.data(), *dp = dp_.data(), *dq = dq_.data(), *scalars = scalars_;
  [[maybe_unused]] const int n = v.blocks;
#pragma omp parallel
#pragma omp single
  {
    for (int b = 0; b < n; b++) {
#pragma omp task depend(inout : dr[b], dq[b])
      start(0, b);
    }
#pragma omp task depend(iterator(i = 0 : n), in : dr[i]) depend(inout : scalars[2])
    norm();
    for (int k = 0;; k++) {
      if (until_ > 0) {
#pragma omp taskwait
        if (!more()) break;
      } else if (k == iterations_) {
        break;
      }
      submit_cycle(0);
#pragma omp task depend(iterator(i = 0 : n), in : dx[i]) depend(inout : scalars[0])
      find_beta();
      for (int b = 0; b < n; b++) {
#pragma omp task depend(in : scalars[0], dx[b]) depend(inout : dp[b])
        direct(0, b);
      }
      for (int b = 0; b < n; b++) {
        [[maybe_unused]] const Reads x(v.near[b]);
#pragma omp task depend(iterator(i = 0 : x.n), in : dp[x.of[i]]) depend(inout : dq[b])
        multiply(0, b);
      }
#pragma omp task depend(iterator(i = 0 : n), in : dq[i]) depend(in : scalars[0]) depend(inout : scalars[1])
      find_alpha();
      for (int b = 0; b < n; b++) {
#pragma omp task depend(in : scalars[1], dp[b], dq[b]) depend(inout : dr[b])
        update(0, b);
      }
#pragma omp task depend(iterator(i = 0 : n), in : dr[i]) depend(inout : scalars[2])
      norm();
    }
  }
}

// team_... are called by all threads of a team.

void Hpcg::team_each(int l, Step f) {
#pragma omp for schedule(static)
  for (int b = 0; b < level(l).blocks; b++) (this->*f)(l, b);
}

void Hpcg::team_sweep(const std::vector<std::vector<int>> &waves, int l, Step f) {
  for (const std::vector<int> &w : waves) {
#pragma omp for schedule(static)
    for (size_t k = 0; k < w.size(); k++) (this->*f)(l, w[k]);
  }
}

void Hpcg::team_cycle(int l) {
  team_sweep(level(l).waves, l, &Hpcg::pre_forward);
  team_sweep(level(l).back_waves, l, &Hpcg::pre_backward);
  if (l + 1 >= tail_) {
#pragma omp single
    below(l + 1);
  } else {
    team_each(l + 1, &Hpcg::restrict_to);
    team_cycle(l + 1);
  }
  team_each(l, &Hpcg::prolong);
  team_sweep(level(l).waves, l, &Hpcg::post_forward);
  team_sweep(level(l).back_waves, l, &Hpcg::post_backward);
}

void Hpcg::loops() {
  bool go = false;
#pragma omp parallel
  {
    team_each(0, &Hpcg::start);
#pragma omp single
    {
      norm();
      go = more();
    }
    while (go) {
      team_cycle(0);
#pragma omp single
      find_beta();
      team_each(0, &Hpcg::direct);
      team_each(0, &Hpcg::multiply);
#pragma omp single
      find_alpha();
      team_each(0, &Hpcg::update);
#pragma omp single
      {
        norm();
        go = more();
      }
    }
  }
}

}  // namespace

void hpcg(std::vector<peer::Variant> &table) {
  peer::forms<Hpcg>(table, "hpcg", 50, 0.0);
  peer::forms<Hpcg>(table, "hpcg-while", 500, 1e-9);
}
