// The coefficients of a step, see bdf.hpp.
#pragma once

#include "integrate/bdf/bdf.hpp"

namespace mbdae {

// psi, alpha, beta, gamma, sigma for the step h and order now set. Returns the constant of the error
// estimate, c_k = max(|alpha_{k+1} + alpha_s - alpha_0|, alpha_{k+1}).
double set_coefficients(Bdf& bdf);

// phi -> phi*, and back after a failed step.
void enter_step(Bdf& bdf);
void leave_step(Bdf& bdf);

// phi after an accepted step: the new divided differences, from those of the step and the change.
void update_differences(Bdf& bdf, int order);

}  // namespace mbdae
