// Dense output and error estimates of single steps on q'' = cos t - 2 q, q = cos t: orders are
// measured by halving the step (Solving ODEs I, II.6: local error h^(p+1) for an interpolant of
// order p).
#include <cmath>

#include "reference.hpp"
#include "storage.hpp"

using namespace mbdae;

namespace {

constexpr double t0 = 0.4;

Model oscillator() {
  Model model;
  model.n = 1;
  model.amat = [](int, int, double, const double*, double* M, void*) {
    M[0] = 2;
    return 0;
  };
  model.fcn = [](int, double t, const double* q, const double*, double* f, void*) {
    f[0] = 2 * (std::cos(t) - 2 * q[0]);
    return 0;
  };
  return model;
}

// One step of size h from the exact values at t0.
struct Step {
  test::Storage storage;
  Model model = oscillator();
  Stepper stepper;
  double h, err = -1;
  const double rtol = 0, atol = 1;

  Step(const Tableau& tableau, double size, bool error_control = false) : h(size) {
    storage.give(stepper, tableau, model);
    stepper.tolerances = {&rtol, &atol, false};
    stepper.error_control = error_control;
    stepper.y[0] = std::cos(t0);
    stepper.y[1] = -std::sin(t0);
    assert_status(state_derivative(stepper.dynamics, t0, stepper.y, stepper.derivative(0), {}),
                  Status::ok);
    assert_status(attempt_step(stepper, t0, h, t0 + h, err), Status::ok);
  }

  void at(double t, double& q, double& v) {
    assert_status(complete_interpolant(stepper, t0, h), Status::ok);
    const Interpolant& interpolant = stepper.interpolant;
    evaluate_interpolant(interpolant.rcont.data(), interpolant.icont.data(), t, &q, &v);
  }

  // Largest error at three points inside.
  double interpolation_error() {
    double worst = 0;
    for (const double theta : {0.2, 0.45, 0.8}) {
      const double t = t0 + theta * h;
      double q = 0, v = 0;
      at(t, q, v);
      worst = std::max({worst, std::abs(q - std::cos(t)), std::abs(v + std::sin(t))});
    }
    return worst;
  }

