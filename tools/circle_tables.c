/* Tables 8.1 to 8.5 of L. Wunderlich, Diplomarbeit, TU Berlin 2005: the particle of circle.h by the
 * modified BDF and by collocation, under the source's own error test (STRATEGY 1), beside DASSL. */
#include <math.h>
#include <mbdae/bdf2nd.h>
#include <stddef.h>

#include "bdf_tables.h"
#include "circle.h"
#include "circle_dassl.h"

enum { ROWS = 10, N = 2, M = 1 };

/* One of the source's runs by bdf2nd. */
typedef struct circle_run {
  int method, form;
  double h0;      /* 0: (4.30) */
  double atol[6]; /* q1, q2, lambda, v1, v2, and lambda' */
} circle_run;

typedef struct circle_errors {
  double q[N], v[N], lambda, rate;
  int steps;
} circle_errors;

enum { LWORK = 1000, LIWORK = 200 };

static int advance(double tout, int* info, const circle_run* run, double* t, double* q, double* v,
                   double* lambda, double* work, int* iwork) {
  static const double rtol[6] = {1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4};
  const mbdae_problem* p = &circle_problem;
  int idid;
  (void)bdf2nd(N, M, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, t, q, v, lambda, tout,
               info, rtol, run->atol, &idid, work, LWORK, iwork, LIWORK, NULL);
  return idid > 0;
}

/* To t = 0.1 times `row`. The first call takes one step on the way to t = 1, which bounds its length;
 * the output points come after it. All errors NaN where the run failed. */
static circle_errors run_circle(const circle_run* run, int row) {
  circle_errors e = {{NAN, NAN}, {NAN, NAN}, NAN, NAN, 0};
  double t = 0, q[N], v[N], lambda[M] = {0}, work[LWORK] = {0}, exact_q[N], exact_v[N], exact;
  int info[B2_INFO_LENGTH] = {0}, iwork[LIWORK] = {0};
  info[B2_STRATEGY] = info[B2_VECTOR] = info[B2_EVERYSTEP] = 1;
  info[B2_METHOD] = run->method;
  info[B2_FORM] = run->form;
  info[B2_H0] = run->h0 > 0;
  work[B2_H] = run->h0;
  circle_problem.start(q, v, NULL);
  int ok = advance(1, info, run, &t, q, v, lambda, work, iwork);
  info[B2_EVERYSTEP] = 0;
  for (int k = 1; k <= row && ok; ++k) {
    ok = advance(0.1 * k, info, run, &t, q, v, lambda, work, iwork);
  }
  if (!ok) return e;
  circle_exact(t, exact_q, exact_v, &exact);
  for (int i = 0; i < N; ++i) {
    e.q[i] = fabs(q[i] - exact_q[i]);
    e.v[i] = fabs(v[i] - exact_v[i]);
  }
  e.lambda = fabs(lambda[0] - exact);
  if (iwork[B2_RATE] > 0) e.rate = fabs(work[iwork[B2_RATE]] - cos(2 * t));
  e.steps = iwork[B2_NST];
  return e;
}

static void add_time(bdf_row* row, int i) {
  add_cell(row, "t = %.1f", 0.1 * (i + 1));
}

static void add_pair(bdf_row* row, double printed, double ours) {
  add_cell(row, "%.2e", printed);
  add_cell(row, "%.2e", ours);
}

static void add_counts(bdf_row* row, int printed, int ours) {
  add_cell(row, "%d", printed);
  add_cell(row, "%d", ours);
}

typedef struct printed_half {
  double q1, lambda;
  int steps;
} printed_half;

/* Errors within 10 %, the steps as the source counts them, too, and at the end NST of the genuine
 * code. */
static void add_dassl(bdf_row* row, int i, int system, const printed_half* printed, int nst) {
  const circle_dassl_result r = run_circle_dassl(system, i + 1);
  const double t = 0.1 * (i + 1), q1 = fabs(r.q1 - sin(t)),
               lambda = fabs(r.lambda - sin(t) * cos(t));
  add_pair(row, printed[i].q1, q1);
  add_pair(row, printed[i].lambda, lambda);
  add_counts(row, printed[i].steps, r.printed_steps);
  add_cell(row, "%d", r.nst);
  hold(row, r.ok, 1, 1);
  hold_near(row, q1, printed[i].q1, 0.1);
  hold_near(row, lambda, printed[i].lambda, 0.1);
  hold_near(row, r.printed_steps, printed[i].steps, 0.1);
  if (i == ROWS - 1) hold_near(row, r.nst, nst, 0.1);
}

/* The first two rows come from doubled steps alone, whatever the error test; of the rest only the
 * number of steps is held. */
