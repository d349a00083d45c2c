/* Chains: N = 10 against a quad-precision reference (q, v and multipliers), N = 30 (n + m = 90, the
 * LAPACK route) by energy and drift. */
#include "chain.h"
#include "door.h"

typedef struct hanging {
  chain c; /* first: the routines of the problem see a chain */
  double lambda[30];
} hanging;

static int keep(int nr, double told, double t, int n, const double* q, const double* v, int m,
                const double* lambda, const mbdae_dense* dense, void* user) {
  (void)nr, (void)told, (void)t, (void)n, (void)q, (void)v, (void)dense;
  memcpy(((hanging*)user)->lambda, lambda, (size_t)m * sizeof *lambda);
  return 0;
}

static void ten_links(void** state) {
  static const double tolerances[] = {1e-5, 1e-7, 1e-9, 1e-11};
  double ref[50];
  (void)state;
  door_reference("chain10", 1.0, ref, 50);
  for (int method = 0; method <= 1; ++method) {
    double previous = 1e300;
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; ++i) {
      hanging h = {{10}, {0}};
      const mbdae_problem p = chain_problem(&h.c);
      const double tol = tolerances[i];
      door d;
      door_open(&d, &p, &h);
      const double energy = p.energy(0, d.q, d.v, &h);
      d.solout = keep, d.iout = 1;
      d.iopt[RKSTAB_METHOD] = method;
      door_tolerance(&d, tol);
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "chain of 10");
      const double error_q = door_distance(d.q, ref, 20),
                   error_v = door_distance(d.v, ref + 20, 20),
                   error_lambda = door_distance(h.lambda, ref + 40, 10);
      assert_at_most(error_q, 10 * tol);
      assert_at_most(error_v, 100 * tol);
      assert_at_most(error_lambda, 1000 * tol);
      assert_at_most(error_q, 0.2 * previous);
      previous = error_q;
      assert_close(p.energy(1, d.q, d.v, &h), energy, 10 * tol);
      assert_at_most(d.work[RKSTAB_DRIFTP], 1e-12);
      assert_at_most(d.work[RKSTAB_DRIFTV], 1e-10);
      door_close(&d);
    }
  }
}

static void thirty_links(void** state) {
  (void)state;
  for (int stab = 0; stab <= 6; ++stab) {
    if (stab == 1 || stab == 2) continue; /* no projection: drift is theirs to have */
    hanging h = {{30}, {0}};
    const mbdae_problem p = chain_problem(&h.c);
    door d;
    door_open(&d, &p, &h);
    d.xend = 0.3;
    d.iopt[RKSTAB_STAB] = stab;
    d.iopt[RKSTAB_METHOD] = 1;
    door_tolerance(&d, 1e-8);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "chain of 30");
    assert_close(p.energy(0.3, d.q, d.v, &h), 0, 1e-6);
    if (stab != 6) assert_at_most(d.work[RKSTAB_DRIFTP], 1e-10);
    assert_at_most(d.work[RKSTAB_DRIFTV], 1e-8);
    /* away from the pivot the chain falls freely at first: the last mass has y = -g t^2/2 */
    assert_close(d.q[59], -0.5 * 9.81 * 0.09, 1e-6);
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ten_links), cmocka_unit_test(thirty_links)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
