// DASSL's way to a consistent start (Brenan, Campbell & Petzold 5.3): one backward Euler step with a
// damped Newton iteration, accepted if y changed by no more than the tolerance.
#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"
#include "integrate/bdf/bdf.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();
constexpr int iterations = 10, matrix_every = 5, most_failures = 10, most_singular = 3;
constexpr double damping = 0.75;

Status evaluate(Bdf& b) {
  count_up(b.newton.residuals);
  return b.newton.equations.residual(b.newton.equations.self, b.t, b.y, b.yp, b.delta);
}

Status solve_euler(Bdf& b, double size) {
  const Equations& equations = b.newton.equations;
  double first = 0, error_per_change = 1e6;
  for (int m = 0; m < iterations; ++m) {
    Status status = evaluate(b);
    if (status != Status::ok) return status;
    if (m % matrix_every == 0) {
      count_up(b.newton.matrices);
      const NewtonPoint point{b.t, b.h, b.cj, b.y, b.yp, b.delta, b.weight, b.change};
      status = equations.new_matrix(equations.self, point);
      if (status != Status::ok) return status;
      error_per_change = 1e6;
    }
    for (double& value : b.delta) value *= damping;
    equations.solve(equations.self, b.delta);
    for (std::size_t i = 0; i < b.size(); ++i) {
      b.y[i] -= b.delta[i];
      b.yp[i] -= b.cj * b.delta[i];
    }
    const double norm = weighted_rms(b.delta, b.weight);
    if (norm <= 100 * uround * size) return Status::ok;
    if (m == 0) {
      first = norm;
    } else {
      const double rate = std::pow(norm / first, 1.0 / m);
      if (!(rate <= slowest_rate)) return Status::diverged;
      error_per_change = rate / (1.0 - rate);
    }
    if (error_per_change * norm <= newton_threshold) return Status::ok;
  }
  return Status::diverged;
}

Status cut_negative(Bdf& b) {
  for (std::size_t i = 0; i < b.size(); ++i) b.delta[i] = std::min(b.y[i], 0.0);
  if (!(weighted_rms(b.delta, b.weight) <= newton_threshold)) return Status::diverged;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b.y[i] -= b.delta[i];
    b.yp[i] -= b.cj * b.delta[i];
  }
  return Status::ok;
}

}  // namespace

StepEnd take_first_euler_step(Bdf& b, double hmin) {
  const double told = b.t;
  const Vector y0 = b.difference(1), yp0 = b.difference(2);
  std::copy(b.y.begin(), b.y.end(), y0.begin());
  std::copy(b.yp.begin(), b.yp.end(), yp0.begin());
  const double size = weighted_rms(b.y, b.weight);
  int error_failures = 0, newton_failures = 0, singular = 0;
  for (;;) {
    b.cj = 1.0 / b.h;
    b.t = told + b.h;
    for (std::size_t i = 0; i < b.size(); ++i) b.y[i] += b.h * b.yp[i];
    Status status = solve_euler(b, size);
    if (status == Status::ok && b.nonnegative) status = cut_negative(b);
    double change = 0;
    if (status == Status::ok) {
      for (std::size_t i = 0; i < b.size(); ++i) b.change[i] = b.y[i] - y0[i];
      change = weighted_rms(b.change, b.weight);
      if (change <= 1.0) return StepEnd::accepted;
    }
    b.t = told;
    std::copy(y0.begin(), y0.end(), b.y.begin());
    std::copy(yp0.begin(), yp0.end(), b.yp.begin());
    if (status == Status::stopped || status == Status::threw) return step_end_of(status);
    b.h *= status == Status::ok ? std::clamp(0.9 / (2.0 * change + 1e-4), 0.1, 0.5) : 0.25;
    const bool small = !(std::abs(b.h) >= hmin);
    if (status == Status::ok) {
      if (++error_failures >= most_failures || small) return StepEnd::error_test;
    } else if (status == Status::singular) {
      if (++singular >= most_singular || small) return step_end_of(status);
    } else if (++newton_failures >= most_failures || small) {
      return step_end_of(status);
    }
  }
}

}  // namespace mbdae
