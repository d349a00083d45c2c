/* Roots of switching functions: the leftmost one, located to the tolerance; several at once; zero at the
 * start. */
#include <array>
#include <cmath>

#include "check.h"
#include "events/roots.hpp"

using namespace mbdae;

namespace {

using Function = double (*)(double);

struct Case {
  std::array<Function, 2> g;
  std::array<double, 2> left{}, right{}, middle{};
  std::array<int, 2> found{7, 7};
  Roots roots;
  int refuse_after = 1000000;

  Case(Function first, Function second) : g{first, second} {
    roots.self = this;
    roots.evaluate = [](void* self, double t, Vector out) {
      Case& c = *static_cast<Case*>(self);
      if (--c.refuse_after < 0) return Status::not_finite;
      for (std::size_t i = 0; i < 2; ++i) out[i] = c.g[i](t);
      return Status::ok;
    };
    roots.left = left, roots.right = right, roots.middle = middle;
    roots.found = found;
  }
};

constexpr double tolerance = 1e-14;

double never(double) {
  return 1;
}

void leftmost_root(void**) {
  struct Row {
    Function first, second;
    double root;
    int which;  // bits
  };
  const Row rows[] = {
      {[](double t) { return t - 0.3; }, never, 0.3, 1},
      {[](double t) { return std::cos(t); }, [](double t) { return t - 0.2; }, 0.2, 2},
      {[](double t) { return t * t * t - 0.001; }, [](double t) { return std::exp(t) - 1.5; }, 0.1,
       1},
      {[](double t) { return std::atan(1e6 * (t - 0.7)); }, never, 0.7, 1},
      {[](double t) { return t - 0.5; }, [](double t) { return 0.5 - t; }, 0.5, 3},
      {[](double t) { return t < 0.4 ? -1.0 : 1.0; }, never, 0.4, 1},  // a jump
  };
  for (const Row& row : rows) {
    Case c(row.first, row.second);
    assert_true(leave_start(c.roots, 0, 1e-13).search == RootSearch::none);
    const RootResult result = search(c.roots, 1, tolerance);
    assert_true(result.search == RootSearch::found);
    assert_close(result.t, row.root, 3 * tolerance);
    assert_int_equal(c.found[0] + 2 * c.found[1], row.which);
    assert_true(c.roots.evaluations < 150);
    assert_true(c.roots.at_root);
  }
}

// Intervals one after the other, as steps are; backwards, too.
void intervals(void**) {
  for (const double direction : {1.0, -1.0}) {
    Case c([](double t) { return std::sin(10 * t) * (t > 0 ? 1 : -1); }, never);
    assert_true(leave_start(c.roots, direction * 0.1, direction * 1e-13).search ==
                RootSearch::none);
    int count = 0;
    for (int step = 2; step <= 20; ++step) {
      const double end = direction * 0.1 * step;
      RootResult result = search(c.roots, end, tolerance);
      while (result.search == RootSearch::found) {
        ++count;
        assert_close(std::sin(10 * result.t), 0, 1e-12);
        assert_true(leave_start(c.roots, result.t, direction * 1e-13).search == RootSearch::none);
        result = search(c.roots, end, tolerance);
      }
    }
    assert_int_equal(count, 6);  // pi/10 .. 6 pi/10
  }
}

void zero_at_the_start(void**) {
  Case leaves([](double t) { return t; }, never);
  assert_true(leave_start(leaves.roots, 0, 1e-13).search == RootSearch::none);
  assert_true(search(leaves.roots, 1, tolerance).search == RootSearch::none);
  Case stays(never, [](double) { return 0.0; });
  const RootResult result = leave_start(stays.roots, 0, 1e-13);
  assert_true(result.search == RootSearch::at_start);
  assert_int_equal(result.component, 1);
}

void failing_function(void**) {
  for (int k = 0; k < 6; ++k) {
    Case c([](double t) { return t - 0.3; }, never);
    c.refuse_after = k;
    RootResult result = leave_start(c.roots, 0, 1e-13);
    if (result.search == RootSearch::none) result = search(c.roots, 1, tolerance);
    if (k < 2) assert_true(result.search == RootSearch::failed);
    if (result.search == RootSearch::failed) assert_true(result.status == Status::not_finite);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(leftmost_root), cmocka_unit_test(intervals),
                              cmocka_unit_test(zero_at_the_start),
                              cmocka_unit_test(failing_function)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
