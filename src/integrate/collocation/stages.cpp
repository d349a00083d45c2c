// The stages of one step by simplified Newton iteration; see collocation.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"
#include "integrate/collocation/collocation.hpp"
#include "linalg/lu.hpp"
#include "linalg/lu_complex.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();
constexpr int usual_iterations = 7, most_iterations_fixed = 40;  // a constant step cannot be halved
constexpr double keep_matrix_below = 0.02, renew_derivatives_above = 0.25;

struct ComplexNumber {
  double re, im;
};

ComplexNumber square(ComplexNumber z) {
  return {z.re * z.re - z.im * z.im, 2 * z.re * z.im};
}

ComplexNumber inverse(ComplexNumber z) {
  const double size = z.re * z.re + z.im * z.im;
  return {z.re / size, -z.im / size};
}

Vector stage(Vector all, std::size_t i, std::size_t length) {
  return all.subspan(i * length, length);
}

// x_i := scale * sum_j a_ij (y_j - shift)
void combine(const CollocationMethod::Square& a, std::size_t s, double scale, ConstVector y,
             ConstVector shift, Vector x) {
  const std::size_t n = x.size() / s;
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j) {
        sum += a[i][j] * (y[j * n + k] - (shift.empty() ? 0.0 : shift[k]));
      }
      x[i * n + k] = scale * sum;
    }
  }
}

// V and A of the stages from Z.
void set_derivatives(Collocation& c) {
  combine(c.method->A_inverse, c.stages(), 1 / c.h, c.Z, {}, c.V);
  combine(c.method->A_inverse, c.stages(), 1 / c.h, c.V, c.v, c.A);
}

// Z and Lambda from the last step: the polynomial with q, v, v' of this point, q and v of the one
// before; a Taylor polynomial in the first step. The Lambda_i are of stage order only: how far they were
// from lambda(t_i) in the last step tells how far they will be now.
void predict(Collocation& c) {
  const std::size_t n = c.n(), m = c.m();
  const double ratio = c.first ? 0 : c.h / c.old_h;
  for (std::size_t i = 0; i < c.stages(); ++i) {
    const double ahead = c.method->c[i] * c.h;
    const Vector Z = stage(c.Z, i, n), L = stage(c.L, i, m);
    for (std::size_t k = 0; k < n; ++k) Z[k] = ahead * (c.v[k] + ahead / 2 * c.a[k]);
    for (std::size_t k = 0; k < m; ++k) {
      L[k] = extrapolate_lambda(c, ahead, k) + ratio * ratio * c.deviation[i * m + k];
    }
    if (c.first) continue;
    const double w = c.old_h, tau = ahead / w, tau3 = tau * tau * tau;
    for (std::size_t k = 0; k < n; ++k) {
      const double d1 = c.old_q[k] - c.q[k] + w * (c.v[k] - w / 2 * c.a[k]);
      const double d2 = w * (c.old_v[k] - c.v[k] + w * c.a[k]);
      const double fourth = -(d2 + 3 * d1);
      Z[k] += tau3 * (fourth - d1 + tau * fourth);
    }
  }
  set_derivatives(c);
}

// The rows of every stage into `side`. `keep`: M and G of the stage in the middle become those of the
// matrix: of all points of the step it is the one least far from the others.
Status evaluate_stages(Collocation& c, bool keep) {
  const std::size_t n = c.n(), m = c.m(), N = n + m;
  ImplicitForm& form = c.mechanics->form;
  for (std::size_t i = 0; i < c.stages(); ++i) {
    const Vector Z = stage(c.Z, i, n);
    for (std::size_t k = 0; k < n; ++k) c.stage_q[k] = c.q[k] + Z[k];
    const double t = c.t + c.method->c[i] * c.h;
    const Vector rows = stage(c.side, i, N);
    count_up(c.residuals);
    Status status = evaluate_balance(form, t, c.stage_q, stage(c.V, i, n), stage(c.A, i, n),
                                     stage(c.L, i, m), rows.first(n));
    if (status == Status::ok && m > 0) {
      status = evaluate_constraints(*form.dynamics->model, t, c.stage_q, rows.subspan(n));
    }
    if (status != Status::ok) return status;
    if (keep && static_cast<int>(i) == c.method->middle) load_matrices(*c.mechanics);
  }
  return Status::ok;
}

