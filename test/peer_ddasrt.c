/* The roots of our ddasrt_ against those of the genuine DDASRT in liboctave: the same returns in the
 * same order, at the same times, with the same JROOT and counters. Steps are the same up to rounding,
 * which grows by the step control. Not compared: calls of G (the search is another), y' at a root (DDASRT leaves that
 * of the step), and roots between TOUT and TN with INFO(3) = 1, which DDASRT reports before TOUT. */
#include <dlfcn.h>

#include "drop_in.h"

extern void ddasrt_(fortran_res, const int*, double*, double*, double*, const double*, int*,
                    double*, double*, int*, double*, const int*, int*, const int*, double*, int*,
                    fortran_jac, fortran_g, const int*, int*);
extern void xsetf_(const int*); /* 0: messages neither print nor stop */

static ddasrt_routine ours;
static double level; /* changed by the driver between calls */

static void crossings(const int* neq, const double* t, const double* y, const int* ng, double* g,
                      double* rpar, int* ipar) {
  (void)neq, (void)ng, (void)rpar, (void)ipar;
  g[0] = y[0];
  g[1] = y[1] - level;
  g[2] = *t * *t - 1;
  g[3] = (y[0] - y[1]) * (y[0] - y[1]) * (y[0] - y[1]); /* triple */
}

/* zero at the start, leaving it */
static void from_zero(const int* neq, const double* t, const double* y, const int* ng, double* g,
                      double* rpar, int* ipar) {
  (void)neq, (void)ng, (void)rpar, (void)ipar;
  g[0] = *t;
  g[1] = y[1];
  g[2] = y[1] * (y[0] - 0.5);
}

/* stays zero once it is */
static void half_wave(const int* neq, const double* t, const double* y, const int* ng, double* g,
                      double* rpar, int* ipar) {
  (void)neq, (void)t, (void)ng, (void)rpar, (void)ipar;
  g[0] = fmax(y[0], 0);
  g[1] = y[1] - level;
}

static void early(const int* neq, const double* t, const double* y, const int* ng, double* g,
                  double* rpar, int* ipar) {
  (void)neq, (void)ng, (void)rpar, (void)ipar;
  g[0] = fabs(*t) - 1e-5;
  g[1] = y[0];
}

/* Robertson's reactions with the switch of LSODAR's example */
static void robertson(const double* t, const double* y, const double* yp, double* delta, int* ires,
                      double* rpar, int* ipar) {
  (void)t, (void)ires, (void)rpar, (void)ipar;
  delta[0] = yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2];
  delta[1] = yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1];
  delta[2] = y[0] + y[1] + y[2] - 1;
}
static void concentrations(const int* neq, const double* t, const double* y, const int* ng,
                           double* g, double* rpar, int* ipar) {
  (void)neq, (void)t, (void)ng, (void)rpar, (void)ipar;
  g[0] = y[0] - 1e-4;
  g[1] = y[2] - 0.01;
}

typedef struct scenario {
  const char* name;
  fortran_g g;
  int ng, every_step, has_tstop, euler;
  double end; /* in `outputs` equal parts */
  int outputs, changes, stiff;
  double tol;
} scenario;

static const scenario scenarios[] = {
    {"several functions", crossings, 4, 0, 0, 0, 7, 3, 0, 0, 1e-6},
    {"loose", crossings, 4, 0, 0, 0, 7, 2, 0, 0, 1e-3},
    {"every step", crossings, 4, 1, 0, 0, 7, 1, 0, 0, 1e-6},
    {"tstop", crossings, 4, 0, 1, 0, 7, 4, 0, 0, 1e-6},
    {"tstop, every step", crossings, 4, 1, 1, 0, 7, 1, 0, 0, 1e-5},
    {"backward", crossings, 4, 0, 0, 0, -7, 3, 0, 0, 1e-6},
    {"backward, every step, tstop", crossings, 4, 1, 1, 0, -7, 1, 0, 0, 1e-6},
    {"functions that change after a root", crossings, 4, 0, 0, 0, 7, 3, 1, 0, 1e-6},
    {"the same backward", crossings, 4, 0, 0, 0, -7, 3, 1, 0, 1e-6},
    {"zero at the start", from_zero, 3, 0, 0, 0, 7, 2, 0, 0, 1e-6},
    {"lasting zero", half_wave, 2, 0, 0, 0, 2, 1, 0, 0, 1e-6},
    {"lasting zero at the start", half_wave, 2, 0, 0, 0, 2, 1, 2, 0, 1e-6},
    {"Euler start", crossings, 4, 0, 0, 1, 7, 2, 0, 0, 1e-5},
    {"no functions", NULL, 0, 0, 0, 0, 7, 2, 0, 0, 1e-6},
    {"Robertson", concentrations, 2, 0, 0, 0, 4e5, 2, 0, 1, 1e-4},
};

