// The door rkstab: check, carve, run, report. No exception leaves it.
#include <mbdae/rkstab.h>

#include <cxxabi.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "capi/codes.hpp"
#include "capi/rkstab_setup.hpp"

namespace mbdae::capi {

namespace {

int code_of_result(const Result& result, const Run& run) {
  switch (result.end) {
    case End::started:
    case End::one_step:
      return MBDAE_STEP;
    case End::reached:
      return MBDAE_DONE;
    case End::interrupted:
      return MBDAE_INTERRUPTED;
    case End::too_many_steps:
      return MBDAE_NMAX;
    case End::small_step:
      return MBDAE_SMALL_STEP;
    case End::failed:
      break;
  }
  // a projection that fails before the first step is that of the start values
  if (result.status == Status::diverged && run.steps == 0) return MBDAE_NO_PROJECTION;
  return code_of(result.status, run.model->fault);
}

int integrate(const RkstabCall& call) {
  Model model;
  Run run;
  set_up(call, model, run);
  Result result{End::started};
  if (continues(call, run)) {
    load_state(call, model, run);
    if (!run.constant_steps) *run.h = std::copysign(std::min(std::abs(*run.h), run.hmax), *run.h);
    if (run.xend == *run.x) result.end = End::reached;
  } else {
    clear_results(call);
    for (double& scale : run.stepper.dynamics.saddle.row_scale) scale = 0;
    for (double& size : run.stepper.stabilizer.row_size) size = 0;
    for (double& scale : run.stepper.stabilizer.gradient.row_scale) scale = 0;
    for (double& scale : run.stepper.stabilizer.full.row_scale) scale = 0;
    result = begin(run);
  }
  if (result.end == End::started) result = advance(run);

  const int code = code_of_result(result, run);
  save_results(call, model, run);
  if (code < 0) report_failure(call, run, result);
  if (run.one_step && (code == MBDAE_STEP || code == MBDAE_DONE)) save_state(call, run);
  return code;
}

int answer_query(const RkstabCall& call) {
  const Complaint sizes = check_sizes(call.n, call.m, call.mi);
  if (sizes.code != 0) return sizes.code;
  if (call.work == nullptr) return RKSTAB_NULL_WORK;
  if (call.iwork == nullptr) return RKSTAB_NULL_IWORK;
  const bool options_known = call.liwork >= RKSTAB_IWORK_HEADER;
  const Lengths lengths = options_known ? needed_lengths(call.n, call.m, call.mi, call.iwork)
                                        : longest_lengths(call.n, call.m, call.mi);
  if (lengths.work > std::numeric_limits<int>::max()) return RKSTAB_TOO_LARGE;
  call.work[RKSTAB_LWORK] = static_cast<double>(lengths.work);
  call.iwork[RKSTAB_LIWORK] = static_cast<int>(lengths.iwork);
  return MBDAE_QUERY;
}

int serve(const RkstabCall& call) {
  if (call.lwork == -1 || call.liwork == -1) return answer_query(call);
  const Complaint complaint = check_arguments(call);
  if (complaint.code != 0) {
    report_complaint(call, complaint);
    return complaint.code;
  }
  try {
    return integrate(call);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return MBDAE_INTERNAL;
  }
}

int length_or_code(int n, int m, int mi, const int* iwork, std::ptrdiff_t Lengths::*which) {
  const Complaint sizes = check_sizes(n, m, mi);
  if (sizes.code != 0) return sizes.code;
  const std::ptrdiff_t length = needed_lengths(n, m, mi, iwork).*which;
  return length > std::numeric_limits<int>::max() ? RKSTAB_TOO_LARGE : static_cast<int>(length);
}

}  // namespace

}  // namespace mbdae::capi

extern "C" int rkstab(int ihol, int n, int m, int mi, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn,
                      mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, mbdae_gin gin,
                      const double baumg[2], double* x, double q[], double v[], double xend,
                      double* h, const double rtol[], const double atol[], double datol, int itol,
                      mbdae_solout solout, int iout, double work[], int lwork, int iwork[],
                      int liwork, int* idid, void* user) {
  if (idid == nullptr) return RKSTAB_NULL_IDID;
  *idid = mbdae::capi::serve({ihol, n,      m,    mi,   amat,  fcn,   gcn,    gcnq, gcnt, gcnqq,
                              gin,  baumg,  x,    q,    v,     xend,  h,      rtol, atol, datol,
                              itol, solout, iout, work, lwork, iwork, liwork, user});
  return *idid;
}

extern "C" int rkstab_lwork(int n, int m, int mi, const int iwork[]) {
  return mbdae::capi::length_or_code(n, m, mi, iwork, &mbdae::capi::Lengths::work);
}

extern "C" int rkstab_liwork(int n, int m, int mi, const int iwork[]) {
  return mbdae::capi::length_or_code(n, m, mi, iwork, &mbdae::capi::Lengths::iwork);
}
