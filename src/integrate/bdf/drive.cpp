// See drive.hpp.
#include "integrate/bdf/drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

double smallest_step(double t, double tout) {
  return 4.0 * uround * std::max(std::abs(t), std::abs(tout));
}

// Is a at or beyond b, in the direction of h?
bool reached(double a, double b, double h) {
  return (a - b) * h >= 0.0;
}
bool beyond(double a, double b, double h) {
  return (a - b) * h > 0.0;
}

bool at_tstop(const Bdf& b, const Task& task) {
  return std::abs(b.t - task.tstop) <= 100.0 * uround * (std::abs(b.t) + std::abs(b.h));
}

void limit_step(Bdf& b, const Task& task) {
  if (task.hmax > 0 && std::abs(b.h) > task.hmax) b.h /= std::abs(b.h) / task.hmax;
}

void stop_at_tstop(Bdf& b, const Task& task) {
  if (task.has_tstop && beyond(b.t + b.h, task.tstop, b.h)) b.h = task.tstop - b.t;
}

// Index of the first weight that is not positive, -1 if none.
int set_weights(Bdf& b, const Task& task, ConstVector y) {
  int bad = -1;
  for (std::size_t i = b.size(); i-- > 0;) {
    b.weight[i] = task.tolerances.weight(i, std::abs(y[i]));
    if (!(b.weight[i] > 0.0)) bad = static_cast<int>(i);
  }
  return bad;
}

DriveResult deliver(const Bdf& b, double at, DriveEnd end, double& t) {
  interpolate(b, b.old_order, at, b.y, b.yp);
  t = at;
  return {.end = end};
}

// The search runs on the polynomial of the last step, up to tout or the end of the step.
DriveResult look_for_root(Bdf& b, const Task& task, double& t) {
  Roots& roots = *task.roots;
  const double tolerance = 100.0 * uround * (std::abs(b.t) + std::abs(b.h));
  const double up_to = beyond(b.t, task.tout, b.h) ? task.tout : b.t;
  if (!beyond(up_to, roots.checked_up_to, b.h)) return {};
  const RootResult result = search(roots, up_to, tolerance);
  switch (result.search) {
    case RootSearch::found:
      return deliver(b, result.t, DriveEnd::at_root, t);
    case RootSearch::failed:
      t = b.t;
      return {.end = DriveEnd::step_failed, .step = step_end_of(result.status)};
    default:
      return {};
  }
}

DriveResult leave_root(Bdf& b, const Task& task, double t) {
  const double tiny = std::copysign(100.0 * uround * (std::abs(b.t) + std::abs(b.h)), b.h);
  const RootResult result = leave_start(*task.roots, t, tiny);
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
DriveResult look_again(Bdf& b, const Task& task, double& t) {
  if (task.roots == nullptr) return {};
  if (task.roots->at_root) {
    const DriveResult left = leave_root(b, task, t);
    if (left.end != DriveEnd::stepped) return left;
  }
  return look_for_root(b, task, t);
}

DriveResult step_on(Bdf& b, const Task& task, double& t) {
  const int steps_before = b.steps;
  for (;;) {
    if (task.step_limit > 0 && b.steps - steps_before >= task.step_limit) {
      t = b.t;
      return {.end = DriveEnd::much_work};
    }
    const ConstVector y = b.difference(1);
    if (const int bad = set_weights(b, task, y); bad >= 0) {
      t = b.t;
      return {.end = DriveEnd::zero_weight, .component = bad};
    }
    const double rounding = 100.0 * uround * weighted_rms(y, b.weight);
    if (rounding > 1.0) {
      t = b.t;
      return {.end = DriveEnd::too_accurate, .value = rounding};
    }
    limit_step(b, task);
    const StepEnd step = take_step(b, smallest_step(b.t, task.tout));
    if (step != StepEnd::accepted) {
      t = b.t;
      return {.end = DriveEnd::step_failed, .step = step};
    }
    if (task.roots != nullptr) {
      const DriveResult root = look_for_root(b, task, t);
      if (root.end != DriveEnd::stepped) return root;
    }
    if (reached(b.t, task.tout, b.h)) return deliver(b, task.tout, DriveEnd::at_tout, t);
    if (task.has_tstop && at_tstop(b, task)) {
      return deliver(b, task.tstop, DriveEnd::at_tstop, t);
    }
    if (task.every_step) {
      t = b.t;
      return {.end = DriveEnd::stepped};
    }
    stop_at_tstop(b, task);
  }
}

// |h| of the first step: a thousandth of the way, less where y' is large.
double first_step(const Bdf& b, double distance) {
  const double h = 0.001 * distance;
  const double rate = weighted_rms(b.yp, b.weight);
  return rate > 0.5 / h ? 0.5 / rate : h;
}

// Start values; `stepped` if the integration may begin.
DriveResult consistent_values(Bdf& b, const Task& task) {
  const double h = b.h;
  double norm = 0;
  const Status status =
      task.check_only ? measure_inconsistency(b, h, norm) : make_consistent(b, task.kind, h, norm);
  b.h = h;
  if (status != Status::ok) {
    return {.end = DriveEnd::start_failed, .step = step_end_of(status), .value = norm};
  }
  if (task.check_only && !(norm <= 1.0)) return {.end = DriveEnd::inconsistent, .value = norm};
  if (task.start_only) return {.end = DriveEnd::consistent, .value = norm};
  return {};
}

}  // namespace

