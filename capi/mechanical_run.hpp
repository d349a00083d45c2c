// What the implicit doors for mechanisms share: the model behind its gates, the consistent start,
// the counters, the drift of what is returned.
#pragma once

#include "capi/dassl_call.hpp"
#include "stabilize/consistent_start.hpp"

namespace mbdae::capi {

// The arguments of a call; those it has in common with dassl_like are in `dassl`.
struct MbsCall {
  int n, m;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  double *q, *v, *lambda;
  DasslCall dassl;  // neq follows from the form

  bool holonomic() const { return m == 0 || (gcn != nullptr && dassl.info[DL_IHOL] == 0); }
};

struct MechanicalRun {
  Model model;
  Dynamics dynamics;
  Stabilizer stabilizer;  // measures drift, projects the start values
  Drift violation;
  double left = 0;  // of it, in consistent start values: in the norm of the tolerances
};

// n and m within range, and (n + m)^2 countable by an int.
DasslComplaint check_dimensions(int n, int m);
DasslComplaint check_model(const MbsCall& call);
DasslComplaint check_start_values(const MbsCall& call);
// info[position] within 0 .. largest?
struct OptionRange {
  int position, code, largest;
};
DasslComplaint check_ranges(const DasslCall& call, std::span<const OptionRange> ranges);

void lay_mechanics(const MbsCall& call, MechanicalRun& run, Cursor<double>& w, Cursor<int>& iw);
void set_mechanics(const MbsCall& call, MechanicalRun& run);

void clear_results(const MbsCall& call, MechanicalRun& run);
void load_counters(const MbsCall& call, MechanicalRun& run);
void save_counters(const MbsCall& call, MechanicalRun& run);

// Consistent q, v in `state` (2n), their derivatives in `rate`, and lambda. Scratch: 2n each.
struct StartArrays {
  Vector state, rate, lambda, trial, e;
};
Status start_values(const MbsCall& call, MechanicalRun& run, const Tolerances& tolerances,
                    const StartArrays& arrays);
// IDID of a start that failed.
DasslOutcome fail_at_start(const MbsCall& call, MechanicalRun& run, Status status);

// q, v, lambda to the caller, and what the constraints say of them.
Status deliver(const MbsCall& call, MechanicalRun& run, ConstVector q, ConstVector v,
               ConstVector lambda);

// An outcome of the integrator, the model's routines named where they failed.
DasslOutcome name_routine(const DasslCall& call, const Fault& fault, DasslOutcome outcome);
inline DasslOutcome name_routine(const MbsCall& call, MechanicalRun& run, DasslOutcome outcome) {
  return name_routine(call.dassl, run.model.fault, outcome);
}

// The order of every door: arguments, lengths, continuation, values; then `integrate`.
struct DoorSteps {
  DasslComplaint (*check_options)(const MbsCall& call);
  DasslComplaint (*check_lengths)(const MbsCall& call);
  DasslComplaint (*check_values)(const MbsCall& call);
  DasslOutcome (*integrate)(const MbsCall& call);
};
DasslOutcome serve(const MbsCall& call, const DoorSteps& steps);

}  // namespace mbdae::capi
