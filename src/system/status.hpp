// Status: how a kernel ended. Kernels return it by value; only capi/ turns it into IDID.
#pragma once

namespace mbdae {

enum class Status {
  ok,
  refused,      // a model routine returned a positive value
  not_finite,   // a model routine gave NaN or Inf
  stopped,      // a model routine returned a negative value
  threw,        // a model routine left by a C++ exception
  overflow,     // the state became infinite
  rank_lost,    // G has linearly dependent rows
  indefinite,   // M is not positive definite on the kernel of G
  asymmetric,   // M is not symmetric
  singular,     // the matrix of a Newton iteration is
  diverged,     // a projection onto the constraints did not converge
  inconsistent  // the start values violate the constraints
};

// Would the same thing, tried from a smaller step, have a chance?
constexpr bool recoverable(Status s) {
  return s == Status::refused || s == Status::not_finite || s == Status::rank_lost ||
         s == Status::indefinite || s == Status::diverged || s == Status::overflow ||
         s == Status::singular;
}

}  // namespace mbdae
