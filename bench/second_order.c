/* bdf2nd against RADAU5, IDA and dassl_like_mbs: what a given error of the positions costs.
 *
 * Every code runs with RTOL = ATOL = 1e-3, 10^-3.5, .., 1e-10 and matrices by differences; the tables
 * interpolate between its runs. Errors: positions and velocities max |dy|/max(1, |y|), multipliers
 * relative to their largest, both against a reference solution; Andrews' mechanism at the end as is
 * usual, the truck, which comes to rest, at all times of its reference. CPU time: the least of several
 * rounds, in each of which every code runs once.
 *
 * second_order rows: every run, too, as comma-separated values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "andrews.h"
#include "peers.h"
#include "reference.h"
#include "truck.h"
#include "work_precision.h"

enum { TOLERANCES = 15, LEVELS = 6, ROUNDS = 5, CODES = 11, YARDSTICK = 2 };

static const double levels[LEVELS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

/* ------------------------------------------------------------------------------------- the codes */

typedef struct code {
  const char* name;
  enum { BDF2ND, DASSL_LIKE, RADAU5, IDA } kind;
  int method, maxord; /* bdf2nd */
  int ggl;
  double keep;     /* RADAU5 */
  int test_lambda; /* IDA */
} code;

static const code codes[CODES] = {
    {.name = "bdf2nd, BDF to order 3", .kind = BDF2ND, .maxord = 3},
    {.name = "bdf2nd, BDF to order 5", .kind = BDF2ND, .maxord = 5},
    {.name = "bdf2nd, Radau 3 stages", .kind = BDF2ND, .method = 3},
    {.name = "bdf2nd, Radau 2 stages", .kind = BDF2ND, .method = 1},
    {.name = "RADAU5, index 3", .kind = RADAU5},
    {.name = "RADAU5, index 3, WORK(3) = 0.1", .kind = RADAU5, .keep = 0.1},
    {.name = "RADAU5, GGL", .kind = RADAU5, .ggl = 1},
    {.name = "RADAU5, GGL, WORK(3) = 0.1", .kind = RADAU5, .ggl = 1, .keep = 0.1},
    {.name = "IDA, GGL", .kind = IDA, .ggl = 1},
    {.name = "IDA, GGL, lambda in the Newton test", .kind = IDA, .ggl = 1, .test_lambda = 1},
    {.name = "dassl_like_mbs, GGL", .kind = DASSL_LIKE, .ggl = 1},
};

static int available(const code* c) {
  if (c->kind == RADAU5) return has_radau5();
  return c->kind != IDA || has_ida();
}

static void run(const code* c, const experiment* e, double tol, trial* t) {
  switch (c->kind) {
    case BDF2ND:
      run_bdf2nd(e, tol, c->method, c->maxord, t);
      break;
    case DASSL_LIKE:
      run_dassl_like(e, tol, t);
      break;
    case RADAU5:
      run_radau5(e, tol, c->ggl, c->keep, t);
      break;
    case IDA:
      run_ida(e, tol, c->test_lambda, t);
      break;
  }
}

/* What the matrices are that a code factors */
static void describe(const code* c, const experiment* e, char* text, size_t length) {
  const int n = e->model->problem.n, m = e->model->problem.m;
  if (c->kind == RADAU5) {
    const int N = radau5_unknowns(e, c->ggl);
    snprintf(text, length, "real and complex, %d each", N);
  } else if (c->kind == BDF2ND && c->method != 0) {
    snprintf(text, length, "real and complex of the stages, and of index 1, %d each", n + m);
  } else {
    snprintf(text, length, "real, %d", c->kind == BDF2ND ? n + m : 2 * (n + m));
  }
}

/* -------------------------------------------------------------------------------------- one sweep */

typedef struct errors {
  double q, v, lambda;
} errors;

static errors errors_of(const experiment* e, const trial* t) {
  const int n = e->model->problem.n, m = e->model->problem.m;
  errors worst = {0, 0, 0};
  double largest = 0;
  for (int k = 0; k < e->count; ++k) {
    double reference[2 * PEER_N + PEER_M];
    if (read_reference(e->reference, e->times[k], 2 * n + m, reference) != 0) {
      return (errors){NAN, NAN, NAN};
    }
    for (int i = 0; i < n; ++i) {
      const double q = reference[i], v = reference[n + i];
      worst.q = fmax(worst.q, fabs(t->q[k][i] - q) / fmax(1, fabs(q)));
      worst.v = fmax(worst.v, fabs(t->v[k][i] - v) / fmax(1, fabs(v)));
    }
    for (int i = 0; i < m; ++i) {
      const double lambda = reference[2 * n + i];
      largest = fmax(largest, fabs(lambda));
      worst.lambda = fmax(worst.lambda, fabs(t->lambda[k][i] - lambda));
    }
  }
  worst.lambda /= largest;
  return worst;
}

static void add_point(curve* c, const trial* t, errors error) {
  const int i = c->count++;
  c->error[i] = error.q;
  c->value[EVALUATIONS][i] = t->calls.fcn;
  c->value[MATRICES][i] = t->matrices;
  c->value[SECONDS][i] = t->seconds;
  c->value[ERROR_V][i] = error.v;
  c->value[ERROR_LAMBDA][i] = error.lambda;
}

