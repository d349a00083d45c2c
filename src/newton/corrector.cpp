// See corrector.hpp.
#include "newton/corrector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

Status evaluate(Newton& newton, Iterate& it) {
  count_up(newton.residuals);
  return newton.equations.residual(newton.equations.self, it.t, it.y, it.yp, it.delta);
}

Status renew_matrix(Newton& newton, Iterate& it) {
  count_up(newton.matrices);
  newton.age = MatrixAge::fresh;
  newton.cj_matrix = it.cj;
  newton.error_per_change = 100;
  const NewtonPoint point{it.t, it.h, it.cj, it.y, it.yp, it.delta, it.sizes, it.change};
  return newton.equations.new_matrix(newton.equations.self, point);
}

void apply_correction(Newton& newton, Iterate& it) {
  const double factor = 2.0 / (1.0 + it.cj / newton.cj_matrix);
  if (factor != 1.0) {
    for (double& value : it.delta) value *= factor;
  }
  newton.equations.solve(newton.equations.self, it.delta);
  for (std::size_t i = 0; i < it.y.size(); ++i) {
    it.y[i] -= it.delta[i];
    it.change[i] -= it.delta[i];
    it.yp[i] -= it.cj * it.delta[i];
  }
}

// An iteration that does not converge may have nothing left to correct but rounding errors, which
// the equations know better than the sizes of single components.
Status give_up(const Newton& newton, const Iterate& it, double norm) {
  const Equations& equations = newton.equations;
  if (equations.size == nullptr) return Status::diverged;
  const double rounding = 100 * uround * equations.size(equations.self, it.y, it.weight);
  return norm <= rounding ? Status::ok : Status::diverged;
}

// From the prediction on, F there being in delta.
Status iterate_newton(Newton& newton, Iterate& it) {
  const double rounding = 100 * uround * weighted_rms(it.y, it.weight);
  std::fill(it.change.begin(), it.change.end(), 0.0);
  double first = 0, norm = 0;
  for (int m = 0; m < most_iterations; ++m) {
    if (m > 0) {
      const Status status = evaluate(newton, it);
      if (status != Status::ok) return status;
    }
    apply_correction(newton, it);
    norm = weighted_rms(it.delta, it.weight);
    if (norm <= rounding) return Status::ok;
    if (m == 0) {
      first = norm;
    } else {
      const double rate = m == 1 ? norm / first : std::pow(norm / first, 1.0 / m);
      if (!(rate <= slowest_rate)) return give_up(newton, it, norm);
      newton.error_per_change = rate / (1.0 - rate);
    }
    if (newton.error_per_change * (it.norm_factor * norm) <= newton_threshold) return Status::ok;
  }
  return give_up(newton, it, norm);
}

bool improve(const Equations& equations) {
  return equations.improve != nullptr && equations.improve(equations.self);
}

Status correct_until_fresh(Newton& newton, Iterate& it, void (*predict)(void*), void* predictor) {
  for (;;) {
    predict(predictor);
    Status status = evaluate(newton, it);
    if (status != Status::ok) return status;
    if (newton.age == MatrixAge::stale) {
      status = renew_matrix(newton, it);
      if (status != Status::ok) return status;
    }
    status = iterate_newton(newton, it);
    if (status != Status::diverged) return status;
    if (newton.age == MatrixAge::fresh && !improve(newton.equations)) return status;
    newton.age = MatrixAge::stale;
  }
}

}  // namespace

Status correct(Newton& newton, Iterate& it, void (*predict)(void*), void* predictor) {
  const Status status = correct_until_fresh(newton, it, predict, predictor);
  if (newton.age != MatrixAge::fresh) return status;
  const bool slow = status == Status::ok && newton.error_per_change < 100 &&
                    newton.error_per_change > slow_per_change;
  newton.age = slow && improve(newton.equations) ? MatrixAge::stale : MatrixAge::old;
  return status;
}

}  // namespace mbdae
