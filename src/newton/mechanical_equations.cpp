// See mechanical_equations.hpp.
#include "newton/mechanical_equations.hpp"

#include <algorithm>
#include <cmath>

#include "jacobian/form_differences.hpp"
#include "linalg/columns.hpp"
#include "linalg/lu.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

struct Sizes {
  std::size_t n, m;
};

Sizes sizes(const MechanicalEquations& e) {
  const Model& model = *e.form.dynamics->model;
  return {static_cast<std::size_t>(model.n), static_cast<std::size_t>(model.m)};
}

bool has_rate_row(Form form) {
  return form != Form::index3;
}
bool of_accelerations(Form form) {
  return form == Form::index1 || form == Form::baumgarte;
}

Status residual(void* self, double t, ConstVector y, ConstVector yp, Vector delta) {
  return evaluate_form(static_cast<MechanicalEquations*>(self)->form, t, y, yp, delta);
}

// K = [M G'; G 0]
void assemble_saddle(MechanicalEquations& e) {
  const auto [n, m] = sizes(e);
  const std::size_t N = n + m;
  const Saddle& saddle = e.form.dynamics->saddle;
  std::fill(e.K.begin(), e.K.end(), 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    std::copy_n(saddle.M.begin() + static_cast<std::ptrdiff_t>(j * n), n,
                e.K.begin() + static_cast<std::ptrdiff_t>(j * N));
    for (std::size_t i = 0; i < m; ++i) {
      e.K[n + i + j * N] = e.K[j + (n + i) * N] = saddle.G[i + j * m];
    }
  }
}

void add_position_terms(MechanicalEquations& e) {
  const auto [n, m] = sizes(e);
  const std::size_t N = n + m;
  const double once = 1.0 / e.cj, twice = once * once;
  const double rate = of_accelerations(e.form.form) ? twice : once;
  for (std::size_t j = 0; j < n; ++j) {
    double* column = e.K.data() + j * N;
    for (std::size_t i = 0; i < n; ++i) column[i] += twice * e.B[i + j * n];
    if (!has_rate_row(e.form.form)) continue;
    for (std::size_t i = 0; i < m; ++i) column[n + i] += rate * e.C[i + j * m];
  }
}

// The derivatives, by differences around the point. Scratch: rhs of the dynamics and x, z.
Status add_derivatives(MechanicalEquations& e, const NewtonPoint& p) {
  const auto [n, m] = sizes(e);
  Dynamics& dynamics = *e.form.dynamics;
  const std::size_t rates = has_rate_row(e.form.form) ? m : 0;
  const std::size_t curvatures = of_accelerations(e.form.form) ? m : 0;
  const Vector forces = e.x.first(n), curvature_there = e.x.subspan(n, curvatures);
  const FormPoint point{p.t,
                        p.h,
                        p.y.first(n),
                        p.y.subspan(n, n),
                        p.yp.first(n),
                        p.yp.subspan(n, n),
                        p.y.subspan(2 * n, m),
                        p.weight.first(n),
                        p.weight.subspan(n, n)};
  Status status = evaluate_forces(*dynamics.model, p.t, point.q, point.v, forces);
  if (status == Status::ok && curvatures > 0) {
    status = curvature(dynamics, p.t, point.q, point.v, curvature_there);
  }
  if (status != Status::ok) return status;
  const auto N = static_cast<std::ptrdiff_t>(n + m);
  status = difference_velocities(e.form, point, forces, curvature_there, e.z.first(n),
                                 e.z.subspan(n, curvatures), e.G, 1.0 / p.cj, {e.K.data(), N});
  if (status != Status::ok) return status;
  const std::size_t rate_row = e.form.form == Form::ggl ? 2 * n + m : 2 * n;
  const FormRows base{p.delta.subspan(n, n), p.delta.subspan(rate_row, rates)};
  status = difference_positions(e.form, point, base, e.x.first(n), e.x.subspan(n, rates),
                                {e.B.data(), static_cast<std::ptrdiff_t>(n)},
                                {e.C.data(), static_cast<std::ptrdiff_t>(m)});
  if (status == Status::ok) add_position_terms(e);
  return status;
}

Status factor_gradient(MechanicalEquations& e, double t) {
  set_identity(e.gradient.M, e.gradient.n);
  std::copy(e.G.begin(), e.G.end(), e.gradient.G.begin());
  return factor_counted(*e.form.dynamics, e.gradient, t);
}

// The matrix of positions.
const Saddle& position_saddle(const MechanicalEquations& e) {
  return e.form.along_gradient ? e.gradient : e.form.dynamics->saddle;
}

// M and G are those of the point: the residual was evaluated there.
Status new_matrix(void* self, const NewtonPoint& p) {
  MechanicalEquations& e = *static_cast<MechanicalEquations*>(self);
  Dynamics& d = *e.form.dynamics;
  e.cj = p.cj;
  e.derivatives =
      e.use == DerivativeUse::always || (e.use == DerivativeUse::where_needed && e.needed > 0);
  if (e.needed > 0) --e.needed;
  std::copy(d.saddle.G.begin(), d.saddle.G.end(), e.G.begin());
  if (!e.derivatives || (e.form.has_mu() && !e.form.along_gradient)) {
    if (factor_counted(d, d.saddle, p.t) != Status::ok) return Status::singular;
  }
  if (e.form.along_gradient && factor_gradient(e, p.t) != Status::ok) return Status::singular;
  if (!e.derivatives) return Status::ok;
  assemble_saddle(e);
  const Status status = add_derivatives(e, p);
  if (status != Status::ok) return status;
  count_up(d.factorizations);
  const int N = d.model->n + d.model->m;
  return factor_lu(e.K.data(), N, e.pivot.data()) >= 0 ? Status::singular : Status::ok;
}

