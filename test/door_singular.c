/* The singular slider-crank: the motion passes points where G vanishes, and must stay on its
 * branch, th1 + th2 = pi. Reference from the reformulated constraint in quadruple precision
 * (problems/data/singular_crank.csv, 1e-23). */
#include "door.h"
#include "singular_crank.h"

/* Released from pi/2 the mechanism is folded at t = 0.864252 + k 1.728503. */
static double distance_to_a_passage(double t) {
  const double period = 1.728503, part = fmod(t - 0.864252 + 20 * period, period);
  return fmin(part, period - part);
}

/* PStab passes [0,20] for all tolerances. An independent implementation had errors of 3.6e-3 at
 * 1e-4 falling to 3.5e-10 at 1e-10; ten passages magnify the tolerance by less than 50. */
static void passes_for_every_tolerance(void** state) {
  double ref[4];
  (void)state;
  door_reference("singular_crank", 20.0, ref, 4);
  for (int k = 4; k <= 10; ++k) {
    for (int rank = 0; rank <= 1; ++rank) {
      const double tol = pow(10.0, -k);
      door d;
      door_open(&d, &singular_crank_problem, NULL);
      d.iopt[RKSTAB_RANK] = rank;
      door_tolerance(&d, tol);
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "singular crank");
      assert_at_most(door_distance(d.q, ref, 2), 50 * tol);
      assert_at_most(door_distance(d.v, ref + 2, 2), 100 * tol);
      assert_at_most(d.work[RKSTAB_PIVOT], 0.1); /* it did come near */
      if (k >= 5) {
        char text[400];
        const double error = reference_error("singular_crank", 20.0, 2, d.q, d.v);
        assert_at_most(error, 20 * tol);
        assert_at_most(distance_to_a_passage(d.work[RKSTAB_PIVOTT]), 0.05);
        rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
        assert_non_null(strstr(text, "singular posture"));
      }
      door_close(&d);
    }
  }
}

/* Over 200 start angles an independent implementation of PStab lost 1 run at 1e-10 and none at 1e-4
 * (none at all would be an accident: which tolerance first fails is). */
static void stays_on_its_branch_from_many_angles(void** state) {
  static const struct {
    double tol;
    int most;
  } rows[] = {{1e-4, 0}, {1e-7, 0}, {1e-10, 2}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    int lost = 0;
    for (int k = 0; k < 200; ++k) {
      door d;
      door_open(&d, &singular_crank_problem, NULL);
      d.q[0] = 0.2 + 2.6 * k / 199.0;
      d.q[1] = acos(-1.0) - d.q[0];
      door_tolerance(&d, rows[i].tol);
      door_solve(&d);
      lost += *d.idid != MBDAE_DONE || !(fabs(d.q[0] + d.q[1] - acos(-1.0)) < 1e-2);
      door_close(&d);
    }
    if (lost > rows[i].most) fail_msg("tolerance %g: %d of 200 runs lost", rows[i].tol, lost);
  }
}

/* Is the run wrong? It agrees with the reformulated model at the same tolerance; at 1e-3, where the
 * error of that one exceeds 1 for some angles, it is still on its branch and has not gained speed. */
static int is_wrong(const door* d, const door* regular, double tol) {
  const double off = door_distance(d->q, regular->q, 2);
  if (tol < 5e-4) return !(off <= 1000 * tol);
  return !(off <= 10 && fabs(d->q[0] + d->q[1] - acos(-1.0)) <= 100 * tol);
}

/* Never silently wrong: whatever the method, the stabilization and the tolerance, a run from any of
 * 50 start angles is right, or stops with a code at a folded posture, or warns of it. (Of 56000 runs
 * with 4000 angles at 1e-3 three with STAB 6 are wrong in silence.) */
static void never_silently_wrong(void** state) {
  static const int tens[] = {3, 4, 6, 8, 10};
  int wrong = 0, stopped = 0;
  (void)state;
  for (size_t k = 0; k < sizeof tens / sizeof *tens; ++k) {
    const double tol = pow(10.0, -tens[k]);
    for (int i = 0; i < 50; ++i) {
      const double angle = 0.2 + 2.6 * i / 49.0;
      for (int method = 0; method <= 1; ++method) {
        door regular;
        door_open(&regular, &regular_crank_problem, NULL);
        regular.q[0] = angle, regular.q[1] = acos(-1.0) - angle;
        regular.iopt[RKSTAB_METHOD] = method;
        door_tolerance(&regular, tol);
        door_solve(&regular);
        door_expect(&regular, MBDAE_DONE, "regular crank");
        for (int stab = 0; stab <= 6; ++stab) {
          char text[600];
          door d;
          door_open(&d, &singular_crank_problem, NULL);
          d.q[0] = angle, d.q[1] = acos(-1.0) - angle;
          d.iopt[RKSTAB_METHOD] = method;
          d.iopt[RKSTAB_STAB] = stab;
          door_tolerance(&d, tol);
          door_solve(&d);
          rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
          if (*d.idid < 0) {
            ++stopped;
            /* not elsewhere: both links vertical, at the last accepted point and the failing one */
            if (!(fabs(sin(d.q[0])) < 0.1)) fail_msg("%g: stopped at %g: %s", angle, *d.x, text);
          } else if (is_wrong(&d, &regular, tol)) {
            ++wrong;
            if (strstr(text, "singular posture") == NULL) {
              fail_msg("angle %g, method %d, STAB %d, tolerance %g: off by %g without a word",
                       angle, method, stab, tol, door_distance(d.q, regular.q, 2));
            }
            /* from 1e-4 on the default does not even need the warning */
            assert_false(method == 0 && stab == 0 && tol < 5e-4);
          }
          door_close(&d);
        }
        door_close(&regular);
      }
    }
  }
  /* the test has something to see: without stabilization nearly all are wrong */
  assert_true(wrong > 200 && stopped > 10);
}

