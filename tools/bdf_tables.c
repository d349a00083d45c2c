/* Tables 6.1 to 6.5: errors of variables of index 1, 2 and 3, and the crank-slider and the double
 * pendulum in GGL and index-3 form. The numbers printed in the source, and the runs. */
#include "bdf_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "perturbed_euler.h"
#include "reference.h"
#include "solve_bdf.h"

static double step_of_row(int row) {
  return pow(10, -4 - row);
}

/* What is printed is one random run; bounds are those of theory: |ey| <= 2e-5/h where y behaves as of
 * index 2, <= 1e-5/eps = 10 where h is far below eps. */
static const double printed_61[6][3] = {{0.49e-4, 0.75e-1, 0.49e-4}, {0.55e-4, 0.13, 0.55e-4},
                                        {0.54e-4, 1.4, 0.54e-4},     {0.55e-4, 3.0, 0.58e-4},
                                        {0.55e-4, 0.10, 0.56e-4},    {0.55e-4, 3.5, 0.58e-4}};
static const double printed_62[6][3] = {{0.54e-4, 0.57e-2, 0.54e-4}, {0.60e-4, 0.62, 0.60e-4},
                                        {0.51e-4, 0.44, 0.51e-4},    {0.59e-4, 7.2, 0.59e-4},
                                        {0.54e-4, 200, 0.54e-4},     {0.58e-4, 1.1e4, 0.58e-4}};

static void run_scalar(int i, const double printed[3], void (*run)(double, double*), double bound,
                       bdf_row* row) {
  double ours[EULER_COLUMNS];
  run(step_of_row(i), ours);
  add_cell(row, "h = 1e-%d", 4 + i);
  for (int k = 0; k < 3; ++k) {
    add_cell(row, "%.1e", printed[k]);
    add_cell(row, "%.1e", ours[k]);
  }
  hold(row, ours[0], 3.9e-5, 6e-5);
  hold(row, ours[1], bound / 30, bound);
  hold(row, ours[2], 3.9e-5, 6.01e-5);
}

static void run_61(int i, bdf_row* row) {
  const double h = step_of_row(i);
  run_scalar(i, printed_61[i], perturbed_index1, h >= 1e-6 ? 2e-5 / h : 10, row);
}

static void run_62(int i, bdf_row* row) {
  run_scalar(i, printed_62[i], perturbed_index2, 2e-5 / step_of_row(i), row);
}

static const double printed_63[5][5] = {{0.55e-4, 0.99e-4, 0.39e-8, 0.12e-3, 0.55e-4},
                                        {0.60e-4, 0.11e-3, 0.50e-7, 0.13e-3, 0.60e-4},
                                        {0.49e-4, 0.90e-4, 0.54e-7, 0.12e-3, 0.49e-4},
                                        {0.56e-4, 0.11e-3, 0.55e-7, 0.11e-3, 0.56e-4},
                                        {0.58e-4, 0.11e-3, 0.55e-7, 0.11e-3, 0.58e-4}};

static void run_63(int i, bdf_row* row) {
  double with[EULER_COLUMNS], without[EULER_COLUMNS];
  perturbed_pair(step_of_row(i), 1, with);
  perturbed_pair(step_of_row(i), 0, without);
  add_cell(row, "h = 1e-%d", 4 + i);
  for (int k = 0; k < EULER_COLUMNS; ++k) {
    add_cell(row, "%.1e", printed_63[i][k]);
    add_cell(row, "%.1e", with[k]);
  }
  add_cell(row, "%.1e", without[3]);
  hold(row, with[0], 3.9e-5, 6e-5);
  hold(row, with[1], 7e-5, 1.3e-4);
  hold(row, with[3], 3e-5, 1e-4);                  /* does not grow as h falls */
  hold(row, without[3] / with[3], 1000, HUGE_VAL); /* and without stabilization it does */
}

typedef struct median_run {
  double e;
  int idid, nst, nre, nje;
} median_run;

/* e = RMS of (y - y_ref)/(|y_ref| + 1) over q, v, lambda */
static double rms_error(const mechanism* m, const bdf_outcome* o) {
  const int n = m->problem.n, c = m->problem.m;
  double reference[64], sum = 0;
  if (2 * n + c > 64 || read_reference(m->reference, o->t, 2 * n + c, reference) != 0) return NAN;
  for (int i = 0; i < 2 * n + c; ++i) {
    const double y = i < n ? o->q[i] : i < 2 * n ? o->v[i - n] : o->lambda[i - 2 * n];
    const double e = (y - reference[i]) / (fabs(reference[i]) + 1);
    sum += e * e;
  }
  return sqrt(sum / (2 * n + c));
}

