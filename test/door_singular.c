/* The singular slider-crank: the motion passes points where G vanishes, and must stay on its
 * branch, th1 + th2 = pi. Reference from the reformulated constraint in quadruple precision
 * (problems/data/singular_crank.csv, 1e-23). */
#include "door.h"
#include "singular_crank.h"

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
      cmocka_unit_test(may_start_at_the_singular_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