// R and B at the start of the step.
Status derive(Collocation& c) {
  count_up(c.derivations);
  const std::size_t n = c.n(), m = c.m();
  SecondOrderMechanics& e = *c.mechanics;
  const Vector y = c.side.first(n + m), v = c.error, base = c.turned.first(n + m);
  std::copy(c.q.begin(), c.q.end(), y.begin());
  std::copy(c.lambda.begin(), c.lambda.end(), y.begin() + static_cast<std::ptrdiff_t>(n));
  std::copy(c.v.begin(), c.v.end(), v.begin());
  const Status status = evaluate_balance(e.form, c.t, c.q, c.v, c.a, c.lambda, base.first(n));
  if (status != Status::ok) return status;
  const SecondOrderEquations equations = equations_of(e);
  return equations.derive(&e, {c.t, c.h, y, v, c.a, base, c.weight, c.weight1});
}

ComplexNumber pair_of(const Collocation& c) {
  return {c.method->alpha / c.h, c.method->beta / c.h};
}

// M + R/s + B/s^2 beside G' and G, s complex.
void assemble_complex(Collocation& c) {
  const SecondOrderMechanics& e = *c.mechanics;
  const std::size_t n = c.n(), m = c.m(), N = n + m;
  const ComplexNumber once = inverse(pair_of(c)), twice = square(once);
  std::fill(c.K.begin(), c.K.end(), 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const double R = e.R[i + j * n], B = e.B[i + j * n];
      double* entry = c.K.data() + 2 * (i + j * N);
      entry[0] = e.M[i + j * n] + once.re * R + twice.re * B;
      entry[1] = once.im * R + twice.im * B;
    }
    for (std::size_t i = 0; i < m; ++i) {
      c.K[2 * (n + i + j * N)] = c.K[2 * (j + (n + i) * N)] = e.G[i + j * m];
    }
  }
}

Status factor(Collocation& c) {
  SecondOrderMechanics& e = *c.mechanics;
  const auto N = static_cast<int>(c.n() + c.m());
  const double once = c.h * c.method->gamma0;
  assemble(e, once, once * once, e.K.data());
  assemble_complex(c);
  for (int i = 0; i < 2; ++i) count_up(e.form.dynamics->factorizations);
  c.matrix_h = 0;
  if (factor_lu(e.K.data(), N, e.pivot.data()) >= 0) return Status::singular;
  if (factor_lu_complex(c.K.data(), N, c.pivot.data()) >= 0) return Status::singular;
  c.matrix_h = c.h;
  c.error_per_change = 1;
  return Status::ok;
}

// side := corrections of Z and Lambda.
void solve_turned(Collocation& c) {
  const std::size_t n = c.n(), m = c.m(), N = n + m, s = c.stages();
  const CollocationMethod& method = *c.method;
  SecondOrderMechanics& e = *c.mechanics;
  combine(method.T_inverse, s, 1, c.side, {}, c.turned);
  std::size_t at = 0;
  if (method.has_real) {
    const Vector x = stage(c.turned, 0, N);
    const double squared = (method.gamma / c.h) * (method.gamma / c.h);
    for (std::size_t k = 0; k < n; ++k) x[k] /= squared;
    solve_lu(e.K.data(), static_cast<int>(N), e.pivot.data(), x.data());
    for (std::size_t k = n; k < N; ++k) x[k] *= squared;
    at = 1;
  }
  const Vector re = stage(c.turned, at, N), im = stage(c.turned, at + 1, N);
  const ComplexNumber squared = square(pair_of(c)), divisor = inverse(squared);
  for (std::size_t k = 0; k < N; ++k) {
    const ComplexNumber factor = k < n ? divisor : ComplexNumber{1, 0};
    c.complex_side[2 * k] = re[k] * factor.re - im[k] * factor.im;
    c.complex_side[2 * k + 1] = re[k] * factor.im + im[k] * factor.re;
  }
  solve_lu_complex(c.K.data(), static_cast<int>(N), c.pivot.data(), c.complex_side.data());
  for (std::size_t k = 0; k < N; ++k) {
    const ComplexNumber factor = k < n ? ComplexNumber{1, 0} : squared;
    const double x = c.complex_side[2 * k], y = c.complex_side[2 * k + 1];
    re[k] = x * factor.re - y * factor.im;
    im[k] = x * factor.im + y * factor.re;
  }
  combine(method.T, s, 1, c.turned, {}, c.side);
}

