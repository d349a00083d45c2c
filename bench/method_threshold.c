/* From which tolerance on does DOP853 reach an error with fewer calls of fcn than DOPRI5?
 *
 * Four manipulator problems with reference solutions, four tolerances per decade. For every run of
 * DOPRI5 the work of DOP853 at the same error is interpolated on its (monotone envelope of the)
 * work-precision curve; the table gives the geometric mean of the ratios per decade. The answer is
 * built into capi/rkstab_layout.cpp as high_order_tolerance. */
#include <math.h>
#include <stdio.h>

#include "manipulator.h"
#include "reference.h"
#include "solve.h"

enum { RUNS = 37, PROBLEMS = 4 };

typedef struct curve {
  double log_error[RUNS], log_work[RUNS];
} curve;

static void trace(const char* file, manipulator* arm, double t1, int method, curve* c) {
  double reference[4];
  if (read_reference(file, t1, 4, reference) != 0) fprintf(stderr, "no reference %s\n", file);
  for (int i = 0; i < RUNS; ++i) {
    const double rtol = pow(10.0, -3.0 - 0.25 * i);
    const solve_settings settings = {.method = method, .rtol = rtol, .atol = rtol / 10, .t1 = t1};
    solve_outcome o;
    mbdae_solve(&manipulator_problem, arm, &settings, &o);
    const double error = fmax(fabs(o.q[0] - reference[0]), fabs(o.q[1] - reference[1]));
    c->log_error[i] = o.idid == MBDAE_DONE ? log10(error) : 10.0;
    c->log_work[i] = log10(o.nfcn);
  }
  /* lucky cancellations: an error counts only if no tighter tolerance does worse */
  for (int i = RUNS - 2; i >= 0; --i) c->log_error[i] = fmax(c->log_error[i], c->log_error[i + 1]);
}

/* log10 of the work at that error; NAN outside the curve */
static double work_at(const curve* c, double log_error) {
  for (int i = 0; i + 1 < RUNS; ++i) {
    const double e0 = c->log_error[i], e1 = c->log_error[i + 1];
    if (e0 < log_error || e1 > log_error || e0 == e1) continue;
    const double part = (e0 - log_error) / (e0 - e1);
    return c->log_work[i] + part * (c->log_work[i + 1] - c->log_work[i]);
  }
  return NAN;
}

int main(void) {
  static const struct {
    const char* file;
    manipulator arm;
    double t1;
  } cases[PROBLEMS] = {
      {"manipulator_case1", {36, 0, 0}, 10},
      {"manipulator_case2_om0.5", {36, 1, 0.5}, 10},
      {"manipulator_case2_om1", {36, 1, 1}, 10},
      {"manipulator_case2_om5", {36, 1, 5}, 5},
  };
  static curve low[PROBLEMS], high[PROBLEMS];
  for (int p = 0; p < PROBLEMS; ++p) {
    manipulator arm = cases[p].arm;
    trace(cases[p].file, &arm, cases[p].t1, 0, &low[p]);
    trace(cases[p].file, &arm, cases[p].t1, 1, &high[p]);
  }
  printf("calls of fcn, DOP853 over DOPRI5 at equal error (geometric mean over the decade)\n");
  printf("%8s %8s %8s %8s %8s %8s\n", "rtol", "case I", "om=.5", "om=1", "om=5", "all");
  for (int decade = 0; decade < 9; ++decade) {
    double total = 0;
    int counted = 0;
    printf("  1e-%02d ", decade + 3);
    for (int p = 0; p < PROBLEMS; ++p) {
      double sum = 0;
      int count = 0;
      for (int i = 4 * decade; i < 4 * decade + 4; ++i) {
        const double work = work_at(&high[p], low[p].log_error[i]);
        if (isnan(work)) continue;
        sum += work - low[p].log_work[i];
        ++count;
      }
      if (count > 0) {
        printf(" %8.2f", pow(10.0, sum / count));
      } else {
        printf(" %8s", "-");
      }
      total += sum;
      counted += count;
    }
    if (counted > 0) printf(" %8.2f", pow(10.0, total / counted));
    printf("\n");
  }
  return 0;
}
