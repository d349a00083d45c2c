// A whole integration with rkstab: start, step size control, output, inequalities, end.
#pragma once

#include "control/step_controller.hpp"
#include "events/inequalities.hpp"
#include "integrate/rk/stepper.hpp"
#include "stabilize/consistent_start.hpp"

namespace mbdae {

struct Run {
  Model* model = nullptr;
  Stepper stepper;
  StepController controller;
  InequalityWatch watch;
  Start start = Start::reject_inconsistent;
  bool constant_steps = false;
  bool one_step = false;
  int iout = 0;
  int nmax = 0;
  double xend = 0, hmax = 0;

  // The caller's arrays: hold the last accepted state at any moment.
  double* x = nullptr;
  double* h = nullptr;  // predicted step size
  Vector q, v;

  int steps = 0, accepted = 0, rejected = 0;
  Drift drift;      // largest at accepted points
  Drift violation;  // of the start values
};

enum class End { started, reached, interrupted, one_step, too_many_steps, small_step, failed };

struct Result {
  End end;
  Status status = Status::ok;  // of the kernel that failed
};

// Check or project the start values, evaluate the first derivative, choose the first step size,
// call solout for the start point. `started` unless the run is over already.
Result begin(Run& run);

// Take steps until something in End happens. The state must come from begin() or from an earlier
// advance() that ended with one_step.
Result advance(Run& run);

}  // namespace mbdae
