// Contact parameters as functions of the positions: s(t,q) from h(t,q,s) = 0, and the constraints
// g(t,q,s(t,q)) along a motion, whose derivatives with respect to q are G.
#pragma once

#include "newton/extended_mechanics.hpp"

namespace mbdae {

// Newton's method with new derivatives in every iteration; those of the last are left in e.h_s. On
// return (h, g) is in e.hg. singular, diverged, or what gcn returned.
Status find_contact(ExtendedMechanics& e, double t, ConstVector q, Vector s);

// The same near a solution, with e.h_s as it is.
Status follow_contact(ExtendedMechanics& e, double t, ConstVector q, Vector s);

// d/dt of g(t,q,s) along (q + tau v, s following), by differences of second order with nodes ahead
// (side 1) or behind (-1) only: a model need not exist beyond the end of a run.
Status constraint_rate(ExtendedMechanics& e, double time_scale, int side, double t, ConstVector q,
                       ConstVector v, ConstVector s, Vector rate);

// The first and the second derivative, by differences of fourth order: rate = G v + gt, and
// G q'' + curvature = 0 for every motion on the constraints; contact_rate = s'.
Status constraint_derivatives(ExtendedMechanics& e, double time_scale, double t, ConstVector q,
                              ConstVector v, ConstVector s, Vector rate, Vector curvature,
                              Vector contact_rate);

}  // namespace mbdae
