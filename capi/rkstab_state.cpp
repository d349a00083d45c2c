// What survives between calls, and what is reported: the positions of work and iwork beyond the
// options. Positions that have no name in rkstab_options.h are private to this file.
#include <algorithm>
#include <cmath>

#include "capi/rkstab_setup.hpp"

namespace mbdae::capi {

namespace {

constexpr int continuable = 0x6d626461;  // iwork[RKSTAB_STATE] of a run that can go on

// private positions
enum : int { work_t = 18, work_xend, work_hmax, work_time_scale, work_previous_error };
enum : int { iwork_fingerprint = 54, iwork_after_rejection = 62 };
constexpr int fingerprint_length = 8;

using Fingerprint = std::array<int, fingerprint_length>;

// What must not change if a state is to be continued.
Fingerprint fingerprint(const RkstabCall& call, const Run& run) {
  return {call.n,
          call.m,
          call.mi,
          call.ihol,
          100 * call.iwork[RKSTAB_METHOD] + run.stepper.tableau->stages,
          call.iwork[RKSTAB_STAB],
          call.iwork[RKSTAB_METRIC],
          call.iwork[RKSTAB_FIXED] + 2 * call.iwork[RKSTAB_COMPAT]};
}

// Does the predicted step lead towards xend? (h = 0 asks for a new start.)
bool leads_on(const RkstabCall& call) {
  return *call.h != 0 && (call.xend - *call.x) * *call.h >= 0;
}

}  // namespace

bool continues(const RkstabCall& call, const Run& run) {
  if (call.iwork[RKSTAB_STATE] != continuable || !run.one_step) return false;
  const Fingerprint now = fingerprint(call, run);
  if (!std::equal(now.begin(), now.end(), call.iwork + iwork_fingerprint)) return false;
  if (call.work[work_t] != *call.x || !leads_on(call)) return false;
  const ConstVector y = run.stepper.y;
  return std::equal(run.q.begin(), run.q.end(), y.begin()) &&
         std::equal(run.v.begin(), run.v.end(), y.begin() + call.n);
}

void clear_results(const RkstabCall& call) {
  std::fill(call.work + RKSTAB_DRIFTP, call.work + RKSTAB_WORK_HEADER, 0.0);
  std::fill(call.iwork + RKSTAB_NFCN, call.iwork + RKSTAB_IWORK_HEADER, 0);
  call.work[RKSTAB_PIVOT] = 1.0;
}

void load_state(const RkstabCall& call, Model& model, Run& run) {
  const int* iwork = call.iwork;
  const double* work = call.work;
  Dynamics& d = run.stepper.dynamics;
  const auto restore = [&](Routine r, int position) { model.count(r) = iwork[position]; };
  restore(Routine::fcn, RKSTAB_NFCN);
  restore(Routine::gcnq, RKSTAB_NJAC);
  restore(Routine::amat, RKSTAB_NAMAT);
  restore(Routine::gcn, RKSTAB_NGCN);
  restore(Routine::gcnt, RKSTAB_NGCNT);
  restore(Routine::gcnqq, RKSTAB_NGCNQQ);
  restore(Routine::gin, RKSTAB_NGIN);
  run.steps = iwork[RKSTAB_NSTEP];
  run.accepted = iwork[RKSTAB_NACCP];
  run.rejected = iwork[RKSTAB_NREJCT];
  run.stepper.stabilizer.count = iwork[RKSTAB_NSTAB];
  d.factorizations = iwork[RKSTAB_NLU];
  d.solves = iwork[RKSTAB_NSOLVE];
  d.short_of_rank = iwork[RKSTAB_NRANK];
  d.near_rank_loss = iwork[RKSTAB_NNEAR];
  d.lost_row_count = std::clamp(iwork[RKSTAB_NROWS], 0, reported_rows);
  std::copy_n(iwork + RKSTAB_ROWS, reported_rows, d.lost_rows.begin());
  d.smallest_pivot = work[RKSTAB_PIVOT];
  d.smallest_pivot_time = work[RKSTAB_PIVOTT];
  run.drift = {work[RKSTAB_DRIFTP], work[RKSTAB_DRIFTV]};
  run.violation = {work[RKSTAB_VIOLP], work[RKSTAB_VIOLV]};
  if (work[work_xend] == call.xend) {
    if (work[RKSTAB_HMAX] == 0) run.hmax = work[work_hmax];
    d.time_scale = work[work_time_scale];
  }
  run.controller.previous_error = work[work_previous_error];
  run.controller.after_rejection = iwork[iwork_after_rejection] != 0;
}

void save_results(const RkstabCall& call, const Model& model, const Run& run) {
  int* iwork = call.iwork;
  double* work = call.work;
  const Dynamics& d = run.stepper.dynamics;
  const auto keep = [&](Routine r, int position) {
    iwork[position] = model.calls[static_cast<std::size_t>(r)];
  };
  keep(Routine::fcn, RKSTAB_NFCN);
  keep(Routine::gcnq, RKSTAB_NJAC);
  keep(Routine::amat, RKSTAB_NAMAT);
  keep(Routine::gcn, RKSTAB_NGCN);
  keep(Routine::gcnt, RKSTAB_NGCNT);
  keep(Routine::gcnqq, RKSTAB_NGCNQQ);
  keep(Routine::gin, RKSTAB_NGIN);
  iwork[RKSTAB_NSTEP] = run.steps;
  iwork[RKSTAB_NACCP] = run.accepted;
  iwork[RKSTAB_NREJCT] = run.rejected;
  iwork[RKSTAB_NSTAB] = run.stepper.stabilizer.count;
  iwork[RKSTAB_NLU] = d.factorizations;
  iwork[RKSTAB_NSOLVE] = d.solves;
  iwork[RKSTAB_NRANK] = d.short_of_rank;
  iwork[RKSTAB_NNEAR] = d.near_rank_loss;
  iwork[RKSTAB_USED] = run.stepper.tableau == &dop853 ? 1 : 0;
  iwork[RKSTAB_GINROW] = run.watch.row;
  iwork[RKSTAB_NROWS] = d.lost_row_count;
  std::copy(d.lost_rows.begin(), d.lost_rows.end(), iwork + RKSTAB_ROWS);
  work[RKSTAB_DRIFTP] = run.drift.position;
  work[RKSTAB_DRIFTV] = run.drift.velocity;
  work[RKSTAB_VIOLP] = run.violation.position;
  work[RKSTAB_VIOLV] = run.violation.velocity;
  work[RKSTAB_PIVOT] = d.smallest_pivot;
  work[RKSTAB_PIVOTT] = d.smallest_pivot_time;
  iwork[RKSTAB_STATE] = 0;
}

void save_state(const RkstabCall& call, const Run& run) {
  const Fingerprint now = fingerprint(call, run);
  call.iwork[RKSTAB_STATE] = continuable;
  std::copy(now.begin(), now.end(), call.iwork + iwork_fingerprint);
  call.iwork[iwork_after_rejection] = run.controller.after_rejection ? 1 : 0;
  call.work[work_t] = *run.x;
  call.work[work_xend] = run.xend;
  call.work[work_hmax] = run.hmax;
  call.work[work_time_scale] = run.stepper.dynamics.time_scale;
  call.work[work_previous_error] = run.controller.previous_error;
}

void report_complaint(const RkstabCall& call, const Complaint& complaint) {
  if (call.iwork != nullptr && call.liwork >= RKSTAB_IWORK_HEADER) {
    call.iwork[RKSTAB_FAILINT] = complaint.integer;
    call.iwork[RKSTAB_FAILNEED] = complaint.needed;
    call.iwork[RKSTAB_FAILROUTINE] = 0;
    call.iwork[RKSTAB_FAILCOMP] = complaint.component;
    call.iwork[RKSTAB_NROWS] = 0;
  }
  if (call.work != nullptr && call.lwork >= RKSTAB_WORK_HEADER) {
    call.work[RKSTAB_FAILT] = 0;
    call.work[RKSTAB_FAILVALUE] = complaint.number;
  }
}

void report_failure(const RkstabCall& call, const Run& run, const Result& result) {
  const Fault fault = result.end == End::failed ? run.model->fault : Fault{};
  call.iwork[RKSTAB_FAILINT] = fault.returned;
  call.iwork[RKSTAB_FAILROUTINE] = static_cast<int>(fault.routine);
  call.iwork[RKSTAB_FAILCOMP] = fault.component;
  call.work[RKSTAB_FAILT] = result.end == End::failed ? fault.t : *run.x;
  call.work[RKSTAB_FAILVALUE] = fault.value;
}

}  // namespace mbdae::capi
