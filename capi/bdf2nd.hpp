// From the arguments of bdf2nd to a run of an integrator of second-order equations.
#pragma once

#include <mbdae/bdf2nd.h>

#include "capi/mechanical_run.hpp"
#include "integrate/bdf2/start.hpp"
#include "integrate/collocation/start.hpp"
#include "newton/second_order_mechanics.hpp"

namespace mbdae::capi {

struct SecondOrderRun {
  MechanicalRun mechanics;
  SecondOrderMechanics equations;
  Bdf2 bdf;                 // METHOD 0
  Collocation collocation;  // METHOD 1 to 3
  Task task;
};

inline bool collocates(const MbsCall& call) {
  return call.dassl.info[B2_METHOD] != 0;
}

// The error test of the source, STRATEGY 1.
inline bool extrapolates(const MbsCall& call) {
  return call.dassl.info[B2_STRATEGY] == 1 && call.dassl.info[B2_FIXED] == 0;
}

// Variables with tolerances of their own: q, lambda, v, and of collocation under that test lambda'.
inline int tested_components(const MbsCall& call) {
  return 2 * call.n + (collocates(call) && extrapolates(call) ? 2 : 1) * call.m;
}

// GGL and nonholonomic systems go to dassl_like_mbs.
bool is_of_first_order(const MbsCall& call);
DasslLengths first_order_lengths(const MbsCall& call);
DasslOutcome serve_first_order(const MbsCall& call);

DasslLengths needed_lengths(const MbsCall& call);
DasslLengths lay_out(const MbsCall& call, SecondOrderRun& run);
// Of a call that goes on: are sizes and options those of the first?
DasslComplaint check_unchanged(const MbsCall& call);
void set_up(const MbsCall& call, SecondOrderRun& run);
void load_state(const MbsCall& call, SecondOrderRun& run);
void save_state(const MbsCall& call, const SecondOrderRun& run);

// The integrator by itself, for whatever equations: its arrays at the cursor, what the call asks of
// it, its state at the named and private positions at the front of work and iwork.
void lay_bdf(const SecondOrderSizes& sizes, Bdf2& b, Cursor<double>& w);
void set_options(const DasslCall& call, Bdf2& b);
void load(const double* work, const int* iwork, Bdf2& b);
void save(const Bdf2& b, double* work, int* iwork);

}  // namespace mbdae::capi
