/* The circles, the paraboloid and the truck against their reference solutions, which are exact or
 * computed in minimal coordinates (problems/data/README.md): errors of q, v and lambda fall with the
 * tolerance down to 1e-9. The truck's equilibrium, road and limits. */
#include <math.h>

#include "catalogue.h"
#include "check.h"
#include "circle.h"
#include "circle_t2.h"
#include "reference.h"
#include "solve.h"

static solve_outcome o; /* large */

static void open_or_fail(const char* specification, mechanism* m) {
  char message[200];
  if (open_mechanism(specification, m, message, (int)sizeof message) != 0) fail_msg("%s", message);
}

/* Of q and v, relative to 1 + |y|, and of lambda, relative to `force` + |lambda| */
static double error_at(mechanism* m, double t, double force, int method, double rtol) {
  const int n = m->problem.n;
  const solve_settings s = {.method = method, .rtol = rtol, .atol = rtol / 10, .t1 = t};
  double row[2 * PROBLEM_ENERGY_N + 1];
  if (mbdae_solve(&m->problem, &m->data, &s, &o) != MBDAE_DONE) {
    fail_msg("%s: %s", m->problem.name, o.text);
  }
  assert_int_equal(read_reference(m->reference, t, 2 * n + 1, row), 0);
  const double of_lambda = fabs(o.lambda[0] - row[2 * n]) / (force + fabs(row[2 * n]));
  return fmax(reference_error(m->reference, t, n, o.q, o.v), of_lambda);
}

/* DOPRI5 at 1e-4, 1e-7, 1e-10, and DOP853 at 1e-12. The truck's joint carries 2e4 N while it drives
 * over bumps and 0.3 N at t = 20; its reference is good to 2e-7 N. */
static void errors_fall_to_the_reference(void** state) {
  static const struct {
    const char* specification;
    double t, force;
  } rows[] = {{"circle", 0.5, 1},          {"circle", 1, 1},
              {"circle-t2", 1.5, 1},       {"circle-t2", 2, 1},
              {"paraboloid", 1, 1},        {"paraboloid", 10, 1},
              {"paraboloid case=2", 1, 1}, {"paraboloid case=2", 10, 1},
              {"truck", 1, 100},           {"truck", 4, 100},
              {"truck", 20, 100},          {"truck road=2", 5, 100},
              {"truck road=2", 20, 100}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    mechanism m;
    double error[3];
    open_or_fail(rows[i].specification, &m);
    for (int k = 0; k < 3; ++k)
      error[k] = error_at(&m, rows[i].t, rows[i].force, 0, pow(10, -4 - 3 * k));
    const double least = error_at(&m, rows[i].t, rows[i].force, 1, 1e-12);
    print_message("%-18s t = %4g: errors %.1e %.1e %.1e, DOP853 %.1e\n", rows[i].specification,
                  rows[i].t, error[0], error[1], error[2], least);
    assert_true(error[1] < 0.03 * error[0] && error[2] < 0.03 * error[1]);
    assert_at_most(least, 1e-9);
  }
}
/* The formulas beside the tables made from them elsewhere */
static void exact_solutions(void** state) {
  static const struct {
    const char* reference;
    void (*exact)(double t, double* q, double* v, double* lambda);
    int n;
    double t[3];
  } rows[] = {{"circle", circle_exact, 2, {0, 0.3, 1}},
              {"circle_t2", circle_t2_exact, 2, {1, 1.05, 2}},
              {"paraboloid_circle", paraboloid_circle, 3, {1, 5, 10}}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int n = rows[i].n;
      double row[7], q[3], v[3], lambda;
      rows[i].exact(rows[i].t[k], q, v, &lambda);
      assert_int_equal(read_reference(rows[i].reference, rows[i].t[k], 2 * n + 1, row), 0);
      assert_at_most(reference_error(rows[i].reference, rows[i].t[k], n, q, v), 4e-15);
      assert_close(lambda, row[2 * n], 4e-15);
    }
  }
}

/* lambda = -(1 + 2 (v1^2 + v2^2)) / (1 + 4 (q1^2 + q2^2)): -0.6 at the start of case 1 */
static void multiplier_of_the_paraboloid(void** state) {
  mechanism m;
  double q[3], v[3], lambda;
  (void)state;
  open_or_fail("paraboloid", &m);
  m.problem.start(q, v, &m.data);
  m.problem.output(0, q, v, &lambda, &m.data);
  assert_close(lambda, -0.6, 1e-15);
  for (int t = 1; t <= 10; ++t) {
    double row[7];
    assert_int_equal(read_reference("paraboloid", t, 7, row), 0);
    m.problem.output(t, row, row + 3, &lambda, &m.data);
    assert_close(lambda, row[6], 1e-12);
  }
}

enum { N = 11, REAR = 0, FRONT, CHASSIS, SEAT = 8 };

static int truck_forces(int road, double t, const double* q, const double* v, double* f) {
  truck u = {road};
  for (int i = 0; i < N; ++i) f[i] = 0;
  return truck_problem.fcn(N, t, q, v, f, &u);
}