static void add_bdf(bdf_row* row, int i, const circle_run* run, const printed_half* printed) {
  const circle_errors e = run_circle(run, i + 1);
  add_pair(row, printed[i].q1, e.q[0]);
  add_pair(row, printed[i].lambda, e.lambda);
  add_counts(row, printed[i].steps, e.steps);
  if (i < 2) {
    hold(row, e.steps, 13 + i, 13 + i);
    hold_near(row, e.q[0], printed[i].q1, 0.08);
    if (run->form == 2) hold_near(row, e.lambda, printed[i].lambda, 0.02);
  }
  if (i == ROWS - 1) hold(row, e.steps, 21, 29);
}

static const printed_half left_81[ROWS] = {
    {3.21e-8, 9.46e-4, 13}, {1.60e-6, 6.38e-4, 14}, {1.40e-5, 2.73e-3, 15}, {3.41e-5, 2.64e-3, 16},
    {6.98e-5, 7.34e-4, 17}, {1.25e-4, 3.45e-3, 18}, {1.91e-4, 2.00e-3, 21}, {2.61e-4, 1.64e-3, 23},
    {3.31e-4, 3.76e-3, 25}, {3.96e-4, 6.13e-3, 26}};
static const printed_half right_81[ROWS] = {
    {6.90e-5, 2.27e-1, 17}, {6.81e-7, 9.93e-2, 23}, {7.29e-5, 3.93e-2, 29}, {3.59e-4, 8.60e-2, 35},
    {8.62e-4, 1.59e-3, 39}, {1.42e-3, 2.91e-3, 43}, {1.88e-3, 3.66e-2, 47}, {2.27e-3, 2.63e-2, 51},
    {2.62e-3, 5.88e-2, 55}, {2.90e-3, 3.19e-2, 59}};

static void run_81(int i, bdf_row* row) {
  static const circle_run run = {.atol = {1e-4, 1e-4, 1e-2, 1e-2, 1e-2}};
  add_time(row, i);
  add_bdf(row, i, &run, left_81);
  add_dassl(row, i, CIRCLE_INDEX3, right_81, 40);
}

/* bdf2nd has no second-order GGL form; it would not be comparable either. */
static const printed_half left_82[ROWS] = {
    {3.80e-5, 8.46e-1, 10}, {3.04e-3, 6.47e0, 11}, {1.10e-2, 2.18e-1, 12}, {2.65e-2, 1.06e0, 14},
    {5.52e-2, 2.53e0, 17},  {1.06e-1, 5.04e0, 21}, {1.99e-1, 1.07e1, 34},  {2.70e-1, 3.27e1, 64},
    {3.50e-1, 3.65e1, 89},  {1.27e0, 3.71e1, 107}};
static const printed_half right_82[ROWS] = {{5.40e-6, 6.25e-5, 51},  {2.29e-5, 1.50e-4, 93},
                                            {5.20e-5, 2.68e-4, 136}, {9.20e-5, 4.34e-4, 178},
                                            {1.43e-4, 6.66e-4, 221}, {2.02e-4, 9.86e-4, 263},
                                            {2.70e-4, 1.41e-3, 306}, {3.42e-4, 1.94e-3, 349},
                                            {4.13e-4, 2.54e-3, 391}, {4.74e-4, 3.11e-3, 433}};

static void run_82(int i, bdf_row* row) {
  add_time(row, i);
  add_cell(row, "%.2e", left_82[i].q1);
  add_cell(row, "%.2e", left_82[i].lambda);
  add_cell(row, "%d", left_82[i].steps);
  add_dassl(row, i, CIRCLE_GGL, right_82, 424);
}

static const printed_half left_83[ROWS] = {
    {2.65e-8, 3.17e-4, 13}, {1.41e-6, 1.37e-3, 14}, {7.24e-6, 4.37e-4, 16}, {1.85e-5, 2.08e-3, 17},
    {4.04e-5, 8.01e-4, 19}, {7.05e-5, 2.50e-3, 21}, {1.11e-4, 1.47e-3, 23}, {1.55e-4, 1.67e-3, 25},
    {2.00e-4, 2.90e-3, 27}, {2.38e-4, 3.07e-3, 29}};
static const printed_half right_83[ROWS] = {
    {3.37e-5, 3.75e-5, 10}, {1.15e-4, 1.21e-4, 13}, {1.85e-4, 1.66e-4, 16}, {1.91e-4, 1.34e-4, 18},
    {1.55e-4, 1.42e-5, 20}, {1.26e-4, 1.81e-4, 22}, {1.22e-4, 8.78e-5, 24}, {1.34e-4, 1.44e-4, 26},
    {1.40e-4, 1.39e-3, 28}, {1.12e-4, 9.37e-4, 30}};

