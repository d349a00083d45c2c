// See lu_complex.hpp.
#include "linalg/lu_complex.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace mbdae {

namespace {

// y -= (re + i im) x
inline void subtract_multiple(double re, double im, const double* __restrict x,
                              double* __restrict y, int length) {
  for (int i = 0; i < 2 * length; i += 2) {
    y[i] -= re * x[i] - im * x[i + 1];
    y[i + 1] -= re * x[i + 1] + im * x[i];
  }
}

// The usual measure of a pivot, |re| + |im|.
double size(const double* z) {
  return std::abs(z[0]) + std::abs(z[1]);
}

struct Complex {
  double re, im;
};

// 1/z without overflow
Complex inverse(const double* z) {
  if (std::abs(z[0]) >= std::abs(z[1])) {
    const double ratio = z[1] / z[0], length = z[0] + ratio * z[1];
    return {1 / length, -ratio / length};
  }
  const double ratio = z[0] / z[1], length = z[1] + ratio * z[0];
  return {ratio / length, -1 / length};
}

void multiply(double* z, Complex factor) {
  const double re = z[0] * factor.re - z[1] * factor.im;
  z[1] = z[0] * factor.im + z[1] * factor.re;
  z[0] = re;
}

void swap(double* a, double* b) {
  std::swap(a[0], b[0]);
  std::swap(a[1], b[1]);
}

}  // namespace

int factor_lu_complex(double* A, int n, int* pivot) {
  const std::ptrdiff_t ld = 2 * static_cast<std::ptrdiff_t>(n);
  for (int k = 0; k < n; ++k) {
    double* column = A + k * ld;
    int row = k;
    for (int i = k + 1; i < n; ++i) {
      if (size(column + 2 * i) > size(column + 2 * row)) row = i;
    }
    pivot[k] = row;
    if (!(size(column + 2 * row) > 0)) return k;
    if (row != k) {
      for (int j = 0; j < n; ++j) swap(A + j * ld + 2 * k, A + j * ld + 2 * row);
    }
    const Complex factor = inverse(column + 2 * k);
    for (int i = k + 1; i < n; ++i) multiply(column + 2 * i, factor);
    for (int j = k + 1; j < n; ++j) {
      double* other = A + j * ld + 2 * k;
      if (other[0] == 0 && other[1] == 0) continue;
      subtract_multiple(other[0], other[1], column + 2 * (k + 1), other + 2, n - k - 1);
    }
  }
  return -1;
}

void solve_lu_complex(const double* A, int n, const int* pivot, double* x) {
  const std::ptrdiff_t ld = 2 * static_cast<std::ptrdiff_t>(n);
  for (int k = 0; k < n; ++k) {
    if (pivot[k] != k) swap(x + 2 * k, x + 2 * pivot[k]);
  }
  for (int k = 0; k < n; ++k) {
    subtract_multiple(x[2 * k], x[2 * k + 1], A + k * ld + 2 * (k + 1), x + 2 * (k + 1), n - k - 1);
  }
  for (int k = n - 1; k >= 0; --k) {
    multiply(x + 2 * k, inverse(A + k * ld + 2 * k));
    subtract_multiple(x[2 * k], x[2 * k + 1], A + k * ld, x, k);
  }
}

}  // namespace mbdae
