/* Motions of the suspension: equilibrium, energy, and the two excitations against solutions of a
 * formulation in absolute coordinates (problems/data/suspension_absolute.py, accurate to 3e-13 in q
 * and 4e-11 in v). */
#include "door.h"
#include "suspension.h"

enum { N = 14, DELTA = 13 };
enum { TYRE = 3, SPRING_VELOCITY = 7, OUTPUTS = 8 };

/* What a run leaves behind; the routines of the problem see the suspension in front. */
typedef struct ride {
  suspension u;
  double energy, drift; /* at the start (projected), and largest deviation from it */
  double dissipated;    /* integral of damping (dl/dt)^2 */
  double least;         /* tyre force */
} ride;

/* Gauss's rule with four points in each step, of order 8 as the method */
static double damper_work(ride* r, double told, double t, const mbdae_dense* dense) {
  static const double node[] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563,
                                0.8611363115940526},
                      weight[] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461,
                                  0.3478548451374538};
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    const double at = 0.5 * (told + t) + 0.5 * (t - told) * node[i];
    double q[N], v[N], out[OUTPUTS];
    assert_int_equal(mbdae_dense_eval(dense, at, q, v), 0);
    suspension_problem.output(at, q, v, out, &r->u);
    sum +=
        0.5 * (t - told) * weight[i] * r->u.damping * out[SPRING_VELOCITY] * out[SPRING_VELOCITY];
  }
  return sum;
}

static int watch(int nr, double told, double t, int n, const double* q, const double* v, int m,
                 const double* lambda, const mbdae_dense* dense, void* user) {
  ride* r = user;
  double out[OUTPUTS];
  const double energy = suspension_energy(t, q, v, user);
  (void)n, (void)m, (void)lambda;
  suspension_problem.output(t, q, v, out, user);
  if (nr == 1) {
    r->energy = energy;
    r->least = out[TYRE];
  } else if (r->u.damping > 0) {
    r->dissipated += damper_work(r, told, t, dense);
  }
  r->drift = fmax(r->drift, fabs(energy + r->dissipated - r->energy));
  r->least = fmin(r->least, out[TYRE]);
  return 0;
}

/* The wheel is thrown upwards: all rods turn, and the projection makes one motion of it. */
static void throw_up(door* d, double rate) {
  for (int i = 0; i < 5; ++i) d->v[2 * i + 1] = -rate;
  d->v[11] = rate;
  d->iopt[RKSTAB_INIT] = 1;
}

/* At rest nothing moves but the spin, for all its 100 rad/s: the wheel is axisymmetric. Constant
 * steps leave rounding errors; chosen ones grow past the limit of stability (h near 3/75 s), where
 * rounding errors grow too, until they are as large as the tolerance and the estimate sees them. */
static void stays_in_equilibrium(void** state) {
  static const struct {
    int fixed;
    double damping, q, v;
  } rows[] = {
      {1, 0, 1e-14, 1e-12}, {1, 2000, 1e-14, 1e-12}, {0, 0, 1e-10, 1e-8}, {0, 2000, 1e-10, 1e-8}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    suspension u = {SUSPENSION_AT_REST, rows[i].damping};
    double out[OUTPUTS];
    door d;
    door_open(&d, &suspension_problem, &u);
    d.iopt[RKSTAB_FIXED] = rows[i].fixed;
    if (rows[i].fixed) d.own.h = 0.01;
    door_tolerance(&d, 1e-10);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "equilibrium");
    for (int k = 0; k < DELTA; ++k) {
      assert_at_most(fabs(d.q[k]), rows[i].q);
      assert_at_most(fabs(d.v[k]), rows[i].v);
    }
    /* relative to the carrier, which turns a little with the travel; and rounding of 100 */
    assert_close(d.q[DELTA], 100, 1e-11 + rows[i].q);
    assert_close(d.v[DELTA], 100, 1e-11 + rows[i].v);
    suspension_problem.output(1, d.q, d.v, out, &u);
    assert_close(out[TYRE], 4404.134, 1e-9 + 2e5 * rows[i].q);
    door_close(&d);
  }
}

