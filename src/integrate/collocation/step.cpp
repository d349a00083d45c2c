// Error estimate, step control and output of collocation; see collocation.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"
#include "integrate/collocation/collocation.hpp"
#include "linalg/columns.hpp"
#include "linalg/lu.hpp"

namespace mbdae {

namespace {

constexpr int most_newton_failures = 10, most_error_failures = 20;
constexpr double safety = 0.9, grow_most = 8, shrink_most = 0.2, keep_below = 1.2;

void copy(ConstVector from, Vector to) {
  std::copy(from.begin(), from.end(), to.begin());
}

Vector last_stage(Vector all, std::size_t stages) {
  const std::size_t length = all.size() / stages;
  return all.subspan((stages - 1) * length, length);
}

// sum of b_i x_i over the stages, times h
void quadrature(const Collocation& c, ConstVector x, Vector sum) {
  const std::size_t n = sum.size();
  for (std::size_t k = 0; k < n; ++k) {
    double total = 0;
    for (std::size_t i = 0; i < c.stages(); ++i) total += c.method->b[i] * x[i * n + k];
    sum[k] += c.h * total;
  }
}

// out += A x
void add_product(ConstVector A, ConstVector x, double factor, Vector out) {
  const auto n = static_cast<int>(out.size());
  for (std::size_t j = 0; j < x.size(); ++j) {
    subtract_multiple(-factor * x[j], A.data() + j * out.size(), out.data(), n);
  }
}

void remember_point(Collocation& c) {
  copy(c.q, c.old_q);
  copy(c.v, c.old_v);
  copy(c.a, c.old_a);
  copy(c.old_lambda, c.older_lambda);
  copy(c.lambda, c.old_lambda);
}

void return_to_point(Collocation& c) {
  copy(c.old_q, c.q);
  copy(c.old_v, c.v);
  copy(c.old_a, c.a);
  copy(c.old_lambda, c.lambda);
  c.first = true;  // what was before is lost
}

// Gustafsson's predictive control beside the plain one (Hairer & Wanner IV.8).
double choose_step(Collocation& c, double error) {
  const double exponent = 1.0 / (c.method->error_order + 1);
  const double bounded = std::max(error, 1e-10);
  double quotient = std::pow(bounded, exponent) / safety;
  if (c.accepted_h != 0 && error < 1) {
    const double predicted = (c.accepted_h / c.h) *
                             std::pow(bounded * bounded / std::max(c.old_error, 1e-2), exponent) /
                             safety;
    quotient = std::max(quotient, predicted);
  }
  return 1 / std::clamp(quotient, 1 / grow_most, 1 / shrink_most);
}

// Of the multipliers of the stages, for the next prediction; the step just taken is `old`.
void note_deviations(Collocation& c) {
  const std::size_t m = c.m();
  for (std::size_t i = 0; i < c.stages(); ++i) {
    const double ahead = (c.method->c[i] - 1) * c.old_h;
    for (std::size_t k = 0; k < m; ++k) {
      c.deviation[i * m + k] = c.L[i * m + k] - extrapolate_lambda(c, ahead, k);
    }
  }
}

void accept(Collocation& c, double error) {
  count_up(c.steps);
  c.older_h = c.first ? 0 : c.old_h;
  c.old_h = c.h;
  if (c.extrapolation.on) {
    c.grid = extended(c.grid, c.t, 0);
    push(c.extrapolation);
    c.h *= factor_after_success(c.extrapolation, c.grid, error, c.rejected);
  } else if (!c.fixed) {
    double factor = choose_step(c, error);
    if (c.rejected) factor = std::min(factor, 1.0);
    c.accepted_h = c.h;
    c.old_error = std::max(error, 1e-2);
    if (factor < 1 || factor > keep_below) c.h *= factor;
  }
  c.first = false;
  c.rejected = false;
  c.derivatives_old = true;
  note_deviations(c);
}

struct Failures {
  int error = 0, newton = 0;
};

StepEnd after_newton_failure(Collocation& c, Failures& failures, Status status, double hmin) {
  count_up(c.newton_failures);
  if (status == Status::stopped) return StepEnd::stopped;
  if (status == Status::threw) return StepEnd::threw;
  if (c.fixed) return step_end_of(status);
  c.h *= 0.5;
  c.rejected = true;
  if (++failures.newton < most_newton_failures && std::abs(c.h) >= hmin) return StepEnd::accepted;
  return step_end_of(status);
}

StepEnd after_error_failure(Collocation& c, Failures& failures, double error, double hmin) {
  count_up(c.error_failures);
  ++failures.error;
  c.h *= c.extrapolation.on ? factor_after_failure(error, 1, failures.error)
         : c.first          ? 0.1
                            : std::min(choose_step(c, error), 0.9);
  c.rejected = true;
  const bool more = failures.error < most_error_failures && std::abs(c.h) >= hmin;
  return more ? StepEnd::accepted : StepEnd::error_test;
}

}  // namespace

void begin(Collocation& c) {
  c.matrix_h = 0;
  c.rate = 1;
  c.error_per_change = 1;
  c.derivatives_old = true;
  c.first = true;
  c.rejected = false;
  c.accepted_h = c.old_error = c.old_h = c.older_h = 0;
  if (c.extrapolation.on) collect_start(c);
}

double first_step_length(const Collocation& c) {
  if (c.extrapolation.on) return extrapolated_first_step(c);
  return 0.5 * std::sqrt(2 / weighted_rms(c.a, c.weight));
}

int set_weights(Collocation& c) {
  const std::size_t n = c.n(), m = c.m();
  int bad = -1;
  for (std::size_t i = n; i-- > 0;) {
    c.weight1[i] = c.tolerances.weight(n + m + i, std::abs(c.v[i]));
    if (!(c.weight1[i] > 0)) bad = static_cast<int>(n + m + i);
  }
  for (std::size_t i = n; i-- > 0;) {
    c.weight[i] = c.tolerances.weight(i, std::abs(c.q[i]));
    if (!(c.weight[i] > 0)) bad = static_cast<int>(i);
  }
  if (bad < 0 && c.extrapolation.on) return first_without_weight(c.extrapolation, c.tolerances);
  return bad;
}

double estimate_error(Collocation& c) {
  if (c.extrapolation.on) {
    collect_end(c);
    return error_of(c.extrapolation, extended(c.grid, c.t + c.h, 0), c.tolerances);
  }
  const std::size_t n = c.n(), m = c.m();
  const CollocationMethod& method = *c.method;
  SecondOrderMechanics& e = *c.mechanics;
  const double k = c.h * method.gamma0;
  const Vector raw = c.error, raw_rate = c.error_rate;
  for (std::size_t i = 0; i < n; ++i) {
    double q = k * c.v[i], v = k * c.a[i];
    for (std::size_t j = 0; j < c.stages(); ++j) {
      q += method.error[j] * c.Z[j * n + i];
      v += method.error[j] * (c.V[j * n + i] - c.v[i]);
    }
    raw[i] = q;
    raw_rate[i] = v;
  }
  // (M + k R + k^2 B) eq + G' .. = k M raw_rate + (M + k R) raw,  G eq = 0,  ev = (eq - raw)/k
  const Vector x = c.turned.first(n + m);
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) c.stage_q[i] = raw[i] + k * raw_rate[i];
  add_product(e.M, c.stage_q, 1, x.first(n));
  add_product(e.R, raw, k, x.first(n));
  solve_lu(e.K.data(), static_cast<int>(n + m), e.pivot.data(), x.data());
  for (std::size_t i = 0; i < n; ++i) {
    raw_rate[i] = c.h * (x[i] - raw[i]) / k;
    raw[i] = x[i];
  }
  return std::max(weighted_rms(raw, c.weight), weighted_rms(raw_rate, c.weight1));
}