  double end_error() const {
    return std::max(std::abs(stepper.y_new[0] - std::cos(t0 + h)),
                    std::abs(stepper.y_new[1] + std::sin(t0 + h)));
  }
};

template <class Error>
double measured_slope(double h, Error error) {
  return test::slope(h, error(h), h / 2, error(h / 2));
}

// Steps at which neither rounding nor the next order is seen.
struct Case {
  const Tableau& tableau;
  double h;              // for the interpolant
  double h_end;          // for the result: larger, its error is smaller
  int interpolant, end;  // expected slopes
};

const Case cases[] = {{euler, 0.01, 0.01, 2, 2},
                      {heun, 0.01, 0.01, 3, 3},
                      {dopri5, 0.02, 0.1, 5, 6},
                      {dop853, 0.2, 0.4, 8, 9}};

void interpolants_have_their_order(void**) {
  for (const Case& c : cases) {
    const auto error = [&c](double h) { return Step(c.tableau, h).interpolation_error(); };
    assert_close(measured_slope(c.h, error), c.interpolant, 0.15);
    assert_close(measured_slope(-c.h, error), c.interpolant, 0.15);
  }
}

void results_have_their_order(void**) {
  for (const Case& c : cases) {
    const auto error = [&c](double h) { return Step(c.tableau, h).end_error(); };
    assert_close(measured_slope(c.h_end, error), c.end, 0.15);
  }
}

void estimate_of_dopri5_has_its_order(void**) {
  const auto estimate = [](double h) { return Step(dopri5, h, true).err; };
  assert_close(measured_slope(0.05, estimate), 5, 0.1);
}

// |e5|^2 / sqrt(|e5|^2 + 0.01 |e3|^2): h^(12 - 4) = h^8 in the limit, where e3
// dominates.
void estimate_of_dop853_has_its_order(void**) {
  const auto estimate = [](double h) { return Step(dop853, h, true).err; };
  assert_close(measured_slope(0.1, estimate), 8, 0.1);
}

void no_estimate_without_error_control(void**) {
  for (const Case& c : cases) assert_close(Step(c.tableau, 0.1).err, 0.0, 0);
}

// At the start c0 alone is left; at the end y0 + (y1 - y0), one rounding.
void ends_are_met(void**) {
  for (const Case& c : cases) {
    Step step(c.tableau, 0.3);
    const Stepper& s = step.stepper;
    double q = 0, v = 0;
    step.at(t0, q, v);
    assert_close(q, s.y[0], 0);
    assert_close(v, s.y[1], 0);
    const double end = s.interpolant.start() + s.interpolant.step();
    step.at(end, q, v);
    assert_close(q, s.y_new[0], 3e-16);
    assert_close(v, s.y_new[1], 3e-16);
  }
}

// The slopes at both ends are those of the differential equation: by a difference quotient of the
// polynomial, whose error is O(d^2).
void slopes_at_the_ends_are_met(void**) {
  constexpr double d = 1e-5;
  for (const Case& c : cases) {
    Step step(c.tableau, 0.3);
    const Stepper& s = step.stepper;
    for (const bool end : {false, true}) {
      const double t = end ? t0 + step.h : t0;
      double left[2], right[2];
      step.at(t - d, left[0], left[1]);
      step.at(t + d, right[0], right[1]);
      const Vector slope = s.derivative(end ? s.tableau->stages : 0);
      for (std::size_t i = 0; i < 2; ++i) {
        assert_close((right[i] - left[i]) / (2 * d), slope[i], 1e-8);
      }
    }
  }
}

// Only DOP853 evaluates further stages, three, and once.
void further_stages_are_evaluated_once(void**) {
  for (const Case& c : cases) {
    Step step(c.tableau, 0.3);
    const int before = step.model.count(Routine::fcn);
    assert_int_equal(before, c.tableau.stages + 1);
    double q, v;
    step.at(t0 + 0.1, q, v);
    step.at(t0 + 0.2, q, v);
    assert_int_equal(step.model.count(Routine::fcn) - before, c.tableau.order == 8 ? 3 : 0);
  }
}

void positions_or_velocities_may_be_left_out(void**) {
  Step step(dop853, 0.3);
  double q = 0, v = 0, alone = 0;
  step.at(t0 + 0.1, q, v);
  const Interpolant& i = step.stepper.interpolant;
  evaluate_interpolant(i.rcont.data(), i.icont.data(), t0 + 0.1, &alone, nullptr);
  assert_close(alone, q, 0);
  evaluate_interpolant(i.rcont.data(), i.icont.data(), t0 + 0.1, nullptr, &alone);
  assert_close(alone, v, 0);
  evaluate_interpolant(i.rcont.data(), i.icont.data(), t0 + 0.1, nullptr, nullptr);
}

void constant_before_the_first_step(void**) {
  test::Storage storage;
  Interpolant interpolant;
  storage.give(interpolant, 2, 4);
  const double y[] = {1, 2, 3, 4};
  set_constant(interpolant, 5.0, y);
  for (const double t : {5.0, 6.0, -1.0}) {
    double q[2], v[2];
    evaluate_interpolant(interpolant.rcont.data(), interpolant.icont.data(), t, q, v);
    assert_close(q[1], 2, 0);
    assert_close(v[0], 3, 0);
  }
}

// Cubic Hermite reproduces cubics: q = t^3 - t, v = 2 t^2 on [1, 3].
void hermite_reproduces_cubics(void**) {
  test::Storage storage;
  Interpolant interpolant;
  storage.give(interpolant, 1, 4);
  const double y0[] = {0, 2}, y1[] = {24, 18}, d0[] = {2, 4}, d1[] = {26, 12};
  set_hermite(interpolant, {1, 2, y0, y1, d0, d1}, 4);
  for (const double t : {1.25, 2.0, 2.9}) {
    double q, v;
    evaluate_interpolant(interpolant.rcont.data(), interpolant.icont.data(), t, &q, &v);
    assert_close(q, t * t * t - t, 1e-14);
    assert_close(v, 2 * t * t, 1e-14);
  }
}

void committed_step_is_the_next_start(void**) {
  Step step(dopri5, 0.3);
  Stepper& s = step.stepper;
  commit_step(s);
  assert_close(s.y[0], std::cos(t0 + 0.3), 1e-6);
  assert_close(s.derivative(0)[0], s.y[1], 0);
  assert_close(s.derivative(0)[1], std::cos(t0 + 0.3) - 2 * s.y[0], 1e-15);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(interpolants_have_their_order),
      cmocka_unit_test(results_have_their_order),
      cmocka_unit_test(estimate_of_dopri5_has_its_order),
      cmocka_unit_test(estimate_of_dop853_has_its_order),
      cmocka_unit_test(no_estimate_without_error_control),
      cmocka_unit_test(ends_are_met),
      cmocka_unit_test(slopes_at_the_ends_are_met),
      cmocka_unit_test(further_stages_are_evaluated_once),
      cmocka_unit_test(positions_or_velocities_may_be_left_out),
      cmocka_unit_test(constant_before_the_first_step),
      cmocka_unit_test(hermite_reproduces_cubics),
      cmocka_unit_test(committed_step_is_the_next_start),
  };
  return cmocka_run_group_tests_name("output", tests, nullptr, nullptr);
}
