// stencil.hpp is apps/stencil for the 27-point operator: a sparse matrix whose every entry is stored
// and read, in lines of rows along x, and the cutting of the grid into blocks of lines.
#pragma once

#include "iterative.hpp"

namespace stencil {

// Vector has one guard element before and after its elements, for entries that only fill up a line.
class Vector {
 public:
  explicit Vector(int64_t rows = 0) : all_(rows + 2) {}
  double *rows() { return all_.data() + 1; }
  const double *rows() const { return all_.data() + 1; }
  void zero() { std::fill(all_.begin(), all_.end(), 0.0); }
  const std::vector<double> &all() const { return all_; }

 private:
  std::vector<double> all_;
};

// dot adds in four partial sums, whose order depends on the length alone.
inline double dot(const double *x, const double *y, int64_t n) {
  double s[4] = {};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; k++) s[k] += x[i + k] * y[i + k];
  for (; i < n; i++) s[0] += x[i] * y[i];
  return (s[0] + s[1]) + (s[2] + s[3]);
}

inline void axpy(double *__restrict y, const double *__restrict x, double a, int64_t n) {
  for (int64_t i = 0; i < n; i++) y[i] += a * x[i];
}

// scale computes y = x + b y.
inline void scale(double *__restrict y, const double *__restrict x, double b, int64_t n) {
  for (int64_t i = 0; i < n; i++) y[i] = x[i] + b * y[i];
}

// Side is the entries of a line on one side of the diagonal: the neighbour along x, and groups of
// three in other lines, of which at is how far the middle one lies from the row.
struct Side {
  int64_t begin = 0;  // of its values
  int groups = 0;
  int64_t at[4] = {};
  int width() const { return 3 * groups + 1; }
};

