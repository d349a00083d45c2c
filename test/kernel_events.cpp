// Inequalities on a known interpolant: q = t, v = 1, so that gi is a function of time written down
// in each test, with its zero.
#include <cmath>
#include <functional>

#include "events/inequalities.hpp"
#include "storage.hpp"

using namespace mbdae;

namespace {

// gi_k as functions of q = t.
using Inequalities = std::vector<std::function<double(double)>>;

struct Watch {
  test::Storage storage;
  Inequalities inequalities;
  Model model;
  InequalityWatch watch;
  Interpolant interpolant;
  double told, h, t_stop = NAN;
  bool found = false;
  Status status = Status::ok;

  Watch(double start, double step, Inequalities list)
      : inequalities(std::move(list)), told(start), h(step) {
    model.n = 1;
    model.mi = static_cast<int>(inequalities.size());
    model.user = &inequalities;
    model.gin = [](int mi, int, double, const double* q, const double*, double* gi, void* user) {
      const auto& all = *static_cast<Inequalities*>(user);
      for (int k = 0; k < mi; ++k) gi[k] = all[static_cast<std::size_t>(k)](q[0]);
      return 0;
    };
    watch.gi = storage.take(model.mi);
    watch.q = storage.take(1);
    watch.v = storage.take(1);
    storage.give(interpolant, 1, 4);
    const double y0[] = {told, 1}, y1[] = {told + h, 1}, slope[] = {1, 0};
    set_hermite(interpolant, {told, h, y0, y1, slope, slope}, 4);
    look();
  }
  void look() { status = locate_failure(model, watch, interpolant, told + h, t_stop, found); }
};

void check_found(const Watch& w, double expected, int row, double tolerance = 1e-14) {
  assert_status(w.status, Status::ok);
  assert_true(w.found);
  assert_close(w.t_stop, expected, tolerance);
  assert_int_equal(w.watch.row, row);
}

void nothing_fails(void**) {
  const Watch w(1, 1, {[](double t) { return t; }, [](double) { return 0.0; }});
  assert_false(w.found);
  assert_int_equal(w.watch.row, -1);
}

// In each of the four pieces, and near their ends.
void zero_of_a_straight_line(void**) {
  for (const double zero : {1.01, 1.2499999, 1.25, 1.3, 1.51, 1.7, 1.999999}) {
    check_found(Watch(1, 1, {[=](double t) { return zero - t; }}), zero, 0);
  }
}

void zero_of_curved_functions(void**) {
  check_found(Watch(1, 2, {[](double t) { return std::cos(t); }}), std::acos(0.0), 0);
  check_found(Watch(0, 1, {[](double t) { return 2 - std::exp(t); }}), std::log(2.0), 0);
  check_found(Watch(0, 1, {[](double t) { return 1 - std::exp(200 * (t - 0.6)); }}), 0.6, 0);
  check_found(
      Watch(0, 1, {[](double t) { return std::sqrt(std::abs(0.7 - t)) * (t < 0.7 ? 1 : -1); }}),
      0.7, 0);
}

// Flat zeros are hard for regula falsi; 1e-14^9 is far above underflow, so that the sign is exact.
void zero_of_high_multiplicity(void**) {
  for (const int power : {3, 5, 9}) {
    const auto flat = [power](double t) { return std::pow(0.7 - t, power); };
    check_found(Watch(0, 1, {flat}), 0.7, 0);
  }
}

// A jump is bracketed as well as a zero.
void jump(void**) {
  check_found(Watch(0, 1, {[](double t) { return t <= 0.3 ? 5.0 : -1e-3; }}), 0.3, 0);
}

// The point returned is on the good side, and the next ones are not.
void last_point_before_the_failure(void**) {
  for (const double zero : {0.31, 0.77}) {
    const auto gi = [=](double t) { return zero * zero - t * t; };
    const Watch w(0, 1, {gi});
    assert_true(w.found);
    assert_true(gi(w.t_stop) >= 0);
    assert_true(gi(w.t_stop + 1e-14) < 0);
  }
}

// Negative on (0.2, 0.4) and beyond 0.9.
void first_of_two_failures_in_a_step(void**) {
  check_found(Watch(0, 1, {[](double t) { return (0.2 - t) * (0.4 - t) * (0.9 - t); }}), 0.2, 0);
}

// Fails between 0.4 and 0.6 only: the ends of the step do not show it, the middle does.
void failure_strictly_inside(void**) {
  check_found(Watch(0, 1, {[](double t) { return (t - 0.5) * (t - 0.5) - 0.01; }}), 0.4, 0);
}

void first_of_several_inequalities(void**) {
  const auto falls_at = [](double zero) { return [=](double t) { return zero - t; }; };
  const auto always = [](double) { return 3.0; };
  check_found(Watch(0, 1, {always, falls_at(0.35), falls_at(0.30), always}), 0.30, 2);
  check_found(Watch(0, 1, {falls_at(0.8), always, falls_at(0.9)}), 0.8, 0);
  // steeper does not mean earlier
  check_found(Watch(0, 1, {[](double t) { return 100 * (0.6 - t); }, falls_at(0.55)}), 0.55, 1);
}

void failure_right_at_the_start(void**) {
  for (const double start : {0.0, 1.0}) {
    const Watch w(start, 1, {[=](double t) { return start - t; }});
    check_found(w, start, 0, 0.0);
  }
}

void failure_at_the_very_end(void**) {
  check_found(Watch(0, 1, {[](double t) { return t < 1 ? 1 - t : -1e-3; }}), 1.0, 0);
}

void touching_zero_is_no_failure(void**) {
  const Watch w(0, 1,
                {[](double t) { return (t - 0.5) * (t - 0.5); }, [](double t) { return 1 - t; }});
  assert_false(w.found);
}

void backward_in_time(void**) {
  check_found(Watch(2, -1, {[](double t) { return t - 1.3; }}), 1.3, 0);
}

void refusal_is_passed_on(void**) {
  Watch w(0, 1, {[](double t) { return t > 0.6 ? static_cast<double>(NAN) : 1.0; }});
  assert_status(w.status, Status::not_finite);
  assert_int_equal(static_cast<int>(w.model.fault.routine), static_cast<int>(Routine::gin));
  assert_false(w.found);
}

// The velocity part of the interpolant reaches gin, and so does the time.
void time_and_velocity_reach_the_inequality(void**) {
  Watch w(1, 1, {[](double) { return 1.0; }});
  w.model.gin = [](int, int, double t, const double* q, const double* v, double* gi, void*) {
    gi[0] = std::abs(t - q[0]) < 1e-15 && std::abs(v[0] - 1) < 1e-15 ? 1.7 - t : -1.0;
    return 0;
  };
  w.look();
  check_found(w, 1.7, 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(nothing_fails),
      cmocka_unit_test(zero_of_a_straight_line),
      cmocka_unit_test(zero_of_curved_functions),
      cmocka_unit_test(zero_of_high_multiplicity),
      cmocka_unit_test(jump),
      cmocka_unit_test(last_point_before_the_failure),
      cmocka_unit_test(first_of_two_failures_in_a_step),
      cmocka_unit_test(failure_strictly_inside),
      cmocka_unit_test(first_of_several_inequalities),
      cmocka_unit_test(failure_right_at_the_start),
      cmocka_unit_test(failure_at_the_very_end),
      cmocka_unit_test(touching_zero_is_no_failure),
      cmocka_unit_test(backward_in_time),
      cmocka_unit_test(refusal_is_passed_on),
      cmocka_unit_test(time_and_velocity_reach_the_inequality),
  };
  return cmocka_run_group_tests_name("events", tests, nullptr, nullptr);
}