/* One step of Euler's method with h = 1: v has become v(0) + v'. The forces are some kN. */
static void starts_without_acceleration(void** state) {
  suspension u = {SUSPENSION_AT_REST, 2000};
  door d;
  (void)state;
  door_open(&d, &suspension_problem, &u);
  d.iopt[RKSTAB_METHOD] = 10;
  d.iopt[RKSTAB_FIXED] = 1;
  d.own.h = 1;
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "Euler");
  assert_int_equal(d.iwork[RKSTAB_NSTEP], 1);
  d.v[DELTA] -= 100;
  for (int k = 0; k < N; ++k) assert_at_most(fabs(d.v[k]), 1e-10);
  door_close(&d);
}

static ride thrown(double rate, double damping, int method, double tol) {
  ride r = {{SUSPENSION_AT_REST, damping}, 0, 0, 0, 0};
  door d;
  door_open(&d, &suspension_problem, &r);
  throw_up(&d, rate);
  d.solout = watch, d.iout = 1;
  d.iopt[RKSTAB_METHOD] = method;
  door_tolerance(&d, tol);
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "thrown");
  door_close(&d);
  return r;
}

/* Energy is conserved in proportion to the tolerance, measured by what the throw added: 2.1 J, or
 * 212 J when the wheel leaves the road. The spin's 5000 J are not exchanged. */
static void energy_is_conserved(void** state) {
  static const struct {
    double rate, added;
    int lifts;
    double factor;
  } rows[] = {{1, 2.1, 0, 500}, {10, 212, 1, 3000}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    for (int method = 0; method <= 1; ++method) {
      double previous = 1e300;
      for (int k = 5; k <= 11; k += 2) {
        const double tol = pow(10.0, -k);
        const ride r = thrown(rows[i].rate, 0, method, tol);
        assert_at_most(r.drift, rows[i].factor * tol * rows[i].added);
        assert_at_most(r.drift, 0.2 * previous);
        assert_int_equal(r.least == 0, rows[i].lifts);
        previous = r.drift;
      }
    }
  }
}

/* What the throw added ends in the damper: 211.74 J within 1 s. */
static void damper_takes_what_is_lost(void** state) {
  (void)state;
  for (int k = 5; k <= 11; k += 2) {
    const double tol = pow(10.0, -k);
    const ride r = thrown(10, 2000, 1, tol);
    assert_at_most(r.drift, 50 * tol * 212);
    assert_close(r.dissipated, 211.74, 0.1);
    assert_true(r.least == 0);
  }
}

static void reference(int excitation, double t, double* ref) {
  door_reference(excitation == SUSPENSION_CASE_I ? "suspension_case1" : "suspension_case2", t, ref,
                 2 * N);
}

typedef struct result {
  double error_q, error_v, driftp, driftv;
  int nstep, nfcn, nrejct;
} result;

static result driven(int excitation, double xend, const int* iopt, double h, double rtol,
                     double atol) {
  static const double baumg[3][2] = {{0, 0}, {10, 30}, {40, 400}}; /* of the thesis */
  suspension u = {excitation, 2000};
  double ref[2 * N];
  door d;
  reference(excitation, xend, ref);
  door_open(&d, &suspension_problem, &u);
  d.xend = xend;
  d.own.h = h, d.own.rtol = rtol, d.own.atol = atol;
  d.baumg = baumg[excitation];
  memcpy(d.iopt, iopt, sizeof d.iopt);
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "driven");
  const result r = {door_distance(d.q, ref, N), door_distance(d.v, ref + N, N),
                    d.work[RKSTAB_DRIFTP],      d.work[RKSTAB_DRIFTV],
                    d.iwork[RKSTAB_NSTEP],      d.iwork[RKSTAB_NFCN],
                    d.iwork[RKSTAB_NREJCT]};
  door_close(&d);
  return r;
}

/* Relative and absolute coordinates describe the same motion. */
static void agrees_with_absolute_coordinates(void** state) {
  const int iopt[DOOR_IOPT] = {[RKSTAB_METHOD] = 1};
  (void)state;
  for (int excitation = 1; excitation <= 2; ++excitation) {
    for (int k = 1; k <= 10; ++k) {
      const result r = driven(excitation, k / 10.0, iopt, 0, 1e-13, 1e-14);
      assert_at_most(r.error_q, 5e-12);
      assert_at_most(r.error_v, 1e-10);
    }
  }
}

/* Until the tyre lifts case I is smooth: constant steps show the orders 5 and 8. */
static void converges_with_its_order(void** state) {
  static const struct {
    int method, steps;
    double ratio;
  } rows[] = {{0, 40, 32}, {0, 80, 32}, {1, 20, 256}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const int iopt[DOOR_IOPT] = {[RKSTAB_METHOD] = rows[i].method, [RKSTAB_FIXED] = 1};
    const double h = 0.2 / rows[i].steps;
    const result coarse = driven(1, 0.2, iopt, h, 1, 1), fine = driven(1, 0.2, iopt, h / 2, 1, 1);
    assert_close(log2(coarse.error_q / fine.error_q), log2(rows[i].ratio), 0.5);
  }
}

