// How a step of an implicit integrator ended.
#pragma once

#include "system/status.hpp"

namespace mbdae {

enum class StepEnd {
  accepted,
  error_test,      // failed repeatedly, or h fell to hmin
  no_convergence,  // of the Newton iteration, or h fell to hmin
  singular,        // Newton's matrix
  both_tests,      // no convergence after repeated failures of the error test
  refused,         // F could not be evaluated however small the step
  not_finite,      // F kept giving NaN or Inf
  stopped,         // F asked to stop
  threw            // F left by an exception
};

// The cause of a failure that no smaller step could mend.
constexpr StepEnd step_end_of(Status status) {
  switch (status) {
    case Status::singular:
      return StepEnd::singular;
    case Status::refused:
      return StepEnd::refused;
    case Status::not_finite:
      return StepEnd::not_finite;
    case Status::stopped:
      return StepEnd::stopped;
    case Status::threw:
      return StepEnd::threw;
    default:
      return StepEnd::no_convergence;
  }
}

}  // namespace mbdae
