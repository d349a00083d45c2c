// Index-1 form; see dynamics.hpp.
#include "formulate/dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

namespace {

void note_lost_rows(Dynamics& d, const Saddle& saddle) {
  d.lost_row_count = 0;
  for (int k = 0; k < std::min(saddle.row_count, reported_rows); ++k) {
    const int row = saddle.rows[k] % d.model->m;  // S-full has each constraint twice
    const auto end = d.lost_rows.begin() + d.lost_row_count;
    if (std::find(d.lost_rows.begin(), end, row) != end) continue;
    d.lost_rows[d.lost_row_count++] = row;
  }
}

}  // namespace

Status factor_counted(Dynamics& d, Saddle& saddle, double t) {
  count_up(d.factorizations);
  const Status status = factor(saddle);
  if (&saddle == &d.saddle) {  // the statistics speak of G M^-1 G', not of what stabilizations use
    note(d.pivots, t, saddle.pivot_ratio);
    if (saddle.pivot_ratio < near_rank_threshold) count_up(d.near_rank_loss);
  }
  if (status == Status::ok && saddle.defect > 0) count_up(d.short_of_rank);
  if (saddle.defect > 0) note_lost_rows(d, saddle);
  if (status != Status::ok) d.model->fault = {Routine::none, -1, 0, t, saddle.pivot_ratio};
  return status;
}

void solve_counted(Dynamics& d, const Saddle& saddle, Vector x) {
  count_up(d.solves);
  solve(saddle, x);
}

Status load_matrices(Dynamics& d, double t, ConstVector q) {
  Status status = evaluate_mass(*d.model, t, q, d.saddle.M);
  if (status != Status::ok) return status;
  if (d.model->m > 0) {
    status = evaluate_jacobian(*d.model, t, q, d.saddle.G);
    if (status != Status::ok) return status;
  }
  return factor_counted(d, d.saddle, t);
}

Status velocity_residual(Model& model, ConstVector G, double t, ConstVector q, ConstVector v,
                         Vector rate) {
  const Status status = evaluate_time_derivative(model, t, q, rate);
  if (status != Status::ok) return status;
  const std::ptrdiff_t m = model.m;
  for (std::ptrdiff_t j = 0; j < model.n; ++j) {
    for (std::ptrdiff_t i = 0; i < m; ++i) rate[i] += G[i + j * m] * v[j];
  }
  return Status::ok;
}

namespace {

// Velocities that follow from terms above this have squares beyond the range of numbers, and the
// routine that forms them would be blamed for an Inf that came from the gains.
constexpr double too_large = 1e150;

Status check_baumgarte(Dynamics& d, double t, ConstVector w) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (std::abs(w[i]) <= too_large) continue;
    d.model->fault = {Routine::none, static_cast<int>(i), 0, t, w[i]};
    return Status::overflow;
  }
  return Status::ok;
}

Status add_baumgarte(Dynamics& d, double t, ConstVector q, ConstVector v, Vector w) {
  Status status = velocity_residual(*d.model, d.saddle.G, t, q, v, d.gt);
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < w.size(); ++i) w[i] -= d.gamma1 * d.gt[i];
  if (d.model->holonomic) {
    status = evaluate_constraints(*d.model, t, q, d.g);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= d.gamma2 * d.g[i];
  }
  return check_baumgarte(d, t, w);
}

}  // namespace

Status curvature(Dynamics& d, double t, ConstVector q, ConstVector v, Vector L) {
  return d.curvature_by_differences ? curvature_by_differences(d, t, q, v, L)
                                    : evaluate_curvature(*d.model, t, q, v, L);
}

Status accelerations(Dynamics& d, double t, ConstVector q, ConstVector v, Vector a, Vector lambda) {
  const Vector f = d.rhs.first(q.size());
  const Vector w = d.rhs.subspan(q.size());
  Status status = evaluate_forces(*d.model, t, q, v, f);
  if (status != Status::ok) return status;
  if (!w.empty()) {
    status = curvature(d, t, q, v, w);
    if (status != Status::ok) return status;
    for (double& value : w) value = -value;
    if (d.baumgarte) status = add_baumgarte(d, t, q, v, w);
    if (status != Status::ok) return status;
  }
  solve_counted(d, d.saddle, d.rhs);
  std::copy(f.begin(), f.end(), a.begin());
  std::copy(w.begin(), w.end(), lambda.begin());
  return Status::ok;
}

Status state_derivative(Dynamics& d, double t, ConstVector y, Vector dydt, Vector lambda) {
  const std::size_t n = y.size() / 2;
  const Status status = load_matrices(d, t, y.first(n));
  if (status != Status::ok) return status;
  std::copy(y.begin() + static_cast<std::ptrdiff_t>(n), y.end(), dydt.begin());
  return accelerations(d, t, y.first(n), y.subspan(n), dydt.subspan(n), lambda);
}

}  // namespace mbdae
