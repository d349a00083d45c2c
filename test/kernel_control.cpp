// Step size control, norms and the first step against values computed by hand.
#include <cmath>
#include <limits>

#include "control/initial_step.hpp"
#include "control/step_controller.hpp"
#include "storage.hpp"

using namespace mbdae;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// h safe err^-alpha previous^beta = h 0.9 (10^-2)^-1/2 (10^-4)^1/4 = h 0.9 * 10 * 0.1
void prediction_by_hand(void**) {
  StepController c{.safe = 0.9, .alpha = 0.5, .beta = 0.25};
  assert_close(c.after_success(2.0, 1e-2), 1.8, 1e-14);
  assert_close(c.previous_error, 1e-2, 0);
  // now previous = 10^-2: 0.9 * 10 * 10^-1/2
  assert_close(c.after_success(-2.0, 1e-2), -18 * std::sqrt(0.1), 1e-14);
}

// The exponents of DOPRI5 at err = 1: 0.9 * 10^(-4 * 0.04), 10^-0.16 = 0.691830970918937
void exponents_of_dopri5_by_hand(void**) {
  StepController c{.safe = 0.9};
  assert_close(c.after_success(1.0, 1.0), 0.9 * 0.691830970918937, 1e-15);
}

void growth_and_shrinking_are_limited(void**) {
  StepController growing;
  assert_close(growing.after_success(0.5, 0.0), 5.0, 1e-15);
  StepController shrinking{.beta = 0.5};  // previous^beta = 10^-2 would follow
  assert_close(shrinking.after_success(0.5, 1.0), 0.1, 1e-15);
  StepController failing;
  for (const double err : {1e9, 1e300, inf, static_cast<double>(NAN)}) {
    assert_close(failing.after_failure(0.5, err), 0.1, 1e-15);
  }
}

// 0.8 * 32^-1/5 = 0.4: the previous error takes no part.
void failure_by_hand(void**) {
  StepController c{.safe = 0.8, .alpha = 0.2};
  assert_close(c.after_failure(3.0, 32.0), 1.2, 1e-14);
  assert_close(c.after_failure(-3.0, 32.0), -1.2, 1e-14);
  assert_close(c.previous_error, 1e-4, 0);
}

void every_failure_shrinks_the_step(void**) {
  for (double err = 1.0 + 1e-12; err < 1e12; err *= 3) {
    StepController c{.safe = 0.9};
    assert_at_most(c.after_failure(1.0, err), 0.9);
  }
}

void no_growth_right_after_a_rejection(void**) {
  for (const double h : {0.5, -0.5}) {
    for (const bool refused : {false, true}) {
      StepController c;
      if (refused)
        assert_close(c.after_refusal(h), h / 4, 0);
      else
        c.after_failure(h, 2.0);
      assert_close(c.after_success(h, 1e-8), h, 0);
      assert_close(c.after_success(h, 0.0), 10 * h, 1e-14);  // and then as usual
    }
  }
}

void shrinking_right_after_a_rejection(void**) {
  StepController c{.safe = 0.9};
  c.after_failure(1.0, 2.0);
  assert_close(c.after_success(1.0, 1.0), 0.9 * 0.691830970918937, 1e-15);
}

void lucky_steps_are_not_remembered(void**) {
  StepController c;
  c.after_success(1.0, 1e-9);
  assert_close(c.previous_error, 1e-4, 0);
  c.after_success(1.0, 0.3);
  assert_close(c.previous_error, 0.3, 0);
}

// Weights 0.8 + 0.1 * 2 = 1 and 0 + 0.5 * 4 = 2: ratios 3 and 4.
void norm_with_tolerances_per_component(void**) {
  const double rtol[] = {0.1, 0.5}, atol[] = {0.8, 0.0};
  const double e[] = {-3, 8}, y0[] = {1, -4}, y1[] = {2, 3};
  const Tolerances tol{rtol, atol, true};
  assert_close(weighted_squares(tol, e, y0, y1), 25.0, 1e-14);
  assert_close(weighted_rms(tol, e, y0, y1), 5 / std::sqrt(2.0), 1e-15);
}

// Weights 1 and 0.8 + 0.1 * 4 = 1.2: ratios 1 and 2.
void norm_with_scalar_tolerances(void**) {
  const double rtol = 0.1, atol = 0.8;
  const double e[] = {1, 2.4}, y0[] = {-2, -4}, y1[] = {1, 3};
  assert_close(weighted_rms({&rtol, &atol, false}, e, y0, y1), std::sqrt(2.5), 1e-15);
}

void norm_of_what_is_not_a_number(void**) {
  const double rtol = 0.1, atol = 0.8;
  const double e[] = {NAN, 1}, y[] = {1, 1}, huge[] = {inf, 1};
  assert_true(std::isnan(weighted_rms({&rtol, &atol, false}, e, y, y)));
  assert_false(weighted_rms({&rtol, &atol, false}, huge, y, y) <= 1.0);
}

