// The loop over steps, after DOPRI5 of Hairer & Wanner. See run.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/rk/output_step.hpp"
#include "integrate/rk/run.hpp"

namespace mbdae {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int most_failures_in_a_row = 60;

// The longest remainder taken in one step: a last step of one per cent would be waste, but HMAX
// holds and constant steps stay constant up to rounding.
double reach(const Run& run, double h) {
  return run.constant_steps ? std::abs(h) * (1.0 + 1e-6) : std::min(std::abs(h) * 1.01, run.hmax);
}

struct Attempt {
  double h, t_new;
  bool last;
};

Attempt plan_step(const Run& run, double t, double h) {
  const double remaining = run.xend - t;
  if (reach(run, h) >= std::abs(remaining)) return {remaining, run.xend, true};
  const double t_new = t + h;
  return {t_new - t, t_new, false};  // the step is the difference of its ends, also after rounding
}

Status measure_new_drift(Run& run, double t_new, Drift& drift) {
  Stepper& s = run.stepper;
  const std::size_t n = run.q.size();
  const Vector q = s.y_new.first(n);
  const ConstVector G = s.dynamics.saddle.G;
  const Status status =
      measure_drift(*run.model, s.stabilizer, G, t_new, q, s.y_new.subspan(n), drift);
  if (status == Status::ok) drift.relative = relative_drift(*run.model, s.stabilizer, G, q);
  return status;
}

// Everything that may still reject the step: the stages, the error test, and whatever else is
// evaluated at the new point.
Status try_step(Run& run, double t, Attempt& step, double& err, Drift& drift, bool& interrupt) {
  Status status = attempt_step(run.stepper, t, step.h, step.t_new, err);
  if (status != Status::ok || !(err <= 1.0)) return status;
  status = measure_new_drift(run, step.t_new, drift);
  if (status != Status::ok) return status;
  status = watch_inequalities(run, t, step.h, step.t_new, interrupt);
  if (status == Status::ok && interrupt) status = measure_new_drift(run, step.t_new, drift);
  if (status == Status::ok && run.iout == 2) {
    status = complete_interpolant(run.stepper, t, step.h);
  }
  return status;
}

Status accept_step(Run& run, double t, const Attempt& step, const Drift& drift, bool& interrupt) {
  ++run.accepted;
  run.drift.position = std::max(run.drift.position, drift.position);
  run.drift.velocity = std::max(run.drift.velocity, drift.velocity);
  run.drift.relative = std::max(run.drift.relative, drift.relative);
  const Status status = show_step(run, t, step.h, step.t_new, interrupt);
  commit_step(run.stepper);
  return status;
}

Result take_steps(Run& run) {
  PivotWatch& pivots = run.stepper.dynamics.pivots;
  int failures = 0;
  Status cause = Status::ok;  // why the last attempt failed; ok: the error test
  for (;;) {
    const double t = *run.x;
    if (run.steps >= run.nmax) return {End::too_many_steps};
    Attempt step = plan_step(run, t, *run.h);
    const bool too_small = 0.1 * std::abs(*run.h) <= std::abs(t) * eps && !step.last;
    if (too_small || failures >= most_failures_in_a_row) {
      return cause == Status::ok ? Result{End::small_step} : Result{End::failed, cause};
    }
    ++run.steps;
    begin_step(pivots, t, step.t_new);
    double err = 0;
    Drift drift;
    bool interrupt = false;
    const Status status = try_step(run, t, step, err, drift, interrupt);
    if (status != Status::ok || !(err <= 1.0)) {
      ++run.rejected;
      if (status != Status::ok && (!recoverable(status) || run.constant_steps)) {
        return {End::failed, status};
      }
      ++failures;
      cause = status;
      *run.h = status == Status::ok ? run.controller.after_failure(step.h, err)
                                    : run.controller.after_refusal(step.h);
      continue;
    }
    failures = 0;
    cause = Status::ok;
    keep_step(pivots);
    if (!run.constant_steps) {
      const double h_new = run.controller.after_success(step.h, err);
      *run.h = std::copysign(std::min(std::abs(h_new), run.hmax), h_new);
    }
    const Status shown = accept_step(run, t, step, drift, interrupt);
    if (shown != Status::ok) return {End::failed, shown};
    if (interrupt) return {End::interrupted};
    if (step.last) return {End::reached};
    if (run.one_step) return {End::one_step};
  }
}

}  // namespace

Result advance(Run& run) {
  const Result result = take_steps(run);
  if (result.end == End::failed || result.end == End::small_step) {
    keep_step(run.stepper.dynamics.pivots);  // what it could not pass
  }
  return result;
}

}  // namespace mbdae
