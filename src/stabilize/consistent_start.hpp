// Start values: do they satisfy the constraints, and if not, what then? Shared by the integrators.
#pragma once

#include "control/weights.hpp"
#include "stabilize/stabilizer.hpp"

namespace mbdae {

enum class Start { reject_inconsistent, project, accept };

struct StartValues {
  double t = 0;
  Vector y;               // (q, v), projected if asked for
  Vector trial, e;        // scratch, 2n each
  Tolerances tolerances;  // of (q, v)
};

// Measures the violation, checks that M is symmetric, and acts as `start` says. The matrices of the
// values are loaded on return, unless there are no constraints. inconsistent, asymmetric, diverged, or
// what a routine returned.
Status make_consistent(Dynamics& d, Stabilizer& s, Start start, const StartValues& values,
                       Drift& violation);

// The correction that would bring the values to the constraints, in the norm of the tolerances: what
// is left of a violation. The matrices of the values are loaded.
Status distance_to_constraints(Dynamics& d, Stabilizer& s, const StartValues& values, double& norm);

}  // namespace mbdae
