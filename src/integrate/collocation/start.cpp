// See start.hpp.
#include "integrate/collocation/start.hpp"

#include <limits>

#include "control/weighted_norm.hpp"

namespace mbdae {

namespace {

Collocation& collocation(void* self) {
  return *static_cast<Collocation*>(self);
}

double rounding(void* self) {
  const Collocation& c = collocation(self);
  return 100 * std::numeric_limits<double>::epsilon() * weighted_rms(c.q, c.weight);
}

}  // namespace

Integrator integrator_of(Collocation& c) {
  return {.self = &c,
          .t = &c.t,
          .h = &c.h,
          .steps = &c.steps,
          .set_weights = [](void* self) { return set_weights(collocation(self)); },
          .rounding = rounding,
          .take_step = [](void* self, double hmin) { return take_step(collocation(self), hmin); },
          .interpolate = [](void* self, double t) { interpolate(collocation(self), t); },
          .settle = [](void* self) { interpolate(collocation(self), collocation(self).t); }};
}

DriveResult start(Collocation& c, const Task& task, double& t) {
  c.t = t;
  begin(c);
  const auto length = [](void* self) { return first_step_length(collocation(self)); };
  return start(integrator_of(c), task, length, t);
}

}  // namespace mbdae