/* The source's y has w2 = q2'' as sixth variable: it enters the length of the first step, which is
 * given here, and the error test, where bdf2nd does without. */
static void run_83(int i, bdf_row* row) {
  static const circle_run run = {
      .form = 2, .h0 = 1.2186e-4, .atol = {1e-4, 1e-4, 1e-2, 1e-2, 1e-3}};
  add_time(row, i);
  add_bdf(row, i, &run, left_83);
  add_dassl(row, i, CIRCLE_REDUCED, right_83, 21);
}

static const circle_run radau = {.method = 1, .atol = {1e-4, 1e-4, 1e-2, 1e-2, 1e-2, 1e-1}};
static const int steps_84[ROWS] = {12, 13, 14, 15, 17, 19, 20, 21, 22, 24};

static circle_errors start_row(int i, bdf_row* row) {
  const circle_errors e = run_circle(&radau, i + 1);
  add_time(row, i);
  add_counts(row, steps_84[i], e.steps);
  if (i == ROWS - 1) {
    hold(row, e.steps, 22, 25);
  } else {
    hold(row, e.steps, steps_84[i], steps_84[i]);
  }
  return e;
}

static const double printed_84[ROWS][3] = {
    {4.08e-9, 3.75e-10, 2.32e-4}, {1.57e-7, 2.98e-8, 9.71e-4}, {9.82e-7, 2.85e-7, 1.87e-3},
    {1.82e-6, 7.66e-7, 8.83e-4},  {3.00e-6, 1.64e-6, 5.04e-4}, {4.18e-6, 2.86e-6, 2.64e-4},
    {5.36e-6, 4.51e-6, 5.92e-4},  {6.55e-6, 6.74e-6, 1.38e-3}, {7.67e-6, 9.65e-6, 1.14e-3},
    {8.62e-6, 1.34e-5, 1.03e-3}};

static void run_84(int i, bdf_row* row) {
  const circle_errors e = start_row(i, row);
  const double* printed = printed_84[i];
  for (int k = 0; k < N; ++k) {
    add_pair(row, printed[k], e.q[k]);
    if (i >= 2) hold_near(row, e.q[k], printed[k], 0.1);
  }
  add_pair(row, printed[2], e.lambda);
}

static const double printed_85[ROWS][3] = {
    {4.71e-7, 3.04e-6, 2.02e-2}, {8.16e-6, 2.50e-5, 4.05e-2}, {2.92e-5, 5.66e-5, 7.45e-2},
    {9.12e-6, 1.80e-5, 1.33e-1}, {1.24e-5, 9.96e-6, 9.57e-2}, {1.28e-5, 1.29e-5, 4.03e-2},
    {2.25e-5, 7.03e-6, 3.06e-2}, {3.80e-5, 1.49e-6, 5.22e-2}, {3.33e-5, 1.92e-5, 7.99e-2},
    {2.35e-5, 3.31e-5, 8.54e-2}};

static void run_85(int i, bdf_row* row) {
  const circle_errors e = start_row(i, row);
  for (int k = 0; k < N; ++k) add_pair(row, printed_85[i][k], e.v[k]);
  add_pair(row, printed_85[i][2], e.rate);
}

#define BOTH_HALVES                                                                            \
  {                                                                                            \
    "", "q1", "ours", "lambda", "ours", "steps", "ours", "q1 DASSL", "ours", "lambda", "ours", \
        "steps", "ours", "NST"                                                                 \
  }

const bdf_table circle_tables[] = {
    {"bdf2nd-8.1",
     "A particle on a circle, index 3: errors and steps of the modified BDF, and of DASSL for the "
     "first-order system",
     14, ROWS, BOTH_HALVES, run_81},
    {"bdf2nd-8.2",
     "The same in GGL form; the modified BDF as printed only",
     11,
     ROWS,
     {"", "q1", "lambda", "steps", "q1 DASSL", "ours", "lambda", "ours", "steps", "ours", "NST"},
     run_82},
    {"bdf2nd-8.3",
     "The same strangeness-free: minimal extension, and DASSL for the reduced first-order system",
     14, ROWS, BOTH_HALVES, run_83},
    {"bdf2nd-8.4",
     "The same in index 3, Radau IIA with 2 stages: errors of q and lambda",
     9,
     ROWS,
     {"", "steps", "ours", "q1", "ours", "q2", "ours", "lambda", "ours"},
     run_84},
    {"bdf2nd-8.5",
     "The same run: errors of q' and of lambda'",
     9,
     ROWS,
     {"", "steps", "ours", "q1'", "ours", "q2'", "ours", "lambda'", "ours"},
     run_85},
};
const int circle_table_count = (int)(sizeof circle_tables / sizeof *circle_tables);
