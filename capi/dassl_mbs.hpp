// From the arguments of dassl_like_mbs to a run of the integrator on an implicit form.
#pragma once

#include "capi/dassl_call.hpp"
#include "newton/mechanical_equations.hpp"
#include "stabilize/consistent_start.hpp"

namespace mbdae::capi {

struct MbsCall {
  int n, m;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  double *q, *v, *lambda;
  DasslCall dassl;  // its y, y' are in rwork; neq follows from the form

  bool holonomic() const { return m == 0 || (gcn != nullptr && dassl.info[DL_IHOL] == 0); }
  Form form() const;
};

struct MbsRun {
  DasslRun dassl;
  Model model;
  Dynamics dynamics;
  Stabilizer stabilizer;  // measures drift, projects the start values
  MechanicalEquations equations;
  Vector y, yp;
  Drift violation;
};

DasslComplaint check_model(const MbsCall& call);
DasslComplaint check_lengths(const MbsCall& call);
DasslComplaint check_values(const MbsCall& call);

DasslLengths lay_out(const MbsCall& call, MbsRun& run);
void set_up(const MbsCall& call, MbsRun& run);

DasslOutcome serve(const MbsCall& call);

}  // namespace mbdae::capi
