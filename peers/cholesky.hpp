// cholesky.hpp is the tiled Cholesky problem of the C++ rivals: tiles, their kernels on one
// sequential CBLAS, and the residual.
//
// Tiles are column-major and contiguous, the layout in which OpenBLAS's dpotrf and dtrsm are at
// their best (twice as fast as row-major on the machine this was written on). Making them is
// not timed, nor is putting them together again: what heddle counts for itself as conversion
// from and to row-major storage, rivals are given.
#pragma once

#include <cblas.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cmath>

#include "peer.hpp"

extern "C" void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);  // LAPACK
extern "C" char *openblas_get_corename(void);
extern "C" char *openblas_get_config(void);

namespace peer {

// blas names the library that the kernels come from, with the kernels that it chose.
inline std::string blas() {
  std::string config = openblas_get_config();
  size_t first = config.find(' ');
  return config.substr(0, config.find(' ', first + 1)) + " " + openblas_get_corename();
}

struct Free {
  void operator()(void *p) const { std::free(p); }
};
using Storage = std::unique_ptr<double[], Free>;

// large returns n elements, whatever they hold, on large pages where the system has them.
inline Storage large(int64_t n) {
  constexpr size_t huge = size_t{2} << 20;
  size_t bytes = std::max((sizeof(double) * n + huge - 1) / huge * huge, huge);
  Storage s(static_cast<double *>(std::aligned_alloc(huge, bytes)));
  if (!s) throw std::runtime_error("out of memory: " + std::to_string(bytes) + " bytes");
  madvise(s.get(), bytes, MADV_HUGEPAGE);
  return s;
}

class Cholesky : public Problem {
 public:
  const int64_t n, nb;
  const int tiles;

  Cholesky(const Options &o, void (*run)(Cholesky &), bool whole = false)
      : n(o.n), nb(whole ? std::max<int64_t>(1, o.n) : o.nb), tiles(static_cast<int>((n + nb - 1) / nb)),
        noop_(o.noop), seed_(o.seed), run_(run) {
    if (nb > INT32_MAX) throw std::invalid_argument("-n: more than 32 bits");
  }

  // tile returns the address of tile (i, j), i >= j: column-major with rows(i) rows.
  double *tile(int i, int j) const { return data_.get() + (i * (i + int64_t{1}) / 2 + j) * stride(); }

  // rows returns the rows of the tiles in row i: nb, or fewer in the last.
  int rows(int i) const { return static_cast<int>(std::min(nb, n - i * nb)); }

  // potrf factors tile (k, k).
  void potrf(int k) {
    if (noop_) return;
    int m = rows(k), info;
    dpotrf_("L", &m, tile(k, k), &m, &info, 1);
    if (info != 0) fail(k * nb + info);
  }

  // fail says that the leading minor of that order is not positive.
  void fail(int64_t minor) { info_ = minor; }

  // trsm finishes tile (i, k) after potrf(k).
  void trsm(int i, int k) {
    if (noop_) return;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rows(i), rows(k), 1, tile(k, k),
                rows(k), tile(i, k), rows(i));
  }

