// The watch over pivot ratios against parabolas and minima known in closed form.
#include "formulate/pivot_watch.hpp"

#include <initializer_list>

#include "storage.hpp"

using namespace mbdae;

namespace {

// p = (t - 0.55)^2 + 1e-4, seen only at the stages of one step from 0 to 1
double valley(double t) {
  return (t - 0.55) * (t - 0.55) + 1e-4;
}

PivotWatch at_start(double t, double ratio) {
  PivotWatch w;
  begin_motion(w, t);
  note(w, t, ratio);
  keep_step(w);
  return w;
}

void step(PivotWatch& w, double t, double h) {
  begin_step(w, t, t + h);
  for (const double c : {0.2, 0.3, 0.8, 8.0 / 9.0}) note(w, t + c * h, valley(t + c * h));
  note(w, t + h, valley(t + h));
}

void parabola_is_found_between_stages(void**) {
  for (const double direction : {1.0, -1.0}) {
    const double from = direction > 0 ? 0.0 : 1.0;
    PivotWatch w = at_start(from, valley(from));
    step(w, from, direction);
    keep_step(w);
    assert_close(w.smallest, 1e-4, 1e-15);
    assert_close(w.smallest_time, 0.55, 1e-14);
    assert_close(w.latest, valley(from + direction), 0);
  }
}

void below_zero_is_zero(void**) {
  PivotWatch w = at_start(0, 1);
  begin_step(w, 0, 1);
  note(w, 0.3, 0.01);
  note(w, 1, 1);  // vertex at 0.5 with 1 - 0.25 * 0.99/0.21
  keep_step(w);
  assert_close(w.smallest, 0, 0);
  assert_close(w.smallest_time, 0.5, 1e-14);
}

void rejected_steps_say_nothing(void**) {
  PivotWatch w = at_start(0, valley(0));
  begin_step(w, 0, 1);
  note(w, 0.4, 1e-12);
  note(w, 1, 1e-13);
  begin_step(w, 0, 0.1);  // tried again
  note(w, 0.05, valley(0.05));
  note(w, 0.1, valley(0.1));
  keep_step(w);
  assert_close(w.smallest, valley(0.1), 0);
  assert_close(w.smallest_time, 0.1, 0);
}

// Ratios that hardly change, or fall throughout, have no valley to look into.
void no_valley_no_parabola(void**) {
  PivotWatch w = at_start(0, 0.9);
  begin_step(w, 0, 1);
  note(w, 0.05, 0.8);
  note(w, 1, 0.9);
  keep_step(w);
  assert_close(w.smallest, 0.8, 0);
  begin_step(w, 1, 2);
  note(w, 1.2, 0.3);
  note(w, 2, 0.25);
  keep_step(w);
  assert_close(w.smallest, 0.25, 0);
  assert_close(w.smallest_time, 2, 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(parabola_is_found_between_stages),
      cmocka_unit_test(below_zero_is_zero),
      cmocka_unit_test(rejected_steps_say_nothing),
      cmocka_unit_test(no_valley_no_parabola),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
