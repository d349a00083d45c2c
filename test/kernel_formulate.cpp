// The index-1 form: accelerations and multipliers against a pendulum solved by hand, L by
// differences against L by hand.
#include "reference.hpp"
#include "storage.hpp"

using namespace mbdae;

namespace {

constexpr double mass = 3, gravity = 10;

// Point mass on a rod of unit length: g = (x^2 + y^2 - 1) / 2, G = (x, y), L = vx^2 + vy^2.
Model pendulum() {
  Model model;
  model.n = 2;
  model.m = 1;
  model.amat = [](int, int ld, double, const double*, double* M, void*) {
    M[0] = M[ld + 1] = mass;
    return 0;
  };
  model.fcn = [](int, double, const double*, const double*, double* f, void*) {
    f[1] = -mass * gravity;
    return 0;
  };
  model.gcn = [](int, int, double, const double* q, double* g, void*) {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1);
    return 0;
  };
  model.gcnq = [](int, int, double, const double* q, double* G, void*) {
    G[0] = q[0];
    G[1] = q[1];
    return 0;
  };
  model.gcnqq = [](int, int, double, const double*, const double* v, double* L, void*) {
    L[0] = v[0] * v[0] + v[1] * v[1];
    return 0;
  };
  return model;
}

struct Accelerations {
  double a[2] = {}, lambda[1] = {};
  Status status = Status::ok;

  Accelerations(Dynamics& d, ConstVector y) {
    double dydt[4] = {};
    status = state_derivative(d, 0.0, y, dydt, lambda);
    assert_close(dydt[0], y[2], 0);
    assert_close(dydt[1], y[3], 0);
    std::copy(dydt + 2, dydt + 4, a);
  }
};

void check(const Accelerations& result, double ax, double ay, double lambda) {
  assert_status(result.status, Status::ok);
  assert_close(result.a[0], ax, 1e-13);
  assert_close(result.a[1], ay, 1e-13);
  assert_close(result.lambda[0], lambda, 1e-12);
}

// lambda = (q.f + m |v|^2) / |q|^2 = 24 + 12; a = f/m - q lambda/m = (0, -10) - 12 (0.6, -0.8)
void pendulum_by_hand(void**) {
  for (const bool differences : {false, true}) {
    test::Storage storage;
    Model model = pendulum();
    Dynamics d;
    storage.give(d, model);
    d.curvature_by_differences = differences;
    const double y[] = {0.6, -0.8, 1.6, 1.2};
    const Accelerations result(d, y);
    assert_int_equal(model.count(Routine::gcnqq), differences ? 0 : 1);
    assert_int_equal(model.count(Routine::gcnq), differences ? 5 : 1);
    assert_int_equal(model.count(Routine::gcn), 0);
    assert_int_equal(d.factorizations, 1);
    assert_int_equal(d.solves, 1);
    if (differences) {
      assert_close(result.lambda[0], 36.0, 1e-9);
    } else {
      check(result, -7.2, -0.4, 36.0);
    }
  }
}

// Off the constraint: g = 1/2, G v = -2, L = 10. G v' = -(10 - 2 * 12 + 70/2) = -21,
// lambda = (q.f + 21 m) / |q|^2 = 93/2, a = (0, -10) - (1, -1) 93/6.
void baumgarte_by_hand(void**) {
  test::Storage storage;
  Model model = pendulum();
  Dynamics d;
  storage.give(d, model);
  d.baumgarte = true;
  d.gamma1 = 12;
  d.gamma2 = 70;
  const double y[] = {1, -1, 1, 3};
  check(Accelerations(d, y), -15.5, 5.5, 46.5);
}

// Velocity constraints have no position term: G v' = -(10 - 24) = 14, lambda = (30 - 42) / 2.
void baumgarte_of_velocity_constraints(void**) {
  test::Storage storage;
  Model model = pendulum();
  model.holonomic = false;
  model.gcn = nullptr;
  Dynamics d;
  storage.give(d, model);
  d.baumgarte = true;
  d.gamma1 = 12;
  d.gamma2 = 70;
  const double y[] = {1, -1, 1, 3};
  check(Accelerations(d, y), 2.0, -12.0, -6.0);
}

void gains_are_ignored_without_baumgarte(void**) {
  test::Storage storage;
  Model model = pendulum();
  Dynamics d;
  storage.give(d, model);
  d.gamma1 = 12;
  d.gamma2 = 70;
  const double y[] = {0.6, -0.8, 1.6, 1.2};
  check(Accelerations(d, y), -7.2, -0.4, 36.0);
}

// No constraints: M v' = f.
void free_fall(void**) {
  test::Storage storage;
  Model model = pendulum();
  model.m = 0;
  Dynamics d;
  storage.give(d, model);
  const double y[] = {1, 2, 3, 4};
  double dydt[4] = {};
  assert_status(state_derivative(d, 0, y, dydt, {}), Status::ok);
  assert_close(dydt[2], 0.0, 0);
  assert_close(dydt[3], -gravity, 1e-15);
  assert_int_equal(model.count(Routine::gcnq) + model.count(Routine::gcnqq), 0);
}

