// How the routines behave, whatever they compute: LDAM, OUTSIDE, INPUTS, REPEAT.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "check/calls.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

constexpr Routine in_order[] = {Routine::amat, Routine::fcn,  Routine::gcn,
                                Routine::gcnq, Routine::gcnt, Routine::gcnqq};

Vector home_of(const Checker& c, Routine routine) {
  switch (routine) {
    case Routine::amat:
      return c.M;
    case Routine::fcn:
      return c.f;
    case Routine::gcn:
      return c.g;
    case Routine::gcnq:
      return c.G;
    case Routine::gcnt:
      return c.gt;
    case Routine::gcnqq:
      return c.L;
    default:
      return {};
  }
}

Status call_watched(Checker& c, Routine routine, const Point& at, Vector& out) {
  raise_guards(c);
  const Status status = call_routine(c, routine, at, out);
  if (status == Status::ok) inspect_guards(c, routine, at, out);
  return status;
}

Status first_calls(Checker& c) {
  for (const Routine routine : in_order) {
    const Vector home = home_of(c, routine);
    std::fill(home.begin(), home.end(), 0.0);
    if (!is_given(*c.model, routine)) continue;
    Vector out;
    const Status status = call_watched(c, routine, point_of(c), out);
    if (status != Status::ok) return status;
    std::copy(out.begin(), out.end(), home.begin());
  }
  return Status::ok;
}

double relative_difference(double a, double b) {
  const double size = std::max(std::abs(a), std::abs(b));
  return size > 0 ? std::abs(a - b) / size : 0.0;
}

// Keep the entry with the largest difference.
void compare_entry(Finding& finding, std::ptrdiff_t row, std::ptrdiff_t column, double given,
                   double expected) {
  if (given == expected) return;
  const double error = relative_difference(given, expected);
  if (finding.verdict == MBDAE_FAILED && error <= finding.error) return;
  finding = {MBDAE_FAILED, static_cast<int>(row), static_cast<int>(column), error, given, expected};
}

Status check_leading_dimension(Checker& c) {
  const std::ptrdiff_t n = c.n(), ldam = n + padded_rows;
  Vector padded;
  raise_guards(c);
  const Status status = call_mass_padded(c, point_of(c), padded);
  if (status != Status::ok) return status;
  Finding& finding = c.findings[MBDAE_CHECK_LDAM];
  finding.verdict = MBDAE_PASSED;
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    for (std::ptrdiff_t i = 0; i < ldam; ++i) {
      compare_entry(finding, i, j, padded[i + j * ldam], i < n ? c.M[i + j * n] : 0.0);
    }
  }
  if (finding.verdict == MBDAE_PASSED) inspect_guards(c, Routine::amat, point_of(c), padded);
  return Status::ok;
}

// All routines at another point, so that whatever they keep belongs there. What they give does not
// matter, except the size of the rows of G.
Status calls_elsewhere(Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    const double sign = j % 2 == 0 ? 1.0 : -1.0;
    c.shifted[j] = c.q[j] + sign * nearby_distance * (1.0 + std::abs(c.q[j]));
    c.velocity[j] = c.v[j] + sign * nearby_distance * (1.0 + std::abs(c.v[j]));
  }
  std::fill(c.nearby.begin(), c.nearby.end(), 0.0);
  const Point elsewhere{c.t + nearby_distance * (1.0 + std::abs(c.t)), c.shifted, c.velocity};
  for (const Routine routine : in_order) {
    if (!is_given(*c.model, routine)) continue;
    Vector out;
    const Status status = call_routine(c, routine, elsewhere, out);
    if (ends_check(status)) return status;
    if (status != Status::ok || routine != Routine::gcnq) continue;
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      for (std::ptrdiff_t i = 0; i < m; ++i) {
        c.nearby[i] = std::max(c.nearby[i], std::abs(out[i + j * m]));
      }
    }
  }
  return Status::ok;
}

Status second_calls(Checker& c) {
  c.findings[MBDAE_CHECK_REPEAT].verdict = MBDAE_PASSED;
  for (auto it = std::rbegin(in_order); it != std::rend(in_order); ++it) {
    if (!is_given(*c.model, *it)) continue;
    Vector out;
    const Status status = call_watched(c, *it, point_of(c), out);
    if (status != Status::ok) return status;
    const Vector home = home_of(c, *it);
    for (std::ptrdiff_t k = 0; k < std::ssize(home); ++k) {
      compare_entry(c.findings[MBDAE_CHECK_REPEAT], static_cast<int>(*it), k, out[k], home[k]);
    }
  }
  return Status::ok;
}

}  // namespace

Status check_conduct(Checker& c) {
  for (const int check : {MBDAE_CHECK_OUTSIDE, MBDAE_CHECK_INPUTS}) {
    c.findings[static_cast<std::size_t>(check)].verdict = MBDAE_PASSED;
  }
  Status status = first_calls(c);
  if (status == Status::ok) status = check_leading_dimension(c);
  if (status == Status::ok) status = calls_elsewhere(c);
  if (status == Status::ok) status = second_calls(c);
  return status;
}

}  // namespace mbdae
