// What the point does to the constraints: RANK, POSITION, VELOCITY. Notices, as none of it need be a
// mistake of the model.
#include <algorithm>
#include <cmath>

#include "check/eigen.hpp"

namespace mbdae {

namespace {

// sqrt of the pivot ratio of G M^-1 G' that rkstab counts in NNEAR
constexpr double near_loss = 1e-4;

// A row that is much smaller here than nearby, as at the dead point of a crank.
Finding check_vanishing(const Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  Finding worst{.verdict = MBDAE_PASSED};
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double here = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) here = std::max(here, std::abs(c.G[i + j * m]));
    const double ratio = here == 0 ? 0.0 : here / std::max(here, c.nearby[i]);
    if (ratio >= near_loss || 1.0 - ratio <= worst.error) continue;
    worst = {MBDAE_NOTICE, static_cast<int>(i), -1, 1.0 - ratio, ratio, near_loss};
  }
  return worst;
}

// c.eigenvectors := Gram matrix of the rows of G, coordinates in units of c.unit, rows of length 1
void load_gram(const Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  for (std::ptrdiff_t k = 0; k < m; ++k) {
    double square = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) square += std::pow(c.G[k + j * m] / c.unit[j], 2);
    c.scale[k] = square > 0 ? 1.0 / std::sqrt(square) : 0.0;
  }
  for (std::ptrdiff_t k = 0; k < m; ++k) {
    for (std::ptrdiff_t i = k; i < m; ++i) {
      double sum = 0;
      for (std::ptrdiff_t j = 0; j < n; ++j) {
        sum += c.scale[i] * c.G[i + j * m] / c.unit[j] * (c.scale[k] * c.G[k + j * m] / c.unit[j]);
      }
      c.eigenvectors[i + k * m] = sum;
    }
  }
}

Finding check_rank(const Checker& c) {
  const Finding vanishing = check_vanishing(c);
  if (vanishing.verdict == MBDAE_NOTICE) return vanishing;
  load_gram(c);
  const Smallest smallest = smallest_eigenvalue(c, c.m());
  if (!smallest.found) return {};
  const double singular = std::sqrt(std::max(0.0, smallest.value));
  const bool near = singular < near_loss;
  return {near ? MBDAE_NOTICE : MBDAE_PASSED, smallest.component, -1,
          near ? 1.0 - singular : 0.0,        singular,           near_loss};
}

struct Residual {
  double value, terms, floor;  // the residual, the size of its terms, and what rounding may leave
};

void keep_worst(Finding& worst, std::ptrdiff_t row, const Residual& r) {
  constexpr double allowed = 1e-8;
  const double size = std::abs(r.value);
  const double relative = size > r.floor ? size / std::max(r.terms, size) : 0.0;
  const bool violated = size > allowed * r.terms + r.floor;
  const bool before = worst.verdict == MBDAE_NOTICE;
  if (before && !violated) return;
  if (before == violated && worst.row >= 0 && relative <= worst.error) return;
  worst = {
      violated ? MBDAE_NOTICE : MBDAE_PASSED, static_cast<int>(row), -1, relative, r.value, 0.0};
}

// `shift` is q for the positions, v for the velocities; values the residuals, extra a further term
Finding check_residual(const Checker& c, ConstVector shift, ConstVector extra, bool velocities) {
  constexpr double rounding = 1e-12;
  const std::ptrdiff_t n = c.n(), m = c.m();
  Finding worst{.verdict = MBDAE_PASSED};
  double fastest = velocities ? 0.0 : 1.0;
  for (const double value : shift) fastest = std::max(fastest, std::abs(value));
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double sum = extra[i], terms = velocities ? std::abs(extra[i]) : 0.0, largest = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      const double entry = c.G[i + j * m];
      if (velocities) sum += entry * shift[j];
      terms += std::abs(entry * shift[j]);
      largest = std::max(largest, std::abs(entry));
    }
    keep_worst(worst, i, {sum, terms, rounding * largest * fastest});
  }
  return worst;
}

}  // namespace

void check_constraints(Checker& c) {
  if (c.m() == 0) return;
  c.findings[MBDAE_CHECK_RANK] = check_rank(c);
  if (c.model->holonomic) {
    c.findings[MBDAE_CHECK_POSITION] = check_residual(c, c.q, c.g, false);
  }
  if (rate_is_wrong(c)) return;
  c.findings[MBDAE_CHECK_VELOCITY] = check_residual(c, c.v, c.gt, true);
}

}  // namespace mbdae
