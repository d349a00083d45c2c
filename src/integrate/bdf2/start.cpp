// See start.hpp.
#include "integrate/bdf2/start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/weighted_norm.hpp"

namespace mbdae {

namespace {

Bdf2& bdf(void* self) {
  return *static_cast<Bdf2*>(self);
}

double rounding(void* self) {
  const Bdf2& b = bdf(self);
  return 100 * std::numeric_limits<double>::epsilon() * weighted_rms(b.values(0), b.weight);
}

}  // namespace

Stepper stepper_of(Bdf2& b) {
  return {.self = &b,
          .t = &b.t,
          .h = &b.h,
          .steps = &b.steps,
          .set_weights = [](void* self) { return set_weights(bdf(self)); },
          .rounding = rounding,
          .take_step = [](void* self, double hmin) { return take_step(bdf(self), hmin); },
          .interpolate = [](void* self, double t) { interpolate(bdf(self), t); }};
}

DriveResult start(Bdf2& b, const Task& task, double& t) {
  b.t = t;
  if (task.tout == t) return {.end = DriveEnd::tout_is_t};
  begin(b);
  if (const int bad = set_weights(b); bad >= 0) {
    return {.end = DriveEnd::start_weight, .component = bad};
  }
  const double distance = std::abs(task.tout - t);
  if (distance < smallest_step(t, task.tout)) {
    return {.end = DriveEnd::tout_too_close, .value = distance};
  }
  const Stepper stepper = stepper_of(b);
  const double length = std::min(first_step_length(b), 1e-3 * distance);
  const DriveResult planned = plan_first_step(stepper, task, length);
  if (planned.end != DriveEnd::stepped) return planned;
  return set_out(stepper, task, t);
}

}  // namespace mbdae