// groups is the product of three values each with x around the row's own element.
inline double groups(const Side &s, const double *v, const double *x) {
  double sum[4] = {};
  auto group = [&](int k) {
    const double *u = x + s.at[k];
    sum[k] = v[3 * k] * u[-1] + v[3 * k + 1] * u[0] + v[3 * k + 2] * u[1];
  };
  if (s.groups == 4) {  // inside the grid
    group(0), group(1), group(2), group(3);
  } else {
    for (int k = 0; k < s.groups; k++) group(k);
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Matrix has the given number on the diagonal and -1 for each neighbour. Its methods work on line l.
class Matrix {
 public:
  const int64_t nx, ny, nz, rows;

  Matrix(int64_t x, int64_t y, int64_t z, double diagonal)
      : nx(x), ny(y), nz(z), rows(x * y * z), diag_(rows, diagonal), inv_(rows, 1 / diagonal), low_(y * z), up_(y * z) {
    for (int64_t l = 0; l < ny * nz; l++) {
      side(low_[l], l, -1, low_values_);
      side(up_[l], l, 1, up_values_);
    }
  }

  void multiply(Vector &y, const Vector &x, int64_t l) const {
    const Side &lo = low_[l], &hi = up_[l];
    for (int64_t i = l * nx; i < (l + 1) * nx; i++) y.rows()[i] = product(lo, hi, x, i);
  }

  double residual(const Vector &r, const Vector &x, int64_t i) const {
    return r.rows()[i] - product(low_[i / nx], up_[i / nx], x, i);
  }

  // remainder computes t = r - U x.
  void remainder(Vector &t, const Vector &r, const Vector &x, int64_t l) const {
    const Side &s = up_[l];
    const double *v = up_values_.data() + s.begin;
    for (int64_t i = l * nx; i < (l + 1) * nx; i++, v += s.width())
      t.rows()[i] = r.rows()[i] - (groups(s, v, x.rows() + i) + v[3 * s.groups] * x.rows()[i + 1]);
  }

  // forward solves (D + L) x = t. Only one product and one difference wait for the row before.
  void forward(Vector &x, const Vector &t, int64_t l) const {
    const Side &s = low_[l];
    const double *v = low_values_.data() + s.begin;
    double before = x.rows()[l * nx - 1];
    for (int64_t i = l * nx; i < (l + 1) * nx; i++, v += s.width()) {
      const double q = inv_[i];
      before = (t.rows()[i] - groups(s, v, x.rows() + i)) * q - v[3 * s.groups] * q * before;
      x.rows()[i] = before;
    }
  }

  // backward is the backward sweep of symmetric Gauss-Seidel after forward for t.
  void backward(Vector &x, const Vector &r, const Vector &t, int64_t l) const {
    const Side &s = up_[l];
    double next = x.rows()[(l + 1) * nx];
    for (int64_t k = nx - 1; k >= 0; k--) {
      const int64_t i = l * nx + k;
      const double *v = up_values_.data() + s.begin + k * s.width();
      const double q = inv_[i];
      next = x.rows()[i] + (r.rows()[i] - t.rows()[i] - groups(s, v, x.rows() + i)) * q - v[3 * s.groups] * q * next;
      x.rows()[i] = next;
    }
  }

  // row_sums is A times ones.
  Vector row_sums() const {
    Vector one(rows), y(rows);
    std::fill(one.rows(), one.rows() + rows, 1.0);
    for (int64_t l = 0; l < ny * nz; l++) multiply(y, one, l);
    return y;
  }

 private:
  std::vector<double> diag_, inv_, low_values_, up_values_;
  std::vector<Side> low_, up_;

  double product(const Side &lo, const Side &hi, const Vector &x, int64_t i) const {
    const int64_t k = i % nx;
    const double *v = low_values_.data() + lo.begin + k * lo.width(), *w = up_values_.data() + hi.begin + k * hi.width();
    const double *u = x.rows() + i;
    return (groups(lo, v, u) + groups(hi, w, u)) + (v[3 * lo.groups] * u[-1] + diag_[i] * u[0] + w[3 * hi.groups] * u[1]);
  }

  // side stores what line l has below (sign -1) or above the diagonal.
  void side(Side &s, int64_t l, int sign, std::vector<double> &values) const {
    const int64_t y = l % ny, z = l / ny;
    s.begin = static_cast<int64_t>(values.size());
    for (int dz = -1; dz <= 1; dz++)
      for (int dy = -1; dy <= 1; dy++) {
        const int64_t d = dz * ny + dy;
        const bool there = 0 <= z + dz && z + dz < nz && 0 <= y + dy && y + dy < ny;
        if (there && (dz == 0 ? dy : dz) * sign > 0) s.at[s.groups++] = d * nx;
      }
    for (int64_t x = 0; x < nx; x++) {
      for (int g = 0; g < s.groups; g++)
        for (int dx = -1; dx <= 1; dx++) values.push_back(0 <= x + dx && x + dx < nx ? -1 : 0);
      values.push_back(0 <= x + sign && x + sign < nx ? -1 : 0);
    }
  }
};

struct Span {
  int64_t lo, hi;  // lines
};

// Cut is a grid of ny x nz lines in blocks of spans of lines.
class Cut {
 public:
  std::vector<std::vector<Span>> blocks;

  // consecutive cuts into blocks of so many lines.
  static Cut consecutive(int64_t ny, int64_t nz, int64_t lines) {
    Cut c(ny, nz);
    for (int64_t lo = 0; lo < ny * nz; lo += lines) c.add({{lo, std::min(lo + lines, ny * nz)}});
    return c;
  }

  // slanted cuts into blocks of depth planes and about width lines in each, which move by one line
  // towards y = 0 from plane to plane, so that a block needs only blocks before it.
  static Cut slanted(int64_t ny, int64_t nz, int64_t width, int64_t depth) {
    Cut c(ny, nz);
    for (int64_t z0 = 0; z0 < nz; z0 += depth) {
      const int64_t z1 = std::min(z0 + depth, nz), reach = ny + z1 - z0 - 1, n = std::max<int64_t>(1, (reach + width / 2) / width);
      for (int64_t k = 0; k < n; k++) {
        std::vector<Span> b;
        for (int64_t z = z0; z < z1; z++) {
          const int64_t lo = std::max<int64_t>(k * reach / n - (z - z0), 0), hi = std::min((k + 1) * reach / n - (z - z0), ny);
          if (lo < hi) b.push_back({z * ny + lo, z * ny + hi});
        }
        c.add(b);
      }
    }
    return c;
  }

  int of(int64_t line) const { return of_[line]; }

  // near lists the blocks that hold a line of block b or a neighbour of one; sign -1 and 1 those other
  // blocks that hold an earlier or a later neighbour.
  std::vector<int> near(int b, int sign = 0) const {
    std::vector<int> out;
    for (const Span &s : blocks[b])
      for (int64_t l = s.lo; l < s.hi; l++)
        for (int64_t z = std::max<int64_t>(l / ny_ - 1, 0); z <= std::min(l / ny_ + 1, nz_ - 1); z++)
          for (int64_t y = std::max<int64_t>(l % ny_ - 1, 0); y <= std::min(l % ny_ + 1, ny_ - 1); y++) {
            const int64_t k = z * ny_ + y;
            if (sign == 0 || ((k - l) * sign > 0 && of_[k] != b)) out.push_back(of_[k]);
          }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // needed lists the blocks that must be swept before block b in a sweep upwards (-1) or downwards
  // (1), without those that one of the others needs anyway.
  std::vector<int> needed(int b, int sign) const {
    const std::vector<int> direct = near(b, sign);
    std::vector<int> out;
    for (int k : direct) {
      bool implied = false;
      for (int j : direct) {
        const std::vector<int> theirs = near(j, sign);
        implied = implied || (j != k && std::find(theirs.begin(), theirs.end(), k) != theirs.end());
      }
      if (!implied) out.push_back(k);
    }
    return out;
  }

 private:
  int64_t ny_, nz_;
  std::vector<int> of_;

  Cut(int64_t ny, int64_t nz) : ny_(ny), nz_(nz), of_(ny * nz) {}
  void add(std::vector<Span> b) {
    for (const Span &s : b) std::fill(of_.begin() + s.lo, of_.begin() + s.hi, static_cast<int>(blocks.size()));
    blocks.push_back(std::move(b));
  }
};

inline double sum(const std::vector<double> &v) {
  double s = 0;
  for (double x : v) s += x;
  return s;
}

}  // namespace stencil