void apply_corrections(Collocation& c) {
  const std::size_t n = c.n(), m = c.m();
  for (std::size_t i = 0; i < c.stages(); ++i) {
    const ConstVector change = stage(c.side, i, n + m);
    const Vector Z = stage(c.Z, i, n), L = stage(c.L, i, m);
    for (std::size_t k = 0; k < n; ++k) Z[k] -= change[k];
    for (std::size_t k = 0; k < m; ++k) L[k] -= change[n + k];
  }
  set_derivatives(c);
}

// The change of Z in the weights of q, and h times that of V in those of v.
double size_of_change(const Collocation& c) {
  const std::size_t n = c.n(), s = c.stages(), N = n + c.m();
  double positions = 0, velocities = 0;
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const double z = c.side[i * N + k] / c.weight[k];
      double rate = 0;
      for (std::size_t j = 0; j < s; ++j) {
        rate += c.method->A_inverse[i][j] * c.side[j * N + k];
      }
      const double v = rate / c.weight1[k];
      positions += z * z;
      velocities += v * v;
    }
  }
  return std::sqrt(std::max(positions, velocities) / static_cast<double>(s * n));
}

double size_of_rounding(const Collocation& c) {
  const double largest = max_norm(c.q);
  double sum = 0;
  for (std::size_t k = 0; k < c.n(); ++k) {
    const double weight = std::min(c.weight[k], c.weight1[k]);
    sum += (largest / weight) * (largest / weight);
  }
  return uround * std::sqrt(sum / static_cast<double>(c.n()));
}

// Of the remaining error of the iteration, relative to the tolerance.
double threshold(const Collocation& c) {
  if (c.threshold > 0) return c.threshold;
  const double rtol = c.tolerances.rtol[0];
  return std::clamp(std::sqrt(rtol), 1e-4, 0.03);
}

// Is what was factored for an earlier step good enough for this one?
bool keeps_matrix(const Collocation& c) {
  return c.matrix_h == c.h && c.rate <= keep_matrix_below;
}

bool wants_derivatives(const Collocation& c) {
  return c.derivatives_old && (c.matrix_h == 0 || c.rate > renew_derivatives_above);
}

Status iterate(Collocation& c) {
  const double rounding = 10 * size_of_rounding(c), enough = threshold(c);
  const int most = c.fixed ? most_iterations_fixed : usual_iterations;
  double last = 0;
  double error_per_change = std::pow(std::max(c.error_per_change, uround), 0.8);
  for (int it = 0; it < most; ++it) {
    const bool renew = it == 0 && !keeps_matrix(c);
    Status status = evaluate_stages(c, renew);
    if (status == Status::ok && renew) status = factor(c);
    if (status != Status::ok) return status;
    solve_turned(c);
    const double change = size_of_change(c);
    if (!std::isfinite(change)) return Status::diverged;
    if (it > 0) {
      const double rate = change / last;
      c.rate = it == 1 ? rate : std::sqrt(rate * c.rate);
      if (!(c.rate < 0.99)) {
        if (change <= rounding) break;
        return Status::diverged;
      }
      error_per_change = c.rate / (1 - c.rate);
      const double left = error_per_change * change * std::pow(c.rate, most - 1 - it);
      if (left > enough && change > rounding) return Status::diverged;
    }
    apply_corrections(c);
    if (change <= rounding || error_per_change * change <= enough) {
      if (it == 0) c.rate = std::min(c.rate, keep_matrix_below);
      c.error_per_change = error_per_change;
      return Status::ok;
    }
    last = change;
  }
  return Status::diverged;
}

}  // namespace

double extrapolate_lambda(const Collocation& c, double ahead, std::size_t k) {
  if (c.first) return c.lambda[k];
  const double slope = (c.lambda[k] - c.old_lambda[k]) / c.old_h;
  double value = c.lambda[k] + ahead * slope;
  if (c.older_h == 0) return value;
  const double old_slope = (c.old_lambda[k] - c.older_lambda[k]) / c.older_h;
  value += ahead * (ahead + c.old_h) * (slope - old_slope) / (c.old_h + c.older_h);
  return value;
}

Status solve_stages(Collocation& c) {
  for (;;) {
    if (!keeps_matrix(c) && wants_derivatives(c)) {
      const Status status = derive(c);
      if (status != Status::ok) return status;
      c.derivatives_old = false;
    }
    predict(c);
    const Status status = iterate(c);
    if (status != Status::diverged) return status;
    c.matrix_h = 0;
    c.rate = 1;
    if (!c.derivatives_old) return status;
  }
}

}  // namespace mbdae