// g1 = sin u, u = x + 2 y - 3 t;  g2 = x^2 y t.
Model moving_constraints() {
  Model model;
  model.n = 2;
  model.m = 2;
  model.gcnq = [](int m, int, double t, const double* q, double* G, void*) {
    const double c = std::cos(q[0] + 2 * q[1] - 3 * t);
    G[0] = c;
    G[m] = 2 * c;
    G[1] = 2 * q[0] * q[1] * t;
    G[1 + m] = q[0] * q[0] * t;
    return 0;
  };
  model.gcnt = [](int, int, double t, const double* q, double* gt, void*) {
    gt[0] = -3 * std::cos(q[0] + 2 * q[1] - 3 * t);
    gt[1] = q[0] * q[0] * q[1];
    return 0;
  };
  return model;
}

// d2/ds2 along (t + s, q + s v): g1'' = -sin(u) u'^2, u' = vx + 2 vy - 3;
// g2'' = 2 vx^2 y t + 4 x vx vy t + 4 x vx y + 2 x^2 vy.
test::Numbers exact_curvature(double t, const double* q, const double* v) {
  const double u = q[0] + 2 * q[1] - 3 * t, du = v[0] + 2 * v[1] - 3;
  return {-std::sin(u) * du * du, 2 * v[0] * v[0] * q[1] * t + 4 * q[0] * v[0] * v[1] * t +
                                      4 * q[0] * v[0] * q[1] + 2 * q[0] * q[0] * v[1]};
}

double curvature_error(double t, const double* q, const double* v, double time_scale) {
  test::Storage storage;
  Model model = moving_constraints();
  Dynamics d;
  storage.give(d, model);
  d.time_scale = time_scale;
  double L[2] = {5, 5};
  assert_status(curvature_by_differences(d, t, {q, 2}, {v, 2}, L), Status::ok);
  assert_int_equal(model.count(Routine::gcnq), 4);
  assert_int_equal(model.count(Routine::gcnt), 4);
  const test::Numbers expected = exact_curvature(t, q, v);
  return test::largest_difference({L[0], L[1]}, expected) / test::largest(expected);
}

void curvature_by_differences_is_exact_enough(void**) {
  test::Random random(1);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const double q[] = {random(), random()}, v[] = {3 * random(), 3 * random()};
    assert_at_most(curvature_error(1 + random(), q, v, 5.0), 1e-9);
  }
}

// Fast and slow motions: the increment follows the speed.
void curvature_of_fast_motions(void**) {
  for (const double speed : {1.0, 1e2, 1e4}) {
    const double q[] = {0.4, -0.7}, v[] = {speed, -0.3 * speed};
    assert_at_most(curvature_error(1.2, q, v, 5.0), 1e-9);
  }
}

// At rest the increment is proportional to the time scale: error O(s^4).
void curvature_by_differences_is_of_fourth_order(void**) {
  const double q[] = {0.4, -0.7}, rest[] = {0, 0};
  for (const double scale : {400.0, 200.0, 100.0}) {
    const double coarse = curvature_error(1.2, q, rest, scale);
    const double fine = curvature_error(1.2, q, rest, scale / 2);
    assert_close(test::slope(2, coarse, 1, fine), 4.0, 0.05);
  }
}

void refusals_inside_differences_are_passed_on(void**) {
  test::Storage storage;
  Model model = moving_constraints();
  model.gcnt = [](int, int, double t, const double*, double*, void*) { return t > 1.2 ? 7 : 0; };
  Dynamics d;
  storage.give(d, model);
  const double q[] = {0.4, -0.7}, v[] = {1, 1};
  double L[2];
  assert_status(curvature_by_differences(d, 1.2, q, v, L), Status::refused);
  assert_int_equal(model.fault.returned, 7);
}

// M = 1, G = (1, 0; cos, sin): smallest pivot sin^2, and when it was met.
void smallest_pivot_is_remembered(void**) {
  test::Storage storage;
  Model model = pendulum();
  model.m = 2;
  model.amat = [](int, int ld, double, const double*, double* M, void*) {
    M[0] = M[ld + 1] = 1;
    return 0;
  };
  model.gcnq = [](int m, int, double t, const double*, double* G, void*) {
    G[0] = 1;
    G[1] = std::cos(t);
    G[1 + m] = std::sin(t);
    return 0;
  };
  Dynamics d;
  storage.give(d, model);
  const double q[] = {0, 0};
  for (const double t : {1.0, 1e-3, 1e-5, 0.5}) {
    assert_status(load_matrices(d, t, q), Status::ok);
  }
  assert_close(d.pivots.inside, 1e-10, 4e-16);
  assert_close(d.pivots.inside_time, 1e-5, 0);
  assert_int_equal(d.near_rank_loss, 1);
  assert_int_equal(d.factorizations, 4);
  assert_status(load_matrices(d, 0.0, q), Status::rank_lost);
  assert_int_equal(d.lost_row_count, 2);
  assert_int_equal(d.lost_rows[0], 0);
  assert_int_equal(d.lost_rows[1], 1);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_by_hand),
      cmocka_unit_test(baumgarte_by_hand),
      cmocka_unit_test(baumgarte_of_velocity_constraints),
      cmocka_unit_test(gains_are_ignored_without_baumgarte),
      cmocka_unit_test(free_fall),
      cmocka_unit_test(curvature_by_differences_is_exact_enough),
      cmocka_unit_test(curvature_of_fast_motions),
      cmocka_unit_test(curvature_by_differences_is_of_fourth_order),
      cmocka_unit_test(refusals_inside_differences_are_passed_on),
      cmocka_unit_test(smallest_pivot_is_remembered),
  };
  return cmocka_run_group_tests_name("formulate", tests, nullptr, nullptr);
}
