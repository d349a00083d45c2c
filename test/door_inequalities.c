/* gin: the run stops where an inequality first fails; the times are known from closed formulas. */
#include "door.h"

static const double gravity = 9.81;

/* a stone thrown upwards with speed 10 from height 3: q = 3 + 10 t - gravity t^2 / 2 */
static int unit_mass(int n, int ldam, double t, const double* q, double* am, void* u) {
  (void)n, (void)ldam, (void)t, (void)q, (void)u;
  am[0] = 1;
  return 0;
}
static int weight(int n, double t, const double* q, const double* v, double* f, void* u) {
  (void)n, (void)t, (void)q, (void)v, (void)u;
  f[0] = -gravity;
  return 0;
}
static void thrown(double* q, double* v, void* u) {
  (void)u;
  q[0] = 3, v[0] = 10;
}
static const mbdae_problem stone = {"stone", 0,   1,   0,      unit_mass, weight, NULL, NULL, NULL,
                                    NULL,    0.0, 5.0, thrown, NULL,      0,      NULL, NULL};

/* row 0: stay above the ground; rows 1, 2: stay below ceilings */
typedef struct room {
  double ceiling[2];
} room;

static int inside(int mi, int n, double t, const double* q, const double* v, double* gi, void* u) {
  const room* r = u;
  (void)n, (void)t, (void)v;
  gi[0] = q[0];
  for (int i = 1; i < mi; ++i) gi[i] = r->ceiling[i - 1] - q[0];
  return 0;
}

static double rise_to(double height) {
  return (10 - sqrt(100 - 2 * gravity * (height - 3))) / gravity;
}

static void stops_where_it_fails(void** state) {
  const double peak = 3 + 50 / gravity;
  const double landing = (10 + sqrt(100 + 6 * gravity)) / gravity;
  const struct {
    room r;
    int mi, row;
    double t, h; /* h: constant steps */
  } rows[] = {
      {{{99, 99}}, 1, 0, landing, 0},
      {{{99, 99}}, 3, 0, landing, 0},
      {{{99, 6}}, 3, 2, rise_to(6), 0},
      {{{6, 99}}, 3, 1, rise_to(6), 0},
      {{{7, 6}}, 3, 2, rise_to(6), 5.0}, /* all in one step: the first counts */
      {{{6, 7}}, 3, 1, rise_to(6), 5.0},
      {{{peak - 0.5, 99}}, 2, 1, rise_to(peak - 0.5), 20 / gravity}, /* holds at both ends */
      {{{peak + 1e-9, 99}}, 3, 0, landing, 5.0},                     /* just missed */
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    for (int method = 0; method <= 1; ++method) {
      room r = rows[i].r;
      char text[300];
      door d;
      door_open(&d, &stone, &r);
      d.mi = rows[i].mi, d.gin = inside;
      d.own.h = rows[i].h;
      d.iopt[RKSTAB_FIXED] = rows[i].h > 0;
      d.iopt[RKSTAB_METHOD] = method;
      door_tolerance(&d, 1e-12);
      door_solve(&d);
      door_expect(&d, MBDAE_INTERRUPTED, "gin");
      assert_close(*d.x, rows[i].t, 1e-10);
      assert_close(d.q[0], 3 + 10 * *d.x - 0.5 * gravity * *d.x * *d.x, 1e-10);
      assert_close(d.v[0], 10 - gravity * *d.x, 1e-10);
      assert_int_equal(d.iwork[RKSTAB_GINROW], rows[i].row);
      rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
      assert_non_null(strstr(text, "inequality"));
      door_close(&d);
    }
  }
}

static void holds_to_the_end(void** state) {
  room r = {{99, 99}};
  door d;
  (void)state;
  door_open(&d, &stone, &r);
  d.mi = 3, d.gin = inside;
  d.xend = 2.3; /* before the landing */
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "all hold");
  assert_int_equal(d.iwork[RKSTAB_GINROW], -1);
  assert_true(d.iwork[RKSTAB_NGIN] > 0);
  door_close(&d);
}

static void fails_at_the_start(void** state) {
  room r = {{99, 2}};
  door d;
  (void)state;
  door_open(&d, &stone, &r);
  d.mi = 3, d.gin = inside;
  door_solve(&d);
  door_expect(&d, MBDAE_INTERRUPTED, "violated at the start");
  assert_int_equal(d.iwork[RKSTAB_GINROW], 2);
  assert_int_equal(d.iwork[RKSTAB_NSTEP], 0);
  assert_true(*d.x == 0 && d.q[0] == 3 && d.v[0] == 10);
  door_close(&d);
}

/* the pendulum may not swing to the left: it is vertical at a quarter of the period */
typedef struct last_step {
  double t;
  int meets_end, ends_there;
} last_step;

static int right_half(int mi, int n, double t, const double* q, const double* v, double* gi,
                      void* u) {
  (void)mi, (void)n, (void)t, (void)v, (void)u;
  gi[0] = q[0];
  return 0;
}

static int look(int nr, double told, double t, int n, const double* q, const double* v, int m,
                const double* lambda, const mbdae_dense* dense, void* user) {
  last_step* l = user;
  double a[2], b[2];
  (void)nr, (void)n, (void)m, (void)lambda;
  l->t = t;
  l->meets_end = mbdae_dense_eval(dense, t, a, b) == 0 && door_distance(a, q, 2) < 1e-13 &&
                 door_distance(b, v, 2) < 1e-12;
  l->ends_there = mbdae_dense_eval(dense, t + 0.01 * (t - told) + 1e-9, a, b) == 1;
  return 0;
}

static void pendulum_at_the_vertical(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    for (int stab = 0; stab <= 6; ++stab) {
      last_step l = {0, 0, 0};
      door d;
      door_open(&d, &pendulum_problem, &l);
      d.mi = 1, d.gin = right_half;
      d.iopt[RKSTAB_METHOD] = method;
      d.iopt[RKSTAB_STAB] = stab;
      door_tolerance(&d, 1e-12);
      door_solve(&d);
      door_expect(&d, MBDAE_INTERRUPTED, "vertical");
      assert_close(*d.x, 0.25 * pendulum_period(), 1e-10);
      assert_close(d.q[0], 0, 1e-11);
      assert_close(d.q[1], -1, 1e-10);
      assert_close(d.v[0], -sqrt(2 * gravity), 1e-9);
      assert_int_equal(d.iwork[RKSTAB_GINROW], 0);
      door_close(&d);
    }
  }
}

/* model.h: the interpolant is valid for told <= t <= t_new and meets q and v of both ends; t_new is
 * the stopping time here */
static void interpolant_of_a_cut_step(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    last_step l = {0, 0, 0};
    door d;
    door_open(&d, &pendulum_problem, &l);
    d.mi = 1, d.gin = right_half;
    d.solout = look, d.iout = 1;
    d.iopt[RKSTAB_METHOD] = method;
    door_tolerance(&d, 1e-4);
    door_solve(&d);
    door_expect(&d, MBDAE_INTERRUPTED, "vertical");
    assert_true(l.t == *d.x);
    if (!l.ends_there) fail_msg("method %d: interpolant answers beyond the stopping time", method);
    if (!l.meets_end) fail_msg("method %d: interpolant misses q, v at the stopping time", method);
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stops_where_it_fails), cmocka_unit_test(holds_to_the_end),
      cmocka_unit_test(fails_at_the_start), cmocka_unit_test(pendulum_at_the_vertical),
      cmocka_unit_test(interpolant_of_a_cut_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
