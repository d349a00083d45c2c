/* What do the warnings of rkstab_explain catch, and what do they blame in vain? The figures of
 * docs/theory.md (Rank) and the thresholds in capi/rkstab_explain.cpp come from here.
 *
 * First the mechanisms whose motion passes no singular posture, with every stabilization, DOPRI5 and
 * DOP853, on their own intervals: smallest pivot ratio, largest DRIFTQ, and of the runs warned of
 * the one with the smallest error. Then the singular slider-crank from many angles (argument: how
 * many; 200), where a run is lost if it ends off its branch th1 + th2 = pi by more than 100 tol. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "singular_crank.h"
#include "solve.h"

enum { STABS = 7 };
static solve_outcome outcome, exact; /* large */

static double off(const mbdae_problem* p) {
  double largest = 0;
  for (int i = 0; i < p->n; ++i) {
    largest = fmax(largest, fabs(outcome.q[i] - exact.q[i]) / (1 + fabs(exact.q[i])));
  }
  return largest;
}

static int is_warned(void) {
  return strstr(outcome.text, "warning") != NULL;
}

static void run_regular(mechanism* m, const char* name, double tol) {
  double pivot = 1, least = HUGE_VAL;
  int runs = 0, warned = 0;
  for (int stab = 0; stab < STABS; ++stab) {
    for (int method = 0; method <= 1; ++method) {
      const solve_settings s = {.method = method,
                                .stab = stab,
                                .rtol = tol,
                                .atol = tol / 10,
                                .nmax = 1000000,
                                .baumg = {m->gains[0], m->gains[1]}};
      if (mbdae_solve(&m->problem, &m->data, &s, &outcome) != MBDAE_DONE) continue;
      ++runs;
      pivot = fmin(pivot, outcome.pivot);
      if (!is_warned()) continue;
      ++warned;
      least = fmin(least, off(&m->problem));
    }
  }
  printf("%-24s %7.0e %10.1e %6d %7d", name, tol, pivot, runs, warned);
  if (warned > 0) printf(" %10.1e", least);
  printf("\n");
}

static void regular_mechanisms(void) {
  static const char* const names[] = {
      "andrews",          "chain",       "crank-slider", "double-pendulum",
      "driven-pendulum",  "manipulator", "pendulum",     "regular-crank",
      "rigid-crank",      "disc",        "spring-crank", "suspension case=1",
      "suspension case=2"};
  printf("%-24s %7s %10s %6s %7s %10s\n", "no singular posture", "tol", "pivot", "runs", "warned",
         "error from");
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    static const solve_settings tight = {
        .method = 1, .rtol = 1e-11, .atol = 1e-12, .nmax = 1000000};
    mechanism m;
    char text[200];
    if (open_mechanism(names[i], &m, text, (int)sizeof text) != 0) continue;
    mbdae_solve(&m.problem, &m.data, &tight, &exact);
    for (int k = 3; k <= 6; ++k) run_regular(&m, names[i], pow(10, -k));
  }
}

static double start_angle;

static void start(double* q, double* v, void* user) {
  (void)user;
  q[0] = start_angle;
  q[1] = acos(-1.0) - start_angle;
  v[0] = v[1] = 0;
}

static void singular_crank(int stab, double tol, int angles) {
  mbdae_problem p = singular_crank_problem;
  int lost = 0, stopped = 0, silent = 0;
  double largest = 0;
  p.start = start;
  for (int k = 0; k < 2 * angles; ++k) {
    const solve_settings s = {
        .method = k % 2, .stab = stab, .rtol = tol, .atol = tol, .baumg = {20, 100}};
    start_angle = 0.2 + 2.6 * (k / 2) / (angles - 1);
    if (mbdae_solve(&p, NULL, &s, &outcome) != MBDAE_DONE) {
      ++stopped;
    } else if (!(fabs(outcome.q[0] + outcome.q[1] - acos(-1.0)) <= 100 * tol)) {
      ++lost;
      largest = fmax(largest, outcome.pivot);
      silent += !is_warned();
    }
  }
  printf("%5d %8.0e %7d %8d %6d %7d %10.1e\n", stab, tol, 2 * angles, stopped, lost, silent,
         largest);
}

int main(int argc, char** argv) {
  const int angles = argc > 1 ? atoi(argv[1]) : 200;
  if (angles < 2) return 2;
  regular_mechanisms();
  printf("\nsingular slider-crank, %d angles, DOPRI5 and DOP853\n", angles);
  printf("%5s %8s %7s %8s %6s %7s %10s\n", "STAB", "tol", "runs", "stopped", "lost", "silent",
         "pivot to");
  for (int k = 3; k <= 10; ++k) {
    for (int stab = 0; stab < STABS; ++stab) singular_crank(stab, pow(10, -k), angles);
  }
  return 0;
}
