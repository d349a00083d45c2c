// See start.hpp.
#include "integrate/bdf2/start.hpp"

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

Integrator integrator_of(Bdf2& b) {
  return {.self = &b,
          .t = &b.t,
          .h = &b.h,
          .steps = &b.steps,
          .set_weights = [](void* self) { return set_weights(bdf(self)); },
          .rounding = rounding,
          .take_step = [](void* self, double hmin) { return take_step(bdf(self), hmin); },
          .interpolate = [](void* self, double t) { interpolate(bdf(self), t); },
          .settle = [](void* self) { interpolate(bdf(self), bdf(self).t); }};
}

DriveResult start(Bdf2& b, const Task& task, double& t) {
  b.t = t;
  begin(b);
  return start(
      integrator_of(b), task, [](void* self) { return first_step_length(bdf(self)); }, t);
}

}  // namespace mbdae
