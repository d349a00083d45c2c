/* Every mechanism of the catalogue: its routines agree with each other. A mechanism added to the
 * catalogue is tested here without another line. mbdae_check_model compares G, gt and L with
 * differences, M with its transpose and its eigenvalues, and looks for writes outside the arrays;
 * what it cannot see, the forces, shows in the energy. */
#include <math.h>
#include <stdlib.h>

#include "catalogue.h"
#include "check.h"
#include "solve.h"

static solve_outcome o; /* large */

/* Uniform in [-1, 1], always the same sequence. */
static double random_number(unsigned long* state) {
  *state = (1664525UL * *state + 1013904223UL) & 0xffffffffUL;
  return (double)*state / 2147483648.0 - 1.0;
}

/* on_manifold: q and v are to satisfy the constraints, and G to have full rank, too */
static void assert_model(const char* specification, mechanism* m, double t, const double* q,
                         const double* v, int on_manifold) {
  const mbdae_problem* p = &m->problem;
  double report[3 * MBDAE_CHECKS];
  int place[3 * MBDAE_CHECKS];
  const int lwork = mbdae_check_model_lwork(p->n, p->m);
  assert_true(lwork > 0);
  double* work = malloc((size_t)lwork * sizeof *work);
  assert_non_null(work);
  const int failed =
      mbdae_check_model(p->ihol, p->n, p->m, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, t,
                        q, v, report, place, work, lwork, &m->data);
  free(work);
  if (failed < 0) fail_msg("%s at t = %g: %s", specification, t, mbdae_message(failed));
  for (int k = 0; k < MBDAE_CHECKS; ++k) {
    const int verdict = place[3 * k];
    const int may_be_noticed = !on_manifold && (k == MBDAE_CHECK_POSITION ||
                                                k == MBDAE_CHECK_VELOCITY || k == MBDAE_CHECK_RANK);
    if (verdict == MBDAE_FAILED || (verdict == MBDAE_NOTICE && !may_be_noticed)) {
      char line[400];
      mbdae_check_explain(k, report, place, line, (int)sizeof line);
      fail_msg("%s at t = %g: %s", specification, t, line);
    }
  }
  /* what can be checked was checked */
  assert_true(place[3 * MBDAE_CHECK_G] == (p->ihol == 0 ? MBDAE_PASSED : MBDAE_NOT_MADE));
  assert_int_equal(place[3 * MBDAE_CHECK_L], MBDAE_PASSED);
  assert_int_equal(place[3 * MBDAE_CHECK_M_DEFINITE], MBDAE_PASSED);
}

/* A random point around a state of motion; where the forces refuse one (an air spring pressed flat),
 * another. */
static void draw_around(mechanism* m, const solve_outcome* centre, unsigned long* state, double* q,
                        double* v) {
  static double f[SOLVE_MAX_N]; /* large */
  const int n = m->problem.n;
  for (int tries = 0; tries < 100; ++tries) {
    for (int i = 0; i < n; ++i) {
      q[i] = centre->q[i] + 0.1 * random_number(state);
      v[i] = centre->v[i] + random_number(state);
      f[i] = 0;
    }
    if (m->problem.fcn(n, centre->t, q, v, f, &m->data) == 0) return;
  }
  fail_msg("%s: fcn refuses every point", m->problem.name);
}

/* At the start, at four points of the motion, and at twenty random points around them. */
static void check_mechanism(const char* specification) {
  mechanism m;
  char message[200];
  unsigned long state = 1;
  if (open_mechanism(specification, &m, message, (int)sizeof message) != 0) {
    fail_msg("%s", message);
  }
  const int n = m.problem.n;
  double* q = malloc(2 * (size_t)n * sizeof *q);
  assert_non_null(q);
  double* v = q + n;
  m.problem.start(q, v, &m.data);
  assert_model(specification, &m, m.problem.t0, q, v, 1);
  for (int part = 1; part <= 4; ++part) {
    const double length = m.problem.t1 - m.problem.t0;
    const solve_settings s = {
        .method = 1, .rtol = 1e-8, .atol = 1e-8, .t1 = m.problem.t0 + 0.23 * part * length};
    if (mbdae_solve(&m.problem, &m.data, &s, &o) != MBDAE_DONE) {
      fail_msg("%s: %s", specification, o.text);
    }
    assert_model(specification, &m, o.t, o.q, o.v, 1);
    for (int k = 0; k < 5; ++k) {
      draw_around(&m, &o, &state, q, v);
      assert_model(specification, &m, o.t, q, v, 0);
    }
  }
  free(q);
}

