// Start of a run: consistent values, first derivative, first step size. See run.hpp.
#include <algorithm>
#include <cmath>

#include "control/initial_step.hpp"
#include "integrate/rk/output_step.hpp"
#include "integrate/rk/run.hpp"
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

// Are the corrections that would bring the start values to the constraints larger than the local
// error allowed? Measured so, the answer does not depend on how the constraints are scaled.
bool is_consistent(Run& run) {
  Stepper& s = run.stepper;
  if (is_rounding(*run.model, run.violation, s.dynamics.saddle.G, run.q, run.v)) return true;
  const std::size_t n = run.q.size();
  std::copy(s.y.begin(), s.y.end(), s.y_stage.begin());
  if (run.model->holonomic) {
    subtract_correction(s.dynamics, s.stabilizer, s.stabilizer.g, s.y_stage.first(n));
  }
  subtract_correction(s.dynamics, s.stabilizer, s.stabilizer.rate, s.y_stage.subspan(n));
  for (std::size_t i = 0; i < s.e.size(); ++i) s.e[i] = s.y_stage[i] - s.y[i];
  return weighted_rms(s.tolerances, s.e, s.y, s.y) <= 1.0;
}

Status make_consistent(Run& run) {
  Stepper& s = run.stepper;
  Dynamics& d = s.dynamics;
  const std::size_t n = run.q.size();
  const double t = *run.x;
  Status status = evaluate_mass(*run.model, t, run.q, d.saddle.M);
  if (status == Status::ok) status = check_symmetry(d.saddle, *run.model, t);
  if (status != Status::ok || run.model->m == 0) return status;
  status = load_matrices(d, t, s.y.first(n));
  if (status == Status::ok) status = refresh_gradient(d, s.stabilizer, t);
  if (status == Status::ok) {
    status = measure_drift(*run.model, s.stabilizer, d.saddle.G, t, s.y.first(n), s.y.subspan(n),
                           run.violation);
  }
  if (status != Status::ok || run.start == Start::accept) return status;
  if (is_consistent(run)) return Status::ok;
  if (run.start == Start::reject_inconsistent) return Status::inconsistent;
  status = project(d, s.stabilizer, start_projection, t, s.y.first(n), s.y.subspan(n));
  if (status != Status::ok) return status;
  std::copy_n(s.y.begin(), n, run.q.begin());
  std::copy_n(s.y.begin() + static_cast<std::ptrdiff_t>(n), n, run.v.begin());
  return Status::ok;
}

}  // namespace

Result begin(Run& run) {
  Stepper& s = run.stepper;
  const std::size_t n = run.q.size();
  const double t = *run.x;
  std::copy(run.q.begin(), run.q.end(), s.y.begin());
  std::copy(run.v.begin(), run.v.end(), s.y.begin() + static_cast<std::ptrdiff_t>(n));
  s.drift_is_own = run.start != Start::accept;
  begin_motion(s.dynamics.pivots, t);
  Status status = make_consistent(run);
  if (status == Status::ok) {
    status = state_derivative(s.dynamics, t, s.y, s.derivative(0), s.lambda);
  }
  keep_step(s.dynamics.pivots);
  if (status != Status::ok) return {End::failed, status};

  bool interrupt = false;
  status = show_start(run, interrupt);
  if (status != Status::ok) return {End::failed, status};
  if (interrupt) return {End::interrupted};
  if (run.xend == t) return {End::reached};

  const double direction = run.xend > t ? 1.0 : -1.0;
  *run.h = direction * std::min(std::abs(*run.h), run.hmax);
  if (*run.h == 0) {
    const double hmax = std::min(run.hmax, std::abs(run.xend - t));
    const InitialStep at{
        t,         direction,       hmax,           s.tableau->order, s.y, s.derivative(0),
        s.y_stage, s.derivative(1), s.lambda_unused};
    status = initial_step(s.dynamics, s.tolerances, at, *run.h);
    if (status != Status::ok) return {End::failed, status};
  }
  return {End::started};
}

}  // namespace mbdae
