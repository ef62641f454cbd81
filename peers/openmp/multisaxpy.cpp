#include "iterative.hpp"

namespace {

// Multisaxpy is apps/multisaxpy: y += a x on blocks of float32, n times.
class Multisaxpy : public peer::Iterative {
 public:
  Multisaxpy(const peer::Options &o, peer::Form f) : Iterative(o, f, {1 << 22}, 1 << 14, 100), n_(size_[0]) {
    block_ = std::min(block_, n_);
    blocks_ = (n_ - 1) / block_ + 1;
    data_.resize(blocks_);
  }

 protected:
  void reset() override {
    x_.resize(n_);
    y_.resize(n_);
    for (int i = 0; i < n_; i++) {
      x_[i] = start(0, i);
      y_[i] = start(1, i);
    }
  }

  void release() override { x_ = y_ = {}; }

  void serial() override {
    for (int k = 0; k < iterations_; k++)
      for (int b = 0; b < blocks_; b++) axpy(b);
  }

  void tasks() override {
    [[maybe_unused]] char *d = data_.data();
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < iterations_; k++)
      for (int b = 0; b < blocks_; b++) {
#pragma omp task depend(inout : d[b])
        axpy(b);
      }
  }

  void loops() override {
#pragma omp parallel
    for (int k = 0; k < iterations_; k++) {
#pragma omp for schedule(static)
      for (int b = 0; b < blocks_; b++) axpy(b);
    }
  }

  uint64_t digest() override { return hash(y_); }
  double value() override {
    double sum = 0;
    for (float v : y_) sum += v;
    return sum;
  }
  int64_t work() override { return int64_t{iterations_} * blocks_; }

 private:
  const int n_;
  int blocks_;
  std::vector<float> x_, y_;
  std::vector<char> data_;  // what tasks name, a byte a block of y

  float start(int row, int i) const {
    return static_cast<float>(std::floor(512 * peer::uniform(seed_, row, i)) / 256 - 1);
  }

  void axpy(int b) {
    const int lo = b * block_, hi = std::min(lo + block_, n_);
    const float *__restrict x = x_.data();
    float *__restrict y = y_.data();
    for (int i = lo; i < hi; i++) y[i] += 0.5f * x[i];
  }
};

}  // namespace

void multisaxpy(std::vector<peer::Variant> &table) { peer::forms<Multisaxpy>(table, "multisaxpy"); }