  // syrk subtracts step k from the diagonal tile (i, i).
  void syrk(int i, int k) {
    if (noop_) return;
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, rows(i), rows(k), -1, tile(i, k), rows(i), 1, tile(i, i),
                rows(i));
  }

  // gemm subtracts step k from tile (i, j), i > j > k.
  void gemm(int i, int j, int k) {
    if (noop_) return;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows(i), rows(j), rows(k), -1, tile(i, k), rows(i),
                tile(j, k), rows(j), 1, tile(i, j), rows(i));
  }

  // update is syrk or gemm.
  void update(int i, int j, int k) { i == j ? syrk(i, k) : gemm(i, j, k); }

  void prepare() override {
    info_ = 0;
    data_.reset();
    data_ = large(stride() * tiles * (tiles + 1) / 2);
    if (noop_) return;
    each([&](int64_t r, int64_t c, double &a) { a = spd(r, c); });
  }

  void run() override { run_(*this); }

  double check() override {
    if (info_ != 0) throw std::runtime_error("dpotrf: info = " + std::to_string(info_));
    double r = noop_ || n == 0 ? 0 : ratio();
    data_.reset();
    return r;
  }

  std::string fields() override {
    return ",\"n\":" + std::to_string(n) + ",\"tiles\":" + std::to_string(tiles) + ",\"tile\":" + std::to_string(nb);
  }

 private:
  using Triple = std::array<double, 3>;  // a component of three vectors that are multiplied at once

  const bool noop_;
  const uint64_t seed_;
  void (*const run_)(Cholesky &);
  Storage data_;
  std::atomic<int64_t> info_{0};  // of the last potrf that failed; read after all have ended
  std::vector<Triple> x_, ax_;
  double norm_ = 0;

  // stride is the distance of tiles. Without kernels a tile is an address to depend on.
  int64_t stride() const { return noop_ ? 8 : nb * nb; }

  // spd is dense.SPDAt: uniform, and n more on the diagonal.
  double spd(int64_t i, int64_t j) const {
    double v = uniform(seed_, std::max(i, j), std::min(i, j));
    return i == j ? v + static_cast<double>(n) : v;
  }

  // each calls f(row, column, element) for the lower triangle of the matrix in tiles.
  template <class F>
  void each(F f) {
    for (int i = 0; i < tiles; i++)
      for (int j = 0; j <= i; j++)
        for (int c = 0; c < rows(j); c++)
          for (int r = i == j ? c : 0; r < rows(i); r++)
            f(i * nb + r, j * nb + c, tile(i, j)[static_cast<int64_t>(c) * rows(i) + r]);
  }

  static void add(Triple &t, double a, const Triple &x) {
    for (int v = 0; v < 3; v++) t[v] += a * x[v];
  }

  // probe makes three random x, A*x and the norm of A, once: only the seed determines them.
  void probe() {
    x_.resize(n);
    ax_.assign(n, Triple{});
    std::vector<double> sum(n);
    for (int64_t i = 0; i < n; i++)
      for (int v = 0; v < 3; v++) x_[i][v] = 2 * uniform(~seed_, i, v) - 1;
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j <= i; j++) {
        double a = spd(i, j);
        add(ax_[i], a, x_[j]);
        sum[i] += a;
        if (i == j) continue;
        add(ax_[j], a, x_[i]);
        sum[j] += a;
      }
    norm_ = *std::max_element(sum.begin(), sum.end());
  }

  // ratio is the largest |A*x - L*(L'*x)| / (n eps |A| |x|), as package lab/cholesky computes it.
  double ratio() {
    if (x_.empty()) probe();
    std::vector<Triple> y(n), z(n);
    each([&](int64_t r, int64_t c, double l) { add(y[c], l, x_[r]); });
    each([&](int64_t r, int64_t c, double l) { add(z[r], l, y[c]); });
    double worst = 0;
    for (int v = 0; v < 3; v++) {
      double err = 0, size = 0;
      for (int64_t i = 0; i < n; i++) {
        double e = std::fabs(z[i][v] - ax_[i][v]);
        if (!(e <= err)) err = e;  // NaN too
        size = std::max(size, std::fabs(x_[i][v]));
      }
      if (!(err / size <= worst)) worst = err / size;
    }
    return worst / (static_cast<double>(n) * 0x1p-53 * norm_);
  }
};

// potrf makes the row of a driver's table for one way to factor; P is Cholesky or derived from it.
template <class P = Cholesky>
Variant potrf(const char *name, const char *doc, void (*run)(Cholesky &), bool whole = false) {
  return {"potrf", name, doc, [=](const Options &o) { return std::make_unique<P>(o, run, whole); }};
}

}  // namespace peer
