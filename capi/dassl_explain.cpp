// dassl_like_explain: the sentence of the code with the numbers of the run.
#include <mbdae/dassl_like.h>

#include "capi/line.hpp"

namespace mbdae::capi {

namespace {

const char* success(int code) {
  switch (code) {
    case DL_STEPPED:
      return "a step was taken; call again to go on";
    case DL_AT_TSTOP:
      return "tstop reached exactly; t, y, yp are there";
    case DL_AT_TOUT:
      return "tout reached; call again with another tout to go on";
    default:
      return mbdae_message(code);
  }
}

// A routine of the model; the doors for mechanisms have its return code in iwork.
void add_routine(Line& line, const int* iwork, double t) {
  const int component = iwork[DL_FAILCOMP], returned = iwork[DL_FAILINT];
  if (component >= 0) line.add(" (component %d)", component);
  if (returned != 0) line.add(" (returned %d)", returned);
  line.add(" (at t = %.15g)", t);
}

void add_numbers(Line& line, int code, const int* iwork, double value, double tn) {
  const int component = iwork[DL_FAILCOMP];
  switch (code) {
    case DL_REFUSED:
    case DL_STOPPED:
    case DL_THREW:
    case DL_NO_START:
      line.add(" (at t = %.15g)", value);
      return;
    case DL_NOT_FINITE:
      line.add(" (component %d at t = %.15g)", component, value);
      return;
    case DL_RANGE_LRW:
    case DL_RANGE_LIW:
      if (component > 0) line.add(" (got %.0f, needs %d)", value, component);
      return;
    case DL_BAD_INFO:
    case DL_BAD_CONTINUE:
    case DL_BAD_FUTURE:
    case DL_METHOD_FORM:
    case DL_FIRST_ORDER:
      line.add(" (info[%d] is %.0f)", component, value);
      return;
    case DL_NOT_STARTED:
      return;
    case DL_CHANGED:
      if (component >= 0) {
        line.add(" (info[%d] is %.0f)", component, value);
      } else {
        line.add(" (got %.0f)", value);
      }
      return;
    case MBDAE_INCONSISTENT:
    case MBDAE_NO_PROJECTION:
      line.add(" (by %.3g)", value);
      return;
    case MBDAE_RANK:
    case MBDAE_INDEFINITE:
    case MBDAE_DIVERGED:
      line.add(" (at t = %.15g)", value);
      return;
    case MBDAE_ASYMMETRIC:
      line.add(" (entry %d of the array and its mirror)", component);
      return;
    case DL_TOO_ACCURATE:
      line.add(" (factor %.3g at t = %.15g)", value, tn);
      return;
    case DL_AFTER_FAILURE:
      line.add(" (it was %.0f: %s)", value, mbdae_message(static_cast<int>(value)));
      return;
    default:
      break;
  }
  if (code <= -51 && code >= -88) {
    add_routine(line, iwork, value);
    return;
  }
  if (code > -800) {
    if (component >= 0) line.add(" (component %d)", component);
    line.add(" (at t = %.15g)", tn);
    return;
  }
  line.add(" (got %g", value);
  line.add(component >= 0 ? " in component %d)" : ")", component);
}

}  // namespace

}  // namespace mbdae::capi

extern "C" int dassl_like_explain(int code, const double rwork[], const int iwork[], char text[],
                                  int ltext) {
  using namespace mbdae::capi;
  Line line(text, ltext);
  if (code == DL_ILLEGAL && iwork != nullptr && iwork[DL_FAILCODE] <= -800) {
    code = iwork[DL_FAILCODE];
  }
  line.add("%s", success(code));
  if (code > 0 || rwork == nullptr || iwork == nullptr) return line.used();
  if (iwork[DL_FAILCODE] != code) return line.used();  // the arrays are not of this call
  add_numbers(line, code, iwork, rwork[DL_FAILVALUE], rwork[DL_TN]);
  return line.used();
}
