/* What rkstab_explain says of a large position drift: never of an ordinary run, whatever the
 * stabilization and the units of the constraints; always, and in fitting words, where q is wrong by
 * it. */
#include "catalogue.h"
#include "door.h"

static int is_told(const door* d, const char* what) {
  char text[600];
  rkstab_explain(*d->idid, d->work, d->iwork, text, (int)sizeof text);
  return strstr(text, what) != NULL;
}

static void run(door* d, int stab, double tol) {
  d->iopt[RKSTAB_STAB] = stab;
  d->iopt[RKSTAB_NMAX] = 1000000;
  door_tolerance(d, tol);
  door_solve(d);
}

/* Every mechanism on its own interval (the elastic one, stiff, on less), every stabilization. */
static void not_of_ordinary_runs(void** state) {
  (void)state;
  for (int i = 0; i < catalogue_count; ++i) {
    static mechanism m;
    char text[300];
    assert_int_equal(open_mechanism(catalogue[i].name, &m, text, (int)sizeof text), 0);
    for (int stab = 0; stab <= 6; ++stab) {
      door d;
      if (stab == 3 && m.problem.ihol == 1) continue;
      if (stab != 0 && strcmp(catalogue[i].name, "singular-crank") == 0) continue;
      door_open(&d, &m.problem, &m.data);
      d.baumg = m.gains;
      if (strcmp(catalogue[i].name, "flexible-crank") == 0) d.xend = 0.02;
      run(&d, stab, 1e-5);
      door_expect(&d, MBDAE_DONE, catalogue[i].name);
      if (is_told(&d, "warning: position drift")) {
        rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
        fail_msg("%s, STAB %d: %s", catalogue[i].name, stab, text);
      }
      door_close(&d);
    }
  }
}

/* The pendulum with its constraint in other units, g and all its derivatives times this. */
static double unit = 1;

static int rod(int m, int n, double t, const double* q, double* g, void* u) {
  pendulum_rod(m, n, t, q, g, u);
  g[0] *= unit;
  return 0;
}
static int rod_q(int m, int n, double t, const double* q, double* gq, void* u) {
  pendulum_rod_q(m, n, t, q, gq, u);
  gq[0] *= unit, gq[m] *= unit;
  return 0;
}
static int rod_qq(int m, int n, double t, const double* q, const double* v, double* l, void* u) {
  pendulum_rod_qq(m, n, t, q, v, l, u);
  l[0] *= unit;
  return 0;
}

static void open_pendulum(door* d) {
  door_open(d, &pendulum_problem, NULL);
  d->gcn = rod, d->gcnq = rod_q, d->gcnqq = rod_qq;
  d->xend = 5;
}

/* Steps too long for the tolerance: without stabilization the rod grows by some per cent. */
static void units_do_not_matter(void** state) {
  static const double units[] = {1, 1e-6, 1e6};
  double part = 0;
  (void)state;
  for (int i = 0; i < 3; ++i) {
    door d;
    unit = units[i];
    open_pendulum(&d);
    run(&d, 2, 1e-3);
    door_expect(&d, MBDAE_DONE, "pendulum");
    if (i == 0) part = d.work[RKSTAB_DRIFTQ];
    /* |g| / (|x| (1 + |x|) + |y| (1 + |y|)), the sum being 2 to 2.5 for a rod of length 1 */
    assert_at_most(part, 0.5 * d.work[RKSTAB_DRIFTP] / unit);
    assert_at_most(d.work[RKSTAB_DRIFTP] / unit, 3 * part);
    assert_close(d.work[RKSTAB_DRIFTQ], part, 1e-3 * part);
    assert_true(is_told(&d, "warning: position drift") && is_told(&d, "nothing is stabilized"));
    door_close(&d);

    open_pendulum(&d);
    run(&d, 2, 1e-8);
    assert_false(is_told(&d, "warning"));
    door_close(&d);
  }
  unit = 1;
}

static void words_fit_the_stabilization(void** state) {
  static const char* const words[] = {"in spite of the stabilization; is gcnq",
                                      "in spite of Baumgarte's terms",
                                      "nothing is stabilized",
                                      "in spite of the stabilization; is gcnq",
                                      "in spite of one pass",
                                      "in spite of the stabilization; is gcnq",
                                      "only velocities are stabilized"};
  (void)state;
  for (int stab = 0; stab <= 6; ++stab) {
    door d;
    open_pendulum(&d);
    run(&d, stab, 1e-8);
    assert_false(is_told(&d, "warning"));
    d.work[RKSTAB_DRIFTQ] = 0.1;
    assert_true(is_told(&d, words[stab]));
    door_close(&d);
  }
}

/* Steps of a run taken one by one tell the same. */
static void kept_from_call_to_call(void** state) {
  door whole, steps;
  (void)state;
  open_pendulum(&whole);
  run(&whole, 2, 1e-4);
  open_pendulum(&steps);
  steps.iopt[RKSTAB_ONESTEP] = 1;
  run(&steps, 2, 1e-4);
  while (*steps.idid == MBDAE_STEP) door_run(&steps);
  door_expect(&steps, MBDAE_DONE, "step by step");
  assert_true(whole.work[RKSTAB_DRIFTQ] > 0);
  assert_true(steps.work[RKSTAB_DRIFTQ] == whole.work[RKSTAB_DRIFTQ]);
  door_close(&whole);
  door_close(&steps);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(not_of_ordinary_runs),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(words_fit_the_stabilization),
      cmocka_unit_test(kept_from_call_to_call),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
