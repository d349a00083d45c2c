// Inequalities gi(t,q,v) >= 0: where, on the interpolant of a step, does one first fail?
#pragma once

#include "output/interpolant.hpp"
#include "system/model.hpp"

namespace mbdae {

struct InequalityWatch {
  Vector gi;     // mi
  Vector q, v;   // n each
  int row = -1;  // the inequality that failed
};

// Smallest of gi at (t, q, v); `row` tells which when it is negative.
Status smallest_inequality(Model& model, InequalityWatch& watch, double t, ConstVector q,
                           ConstVector v, double& smallest);

// The interpolant must be complete and all gi >= 0 at its start. If one fails at t_new or at one of
// the points in between that are looked at, t_stop is the last point before the failure, to
// rounding, and `found` is set.
Status locate_failure(Model& model, InequalityWatch& watch, const Interpolant& interpolant,
                      double t_new, double& t_stop, bool& found);

}  // namespace mbdae