/* All deviations 0 is the static equilibrium: no force, so v' = 0 and lambda = 0; and the truck
 * stays there. 110251.1 and 46218.4 N are the loads of the axles by hand. */
static void truck_rests(void** state) {
  static const double zero[N];
  const solve_settings s = {.method = 1, .rtol = 1e-8, .atol = 1e-8, .t1 = 5};
  double f[N], rear, front, out[2];
  mechanism m;
  (void)state;
  for (int road = TRUCK_EVEN_ROAD; road <= TRUCK_HUMP; ++road) {
    assert_int_equal(truck_forces(road, 0, zero, zero, f), 0);
    for (int i = 0; i < N; ++i) assert_true(f[i] == 0);
  }
  open_or_fail("truck road=0", &m);
  m.problem.output(0, zero, zero, out, &m.data);
  assert_true(out[0] == 0 && out[1] == 0);
  assert_int_equal(mbdae_solve(&m.problem, &m.data, &s, &o), MBDAE_DONE);
  for (int i = 0; i < N; ++i) assert_true(o.q[i] == 0 && o.v[i] == 0);
  assert_true(o.lambda[0] == 0);
  truck_static_loads(&rear, &front);
  assert_close(rear, 110251.1, 0.05);
  assert_close(front, 46218.4, 0.05);
}

/* The front wheel meets the road at t = 2/15, the rear wheel at 6.5/15; after the last bump, which
 * ends 50/15 s later, the road is even. Force of a tyre on a wheel at rest: k u + d u'. */
static void truck_wheels_follow_the_road(void** state) {
  static const double zero[N], pi = 3.14159265358979323846;
  const double into = 0.05, w = 3 * pi; /* u = 0.08 sin^4 w t */
  const double u = 0.08 * pow(sin(w * into), 4);
  const double du = 0.32 * w * pow(sin(w * into), 3) * cos(w * into);
  double f[N];
  (void)state;
  truck_forces(TRUCK_BUMPS, 2.0 / 15 + into, zero, zero, f);
  assert_close(f[FRONT], 2.2e6 * u + 300 * du, 1e-6);
  assert_true(f[REAR] == 0);
  truck_forces(TRUCK_BUMPS, 6.5 / 15 + into, zero, zero, f);
  assert_close(f[REAR], 4.4e6 * u + 600 * du, 1e-6);
  truck_forces(TRUCK_BUMPS, 52.0 / 15 + into, zero, zero, f);
  assert_true(f[FRONT] == 0 && f[REAR] > 0);
  truck_forces(TRUCK_BUMPS, 56.5 / 15 + into, zero, zero, f);
  assert_true(f[REAR] == 0);
  truck_forces(TRUCK_HUMP, 2.0 / 15 + 1, zero, zero, f); /* u = 0.001/e, u' = 0.005/e at 1 */
  assert_close(f[FRONT], (2200 + 1.5) * exp(-1), 1e-9);
}

/* An air spring has no length below L = 1.4 load / k: 0.187 m at the rear */
static void truck_refuses_flat_springs(void** state) {
  static const double zero[N];
  double f[N], q[N] = {0}, out[2];
  truck u = {TRUCK_EVEN_ROAD};
  (void)state;
  q[REAR] = 0.18;
  assert_int_equal(truck_forces(TRUCK_EVEN_ROAD, 0, q, zero, f), 0);
  q[REAR] = 0.19;
  assert_true(truck_forces(TRUCK_EVEN_ROAD, 0, q, zero, f) > 0);
  truck_problem.output(0, q, zero, out, &u);
  assert_true(isnan(out[1]));
}

/* The outputs on the reference solution are the seat and the joint's force there, the latter known
 * to 2e-7 N. */
static void truck_outputs(void** state) {
  static const struct {
    const char *specification, *reference;
    double t;
  } rows[] = {{"truck", "truck_bumps", 0.5},     {"truck", "truck_bumps", 2.5},
              {"truck", "truck_bumps", 20},      {"truck road=2", "truck_hump", 1},
              {"truck road=2", "truck_hump", 6}, {"truck road=2", "truck_hump", 20}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    mechanism m;
    double row[2 * N + 1], out[2];
    open_or_fail(rows[i].specification, &m);
    assert_int_equal(read_reference(rows[i].reference, rows[i].t, 2 * N + 1, row), 0);
    m.problem.output(rows[i].t, row, row + N, out, &m.data);
    assert_true(out[0] == row[SEAT]);
    assert_close(out[1], row[2 * N], 1e-6);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_fall_to_the_reference),
      cmocka_unit_test(exact_solutions),
      cmocka_unit_test(multiplier_of_the_paraboloid),
      cmocka_unit_test(truck_rests),
      cmocka_unit_test(truck_wheels_follow_the_road),
      cmocka_unit_test(truck_refuses_flat_springs),
      cmocka_unit_test(truck_outputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