Status finish_step(Collocation& c, Vector q, Vector v, Vector a, Vector lambda) {
  const std::size_t s = c.stages();
  Dynamics& d = *c.mechanics->form.dynamics;
  if (c.method->stiffly_accurate) {
    const ConstVector Z = last_stage(c.Z, s), V = last_stage(c.V, s);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += Z[k];
    copy(V, v);
  } else {
    quadrature(c, c.V, q);
    quadrature(c, c.A, v);
  }
  const double t = c.t + c.h;
  if (!c.project) {
    copy(last_stage(c.A, s), a);
    copy(last_stage(c.L, s), lambda);
    Status status = evaluate_mass(*d.model, t, q, d.saddle.M);
    if (status == Status::ok && d.model->m > 0) {
      status = evaluate_jacobian(*d.model, t, q, d.saddle.G);
    }
    return status;
  }
  Matrices matrices = Matrices::elsewhere;
  const Status status =
      d.model->m > 0 ? stabilize(d, *c.stabilizer, t, q, v, matrices) : load_matrices(d, t, q);
  return status == Status::ok ? accelerations(d, t, q, v, a, lambda) : status;
}

StepEnd take_step(Collocation& c, double hmin) {
  Failures failures;
  for (;;) {
    StepEnd end = StepEnd::accepted;
    Status status = solve_stages(c);
    if (status == Status::ok) {
      const double error = c.fixed ? 0 : estimate_error(c);
      if (error <= 1) {
        remember_point(c);
        status = finish_step(c, c.q, c.v, c.a, c.lambda);
        if (status == Status::ok) {
          c.t += c.h;
          accept(c, error);
          return StepEnd::accepted;
        }
        return_to_point(c);
        end = after_newton_failure(c, failures, status, hmin);
      } else {
        end = after_error_failure(c, failures, error, hmin);
      }
    } else {
      end = after_newton_failure(c, failures, status, hmin);
    }
    if (end != StepEnd::accepted) return end;
  }
}

