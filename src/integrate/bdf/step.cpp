// One step with its error test and the choice of the next step and order; Brenan, Campbell & Petzold
// 5.2.3 to 5.2.5.
#include <algorithm>
#include <cmath>

#include "control/weighted_norm.hpp"
#include "integrate/bdf/bdf.hpp"
#include "integrate/bdf/coefficients.hpp"

namespace mbdae {

namespace {

constexpr double matrix_ratio =
    0.6;  // a change of cj by more asks for a new matrix: (1-1/4)/(1+1/4)
constexpr int most_newton_failures = 10, most_singular = 3;

// Estimates of the error at the orders around k, and the order they speak for.
struct Estimates {
  double norm = 0;  // ||y - y_predicted||
  double at_k = 0, below = 0;
  double best = 0;  // of the order chosen
  int order = 1;
};

void predict(void* self) {
  Bdf& b = *static_cast<Bdf*>(self);
  const ConstVector first = b.difference(1), second = b.difference(2);
  const double gamma = b.gamma[1];
  for (std::size_t i = 0; i < b.size(); ++i) {
    b.y[i] = first[i] + second[i];
    b.yp[i] = gamma * second[i];
  }
  for (int j = 3; j <= b.order + 1; ++j) {
    const ConstVector phi = b.difference(j);
    const double g = b.gamma[static_cast<std::size_t>(j - 1)];
    for (std::size_t i = 0; i < b.size(); ++i) {
      b.y[i] += phi[i];
      b.yp[i] += g * phi[i];
    }
  }
}

void set_error_weights(Bdf& b) {
  if (b.index.empty()) return;
  const double size = std::abs(b.h);
  for (std::size_t i = 0; i < b.size(); ++i) {
    double weight = b.weight[i];
    for (int power = 1; power < b.index[i]; ++power) weight /= size;
    b.error_weight[i] = weight;
  }
}

// 1/h^(nu-1): from the norm of the error test to that of the Newton iteration
double newton_norm_factor(const Bdf& b) {
  double factor = 1;
  for (int i = 1; i < b.highest_index; ++i) factor /= std::abs(b.h);
  return factor;
}

// What is negative may be cut off if it is small in the norm of the Newton test: later steps feel it
// as they feel what the iteration leaves.
Status keep_nonnegative(Bdf& b) {
  for (std::size_t i = 0; i < b.size(); ++i) b.delta[i] = std::min(b.y[i], 0.0);
  const double norm = newton_norm_factor(b) * weighted_rms(b.delta, b.error_weight);
  if (!(norm <= newton_threshold)) return Status::diverged;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b.change[i] -= b.delta[i];
    b.y[i] -= b.delta[i];
  }
  return Status::ok;
}

Status solve_corrector(Bdf& b) {
  Iterate it{b.t,     b.h,      b.cj,           b.y,      b.yp,
             b.delta, b.change, b.error_weight, b.weight, newton_norm_factor(b)};
  const Status status = correct(b.newton, it, predict, &b);
  return status == Status::ok && b.nonnegative ? keep_nonnegative(b) : status;
}

double sigma(const Bdf& b, int i) {
  return b.sigma[static_cast<std::size_t>(i - 1)];
}

// Error at order k from the change, and at k-1, k-2 from one and two differences more.
Estimates estimate_errors(Bdf& b) {
  const int k = b.order;
  Estimates e;
  e.norm = weighted_rms(b.change, b.error_weight);
  e.at_k = e.best = sigma(b, k + 1) * e.norm;
  e.order = k;
  if (k == 1) return e;
  const auto add_difference = [&b](int i, ConstVector to) {
    const ConstVector phi = b.difference(i);
    for (std::size_t j = 0; j < b.size(); ++j) b.delta[j] = phi[j] + to[j];
    return weighted_rms(b.delta, b.error_weight);
  };
  const double scaled = (k + 1) * e.at_k;
  e.below = sigma(b, k) * add_difference(k + 1, b.change);
  double scaled_below = k * e.below;
  if (k > 2) {
    const double twice = (k - 1) * sigma(b, k - 1) * add_difference(k, b.delta);
    if (std::max(scaled_below, twice) > scaled) return e;
  } else if (scaled_below > 0.5 * scaled) {
    return e;
  }
  e.order = k - 1;
  e.best = e.below;
  return e;
}

// The order for the next step, once the raising of every step is over.
void choose_order(Bdf& b, Estimates& e, int raised_by) {
  const int k = b.order;
  if (e.order == k - 1) {
    b.order = k - 1;
    e.best = e.below;
    return;
  }
  if (k == b.max_order || k + 1 >= b.equal_steps || raised_by == 1) return;
  const ConstVector phi = b.difference(k + 2);
  for (std::size_t i = 0; i < b.size(); ++i) b.delta[i] = b.change[i] - phi[i];
  const double above = weighted_rms(b.delta, b.error_weight) / (k + 2);
  const double scaled_above = (k + 2) * above, scaled = (k + 1) * e.at_k;
  if (k == 1) {
    if (scaled_above >= 0.5 * scaled) return;
  } else {
    if (k * e.below <= std::min(scaled, scaled_above)) {
      b.order = k - 1;
      e.best = e.below;
      return;
    }
    if (scaled_above >= scaled) return;
  }
  b.order = k + 1;
  e.best = above;
}

double step_ratio(double error, int order) {
  return std::pow(2.0 * error + 1e-4, -1.0 / (order + 1));
}

void accept(Bdf& b, Estimates& e) {
  const int k = b.order, raised_by = k - b.old_order;
  count_up(b.steps);
  b.old_order = k;
  b.old_h = b.h;
  if (e.order == k - 1 || k == b.max_order) b.starting = false;
  if (b.starting) {
    b.order = k + 1;
    b.h *= 2.0;
  } else {
    choose_order(b, e, raised_by);
    const double ratio = step_ratio(e.best, b.order);
    if (ratio >= 2.0) {
      b.h *= 2.0;
    } else if (ratio <= 1.0) {
      b.h *= std::clamp(ratio, 0.5, 0.9);
    }
  }
  update_differences(b, k);
}

// Failures of one step so far.
struct Failures {
  int error = 0, newton = 0, singular = 0;
};

StepEnd after_newton_failure(Bdf& b, Failures& failures, Status status, double hmin) {
  count_up(b.newton_failures);
  if (status == Status::stopped) return StepEnd::stopped;
  if (status == Status::threw) return StepEnd::threw;
  b.h *= 0.25;
  const bool small = std::abs(b.h) < hmin;
  if (status == Status::singular) {
    return ++failures.singular < most_singular && !small ? StepEnd::accepted : StepEnd::singular;
  }
  if (++failures.newton < most_newton_failures && !small) return StepEnd::accepted;
  if (failures.error >= 3) return StepEnd::both_tests;
  return step_end_of(status);
}

StepEnd after_error_failure(Bdf& b, Failures& failures, const Estimates& e, double hmin) {
  count_up(b.error_failures);
  double ratio = 0.25;
  switch (++failures.error) {
    case 1:
      b.order = e.order;
      ratio = std::clamp(0.9 * step_ratio(e.best, b.order), 0.25, 0.9);
      break;
    case 2:
      b.order = e.order;
      break;
    default:
      b.order = 1;
  }
  b.h *= ratio;
  return std::abs(b.h) >= hmin ? StepEnd::accepted : StepEnd::error_test;
}

}  // namespace

