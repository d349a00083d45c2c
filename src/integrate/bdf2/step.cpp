// Error test, order and step of the second-order BDF; see bdf2.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"
#include "integrate/bdf2/bdf2.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

constexpr int most_newton_failures = 10;

// Largest ratio of successive steps for which the formulas of order k stay stable in practice.
constexpr std::array<double, highest_order2> largest_growth = {2, 1.8, 1.5, 1.3, 1.2};
constexpr double safety = 0.95, shrink_most = 0.25, keep_below = 1.05;

// values combined with weights; the newest is in y, the others in the past
void combine(const Bdf2& b, const ValueWeights& w, double factor, Vector sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = w.value[0] * b.y[i];
  for (int j = 1; j < w.used; ++j) {
    const ConstVector values = b.values(j - 1);
    const double weight = w.value[static_cast<std::size_t>(j)];
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * values[i];
  }
  if (w.start_rate != 0) {
    const ConstVector start = b.rates(b.grid.count - 1);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += w.start_rate * start[i];
  }
  for (double& value : sum) value *= factor;
}

double node_product(const Grid& grid, int k) {
  double product = 1;
  for (int j = 1; j <= k; ++j) product *= grid.t[0] - grid.t[static_cast<std::size_t>(j)];
  return product;
}

// || e_k ||; the point under way is the newest of the grid.
double estimate_error(Bdf2& b, const Grid& grid, int k) {
  combine(b, divided_difference(grid, 0, k + 1), b.h * node_product(grid, k), b.error);
  return weighted_rms(b.error, b.weight);
}

// What rounding errors of the positions make of the velocity estimate: u |q| times the weights. It grows
// like 1/h, and no shorter step would mend it.
double velocity_noise(const Bdf2& b, const ValueWeights& w, double factor) {
  const std::size_t n = b.sizes().n;
  const double largest = max_norm(b.values(0).first(n));
  double weights = 0;
  for (int j = 0; j < w.used; ++j) weights += std::abs(w.value[static_cast<std::size_t>(j)]);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += 1 / (b.weight1[i] * b.weight1[i]);
  constexpr double uround = std::numeric_limits<double>::epsilon();
  return uround * largest * weights * std::abs(factor) * std::sqrt(sum / static_cast<double>(n));
}

// The same of the velocities, 0 if they are not tested or nothing is known yet.
double estimate_velocity_error(Bdf2& b, const Grid& grid, int k) {
  if (!b.test_velocities || grid.count <= k + 2) return 0;
  const double factor = 2 * (k + 2) * b.h * node_product(grid, k);
  const ValueWeights w = divided_difference(grid, 0, k + 2);
  const Vector velocities = b.error.first(b.sizes().n);
  combine(b, w, factor, velocities);
  const double error = weighted_rms(velocities, b.weight1);
  return std::max(error - velocity_noise(b, w, factor), 0.0);
}

// The first step against its Taylor polynomial, whose second term is exact; variables with a first
// derivative against the trapezoidal rule.
double estimate_first_error(Bdf2& b) {
  const ConstVector y0 = b.values(0), v0 = b.rates(0);
  const std::size_t n = b.sizes().n;
  for (std::size_t i = 0; i < b.error.size(); ++i) {
    const double slope = i < n ? v0[i] + b.h / 2 * b.start_acceleration[i] : (v0[i] + b.y1[i]) / 2;
    b.error[i] = b.y[i] - y0[i] - b.h * slope;
  }
  return weighted_rms(b.error, b.weight);
}

struct Errors {
  double positions = 0, velocities = 0;

  double largest() const { return std::max(positions, velocities); }
};

Errors estimate_errors(Bdf2& b, const Grid& grid) {
  if (b.fixed) return {};
  if (b.extrapolation.on) {
    collect_point(b);
    return {error_of(b.extrapolation, grid, b.tolerances), 0};
  }
  if (grid.count == 2) return {estimate_first_error(b), 0};
  return {estimate_error(b, grid, b.order), estimate_velocity_error(b, grid, b.order)};
}

struct Choice {
  int order;
  double error;
};

// The order that would allow the longest step, judged by the positions.
Choice choose_order(Bdf2& b, const Grid& grid, const Errors& errors) {
  const int k = b.order;
  Choice best{k, errors.positions};
  double factor = plain_factor(errors.positions, k);
  const auto consider = [&](int order) {
    const double other = estimate_error(b, grid, order);
    const double longer = plain_factor(other, order);
    if (longer > factor) best = {order, other}, factor = longer;
  };
  if (k > 1) consider(k - 1);
  if (k < b.max_order && b.steps_at_order > k && grid.count >= k + 3) consider(k + 1);
  best.error = std::max(best.error, errors.velocities);
  return best;
}

// Proportional-integral control of the step.
void choose_step(Bdf2& b, const Choice& next, double error) {
  const double bounded = std::max(next.error, 1e-12);
  double factor = safety * std::pow(2 * bounded, -0.7 / (next.order + 1));
  if (b.old_error > 0) factor *= std::pow(b.old_error / bounded, 0.4 / (next.order + 1));
  factor =
      std::clamp(factor, shrink_most, largest_growth[static_cast<std::size_t>(next.order - 1)]);
  if (factor >= 1 && factor < keep_below) factor = 1;
  b.h *= factor;
  b.old_error = std::max(error, 1e-12);
  b.steps_at_order = next.order == b.order ? b.steps_at_order : 0;
  b.order = next.order;
}

