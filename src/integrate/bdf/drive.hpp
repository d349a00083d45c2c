// From call to call: DASSL's protocol of output points over the steps of bdf.hpp.
#pragma once

#include "control/weights.hpp"
#include "events/roots.hpp"
#include "integrate/bdf/bdf.hpp"

namespace mbdae {

// What one call asks for.
struct Task {
  double tout = 0;
  bool every_step = false;  // return after every step, not only at tout
  bool has_tstop = false;   // never step beyond tstop
  double tstop = 0;
  double hmax = 0;  // 0: no limit
  double h0 = 0;    // first step if has_h0
  bool has_h0 = false;
  bool compute_derivatives = false;  // y' is not known at the start
  bool make_consistent = false;      // of variables of these kinds, see bdf.hpp
  bool check_only = false;           // or only measure
  bool start_only = false;           // and do not integrate
  std::span<const int> kind;
  int step_limit = 0;  // of this call; 0: none
  Tolerances tolerances;
  Roots* roots = nullptr;  // switching functions, or none
};

enum class DriveEnd {
  stepped,  // every_step: t is the end of a step
  at_tstop,
  at_tout,  // by interpolation
  at_root,
  much_work,     // step_limit
  too_accurate,  // tolerances below rounding: multiply them by `value`
  zero_weight,   // weight of `component` vanished
  step_failed,   // see `step`
  start_failed,  // compute_derivatives, make_consistent: see `step`
  consistent,    // start_only: `value` is the norm of what is left
  inconsistent,  // check_only: `value` is that norm
  // wrong input
  start_weight,  // weight of `component` is not positive
  tout_is_t,
  tout_behind_t,
  tout_too_close,
  tstop_behind_t,
  tstop_before_tout,
  h0_is_zero,
  h0_wrong_sign,
  root_at_start,  // function `component` is zero at and after the start
};

struct DriveResult {
  DriveEnd end = DriveEnd::stepped;
  StepEnd step = StepEnd::accepted;
  double value = 0;
  int component = -1;
};

// The first call of an integration, from t, y, y' on; and every later one.
DriveResult start(Bdf& bdf, const Task& task, double& t);
DriveResult resume(Bdf& bdf, const Task& task, double& t);

}  // namespace mbdae