static void every_mechanism_of_the_catalogue(void** unused) {
  (void)unused;
  for (int i = 0; i < catalogue_count; ++i) check_mechanism(catalogue[i].name);
}

static void with_other_parameters(void** unused) {
  static const char* const specifications[] = {
      "chain links=1",
      "chain links=30",
      "double-pendulum mass1=1e6 mass2=2e-4",
      "flexible-crank elements=1",
      "flexible-crank elements=4 speed=60",
      "flexible-crank elements=5 speed=60",
      "flexible-crank elements=8 speed=60 printed=1",
      "flexible-crank printed=1",
      "manipulator case=2",
      "manipulator case=2 omega=5",
      "paraboloid case=2",
      "spring-crank stiffness=10000",
      "suspension case=0 damping=0",
      "suspension case=2",
      "truck road=0",
      "truck road=2",
  };
  (void)unused;
  for (size_t i = 0; i < sizeof specifications / sizeof *specifications; ++i) {
    check_mechanism(specifications[i]);
  }
}

/* Where a mechanism has an energy, f and M conserve it: at rtol 1e-11 the change over the interval
 * of the source (at most 0.8) is below 1e-7 of 1 + |energy|. Also with the parameters pushed about. */
static void forces_conserve_energy(void** unused) {
  static const char* const more[] = {"chain links=4", "double-pendulum mass1=3 mass2=0.5",
                                     "suspension case=0 damping=0"};
  enum { MORE = sizeof more / sizeof *more };
  int checked = 0;
  (void)unused;
  for (int i = 0; i < catalogue_count + MORE; ++i) {
    const char* specification = i < catalogue_count ? catalogue[i].name : more[i - catalogue_count];
    mechanism m;
    char message[200];
    assert_int_equal(open_mechanism(specification, &m, message, (int)sizeof message), 0);
    if (m.problem.energy == NULL) continue;
    const solve_settings s = {
        .method = 1, .rtol = 1e-11, .atol = 1e-11, .t1 = fmin(0.8, m.problem.t1)};
    if (mbdae_solve(&m.problem, &m.data, &s, &o) != MBDAE_DONE) {
      fail_msg("%s: %s", specification, o.text);
    }
    if (!(o.energy_drift <= 1e-7 * (1 + fabs(o.energy)))) {
      fail_msg("%s: energy %g changed by %g", specification, o.energy, o.energy_drift);
    }
    ++checked;
  }
  assert_true(checked >= 10);
}

/* The spring of the spring crank lies on the axis of the slider as long as the constraints hold, and
 * then neither its moments nor its forces across show in any run. Anywhere else they must do the work
 * that the spring takes: f v = -T l' + sum of m g v_y + torque, l the distance of its ends. */
static double spring_length(const double* q, const double* v, double s) {
  const double th1 = q[2] + s * v[2], th4 = q[11] + s * v[11];
  return hypot(q[0] + s * v[0] + 12 * cos(th1) - q[9] - s * v[9] - 2 * cos(th4),
               q[1] + s * v[1] + 12 * sin(th1) - q[10] - s * v[10] - 2 * sin(th4));
}

static void spring_does_its_work(void** unused) {
  static const double mass[4] = {1, 20, 3.5, 2.5};
  unsigned long state = 2;
  mechanism m;
  char message[200];
  (void)unused;
  assert_int_equal(open_mechanism("spring-crank", &m, message, (int)sizeof message), 0);
  for (int k = 0; k < 20; ++k) {
    double q[12], v[12], f[12] = {0}, power = 0;
    m.problem.start(q, v, &m.data);
    for (int i = 0; i < 12; ++i) {
      q[i] += random_number(&state);
      v[i] += random_number(&state);
    }
    const double h = 1e-4;
    const double length = spring_length(q, v, 0);
    const double rate = (spring_length(q, v, h) - spring_length(q, v, -h)) / (2 * h);
    double expected = -(1000 * (length - 10) + 10 * rate) * rate + 100 * v[5];
    for (int body = 0; body < 4; ++body) expected -= 9.81 * mass[body] * v[3 * body + 1];
    assert_int_equal(m.problem.fcn(12, 0, q, v, f, &m.data), 0);
    for (int i = 0; i < 12; ++i) power += f[i] * v[i];
    assert_close(power, expected, 1e-3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_mechanism_of_the_catalogue),
      cmocka_unit_test(with_other_parameters),
      cmocka_unit_test(forces_conserve_energy),
      cmocka_unit_test(spring_does_its_work),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
