// One step with stabilization and its error estimates, put together again from the derivatives the
// stepper keeps: the formulas of Solving ODEs I, (II.4.11) and (II.10.17), written down here.
#include "moving_ellipse.hpp"

using namespace test::ellipse;
using test::Numbers;

namespace {

// A force-free mass on the moving ellipse, one step from a consistent point.
struct Step {
  test::Storage storage;
  Model model = moving_ellipse();
  Stepper s;
  double h = 0.2, err = -1;
  const double rtol = 1e-2, atol = 1e-3;

  Step(const Tableau& tableau, Stabilization kind, bool correction_in_error = false) {
    model.fcn = [](int, double, const double*, const double*, double*, void*) { return 0; };
    storage.give(s, tableau, model);
    s.tolerances = {&rtol, &atol, false};
    s.stabilizer.kind = kind;
    s.correction_in_error = correction_in_error;
    const Bench start(kind);
    s.y[0] = start.q[0];
    s.y[1] = start.q[1];
    s.y[2] = start.v[0];
    s.y[3] = start.v[1];
    assert_status(state_derivative(s.dynamics, t, s.y, s.derivative(0), s.lambda), Status::ok);
    assert_status(attempt_step(s, t, h, t + h, err), Status::ok);
  }

  // h sum_j w_j K_j
  Numbers combination(const double* w, int count) const {
    Numbers sum(4);
    for (int j = 0; j < count; ++j) {
      for (std::size_t i = 0; i < 4; ++i) sum[i] += h * w[j] * s.derivative(j)[i];
    }
    return sum;
  }

  Numbers result_before_stabilization() const {
    Numbers y = combination(s.tableau->b, s.tableau->stages);
    for (std::size_t i = 0; i < 4; ++i) y[i] += s.y[i];
    return y;
  }

  // sum (e_i / (atol + rtol max(|y_i|, |Y_i|)))^2, Y the end of the step
  double squares(const Numbers& e, const Numbers& end) const {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double weight = atol + rtol * std::max(std::abs(s.y[i]), std::abs(end[i]));
      sum += e[i] / weight * (e[i] / weight);
    }
    return sum;
  }

  Numbers end() const { return {s.y_new.begin(), s.y_new.end()}; }

  double drift() const {
    double g = 0;
    positions(1, 2, t + h, s.y_new.data(), &g, nullptr);
    return std::abs(g);
  }
};

void unstabilized_result_is_that_of_the_tableau(void**) {
  for (const Tableau* tableau : {&euler, &heun, &dopri5, &dop853}) {
    const Step step(*tableau, Stabilization::none);
    assert_at_most(test::largest_difference(step.end(), step.result_before_stabilization()), 1e-14);
  }
}

// The derivative kept for the next step is that of the stabilized point.
void last_derivative_belongs_to_the_stabilized_point(void**) {
  for (const Stabilization kind : {Stabilization::pstab, Stabilization::velocities,
                                   Stabilization::projection, Stabilization::s_full}) {
    Step step(dopri5, kind);
    double expected[4], lambda[1];
    assert_status(state_derivative(step.s.dynamics, t + step.h, step.s.y_new, expected, lambda),
                  Status::ok);
    for (std::size_t i = 0; i < 4; ++i) {
      assert_close(step.s.derivative(6)[i], expected[i], 1e-14);
    }
    assert_close(step.s.lambda_new[0], lambda[0], 1e-14);
  }
}

void stabilization_removes_the_drift_of_a_step(void**) {
  const double without = Step(dopri5, Stabilization::none).drift();
  assert_true(without > 1e-9);  // else there is nothing to see
  assert_at_most(Step(dopri5, Stabilization::pstab).drift(), 1e-15);
}

void estimate_of_dopri5_by_hand(void**) {
  const Step step(dopri5, Stabilization::pstab);
  const double expected = std::sqrt(step.squares(step.combination(dopri5.e, 7), step.end()) / 4);
  assert_true(expected > 1e-8);
  assert_close(step.err, expected, 1e-10 * expected);
}

// The stabilizing correction counts as error: e + y_stabilized - y.
void estimate_with_the_correction_by_hand(void**) {
  const Step step(dopri5, Stabilization::pstab, true);
  Numbers e = step.combination(dopri5.e, 7);
  const Numbers before = step.result_before_stabilization(), end = step.end();
  const double without = std::sqrt(step.squares(e, end) / 4);
  for (std::size_t i = 0; i < 4; ++i) e[i] += end[i] - before[i];
  const double expected = std::sqrt(step.squares(e, end) / 4);
  assert_true(std::abs(expected - without) > 1e-4 * expected);
  assert_close(step.err, expected, 1e-8 * expected);
}

// |e5|^2 / sqrt((|e5|^2 + |e3|^2 / 100) 2n), before stabilization.
void estimate_of_dop853_by_hand(void**) {
  const Step step(dop853, Stabilization::pstab);
  const Numbers end = step.result_before_stabilization();
  const double high = step.squares(step.combination(dop853.e, 12), end);
  const double low = step.squares(step.combination(dop853.e_low, 12), end);
  const double expected = high / std::sqrt((high + 0.01 * low) * 4);
  assert_true(expected > 0);
  assert_close(step.err, expected, 1e-5 * expected);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(unstabilized_result_is_that_of_the_tableau),
      cmocka_unit_test(last_derivative_belongs_to_the_stabilized_point),
      cmocka_unit_test(stabilization_removes_the_drift_of_a_step),
      cmocka_unit_test(estimate_of_dopri5_by_hand),
      cmocka_unit_test(estimate_with_the_correction_by_hand),
      cmocka_unit_test(estimate_of_dop853_by_hand),
  };
  return cmocka_run_group_tests_name("stepper", tests, nullptr, nullptr);
}
