#include "iterative.hpp"

namespace {

// Nbody is apps/nbody: gravity between all pairs, in blocks whose pairs come in rounds.
class Nbody : public peer::Iterative {
 public:
  Nbody(const peer::Options &o, peer::Form f) : Iterative(o, f, {4096}, 64, 20), n_(size_[0]) {
    block_ = std::min(block_, n_);
    blocks_ = (n_ - 1) / block_ + 1;
    position_.resize(blocks_);
    force_.resize(blocks_);
  }

 protected:
  void reset() override {
    all_.assign(static_cast<size_t>(fields) * blocks_ * block_, 0);
    for (int i = 0; i < n_; i++) {
      auto u = [&](int row) { return peer::uniform(seed_, row, i); };
      for (int d = 0; d < 3; d++) {
        at(X + d, i) = u(d);
        at(V + d, i) = (u(3 + d) - 0.5) / 4;
      }
      at(M, i) = (0.5 + u(6)) / n_;
    }
  }

  void release() override { all_ = {}; }

  void serial() override {
    for (int k = 0; k < iterations_; k++) {
      for (int r = 0; r < blocks_; r++)
        for (int p = 0; p < pairs(r); p++) forces(r, p);
      for (int b = 0; b < blocks_; b++) move(b);
    }
  }

  void tasks() override {
    [[maybe_unused]] char *x = position_.data(), *f = force_.data();
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < iterations_; k++) {
      for (int r = 0; r < blocks_; r++)
        for (int p = 0; p < pairs(r); p++) {
          [[maybe_unused]] const auto [i, j] = pair(r, p);
          [[maybe_unused]] char *xi = x + i, *xj = x + j, *fi = f + i, *fj = f + j;
          if (i == j) {
#pragma omp task depend(in : xi[0]) depend(inout : fi[0])
            forces(r, p);
          } else {
#pragma omp task depend(in : xi[0], xj[0]) depend(inout : fi[0], fj[0])
            forces(r, p);
          }
        }
      for (int b = 0; b < blocks_; b++) {
#pragma omp task depend(inout : x[b], f[b])
        move(b);
      }
    }
  }

  void loops() override {
#pragma omp parallel
    for (int k = 0; k < iterations_; k++) {
      for (int r = 0; r < blocks_; r++) {
#pragma omp for schedule(static)
        for (int p = 0; p < pairs(r); p++) forces(r, p);
      }
#pragma omp for schedule(static)
      for (int b = 0; b < blocks_; b++) move(b);
    }
  }

  uint64_t digest() override { return hash(all_); }
  double value() override {
    double inertia = 0;
    for (int i = 0; i < n_; i++)
      inertia += at(M, i) * (at(X, i) * at(X, i) + at(X + 1, i) * at(X + 1, i) + at(X + 2, i) * at(X + 2, i));
    return inertia;
  }
  int64_t work() override {
    return iterations_ * (static_cast<int64_t>(blocks_) * (blocks_ + 1) / 2 + blocks_);
  }

 private:
  enum { X = 0, M = 3, F = 4, V = 7, fields = 10 };  // of a body; a block holds one array of each
  static constexpr double dt = 1.0 / 1024, softening = 1.0 / 1024;

  const int n_;
  int blocks_;
  std::vector<double> all_;
  std::vector<char> position_, force_;  // what tasks name, a byte a block

  double *part(int field, int b) { return all_.data() + (static_cast<int64_t>(b) * fields + field) * block_; }
  double &at(int field, int i) { return part(field, i / block_)[i % block_]; }
  int bodies(int b) const { return std::min(block_, n_ - b * block_); }

  // Round r pairs blocks i <= j with i + j = r modulo the number of blocks.
  int pairs(int r) const { return r / 2 + 1 + (r + blocks_) / 2 - r; }
  std::pair<int, int> pair(int r, int k) const {
    if (k <= r / 2) return {k, r - k};
    const int i = k - r / 2 + r;
    return {i, r + blocks_ - i};
  }

  void forces(int r, int p) {
    const auto [i, j] = pair(r, p);
    for (int k = 0; k < bodies(i); k++) attract(i, k, j, i == j ? k + 1 : 0);
  }

  // attract adds the forces between body k of block i and those of block j from number from on.
  void attract(int i, int k, int j, int from) {
    const double x = part(X, i)[k], y = part(X + 1, i)[k], z = part(X + 2, i)[k], m = part(M, i)[k];
    const double *bx = part(X, j), *by = part(X + 1, j), *bz = part(X + 2, j), *bm = part(M, j);
    double *bfx = part(F, j), *bfy = part(F + 1, j), *bfz = part(F + 2, j);
    double fx = 0, fy = 0, fz = 0;
    for (int l = from; l < bodies(j); l++) {
      double dx = bx[l] - x, dy = by[l] - y, dz = bz[l] - z;
      const double r2 = dx * dx + dy * dy + dz * dz + softening;
      const double w = m * bm[l] * std::sqrt(1 / (r2 * r2 * r2));
      dx *= w;
      dy *= w;
      dz *= w;
      fx += dx;
      fy += dy;
      fz += dz;
      bfx[l] -= dx;
      bfy[l] -= dy;
      bfz[l] -= dz;
    }
    part(F, i)[k] += fx;
    part(F + 1, i)[k] += fy;
    part(F + 2, i)[k] += fz;
  }

  void move(int b) {
    const double *m = part(M, b);
    for (int d = 0; d < 3; d++) {
      double *x = part(X + d, b), *v = part(V + d, b), *f = part(F + d, b);
      for (int k = 0; k < bodies(b); k++) {
        v[k] += dt * (f[k] / m[k]);
        x[k] += dt * v[k];
        f[k] = 0;
      }
    }
  }
};

}  // namespace

void nbody(std::vector<peer::Variant> &table) { peer::forms<Nbody>(table, "nbody"); }
