#include "iterative.hpp"

namespace {

// square of a change, where a change counts.
template <bool Count>
double squared(double x) {
  return Count ? x * x : 0;
}

// Heat is apps/heat: Gauss-Seidel sweeps over a rectangle in blocks, a wave-front. With until > 0 it
// is heat-while: it stops when a sweep's residual has fallen to that part of the first one's.
class Heat : public peer::Iterative {
 public:
  Heat(const peer::Options &o, peer::Form f, int most, double until)
      : Iterative(o, f, {2048, 2048}, 128, most), nx_(size_[0]), ny_(size_[1]), until_(until) {
    block_ = std::min(block_, std::max(nx_, ny_));
    bx_ = (nx_ - 1) / block_ + 1;
    by_ = (ny_ - 1) / block_ + 1;
    changes_.resize(int64_t{bx_} * by_);
    data_.resize((bx_ + int64_t{2}) * (by_ + 2));
  }

 protected:
  void reset() override {
    u_.resize((nx_ + int64_t{2}) * (ny_ + 2));
    const double h = std::max(nx_, ny_) + 1;
    for (int i = 0; i < nx_ + 2; i++)
      for (int j = 0; j < ny_ + 2; j++) {
        const double x = i, y = j;
        const bool inside = 0 < i && i <= nx_ && 0 < j && j <= ny_;
        row(i)[j] = inside ? 0.5 : (x * x - y * y) / (h * h);
      }
    sweeps_ = 0;
    residuals_.clear();
  }

  void release() override { u_ = {}; }

  void serial() override {
    while (more())
      for (int i = 0; i < bx_; i++)
        for (int j = 0; j < by_; j++) sweep(i, j);
  }

  void tasks() override {
    [[maybe_unused]] char *d = data_.data() + by_ + 3;
    [[maybe_unused]] const int w = by_ + 2;
#pragma omp parallel
#pragma omp single
    while (more()) {
      for (int i = 0; i < bx_; i++)
        for (int j = 0; j < by_; j++) {
          [[maybe_unused]] char *b = d + static_cast<int64_t>(i) * w + j;
#pragma omp task depend(in : b[-w], b[-1], b[w], b[1]) depend(inout : b[0])
          sweep(i, j);
        }
      if (until_ > 0) {
#pragma omp taskwait
      }
    }
  }

  void loops() override {
    bool go = more();
#pragma omp parallel
    while (go) {
      for (int d = 0; d < bx_ + by_ - 1; d++) {
#pragma omp for schedule(static)
        for (int i = std::max(0, d - by_ + 1); i < std::min(d + 1, bx_); i++) sweep(i, d - i);
      }
#pragma omp single
      go = more();
    }
  }

  uint64_t digest() override { return hash(residuals_, hash(u_)); }
  double value() override {
    double sum = 0;
    for (int i = 1; i <= nx_; i++)
      for (int j = 1; j <= ny_; j++) sum += row(i)[j];
    return sum;
  }
  int64_t work() override { return int64_t{bx_} * by_ * sweeps_done_; }
  int iterations() override { return sweeps_done_ = sweeps_; }

 private:
  const int nx_, ny_;
  const double until_;
  int bx_, by_, sweeps_ = 0, sweeps_done_ = 0;
  std::vector<double> u_, changes_, residuals_;
  std::vector<char> data_;  // what tasks name, with a border that nobody writes

  double *row(int i) { return u_.data() + static_cast<int64_t>(i) * (ny_ + 2); }

  // more is asked before each sweep; of a while-loop when the last one is done.
  bool more() {
    if (until_ > 0 && sweeps_ > 0) {
      double sum = 0;
      for (double c : changes_) sum += c;
      residuals_.push_back(sum);
      if (sum <= until_ * residuals_[0]) return false;
    }
    if (sweeps_ == iterations_) return false;
    sweeps_++;
    return true;
  }

  void sweep(int bi, int bj) {
    if (until_ > 0) changes_[static_cast<int64_t>(bi) * by_ + bj] = over<true>(bi, bj);
    else over<false>(bi, bj);
  }

  // over sweeps over a block and returns the sum of the squares of its changes.
  template <bool Count>
  double over(int bi, int bj) {
    const int i0 = bi * block_ + 1, i1 = std::min(i0 + block_, nx_ + 1);
    const int j0 = bj * block_ + 1, w = std::min(block_, ny_ + 1 - j0);
    double sum = 0;
    int i = i0;
    if (w >= 4)
      for (; i + 4 <= i1; i += 4) sum += four<Count>(row(i) + j0 - 1, w);
    for (; i < i1; i++)
      for (int c = 1; c <= w; c++) sum += cell<Count>(row(i) + j0 - 1, c);
    return sum;
  }

  // cell replaces r[c] by the mean of its neighbours.
  template <bool Count>
  double cell(double *r, int c) const {
    const int64_t w = ny_ + 2;
    const double old = r[c];
    r[c] = (r[c - w] + r[c + 1] + r[c + w] + r[c - 1]) * 0.25;
    return squared<Count>(r[c] - old);
  }

  // four sweeps over four rows from r1 on at once, each one cell behind the one above it, since a
  // row alone waits for an addition and a multiplication in each cell.
  template <bool Count>
  double four(double *r1, int w) const {
    const int64_t s = ny_ + 2;
    const double *r0 = r1 - s, *r5 = r1 + 4 * s;
    double *r2 = r1 + s, *r3 = r2 + s, *r4 = r3 + s;
    double sum = cell<Count>(r1, 1);
    sum += cell<Count>(r1, 2);
    sum += cell<Count>(r2, 1);
    sum += cell<Count>(r1, 3);
    sum += cell<Count>(r2, 2);
    sum += cell<Count>(r3, 1);
    double u1 = r1[3], u2 = r2[2], u3 = r3[1], u4 = r4[0];
    for (int c = 4; c <= w; c++) {
      const double a = r2[c], b = r3[c - 1], d = r4[c - 2];
      const double n4 = (u3 + d + r5[c - 3] + u4) * 0.25;
      const double n3 = (u2 + b + d + u3) * 0.25;
      const double n2 = (u1 + a + b + u2) * 0.25;
      const double n1 = (r0[c] + r1[c + 1] + a + u1) * 0.25;
      if (Count)
        sum += (squared<Count>(n1 - r1[c]) + squared<Count>(n2 - r2[c - 1])) +
               (squared<Count>(n3 - r3[c - 2]) + squared<Count>(n4 - r4[c - 3]));
      r1[c] = u1 = n1;
      r2[c - 1] = u2 = n2;
      r3[c - 2] = u3 = n3;
      r4[c - 3] = u4 = n4;
    }
    sum += cell<Count>(r2, w);
    sum += cell<Count>(r3, w - 1);
    sum += cell<Count>(r4, w - 2);
    sum += cell<Count>(r3, w);
    sum += cell<Count>(r4, w - 1);
    sum += cell<Count>(r4, w);
    return sum;
  }
};

}  // namespace

void heat(std::vector<peer::Variant> &table) {
  peer::forms<Heat>(table, "heat", 100, 0.0);
  peer::forms<Heat>(table, "heat-while", 1000, 1e-3);
}
