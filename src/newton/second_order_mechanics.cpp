// See second_order_mechanics.hpp.
#include "newton/second_order_mechanics.hpp"

#include <algorithm>

#include "jacobian/form_differences.hpp"
#include "linalg/lu.hpp"

namespace mbdae {

namespace {

struct Sizes {
  std::size_t n, m;
};

Sizes sizes(const SecondOrderMechanics& e) {
  const Model& model = *e.form.dynamics->model;
  return {static_cast<std::size_t>(model.n), static_cast<std::size_t>(model.m)};
}

SecondOrderMechanics& self_of(void* self) {
  return *static_cast<SecondOrderMechanics*>(self);
}

// Dependent velocities (and accelerations) from G v + gt = 0 (and G a + L = 0), G of (t, q) loaded.
Status complete_velocities(SecondOrderMechanics& e, double t, ConstVector q, Vector v) {
  const ConstVector G = e.form.dynamics->saddle.G;
  Status status = factor_dependent(e.dependent, G);
  if (status == Status::ok) {
    status = evaluate_time_derivative(*e.form.dynamics->model, t, q, e.hidden);
  }
  if (status == Status::ok) complete(e.dependent, G, e.hidden, v);
  return status;
}

Status complete_accelerations(SecondOrderMechanics& e, double t, ConstVector q, ConstVector v,
                              Vector a) {
  const Status status = curvature(*e.form.dynamics, t, q, v, e.hidden);
  if (status == Status::ok) complete(e.dependent, e.form.dynamics->saddle.G, e.hidden, a);
  return status;
}

Status extended_residual(SecondOrderMechanics& e, double t, ConstVector y, Vector y1, Vector y2,
                         Vector delta) {
  const auto [n, m] = sizes(e);
  Dynamics& d = *e.form.dynamics;
  const ConstVector q = y.first(n), lambda = y.subspan(n, m);
  Status status = evaluate_jacobian(*d.model, t, q, d.saddle.G);
  if (status == Status::ok) status = complete_velocities(e, t, q, y1);
  if (status == Status::ok) status = complete_accelerations(e, t, q, y1, y2);
  if (status == Status::ok) status = evaluate_inertia(e.form, t, q, y1, y2, delta.first(n));
  if (status != Status::ok) return status;
  add_transposed_product(d.saddle.G, lambda, delta.first(n));
  return evaluate_constraints(*d.model, t, q, delta.subspan(n, m));
}

Status new_step(void* self) {
  SecondOrderMechanics& e = self_of(self);
  return review_choice(e.dependent, e.form.dynamics->saddle.G);
}

Status complete_output(void* self, double t, ConstVector y, Vector y1) {
  SecondOrderMechanics& e = self_of(self);
  Dynamics& d = *e.form.dynamics;
  const Status status = evaluate_jacobian(*d.model, t, y, d.saddle.G);
  return status == Status::ok ? complete_velocities(e, t, y, y1) : status;
}

Status residual(void* self, double t, ConstVector y, Vector y1, Vector y2, Vector delta) {
  SecondOrderMechanics& e = self_of(self);
  const auto [n, m] = sizes(e);
  if (e.minimal_extension && m > 0) return extended_residual(e, t, y, y1, y2, delta);
  const ConstVector q = y.first(n), lambda = y.subspan(n, m);
  const Status status = evaluate_balance(e.form, t, q, y1, y2, lambda, delta.first(n));
  if (status != Status::ok || m == 0) return status;
  if (e.form.form == Form::index3) {
    return evaluate_constraints(*e.form.dynamics->model, t, q, delta.subspan(n, m));
  }
  return evaluate_rate(e.form, t, q, y1, y2, delta.subspan(n, m));
}

void load(void* self) {
  load_matrices(self_of(self));
}

// Scratch: x, z.
Status derive(void* self, const SecondOrderPoint& p) {
  SecondOrderMechanics& e = self_of(self);
  const auto [n, m] = sizes(e);
  const std::size_t rows = e.constraint_rows();
  Model& model = *e.form.dynamics->model;
  const Vector forces = e.x.first(n), curvature_there = e.x.subspan(n, rows);
  const FormPoint point{p.t,
                        p.h,
                        p.y.first(n),
                        p.y1.first(n),
                        p.y1.first(n),
                        p.y2,
                        p.y.subspan(n, m),
                        p.weight.first(n),
                        p.weight1.first(n)};
  Status status = evaluate_forces(model, p.t, point.q, point.v, forces);
  if (status == Status::ok && rows > 0) {
    status = curvature(*e.form.dynamics, p.t, point.q, point.v, curvature_there);
  }
  if (status != Status::ok) return status;
  const auto ld = static_cast<std::ptrdiff_t>(n + rows);
  std::fill(e.R.begin(), e.R.end(), 0.0);
  status = difference_velocities(e.form, point, forces, curvature_there, e.z.first(n),
                                 e.z.subspan(n, rows), e.G, 1.0, {e.R.data(), ld});
  if (status != Status::ok) return status;
  const FormRows base{p.delta.first(n), p.delta.subspan(n, rows)};
  return difference_positions(e.form, point, base, e.x.first(n), e.x.subspan(n, rows),
                              {e.B.data(), ld}, {e.B.data() + n, ld});
}

Status factor(void* self, double slope1, double slope2) {
  SecondOrderMechanics& e = self_of(self);
  const auto [n, m] = sizes(e);
  e.slope1 = slope1;
  e.slope2 = slope2;
  assemble(e, slope1 / slope2, 1.0 / slope2, e.K.data());
  count_up(e.form.dynamics->factorizations);
  const auto N = static_cast<int>(n + m);
  return factor_lu(e.K.data(), N, e.pivot.data()) >= 0 ? Status::singular : Status::ok;
}

// Where g = 0 does not hold yet, velocities and accelerations of dependent coordinates do not follow
// dq with the slopes s1, s2, but dq + e with G2 e2 = g: F1 += (s2 M + s1 R) e.
void add_slip(SecondOrderMechanics& e, Vector delta) {
  const auto [n, m] = sizes(e);
  std::copy_n(delta.begin() + static_cast<std::ptrdiff_t>(n), m, e.hidden.begin());
  solve_lu(e.dependent.G2.data(), static_cast<int>(m), e.dependent.pivot.data(), e.hidden.data());
  for (std::size_t k = 0; k < m; ++k) {
    const auto column = static_cast<std::size_t>(e.dependent.columns[k]);
    for (std::size_t i = 0; i < n; ++i) {
      delta[i] += (e.slope2 * e.M[i + column * n] + e.slope1 * e.R[i + column * n]) * e.hidden[k];
    }
  }
}

void solve(void* self, Vector delta) {
  SecondOrderMechanics& e = self_of(self);
  const auto [n, m] = sizes(e);
  if (e.minimal_extension && m > 0) add_slip(e, delta);
  const std::size_t scaled = e.form.form == Form::index3 ? n : n + m;
  for (std::size_t i = 0; i < scaled; ++i) delta[i] /= e.slope2;
  count_up(e.form.dynamics->solves);
  solve_lu(e.K.data(), static_cast<int>(n + m), e.pivot.data(), delta.data());
  for (std::size_t i = n; i < n + m; ++i) delta[i] *= e.slope2;
}

}  // namespace

void load_matrices(SecondOrderMechanics& e) {
  const Saddle& saddle = e.form.dynamics->saddle;
  std::copy(saddle.M.begin(), saddle.M.end(), e.M.begin());
  std::copy(saddle.G.begin(), saddle.G.end(), e.G.begin());
}

void assemble(const SecondOrderMechanics& e, double velocity_part, double position_part,
              double* K) {
  const auto [n, m] = sizes(e);
  const std::size_t N = n + m, rows = n + e.constraint_rows();
  std::fill_n(K, N * N, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    double* column = K + j * N;
    std::copy_n(e.M.begin() + static_cast<std::ptrdiff_t>(j * n), n, column);
    for (std::size_t i = 0; i < m; ++i) column[n + i] = K[j + (n + i) * N] = e.G[i + j * m];
    const double* R = e.R.data() + j * rows;
    const double* B = e.B.data() + j * rows;
    for (std::size_t i = 0; i < rows; ++i) column[i] += velocity_part * R[i] + position_part * B[i];
  }
}

SecondOrderEquations equations_of(SecondOrderMechanics& e) {
  const auto [n, m] = sizes(e);
  const bool extended = e.minimal_extension && m > 0;
  return {&e,
          {n, 0, m},
          residual,
          extended ? new_step : nullptr,
          extended ? complete_output : nullptr,
          load,
          derive,
          factor,
          solve};
}

}  // namespace mbdae
