// Start of a run: consistent values, first derivative, first step size. See run.hpp.
#include <algorithm>
#include <cmath>

#include "control/initial_step.hpp"
#include "integrate/rk/output_step.hpp"
#include "integrate/rk/run.hpp"

namespace mbdae {

Result begin(Run& run) {
  Stepper& s = run.stepper;
  const std::size_t n = run.q.size();
  const double t = *run.x;
  std::copy(run.q.begin(), run.q.end(), s.y.begin());
  std::copy(run.v.begin(), run.v.end(), s.y.begin() + static_cast<std::ptrdiff_t>(n));
  s.drift_is_own = run.start != Start::accept;
  begin_motion(s.dynamics.pivots, t);
  const StartValues values{t, s.y, s.y_stage, s.e, s.tolerances};
  Status status = make_consistent(s.dynamics, s.stabilizer, run.start, values, run.violation);
  if (status == Status::ok) {
    std::copy_n(s.y.begin(), n, run.q.begin());
    std::copy_n(s.y.begin() + static_cast<std::ptrdiff_t>(n), n, run.v.begin());
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
