// From call to call: DASSL's protocol of output points, over whatever integrator takes the steps.
#pragma once

#include "events/roots.hpp"
#include "integrate/step_end.hpp"

namespace mbdae {

// An integrator between two steps. `t` is the time reached, `h` the signed step to be tried next.
struct Integrator {
  void* self = nullptr;
  double *t = nullptr, *h = nullptr;
  int* steps = nullptr;
  // Error weights at the point reached: the first that is not positive, or -1.
  int (*set_weights)(void* self) = nullptr;
  // 100 u ||y|| in these weights: above 1 they ask for more than double precision has.
  double (*rounding)(void* self) = nullptr;
  StepEnd (*take_step)(void* self, double hmin) = nullptr;
  // The solution at a time inside the last step, to where the caller reads it.
  void (*interpolate)(void* self, double t) = nullptr;
  // The same for the point reached; null: it is there already.
  void (*settle)(void* self) = nullptr;
};

// What one call asks for.
struct Task {
  double tout = 0;
  bool every_step = false;  // return after every step, not only at tout
  bool has_tstop = false;   // never step beyond tstop
  double tstop = 0;
  double hmax = 0;  // 0: no limit
  double h0 = 0;    // first step if has_h0
  bool has_h0 = false;
  int step_limit = 0;      // of this call; 0: none
  Roots* roots = nullptr;  // switching functions, or none
};

enum class DriveEnd {
  stepped,  // every_step: t is the end of a step
  at_tstop,
  at_tout,  // by interpolation
  at_root,
  much_work,     // step_limit
  too_accurate,  // tolerances below rounding: multiply them by `value`
  zero_weight,   // weight of `component` vanished or overflowed
  step_failed,   // see `step`
  start_failed,  // no consistent start values: see `step`
  consistent,    // only they were asked for: `value` is the norm of what is left
  inconsistent,  // of values only to be checked: `value` is that norm
  // wrong input
  start_weight,  // weight of `component` is not positive, or overflows
  tout_is_t,
  tout_behind_t,
  tout_too_close,
  tstop_behind_t,
  tstop_before_tout,
  h0_is_zero,  // or has no finite reciprocal
  h0_wrong_sign,
  no_first_step,  // `value` is none: tout - t, y', tolerances or hmax are out of scale
  root_at_start,  // function `component` is zero at and after the start
};

struct DriveResult {
  DriveEnd end = DriveEnd::stepped;
  StepEnd step = StepEnd::accepted;
  double value = 0;
  int component = -1;
};

// The smallest step worth trying between t and tout.
double smallest_step(double t, double tout);

// The first step of an integration from *s.t, given how long it should be where the task does not
// say; `stepped` if it may be taken.
DriveResult plan_first_step(const Integrator& s, const Task& task, double length);

// A first call from the start values on: `length` tells how long the first step should be at the most.
DriveResult start(const Integrator& s, const Task& task, double (*length)(void* self), double& t);

// The first call, from t on, the integrator standing there or a step ahead; and every later one.
DriveResult set_out(const Integrator& s, const Task& task, double& t);
DriveResult resume(const Integrator& s, const Task& task, double& t);

}  // namespace mbdae
