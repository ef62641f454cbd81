// Matrix products by one call of a threaded BLAS, row-major, checked by applying them to a vector.
#pragma once

#include <cblas.h>

#include <cmath>
#include <limits>

#include "../peer.hpp"

namespace {

inline void multiply(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c) {
  cblas_dgemm(CblasRowMajor, ta, tb, m, n, k, 1, a, lda, b, ldb, 0, c, n);
}

inline void multiply(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c) {
  cblas_sgemm(CblasRowMajor, ta, tb, m, n, k, 1, a, lda, b, ldb, 0, c, n);
}

// Gemm is C = op(A)*op(B); its size is m,n,k,ta,tb, the last two 0 or 1.
template <class T>
struct Gemm : peer::Problem {
  int m = 0, n = 0, k = 0, ta = 0, tb = 0;
  std::vector<T> a, b, c;
  std::vector<double> x, want, bound;

  explicit Gemm(const peer::Options &o) {
    if (std::sscanf(o.size.c_str(), "%d,%d,%d,%d,%d", &m, &n, &k, &ta, &tb) != 5 || m < 1 || n < 1 || k < 1)
      throw std::invalid_argument("-size " + o.size + ": want m,n,k,ta,tb, as 1000,1000,1000,0,0");
    a = random(ta ? k : m, ta ? m : k, o.seed);
    b = random(tb ? n : k, tb ? k : n, o.seed + 1);
    c.resize(static_cast<size_t>(m) * n);
    for (int i = 0; i < n; i++) x.push_back(2 * peer::uniform(~o.seed, i, 0) - 1);
    std::vector<double> y, size;
    times(b, k, n, tb, x, x, y, size);
    times(a, m, k, ta, y, size, want, bound);
  }

  static std::vector<T> random(int rows, int cols, uint64_t seed) {
    std::vector<T> v(static_cast<size_t>(rows) * cols);
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < cols; j++) v[static_cast<size_t>(i) * cols + j] = static_cast<T>(2 * peer::uniform(seed, i, j) - 1);
    return v;
  }

  // times sets y to op(A)*v and size to |op(A)|*|s|, op(A) rows x cols.
  static void times(const std::vector<T> &a, int rows, int cols, int trans, const std::vector<double> &v, const std::vector<double> &s,
                    std::vector<double> &y, std::vector<double> &size) {
    y.assign(rows, 0);
    size.assign(rows, 0);
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < cols; j++) {
        double e = trans ? a[static_cast<size_t>(j) * rows + i] : a[static_cast<size_t>(i) * cols + j];
        y[i] += e * v[j];
        size[i] += std::fabs(e) * std::fabs(s[j]);
      }
  }

  void prepare() override { std::fill(c.begin(), c.end(), std::numeric_limits<T>::quiet_NaN()); }

  void run() override {
    multiply(ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, a.data(), ta ? m : k, b.data(), tb ? k : n, c.data());
  }

  double check() override {
    std::vector<double> y, size;
    times(c, m, n, 0, x, x, y, size);
    double worst = 0, eps = std::numeric_limits<T>::epsilon() / 2;
    for (int i = 0; i < m; i++) {
      double r = std::fabs(y[i] - want[i]) / (k * eps * std::max(bound[i], std::numeric_limits<double>::min()));
      if (!(r <= worst)) worst = r;  // a NaN stays
      if (r != r) return r;
    }
    return worst;
  }
};

template <class T>
peer::Variant gemm(const char *name, const char *doc) {
  return {"gemm", name, doc, [](const peer::Options &o) { return std::make_unique<Gemm<T>>(o); }};
}

}  // namespace