DriveResult start(Bdf& b, const Task& task, double& t) {
  b.t = t;
  if (task.tout == t) return {.end = DriveEnd::tout_is_t};
  if (const int bad = set_weights(b, task, b.y); bad >= 0) {
    return {.end = DriveEnd::start_weight, .component = bad};
  }
  const double hmin = smallest_step(t, task.tout);
  const double distance = std::abs(task.tout - t);
  if (distance < hmin) return {.end = DriveEnd::tout_too_close, .value = distance};
  double h = 0;
  if (task.has_h0) {
    h = task.h0;
    if ((task.tout - t) * h < 0.0) return {.end = DriveEnd::h0_wrong_sign, .value = h};
    if (h == 0.0) return {.end = DriveEnd::h0_is_zero};
  } else {
    h = std::copysign(first_step(b, distance), task.tout - t);
  }
  b.h = h;
  limit_step(b, task);
  if (task.has_tstop) {
    if (beyond(t, task.tstop, b.h)) return {.end = DriveEnd::tstop_behind_t, .value = task.tstop};
    stop_at_tstop(b, task);
    if (beyond(task.tout, task.tstop, b.h)) {
      return {.end = DriveEnd::tstop_before_tout, .value = task.tstop};
    }
  }
  if (task.make_consistent || task.check_only) {
    const DriveResult found = consistent_values(b, task);
    if (found.end != DriveEnd::stepped) return found;
  }
  if (task.compute_derivatives) {
    const StepEnd step = take_first_euler_step(b, hmin);
    if (step != StepEnd::accepted) return {.end = DriveEnd::start_failed, .step = step};
  }
  begin(b, b.h);
  if (task.roots != nullptr) {
    const DriveResult left = leave_root(b, task, b.t);
    if (left.end != DriveEnd::stepped) return left;
  }
  return step_on(b, task, t);
}

DriveResult resume(Bdf& b, const Task& task, double& t) {
  limit_step(b, task);
  if (t == task.tout) return {.end = DriveEnd::tout_is_t};
  if (beyond(t, task.tout, b.h)) return {.end = DriveEnd::tout_behind_t};
  if (task.has_tstop) {
    if (beyond(b.t, task.tstop, b.h)) return {.end = DriveEnd::tstop_behind_t, .value = task.tstop};
    if (beyond(task.tout, task.tstop, b.h)) {
      return {.end = DriveEnd::tstop_before_tout, .value = task.tstop};
    }
  }
  const DriveResult root = look_again(b, task, t);
  if (root.end != DriveEnd::stepped) return root;
  if (!task.every_step) {
    if (reached(b.t, task.tout, b.h)) return deliver(b, task.tout, DriveEnd::at_tout, t);
  } else if (beyond(b.t, t, b.h)) {
    if (beyond(b.t, task.tout, b.h)) return deliver(b, task.tout, DriveEnd::at_tout, t);
    return deliver(b, b.t, DriveEnd::stepped, t);
  }
  if (task.has_tstop) {
    if (at_tstop(b, task)) return deliver(b, task.tstop, DriveEnd::at_tstop, t);
    stop_at_tstop(b, task);
  }
  return step_on(b, task, t);
}

}  // namespace mbdae
