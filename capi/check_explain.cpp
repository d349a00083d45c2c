// mbdae_check_explain: a check, its verdict and the entry it is about, in one line.
#include <mbdae/check.h>

#include <cmath>

#include "capi/line.hpp"

namespace {

using mbdae::capi::Line;
using mbdae::capi::routine_name;

struct CheckText {
  const char* sentence;
  const char* remedy;
};

#define MBDAE_CHECK_TEXT(name, number, sentence, remedy) {sentence, remedy},
constexpr CheckText texts[] = {MBDAE_CHECK_LIST(MBDAE_CHECK_TEXT)};
#undef MBDAE_CHECK_TEXT
static_assert(sizeof texts / sizeof *texts == MBDAE_CHECKS);
#define MBDAE_CHECK_COUNTED(name, number, sentence, remedy) \
  if ((number) != counted++) return false;
constexpr bool numbered_in_order() {
  int counted = 0;
  MBDAE_CHECK_LIST(MBDAE_CHECK_COUNTED)
  return counted == MBDAE_CHECKS;
}
#undef MBDAE_CHECK_COUNTED
static_assert(numbered_in_order());

void add_call(Line& line, const double* report, const int* place) {
  const double given = report[1];
  line.add(": %s", routine_name(static_cast<int>(report[2])));
  if (place[1] < 0) {
    if (given == 0) line.add(" left by a C++ exception");
    if (given != 0) line.add(" returned %.0f", given);
    return;
  }
  line.add("(%d", place[1]);
  if (place[2] >= 0) line.add(",%d", place[2]);
  line.add(") is %s", std::isnan(given) ? "NaN" : given > 0 ? "Inf" : "-Inf");
}

void add_entry(Line& line, int check, const double* report, const int* place) {
  const int row = place[1], column = place[2];
  const double error = report[0], given = report[1], expected = report[2];
  const bool noticed = place[0] == MBDAE_NOTICE;
  switch (check) {
    case MBDAE_CHECK_OUTSIDE:
      line.add(": %s wrote %g at position %d", routine_name(row), given, column);
      return;
    case MBDAE_CHECK_INPUTS:
      line.add(": %s wrote %g", routine_name(row), given);
      if (column < 0) line.add(" beside them");
      if (column >= 0) line.add(" over %g, component %d of (q, v)", expected, column);
      return;
    case MBDAE_CHECK_REPEAT:
      line.add(": %s gave %.17g, then %.17g in entry %d", routine_name(row), expected, given,
               column);
      return;
    case MBDAE_CHECK_M_DEFINITE:
      line.add(": smallest eigenvalue %.3g with the diagonal scaled to 1, coordinate %d", given,
               row);
      if (noticed) line.add("; definite on the motions the constraints allow");
      return;
    case MBDAE_CHECK_RANK:
      line.add(": row %d, smallest singular value %.3g with rows scaled to 1", row, given);
      return;
    case MBDAE_CHECK_POSITION:
      line.add(": g[%d] = %g", row, given);
      return;
    case MBDAE_CHECK_VELOCITY:
      line.add(": row %d of G v + gt is %g", row, given);
      return;
    case MBDAE_CHECK_CALLS:
      add_call(line, report, place);
      return;
    default:
      break;
  }
  line.add(": row %d", row);
  if (column >= 0) line.add(", column %d", column);
  if (noticed) {
    line.add(" is too rough for differences to tell");
    return;
  }
  const char* const what = check == MBDAE_CHECK_G ? "entry" : "term";
  line.add(" (from 0): gave %.10g, expected %.10g (off by %.2g times the largest %s of that row)",
           given, expected, error, what);
}

}  // namespace

extern "C" int mbdae_check_explain(int check, const double report[], const int place[], char text[],
                                   int ltext) {
  Line line(text, ltext);
  if (check < 0 || check >= MBDAE_CHECKS) {
    line.add("unknown check; not one of mbdae's");
    return line.used();
  }
  line.add("%s", texts[check].sentence);
  if (report == nullptr || place == nullptr) return line.used();
  report += 3 * static_cast<std::ptrdiff_t>(check);
  place += 3 * static_cast<std::ptrdiff_t>(check);
  switch (place[0]) {
    case MBDAE_PASSED:
      line.add(": passed");
      return line.used();
    case MBDAE_FAILED:
    case MBDAE_NOTICE:
      line.add(place[0] == MBDAE_FAILED ? ": FAILED" : ": notice");
      break;
    default:
      line.add(": not made");
      return line.used();
  }
  add_entry(line, check, report, place);
  line.add("; %s", texts[check].remedy);
  return line.used();
}