static void print_row(const char* title, const code* c, double tol, const trial* t, errors e) {
  printf("\"%s\",\"%s\",%.1e,%d,%.6g,%d,%d,%d,%d,%d,%d,%d,%.3e,%.3e,%.3e\n", title, c->name, tol,
         t->done ? 0 : t->code, t->seconds, t->calls.fcn, t->calls.amat, t->calls.gcnq,
         t->calls.gcn, t->calls.gcnqq, t->steps, t->matrices, e.q, e.v, e.lambda);
}

static void sweep(const experiment* e, curve* curves, int rows) {
  static trial trials[CODES];
  if (rows) {
    printf(
        "problem,code,tol,failure,seconds,fcn,amat,gcnq,gcn,gcnqq,steps,matrices,error q,error v,"
        "error lambda\n");
  }
  for (int i = 0; i < TOLERANCES; ++i) {
    const double tol = pow(10, -3 - 0.5 * i);
    double least[CODES];
    for (int k = 0; k < CODES; ++k) least[k] = HUGE_VAL;
    for (int round = 0; round < ROUNDS; ++round) {
      for (int k = 0; k < CODES; ++k) {
        if (!available(&codes[k])) continue;
        double spent = 0;
        do { /* short runs several times */
          run(&codes[k], e, tol, &trials[k]);
          least[k] = fmin(least[k], trials[k].seconds);
          spent += trials[k].seconds;
        } while (spent < 0.01);
      }
    }
    for (int k = 0; k < CODES; ++k) {
      if (!available(&codes[k])) continue;
      trial* t = &trials[k];
      t->seconds = least[k];
      const errors error = errors_of(e, t);
      if (rows) print_row(e->title, &codes[k], tol, t, error);
      if (t->done && isfinite(error.q)) add_point(&curves[k], t, error);
    }
  }
}

/* ------------------------------------------------------------------------------------- the tables */

static void print_cell(const curve* c, const curve* yardstick, enum curve_value which,
                       double level) {
  double value = 0, unit = 1;
  const enum reached there = value_at(c, which, level, &value);
  if (there == NOT_REACHED ||
      (yardstick != NULL && value_at(yardstick, which, level, &unit) == NOT_REACHED)) {
    printf(" - |");
    return;
  }
  const char* mark = there == MORE_THAN_ASKED ? "≤ " : "";
  if (which == EVALUATIONS || which == MATRICES) {
    printf(" %s%.0f |", mark, value);
  } else if (which == SECONDS) {
    printf(" %s%.2f |", mark, value / unit);
  } else {
    printf(" %s%.0e |", mark, value);
  }
}

static void print_table(const experiment* e, const curve* curves, enum curve_value which,
                        const char* heading) {
  printf("\n%s, %s\n\n| error of q |", e->title, heading);
  for (int l = 0; l < LEVELS; ++l) printf(" %.0e |", levels[l]);
  printf("%s\n|---|", which == MATRICES ? " kind, unknowns |" : "");
  for (int l = 0; l < LEVELS; ++l) printf("---|");
  printf("%s\n", which == MATRICES ? "---|" : "");
  for (int k = 0; k < CODES; ++k) {
    printf("| %s%s |", codes[k].name,
           which == SECONDS && codes[k].kind == IDA ? " (Debian's, not optimized)" : "");
    if (!available(&codes[k])) {
      printf(" not available |\n");
      continue;
    }
    for (int l = 0; l < LEVELS; ++l) {
      print_cell(&curves[k], which == SECONDS ? &curves[YARDSTICK] : NULL, which, levels[l]);
    }
    if (which == MATRICES) {
      char text[80];
      describe(&codes[k], e, text, sizeof text);
      printf(" %s |", text);
    }
    printf("\n");
  }
}

static void compare(const experiment* e, int rows) {
  static curve curves[CODES];
  memset(curves, 0, sizeof curves);
  sweep(e, curves, rows);
  print_table(e, curves, EVALUATIONS, "calls of fcn");
  print_table(e, curves, MATRICES, "matrices factored");
  print_table(e, curves, SECONDS, "CPU time over that of bdf2nd with Radau, 3 stages");
  print_table(e, curves, ERROR_LAMBDA, "error of lambda");
  double seconds = 0;
  if (value_at(&curves[YARDSTICK], SECONDS, 1e-6, &seconds) != NOT_REACHED) {
    printf("\nThe unit of time at 1e-6: %.3g ms.\n", 1e3 * seconds);
  }
  fflush(stdout);
}

int main(int argc, char** argv) {
  const int rows = argc > 1 && strcmp(argv[1], "rows") == 0;
  static counted_model squeezer, vehicle;
  truck bumps = {TRUCK_BUMPS};
  count_calls(&andrews_problem, NULL, &squeezer);
  count_calls(&truck_problem, &bumps, &vehicle);
  const experiment first = {.title = "Andrews' mechanism to t = 0.03",
                            .model = &squeezer,
                            .reference = "andrews",
                            .count = 1,
                            .times = {0.03}};
  const experiment second = {
      .title = "Truck over bumps to t = 20",
      .model = &vehicle,
      .constant_mass = 1,
      .reference = "truck_bumps",
      .count = 20,
      .times = {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20}};
  compare(&first, rows);
  compare(&second, rows);
  return 0;
}