void begin(Bdf& b, double h) {
  b.h = h;
  b.old_h = 0;
  b.order = 1;
  b.old_order = 0;
  b.equal_steps = 0;
  b.starting = true;
  b.psi[0] = h;
  b.cj = 1.0 / h;
  b.newton.cj_matrix = b.cj;
  b.newton.error_per_change = 100;
  b.newton.age = MatrixAge::stale;
  std::copy(b.y.begin(), b.y.end(), b.difference(1).begin());
  const Vector second = b.difference(2);
  for (std::size_t i = 0; i < b.size(); ++i) second[i] = h * b.yp[i];
}

StepEnd take_step(Bdf& b, double hmin) {
  const double told = b.t;
  Failures failures;
  for (;;) {
    const double last_cj = b.cj;
    const double error_constant = set_coefficients(b);
    const double ratio = b.cj / b.newton.cj_matrix;
    if (ratio < matrix_ratio || ratio > 1.0 / matrix_ratio) b.newton.age = MatrixAge::stale;
    if (b.cj != last_cj) b.newton.error_per_change = 100;
    enter_step(b);
    b.t = told + b.h;
    set_error_weights(b);

    StepEnd end = StepEnd::accepted;
    const Status status = solve_corrector(b);
    if (status == Status::ok) {
      Estimates e = estimate_errors(b);
      if (error_constant * e.norm <= 1.0) {
        accept(b, e);
        return StepEnd::accepted;
      }
      b.starting = false;
      b.t = told;
      leave_step(b);
      end = after_error_failure(b, failures, e, hmin);
    } else {
      b.starting = false;
      b.t = told;
      leave_step(b);
      end = after_newton_failure(b, failures, status, hmin);
    }
    if (end != StepEnd::accepted) {
      interpolate(b, b.order, b.t, b.y, b.yp);
      return end;
    }
  }
}

void interpolate(const Bdf& b, int order, double t, Vector y, Vector yp) {
  const std::size_t neq = b.size();
  const double back = t - b.t;
  std::copy_n(b.phi.begin(), neq, y.begin());
  std::fill(yp.begin(), yp.end(), 0.0);
  double c = 1, d = 0, ratio = back / b.psi[0];
  for (std::size_t j = 1; j <= static_cast<std::size_t>(order); ++j) {
    d = d * ratio + c / b.psi[j - 1];
    c *= ratio;
    ratio = (back + b.psi[j - 1]) / b.psi[j];
    const ConstVector phi = b.phi.subspan(j * neq, neq);
    for (std::size_t i = 0; i < neq; ++i) {
      y[i] += c * phi[i];
      yp[i] += d * phi[i];
    }
  }
}

}  // namespace mbdae