/* The error follows the tolerance although the force has kinks, and jumps in case II. */
static void error_follows_the_tolerance(void** state) {
  (void)state;
  for (int excitation = 1; excitation <= 2; ++excitation) {
    for (int method = 0; method <= 1; ++method) {
      const int iopt[DOOR_IOPT] = {[RKSTAB_METHOD] = method};
      double previous = 1e300;
      for (int k = 4; k <= 8; k += 2) {
        const double tol = pow(10.0, -k);
        const result half = driven(excitation, 0.5, iopt, 0, tol, 0.1 * tol),
                     whole = driven(excitation, 1.0, iopt, 0, tol, 0.1 * tol);
        assert_at_most(half.error_q, 5 * tol);
        assert_at_most(half.error_v, 300 * tol);
        assert_at_most(whole.error_q, tol);
        assert_at_most(whole.error_v, 5 * tol);
        assert_at_most(whole.error_q, 0.2 * previous);
        previous = whole.error_q;
      }
    }
  }
}

/* NFCN of PStab in the thesis, Tables 4.4 and 4.5. Its geometry and damper are not ours: only the
 * size and the growth by 1.4 to 1.7 per power of ten can agree. Rejections: few in case I, and in
 * case II those of the jump and the landings. */
static void steps_as_in_the_thesis(void** state) {
  static const int nfcn[2][5] = {{530, 896, 1298, 2060, 3284}, {608, 968, 1442, 2216, 3356}};
  const int iopt[DOOR_IOPT] = {0};
  (void)state;
  for (int excitation = 1; excitation <= 2; ++excitation) {
    int previous = 0;
    for (int k = 3; k <= 7; ++k) {
      const double tol = pow(10.0, -k);
      const result r = driven(excitation, 1.0, iopt, 0, tol, 0.1 * tol);
      const int published = nfcn[excitation - 1][k - 3];
      print_message("case %d rtol 1e-%d: NSTEP %d NREJCT %d NFCN %d (thesis %d)\n", excitation, k,
                    r.nstep, r.nrejct, r.nfcn, published);
      assert_true(r.nfcn > published / 2 && r.nfcn < 1.1 * published);
      if (k > 3) assert_true(r.nfcn > 1.3 * previous && r.nfcn < 1.8 * previous);
      assert_true(r.nrejct < (excitation == 1 ? 20 : 50));
      previous = r.nfcn;
    }
  }
}

/* rtol 1e-4 and atol 1e-7, as in the figures of the thesis: Baumgarte's terms leave 2.6e-5 (case I,
 * (10,30)) and 9.2e-5 (case II, (40,400)) in the velocities, PStab rounding errors. */
static void drift_of_both_stabilizations(void** state) {
  const int pstab[DOOR_IOPT] = {0}, baumgarte[DOOR_IOPT] = {[RKSTAB_STAB] = 1};
  (void)state;
  for (int excitation = 1; excitation <= 2; ++excitation) {
    const result p = driven(excitation, 1.0, pstab, 0, 1e-4, 1e-7),
                 b = driven(excitation, 1.0, baumgarte, 0, 1e-4, 1e-7);
    print_message("case %d: PStab |g| %.1e |Gv| %.1e, Baumgarte %.1e %.1e\n", excitation, p.driftp,
                  p.driftv, b.driftp, b.driftv);
    assert_at_most(p.driftp, 1e-15);
    assert_at_most(p.driftv, 1e-13);
    assert_true(b.driftp > 1e-7 && b.driftp < 1e-4);
    assert_true(b.driftv > 1e-6 && b.driftv < 1e-3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stays_in_equilibrium),
      cmocka_unit_test(starts_without_acceleration),
      cmocka_unit_test(energy_is_conserved),
      cmocka_unit_test(damper_takes_what_is_lost),
      cmocka_unit_test(agrees_with_absolute_coordinates),
      cmocka_unit_test(converges_with_its_order),
      cmocka_unit_test(error_follows_the_tolerance),
      cmocka_unit_test(steps_as_in_the_thesis),
      cmocka_unit_test(drift_of_both_stabilizations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
