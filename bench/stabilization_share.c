/* How much of the time goes into stabilizing? Chin's thesis (Table 4.2) reports about 1 per cent.
 *
 * The same constant steps are taken without stabilization, with PStab as by default (matrices of
 * the new point: one factorization more per step) and with COMPAT (matrices of the last stage, as in
 * the thesis). Share = 1 - time(none)/time(stabilized), from the shortest of several interleaved
 * rounds. Both runs make the same stages; without stabilization the motion drifts a little, which
 * costs nothing. */
#include <stdio.h>
#include <time.h>

#include "catalogue.h"
#include "solve.h"

static double seconds(const char* specification, double h, double t1, int stab, int compat) {
  static solve_outcome o;
  const solve_settings s = {
      .stab = stab, .compat = compat, .fixed = 1, .h = h, .t1 = t1, .nmax = 1000000};
  mechanism m;
  char text[200];
  if (open_mechanism(specification, &m, text, (int)sizeof text) != 0) {
    fprintf(stderr, "%s\n", text);
    return 0;
  }
  const clock_t begin = clock();
  const int idid = mbdae_solve(&m.problem, &m.data, &s, &o);
  const clock_t end = clock();
  if (idid != MBDAE_DONE) fprintf(stderr, "%s: %s\n", specification, o.text);
  return (double)(end - begin) / CLOCKS_PER_SEC;
}

int main(void) {
  static const struct {
    const char* specification;
    double t1, h;
  } rows[] = {
      {"andrews", 0.3, 2e-5},        {"spring-crank", 0.5, 5e-5}, {"suspension", 1, 5e-4},
      {"manipulator", 10, 2e-4},     {"chain links=10", 1, 2e-4}, {"chain links=20", 1, 5e-4},
      {"flexible-crank", 0.1, 1e-5}, {"disc", 1.5, 1e-4},
  };
  enum { ROUNDS = 7 };
  printf("share of the time spent stabilizing (per cent), DOPRI5, constant steps\n");
  printf("%-18s %8s %8s\n", "", "default", "COMPAT");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    double least[3] = {1e300, 1e300, 1e300};
    for (int round = 0; round < ROUNDS; ++round) {
      for (int k = 0; k < 3; ++k) {
        const double t =
            seconds(rows[i].specification, rows[i].h, rows[i].t1, k == 0 ? 2 : 0, k == 2);
        if (t < least[k]) least[k] = t;
      }
    }
    printf("%-18s %8.1f %8.1f\n", rows[i].specification, 100 * (1 - least[0] / least[1]),
           100 * (1 - least[0] / least[2]));
  }
  return 0;
}
