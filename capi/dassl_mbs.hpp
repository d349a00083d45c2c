// From the arguments of dassl_like_mbs to a run of the integrator on an implicit form.
#pragma once

#include "capi/dassl_plan.hpp"
#include "capi/mechanical_run.hpp"
#include "newton/mechanical_equations.hpp"

namespace mbdae::capi {

struct MbsRun {
  DasslRun dassl;
  MechanicalRun mechanics;
  MechanicalEquations equations;
  Vector y, yp;
};

// GGL needs positions: without them it is index 2.
Form form_of(const MbsCall& call);

DasslComplaint check_options(const MbsCall& call);
DasslComplaint check_lengths(const MbsCall& call);
DasslComplaint check_values(const MbsCall& call);

DasslPlan plan_of(const MbsCall& call);
DasslComplaint check_plan(const MbsCall& call);
DasslLengths lay_out(const MbsCall& call, const DasslPlan& plan, MbsRun& run);
void set_up(const MbsCall& call, MbsRun& run);

DasslOutcome serve_mechanism(const MbsCall& call);

}  // namespace mbdae::capi
