// What the first call of dassl_like or dassl_like_mbs decided about the places in rwork and iwork. It
// is written into iwork, and later calls go by it whatever their options say by then, as DDASSL goes
// on with IWORK(3), IWORK(4) and IWORK(17) of its first call.
#pragma once

#include <array>

#include "capi/dassl_call.hpp"

namespace mbdae::capi {

struct DasslPlan {
  int max_order = highest_order;
  int options = 0;             // bits, each door its own; below 512
  std::array<int, 3> sizes{};  // neq, ml, mu, or n, m

  bool has(int bit) const { return (options & bit) != 0; }
};

// Those that stand for an entry of info.
struct OptionBits {
  int bits, position;
};

// Highest order that a first call asks for, and is it in range?
int order_asked_for(const DasslCall& call);
DasslComplaint check_order(const DasslCall& call);

// Does the call go on with what rwork and iwork hold? If so they are long enough to look into.
bool continues(const DasslCall& call);
DasslPlan remembered_plan(const DasslCall& call);
void remember(const DasslCall& call, const DasslPlan& plan);
// Of a call that goes on: is the state one that this library could have left there?
DasslComplaint check_remembered(const DasslCall& call);

// An entry of info, or a size (position -1), that may not differ from the first call's, but does.
inline DasslComplaint changed(int value, int position = -1) {
  return {DL_CHANGED, static_cast<double>(value), position};
}

// Room for the pieces of the history whose number is the order's.
void lay_history(const DasslCall& call, const DasslPlan& plan, Bdf& bdf, Cursor<double>& w);

// The plan of dassl_like.
DasslPlan plan_of(const DasslCall& call);
DasslComplaint check_plan(const DasslCall& call);
DasslLengths lay_out(const DasslCall& call, const DasslPlan& plan, DasslRun& run);

}  // namespace mbdae::capi
