// Smallest eigenvalue of a symmetric matrix, by LAPACK.
#pragma once

#include <algorithm>
#include <cmath>

#include "check/checker.hpp"
#include "linalg/lapack.hpp"

namespace mbdae {

struct Smallest {
  bool found = false;
  double value = 0;
  int component = -1;  // largest component of its vector
};

// Of the size x size matrix whose lower triangle is in c.eigenvectors; destroys it.
inline Smallest smallest_eigenvalue(const Checker& c, int size) {
  const int lwork = 3 * size;
  int info = 0;
  dsyev_("V", "L", &size, c.eigenvectors.data(), &size, c.eigenvalues.data(), c.eigenwork.data(),
         &lwork, &info, 1, 1);  // ascending
  if (info != 0) return {};
  const double* x = c.eigenvectors.data();
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return {true, c.eigenvalues[0], static_cast<int>(std::max_element(x, x + size, larger) - x)};
}

}  // namespace mbdae
