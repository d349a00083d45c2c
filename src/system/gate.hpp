// The one way into a routine of the user's: outputs are zero when it gets them; its return code is
// read, exceptions are caught, and every number it gave is checked to be finite.
#pragma once

#include <cxxabi.h>

#include <algorithm>

#include "system/model.hpp"

namespace mbdae {

template <class Call>
Status pass_gate(Fault& fault, Routine routine, double t, Vector out, Call call) {
  std::fill(out.begin(), out.end(), 0.0);
  int returned = 0;
  try {
    returned = call();
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread is being cancelled: glibc demands that this goes on
  } catch (...) {
    fault = {routine, -1, 0, t, 0.0};
    return Status::threw;
  }
  if (returned != 0) {
    fault = {routine, -1, returned, t, 0.0};
    return returned < 0 ? Status::stopped : Status::refused;
  }
  const int bad = first_not_finite(out);
  if (bad >= 0) {
    fault = {routine, bad, 0, t, out[static_cast<std::size_t>(bad)]};
    return Status::not_finite;
  }
  return Status::ok;
}

}  // namespace mbdae
