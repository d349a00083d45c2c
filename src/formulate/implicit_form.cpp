// See implicit_form.hpp.
#include "formulate/implicit_form.hpp"

#include <algorithm>

#include "linalg/columns.hpp"

namespace mbdae {

namespace {

// out += M x
void add_mass_product(ConstVector M, ConstVector x, Vector out) {
  const auto n = static_cast<int>(out.size());
  for (int j = 0; j < n; ++j) {
    const double factor = x[static_cast<std::size_t>(j)];
    if (factor == 0.0) continue;
    subtract_multiple(-factor, M.data() + static_cast<std::ptrdiff_t>(j) * n, out.data(), n);
  }
}

}  // namespace

void add_product(ConstVector G, ConstVector x, Vector row) {
  const std::size_t m = row.size();
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t i = 0; i < m; ++i) row[i] += G[i + j * m] * x[j];
  }
}

void add_transposed_product(ConstVector G, ConstVector x, Vector out) {
  const auto m = static_cast<int>(x.size());
  for (std::size_t j = 0; j < out.size(); ++j) out[j] += dot(G.data() + j * x.size(), x.data(), m);
}

std::ptrdiff_t unknowns(Form form, std::ptrdiff_t n, std::ptrdiff_t m) {
  return form == Form::ggl ? 2 * (n + m) : 2 * n + m;
}

int index_of(Form form, std::ptrdiff_t n, std::ptrdiff_t i) {
  const bool multiplier = i >= 2 * n;
  if (form != Form::index3) return multiplier ? 2 : 1;
  if (multiplier) return 3;
  return i >= n ? 2 : 1;
}

Status evaluate_inertia(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                        Vector row) {
  Dynamics& d = *form.dynamics;
  Status status = evaluate_forces(*d.model, t, q, v, row);
  if (status == Status::ok) status = evaluate_mass(*d.model, t, q, d.saddle.M);
  if (status != Status::ok) return status;
  for (double& value : row) value = -value;
  add_mass_product(d.saddle.M, a, row);
  return Status::ok;
}

Status evaluate_balance(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                        ConstVector lambda, Vector row) {
  Dynamics& d = *form.dynamics;
  Status status = evaluate_inertia(form, t, q, v, a, row);
  if (status != Status::ok || lambda.empty()) return status;
  status = evaluate_jacobian(*d.model, t, q, d.saddle.G);
  if (status == Status::ok) add_transposed_product(d.saddle.G, lambda, row);
  return status;
}

Status evaluate_rate(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                     Vector row) {
  Dynamics& d = *form.dynamics;
  if (form.form == Form::ggl || form.form == Form::index2) {
    return velocity_residual(*d.model, d.saddle.G, t, q, v, row);
  }
  Status status = curvature(d, t, q, v, row);
  if (status != Status::ok) return status;
  add_product(d.saddle.G, a, row);
  if (form.form != Form::baumgarte) return Status::ok;
  status = velocity_residual(*d.model, d.saddle.G, t, q, v, d.gt);
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < row.size(); ++i) row[i] += form.gain1 * d.gt[i];
  if (!d.model->holonomic) return Status::ok;
  status = evaluate_constraints(*d.model, t, q, d.g);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] += form.gain2 * d.g[i];
  return status;
}

Status evaluate_form(ImplicitForm& form, double t, ConstVector y, ConstVector yp, Vector delta) {
  Dynamics& d = *form.dynamics;
  const auto n = static_cast<std::size_t>(d.model->n), m = static_cast<std::size_t>(d.model->m);
  const ConstVector q = y.first(n), v = y.subspan(n, n), lambda = y.subspan(2 * n, m);
  const ConstVector a = yp.subspan(n, n);
  const Vector motion = delta.first(n);
  Status status = evaluate_balance(form, t, q, v, a, lambda, delta.subspan(n, n));
  if (status != Status::ok) return status;
  if (form.has_mu() && !form.along_gradient) {
    const Vector slip = d.rhs.first(n);
    for (std::size_t i = 0; i < n; ++i) slip[i] = yp[i] - v[i];
    std::fill(motion.begin(), motion.end(), 0.0);
    add_mass_product(d.saddle.M, slip, motion);
  } else {
    for (std::size_t i = 0; i < n; ++i) motion[i] = yp[i] - v[i];
  }
  if (form.has_mu()) add_transposed_product(d.saddle.G, y.subspan(2 * n + m, m), motion);
  if (m == 0) return Status::ok;
  Vector rows = delta.subspan(2 * n);
  if (form.form == Form::ggl || form.form == Form::index3) {
    status = evaluate_constraints(*d.model, t, q, rows.first(m));
    if (status != Status::ok || form.form == Form::index3) return status;
    rows = rows.subspan(m);
  }
  return evaluate_rate(form, t, q, v, a, rows);
}

}  // namespace mbdae