static void open_scenario(const scenario* s, drop_in* d) {
  level = 0.5;
  if (s->stiff) {
    drop_in_open(d, robertson, 3, s->g, s->ng, s->tol);
    d->y[0] = 1, d->yp[0] = -0.04, d->yp[1] = 0.04;
  } else {
    drop_in_rotation(d, s->g, s->ng, s->tol);
  }
  if (s->changes == 2) d->y[0] = d->yp[1] = -1;
  d->info[2] = s->every_step, d->info[3] = s->has_tstop, d->info[10] = s->euler;
  d->rwork[TSTOP] = s->end;
}

/* one return of a run */
typedef struct event {
  int idid, jroot[DROP_NG], counts[5];
  double t, y[3];
} event;
enum { MOST_EVENTS = 400 };

static int record(const scenario* s, ddasrt_routine ddasrt, event* events) {
  drop_in d;
  int output = 1, count = 0, lasting = 0;
  open_scenario(s, &d);
  while (count < MOST_EVENTS && output <= s->outputs && lasting < 6) {
    event* e = &events[count++];
    d.tout = s->end * output / s->outputs;
    e->idid = drop_in_ddasrt(&d, ddasrt);
    e->t = d.t;
    memcpy(e->y, d.y, sizeof e->y);
    memcpy(e->jroot, d.jroot, sizeof e->jroot);
    memcpy(e->counts, d.iwork + NST, sizeof e->counts);
    if (e->idid < 0) break;
    if (e->idid == 2 || e->idid == 3) ++output;
    if (e->idid == 4 && s->changes) level = -level;
    lasting = e->idid == 4 && s->g == half_wave ? lasting + 1 : 0;
  }
  return count;
}

static void compare(const char* name, int k, const event* a, const event* b) {
  const char* differs = NULL;
  if (a->idid != b->idid) differs = "IDID";
  /* where the input is wrong from the start, DDASRT clears its counters */
  if (a->idid != -33 && memcmp(a->counts, b->counts, sizeof a->counts) != 0) differs = "counters";
  if (memcmp(a->jroot, b->jroot, sizeof a->jroot) != 0 && a->idid != -33) differs = "JROOT";
  if (!(fabs(a->t - b->t) <= 1e-9 * (1 + fabs(a->t)))) differs = "T";
  for (int i = 0; i < 3; ++i) {
    if (!(fabs(a->y[i] - b->y[i]) <= 1e-8)) differs = "Y";
  }
  if (differs == NULL) return;
  fail_msg(
      "%s, return %d: %s: netlib IDID %d T %.15g JROOT %d%d%d%d, ours IDID %d T %.15g JROOT "
      "%d%d%d%d",
      name, k, differs, a->idid, a->t, a->jroot[0], a->jroot[1], a->jroot[2], a->jroot[3], b->idid,
      b->t, b->jroot[0], b->jroot[1], b->jroot[2], b->jroot[3]);
}

static void test_scenarios(void** state) {
  static event genuine[MOST_EVENTS], mine[MOST_EVENTS];
  (void)state;
  for (size_t k = 0; k < sizeof scenarios / sizeof scenarios[0]; ++k) {
    const scenario* s = &scenarios[k];
    int roots = 0;
    const int count = record(s, ddasrt_, genuine), own = record(s, ours, mine);
    for (int i = 0; i < count && i < own; ++i) {
      compare(s->name, i, &genuine[i], &mine[i]);
      roots += genuine[i].idid == 4;
    }
    assert_int_equal(count, own);
    print_message("%-36s %3d returns, %2d roots\n", s->name, count, roots);
  }
}

/* DDASRT leaves INFO(1) = 0 here, so that the next call would start anew: one call only */
static void test_root_in_euler_step(void** state) {
  (void)state;
  for (double direction = -1; direction <= 1; direction += 2) {
    drop_in d[2];
    for (int who = 0; who < 2; ++who) {
      drop_in_rotation(&d[who], early, 2, 1e-2);
      d[who].info[10] = d[who].info[7] = 1, d[who].rwork[H0] = direction * 1e-3;
      d[who].tout = direction;
      assert_int_equal(drop_in_ddasrt(&d[who], who == 0 ? ddasrt_ : ours), 4);
      assert_true(d[who].jroot[0] == 1 && d[who].jroot[1] == 0);
    }
    assert_close(d[0].t, d[1].t, 1e-15);
    for (int i = 0; i < 2; ++i) assert_close(d[0].y[i], d[1].y[i], 1e-12);
    assert_int_equal(d[0].iwork[NGE], d[1].iwork[NGE]);
  }
}

static int open_libraries(void** state) {
  const int silent = 0;
  (void)state;
  xsetf_(&silent);
  void* library = dlopen(DROP_IN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return -1;
  *(void**)&ours = dlsym(library, "ddasrt_");
  return ours != NULL && ours != ddasrt_ ? 0 : -1;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenarios),
                                     cmocka_unit_test(test_root_in_euler_step)};
  return cmocka_run_group_tests(tests, open_libraries, NULL);
}
