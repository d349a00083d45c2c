// See stabilizer.hpp.
#include "stabilize/stabilizer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/norms.hpp"
#include "stabilize/correction.hpp"
#include "stabilize/projection.hpp"
#include "stabilize/s_full.hpp"

namespace mbdae {

Status measure_drift(Model& model, Stabilizer& s, ConstVector G, double t, ConstVector q,
                     ConstVector v, Drift& drift) {
  drift = {};
  if (model.m == 0) return Status::ok;
  Status status = velocity_residual(model, G, t, q, v, s.rate);
  if (status != Status::ok) return status;
  drift.velocity = max_norm(s.rate);
  if (!model.holonomic) return Status::ok;
  status = evaluate_constraints(model, t, q, s.g);
  if (status != Status::ok) return status;
  drift.position = max_norm(s.g);
  return Status::ok;
}

double relative_drift(const Model& model, Stabilizer& s, ConstVector G, ConstVector q) {
  if (!model.holonomic) return 0.0;
  const std::ptrdiff_t n = model.n, m = model.m;
  double largest = 0;
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double size = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) size += std::abs(G[i + j * m]) * (1.0 + std::abs(q[j]));
    s.row_size[i] = std::max(s.row_size[i], size);
    if (s.g[i] != 0) largest = std::max(largest, std::abs(s.g[i]) / s.row_size[i]);
  }
  return largest;
}

bool is_rounding(const Model& model, const Drift& drift, ConstVector G, ConstVector q,
                 ConstVector v) {
  constexpr double level = 32.0 * std::numeric_limits<double>::epsilon();
  if (drift.position > level * (1.0 + max_norm(q))) return false;
  const std::ptrdiff_t n = model.n, m = model.m;
  double largest = 0;
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double size = 0;
    for (std::ptrdiff_t j = 0; j < n; ++j) size += std::abs(G[i + j * m] * v[j]);
    largest = std::max(largest, size);
  }
  return drift.velocity <= level * (largest + max_norm(v));
}

namespace {

// A correction that enlarges what it should remove: the step was far too long, or G is not the
// derivative of g. Corrections below this part of q say nothing: they may be rounding.
constexpr double telling_correction = 1e-8;

// One or two passes of S-both, the residuals of the first being in s.g, s.rate and of the size
// `before`. Both residuals of a pass are taken before either update; those of the second pass use G
// at the updated point.
Status apply_passes(Dynamics& d, Stabilizer& s, int passes, bool positions, const Drift& before,
                    double t, Vector q, Vector v) {
  double change = 0;
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0) {
      Drift drift;
      Status status = evaluate_jacobian(*d.model, t, q, s.G);
      if (status == Status::ok) status = measure_drift(*d.model, s, s.G, t, q, v, drift);
      if (status != Status::ok) return status;
      const bool telling = change > telling_correction * (1.0 + max_norm(q));
      if (telling && drift.position > 2.0 * before.position) {
        d.model->fault = {Routine::none, -1, 0, t, drift.position};
        return Status::diverged;
      }
    }
    if (positions) change = subtract_correction(d, s, s.g, q);
    subtract_correction(d, s, s.rate, v);
  }
  return Status::ok;
}

}  // namespace

Status stabilize(Dynamics& d, Stabilizer& s, double t, Vector q, Vector v, Matrices& matrices) {
  matrices = Matrices::elsewhere;
  // F and the Jacobian of the residuals belong to the new point; F = D (G D)^-1 may be that of the
  // last stage.
  const bool from_last_stage = s.last_stage_matrices && s.kind != Stabilization::projection &&
                               s.kind != Stabilization::s_full;
  Status status = from_last_stage ? evaluate_jacobian(*d.model, t, q, s.G) : load_matrices(d, t, q);
  if (status != Status::ok) return status;
  if (!from_last_stage) matrices = Matrices::of_this_point;

  Drift drift;
  const ConstVector G = from_last_stage ? s.G : d.saddle.G;
  status = measure_drift(*d.model, s, G, t, q, v, drift);
  if (status != Status::ok) return status;
  if (s.datol > 0 && std::max(drift.position, drift.velocity) <= s.datol) return Status::ok;

  ++s.count;
  if (s.kind != Stabilization::s_full) status = refresh_gradient(d, s, t);
  if (status != Status::ok) return status;
  const bool positions = d.model->holonomic && s.kind != Stabilization::velocities;
  if (positions) matrices = Matrices::elsewhere;  // q is about to move
  switch (s.kind) {
    case Stabilization::pstab:
      return apply_passes(d, s, positions ? 2 : 1, positions, drift, t, q, v);
    case Stabilization::s_both:
    case Stabilization::velocities:
      return apply_passes(d, s, 1, positions, drift, t, q, v);
    case Stabilization::s_full:
      return apply_s_full(d, s, t, q, v);
    case Stabilization::projection:
      matrices = Matrices::of_this_point;
      return project(d, s, {s.datol, 15, false}, t, q, v);
    case Stabilization::baumgarte:
    case Stabilization::none:
      break;
  }
  return Status::ok;
}

}  // namespace mbdae
