#include "iterative.hpp"

namespace {

// Fwi is apps/fwi: acoustic full-waveform inversion in 3-D. An iteration is two time steps.
class Fwi : public peer::Iterative {
 public:
  Fwi(const peer::Options &o, peer::Form f)
      : Iterative(o, f, {64, 64, 64}, 8, 60), nx_(size_[0]), ny_(size_[1]), nz_(size_[2]), row_(nx_ + 2),
        plane_(row_ * (ny_ + 2)), cells_(plane_ * (nz_ + 2)), steps_(2 * iterations_) {
    block_ = std::min(block_, std::max(ny_, nz_));
    by_ = (ny_ - 1) / block_ + 1;
    bz_ = (nz_ - 1) / block_ + 1;
    for (auto *d : {&du_[0], &du_[1], &dm_[0], &dm_[1]}) d->resize((by_ + int64_t{2}) * (bz_ + 2));
    place();
    for (int t = 0; t < steps_; t++) {
      const double a = 3.14159265358979323846 * (t - 24) / 16;
      wavelet_.push_back((1 - 2 * a * a) * std::exp(-a * a));
    }
    observed_.assign(int64_t{steps_} * receivers_, 0);
    model(1);
    reset();
    for (int t = 0; t < steps_; t++) each([&](int b) { ahead(t % 2, b); });
    observed_ = residual_;
    model(0);
    release();
  }

 protected:
  void reset() override {
    for (auto *v : {&u_[0], &u_[1], &mu_[0], &mu_[1], &gradient_}) v->assign(cells_, 0);
    snapshots_.assign(cells_ * steps_, 0);
    residual_.assign(int64_t{steps_} * receivers_, 0);
    for (Block &b : blocks_) b.forward = 0, b.backward = steps_ + 1;
  }

  void release() override {
    for (auto *v : {&u_[0], &u_[1], &mu_[0], &mu_[1], &gradient_, &snapshots_}) *v = {};
  }

  void serial() override {
    for (int t = 0; t < steps_; t++) each([&](int b) { ahead(t % 2, b); });
    for (int t = 0; t < steps_; t++) each([&](int b) { back(1 - t % 2, b); });
  }

  void tasks() override {
    [[maybe_unused]] const int w = by_ + 2;
#pragma omp parallel
#pragma omp single
    {
      for (int t = 0; t < steps_; t++)
        for (int b = 0; b < by_ * bz_; b++) {
          [[maybe_unused]] char *cur = datum(du_[t % 2], b), *next = datum(du_[1 - t % 2], b);
#pragma omp task depend(inout : next[0]) depend(in : cur[0], cur[-1], cur[1], cur[-w], cur[w])
          ahead(t % 2, b);
        }
      for (int t = 0; t < steps_; t++)
        for (int b = 0; b < by_ * bz_; b++) {
          [[maybe_unused]] char *cur = datum(dm_[1 - t % 2], b), *next = datum(dm_[t % 2], b), *u = datum(du_[0], b);
#pragma omp task depend(inout : next[0]) depend(in : cur[0], cur[-1], cur[1], cur[-w], cur[w], u[0])
          back(1 - t % 2, b);
        }
    }
  }

  void loops() override {
#pragma omp parallel
    {
      for (int t = 0; t < steps_; t++) {
#pragma omp for schedule(static)
        for (int b = 0; b < by_ * bz_; b++) ahead(t % 2, b);
      }
      for (int t = 0; t < steps_; t++) {
#pragma omp for schedule(static)
        for (int b = 0; b < by_ * bz_; b++) back(1 - t % 2, b);
      }
    }
  }

  uint64_t digest() override { return hash(residual_, hash(gradient_)); }
  double value() override {
    double sum = 0;
    for (double r : residual_) sum += r * r;
    return sum / 2;
  }
  int64_t work() override { return int64_t{2} * by_ * bz_ * steps_; }

 private:
  struct Receiver {
    int64_t at;
    int no;
  };
  struct Block {
    int y0, y1, z0, z1;
    int64_t source;  // 0: not in this block
    std::vector<Receiver> receivers;
    int forward, backward;  // steps done
  };

  const int nx_, ny_, nz_;
  const int64_t row_, plane_, cells_;
  const int steps_;
  int by_ = 0, bz_ = 0, receivers_ = 0;
  std::vector<double> k_, u_[2], mu_[2], gradient_, snapshots_, wavelet_, observed_, residual_;
  std::vector<Block> blocks_;
  std::vector<char> du_[2], dm_[2];  // what tasks name, with a border that nobody writes

