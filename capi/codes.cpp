// One list of codes (include/mbdae/codes.h) makes the messages; Status and Fault make the code.
#include "capi/codes.hpp"

#include <mbdae/model.h>

#ifndef MBDAE_VERSION
#error "MBDAE_VERSION comes from CMakeLists.txt"
#endif

namespace mbdae::capi {

int code_of(Status status, const Fault& fault) {
  const int routine = static_cast<int>(fault.routine);
  switch (status) {
    case Status::ok:
      return 0;
    case Status::stopped:
      return -(50 + routine);
    case Status::refused:
      return -(60 + routine);
    case Status::not_finite:
      return -(70 + routine);
    case Status::threw:
      return -(80 + routine);
    case Status::overflow:
      return MBDAE_OVERFLOW;
    case Status::rank_lost:
      return MBDAE_RANK;
    case Status::indefinite:
      return MBDAE_INDEFINITE;
    case Status::asymmetric:
      return MBDAE_ASYMMETRIC;
    case Status::singular:
    case Status::diverged:
      return MBDAE_DIVERGED;
    case Status::inconsistent:
      return MBDAE_INCONSISTENT;
  }
  return MBDAE_INTERNAL;
}

}  // namespace mbdae::capi

extern "C" const char* mbdae_message(int idid) {
#define MBDAE_MESSAGE_CASE(name, value, sentence, remedy) \
  case value:                                             \
    return sentence "; " remedy;
  switch (idid) {
    MBDAE_CODES(MBDAE_MESSAGE_CASE)
    default:
      return "unknown code; not one of mbdae's";
  }
#undef MBDAE_MESSAGE_CASE
}

extern "C" const char* mbdae_version(void) {
  return MBDAE_VERSION;
}
