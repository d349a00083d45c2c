// The door bdf2nd_ext: check, carve, start consistently, go on, report.
#include "capi/bdf2nd_ext.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <limits>

#include "capi/codes.hpp"
#include "capi/mechanical_run.hpp"
#include "linalg/norms.hpp"
#include "newton/contact.hpp"

namespace mbdae::capi {

namespace {

Start start_of(int init) {
  if (init == 1 || init == 4) return Start::project;
  return init == 2 ? Start::accept : Start::reject_inconsistent;
}

// s as interpolated is moved onto h = 0; what the constraints say of the rest, seen from that side.
void measure_drift(const ExtendedCall& call, ExtendedRun& run, int side) {
  ExtendedMechanics& e = run.equations;
  const ExtendedSizes sizes = call.sizes();
  const double t = *call.dassl.t;
  const ConstVector q{call.q, sizes.nq}, v{call.v, sizes.nq};
  const Vector s{call.s, sizes.ns}, rate = run.start.rate;
  std::copy(s.begin(), s.end(), e.motion_s.begin());
  if (follow_contact(e, t, q, e.motion_s) != Status::ok) return;
  std::copy(e.motion_s.begin(), e.motion_s.end(), s.begin());
  double* w = call.dassl.rwork;
  w[B2_DRIFTP] = std::max(w[B2_DRIFTP], max_norm(e.hg.subspan(sizes.ns)));
  if (constraint_rate(e, run.start.time_scale, side, t, q, v, s, rate) != Status::ok) return;
  w[B2_DRIFTV] = std::max(w[B2_DRIFTV], max_norm(rate));
}

void deliver(const ExtendedCall& call, ConstVector y, ConstVector v, ConstVector algebraic) {
  const auto [nq, nr, nw, ns, nlambda] = call.sizes();
  std::copy_n(y.begin(), nq, call.q);
  std::copy_n(v.begin(), nq, call.v);
  std::copy_n(y.begin() + call.nq, nr, call.r);
  std::copy_n(algebraic.begin(), nw, call.w);
  std::copy_n(algebraic.begin() + call.nw, ns, call.s);
  std::copy_n(algebraic.begin() + call.nw + call.ns, nlambda, call.lambda);
}

void take_start_values(const ExtendedCall& call, ExtendedRun& run) {
  const auto [nq, nr, nw, ns, nlambda] = call.sizes();
  double* y = run.start.y.data();
  y = std::copy_n(call.q, nq, y);
  y = std::copy_n(call.r, nr, y);
  y = std::copy_n(call.w, nw, y);
  y = std::copy_n(call.s, ns, y);
  std::copy_n(call.lambda, nlambda, y);
  std::copy_n(call.v, nq, run.start.v.begin());
}

int code_of_start(const ExtendedRun& run, Status status) {
  const bool unsolved = status == Status::singular || status == Status::diverged;
  if (unsolved && run.start.part == StartPart::contacts) return B2_EXT_NO_CONTACT;
  if (unsolved && run.start.part == StartPart::forces) return B2_EXT_NO_FORCES;
  return unsolved ? MBDAE_NO_PROJECTION : code_of(status, run.model.fault);
}

DasslOutcome fail_at_start(const ExtendedCall& call, ExtendedRun& run, Status status) {
  const int code = code_of_start(run, status);
  const Drift& violation = run.start.violation;
  const double value = code == MBDAE_INCONSISTENT ? std::max(violation.position, violation.velocity)
                                                  : run.model.fault.t;
  note(call.dassl, code, value, run.model.fault.component);
  call.dassl.info[B2_CONTINUE] = -1;
  return {code, code};
}

void clear_results(const DasslCall& call) {
  for (const int k : {B2_DRIFTP, B2_DRIFTV, B2_VIOLP, B2_VIOLV}) call.rwork[k] = 0;
  call.rwork[B2_TN] = *call.t;
}

DasslOutcome report_start(const ExtendedCall& call, ExtendedRun& run) {
  const Bdf2& b = run.bdf;
  const std::size_t differential = b.sizes().differential();
  deliver(call, b.y.first(differential), run.start.v, b.y.subspan(differential));
  measure_drift(call, run, call.dassl.tout < *call.dassl.t ? -1 : 1);
  note(call.dassl, DL_CONSISTENT, 0, -1);
  return {DL_CONSISTENT, DL_CONSISTENT};
}

DasslOutcome begin_run(const ExtendedCall& call, ExtendedRun& run, DriveResult& result) {
  clear_results(call.dassl);
  take_start_values(call, run);
  run.start.start = start_of(call.dassl.info[B2_INIT]);
  const Vector unknown = run.bdf.start_algebraic_rate;
  std::fill(unknown.begin(), unknown.end(), 0.0);
  const Status status = make_consistent(run.equations, run.start);
  call.dassl.rwork[B2_VIOLP] = run.start.violation.position;
  call.dassl.rwork[B2_VIOLV] = run.start.violation.velocity;
  if (status != Status::ok) return fail_at_start(call, run, status);
  if (call.dassl.info[B2_INIT] >= 3) return report_start(call, run);
  result = start(run.bdf, run.task, *call.dassl.t);
  return {};
}

DasslOutcome integrate(const ExtendedCall& call, ExtendedRun& run) {
  const bool first = call.dassl.info[B2_CONTINUE] == 0;
  DriveResult result;
  if (first) {
    const DasslOutcome outcome = begin_run(call, run, result);
    if (outcome.code != 0) return outcome;
  } else {
    load_state(call, run);
    result = resume(integrator_of(run.bdf), run.task, *call.dassl.t);
  }
  if (!first || !is_illegal(result)) save_state(call, run);
  const Fault fault = run.model.fault;
  const DasslOutcome outcome = name_routine(call.dassl, fault, report(call.dassl, result, fault));
  if (outcome.idid != DL_ILLEGAL) {
    deliver(call, run.bdf.out, run.bdf.out1, run.bdf.out_algebraic);
    measure_drift(call, run, run.bdf.h < 0 ? 1 : -1);
  }
  run.model.fault = fault;
  return outcome;
}

DasslOutcome integrate(const ExtendedCall& call) {
  ExtendedRun run;
  lay_out(call, run);
  set_up(call, run);
  const DasslOutcome outcome = integrate(call, run);
  save_counters(call, run);
  call.dassl.iwork[B2_FAILROUTINE] = static_cast<int>(run.model.fault.routine);
  call.dassl.iwork[B2_FAILINT] = run.model.fault.returned;
  return outcome;
}

DasslComplaint check_lengths(const ExtendedCall& call) {
  ExtendedRun measured;
  ExtendedCall bare = call;
  bare.dassl.rwork = nullptr;
  return compare_lengths(call.dassl, lay_out(bare, measured), B2_EXT_RANGE_NQ, call.nq);
}

DasslOutcome serve_extended(const ExtendedCall& call) {
  const DasslCall& d = call.dassl;
  DasslComplaint complaint = check_arguments(call);
  if (complaint.code != 0) {
    return d.info == nullptr ? DasslOutcome{DL_ILLEGAL, complaint.code} : refuse(d, complaint.code);
  }
  complaint = check_lengths(call);
  if (complaint.code != 0) {
    note_if_long_enough(d, complaint);
    return refuse(d, complaint.code);
  }
  complaint = check_values(call);
  if (complaint.code != 0) {
    note(d, complaint.code, complaint.value, complaint.component);
    return refuse(d, complaint.code);
  }
  try {
    return integrate(call);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return {MBDAE_INTERNAL, MBDAE_INTERNAL};
  }
}

int length_or_code(int nq, int nr, int nw, int ns, int nlambda,
                   std::ptrdiff_t DasslLengths::*which) {
  if (const DasslComplaint bad = check_sizes(nq, nr, nw, ns, nlambda); bad.code != 0) {
    return bad.code;
  }
  ExtendedCall call{};
  call.nq = nq;
  call.nr = nr;
  call.nw = nw;
  call.ns = ns;
  call.nlambda = nlambda;
  ExtendedRun measured;
  const std::ptrdiff_t length = lay_out(call, measured).*which;
  return length > std::numeric_limits<int>::max() ? B2_EXT_RANGE_NQ : static_cast<int>(length);
}

}  // namespace

}  // namespace mbdae::capi

