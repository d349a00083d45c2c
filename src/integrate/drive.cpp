// See drive.hpp.
#include "integrate/drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

// Is a at or beyond b, in the direction of h?
bool reached(double a, double b, double h) {
  return (a - b) * h >= 0.0;
}
bool beyond(double a, double b, double h) {
  return (a - b) * h > 0.0;
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
      t = *s.t;
      return {.end = DriveEnd::step_failed, .step = step_end_of(result.status)};
    default:
      return {};
  }
}

DriveResult leave_root(const Integrator& s, const Task& task, double t) {
  const RootResult result = leave_start(*task.roots, t, std::copysign(time_rounding(s), *s.h));
  task.roots->at_root = false;
  if (result.search == RootSearch::at_start) {
    return {.end = DriveEnd::root_at_start, .component = result.component};
  }
  if (result.search == RootSearch::failed) {
    return {.end = DriveEnd::step_failed, .step = step_end_of(result.status)};
  }
  return {};
}

// After a return at a root the functions that vanish there must leave zero; what the last step
// holds beyond is searched before anything else.
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
    if (const double rounding = s.rounding(s.self); rounding > 1.0) {
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
  return 4.0 * uround * std::max(std::abs(t), std::abs(tout));
}

DriveResult plan_first_step(const Integrator& s, const Task& task, double length) {
  const double t = *s.t, way = task.tout - t;
  if (task.has_h0) {
    if (way * task.h0 < 0.0) return {.end = DriveEnd::h0_wrong_sign, .value = task.h0};
    if (task.h0 == 0.0) return {.end = DriveEnd::h0_is_zero};
    *s.h = task.h0;
  } else {
    *s.h = std::copysign(length, way);
  }
  limit_step(s, task);
  if (!task.has_tstop) return {};
  if (beyond(t, task.tstop, *s.h)) return {.end = DriveEnd::tstop_behind_t, .value = task.tstop};
  stop_at_tstop(s, task);
  if (beyond(task.tout, task.tstop, *s.h)) {
    return {.end = DriveEnd::tstop_before_tout, .value = task.tstop};
  }
  return {};
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
    const DriveResult left = leave_root(s, task, *s.t);
    if (left.end != DriveEnd::stepped) return left;
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
