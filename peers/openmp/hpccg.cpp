#include "stencil.hpp"

namespace {

using stencil::Vector;

// Hpccg is apps/hpccg: conjugate gradients on the 27-point operator, in blocks of lines.
class Hpccg : public peer::Iterative {
 public:
  Hpccg(const peer::Options &o, peer::Form f)
      : Iterative(o, f, {64, 64, 64}, 64, 50), a_(size_[0], size_[1], size_[2], 27),
        cut_(stencil::Cut::consecutive(size_[1], size_[2], block_)), blocks_(static_cast<int>(cut_.blocks.size())),
        b_(a_.row_sums()), rrs_(blocks_), pqs_(blocks_), dr_(blocks_), dp_(blocks_), dq_(blocks_) {
    for (int b = 0; b < blocks_; b++) near_.push_back(cut_.near(b));
  }

 protected:
  void reset() override {
    x_ = r_ = p_ = q_ = Vector(a_.rows);
    residuals_.clear();
    rr_ = 0;
  }

  void release() override { x_ = r_ = p_ = q_ = Vector(); }

  void serial() override {
    for (int b = 0; b < blocks_; b++) start(b);
    for (int k = 0; k < iterations_; k++) {
      sum_r();
      for (int b = 0; b < blocks_; b++) direct(b);
      for (int b = 0; b < blocks_; b++) multiply(b);
      sum_p();
      for (int b = 0; b < blocks_; b++) update(b);
    }
  }

  void tasks() override {
    [[maybe_unused]] char *dr = dr_.data(), *dp = dp_.data(), *dq = dq_.data(), *scalars = scalars_;
    [[maybe_unused]] const int n = blocks_;
#pragma omp parallel
#pragma omp single
    {
      for (int b = 0; b < n; b++) {
#pragma omp task depend(inout : dr[b], dq[b])
        start(b);
      }
      for (int k = 0; k < iterations_; k++) {
#pragma omp task depend(iterator(i = 0 : n), in : dr[i]) depend(inout : scalars[0])
        sum_r();
        for (int b = 0; b < n; b++) {
#pragma omp task depend(in : scalars[0], dr[b]) depend(inout : dp[b])
          direct(b);
        }
        for (int b = 0; b < n; b++) {
          [[maybe_unused]] const int *near = near_[b].data();
          [[maybe_unused]] const int many = static_cast<int>(near_[b].size());
#pragma omp task depend(iterator(i = 0 : many), in : dp[near[i]]) depend(inout : dq[b])
          multiply(b);
        }
#pragma omp task depend(iterator(i = 0 : n), in : dq[i]) depend(in : scalars[0]) depend(inout : scalars[1])
        sum_p();
        for (int b = 0; b < n; b++) {
#pragma omp task depend(in : scalars[1], dp[b], dq[b]) depend(inout : dr[b])
          update(b);
        }
      }
    }
  }

  void loops() override {
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int b = 0; b < blocks_; b++) start(b);
      for (int k = 0; k < iterations_; k++) {
#pragma omp single
        sum_r();
#pragma omp for schedule(static)
        for (int b = 0; b < blocks_; b++) direct(b);
#pragma omp for schedule(static)
        for (int b = 0; b < blocks_; b++) multiply(b);
#pragma omp single
        sum_p();
#pragma omp for schedule(static)
        for (int b = 0; b < blocks_; b++) update(b);
      }
    }
  }

  uint64_t digest() override { return hash(residuals_, hash(x_.all())); }
  double value() override { return std::sqrt(stencil::sum(rrs_)); }
  int64_t work() override { return blocks_ + int64_t{iterations_} * (3 * blocks_ + 2); }

 private:
  const stencil::Matrix a_;
  const stencil::Cut cut_;
  const int blocks_;
  const Vector b_;
  Vector x_, r_, p_, q_;
  std::vector<double> rrs_, pqs_, residuals_;
  double rr_ = 0, alpha_ = 0, beta_ = 0;
  std::vector<char> dr_, dp_, dq_;  // what tasks name, a byte a block
  char scalars_[2] = {};            // beta and rr; alpha
  std::vector<std::vector<int>> near_;

  int64_t lo(int b) const { return cut_.blocks[b][0].lo * a_.nx; }
  int64_t rows(int b) const { return cut_.blocks[b][0].hi * a_.nx - lo(b); }

  void product(int b, const Vector &x) {
    for (int64_t l = cut_.blocks[b][0].lo; l < cut_.blocks[b][0].hi; l++) a_.multiply(q_, x, l);
  }

  void start(int b) {
    product(b, x_);
    double *r = r_.rows() + lo(b);
    std::copy_n(b_.rows() + lo(b), rows(b), r);
    stencil::axpy(r, q_.rows() + lo(b), -1, rows(b));
    rrs_[b] = stencil::dot(r, r, rows(b));
  }

  void sum_r() {
    const double old = rr_;
    rr_ = stencil::sum(rrs_);
    beta_ = old != 0 ? rr_ / old : 0;
    residuals_.push_back(std::sqrt(rr_));
  }

  void direct(int b) { stencil::scale(p_.rows() + lo(b), r_.rows() + lo(b), beta_, rows(b)); }

  void multiply(int b) {
    product(b, p_);
    pqs_[b] = stencil::dot(p_.rows() + lo(b), q_.rows() + lo(b), rows(b));
  }

  void sum_p() {
    const double pq = stencil::sum(pqs_);
    alpha_ = pq != 0 ? rr_ / pq : 0;
  }

  void update(int b) {
    double *r = r_.rows() + lo(b);
    stencil::axpy(x_.rows() + lo(b), p_.rows() + lo(b), alpha_, rows(b));
    stencil::axpy(r, q_.rows() + lo(b), -alpha_, rows(b));
    rrs_[b] = stencil::dot(r, r, rows(b));
  }
};

}  // namespace

void hpccg(std::vector<peer::Variant> &table) { peer::forms<Hpccg>(table, "hpccg"); }