void accept(Bdf2& b, const Grid& grid, const Errors& errors, bool rejected) {
  count_up(b.steps);
  count_up(b.steps_at_order);
  b.old_order = b.order;
  b.old_h = b.h;
  if (b.fixed || b.extrapolation.on) {
    push_point(b, grid);
    b.order = std::min(b.order + 1, b.max_order);
    if (b.fixed) return;
    push(b.extrapolation);
    b.h *= factor_after_success(b.extrapolation, grid, errors.largest(), rejected);
    return;
  }
  const Choice next = choose_order(b, grid, errors);
  push_point(b, grid);
  choose_step(b, next, errors.largest());
}

struct Failures {
  int error = 0, newton = 0;
};

StepEnd after_newton_failure(Bdf2& b, Failures& failures, Status status, double hmin) {
  count_up(b.newton_failures);
  if (status == Status::stopped) return StepEnd::stopped;
  if (status == Status::threw) return StepEnd::threw;
  if (b.fixed) return step_end_of(status);
  b.h *= shrink_most;
  if (++failures.newton < most_newton_failures && std::abs(b.h) >= hmin) return StepEnd::accepted;
  return failures.error >= 3 && status == Status::diverged ? StepEnd::both_tests
                                                           : step_end_of(status);
}

StepEnd after_error_failure(Bdf2& b, Failures& failures, double error, double hmin) {
  count_up(b.error_failures);
  b.h *= factor_after_failure(error, b.extrapolation.on ? 1 : b.order, ++failures.error);
  if (failures.error >= 3) b.order = 1;
  b.steps_at_order = 0;
  return std::abs(b.h) >= hmin ? StepEnd::accepted : StepEnd::error_test;
}

}  // namespace

void begin(Bdf2& b) {
  b.grid = {};
  b.grid.count = 1;
  b.grid.t[0] = b.t;
  b.newest = 0;
  b.order = 1;
  b.old_order = 0;
  b.steps_at_order = 0;
  b.old_error = 0;
  const auto [n, nr, nz] = b.sizes();
  std::copy_n(b.y.begin(), n + nr, b.values(0).begin());
  std::copy_n(b.y1.begin(), n + nr, b.rates(0).begin());
  std::copy_n(b.y.begin() + static_cast<std::ptrdiff_t>(n + nr), nz, b.algebraic(0).begin());
  std::copy_n(b.y2.begin(), n, b.start_acceleration.begin());
  if (!b.extrapolation.on) return;
  collect_point(b);
  push(b.extrapolation);
}

double first_step_length(const Bdf2& b) {
  if (b.extrapolation.on) return extrapolated_first_step(b);
  return 0.5 * std::sqrt(2 / weighted_rms(b.y2, b.weight.first(b.sizes().n)));
}

int set_weights(Bdf2& b) {
  const auto [n, nr, nz] = b.sizes();
  int bad = -1;
  const ConstVector values = b.values(0), rates = b.rates(0);
  for (std::size_t i = n; i-- > 0;) {
    b.weight1[i] = b.tolerances.weight(n + nr + nz + i, std::abs(rates[i]));
    if (!(b.weight1[i] > 0)) bad = static_cast<int>(n + nr + nz + i);
  }
  for (std::size_t i = n; i < n + nr; ++i) b.weight1[i] = std::numeric_limits<double>::infinity();
  for (std::size_t i = n + nr; i-- > 0;) {
    b.weight[i] = b.tolerances.weight(i, std::abs(values[i]));
    if (!(b.weight[i] > 0)) bad = static_cast<int>(i);
  }
  if (bad < 0 && b.extrapolation.on) return first_without_weight(b.extrapolation, b.tolerances);
  return bad;
}

StepEnd take_step(Bdf2& b, double hmin) {
  Failures failures;
  for (;;) {
    Grid grid;
    const Status status = solve_step(b, grid);
    StepEnd end = StepEnd::accepted;
    if (status == Status::ok) {
      const Errors errors = estimate_errors(b, grid);
      if (errors.largest() <= 1) {
        accept(b, grid, errors, failures.error + failures.newton > 0);
        return StepEnd::accepted;
      }
      end = after_error_failure(b, failures, errors.largest(), hmin);
    } else {
      end = after_newton_failure(b, failures, status, hmin);
    }
    if (end != StepEnd::accepted) return end;
  }
}

void interpolate(Bdf2& b, double t) {
  if (b.extrapolation.on) return interpolate_extrapolated(b, t);
  const int k = std::max(b.old_order, 1);
  const auto combine_past = [&b](const ValueWeights& w, Vector sum, auto row) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (int j = 0; j < w.used; ++j) {
      const ConstVector values = row(j);
      const double weight = w.value[static_cast<std::size_t>(j)];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * values[i];
    }
    if (w.start_rate == 0) return;
    const ConstVector start = b.rates(b.grid.count - 1);
    for (std::size_t i = 0; i < start.size(); ++i) sum[i] += w.start_rate * start[i];
  };
  const auto value_row = [&b](int j) { return ConstVector(b.values(j)); };
  combine_past(interpolation_weights(b.grid, 0, k + 1, t, 0), b.out, value_row);
  combine_past(interpolation_weights(b.grid, 0, k + 1, t, 1), b.out1, value_row);
  Grid plain = b.grid;
  plain.order[static_cast<std::size_t>(b.grid.count - 1)] = 1;
  combine_past(interpolation_weights(plain, 0, std::max(k - 1, 1), t, 0), b.out_algebraic,
               [&b](int j) { return ConstVector(b.algebraic(j)); });
  const SecondOrderEquations& equations = b.newton.equations;
  if (equations.complete != nullptr) (void)equations.complete(equations.self, t, b.out, b.out1);
}

}  // namespace mbdae