static int compare_numbers(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

enum { RUNS = 11, MIDDLE = RUNS / 2 };

static double median(double* values) {
  qsort(values, RUNS, sizeof *values, compare_numbers);
  return values[MIDDLE];
}

/* Medians over tolerances from 0.95 to 1.05 TOL: single runs scatter by as much as the sources
 * differ. */
static median_run run_median(const char* specification, int form, int matrix, double tol,
                             double t1) {
  median_run result = {NAN, 0, 0, 0, 0};
  double e[RUNS], nst[RUNS], nre[RUNS], nje[RUNS];
  char message[200];
  mechanism m;
  bdf_outcome* o = malloc(sizeof *o);
  if (o == NULL || open_mechanism(specification, &m, message, (int)sizeof message) != 0) {
    free(o);
    return result;
  }
  result.idid = DL_AT_TOUT;
  for (int k = 0; k < RUNS; ++k) {
    const double here = tol * (1 + 0.01 * (k - MIDDLE));
    const bdf_settings s = {
        .form = form, .matrix = matrix, .metric = 1, .rtol = here, .atol = here, .t1 = t1};
    if (solve_bdf(&m.problem, &m.data, &s, o) != DL_AT_TOUT) result.idid = o->idid;
    e[k] = rms_error(&m, o);
    nst[k] = o->nst, nre[k] = o->nre, nje[k] = o->nje;
  }
  free(o);
  result.e = median(e);
  result.nst = (int)median(nst), result.nre = (int)median(nre), result.nje = (int)median(nje);
  return result;
}

/* TOL, then e, nste, nfe, nje; in the last row nje, and nfe of GGL, are very likely those of the other
 * form: not compared */
typedef struct printed_64 {
  double tol, e;
  int nste, nfe, nje;
} printed_64;

static const printed_64 ggl_64[6] = {
    {1e-3, 0.81e-2, 261, 856, 72},   {1e-4, 1.4e-2, 416, 1356, 88},
    {1e-5, 4.8e-3, 551, 1711, 86},   {1e-6, 9.5e-4, 783, 2430, 102},
    {1e-7, 1.4e-4, 1038, 3259, 118}, {1e-8, 1.8e-5, 1495, 6063, 348}};
static const printed_64 index3_64[6] = {
    {1e-3, 0.12, 235, 937, 87},     {1e-4, 0.22, 290, 1264, 128},
    {1e-5, NAN, 366, 1602, 163},    {1e-6, 9.2e-3, 578, 2487, 206},
    {1e-7, 5.0e-3, 989, 3917, 255}, {1e-8, 4.4e-4, 1526, 4850, 119}};

static median_run run_crank(int form, const printed_64* p, bdf_row* row) {
  const median_run r = run_median("crank-slider", form, 1, p->tol, 10);
  add_cell(row, "%s %.0e", form == 0 ? "GGL" : "index 3", p->tol);
  if (isnan(p->e)) {
    add_cell(row, "%s", "");
  } else {
    add_cell(row, "%.1e", p->e);
  }
  add_cell(row, "%.1e", r.e);
  add_cell(row, "%d", p->nste);
  add_cell(row, "%d", r.nst);
  add_cell(row, "%d", p->nfe);
  add_cell(row, "%d", r.nre);
  add_cell(row, "%d", p->nje);
  add_cell(row, "%d", r.nje);
  hold(row, r.idid, DL_AT_TOUT, DL_AT_TOUT);
  return r;
}

static void run_64(int i, bdf_row* row) {
  if (i < 6) {
    const printed_64* p = &ggl_64[i];
    const median_run r = run_crank(0, p, row);
    const double factor = i == 0 ? 8.1 : 2.1;
    hold(row, r.e, p->e / factor, p->e * factor);
    hold_near(row, r.nst, p->nste, 0.04);
    if (i == 5) return;
    hold_near(row, r.nre, p->nfe, 0.11);
    hold_near(row, r.nje, p->nje, 0.13);
    return;
  }
  const printed_64* p = &index3_64[i - 6];
  const median_run r = run_crank(1, p, row);
  if (!isnan(p->e)) hold(row, r.e, p->e / 12.1, p->e * 12.1);
  hold_near(row, r.nst, p->nste, 0.25);
  hold_near(row, r.nre, p->nfe, 0.18);
  if (i < 11) hold_near(row, r.nje, p->nje, 0.17);
}

/* nste and the errors of phi1 and alpha; 0: crashed. Then an independent implementation of the same
 * rules at T = 5, GGL with the exact matrix and with differences (index 3: differences): the range of
 * its steps and the larger error of alpha. */
typedef struct printed_65 {
  double tol;
  int nste;
  double ephi, ealpha;
  int fewest, most;
  double other_ealpha;
} printed_65;

static const printed_65 table_65[10] = {{1e-4, 774, NAN, 0.93e-1, 563, 593, 3.14e-2},
                                        {1e-5, 1242, 0.16e-3, 0.86e-1, 923, 1016, 9.40e-3},
                                        {1e-6, 1798, 0.10e-3, 0.76e-2, 1079, 1175, 6.47e-4},
                                        {1e-7, 2050, 0.30e-6, 0.24e-3, 1286, 1491, 4.51e-4},
                                        {1e-8, 5168, 0.80e-5, 0.25e-5, 1454, 2796, 1.25e-5},
                                        {1e-4, 493, 0.33e-1, 1.3, 400, 400, 1.17},
                                        {1e-5, 730, 0.14e-2, 2.0, 732, 732, 1.37e-1},
                                        {1e-6, 0, NAN, NAN, 1225, 1225, 6.10e-2},
                                        {1e-7, 0, NAN, NAN, 1086, 1086, 9.10e-3},
                                        {1e-8, 0, NAN, NAN, 1119, 1119, 6.76e-4}};

static void add_error(bdf_row* row, double e) {
  if (isnan(e)) {
    add_cell(row, "%s", "");
  } else {
    add_cell(row, "%.1e", e);
  }
}

static void run_65(int i, bdf_row* row) {
  const printed_65* p = &table_65[i];
  double reference[12], nst[RUNS], ephi[RUNS], ealpha[RUNS];
  char message[200];
  mechanism m;
  bdf_outcome* o = malloc(sizeof *o);
  if (o == NULL ||
      open_mechanism("double-pendulum mass1=1e6 mass2=2e-4", &m, message, (int)sizeof message) !=
          0 ||
      read_reference(m.reference, 5, 12, reference) != 0) {
    free(o);
    return;
  }
  for (int k = 0; k < RUNS; ++k) {
    const double tol = p->tol * (1 + 0.01 * (k - MIDDLE));
    const bdf_settings s = {
        .form = i < 5 ? 0 : 1, .matrix = 2, .metric = 1, .rtol = tol, .atol = tol, .t1 = 5};
    hold(row, solve_bdf(&m.problem, &m.data, &s, o), DL_AT_TOUT, DL_AT_TOUT);
    nst[k] = o->nst;
    ephi[k] = fabs(o->q[2] - reference[2]);
    ealpha[k] = fabs(o->q[5] - reference[5]);
  }
  free(o);
  add_cell(row, "%s %.0e", i < 5 ? "GGL" : "index 3", p->tol);
  if (p->nste > 0) {
    add_cell(row, "%d", p->nste);
  } else {
    add_cell(row, "%s", "*");
  }
  const double steps = median(nst);
  add_cell(row, "%.1e", steps); /* rounding errors move it */
  hold(row, steps, 0.75 * p->fewest, 1.25 * p->most);
  add_error(row, p->ephi);
  add_error(row, median(ephi));
  add_error(row, p->ealpha);
  const double e = median(ealpha);
  add_error(row, e);
  hold(row, e, 0, 3 * p->other_ealpha);
}

const bdf_table bdf_tables[] = {
    {"dassl-6.1",
     "Index 1, x' = -y + sin t, 0 = x - eps y - cos t, eps = 1e-6: backward Euler, disturbances in "
     "[4e-5, 6e-5] of the second equation; errors at t = 1e-3",
     7,
     6,
     {"", "ex", "ours", "ey", "ours", "drift", "ours"},
     run_61},
    {"dassl-6.2",
     "The same with eps = 0, index 2",
     7,
     6,
     {"", "ex", "ours", "ey", "ours", "drift", "ours"},
     run_62},
    {"dassl-6.3",
     "Two equations each, one of the algebraic variables nearly of index 2, stabilized; the last "
     "column is ey2 without stabilization",
     12,
     5,
     {"", "ex1", "ours", "ex2", "ours", "ey1", "ours", "ey2", "ours", "drift", "ours", "ey2 plain"},
     run_63},
    {"dassl-6.4",
     "Crank-slider, t = 10, the matrix without derivatives of G: medians of 11 runs with TOL "
     "within 5 "
     "%; e is the RMS of (y - y_ref)/(|y_ref| + 1) over q, v, lambda",
     9,
     12,
     {"", "e", "ours", "nste", "ours", "nfe", "ours", "nje", "ours"},
     run_64},
    {"dassl-6.5",
     "Double pendulum, m1 = 1e6, m2 = 2e-4, t = 5 (the source does not print its end time), always "
     "with derivatives: medians of 11 runs with TOL within 5 %; * crashed",
     7,
     10,
     {"", "nste", "ours", "e phi1", "ours", "e alpha", "ours"},
     run_65},
};
const int bdf_table_count = (int)(sizeof bdf_tables / sizeof *bdf_tables);
