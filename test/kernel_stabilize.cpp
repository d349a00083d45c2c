// The stabilizations on the moving ellipse. From a consistent point disturbed by eps, theory says
//   S-both   g: eps^2 (a Newton step)                 G v + gt: eps   (q moves by eps after G is
//   used) PStab    g: eps^3 (simplified Newton, twice)      G v + gt: eps^2 S-full   eps^2 for both
//   (a Gauss-Newton step on both)
// With F from a point delta away, delta^2 = eps as for Dormand-Prince's last stage: PStab leaves
// delta^2 eps = delta^4 and delta eps = delta^3. For eps = h^(p+1) these are the measured orders of
// test/data/drift_orders.csv: 6/3, 9/6, 6/6 (p = 2), 12/9 (p = 5).
#include "moving_ellipse.hpp"

using namespace test::ellipse;
using test::Numbers;

namespace {

struct Slopes {
  double position, velocity;
};

// `prepare` sets the bench up for a given eps.
template <class Prepare>
Slopes measured(Stabilization kind, double h, int power, Prepare prepare) {
  double g[2], velocity[2];
  for (int i = 0; i < 2; ++i) {
    const double size = i == 0 ? h : h / 2;
    Bench bench(kind, std::pow(size, power));
    prepare(bench, size);
    assert_status(bench.run(), Status::ok);
    g[i] = std::abs(bench.g());
    velocity[i] = std::abs(bench.velocity());
  }
  return {test::slope(2, g[0], 1, g[1]), test::slope(2, velocity[0], 1, velocity[1])};
}

void check_slopes(const Slopes& slopes, double position, double velocity) {
  assert_close(slopes.position, position, 0.03);
  assert_close(slopes.velocity, velocity, 0.03);
}

void consistent_point_is_consistent(void**) {
  const Bench bench(Stabilization::pstab);
  assert_close(bench.g(), 0, 3e-16);
  assert_close(bench.velocity(), 0, 3e-16);
}

void orders_in_the_disturbance(void**) {
  for (const bool along_gradient : {false, true}) {
    const auto prepare = [=](Bench& bench, double) { bench.s.along_gradient = along_gradient; };
    check_slopes(measured(Stabilization::s_both, 1e-3, 1, prepare), 2, 1);
    check_slopes(measured(Stabilization::pstab, 2e-3, 1, prepare), 3, 2);
    check_slopes(measured(Stabilization::s_full, 1e-3, 1, prepare), 2, 2);
  }
}

void orders_with_matrices_of_the_last_stage(void**) {
  const auto prepare = [](Bench& bench, double delta) { bench.load_elsewhere(delta); };
  check_slopes(measured(Stabilization::pstab, 4e-3, 2, prepare), 4, 3);
}

// z - H'(H H')^-1 (g, G v + gt), H = [G 0; C G], with C = d(G v + gt)/dq written down:
// C = (vx + k t vy + k y, 2 vy + k t vx + k x).
Numbers s_full_by_hand(const Bench& b) {
  const Numbers G = gradient(b.q);
  const Numbers C = {b.v[0] + k * t * b.v[1] + k * b.q[1],
                     2 * b.v[1] + k * t * b.v[0] + k * b.q[0]};
  const Numbers H1 = {G[0], G[1], 0, 0}, H2 = {C[0], C[1], G[0], G[1]};
  Numbers HH(4), z = {b.q[0], b.q[1], b.v[0], b.v[1]};
  for (std::size_t i = 0; i < 4; ++i) {
    HH[0] += H1[i] * H1[i];
    HH[1] += H2[i] * H1[i];
    HH[3] += H2[i] * H2[i];
  }
  HH[2] = HH[1];
  const Numbers mu = test::solve_by_lu(HH, {b.g(), b.velocity()});
  for (std::size_t i = 0; i < 4; ++i) z[i] -= H1[i] * mu[0] + H2[i] * mu[1];
  return z;
}

void s_full_agrees_with_its_formula(void**) {
  for (const bool differences : {false, true}) {
    Bench bench(Stabilization::s_full, 0.1);
    bench.d.curvature_by_differences = differences;
    const Numbers expected = s_full_by_hand(bench);
    assert_status(bench.run(), Status::ok);
    const Numbers actual = {bench.q[0], bench.q[1], bench.v[0], bench.v[1]};
    assert_at_most(test::largest_difference(actual, expected), differences ? 1e-9 : 1e-14);
  }
}

void s_full_keeps_velocities_when_the_model_refuses(void**) {
  Bench bench(Stabilization::s_full, 0.1);
  bench.model.gcnqq = [](int, int, double, const double*, const double*, double*, void*) {
    return 1;
  };
  const Numbers q = bench.q, v = bench.v;
  assert_status(bench.run(), Status::refused);
  assert_at_most(test::largest_difference(bench.q, q), 0);
  assert_at_most(test::largest_difference(bench.v, v), 0);
}

// D (G D)^-1 residual with D = G' or D = M^-1 G', M^-1 = [1 -1/2; -1/2 2] / (7/4).
Numbers moved_by_hand(const Numbers& x, const Numbers& G, double residual, bool along_gradient) {
  const Numbers D =
      along_gradient ? G : Numbers{(G[0] - 0.5 * G[1]) / 1.75, (2 * G[1] - 0.5 * G[0]) / 1.75};
  const double GD = G[0] * D[0] + G[1] * D[1];
  return {x[0] - D[0] * residual / GD, x[1] - D[1] * residual / GD};
}

void both_metrics_by_hand(void**) {
  for (const bool along_gradient : {false, true}) {
    Bench bench(Stabilization::s_both, 0.1);
    bench.s.along_gradient = along_gradient;
    const Numbers G = gradient(bench.q);
    const Numbers q = moved_by_hand(bench.q, G, bench.g(), along_gradient);
    const Numbers v = moved_by_hand(bench.v, G, bench.velocity(), along_gradient);
    assert_status(bench.run(), Status::ok);
    assert_at_most(test::largest_difference(bench.q, q), 1e-15);
    assert_at_most(test::largest_difference(bench.v, v), 2e-15);
  }
}

// Both residuals of the second pass at the updated point, F as in the first.
void pstab_by_hand(void**) {
  Bench bench(Stabilization::pstab, 0.1), hand(Stabilization::pstab, 0.1);
  const Numbers G = gradient(bench.q);
  for (int pass = 0; pass < 2; ++pass) {
    const double g = hand.g(), velocity = hand.velocity();
    hand.q = moved_by_hand(hand.q, G, g, false);
    hand.v = moved_by_hand(hand.v, G, velocity, false);
  }
  assert_status(bench.run(), Status::ok);
  assert_at_most(test::largest_difference(bench.q, hand.q), 2e-15);
  assert_at_most(test::largest_difference(bench.v, hand.v), 4e-15);
  assert_int_equal(bench.d.factorizations, 1);
  assert_int_equal(bench.s.count, 1);
}

void velocities_alone_leave_positions_alone(void**) {
  Bench bench(Stabilization::velocities, 0.1);
  const Numbers q = bench.q;
  assert_status(bench.run(), Status::ok);
  assert_at_most(test::largest_difference(bench.q, q), 0);
  assert_close(bench.velocity(), 0, 1e-15);
}

void velocity_constraints_have_no_positions_to_move(void**) {
  Model model = moving_ellipse();
  model.holonomic = false;
  model.gcn = nullptr;
  for (const Stabilization kind : {Stabilization::pstab, Stabilization::s_both,
                                   Stabilization::projection, Stabilization::velocities}) {
    Bench bench(kind, 0.1, model);
    const Numbers q = bench.q;
    assert_status(bench.run(), Status::ok);
    assert_at_most(test::largest_difference(bench.q, q), 0);
    assert_close(bench.velocity(), 0, 2e-15);
    assert_int_equal(bench.d.factorizations, 1);
  }
}

void small_drift_is_left_alone(void**) {
  Bench small(Stabilization::pstab, 1e-3), large(Stabilization::pstab, 1e-3);
  const Numbers q = small.q, v = small.v;
  const double drift = std::max(std::abs(small.g()), std::abs(small.velocity()));
  small.s.datol = 1.001 * drift;
  large.s.datol = 0.999 * drift;
  assert_status(small.run(), Status::ok);
  assert_at_most(test::largest_difference(small.q, q), 0);
  assert_at_most(test::largest_difference(small.v, v), 0);
  assert_int_equal(small.s.count, 0);
  assert_status(large.run(), Status::ok);
  assert_at_most(std::abs(large.g()), 1e-6 * drift);
  assert_int_equal(large.s.count, 1);
}

// When `matrices` says so, G in the dynamics is that of the final point.
void matrices_are_what_is_said(void**) {
  int said = 0;
  for (const Stabilization kind :
       {Stabilization::pstab, Stabilization::s_full, Stabilization::s_both,
        Stabilization::projection, Stabilization::velocities}) {
    for (const double datol : {0.0, 10.0}) {
      Bench bench(kind, 1e-3);
      bench.s.datol = datol;
      assert_status(bench.run(), Status::ok);
      if (bench.matrices != Matrices::of_this_point) continue;
      ++said;
      const Numbers G(bench.d.saddle.G.begin(), bench.d.saddle.G.end());
      assert_at_most(test::largest_difference(G, gradient(bench.q)), 1e-15);
    }
  }
  assert_int_equal(said, 7);  // nothing done (5), projection, velocities
}

// The constraint written twice, minimum-norm solutions allowed: S-full has the rows of G twice
// over, but they are still constraints 0 and 1.
void redundant_rows_of_s_full_are_named_once(void**) {
  Model model = moving_ellipse();
  model.m = 2;
  model.gcn = [](int m, int n, double time, const double* q, double* g, void* u) {
    positions(m, n, time, q, g, u);
    g[1] = g[0];
    return 0;
  };
  model.gcnq = [](int m, int n, double time, const double* q, double* G, void* u) {
    double row[2];
    jacobian(m, n, time, q, row, u);
    G[0] = G[1] = row[0];
    G[2] = G[3] = row[1];
    return 0;
  };
  model.gcnt = [](int m, int n, double time, const double* q, double* gt, void* u) {
    time_derivative(m, n, time, q, gt, u);
    gt[1] = gt[0];
    return 0;
  };
  model.gcnqq = [](int m, int n, double time, const double* q, const double* v, double* L,
                   void* u) {
    curvature(m, n, time, q, v, L, u);
    L[1] = L[0];
    return 0;
  };
  Bench bench(Stabilization::s_full, 0.1, model);
  bench.d.saddle.minimum_norm_allowed = bench.s.full.minimum_norm_allowed = true;
  const Numbers expected = s_full_by_hand(bench);
  assert_status(bench.run(), Status::ok);
  const Numbers actual = {bench.q[0], bench.q[1], bench.v[0], bench.v[1]};
  assert_at_most(test::largest_difference(actual, expected), 1e-14);
  assert_int_equal(bench.d.lost_row_count, 2);
  assert_int_equal(bench.d.lost_rows[0], 0);
  assert_int_equal(bench.d.lost_rows[1], 1);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(consistent_point_is_consistent),
      cmocka_unit_test(orders_in_the_disturbance),
      cmocka_unit_test(orders_with_matrices_of_the_last_stage),
      cmocka_unit_test(s_full_agrees_with_its_formula),
      cmocka_unit_test(s_full_keeps_velocities_when_the_model_refuses),
      cmocka_unit_test(both_metrics_by_hand),
      cmocka_unit_test(pstab_by_hand),
      cmocka_unit_test(velocities_alone_leave_positions_alone),
      cmocka_unit_test(velocity_constraints_have_no_positions_to_move),
      cmocka_unit_test(small_drift_is_left_alone),
      cmocka_unit_test(matrices_are_what_is_said),
      cmocka_unit_test(redundant_rows_of_s_full_are_named_once),
  };
  return cmocka_run_group_tests_name("stabilize", tests, nullptr, nullptr);
}
