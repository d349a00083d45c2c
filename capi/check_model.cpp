// The door mbdae_check_model: check the arguments, carve the work array, run the checks.
#include <mbdae/check.h>

#include <cxxabi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "capi/codes.hpp"
#include "capi/cursor.hpp"
#include "check/calls.hpp"

namespace mbdae::capi {

namespace {

// The arguments of the call, as they came.
struct CheckCall {
  int ihol, n, m;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  double t;
  const double *q, *v;
  double* report;
  int* place;
  double* work;
  int lwork;
  void* user;
};

void lay_out(Checker& c, std::ptrdiff_t n, std::ptrdiff_t m, Cursor<double>& w) {
  c.inputs = w.take(inputs_length(n));
  c.arena = w.take(arena_length(n, m));
  c.M = w.take(n * n);
  c.G = w.take(m * n);
  c.estimate = w.take(m * n);
  c.bound = w.take(m * n);
  c.table = w.take(extrapolation_levels * m);
  for (Vector* piece : {&c.f, &c.shifted, &c.velocity, &c.unit}) *piece = w.take(n);
  for (Vector* piece : {&c.g, &c.gt, &c.L, &c.plus, &c.minus, &c.start, &c.noise, &c.scale,
                        &c.natural, &c.nearby}) {
    *piece = w.take(m);
  }
  const std::ptrdiff_t largest = std::max(n, m);
  c.eigenvectors = w.take(largest * largest);
  c.eigenvalues = w.take(largest);
  c.eigenwork = w.take(3 * largest);
}

// The length of work, or the code of the bad argument.
int length_or_code(int n, int m) {
  if (n < 1) return MBDAE_CHECK_RANGE_N;
  if (m < 0) return MBDAE_CHECK_RANGE_M;
  constexpr std::ptrdiff_t root_of_int_max = 46340;
  if (static_cast<std::ptrdiff_t>(n) + m > root_of_int_max) return MBDAE_CHECK_TOO_LARGE;
  Checker measured;
  Cursor<double> w{nullptr};
  lay_out(measured, n, m, w);
  if (w.used > std::numeric_limits<int>::max()) return MBDAE_CHECK_TOO_LARGE;
  return static_cast<int>(w.used);
}

int answer_query(const CheckCall& call) {
  const int length = length_or_code(call.n, call.m);
  if (length < 0) return length;
  if (call.work == nullptr) return MBDAE_CHECK_NULL_WORK;
  call.work[0] = length;
  return MBDAE_QUERY;
}

// In the order of the call; 0 if nothing is wrong.
int check_arguments(const CheckCall& call) {
  if (call.ihol != 0 && call.ihol != 1) return MBDAE_CHECK_RANGE_IHOL;
  const int length = length_or_code(call.n, call.m);
  if (length < 0) return length;
  if (call.amat == nullptr) return MBDAE_CHECK_NULL_AMAT;
  if (call.fcn == nullptr) return MBDAE_CHECK_NULL_FCN;
  if (call.gcn == nullptr && call.m > 0 && call.ihol == 0) return MBDAE_CHECK_NULL_GCN;
  if (call.gcnq == nullptr && call.m > 0) return MBDAE_CHECK_NULL_GCNQ;
  if (!std::isfinite(call.t)) return MBDAE_CHECK_NOT_FINITE_T;
  if (call.q == nullptr) return MBDAE_CHECK_NULL_Q;
  if (call.v == nullptr) return MBDAE_CHECK_NULL_V;
  const auto n = static_cast<std::size_t>(call.n);
  if (first_not_finite({call.q, n}) >= 0) return MBDAE_CHECK_NOT_FINITE_Q;
  if (first_not_finite({call.v, n}) >= 0) return MBDAE_CHECK_NOT_FINITE_V;
  if (call.report == nullptr) return MBDAE_CHECK_NULL_REPORT;
  if (call.place == nullptr) return MBDAE_CHECK_NULL_PLACE;
  if (call.work == nullptr) return MBDAE_CHECK_NULL_WORK;
  if (call.lwork < length) return MBDAE_CHECK_RANGE_LWORK;
  return 0;
}

// Returns how many checks have failed.
int hand_over(const Checker& c, double* report, int* place) {
  int failed = 0;
  for (const Finding& finding : c.findings) {
    *report++ = finding.error;
    *report++ = finding.given;
    *report++ = finding.expected;
    *place++ = finding.verdict;
    *place++ = finding.row;
    *place++ = finding.column;
    if (finding.verdict == MBDAE_FAILED) ++failed;
  }
  return failed;
}

int serve(const CheckCall& call) {
  if (call.lwork == -1) return answer_query(call);
  const int complaint = check_arguments(call);
  if (complaint != 0) return complaint;
  Model model;
  model.n = call.n;
  model.m = call.m;
  model.holonomic = call.ihol == 0;
  model.amat = call.amat;
  model.fcn = call.fcn;
  model.gcn = call.gcn;
  model.gcnq = call.gcnq;
  model.gcnt = call.gcnt;
  model.gcnqq = call.gcnqq;
  model.user = call.user;

  Checker c;
  c.model = &model;
  c.t = call.t;
  c.q = {call.q, static_cast<std::size_t>(call.n)};
  c.v = {call.v, static_cast<std::size_t>(call.n)};
  Cursor<double> w{call.work};
  lay_out(c, call.n, call.m, w);
  const Status status = check_model(c);
  const int failed = hand_over(c, call.report, call.place);
  return status == Status::ok ? failed : code_of(status, model.fault);
}

}  // namespace

}  // namespace mbdae::capi

extern "C" int mbdae_check_model(int ihol, int n, int m, mbdae_amat amat, mbdae_fcn fcn,
                                 mbdae_gcn gcn, mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq,
                                 double t, const double q[], const double v[], double report[],
                                 int place[], double work[], int lwork, void* user) {
  try {
    return mbdae::capi::serve(
        {ihol, n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, t, q, v, report, place, work, lwork, user});
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return MBDAE_INTERNAL;
  }
}

extern "C" int mbdae_check_model_lwork(int n, int m) {
  return mbdae::capi::length_or_code(n, m);
}
