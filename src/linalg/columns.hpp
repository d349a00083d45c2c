// Loops over columns shared by the factorizations: below a few dozen unknowns a call of BLAS costs
// more than these.
#pragma once

#include <cstddef>

namespace mbdae {

// Four partial sums let the compiler keep the additions in flight.
inline double dot(const double* __restrict a, const double* __restrict b, int length) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i + 4 <= length; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < length; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

inline void subtract_multiple(double factor, const double* __restrict x, double* __restrict y,
                              int length) {
  for (int i = 0; i < length; ++i) y[i] -= factor * x[i];
}

// y -= a x + b z: two columns at once halve the traffic of the update
inline void subtract_two_multiples(double a, const double* __restrict x, double b,
                                   const double* __restrict z, double* __restrict y, int length) {
  for (int i = 0; i < length; ++i) y[i] -= a * x[i] + b * z[i];
}

// The same as four calls of subtract_multiple to the last bit, with a quarter of the traffic.
inline void subtract_four_in_turn(const double* f, const double* __restrict x, std::ptrdiff_t ld,
                                  double* __restrict y, int length) {
  const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
  const double *a = x, *b = x + ld, *c = x + 2 * ld, *d = x + 3 * ld;
  for (int i = 0; i < length; ++i) {
    y[i] = (((y[i] - f0 * a[i]) - f1 * b[i]) - f2 * c[i]) - f3 * d[i];
  }
}

// y -= f[0] x + f[1] (x + ld) + f[2] (x + 2 ld) + f[3] (x + 3 ld)
inline void subtract_four_multiples(const double* f, const double* __restrict x, std::ptrdiff_t ld,
                                    double* __restrict y, int length) {
  const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
  const double *a = x, *b = x + ld, *c = x + 2 * ld, *d = x + 3 * ld;
  for (int i = 0; i < length; ++i) y[i] -= (f0 * a[i] + f1 * b[i]) + (f2 * c[i] + f3 * d[i]);
}

}  // namespace mbdae