extern "C" int bdf2nd_ext(int nq, int nr, int nw, int ns, int nlambda, mbdae_amat amat,
                          mbdae_fcn_ext fcn, mbdae_gcn_ext gcn, mbdae_gcnq_ext gcnq, double* t,
                          double q[], double v[], double r[], double w[], double s[],
                          double lambda[], double tout, int info[], const double rtol[],
                          const double atol[], int* idid, double work[], int lwork, int iwork[],
                          int liwork, void* user) {
  if (idid == nullptr) return DL_NULL_IDID;
  mbdae::capi::ExtendedCall call{nq,   nr, nw, ns, nlambda, amat, fcn,    gcn,
                                 gcnq, q,  v,  r,  w,       s,    lambda, {}};
  mbdae::capi::DasslCall& d = call.dassl;
  d.t = t;
  d.tout = tout;
  d.info = info;
  d.info_length = B2_INFO_LENGTH;
  d.rtol = rtol;
  d.atol = atol;
  d.rwork = work;
  d.lrw = lwork;
  d.iwork = iwork;
  d.liw = liwork;
  d.user = user;
  const mbdae::capi::DasslOutcome outcome = mbdae::capi::serve_extended(call);
  *idid = outcome.idid;
  return outcome.code;
}

extern "C" int bdf2nd_ext_lwork(int nq, int nr, int nw, int ns, int nlambda, const int* /*info*/) {
  using mbdae::capi::DasslLengths;
  return mbdae::capi::length_or_code(nq, nr, nw, ns, nlambda, &DasslLengths::rwork);
}

extern "C" int bdf2nd_ext_liwork(int nq, int nr, int nw, int ns, int nlambda, const int* /*info*/) {
  using mbdae::capi::DasslLengths;
  return mbdae::capi::length_or_code(nq, nr, nw, ns, nlambda, &DasslLengths::iwork);
}