void solve_reduced(MechanicalEquations& e, Vector x) {
  Dynamics& d = *e.form.dynamics;
  if (!e.derivatives) {
    solve_counted(d, d.saddle, x);
    return;
  }
  count_up(d.solves);
  solve_lu(e.K.data(), static_cast<int>(x.size()), e.pivot.data(), x.data());
}

// x -= A z, A with the rows of x
void subtract_product(ConstVector A, ConstVector z, Vector x) {
  const auto rows = static_cast<int>(x.size());
  for (std::size_t j = 0; j < z.size(); ++j) {
    subtract_multiple(z[j], A.data() + j * x.size(), x.data(), rows);
  }
}

// z = (dq - dv/cj, dmu/cj) of GGL before dv is known: G dv = r4.
void begin_positions(MechanicalEquations& e, ConstVector delta) {
  const auto [n, m] = sizes(e);
  const double h = 1.0 / e.cj;
  for (std::size_t i = 0; i < n; ++i) e.z[i] = h * delta[i];
  for (std::size_t i = 0; i < m; ++i) e.z[n + i] = delta[2 * n + i] - h * delta[2 * n + m + i];
  solve_counted(*e.form.dynamics, position_saddle(e), e.z);
}

// What G dv misses of r4 is made up for.
void finish_positions(MechanicalEquations& e, ConstVector dv, ConstVector r4, Vector correction) {
  const auto [n, m] = sizes(e);
  if (!e.derivatives) return;  // there G dv = r4
  const Vector w = correction.subspan(n, m);
  std::fill(correction.begin(), correction.end(), 0.0);
  add_product(e.G, dv, w);
  for (std::size_t i = 0; i < m; ++i) w[i] = (r4[i] - w[i]) / e.cj;
  solve_counted(*e.form.dynamics, position_saddle(e), correction);
  for (std::size_t i = 0; i < n + m; ++i) e.z[i] += correction[i];
}

// The second row of the right-hand side.
void load_rate_side(MechanicalEquations& e, ConstVector delta, Vector w) {
  const auto [n, m] = sizes(e);
  const ConstVector z = e.z;
  switch (e.form.form) {
    case Form::index3:
      std::fill(w.begin(), w.end(), 0.0);
      add_product(e.G, delta.first(n), w);
      for (std::size_t i = 0; i < m; ++i) w[i] = e.cj * delta[2 * n + i] - w[i];
      return;
    case Form::ggl:
    case Form::index2:
      std::copy_n(delta.end() - static_cast<std::ptrdiff_t>(m), m, w.begin());
      if (e.derivatives) subtract_product(e.C, z.first(n), w);
      return;
    case Form::index1:
    case Form::baumgarte:
      std::copy_n(delta.begin() + static_cast<std::ptrdiff_t>(2 * n), m, w.begin());
      if (e.derivatives) {
        subtract_product(e.C, z.first(n), w);
        for (double& value : w) value /= e.cj;
      } else {  // of the neglected terms the feedback of the drift is known: it may be stiff
        for (double& value : w) value /= e.cj + e.form.gain1 + e.form.gain2 / e.cj;
      }
      return;
  }
}

void solve(void* self, Vector delta) {
  MechanicalEquations& e = *static_cast<MechanicalEquations*>(self);
  const auto [n, m] = sizes(e);
  const double h = 1.0 / e.cj;
  if (e.form.has_mu()) {
    begin_positions(e, delta);
  } else {
    for (std::size_t i = 0; i < n; ++i) e.z[i] = h * delta[i];
  }
  const Vector dv = e.x.first(n), multipliers = e.x.subspan(n, m);
  std::copy_n(delta.begin() + static_cast<std::ptrdiff_t>(n), n, dv.begin());
  if (e.derivatives) subtract_product(e.B, e.z.first(n), dv);
  for (double& value : dv) value *= h;
  if (m > 0) load_rate_side(e, delta, multipliers);
  solve_reduced(e, e.x);
  if (e.form.has_mu()) {
    finish_positions(e, dv, delta.subspan(2 * n + m, m), e.form.dynamics->rhs);
    for (std::size_t i = 0; i < m; ++i) delta[2 * n + m + i] = e.cj * e.z[n + i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    delta[i] = h * dv[i] + e.z[i];
    delta[n + i] = dv[i];
  }
  for (std::size_t i = 0; i < m; ++i) delta[2 * n + i] = e.cj * multipliers[i];
}

// Constraints spread the rounding errors of the largest velocity over all others: every component is
// taken as large as the largest of its kind.
double size(void* self, ConstVector y, ConstVector weight) {
  const auto [n, m] = sizes(*static_cast<MechanicalEquations*>(self));
  double sum = 0;
  for (std::size_t first = 0; first < y.size();) {
    const std::size_t count = first < 2 * n ? n : m;
    const double largest = max_norm(y.subspan(first, count));
    for (std::size_t i = first; i < first + count; ++i) {
      const double ratio = largest / weight[i];
      sum += ratio * ratio;
    }
    first += count;
  }
  return std::sqrt(sum / static_cast<double>(y.size()));
}

bool improve(void* self) {
  MechanicalEquations& e = *static_cast<MechanicalEquations*>(self);
  if (e.use != DerivativeUse::where_needed || e.derivatives) return false;
  e.needed = trial_length;
  return true;
}

}  // namespace

Equations equations_of(MechanicalEquations& e) {
  return {&e, residual, new_matrix, solve, size, improve};
}

}  // namespace mbdae
