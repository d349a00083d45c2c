// Iterated projection onto the moving ellipse, and onto nothing.
#include "moving_ellipse.hpp"
#include "stabilize/projection.hpp"

using namespace test::ellipse;
using test::Numbers;

namespace {

void projection_reaches_rounding(void**) {
  for (const bool along_gradient : {false, true}) {
    for (const double eps : {1e-8, 1e-3, 0.3}) {
      Bench bench(Stabilization::projection, eps);
      bench.s.along_gradient = along_gradient;
      assert_status(bench.run(), Status::ok);
      assert_close(bench.g(), 0, 1e-15);
      assert_close(bench.velocity(), 0, 2e-15);
    }
  }
}

// F of another point, G' kept in a matrix of its own: the velocities must still come out exactly,
// since the residual is linear in v. The positions are good enough from the start.
void projection_renews_the_matrices_of_the_last_stage(void**) {
  for (const bool along_gradient : {false, true}) {
    Bench bench(Stabilization::projection);
    bench.load_elsewhere(0.2);
    bench.s.along_gradient = along_gradient;
    bench.s.datol = 1e-6;
    bench.v[0] += 0.1;
    assert_status(bench.run(), Status::ok);
    assert_close(bench.velocity(), 0, 1e-14);
  }
}

// x^2 + 1 = 0
Model impossible() {
  Model model = moving_ellipse();
  model.n = 1;
  model.gcnt = nullptr;
  model.amat = [](int, int, double, const double*, double* M, void*) {
    M[0] = 1;
    return 0;
  };
  model.gcn = [](int, int, double, const double* x, double* g, void*) {
    g[0] = x[0] * x[0] + 1;
    return 0;
  };
  model.gcnq = [](int, int, double, const double* x, double* G, void*) {
    G[0] = 2 * x[0];
    return 0;
  };
  return model;
}

void impossible_constraint_diverges(void**) {
  for (const bool newton : {false, true}) {
    test::Storage storage;
    Model model = impossible();
    Dynamics d;
    Stabilizer s;
    storage.give(d, model);
    storage.give(s, 1, 1);
    double x[] = {1.3}, v[] = {0};
    assert_status(load_matrices(d, t, x), Status::ok);
    assert_status(project(d, s, {0.0, 25, newton}, t, x, v), Status::diverged);
    assert_close(d.model->fault.t, t, 0);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(projection_reaches_rounding),
      cmocka_unit_test(projection_renews_the_matrices_of_the_last_stage),
      cmocka_unit_test(impossible_constraint_diverges),
  };
  return cmocka_run_group_tests_name("projection", tests, nullptr, nullptr);
}
