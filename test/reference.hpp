// Numbers from elsewhere: LAPACK by routines the library does not use, random matrices, slopes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

extern "C" {
void dgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, double* b,
            const int* ldb, int* info);
void dgelsd_(const int* m, const int* n, const int* nrhs, double* a, const int* lda, double* b,
             const int* ldb, double* s, const double* rcond, int* rank, double* work,
             const int* lwork, int* iwork, int* info);
}

namespace test {

using Numbers = std::vector<double>;

// A x = b, A square and column-major, by LU with partial pivoting.
inline Numbers solve_by_lu(Numbers A, Numbers b) {
  const int n = static_cast<int>(b.size()), one = 1;
  std::vector<int> pivots(b.size());
  int info = 0;
  dgesv_(&n, &one, A.data(), &n, pivots.data(), b.data(), &n, &info);
  if (info != 0) b.assign(b.size(), NAN);
  return b;
}

// The x of least norm among those of least residual, by the singular value decomposition.
inline Numbers solve_by_svd(Numbers A, Numbers b, double rcond, int& rank) {
  const int n = static_cast<int>(b.size()), one = 1, query = -1;
  Numbers singular(b.size()), work(1);
  std::vector<int> iwork(1);
  int info = 0;
  dgelsd_(&n, &n, &one, A.data(), &n, b.data(), &n, singular.data(), &rcond, &rank, work.data(),
          &query, iwork.data(), &info);
  const int lwork = static_cast<int>(work[0]);
  iwork.resize(static_cast<std::size_t>(iwork[0]));
  work.resize(static_cast<std::size_t>(lwork));
  dgelsd_(&n, &n, &one, A.data(), &n, b.data(), &n, singular.data(), &rcond, &rank, work.data(),
          &lwork, iwork.data(), &info);
  if (info != 0) b.assign(b.size(), NAN);
  return b;
}

// Uniform in (-1, 1), the same sequence everywhere.
class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double operator()() { return (static_cast<double>(generator_()) + 0.5) / 2147483648.0 - 1.0; }
  Numbers numbers(std::size_t count) {
    Numbers x(count);
    for (double& value : x) value = (*this)();
    return x;
  }

 private:
  std::mt19937 generator_;
};

// NaN if any entry is NaN.
inline double largest(const Numbers& x) {
  double result = 0;
  for (const double value : x) {
    if (!(std::abs(value) <= result)) result = std::abs(value);
    if (std::isnan(value)) return value;
  }
  return result;
}

inline double largest_difference(const Numbers& x, const Numbers& y) {
  Numbers difference(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) difference[i] = x[i] - y[i];
  return largest(difference);
}

// d log(error) / d log(h) from two measurements.
inline double slope(double h1, double error1, double h2, double error2) {
  return std::log(error1 / error2) / std::log(h1 / h2);
}

}  // namespace test
