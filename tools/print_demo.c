/* `mbdae demo`: one mechanism, three treatments of its constraints. */
#include <math.h>
#include <stdio.h>

#include "commands.h"
#include "manipulator.h"
#include "solve.h"

/* Angles at t = 10 from a computation in quadruple precision (test/data). */
static const double reference[2] = {-0.50153295563634006, -2.6679933117837287};

int print_demo(void) {
  static const struct {
    const char* label;
    solve_settings settings;
  } runs[] = {
      {"none", {.stab = 2, .rtol = 1e-6, .atol = 1e-7}},
      {"Baumgarte(12,70)", {.stab = 1, .rtol = 1e-6, .atol = 1e-7, .baumg = {12, 70}}},
      {"PStab", {.stab = 0, .rtol = 1e-6, .atol = 1e-7}},
      {"PStab, DOP853", {.stab = 0, .method = 1, .rtol = 1e-6, .atol = 1e-7}},
  };
  manipulator arm = {36.0, 0, 0.0};
  int status = 0;
  printf(
      "Two-link manipulator, tip on a parabola (n = 2, m = 1), t = 0 .. 10, rtol 1e-6, atol 1e-7\n"
      "drift: largest |g| and |G v| at accepted points; error: in the angles at t = 10\n\n"
      "%-18s %6s %6s %6s %8s %10s %10s %10s\n",
      "stabilization", "steps", "reject", "fcn", "factor", "|g|", "|G v|", "error");
  for (int i = 0; i < (int)(sizeof runs / sizeof *runs); ++i) {
    solve_outcome o;
    if (mbdae_solve(&manipulator_problem, &arm, &runs[i].settings, &o) != MBDAE_DONE) {
      printf("%-18s %s\n", runs[i].label, o.text);
      status = 1;
      continue;
    }
    const double error = fmax(fabs(o.q[0] - reference[0]), fabs(o.q[1] - reference[1]));
    printf("%-18s %6d %6d %6d %8d %10.1e %10.1e %10.1e\n", runs[i].label, o.nstep, o.nrejct, o.nfcn,
           o.nlu, o.driftp, o.driftv, error);
  }
  return status;
}
