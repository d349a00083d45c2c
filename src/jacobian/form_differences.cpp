// See form_differences.hpp.
#include "jacobian/form_differences.hpp"

#include "jacobian/difference_matrix.hpp"

namespace mbdae {

Status difference_positions(ImplicitForm& form, const FormPoint& p, const FormRows& base,
                            Vector balance, Vector constraint, Columns B, Columns C) {
  for (std::size_t j = 0; j < p.q.size(); ++j) {
    const double q_j = p.q[j];
    const double d = difference_increment(q_j, p.h * p.rate[j], p.q_weight[j]);
    p.q[j] += d;
    Status status = evaluate_balance(form, p.t, p.q, p.v, p.a, p.lambda, balance);
    if (status == Status::ok && !constraint.empty()) {
      status = evaluate_rate(form, p.t, p.q, p.v, p.a, constraint);
    }
    p.q[j] = q_j;
    if (status != Status::ok) return status;
    double* column = B.data + static_cast<std::ptrdiff_t>(j) * B.ld;
    for (std::size_t i = 0; i < balance.size(); ++i) {
      column[i] = (balance[i] - base.balance[i]) / d;
    }
    if (constraint.empty()) continue;
    column = C.data + static_cast<std::ptrdiff_t>(j) * C.ld;
    for (std::size_t i = 0; i < constraint.size(); ++i) {
      column[i] = (constraint[i] - base.constraint[i]) / d;
    }
  }
  return Status::ok;
}

Status difference_velocities(ImplicitForm& form, const FormPoint& p, ConstVector forces,
                             ConstVector curvature_there, Vector shifted, Vector shifted_curvature,
                             ConstVector G, double factor, Columns R) {
  const std::size_t n = p.v.size(), m = shifted_curvature.size();
  Dynamics& dynamics = *form.dynamics;
  for (std::size_t j = 0; j < n; ++j) {
    const double v_j = p.v[j];
    const double d = difference_increment(v_j, p.h * p.a[j], p.v_weight[j]);
    p.v[j] += d;
    Status status = evaluate_forces(*dynamics.model, p.t, p.q, p.v, shifted);
    if (status == Status::ok && m > 0) {
      status = curvature(dynamics, p.t, p.q, p.v, shifted_curvature);
    }
    p.v[j] = v_j;
    if (status != Status::ok) return status;
    double* column = R.data + static_cast<std::ptrdiff_t>(j) * R.ld;
    for (std::size_t i = 0; i < n; ++i) column[i] -= factor * ((shifted[i] - forces[i]) / d);
    for (std::size_t i = 0; i < m; ++i) {
      const double slope = (shifted_curvature[i] - curvature_there[i]) / d;
      column[n + i] += factor * (slope + form.gain1 * G[i + j * m]);
    }
  }
  return Status::ok;
}

}  // namespace mbdae
