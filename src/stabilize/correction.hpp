// The elementary move of every stabilization: x -= F residual, F = D (G D)^-1.
#pragma once

#include "stabilize/stabilizer.hpp"

namespace mbdae {

// With D = G' the factors of [I G'; G 0] are needed besides those of the dynamics: make them from
// the G that is loaded. Nothing to do for D = M^-1 G'.
Status refresh_gradient(Dynamics& d, Stabilizer& s, double t);

// x -= F residual; returns the max norm of the change.
double subtract_correction(Dynamics& d, Stabilizer& s, ConstVector residual, Vector x);

}  // namespace mbdae
