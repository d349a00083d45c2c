// See second_order.hpp.
#include "newton/second_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();
constexpr double slopes_alike = 0.1;  // beyond this change of slope2 the matrix is factored anew
// Rates that ask for a better matrix next time. M and G cost a factorization, derivatives n models more.
constexpr double wants_matrix = 0.03, wants_derivatives = 0.3;
constexpr double hopeless = 0.9;

Status evaluate(SecondOrderNewton& newton, SecondOrderIterate& it) {
  count_up(newton.residuals);
  SecondOrderPoint& p = it.point;
  return newton.equations.residual(newton.equations.self, p.t, p.y, p.y1, p.y2, it.delta);
}

// The change of y, and of y' by it, in their weights.
double size_of_change(const SecondOrderNewton& newton, const SecondOrderIterate& it) {
  const std::size_t count = newton.equations.sizes.differential();
  const ConstVector change = it.delta;
  return std::max(weighted_rms(change.first(count), it.point.weight),
                  std::abs(it.slope1) * weighted_rms(change.first(count), it.point.weight1));
}

// What rounding errors of y make of that; constraints spread those of the largest over all others.
double size_of_rounding(const SecondOrderNewton& newton, const SecondOrderIterate& it) {
  const std::size_t count = newton.equations.sizes.differential();
  const double largest = max_norm(it.point.y.first(count));
  double sum = 0, sum1 = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = largest / it.point.weight[i], b = it.slope1 * largest / it.point.weight1[i];
    sum += a * a;
    sum1 += b * b;
  }
  return uround * std::sqrt(std::max(sum, sum1) / static_cast<double>(count));
}

void apply_correction(SecondOrderNewton& newton, SecondOrderIterate& it) {
  newton.equations.solve(newton.equations.self, it.delta);
  const auto [n, nr, nz] = newton.equations.sizes;
  SecondOrderPoint& p = it.point;
  for (std::size_t i = 0; i < p.y.size(); ++i) p.y[i] -= it.delta[i];
  for (std::size_t i = 0; i < n + nr; ++i) p.y1[i] -= it.slope1 * it.delta[i];
  for (std::size_t i = 0; i < n; ++i) p.y2[i] -= it.slope2 * it.delta[i];
}

// Before the first correction, F of the prediction being known.
Status prepare_matrix(SecondOrderNewton& newton, SecondOrderIterate& it) {
  const SecondOrderEquations& e = newton.equations;
  const bool other_slopes =
      std::abs(it.slope2 - newton.slope2) > slopes_alike * std::abs(newton.slope2);
  newton.fresh = Freshness::old;
  if (!newton.renew_derivatives && !newton.renew_matrix && !other_slopes) return Status::ok;
  e.load(e.self);
  newton.fresh = Freshness::new_matrix;
  if (newton.renew_derivatives) {
    count_up(newton.derivations);
    const Status status = e.derive(e.self, it.point);
    if (status != Status::ok) return status;
    newton.fresh = Freshness::new_derivatives;
  }
  count_up(newton.factorizations);
  newton.slope1 = it.slope1;
  newton.slope2 = it.slope2;
  newton.error_per_change = 100;
  const Status status = e.factor(e.self, it.slope1, it.slope2);
  newton.renew_derivatives = newton.renew_matrix = status != Status::ok;
  return status;
}

// A rate that was measured in earlier steps is trusted less and less: the matrix has aged since.
void age_rate(SecondOrderNewton& newton) {
  if (newton.error_per_change < 1) {
    newton.error_per_change = std::pow(std::max(newton.error_per_change, 1e-6), 0.8);
  }
}

Status iterate_newton(SecondOrderNewton& newton, SecondOrderIterate& it) {
  age_rate(newton);
  const double rounding = 10 * size_of_rounding(newton, it);
  double last = 0;
  for (int m = 0; m < newton.most_iterations; ++m) {
    if (m > 0) {
      const Status status = evaluate(newton, it);
      if (status != Status::ok) return status;
    }
    apply_correction(newton, it);
    const double change = size_of_change(newton, it);
    if (change <= rounding) return Status::ok;
    if (m > 0) {
      const double rate = change / last;
      if (!(rate < hopeless)) return Status::diverged;
      newton.error_per_change = rate / (1 - rate);
      if (rate > wants_matrix) newton.renew_matrix = true;
      if (rate > wants_derivatives && newton.fresh == Freshness::new_matrix) {
        newton.renew_derivatives = true;
      }
      const double left = newton.error_per_change * change;
      if (left * std::pow(rate, newton.most_iterations - 1 - m) > newton.threshold) {
        return Status::diverged;
      }
    } else if (!(change < std::numeric_limits<double>::infinity())) {
      return Status::diverged;
    }
    if (newton.error_per_change * change <= newton.threshold) return Status::ok;
    last = change;
  }
  return Status::diverged;
}

}  // namespace

Status correct(SecondOrderNewton& newton, SecondOrderIterate& it) {
  for (;;) {
    it.predict(it.predictor);
    Status status = evaluate(newton, it);
    if (status == Status::ok) status = prepare_matrix(newton, it);
    if (status == Status::ok) status = iterate_newton(newton, it);
    if (status != Status::diverged || newton.fresh == Freshness::new_derivatives) return status;
    newton.renew_matrix = true;
    newton.renew_derivatives = newton.fresh == Freshness::new_matrix;
  }
}

}  // namespace mbdae
