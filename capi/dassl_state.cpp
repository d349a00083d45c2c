// The state of DASSL's integrator into rwork and iwork, and back.
#include <algorithm>

#include "capi/dassl_places.hpp"
#include "capi/dassl_plan.hpp"

namespace mbdae::capi {

// A continuation finds this number where DDASSL keeps the unit roundoff.
constexpr double mark = 2.2204460492503131e-16;

void mark_state(const DasslCall& call) {
  call.rwork[at_mark] = mark;
}

void forget_state(const DasslCall& call) {
  call.rwork[at_mark] = 0;
}

bool holds_state(const DasslCall& call) {
  return call.rwork[at_mark] == mark;
}

void load_state(const DasslCall& call, DasslRun& run) {
  const double* w = call.rwork;
  const int* iw = call.iwork;
  Bdf& b = run.bdf;
  b.h = w[DL_H];
  b.t = w[DL_TN];
  b.cj = w[at_cj];
  b.newton.cj_matrix = w[at_cj_matrix];
  b.old_h = w[DL_HOLD];
  b.newton.error_per_change = w[at_rate];
  b.newton.age = static_cast<MatrixAge>(iw[at_age]);
  b.starting = iw[at_phase] == 0;
  b.order = iw[DL_ORDER];
  b.old_order = iw[DL_OLDORDER];
  b.equal_steps = iw[at_equal];
  b.steps = iw[DL_NST];
  b.newton.residuals = iw[DL_NRE];
  b.newton.matrices = iw[DL_NJE];
  b.error_failures = iw[DL_NETF];
  b.newton_failures = iw[DL_NCTF];
  if (call.with_roots) {
    run.roots.checked_up_to = w[at_t0];
    // other functions than before are looked at anew, as after a root
    run.roots.at_root = w[at_root_state] == 1 || w[at_ng] != call.ng;
    run.roots.evaluations = iw[at_nge];
  }
}

void save_state(const DasslCall& call, DasslRun& run) {
  double* w = call.rwork;
  int* iw = call.iwork;
  const Bdf& b = run.bdf;
  w[DL_H] = b.h;
  w[DL_TN] = b.t;
  w[at_cj] = b.cj;
  w[at_cj_matrix] = b.newton.cj_matrix;
  w[DL_HOLD] = b.old_h;
  w[at_rate] = b.newton.error_per_change;
  mark_state(call);
  iw[at_age] = static_cast<int>(b.newton.age);
  iw[at_phase] = b.starting ? 0 : 1;
  iw[DL_MAXORDVALUE] = b.max_order;
  iw[DL_ORDER] = b.order;
  iw[DL_OLDORDER] = b.old_order;
  iw[at_equal] = b.equal_steps;
  iw[DL_NST] = b.steps;
  iw[DL_NRE] = b.newton.residuals;
  iw[DL_NJE] = b.newton.matrices;
  iw[DL_NETF] = b.error_failures;
  iw[DL_NCTF] = b.newton_failures;
  if (call.with_roots) {
    // the search exchanges its views; the values of the left end belong into the first piece
    const double* left = run.roots.left.data();
    if (left != run.root_values.data()) {
      std::copy_n(left, run.root_values.size(), run.root_values.begin());
    }
    w[at_t0] = run.roots.checked_up_to;
    w[at_root_state] = run.roots.at_root ? 1 : 0;
    w[at_ng] = call.ng;
    iw[at_nge] = run.roots.evaluations;
  }
}

}  // namespace mbdae::capi
