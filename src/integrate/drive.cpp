// See drive.hpp.
#include "integrate/drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

// Is a at or beyond b, in the direction of h? No product, which could vanish by underflow.
bool reached(double a, double b, double h) {
  return h > 0.0 ? a >= b : a <= b;
}
bool beyond(double a, double b, double h) {
  return h > 0.0 ? a > b : a < b;
}

// The formulas have 1/h in them, and sums of steps.
bool usable(double h) {
  return std::isfinite(8.0 * h) && std::isfinite(1.0 / h);
}

double time_rounding(const Integrator& s) {
  return 100.0 * uround * (std::abs(*s.t) + std::abs(*s.h));
}

bool at_tstop(const Integrator& s, const Task& task) {
  return std::abs(*s.t - task.tstop) <= time_rounding(s);
}

void limit_step(const Integrator& s, const Task& task) {
  if (task.hmax > 0 && std::abs(*s.h) > task.hmax) *s.h /= std::abs(*s.h) / task.hmax;
}

void stop_at_tstop(const Integrator& s, const Task& task) {
  if (task.has_tstop && beyond(*s.t + *s.h, task.tstop, *s.h)) *s.h = task.tstop - *s.t;
}

DriveResult deliver(const Integrator& s, double at, DriveEnd end, double& t) {
  s.interpolate(s.self, at);
  t = at;
  return {.end = end};
}

int first_found(const Roots& roots) {
  const auto at = std::find(roots.found.begin(), roots.found.end(), 1);
  return static_cast<int>(at - roots.found.begin());
}

// The search runs on the polynomial of the last step, up to tout or the end of the step.
DriveResult look_for_root(const Integrator& s, const Task& task, double& t) {
  Roots& roots = *task.roots;
  const double up_to = beyond(*s.t, task.tout, *s.h) ? task.tout : *s.t;
  if (!beyond(up_to, roots.checked_up_to, *s.h)) return {};
  const RootResult result = search(roots, up_to, time_rounding(s));
  switch (result.search) {
    case RootSearch::found:
      return deliver(s, result.t, DriveEnd::at_root, t);
    case RootSearch::failed:
      (void)deliver(s, *s.t, DriveEnd::step_failed, t);  // y is where the search was
      return {.end = DriveEnd::step_failed, .step = step_end_of(result.status)};
    default:
      return {};
  }
}

// The functions that vanish at t must leave zero: t is the start, or where the last call ended.
DriveResult leave_root(const Integrator& s, const Task& task, double& t) {
  Roots& roots = *task.roots;
  const RootResult result = leave_start(roots, t, std::copysign(time_rounding(s), *s.h));
  roots.at_root = result.search != RootSearch::none;  // look again in the next call
  switch (result.search) {
    case RootSearch::at_start:
      return deliver(s, result.t, DriveEnd::at_root, t);
    case RootSearch::failed:
      (void)deliver(s, t, DriveEnd::step_failed, t);
      return {.end = DriveEnd::step_failed, .step = step_end_of(result.status)};
    default:
      return {};
  }
}

// What the last step holds beyond a return is searched before anything else. A function that is still
// zero after its root is at a root again, a little later, as in DDASRT.
DriveResult look_again(const Integrator& s, const Task& task, double& t) {
  if (task.roots == nullptr) return {};
  if (task.roots->at_root) {
    const DriveResult left = leave_root(s, task, t);
    if (left.end != DriveEnd::stepped) return left;
  }
  return look_for_root(s, task, t);
}

DriveResult step_on(const Integrator& s, const Task& task, double& t) {
  const int steps_before = *s.steps;
  const auto end_here = [&](DriveResult result) {
    if (s.settle != nullptr) s.settle(s.self);
    t = *s.t;
    return result;
  };
  for (;;) {
    if (task.step_limit > 0 && *s.steps - steps_before >= task.step_limit) {
      return end_here({.end = DriveEnd::much_work});
    }
    if (const int bad = s.set_weights(s.self); bad >= 0) {
      return end_here({.end = DriveEnd::zero_weight, .component = bad});
    }
    const double rounding = s.rounding(s.self);
    // weights so small that no factor could be named
    if (!std::isfinite(rounding)) return end_here({.end = DriveEnd::zero_weight});
    if (rounding > 1.0) {
      return end_here({.end = DriveEnd::too_accurate, .value = rounding});
    }
    limit_step(s, task);
    const StepEnd step = s.take_step(s.self, smallest_step(*s.t, task.tout));
    if (step != StepEnd::accepted) return end_here({.end = DriveEnd::step_failed, .step = step});
    if (task.roots != nullptr) {
      const DriveResult root = look_for_root(s, task, t);
      if (root.end != DriveEnd::stepped) return root;
    }
    if (reached(*s.t, task.tout, *s.h)) return deliver(s, task.tout, DriveEnd::at_tout, t);
    if (task.has_tstop && at_tstop(s, task)) {
      return deliver(s, task.tstop, DriveEnd::at_tstop, t);
    }
    if (task.every_step) return end_here({.end = DriveEnd::stepped});
    stop_at_tstop(s, task);
  }
}

}  // namespace

