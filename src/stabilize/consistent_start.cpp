// See consistent_start.hpp.
#include "stabilize/consistent_start.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/norms.hpp"
#include "stabilize/correction.hpp"
#include "stabilize/projection.hpp"

namespace mbdae {

namespace {

constexpr ProjectionRule start_projection{0.0, 50, true};

// The factorizations read one triangle of M; a model that fills only the other would go unnoticed.
Status check_symmetry(const Saddle& saddle, Model& model, double t) {
  const std::ptrdiff_t n = saddle.n;
  const double scale = max_norm(saddle.M);
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    for (std::ptrdiff_t i = j + 1; i < n; ++i) {
      const double difference = saddle.M[i + j * n] - saddle.M[j + i * n];
      if (std::abs(difference) <= 1e-8 * scale) continue;
      model.fault = {Routine::amat, static_cast<int>(i + j * n), 0, t, difference};
      return Status::asymmetric;
    }
  }
  return Status::ok;
}

// The norm of the corrections that would bring the values to the constraints, g and G v + gt being
// measured. It does not depend on how the constraints are scaled.
double correction_norm(Dynamics& d, Stabilizer& s, const StartValues& values) {
  const std::size_t n = values.y.size() / 2;
  const ConstVector y = values.y;
  std::copy(y.begin(), y.end(), values.trial.begin());
  if (d.model->holonomic) subtract_correction(d, s, s.g, values.trial.first(n));
  subtract_correction(d, s, s.rate, values.trial.subspan(n));
  for (std::size_t i = 0; i < y.size(); ++i) values.e[i] = values.trial[i] - y[i];
  return weighted_rms(values.tolerances, values.e, y, y);
}

// Are they larger than the local error allowed?
bool is_consistent(Dynamics& d, Stabilizer& s, const StartValues& values, const Drift& violation) {
  const std::size_t n = values.y.size() / 2;
  const ConstVector y = values.y;
  if (is_rounding(*d.model, violation, d.saddle.G, y.first(n), y.subspan(n))) return true;
  return correction_norm(d, s, values) <= 1.0;
}

}  // namespace

Status make_consistent(Dynamics& d, Stabilizer& s, Start start, const StartValues& values,
                       Drift& violation) {
  const std::size_t n = values.y.size() / 2;
  const Vector q = values.y.first(n), v = values.y.subspan(n);
  Model& model = *d.model;
  Status status = evaluate_mass(model, values.t, q, d.saddle.M);
  if (status == Status::ok) status = check_symmetry(d.saddle, model, values.t);
  if (status != Status::ok || model.m == 0) return status;
  status = load_matrices(d, values.t, q);
  if (status == Status::ok) status = refresh_gradient(d, s, values.t);
  if (status == Status::ok) {
    status = measure_drift(model, s, d.saddle.G, values.t, q, v, violation);
  }
  if (status != Status::ok || start == Start::accept) return status;
  if (is_consistent(d, s, values, violation)) return Status::ok;
  if (start == Start::reject_inconsistent) return Status::inconsistent;
  return project(d, s, start_projection, values.t, q, v);
}

Status distance_to_constraints(Dynamics& d, Stabilizer& s, const StartValues& values,
                               double& norm) {
  const std::size_t n = values.y.size() / 2;
  norm = 0;
  if (d.model->m == 0) return Status::ok;
  Drift drift;
  Status status = refresh_gradient(d, s, values.t);
  if (status == Status::ok) {
    status = measure_drift(*d.model, s, d.saddle.G, values.t, values.y.first(n),
                           values.y.subspan(n), drift);
  }
  if (status == Status::ok) norm = correction_norm(d, s, values);
  return status;
}

}  // namespace mbdae