  int64_t at(int x, int y, int z) const { return z * plane_ + y * row_ + x; }
  char *datum(std::vector<char> &d, int b) const { return d.data() + (b / by_ + 1) * (by_ + 2) + b % by_ + 1; }

  template <class F>
  void each(F f) {
    for (int b = 0; b < by_ * bz_; b++) f(b);
  }

  void place() {
    const int sx = (nx_ + 1) / 2, sy = (ny_ + 1) / 2, sz = std::max(1, (nz_ + 1) / 4), per_row = (nx_ + 3) / 4;
    for (int l = 0; l < bz_; l++)
      for (int j = 0; j < by_; j++) {
        Block b{j * block_ + 1, 0, l * block_ + 1, 0, 0, {}, 0, 0};
        b.y1 = std::min(b.y0 + block_, ny_ + 1);
        b.z1 = std::min(b.z0 + block_, nz_ + 1);
        if (b.y0 <= sy && sy < b.y1 && b.z0 <= sz && sz < b.z1) b.source = at(sx, sy, sz);
        for (int y = b.y0; l == 0 && y < b.y1; y++)
          for (int x = 1; y % 4 == 1 && x <= nx_; x += 4) b.receivers.push_back({at(x, y, 1), y / 4 * per_row + x / 4});
        receivers_ += static_cast<int>(b.receivers.size());
        blocks_.push_back(b);
      }
  }

  // model sets k, with part of the bump that the truth has.
  void model(double part) {
    auto s = [](int i, int n) { return static_cast<double>(i) / (n + 1); };
    auto b = [&](int i, int n) { return 4 * s(i, n) * (1 - s(i, n)); };
    k_.assign(cells_, 0);
    for (int z = 1; z <= nz_; z++)
      for (int y = 1; y <= ny_; y++)
        for (int x = 1; x <= nx_; x++)
          k_[at(x, y, z)] = (0.1 + s(z, nz_) / 10) * (1 + part * b(x, nx_) * b(y, ny_) * b(z, nz_) / 4);
  }

  // laplacian of c at cell i.
  double laplacian(const double *c, int64_t i) const {
    return (c[i - 1] + c[i + 1]) + (c[i - row_] + c[i + row_]) + (c[i - plane_] + c[i + plane_]) - 6 * c[i];
  }

  void ahead(int odd, int number) {
    Block &b = blocks_[number];
    const double *__restrict cur = u_[odd].data(), *__restrict k = k_.data();
    double *__restrict next = u_[1 - odd].data(), *__restrict lap = snapshots_.data() + b.forward * cells_;
    for (int z = b.z0; z < b.z1; z++)
      for (int y = b.y0; y < b.y1; y++)
        for (int64_t i = at(1, y, z); i < at(nx_ + 1, y, z); i++) {
          lap[i] = laplacian(cur, i);
          next[i] = 2 * cur[i] - next[i] + k[i] * lap[i];
        }
    if (b.source) next[b.source] += wavelet_[b.forward];
    const int64_t step = int64_t{b.forward} * receivers_;
    for (const Receiver &r : b.receivers) residual_[step + r.no] = next[r.at] - observed_[step + r.no];
    b.forward++;
  }

  void back(int odd, int number) {
    Block &b = blocks_[number];
    b.backward--;
    const double *__restrict cur = mu_[odd].data(), *__restrict k = k_.data();
    const double *__restrict lap = snapshots_.data() + (b.backward - 1) * cells_;
    double *__restrict next = mu_[1 - odd].data(), *__restrict gradient = gradient_.data();
    for (int z = b.z0; z < b.z1; z++)
      for (int y = b.y0; y < b.y1; y++)
        for (int64_t i = at(1, y, z); i < at(nx_ + 1, y, z); i++) {
          next[i] = 2 * cur[i] - next[i] + k[i] * laplacian(cur, i);
          gradient[i] += next[i] * lap[i];
        }
    const int64_t step = int64_t{b.backward - 1} * receivers_;
    for (const Receiver &r : b.receivers) {
      const double heard = k[r.at] * residual_[step + r.no];
      next[r.at] += heard;
      gradient[r.at] += heard * lap[r.at];
    }
  }
};

}  // namespace

void fwi(std::vector<peer::Variant> &table) { peer::forms<Fwi>(table, "fwi"); }
