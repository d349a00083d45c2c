// See start.hpp.
#include "integrate/bdf/start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

int set_weights(Bdf& b, ConstVector y) {
  int bad = -1;
  for (std::size_t i = b.size(); i-- > 0;) {
    b.weight[i] = b.tolerances.weight(i, std::abs(y[i]));
    // neither it nor its reciprocal overflows
    const bool usable = b.weight[i] >= std::numeric_limits<double>::min() &&
                        (std::isfinite(b.weight[i]) || b.tolerances.is_free(i));
    if (!usable) bad = static_cast<int>(i);
  }
  return bad;
}

Bdf& bdf(void* self) {
  return *static_cast<Bdf*>(self);
}

// |h| of the first step: a thousandth of the way, less where y' is large.
double first_step(const Bdf& b, double distance) {
  const double h = 0.001 * distance;
  const double rate = weighted_rms(b.yp, b.weight);
  return rate > 0.5 / h ? 0.5 / rate : h;
}

// `stepped` if the integration may begin.
DriveResult consistent_values(Bdf& b, const StartWish& wish) {
  const double h = b.h;
  double norm = 0;
  const Status status =
      wish.check_only ? measure_inconsistency(b, h, norm) : make_consistent(b, wish.kind, h, norm);
  b.h = h;
  if (status != Status::ok) {
    return {.end = DriveEnd::start_failed, .step = step_end_of(status), .value = norm};
  }
  if (wish.check_only && !(norm <= 1.0)) return {.end = DriveEnd::inconsistent, .value = norm};
  if (wish.start_only) return {.end = DriveEnd::consistent, .value = norm};
  return {};
}

}  // namespace

Integrator integrator_of(Bdf& b) {
  return {
      .self = &b,
      .t = &b.t,
      .h = &b.h,
      .steps = &b.steps,
      .set_weights = [](void* self) { return set_weights(bdf(self), bdf(self).difference(1)); },
      .rounding =
          [](void* self) {
            return 100.0 * uround * weighted_rms(bdf(self).difference(1), bdf(self).weight);
          },
      .take_step = [](void* self, double hmin) { return take_step(bdf(self), hmin); },
      .interpolate =
          [](void* self, double t) {
            Bdf& of = bdf(self);  // before the first step: the tangent
            interpolate(of, std::max(of.old_order, 1), t, of.y, of.yp);
          },
  };
}

DriveResult start(Bdf& b, const Task& task, const StartWish& wish, double& t) {
  b.t = t;
  if (task.tout == t) return {.end = DriveEnd::tout_is_t};
  if (const int bad = set_weights(b, b.y); bad >= 0) {
    const double weight = b.weight[static_cast<std::size_t>(bad)];
    return {.end = DriveEnd::start_weight, .value = weight, .component = bad};
  }
  const double hmin = smallest_step(t, task.tout);
  const double distance = std::abs(task.tout - t);
  if (distance < hmin) return {.end = DriveEnd::tout_too_close, .value = distance};
  const Integrator integrator = integrator_of(b);
  const DriveResult planned = plan_first_step(integrator, task, first_step(b, distance));
  if (planned.end != DriveEnd::stepped) return planned;
  if (wish.make_consistent || wish.check_only) {
    const DriveResult found = consistent_values(b, wish);
    if (found.end != DriveEnd::stepped) return found;
  }
  if (wish.compute_derivatives) {
    const StepEnd step = take_first_euler_step(b, hmin);
    if (step != StepEnd::accepted) return {.end = DriveEnd::start_failed, .step = step};
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (std::isfinite(b.h * b.yp[i])) continue;
    return {.end = DriveEnd::no_first_step, .value = b.yp[i], .component = static_cast<int>(i)};
  }
  begin(b, b.h);
  return set_out(integrator, task, t);
}

}  // namespace mbdae
