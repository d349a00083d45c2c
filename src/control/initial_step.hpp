// First step size, Hairer, Norsett & Wanner, Solving ODEs I, II.4: HINIT.
#pragma once

#include "control/weights.hpp"
#include "formulate/dynamics.hpp"

namespace mbdae {

struct InitialStep {
  double t, direction, hmax;
  int order;              // of the method
  ConstVector y, f0;      // state and derivative at t
  Vector y1, f1, lambda;  // scratch
};

// One further evaluation, at an explicit Euler step; shortened and tried again where the model
// refuses.
Status initial_step(Dynamics& d, const Tolerances& tol, const InitialStep& at, double& h);

}  // namespace mbdae
