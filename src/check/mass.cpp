// The mass matrix: M_SYMMETRIC, M_DEFINITE.
//
// Definiteness is judged on S = D^-1/2 M D^-1/2, D = diag M, so that it does not depend on units.
// If S is only semi-definite, A = S + sum of g g' over the rows g of G D^-1/2, scaled to length 1, is
// positive definite exactly if M is on the kernel of G.
#include <algorithm>
#include <cmath>
#include <limits>

#include "check/eigen.hpp"

namespace mbdae {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

Finding check_symmetry(const Checker& c) {
  constexpr double allowed = 1e-8;
  const std::ptrdiff_t n = c.n();
  Finding worst{.verdict = MBDAE_PASSED};
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    for (std::ptrdiff_t i = j + 1; i < n; ++i) {
      const double below = c.M[i + j * n], above = c.M[j + i * n];
      if (below == above) continue;
      const double scale = std::max({std::sqrt(std::abs(c.M[i * (n + 1)] * c.M[j * (n + 1)])),
                                     std::abs(below), std::abs(above)});
      const double error = std::abs(below - above) / scale;
      if (!(error > worst.error)) continue;
      worst = {error > allowed ? MBDAE_FAILED : MBDAE_PASSED,
               static_cast<int>(i),
               static_cast<int>(j),
               error,
               below,
               above};
    }
  }
  return worst;
}

// Sizes of the coordinates: sqrt(M_jj). A massless one gets the size that makes its entries of G as
// large as those of the others.
void set_units(const Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  for (std::ptrdiff_t j = 0; j < n; ++j) c.unit[j] = std::sqrt(std::abs(c.M[j * (n + 1)]));
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double& largest = c.natural[i];
    largest = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      if (c.unit[j] > 0) largest = std::max(largest, std::abs(c.G[i + j * m]) / c.unit[j]);
    }
    if (largest == 0) largest = 1.0;
  }
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    if (c.unit[j] > 0) continue;
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      c.unit[j] = std::max(c.unit[j], std::abs(c.G[i + j * m]) / c.natural[i]);
    }
    if (c.unit[j] == 0) c.unit[j] = 1.0;
  }
}

void load_scaled_mass(const Checker& c) {
  const std::ptrdiff_t n = c.n();
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    for (std::ptrdiff_t i = j; i < n; ++i) {
      const double mean = 0.5 * c.M[i + j * n] + 0.5 * c.M[j + i * n];
      c.eigenvectors[i + j * n] = mean / c.unit[i] / c.unit[j];
    }
  }
}

void add_constraints(const Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  for (std::ptrdiff_t k = 0; k < m; ++k) {
    double square = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) square += std::pow(c.G[k + j * m] / c.unit[j], 2);
    if (!(square > 0)) continue;
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      const double factor = c.G[k + j * m] / c.unit[j] / square;
      for (std::ptrdiff_t i = j; i < n; ++i) {
        c.eigenvectors[i + j * n] += factor * c.G[k + i * m] / c.unit[i];
      }
    }
  }
}

Finding check_definiteness(const Checker& c) {
  constexpr double enough_with_constraints = 1e-10;
  const double rounding = 1e-12 + 16.0 * c.n() * eps;
  load_scaled_mass(c);
  const Smallest mass = smallest_eigenvalue(c, c.n());
  if (!mass.found) return {};
  Finding finding{
      MBDAE_PASSED, mass.component, mass.component, std::max(0.0, -mass.value), mass.value, 0.0};
  if (mass.value > rounding) return finding;
  finding.verdict = MBDAE_FAILED;
  if (mass.value < -rounding) return finding;
  load_scaled_mass(c);
  add_constraints(c);
  const Smallest together = smallest_eigenvalue(c, c.n());
  if (together.found && together.value > enough_with_constraints) {
    finding.verdict = MBDAE_NOTICE;
  } else if (together.found) {
    finding.row = finding.column = together.component;
  }
  return finding;
}

}  // namespace

void check_mass(Checker& c) {
  c.findings[MBDAE_CHECK_M_SYMMETRIC] = check_symmetry(c);
  set_units(c);
  c.findings[MBDAE_CHECK_M_DEFINITE] = check_definiteness(c);
}

}  // namespace mbdae
