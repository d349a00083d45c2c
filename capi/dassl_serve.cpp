// One call of a DASSL door: check, carve, go on, report. No exception leaves it.
#include <cxxabi.h>

#include <algorithm>

#include "capi/dassl_plan.hpp"

namespace mbdae::capi {

namespace {

int code_of_step(StepEnd end) {
  switch (end) {
    case StepEnd::error_test:
      return DL_ERROR_TEST;
    case StepEnd::no_convergence:
      return DL_NO_CONVERGENCE;
    case StepEnd::singular:
      return DL_SINGULAR;
    case StepEnd::both_tests:
      return DL_BOTH_TESTS;
    case StepEnd::refused:
      return DL_REFUSED;
    case StepEnd::not_finite:
      return DL_NOT_FINITE;
    case StepEnd::stopped:
      return DL_STOPPED;
    case StepEnd::threw:
      return DL_THREW;
    case StepEnd::accepted:
      break;
  }
  return MBDAE_INTERNAL;
}

int code_of_end(const DriveResult& result) {
  switch (result.end) {
    case DriveEnd::stepped:
      return DL_STEPPED;
    case DriveEnd::at_tstop:
      return DL_AT_TSTOP;
    case DriveEnd::at_tout:
      return DL_AT_TOUT;
    case DriveEnd::at_root:
      return DL_AT_ROOT;
    case DriveEnd::much_work:
      return DL_MUCH_WORK;
    case DriveEnd::too_accurate:
      return DL_TOO_ACCURATE;
    case DriveEnd::zero_weight:
      return DL_ZERO_WEIGHT;
    case DriveEnd::step_failed:
      return code_of_step(result.step);
    case DriveEnd::start_failed:
      return result.step == StepEnd::stopped || result.step == StepEnd::threw
                 ? code_of_step(result.step)
                 : DL_NO_START;
    case DriveEnd::consistent:
      return DL_CONSISTENT;
    case DriveEnd::inconsistent:
      return MBDAE_INCONSISTENT;
    case DriveEnd::start_weight:
      return DL_START_WEIGHT;
    case DriveEnd::tout_is_t:
      return DL_TOUT_IS_T;
    case DriveEnd::tout_behind_t:
      return DL_TOUT_BEHIND;
    case DriveEnd::tout_too_close:
      return DL_TOUT_CLOSE;
    case DriveEnd::tstop_behind_t:
      return DL_TSTOP_BEHIND;
    case DriveEnd::tstop_before_tout:
      return DL_TSTOP_BEFORE_TOUT;
    case DriveEnd::h0_is_zero:
    case DriveEnd::h0_wrong_sign:
      return DL_BAD_H0;
    case DriveEnd::no_first_step:
      return DL_NO_FIRST_STEP;
    case DriveEnd::root_at_start:
      return DL_ROOT_AT_START;
  }
  return MBDAE_INTERNAL;
}

// Is there an integration to go on with?
bool has_begun(const DriveResult& result) {
  return result.end != DriveEnd::start_failed && result.end != DriveEnd::consistent &&
         result.end != DriveEnd::inconsistent;
}

bool failed_in_routine(int code) {
  return code == DL_REFUSED || code == DL_STOPPED || code == DL_NOT_FINITE || code == DL_THREW ||
         code == DL_NO_START;
}

// Newton's matrix is lost where its pivots lie elsewhere by now, or were overwritten.
bool pivots_are_kept(const DasslCall& call, const DasslPlan& plan, const DasslRun& run) {
  if (plan.options != remembered_plan(call).options) return false;
  const auto usable = [&call](int row) { return row >= 0 && row < call.neq; };
  return std::all_of(run.equations.pivot.begin(), run.equations.pivot.end(), usable);
}

DasslOutcome integrate(const DasslCall& call) {
  DasslRun run;
  const DasslPlan plan = plan_of(call);
  lay_out(call, plan, run);
  set_residual(call, run);
  set_task(call, run);
  if (call.info[DL_CONTINUE] == 0) {
    forget_state(call);
    remember(call, plan);
    return conclude(call, run, start(run.bdf, run.task, run.wish, *call.t), run.system.fault);
  }
  load_state(call, run);
  if (!pivots_are_kept(call, plan, run)) run.bdf.newton.age = MatrixAge::stale;
  remember(call, plan);
  return conclude(call, run, resume(integrator_of(run.bdf), run.task, *call.t), run.system.fault);
}

}  // namespace

void note(const DasslCall& call, int code, double value, int component) {
  call.rwork[DL_FAILVALUE] = value;
  call.iwork[DL_FAILCODE] = code;
  call.iwork[DL_FAILCOMP] = component;
}

void note_if_long_enough(const DasslCall& call, const DasslComplaint& complaint) {
  if (call.lrw <= DL_FAILVALUE || call.liw <= DL_FAILCODE) return;
  note(call, complaint.code, complaint.value, complaint.component);
}

DasslOutcome refuse(const DasslCall& call, int code) {
  call.info[DL_CONTINUE] = -1;
  return {DL_ILLEGAL, code};
}

bool is_illegal(const DriveResult& result) {
  return code_of_end(result) <= -800;
}

DasslOutcome report(const DasslCall& call, const DriveResult& result, const Fault& fault) {
  const int code = code_of_end(result);
  if (code != DL_CONSISTENT) call.info[DL_CONTINUE] = code > 0 ? 1 : -1;
  if (failed_in_routine(code)) {
    note(call, code, fault.t, fault.component);
  } else {
    note(call, code, result.value, result.component);
  }
  return {is_illegal(result) ? DL_ILLEGAL : code, code};
}

DasslOutcome conclude(const DasslCall& call, DasslRun& run, const DriveResult& result,
                      const Fault& fault) {
  if (!is_illegal(result) || call.info[DL_CONTINUE] != 0) save_state(call, run);
  if (!has_begun(result)) forget_state(call);
  return report(call, result, fault);
}

DasslOutcome serve(const DasslCall& call) {
  DasslComplaint complaint = check_sizes(call);
  if (complaint.code != 0) {
    return call.info == nullptr ? DasslOutcome{DL_ILLEGAL, complaint.code}
                                : refuse(call, complaint.code);
  }
  complaint = check_lengths(call);
  if (complaint.code != 0) {
    note_if_long_enough(call, complaint);
    return refuse(call, complaint.code);
  }
  complaint = check_continuation(call);
  if (complaint.code == 0) complaint = check_values(call);
  if (complaint.code != 0) {
    note(call, complaint.code, complaint.value, complaint.component);
    return refuse(call, complaint.code);
  }
  try {
    return integrate(call);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return {MBDAE_INTERNAL, MBDAE_INTERNAL};
  }
}

}  // namespace mbdae::capi
