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

// GGL and nonholonomic systems go to dassl_like_mbs.
bool is_of_first_order(const MbsCall& call);
DasslLengths first_order_lengths(const MbsCall& call);
DasslOutcome serve_first_order(const MbsCall& call);

DasslLengths needed_lengths(const MbsCall& call);
DasslLengths lay_out(const MbsCall& call, SecondOrderRun& run);
void set_up(const MbsCall& call, SecondOrderRun& run);
void load_state(const MbsCall& call, SecondOrderRun& run);
void save_state(const MbsCall& call, const SecondOrderRun& run);

}  // namespace mbdae::capi
