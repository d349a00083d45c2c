/* Start values and matrices that do not fit: inconsistent starts, loss of rank, masses that do not
 * carry a motion. The pendulum has unit mass and length, so that projections are known exactly. */
#include "door.h"

static void open_at(door* d, double x, double y, double vx, double vy) {
  door_open(d, &pendulum_problem, NULL);
  d->q[0] = x, d->q[1] = y, d->v[0] = vx, d->v[1] = vy;
}

/* g = (1.1^2 - 1)/2 = 0.105, G v = 1.1 * 0.2 = 0.22 */
static void inconsistent_start_is_measured(void** state) {
  (void)state;
  char text[300];
  door d;
  open_at(&d, 1.1, 0, 0.2, 0.3);
  door_solve(&d);
  door_expect(&d, MBDAE_INCONSISTENT, "start off the circle");
  assert_close(d.work[RKSTAB_VIOLP], 0.105, 1e-15);
  assert_close(d.work[RKSTAB_VIOLV], 0.22, 1e-15);
  assert_true(d.q[0] == 1.1 && d.q[1] == 0 && d.v[0] == 0.2 && d.v[1] == 0.3 && *d.x == 0);
  rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
  assert_non_null(strstr(text, "0.105"));
  assert_non_null(strstr(text, "0.22"));

  d.iopt[RKSTAB_INIT] = 2;
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "INIT = 2");
  assert_close(d.work[RKSTAB_VIOLP], 0.105, 1e-15);
  door_close(&d);
}

/* violations in one kind only, and at the edge of the tolerance */
static void how_much_is_inconsistent(void** state) {
  static const struct {
    double x, vx, tol;
    int idid;
  } rows[] = {{1 + 1e-3, 0, 1e-6, MBDAE_INCONSISTENT},
              {1, 1e-3, 1e-6, MBDAE_INCONSISTENT},
              {1 + 1e-3, 0, 1e-1, MBDAE_DONE},
              {1, 1e-3, 1e-1, MBDAE_DONE},
              {1 + 1e-12, 0, 1e-8, MBDAE_DONE}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    door d;
    open_at(&d, rows[i].x, 0, rows[i].vx, 0);
    door_tolerance(&d, rows[i].tol);
    d.xend = 0.1;
    door_solve(&d);
    door_expect(&d, rows[i].idid, "size of the violation");
    door_close(&d);
  }
}

/* The nearest point of the circle is q/|q|, the nearest velocity its tangential part. */
static void projection_goes_to_the_nearest_point(void** state) {
  (void)state;
  for (int metric = 0; metric <= 1; ++metric) {
    const double r = hypot(0.9, 0.6), ux = 0.9 / r, uy = 0.6 / r, radial = 0.2 * ux - 0.7 * uy;
    door d;
    open_at(&d, 0.9, 0.6, 0.2, -0.7);
    d.iopt[RKSTAB_INIT] = 1;
    d.iopt[RKSTAB_METRIC] = metric;
    d.xend = 0;
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "INIT = 1");
    assert_close(d.q[0], ux, 1e-14);
    assert_close(d.q[1], uy, 1e-14);
    assert_close(d.v[0], 0.2 - radial * ux, 1e-14);
    assert_close(d.v[1], -0.7 - radial * uy, 1e-14);
    assert_close(d.work[RKSTAB_VIOLP], 0.5 * (r * r - 1), 1e-15);
    door_close(&d);
  }
}

static int heavy_in_y(int n, int ldam, double t, const double* q, double* am, void* u) {
  (void)n, (void)t, (void)q, (void)u;
  am[0] = 1;
  am[ldam + 1] = 4;
  return 0;
}

/* with masses 1 and 4, to first order dq = -M^-1 G' g / (G M^-1 G') */
static void projection_uses_the_masses(void** state) {
  static const double delta = 1e-4;
  const double x = 0.6 + delta, y = 0.8, g = 0.5 * (x * x + y * y - 1);
  const double share = g / (x * x + y * y / 4);
  (void)state;
  door d;
  open_at(&d, x, y, 0, 0);
  d.amat = heavy_in_y;
  d.iopt[RKSTAB_INIT] = 1;
  d.xend = 0;
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "INIT = 1");
  assert_close(d.q[0] - x, -share * x, 10 * delta * delta);
  assert_close(d.q[1] - y, -share * y / 4, 10 * delta * delta);
  assert_close(d.q[0] * d.q[0] + d.q[1] * d.q[1], 1, 1e-14);
  door_close(&d);
}

static int no_real_point(int m, int n, double t, const double* q, double* g, void* u) {
  (void)m, (void)n, (void)t, (void)u;
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] + 1);
  return 0;
}

static void impossible_projection(void** state) {
  (void)state;
  door d;
  open_at(&d, 0.8, 0.3, 0.1, 0.2);
  d.gcn = no_real_point;
  d.iopt[RKSTAB_INIT] = 1;
  door_solve(&d);
  door_expect(&d, MBDAE_NO_PROJECTION, "g = (x^2 + y^2 + 1)/2");
  assert_true(d.q[0] == 0.8 && d.q[1] == 0.3 && d.v[0] == 0.1 && d.v[1] == 0.2);
  assert_close(d.work[RKSTAB_VIOLP], 0.5 * 1.73, 1e-15);
  door_close(&d);
}