void interpolate(Collocation& c, double t) {
  if (c.extrapolation.on) return interpolate_extrapolated(c, t);
  const double w = c.old_h;
  copy(c.q, c.out);
  copy(c.v, c.out1);
  copy(c.lambda, c.out_lambda);
  if (t == c.t || w == 0) return;
  // quintic Hermite polynomial, x = 0 at this point and -1 at the one before
  const double x = (t - c.t) / w, x2 = x * x, x3 = x2 * x;
  for (std::size_t k = 0; k < c.n(); ++k) {
    const double v = w * c.v[k], a = w * w * c.a[k] / 2;
    const double p = c.old_q[k] - (c.q[k] - v + a), r = w * c.old_v[k] - (v - 2 * a),
                 s = w * w * c.old_a[k] - 2 * a;
    // p, r, s = value, slope, bend at -1 of x^3 (b3 + b4 x + b5 x^2)
    const double b5 = -(6 * p + 3 * r + s / 2), b4 = -(15 * p + 7 * r + s),
                 b3 = -(10 * p + 4 * r + s / 2);
    c.out[k] = c.q[k] + x * v + x2 * a + x3 * (b3 + x * (b4 + x * b5));
    c.out1[k] = (v + 2 * x * a + x2 * (3 * b3 + x * (4 * b4 + 5 * x * b5))) / w;
  }
  Dynamics& d = *c.mechanics->form.dynamics;
  Matrices matrices = Matrices::elsewhere;
  Status status = d.model->m > 0 && c.project
                      ? stabilize(d, *c.stabilizer, t, c.out, c.out1, matrices)
                      : load_matrices(d, t, c.out);
  if (status == Status::ok) {
    status = accelerations(d, t, c.out, c.out1, c.stage_q, c.out_lambda);
  }
  if (status == Status::ok) return;
  for (std::size_t k = 0; k < c.m(); ++k) {
    c.out_lambda[k] = c.lambda[k] + x * (c.lambda[k] - c.old_lambda[k]);
  }
}

}  // namespace mbdae
