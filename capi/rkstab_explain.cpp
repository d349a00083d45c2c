// rkstab_explain: the message of a code with the particulars left in work and iwork.
#include <mbdae/rkstab.h>

#include <algorithm>

#include "capi/line.hpp"

namespace {

using mbdae::capi::Line;
using mbdae::capi::routine_name;

bool is_length(int idid) {
  return idid == RKSTAB_RANGE_LWORK || idid == RKSTAB_RANGE_LIWORK;
}

bool is_integer_argument(int idid) {
  switch (idid) {
    case RKSTAB_RANGE_IHOL:
    case RKSTAB_RANGE_N:
    case RKSTAB_RANGE_M:
    case RKSTAB_RANGE_MI:
    case RKSTAB_RANGE_ITOL:
    case RKSTAB_RANGE_IOUT:
    case RKSTAB_TOO_LARGE:
    case RKSTAB_REDUNDANT:
      return true;
    default:
      return idid <= -500 && idid > -600;
  }
}

void add_argument(Line& line, int idid, const double* work, const int* iwork) {
  const int component = iwork[RKSTAB_FAILCOMP];
  if (is_length(idid)) {
    line.add(" (got %d, needed %d)", iwork[RKSTAB_FAILINT], iwork[RKSTAB_FAILNEED]);
  } else if (is_integer_argument(idid)) {
    line.add(" (got %d", iwork[RKSTAB_FAILINT]);
    line.add(component >= 0 ? " at position %d)" : ")", component);
  } else if (idid <= -200 && work != nullptr) {
    line.add(" (got %g", work[RKSTAB_FAILVALUE]);
    line.add(component >= 0 ? " in component %d)" : ")", component);
  }
}

void add_rows(Line& line, const int* iwork) {
  const int count = std::clamp(iwork[RKSTAB_NROWS], 0, 8);
  for (int i = 0; i < count; ++i) {
    line.add("%s%d", i == 0 ? " (constraint rows " : ", ", iwork[RKSTAB_ROWS + i]);
  }
  if (count > 0) line.add(", counted from 0)");
}

// Pivot ratios below this are told also when the run went well: there the motion may change its
// branch. From rtol 1e-4 on, the rigid mechanisms of problems/ without a singular posture stay above
// 3.9e-3 (looser tolerances may warn in vain). The value was chosen with these runs in sight
// (bench/singular_warnings).
constexpr double telling_pivot = 3e-3;

// Two branches of a motion cross where G loses rank, like the lines x y = 0. With a drift g the motion
// follows the hyperbola x y = g, which joins one branch to the other, and comes no nearer to the
// crossing than x^2 + y^2 = 2 |g|; the pivot ratio is of that size there. So a drift beyond this part
// of the smallest pivot ratio may have led over to the other branch. Among 2000 unstabilized runs of
// the slider-crank at 1e-3, 24 were lost with pivot ratios above telling_pivot, none with less than
// 0.42; regular mechanisms without a telling drift had at most 0.16.
constexpr double telling_drift_of_pivot = 0.25;

// DRIFTQ above these is told of: where positions are stabilized, and where the drift is an error of
// the steps like others. Every run of problems/ beyond the second was wrong by 8e-3 or more at its end
// (bench/singular_warnings).
constexpr double telling_drift = 1e-3, telling_loose_drift = 5e-3;

// What is said of a large drift with each value of STAB.
const char* drift_remark(int stab) {
  switch (stab) {
    case 1:
      return "in spite of Baumgarte's terms; try other gains, smaller tolerances or STAB = 0";
    case 2:
      return "nothing is stabilized; try smaller tolerances or STAB = 0";
    case 4:
      return "in spite of one pass of stabilization; try smaller tolerances or STAB = 0, and "
             "mbdae_check_model";
    case 6:
      return "only velocities are stabilized; try smaller tolerances or STAB = 0";
    default:
      return "in spite of the stabilization; is gcnq the derivative of gcn? mbdae_check_model "
             "tells";
  }
}

bool pulls_to_positions(int stab) {
  return stab == 0 || stab == 3 || stab == 5;
}

void add_warning(Line& line, const double* work, const int* iwork) {
  const int stab = iwork[RKSTAB_STAB];
  const double drift = work[RKSTAB_DRIFTQ], pivot = work[RKSTAB_PIVOT];
  if (drift > (pulls_to_positions(stab) ? telling_drift : telling_loose_drift)) {
    line.add(" (warning: position drift %.1e, q wrong by %.1e of 1 + |q| or more: %s)",
             work[RKSTAB_DRIFTP], drift, drift_remark(stab));
  }
  if (!(pivot < telling_pivot || drift > telling_drift_of_pivot * pivot)) return;
  line.add(
      " (warning: near a singular posture at t = %.6g, pivot ratio %.1e: lambda is not determined "
      "there, and the motion may have changed its branch)",
      work[RKSTAB_PIVOTT], work[RKSTAB_PIVOT]);
}

void add_failure(Line& line, int idid, const double* work, const int* iwork) {
  const int component = iwork[RKSTAB_FAILCOMP];
  switch (idid) {
    case MBDAE_NMAX:
      line.add(
          " (%d steps tried, %d rejected, drift %.3g %.3g; if many are rejected, check gcnq, "
          "gcnqq, gcnt with mbdae_check_model)",
          iwork[RKSTAB_NSTEP], iwork[RKSTAB_NREJCT], work[RKSTAB_DRIFTP], work[RKSTAB_DRIFTV]);
      return;
    case MBDAE_INCONSISTENT:
    case MBDAE_NO_PROJECTION:
      line.add(" (|g| = %.3g, |G v + gt| = %.3g)", work[RKSTAB_VIOLP], work[RKSTAB_VIOLV]);
      return;
    case MBDAE_RANK:
      add_rows(line, iwork);
      line.add(" at t = %.15g", work[RKSTAB_FAILT]);
      return;
    case MBDAE_OVERFLOW:
      line.add(" (at t = %.15g", work[RKSTAB_FAILT]);
      line.add(iwork[RKSTAB_STAB] == 1 ? "; or baumg is too large)" : ")");
      return;
    case MBDAE_SMALL_STEP:
    case MBDAE_INDEFINITE:
    case MBDAE_DIVERGED:
      line.add(" (at t = %.15g)", work[RKSTAB_FAILT]);
      return;
    case MBDAE_ASYMMETRIC:
      line.add(" (entry %d of the array and its mirror differ by %.3g)", component,
               work[RKSTAB_FAILVALUE]);
      return;
    default:
      break;
  }
  if (idid > -51 || idid < -88) return;
  line.add(" (%s at t = %.15g", routine_name(iwork[RKSTAB_FAILROUTINE]), work[RKSTAB_FAILT]);
  if (iwork[RKSTAB_FAILINT] != 0) line.add(", returned %d", iwork[RKSTAB_FAILINT]);
  if (component >= 0) line.add(", component %d is %g", component, work[RKSTAB_FAILVALUE]);
  line.add(")");
}

}  // namespace

extern "C" int rkstab_explain(int idid, const double work[], const int iwork[], char text[],
                              int ltext) {
  Line line(text, ltext);
  line.add("%s", mbdae_message(idid));
  if (iwork == nullptr) return line.used();
  if (idid == MBDAE_INTERRUPTED && iwork[RKSTAB_GINROW] >= 0) {
    line.add(" (inequality %d, counted from 0)", iwork[RKSTAB_GINROW]);
  }
  if (idid > 0 && work != nullptr) add_warning(line, work, iwork);
  if (idid <= -100) add_argument(line, idid, work, iwork);
  if (idid <= -40 && idid > -100 && work != nullptr) add_failure(line, idid, work, iwork);
  return line.used();
}