/* the pendulum's rod m times */
static int rods(int m, int n, double t, const double* q, double* g, void* u) {
  for (int i = 0; i < m; ++i) pendulum_rod(m, n, t, q, g + i, u);
  return 0;
}
static int rods_q(int m, int n, double t, const double* q, double* gq, void* u) {
  for (int i = 0; i < m; ++i) pendulum_rod_q(m, n, t, q, gq + i, u);
  return 0;
}
static int rods_qq(int m, int n, double t, const double* q, const double* v, double* l, void* u) {
  for (int i = 0; i < m; ++i) pendulum_rod_qq(m, n, t, q, v, l + i, u);
  return 0;
}

static void open_rods(door* d, int rods_count) {
  door_open(d, &pendulum_problem, NULL);
  d->m = rods_count;
  d->gcn = rods, d->gcnq = rods_q, d->gcnqq = rods_qq;
  d->xend = 0.25 * pendulum_period();
  door_tolerance(d, 1e-10);
}

static void redundant_rows_are_named(void** state) {
  char text[300];
  door d;
  (void)state;
  open_rods(&d, 2);
  door_solve(&d);
  door_expect(&d, MBDAE_RANK, "the same row twice");
  assert_int_equal(d.iwork[RKSTAB_NROWS], 2);
  assert_int_equal(d.iwork[RKSTAB_ROWS], 0);
  assert_int_equal(d.iwork[RKSTAB_ROWS + 1], 1);
  assert_close(d.work[RKSTAB_FAILT], 0, 0);
  rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
  assert_non_null(strstr(text, "rows 0, 1"));
  door_close(&d);
}

/* At a quarter of the period the pendulum passes the lowest point with v^2 = 2 gravity, whatever
 * the number of equal rows, m > n included. */
static void redundant_rows_do_not_matter(void** state) {
  (void)state;
  for (int count = 1; count <= 3; ++count) {
    for (int stab = 0; stab <= 6; ++stab) {
      for (int metric = 0; metric <= 1; ++metric) {
        door d;
        open_rods(&d, count);
        d.iopt[RKSTAB_RANK] = 1;
        d.iopt[RKSTAB_STAB] = stab;
        d.iopt[RKSTAB_METRIC] = metric;
        door_solve(&d);
        door_expect(&d, MBDAE_DONE, "RANK = 1");
        assert_close(d.q[0], 0, 1e-8);
        assert_close(d.q[1], -1, 1e-8);
        assert_close(d.v[0], -sqrt(2 * pendulum_gravity), 1e-8);
        assert_close(d.v[1], 0, 1e-8);
        assert_true(count == 1 ? d.iwork[RKSTAB_NRANK] == 0 : d.iwork[RKSTAB_NRANK] > 0);
        /* every row at most once */
        const int listed = d.iwork[RKSTAB_NROWS];
        if (listed > count) fail_msg("STAB %d: %d rows listed of %d", stab, listed, count);
        door_close(&d);
      }
    }
  }
}

/* mass matrices, all entries */
static const double* mass_entries;
static int given_mass(int n, int ldam, double t, const double* q, double* am, void* u) {
  (void)t, (void)q, (void)u;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) am[i + j * ldam] = mass_entries[i + 2 * j];
  }
  return 0;
}

static void masses(void** state) {
  /* the allowed motion at the start is along y */
  static const struct {
    double M[4];
    int m, idid;
  } rows[] = {{{1, 0, 0, 0}, 0, MBDAE_INDEFINITE},   {{1, 0, 0, 0}, 1, MBDAE_INDEFINITE},
              {{0, 0, 0, 0}, 1, MBDAE_INDEFINITE},   {{1, 1, 1, 1}, 0, MBDAE_INDEFINITE},
              {{1, 0, 0, -1}, 1, MBDAE_INDEFINITE},  {{-1, 0, 0, -1}, 0, MBDAE_INDEFINITE},
              {{1, 0.1, 0, 1}, 0, MBDAE_ASYMMETRIC}, {{1, 0, 0.1, 1}, 1, MBDAE_ASYMMETRIC},
              {{0, 0, 0, 1}, 1, MBDAE_DONE},         {{1, 1, 1, 1}, 1, MBDAE_DONE},
              {{2, 0.5, 0.5, 1}, 1, MBDAE_DONE}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    door d;
    char what[40];
    door_open(&d, &pendulum_problem, NULL);
    d.m = rows[i].m;
    d.amat = given_mass;
    mass_entries = rows[i].M;
    d.xend = 0.01;
    snprintf(what, sizeof what, "mass matrix %d", (int)i);
    door_solve(&d);
    door_expect(&d, rows[i].idid, what);
    if (rows[i].idid == MBDAE_ASYMMETRIC) {
      assert_close(fabs(d.work[RKSTAB_FAILVALUE]), 0.1, 1e-15);
    }
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(inconsistent_start_is_measured),
                                     cmocka_unit_test(how_much_is_inconsistent),
                                     cmocka_unit_test(projection_goes_to_the_nearest_point),
                                     cmocka_unit_test(projection_uses_the_masses),
                                     cmocka_unit_test(impossible_projection),
                                     cmocka_unit_test(redundant_rows_are_named),
                                     cmocka_unit_test(redundant_rows_do_not_matter),
                                     cmocka_unit_test(masses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