void largest_component(void**) {
  const double x[] = {1, -3, 2};
  assert_close(max_norm(x), 3, 0);
  assert_close(max_norm({}), 0, 0);
  const double huge[] = {1, -inf, 2};
  assert_false(std::isfinite(max_norm(huge)));
}

// A correction or a residual may overflow to Inf - Inf: that must not pass for a small one.
void largest_component_of_what_is_not_a_number(void**) {
  const double first[] = {NAN, 1}, last[] = {1, NAN};
  assert_false(max_norm(first) <= 1e300);
  assert_false(max_norm(last) <= 1e300);
}

// q'' = -q, refusing the first `refusals` calls.
struct Oscillator {
  int refusals = 0, code = 1;
};

struct FirstStep {
  test::Storage storage;
  Oscillator oscillator;
  Model model;
  Dynamics dynamics;
  double rtol = 0, atol = 1e-3;
  Status status = Status::ok;

  FirstStep() {
    model.n = 1;
    model.user = &oscillator;
    model.amat = [](int, int, double, const double*, double* M, void*) {
      M[0] = 1;
      return 0;
    };
    model.fcn = [](int, double, const double* q, const double*, double* f, void* user) {
      f[0] = -q[0];
      auto* o = static_cast<Oscillator*>(user);
      return o->refusals-- > 0 ? o->code : 0;
    };
    storage.give(dynamics, model);
  }

  double operator()(double q, double v, double direction, double hmax) {
    const double y[] = {q, v}, f0[] = {v, -q};
    const InitialStep at{0, direction, hmax, 5, y, f0, storage.take(2), storage.take(2), {}};
    double h = 0;
    status = initial_step(dynamics, {&rtol, &atol, false}, at, h);
    return h;
  }
};

// HINIT at q = 1, v = 0, rtol = 0, atol = 10^-3: the norms of y and y' are 10^3, the trial step is
// 0.01; the slopes there differ by (-0.01, 0), so |y''| is 10^3 too, and
// h = min(100 * 0.01, (0.01 / 10^3)^(1/5)) = 0.1.
void first_step_by_hand(void**) {
  for (const double direction : {1.0, -1.0}) {
    FirstStep first;
    assert_close(first(1, 0, direction, 100), 0.1 * direction, 1e-15);
    assert_status(first.status, Status::ok);
    assert_int_equal(first.model.count(Routine::fcn), 1);
  }
}

void first_step_is_at_most_hmax(void**) {
  assert_close(FirstStep()(1, 0, 1, 0.05), 0.05, 0);
  assert_close(FirstStep()(1, 0, -1, 0.001), -0.001, 0);
}

// At rest in equilibrium: trial 10^-6, no second derivative, max(10^-6, 10^-9).
void first_step_where_nothing_moves(void**) {
  assert_close(FirstStep()(0, 0, 1, 100), 1e-6, 0);
}

// Twice refused: trial step 10^-4, and 100 times that is the limit.
void first_step_shortened_by_refusals(void**) {
  FirstStep first;
  first.oscillator.refusals = 2;
  assert_close(first(1, 0, 1, 100), 0.01, 1e-16);
  assert_status(first.status, Status::ok);
}

void first_step_refused_for_good(void**) {
  FirstStep first;
  first.oscillator.refusals = 1000;
  first(1, 0, 1, 100);
  assert_status(first.status, Status::refused);
  FirstStep stopped;
  stopped.oscillator = {1000, -1};
  stopped(1, 0, 1, 100);
  assert_status(stopped.status, Status::stopped);
  assert_int_equal(stopped.model.count(Routine::fcn), 1);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(prediction_by_hand),
      cmocka_unit_test(exponents_of_dopri5_by_hand),
      cmocka_unit_test(growth_and_shrinking_are_limited),
      cmocka_unit_test(failure_by_hand),
      cmocka_unit_test(every_failure_shrinks_the_step),
      cmocka_unit_test(no_growth_right_after_a_rejection),
      cmocka_unit_test(shrinking_right_after_a_rejection),
      cmocka_unit_test(lucky_steps_are_not_remembered),
      cmocka_unit_test(norm_with_tolerances_per_component),
      cmocka_unit_test(norm_with_scalar_tolerances),
      cmocka_unit_test(norm_of_what_is_not_a_number),
      cmocka_unit_test(largest_component),
      cmocka_unit_test(largest_component_of_what_is_not_a_number),
      cmocka_unit_test(first_step_by_hand),
      cmocka_unit_test(first_step_is_at_most_hmax),
      cmocka_unit_test(first_step_where_nothing_moves),
      cmocka_unit_test(first_step_shortened_by_refusals),
      cmocka_unit_test(first_step_refused_for_good),
  };
  return cmocka_run_group_tests_name("control", tests, nullptr, nullptr);
}
