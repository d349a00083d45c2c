/* Tables 2.2, 2.3, 3.1 and 3.2 of L. Wunderlich, Diplomarbeit, TU Berlin 2005: errors of lambda of a
 * particle on a circle (circle_t2.h) with given steps, by BDF applied twice, as to the first-order
 * system, and by the modified BDF. */
#include <math.h>
#include <stddef.h>

#include "bdf_tables.h"
#include "circle_t2.h"
#include "solve_bdf2nd.h"

enum { STEPS = 10, TWICE = 2, MODIFIED = 1 };

typedef struct errors {
  double lambda[STEPS];
  int count;
} errors;

static void observe(double t, const double* q, const double* v, const double* lambda, void* out) {
  errors* e = out;
  double exact_q[2], exact_v[2], exact;
  (void)q, (void)v;
  circle_t2_exact(t, exact_q, exact_v, &exact);
  if (e->count < STEPS) e->lambda[e->count++] = fabs(lambda[0] - exact);
}

/* Tolerances far below every digit printed: the iteration goes on until nothing but rounding is left.
 * `steps` NULL: all of them h. The error after step `count`, NaN if it was not reached. */
static double error_after(int count, int formula, int maxord, double h, const double* steps) {
  errors e = {.count = 0};
  second_order_outcome o;
  const second_order_settings s = {.formula = formula,
                                   .maxord = maxord,
                                   .fixed = 1,
                                   .h = h,
                                   .steps = steps,
                                   .rtol = 1e-12,
                                   .atol = 1e-12,
                                   .nmax = count,
                                   .t1 = 2,
                                   .observe = observe,
                                   .observer = &e};
  (void)solve_bdf2nd(&circle_t2_problem, NULL, &s, &o);
  return e.count == count ? e.lambda[count - 1] : NAN;
}

/* The printed number, ours, and that both are the same within one unit of the last digit. */
static void compare(bdf_row* row, double printed, double ours, double unit) {
  add_cell(row, "%.4f", printed);
  add_cell(row, "%.4f", ours);
  hold(row, round(ours / unit) - round(printed / unit), -1.5, 1.5);
}

/* Constant steps: these tables have four significant digits, padded by a zero where the first is
 * before the point. h = 0.01 has no value at 1.005 and 1.015: 0 here. */
static void compare_constant(bdf_row* row, double printed, int step, int formula, int maxord,
                             double h) {
  if (printed == 0) {
    add_cell(row, "%s", "");
    add_cell(row, "%s", "");
    return;
  }
  compare(row, printed, error_after(step, formula, maxord, h, NULL), printed > 1 ? 1e-3 : 1e-4);
}

/* in units of 0.005 */
static const int constant_steps[7] = {1, 2, 3, 4, 6, 8, 10};

static void run_constant(int i, int formulas, const double* printed, int maxord, bdf_row* row) {
  static const double h[2] = {0.005, 0.01};
  const int step = constant_steps[i];
  add_cell(row, "t = %.3f", 1 + 0.005 * step);
  for (int k = 0; k < 2; ++k) {
    for (int f = 0; f < formulas; ++f) {
      compare_constant(row, printed[formulas * k + f], step >> k, f == 0 ? TWICE : MODIFIED, maxord,
                       h[k]);
    }
  }
}

static const double printed_22[7][2] = {{2.0400, 0},      {0.0409, 2.0810}, {0.0419, 0},
                                        {0.0429, 0.0836}, {0.0451, 0.0877}, {0.0474, 0.0921},
                                        {0.0497, 0.0967}};
static void run_22(int i, bdf_row* row) {
  run_constant(i, 1, printed_22[i], 1, row);
}

static const double printed_32[7][4] = {
    {2.0400, 0.0402, 0, 0},           {4.0190, 0.0010, 2.0810, 0.0809},
    {1.0120, 0.0010, 0, 0},           {0.0012, 0.0009, 4.0350, 0.0041},
    {0.0013, 0.0009, 1.0280, 0.0041}, {0.0013, 0.0009, 0.0052, 0.0038},
    {0.0014, 0.0010, 0.0054, 0.0038}};
static void run_32(int i, bdf_row* row) {
  run_constant(i, 2, printed_32[i], 2, row);
}

static const double steps[STEPS] = {1e-3, 1e-3, 2e-4, 4e-5, 8e-6, 8e-6, 16e-6, 32e-6, 64e-6, 64e-6};
static const double printed_31[STEPS][2] = {
    {2.0080, 0.0080}, {0.0080, 0.0120}, {8.0303, 0.0057}, {8.0348, 0.0012}, {8.0357, 0.0003},
    {0.0001, 0.0001}, {1.0047, 0.0002}, {1.0048, 0.0004}, {1.0052, 0.0007}, {0.0006, 0.0008}};

static void run_variable(int i, int formulas, bdf_row* row) {
  add_cell(row, "%d: h = %.3f", i + 1, 1e3 * steps[i]);
  for (int f = 0; f < formulas; ++f) {
    compare(row, printed_31[i][f], error_after(i + 1, f == 0 ? TWICE : MODIFIED, 1, 0, steps),
            1e-4);
  }
}

static void run_23(int i, bdf_row* row) {
  run_variable(i, 1, row);
}

static void run_31(int i, bdf_row* row) {
  run_variable(i, 2, row);
}

const bdf_table given_step_tables[] = {
    {"bdf2nd-2.2",
     "Implicit Euler for the first-order system of a particle on a circle, constant steps h: error "
     "of lambda",
     5,
     7,
     {"", "h = 0.005", "ours", "h = 0.01", "ours"},
     run_22},
    {"bdf2nd-2.3",
     "The same with changing steps (h in units of 1e-3)",
     3,
     10,
     {"", "Euler", "ours"},
     run_23},
    {"bdf2nd-3.1",
     "The same steps: implicit Euler and modified Euler",
     5,
     10,
     {"", "Euler", "ours", "modified", "ours"},
     run_31},
    {"bdf2nd-3.2",
     "Orders 1, 2, 2, ..: BDF for the first-order system and modified BDF, h = 0.005, then h = "
     "0.01",
     9,
     7,
     {"", "BDF", "ours", "modified", "ours", "BDF", "ours", "modified", "ours"},
     run_32},
};
const int given_step_table_count = (int)(sizeof given_step_tables / sizeof *given_step_tables);
