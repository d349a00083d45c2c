// See stepper.hpp.
#include "integrate/rk/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbdae {

namespace {

// out += h sum_j weights[j] K_j, j < count
void accumulate(const Stepper& s, double h, const double* weights, int count, Vector out) {
  const std::size_t length = out.size();
  double* __restrict to = out.data();
  for (int j = 0; j < count; ++j) {
    if (weights[j] == 0.0) continue;
    const double factor = h * weights[j];
    const double* __restrict k = s.derivative(j).data();
    for (std::size_t i = 0; i < length; ++i) to[i] += factor * k[i];
  }
}

// out = base + h sum_j weights[j] K_j
void combine(const Stepper& s, ConstVector base, double h, const double* weights, int count,
             Vector out) {
  std::copy(base.begin(), base.end(), out.begin());
  accumulate(s, h, weights, count, out);
}

// out = h sum_j weights[j] K_j
void combine(const Stepper& s, double h, const double* weights, int count, Vector out) {
  std::fill(out.begin(), out.end(), 0.0);
  accumulate(s, h, weights, count, out);
}

Status check_finite(Stepper& s, double t_new) {
  const int component = first_not_finite(s.y_new);
  if (component < 0) return Status::ok;
  s.dynamics.model->fault = {Routine::none, component, 0, t_new, s.y_new[component]};
  return Status::overflow;
}

Status evaluate_stages(Stepper& s, double t, double h, double t_new) {
  const Tableau& tab = *s.tableau;
  for (int i = 1; i < tab.stages; ++i) {
    combine(s, s.y, h, tab.a + i * max_stages, i, s.y_stage);
    const double at = tab.c[i] == 1.0 ? t_new : t + tab.c[i] * h;
    const Status status =
        state_derivative(s.dynamics, at, s.y_stage, s.derivative(i), s.lambda_unused);
    if (status != Status::ok) return status;
  }
  combine(s, s.y, h, tab.b, tab.stages, s.y_new);
  return check_finite(s, t_new);
}

// Where the embedded estimate is this far below the tolerance a correction that is not cannot come
// from the step: it is rounding error, magnified by a small G, and no shorter step would avoid it.
constexpr double negligible_error = 1e-3;

// The stabilized result less that of the embedded formula; y_stage holds the result before
// stabilization. Why the correction counts, and when not: docs/theory.md.
double embedded_error(Stepper& s, double h) {
  combine(s, h, s.tableau->e, s.tableau->stages + 1, s.e);
  const double err = weighted_rms(s.tolerances, s.e, s.y, s.y_new);
  if (!s.correction_in_error || !s.drift_is_own || !s.stabilized) return err;
  double largest = 0;
  for (std::size_t i = 0; i < s.e.size(); ++i) {
    const double correction = s.y_new[i] - s.y_stage[i];
    s.e[i] += correction;
    largest = std::max(largest, std::abs(correction));
  }
  constexpr double rounding = 32.0 * std::numeric_limits<double>::epsilon();
  if (largest <= rounding * max_norm(s.y)) return err;
  const double whole = weighted_rms(s.tolerances, s.e, s.y, s.y_new);
  return whole > 1.0 && err < negligible_error ? err : whole;
}

// |e5|^2 / sqrt(|e5|^2 + 0.01 |e3|^2), Solving ODEs I, (II.10.17)
double two_embedded_error(Stepper& s, double h) {
  combine(s, h, s.tableau->e, s.tableau->stages, s.e);
  combine(s, h, s.tableau->e_low, s.tableau->stages, s.e_low);
  const double high = weighted_squares(s.tolerances, s.e, s.y, s.y_new);
  const double low = weighted_squares(s.tolerances, s.e_low, s.y, s.y_new);
  const double denominator = high + 0.01 * low;
  if (denominator == 0) return 0;
  return high / std::sqrt(denominator * static_cast<double>(s.e.size()));
}

}  // namespace

Status finish_at(Stepper& s, double t_new) {
  const auto n = static_cast<std::size_t>(s.dynamics.model->n);
  const Vector q = s.y_new.first(n), v = s.y_new.subspan(n);
  const Vector dydt = s.derivative(s.tableau->stages);
  Matrices matrices = Matrices::elsewhere;
  Status status = Status::ok;
  const int count = s.stabilizer.count;
  if (s.stabilizer.acts(*s.dynamics.model)) {
    status = stabilize(s.dynamics, s.stabilizer, t_new, q, v, matrices);
    if (status == Status::ok) status = check_finite(s, t_new);
    if (status != Status::ok) return status;
    s.stabilized = s.stabilizer.count > count;
  }
  if (matrices == Matrices::elsewhere) {
    return state_derivative(s.dynamics, t_new, s.y_new, dydt, s.lambda_new);
  }
  std::copy(v.begin(), v.end(), dydt.begin());
  return accelerations(s.dynamics, t_new, q, v, dydt.subspan(n), s.lambda_new);
}

Status attempt_step(Stepper& s, double t, double h, double t_new, double& err) {
  err = 0;
  s.interpolant_ready = false;
  Status status = evaluate_stages(s, t, h, t_new);
  if (status != Status::ok) return status;
  if (s.error_control && s.tableau->estimate == ErrorEstimate::two_embedded) {
    err = two_embedded_error(s, h);
    if (!(err <= 1.0)) return Status::ok;
  }
  std::copy(s.y_new.begin(), s.y_new.end(), s.y_stage.begin());
  status = finish_at(s, t_new);
  if (status != Status::ok) return status;
  if (s.error_control && s.tableau->estimate == ErrorEstimate::one_embedded) {
    err = embedded_error(s, h);
  }
  return Status::ok;
}

Status complete_interpolant(Stepper& s, double t, double h) {
  if (s.interpolant_ready) return Status::ok;
  const Tableau& tab = *s.tableau;
  const StepEnds ends{t, h, s.y, s.y_new, s.derivative(0), s.derivative(tab.stages)};
  set_hermite(s.interpolant, ends, tab.interpolant_terms());
  for (int i = tab.stages + 1; i < tab.derivatives(); ++i) {
    combine(s, s.y, h, tab.a + i * max_stages, i, s.y_stage);
    const Status status =
        state_derivative(s.dynamics, t + tab.c[i] * h, s.y_stage, s.derivative(i), s.lambda_unused);
    if (status != Status::ok) return status;
  }
  for (int row = 0; row < tab.dense_rows; ++row) {
    combine(s, h, tab.dense + row * max_stages, tab.derivatives(), s.interpolant.term(4 + row));
  }
  s.interpolant_ready = true;
  return Status::ok;
}

void commit_step(Stepper& s) {
  const Vector dydt = s.derivative(s.tableau->stages);
  std::copy(s.y_new.begin(), s.y_new.end(), s.y.begin());
  std::copy(dydt.begin(), dydt.end(), s.K.begin());
  std::copy(s.lambda_new.begin(), s.lambda_new.end(), s.lambda.begin());
  s.drift_is_own = s.stabilized;
}

}  // namespace mbdae