double smallest_step(double t, double tout) {
  // next to t = 0: below this 1/h overflows
  constexpr double smallest = 16 * std::numeric_limits<double>::min();
  return std::max(4.0 * uround * std::max(std::abs(t), std::abs(tout)), smallest);
}

DriveResult plan_first_step(const Integrator& s, const Task& task, double length) {
  const double t = *s.t, way = task.tout - t;
  if (!std::isfinite(way)) return {.end = DriveEnd::no_first_step, .value = way};
  if (task.has_h0) {
    if (task.h0 != 0.0 && (way > 0.0) != (task.h0 > 0.0)) {
      return {.end = DriveEnd::h0_wrong_sign, .value = task.h0};
    }
    if (!usable(task.h0)) return {.end = DriveEnd::h0_is_zero, .value = task.h0};
  }
  if (task.has_tstop) {
    if (!beyond(task.tstop, t, way)) return {.end = DriveEnd::tstop_behind_t, .value = task.tstop};
    if (beyond(task.tout, task.tstop, way)) {
      return {.end = DriveEnd::tstop_before_tout, .value = task.tstop};
    }
  }
  *s.h = task.has_h0 ? task.h0 : std::copysign(length, way);
  limit_step(s, task);
  stop_at_tstop(s, task);
  return usable(*s.h) ? DriveResult{} : DriveResult{.end = DriveEnd::no_first_step, .value = *s.h};
}

DriveResult start(const Integrator& s, const Task& task, double (*length)(void* self), double& t) {
  *s.t = t;
  if (task.tout == t) return {.end = DriveEnd::tout_is_t};
  if (const int bad = s.set_weights(s.self); bad >= 0) {
    return {.end = DriveEnd::start_weight, .component = bad};
  }
  const double distance = std::abs(task.tout - t);
  if (distance < smallest_step(t, task.tout)) {
    return {.end = DriveEnd::tout_too_close, .value = distance};
  }
  const DriveResult planned = plan_first_step(s, task, std::min(length(s.self), 1e-3 * distance));
  return planned.end == DriveEnd::stepped ? set_out(s, task, t) : planned;
}

DriveResult set_out(const Integrator& s, const Task& task, double& t) {
  if (task.roots != nullptr) {
    double at = t;
    const DriveResult left = leave_root(s, task, at);
    if (left.end == DriveEnd::at_root) {
      s.interpolate(s.self, t);
      return {.end = DriveEnd::root_at_start, .component = first_found(*task.roots)};
    }
    if (left.end != DriveEnd::stepped) return left;
    // the integrator may stand beyond t, after a step that found y' there
    const DriveResult root = look_for_root(s, task, t);
    if (root.end != DriveEnd::stepped) return root;
  }
  return step_on(s, task, t);
}

DriveResult resume(const Integrator& s, const Task& task, double& t) {
  limit_step(s, task);
  const double h = *s.h;
  if (t == task.tout) return {.end = DriveEnd::tout_is_t};
  if (beyond(t, task.tout, h)) return {.end = DriveEnd::tout_behind_t};
  if (task.has_tstop) {
    if (beyond(*s.t, task.tstop, h)) return {.end = DriveEnd::tstop_behind_t, .value = task.tstop};
    if (beyond(task.tout, task.tstop, h)) {
      return {.end = DriveEnd::tstop_before_tout, .value = task.tstop};
    }
  }
  const DriveResult root = look_again(s, task, t);
  if (root.end != DriveEnd::stepped) return root;
  if (!task.every_step) {
    if (reached(*s.t, task.tout, h)) return deliver(s, task.tout, DriveEnd::at_tout, t);
  } else if (beyond(*s.t, t, h)) {
    if (beyond(*s.t, task.tout, h)) return deliver(s, task.tout, DriveEnd::at_tout, t);
    return deliver(s, *s.t, DriveEnd::stepped, t);
  }
  if (task.has_tstop) {
    if (at_tstop(s, task)) return deliver(s, task.tstop, DriveEnd::at_tstop, t);
    stop_at_tstop(s, task);
  }
  return step_on(s, task, t);
}

}  // namespace mbdae
