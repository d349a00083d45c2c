// Loops over columns shared by the factorizations: below a few dozen unknowns a call of BLAS costs
// more than these.
#pragma once

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

}  // namespace mbdae
