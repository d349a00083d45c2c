/* bdf2nd_ext on the disc on a track against its reference solution (computed in s, s', r;
 * problems/data/README.md) and against what an independent prototype of the same method needed; on
 * models without some or all of r, w, s, lambda. */
#include "door.h"
#include "ext_door.hpp"

namespace {

struct Errors {
  double q = 0, v = 0, lambda = 0;
};

double largest(const double* a, const double* b, int count) {
  double most = 0;
  for (int i = 0; i < count; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// largest errors at t = 0.5, 1, .. 5
Errors errors_of(ExtDoor& d) {
  Errors e;
  for (int i = 1; i <= 10; ++i) {
    d.go_to(0.5 * i);
    double row[8];
    assert_int_equal(read_reference("track_disc", 0.5 * i, 8, row), 0);
    e.q = std::max(e.q, largest(d.q.data(), row, 2));
    e.v = std::max(e.v, largest(d.v.data(), row + 2, 2));
    e.lambda = std::max(e.lambda, largest(d.lambda.data(), row + 7, 1));
    double h;
    track_disc_h(d.t, d.q.data(), d.s.data(), &h);
    assert_close(h, 0, 1e-14);
    assert_at_most(largest(d.r.data(), row + 4, 1), 3 * 1.5e-2 * std::sqrt(d.rtol[0] / 1e-4));
  }
  return e;
}

/* Steps and errors of the prototype (positions tested, not velocities; tolerances rtol = atol):
 * errors within a factor 3 at no more than 1.2 times its steps. */
void disc_against_prototype(void**) {
  static const struct {
    double tol;
    int maxord, steps;
    double q, v, lambda;
  } rows[] = {{1e-4, 2, 236, 1.04e-2, 1.47e-2, 8.41e-2}, {1e-6, 2, 1089, 3.49e-4, 5.08e-4, 2.16e-3},
              {1e-4, 3, 137, 5.29e-3, 8.16e-3, 3.09e-2}, {1e-6, 3, 427, 4.22e-4, 5.90e-4, 1.81e-3},
              {1e-4, 4, 117, 6.11e-3, 1.10e-2, 1.58e-1}, {1e-6, 4, 270, 7.06e-4, 1.13e-3, 2.38e-3}};
  for (const auto& row : rows) {
    for (const bool differences : {false, true}) {
      ExtDoor d = disc::door();
      if (differences) d.gcnq = nullptr;
      d.rtol = d.atol = {row.tol};
      d.info[B2_MAXORD] = row.maxord;
      const Errors e = errors_of(d);
      print_message(
          "tol %g order %d%s: %d steps (%d), q %.1e (%.1e), v %.1e (%.1e), lambda %.1e "
          "(%.1e), %d residuals, %d derivatives\n",
          row.tol, row.maxord, differences ? ", G by differences" : "", d.iwork[B2_NST], row.steps,
          e.q, row.q, e.v, row.v, e.lambda, row.lambda, d.iwork[B2_NRE], d.iwork[B2_NJE]);
      assert_at_most(d.iwork[B2_NST], 1.2 * row.steps);
      assert_at_most(e.q, 3 * row.q);
      assert_at_most(e.v, 3 * row.v);
      assert_at_most(e.lambda, 3 * row.lambda);
      assert_at_most(d.work[B2_DRIFTP], 0.1 * row.tol);
      assert_true((d.iwork[B2_NGCNQ] > 0) != differences);
      assert_true(d.iwork[B2_NJE] < d.iwork[B2_NST] / 5);
    }
  }
}

void errors_fall_with_the_tolerance(void**) {
  for (const int test_velocities : {0, 1}) {
    double last = 1;
    for (const double tol : {1e-4, 1e-6, 1e-8}) {
      ExtDoor d = disc::door();
      d.rtol = d.atol = {tol};
      d.info[B2_MAXORD] = 4;
      d.info[B2_TESTV] = test_velocities;
      const Errors e = errors_of(d);
      assert_true(e.q < 0.2 * last);
      last = e.q;
    }
    assert_at_most(last, 1e-5);
  }
}

// The pendulum of door.h, which bdf2nd takes as well.
int plain_forces(int nq, int, int, int, int, double t, const double* q, const double* v,
                 const double*, const double*, const double*, const double*, double* fa, double*,
                 double*, void* user) {
  return pendulum_force(nq, t, q, v, fa, user);
}
int plain_constraints(int nq, int, int nlambda, double t, const double* q, const double*, double*,
                      double* g, void* user) {
  return pendulum_rod(nlambda, nq, t, q, g, user);
}
int plain_jacobian(int nq, int, int nlambda, double t, const double* q, const double*, double* gq,
                   void* user) {
  return pendulum_rod_q(nlambda, nq, t, q, gq, user);
}

void a_plain_mechanism_takes_the_steps_of_bdf2nd(void**) {
  for (const int maxord : {2, 3, 5}) {
    ExtDoor d;
    d.nq = 2, d.nlambda = 1;
    d.amat = pendulum_mass, d.fcn = plain_forces, d.gcn = plain_constraints;
    d.gcnq = plain_jacobian;
    d.q = {1, 0}, d.v = {0, 0}, d.lambda = {0};
    d.info[B2_MAXORD] = maxord;
    d.arm();
    d.go_to(2);
    int info[B2_INFO_LENGTH] = {0}, idid = 0;
    info[B2_MAXORD] = maxord;
    std::vector<double> work(static_cast<std::size_t>(bdf2nd_lwork(2, 1, info)));
    std::vector<int> iwork(static_cast<std::size_t>(bdf2nd_liwork(2, 1, info)));
    double t = 0, q[2] = {1, 0}, v[2] = {0, 0}, lambda = 0, tol = 1e-6;
    do {
      bdf2nd(2, 1, pendulum_mass, pendulum_force, pendulum_rod, pendulum_rod_q, nullptr,
             pendulum_rod_qq, &t, q, v, &lambda, 2, info, &tol, &tol, &idid, work.data(),
             static_cast<int>(work.size()), iwork.data(), static_cast<int>(iwork.size()), nullptr);
      if (idid == DL_MUCH_WORK) info[B2_CONTINUE] = 1;
    } while (idid == DL_MUCH_WORK);
    assert_int_equal(idid, DL_AT_TOUT);
    print_message("order %d: %d steps, %d residuals\n", maxord, iwork[B2_NST], iwork[B2_NRE]);
    assert_int_equal(d.iwork[B2_NST], iwork[B2_NST]);
    assert_int_equal(d.iwork[B2_NETF], iwork[B2_NETF]);
    assert_close(d.q[0], q[0], 1e-8);
    assert_close(d.q[1], q[1], 1e-8);
    assert_close(d.v[0], v[0], 1e-7);
    assert_close(d.lambda[0], lambda, 1e-6);
  }
}

// q'' = -q, r' = v - r: no constraint, no gcn
int free_forces(int, int, int, int, int, double, const double* q, const double* v, const double* r,
                const double*, const double*, const double*, double* fa, double* fd, double*,
                void*) {
  fa[0] = -q[0];
  fd[0] = v[0] - r[0];
  return 0;
}
int unit_mass(int, int, double, const double*, double* am, void*) {
  am[0] = 1;
  return 0;
}

/* q = sin t, r = ((sin t + cos t) - exp(-t)) / 2 */
void without_constraints(void**) {
  ExtDoor d;
  d.nq = d.nr = 1;
  d.amat = unit_mass, d.fcn = free_forces;
  d.q = {0}, d.v = {1}, d.r = {0};
  d.rtol = d.atol = {1e-8};
  d.info[B2_MAXORD] = 5;
  d.arm();
  d.go_to(2);
  assert_close(d.q[0], std::sin(2), 2e-6);
  assert_close(d.v[0], std::cos(2), 5e-6);
  assert_close(d.r[0], (std::sin(2) + std::cos(2) - std::exp(-2.0)) / 2, 2e-6);
}

/* A first step is of order 1 in r: r' = -1000 (r - cos t) from r = 0 has a transient that a first step
 * as long as q allows would miss. */
int stiff_forces(int, int, int, int, int, double t, const double* q, const double*, const double* r,
                 const double*, const double*, const double*, double* fa, double* fd, double*,
                 void*) {
  fa[0] = -q[0];
  fd[0] = -1000 * (r[0] - std::cos(t));
  return 0;
}
void transients_of_r_are_followed(void**) {
  ExtDoor d;
  d.nq = d.nr = 1;
  d.amat = unit_mass, d.fcn = stiff_forces;
  d.q = {0}, d.v = {1}, d.r = {0};
  d.rtol = d.atol = {1e-6};
  d.arm();
  d.go_to(1e-3);
  assert_close(d.r[0], 1 - std::exp(-1.0), 1e-4);
  d.go_to(2);
  assert_close(d.r[0], std::cos(2) + 1e-3 * std::sin(2), 2e-5);
  assert_true(d.iwork[B2_NST] < 400);
}

/* x = sin t prescribed by s and a constraint that depends on time: h = s - sin t, g = q - s. */
int driven_forces(int, int, int, int, int, double, const double* q, const double*, const double*,
                  const double*, const double*, const double*, double* fa, double*, double*,
                  void*) {
  fa[0] = -2 * q[0];
  return 0;
}
int driven_constraints(int, int, int, double t, const double* q, const double* s, double* h,
                       double* g, void*) {
  h[0] = s[0] - std::sin(t);
  g[0] = q[0] - s[0];
  return 0;
}
/* lambda = fa - q'' = -2 sin t + sin t */
void constraints_that_depend_on_time(void**) {
  ExtDoor d;
  d.nq = d.ns = d.nlambda = 1;
  d.amat = unit_mass, d.fcn = driven_forces, d.gcn = driven_constraints;
  d.q = {0}, d.v = {1}, d.s = {0.3}, d.lambda = {7};
  d.info[B2_MAXORD] = 4;
  d.arm();
  d.go_to(2);
  assert_close(d.q[0], std::sin(2), 1e-6);
  assert_close(d.v[0], std::cos(2), 1e-4);
  assert_close(d.lambda[0], -std::sin(2), 1e-3);
  assert_at_most(d.work[B2_VIOLV], 1e-12);
}

/* A bead on a curve whose parameter s is no coordinate: g_s and h_s change along the way, and with them
 * the matrix, which must follow without new derivatives of the forces. The bead keeps its energy. */
int bead_forces(int, int, int, int, int, double, const double*, const double*, const double*,
                const double*, const double*, const double*, double* fa, double*, double*, void*) {
  fa[1] = -9.81;
  return 0;
}
int bead_curve(int, int, int, double, const double* q, const double* s, double* h, double* g,
               void*) {
  h[0] = q[0] - s[0] - 0.3 * s[0] * s[0] * s[0];
  g[0] = q[1] - 0.5 * s[0] * s[0] - std::cos(3 * s[0]);
  return 0;
}
void contacts_are_followed_without_new_derivatives(void**) {
  ExtDoor d;
  d.nq = 2, d.ns = d.nlambda = 1;
  d.amat = pendulum_mass, d.fcn = bead_forces, d.gcn = bead_curve;
  d.q = {1.3, 0.5 + std::cos(3)}, d.v = {0, 0}, d.s = {1}, d.lambda = {0};
  d.info[B2_MAXORD] = 4;
  d.arm();
  d.go_to(10);
  const double rise = d.q[1] - 0.5 - std::cos(3);
  assert_close(0.5 * (d.v[0] * d.v[0] + d.v[1] * d.v[1]) + 9.81 * rise, 0, 1e-3);
  assert_true(d.iwork[B2_NJE] < 10 && d.iwork[B2_NRE] < 4 * d.iwork[B2_NST]);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(disc_against_prototype),
                              cmocka_unit_test(errors_fall_with_the_tolerance),
                              cmocka_unit_test(a_plain_mechanism_takes_the_steps_of_bdf2nd),
                              cmocka_unit_test(without_constraints),
                              cmocka_unit_test(transients_of_r_are_followed),
                              cmocka_unit_test(constraints_that_depend_on_time),
                              cmocka_unit_test(contacts_are_followed_without_new_derivatives)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
