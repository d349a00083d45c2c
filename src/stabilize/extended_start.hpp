// Consistent start values of the complex form (bdf2nd_ext.h): s from h = 0, positions and
// velocities checked or moved as for any mechanism, then q'', w and lambda from
//
//     M q'' - fa + G' lambda = 0,   d = 0,   G q'' + L = 0,
//
// L the second derivative of g along the motion, and r' = fd.
#pragma once

#include "control/weights.hpp"
#include "newton/extended_mechanics.hpp"
#include "stabilize/consistent_start.hpp"

namespace mbdae {

enum class StartPart { contacts, constraints, forces };

struct ExtendedStart {
  double t = 0;
  Vector y, v, a, r1;       // the values; q'' and r' are results
  Vector contact_rate;      // ns: s', a result
  Vector moved_q, moved_v;  // nq each: scratch
  Vector rate, curvature;   // nlambda each: scratch
  double time_scale = 1;    // length of the integration
  Start start = Start::reject_inconsistent;
  Tolerances tolerances;  // of y, then v

  StartPart part = StartPart::contacts;  // the one that failed
  Drift violation;                       // of q and v as given
};

// ok, inconsistent, asymmetric, rank_lost, indefinite, singular, diverged, or what a routine
// returned.
Status make_consistent(ExtendedMechanics& e, ExtendedStart& start);

}  // namespace mbdae
