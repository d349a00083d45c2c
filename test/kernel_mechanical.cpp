/* The Newton matrix of mechanisms reduced to n + m unknowns against the whole one by differences: J x = r must
 * hold for the x it gives. Moving ellipse, with a mass matrix that depends on q and stiff forces. */
#include <cmath>
#include <random>

#include "moving_ellipse.hpp"
#include "newton/mechanical_equations.hpp"

using namespace mbdae;
using namespace test;

namespace {

int masses(int, int ld, double, const double* q, double* M, void*) {
  M[0] = 2 + q[0] * q[0];
  M[1] = M[ld] = 0.5 * std::sin(q[1]);
  M[ld + 1] = 1 + q[0] * q[0] * q[1] * q[1];
  return 0;
}

int forces(int, double t, const double* q, const double* v, double* f, void*) {
  f[0] = -400 * q[0] - 30 * v[0] + 5 * v[1] * q[1] + std::cos(t);
  f[1] = -9.81 - 20 * q[1] * q[0] - v[1] * std::abs(v[1]);
  return 0;
}

struct Bench {
  Storage storage;
  Model model = ellipse::moving_ellipse();
  Dynamics d;
  MechanicalEquations e;
  std::size_t neq;
  Vector y, yp, delta, weight, scratch;

  Bench(Form form, bool along_gradient) {
    model.amat = masses;
    model.fcn = forces;
    storage.give(d, model);
    neq = static_cast<std::size_t>(unknowns(form, 2, 1));
    e.form.dynamics = &d;
    e.form.form = form;
    e.form.along_gradient = along_gradient;
    e.use = DerivativeUse::always;
    if (form == Form::baumgarte) e.form.gain1 = 12, e.form.gain2 = 49;
    e.K = storage.take(9);
    e.pivot = storage.take_ints(3);
    e.B = storage.take(4);
    e.C = storage.take(2);
    e.G = storage.take(2);
    e.x = storage.take(3);
    e.z = storage.take(3);
    storage.give(e.gradient, 2, 1);
    const auto count = static_cast<std::ptrdiff_t>(neq);
    y = storage.take(count), yp = storage.take(count), delta = storage.take(count);
    weight = storage.take(count), scratch = storage.take(count);
    const double start[] = {0.6, 0.7, -0.8, 0.5, 3.0, 0.0}, rate[] = {-0.8, 0.5, 2, -3, 0, 0};
    for (std::size_t i = 0; i < neq; ++i) {
      y[i] = start[i], yp[i] = rate[i], weight[i] = 1;
    }
  }

  Status renew(double cj) {
    const Equations equations = equations_of(e);
    assert_status(equations.residual(&e, ellipse::t, y, yp, delta), Status::ok);
    const NewtonPoint point{ellipse::t, 1 / cj, cj, y, yp, delta, weight, scratch};
    return equations.new_matrix(&e, point);
  }

  // ||J x - r|| / ||r||, J by central differences, for x = J^-1 r as the reduction gives it.
  double residual_of_solution(double cj) {
    const Equations equations = equations_of(e);
    assert_status(renew(cj), Status::ok);
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Numbers r(neq), x(neq), up(neq), down(neq), Jx(neq, 0.0);
    for (double& value : r) value = uniform(random);
    x = r;
    equations.solve(&e, x);
    for (std::size_t j = 0; j < neq; ++j) {
      const double step = 1e-5;
      for (const double sign : {1.0, -1.0}) {
        y[j] += sign * step, yp[j] += sign * cj * step;
        assert_status(equations.residual(&e, ellipse::t, y, yp, sign > 0 ? up : down), Status::ok);
        y[j] -= sign * step, yp[j] -= sign * cj * step;
      }
      for (std::size_t i = 0; i < neq; ++i) Jx[i] += (up[i] - down[i]) / (2 * step) * x[j];
    }
    double off = 0;
    for (std::size_t i = 0; i < neq; ++i) off = std::max(off, std::abs(Jx[i] - r[i]));
    return off;
  }
};

// Index 3, 2, 1 and Baumgarte: exact, up to the differences (1e-8 times stiffness and cj).
void exact_reductions(void**) {
  for (const Form form : {Form::index3, Form::index2, Form::index1, Form::baumgarte}) {
    for (const double cj : {3.0, 100.0, -100.0}) {
      Bench bench(form, false);
      assert_at_most(bench.residual_of_solution(cj), 2e-4);
    }
  }
}

// GGL: what is neglected falls with h.
void ggl_reduction(void**) {
  for (const bool along_gradient : {false, true}) {
    Bench coarse(Form::ggl, along_gradient), fine(Form::ggl, along_gradient);
    const double e1 = coarse.residual_of_solution(1e2), e2 = fine.residual_of_solution(1e3);
    print_message("GGL: residual %.1e at h = 1e-2, %.1e at 1e-3\n", e1, e2);
    assert_at_most(e1, 0.1);
    assert_at_most(e2, 0.2 * e1);
  }
}

// Left to choose, the matrix gets derivatives when the iteration asks for a better one, for a while.
void derivatives_where_needed(void**) {
  for (const Form form : {Form::ggl, Form::index3, Form::index1}) {
    Bench bench(form, false);
    MechanicalEquations& e = bench.e;
    const Equations equations = equations_of(e);
    const int calls = bench.model.count(Routine::fcn);
    e.use = DerivativeUse::where_needed;
    assert_status(bench.renew(1e3), Status::ok);
    assert_false(e.derivatives);
    assert_int_equal(bench.model.count(Routine::fcn), calls + 1);  // of the residual
    assert_true(equations.improve(&e));
    for (int k = 0; k < trial_length; ++k) {
      assert_status(bench.renew(1e3), Status::ok);
      assert_true(e.derivatives);
      assert_false(equations.improve(&e));
    }
    assert_status(bench.renew(1e3), Status::ok);
    assert_false(e.derivatives);
  }
  for (const DerivativeUse use : {DerivativeUse::never, DerivativeUse::always}) {
    Bench bench(Form::ggl, false);
    bench.e.use = use;
    assert_status(bench.renew(1e3), Status::ok);
    assert_int_equal(bench.e.derivatives, use == DerivativeUse::always);
    assert_false(equations_of(bench.e).improve(&bench.e));
  }
}

// The gradient's system is factored for GGL along the gradient only.
void factorizations(void**) {
  struct Case {
    Form form;
    DerivativeUse use;
    bool along_gradient;
    int expected;
  };
  for (const Case& c : {Case{Form::ggl, DerivativeUse::never, false, 1},
                        Case{Form::ggl, DerivativeUse::never, true, 2},
                        Case{Form::ggl, DerivativeUse::always, false, 2},
                        Case{Form::ggl, DerivativeUse::always, true, 2},
                        Case{Form::index3, DerivativeUse::never, false, 1},
                        Case{Form::index2, DerivativeUse::always, false, 1}}) {
    Bench bench(c.form, c.along_gradient);
    bench.e.use = c.use;
    assert_status(bench.renew(1e3), Status::ok);
    assert_int_equal(bench.d.factorizations, c.expected);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(exact_reductions),
      cmocka_unit_test(ggl_reduction),
      cmocka_unit_test(derivatives_where_needed),
      cmocka_unit_test(factorizations),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