/* Unstabilized at 1e-3 the drift leads from branch to branch at some distance from the folded posture,
 * so that the pivot ratio tells little: some runs end off their branch with ratios up to 3e-2. */
static void drift_tells_where_pivots_do_not(void** state) {
  int untold_by_pivots = 0;
  (void)state;
  for (int i = 0; i < 2000; ++i) {
    char text[600];
    door d;
    const double angle = 0.2 + 2.6 * (i / 2) / 999.0;
    door_open(&d, &singular_crank_problem, NULL);
    d.q[0] = angle, d.q[1] = acos(-1.0) - angle;
    d.iopt[RKSTAB_STAB] = 2;
    d.iopt[RKSTAB_METHOD] = i % 2;
    door_tolerance(&d, 1e-3);
    door_solve(&d);
    rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
    if (*d.idid > 0 && !(fabs(d.q[0] + d.q[1] - acos(-1.0)) <= 0.1)) {
      untold_by_pivots += d.work[RKSTAB_PIVOT] > 3e-3;
      if (strstr(text, "singular posture") == NULL) fail_msg("angle %.7g: %s", angle, text);
    }
    door_close(&d);
  }
  assert_true(untold_by_pivots >= 10);
}

/* Stopped with the rank code at the right time: DOP853 at 1e-9, released from pi/2, meets the third
 * folded posture, t = 4.321258, within 1e-7. */
static void rank_code_at_the_passage(void** state) {
  door d;
  (void)state;
  door_open(&d, &singular_crank_problem, NULL);
  d.iopt[RKSTAB_METHOD] = 1;
  d.own.rtol = 1e-9, d.own.atol = 1e-10;
  door_solve(&d);
  door_expect(&d, MBDAE_RANK, "DOP853 at 1e-9");
  assert_close(d.work[RKSTAB_FAILT], 0.864252 + 2 * 1.728503, 2e-6);
  assert_int_equal(d.iwork[RKSTAB_NROWS], 1);
  assert_int_equal(d.iwork[RKSTAB_ROWS], 0);
  /* Up to there it is as right as double precision allows: at the distance d = |th1| from the point
   * where the branches cross, g holds to eps for every th1 + th2 - pi up to eps/d, and the direction
   * of v changes by eps/d^2 with it. */
  const double eps = 2.2e-16, distance = fabs(d.q[0]);
  assert_at_most(distance, 1e-6);
  assert_at_most(fabs(d.q[0] + d.q[1] - acos(-1.0)), eps / distance);
  assert_at_most(fabs(d.v[0] + d.v[1]), eps / (distance * distance) * fabs(d.v[0]));
  door_close(&d);
}

/* Exactly at the singular point the velocity along the branch, (1,-1), satisfies the constraints up
 * to rounding: no matter that the correction of a rounding error would be large. Energy and branch
 * are kept. */
static void may_start_at_the_singular_point(void** state) {
  (void)state;
  for (int init = 0; init <= 1; ++init) {
    door d;
    door_open(&d, &singular_crank_problem, NULL);
    d.q[0] = 0, d.q[1] = acos(-1.0);
    d.v[0] = 1, d.v[1] = -1;
    d.xend = 0.5;
    d.iopt[RKSTAB_INIT] = init;
    d.iopt[RKSTAB_RANK] = 1;
    const double e0 = singular_crank_problem.energy(0, d.q, d.v, NULL);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "start at the singular point");
    assert_close(d.q[0] + d.q[1], acos(-1.0), 1e-9);
    assert_close(singular_crank_problem.energy(0, d.q, d.v, NULL), e0, 1e-6);
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passes_for_every_tolerance),
      cmocka_unit_test(stays_on_its_branch_from_many_angles),
      cmocka_unit_test(never_silently_wrong),
      cmocka_unit_test(drift_tells_where_pivots_do_not),
      cmocka_unit_test(rank_code_at_the_passage),
      cmocka_unit_test(may_start_at_the_singular_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
