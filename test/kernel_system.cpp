// The gates to the model routines: every one counts, reads the return code, catches, checks that
// the numbers are finite, and remembers what went wrong, where and when (model.hpp).
#include <cfloat>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "storage.hpp"

using namespace mbdae;

namespace {

constexpr double t_of_call = 0.75;
constexpr int n = 3, m = 2, mi = 4;

// What every routine of the model under test does.
struct Behaviour {
  int returns = 0;
  int component = -1;  // spoilt with value
  double value = 0;
  bool throws = false;
  bool saw_zeros = true;
  double t = 0;
};

int behave(void* user, double t, double* out, int count) {
  auto* b = static_cast<Behaviour*>(user);
  b->t = t;
  for (int i = 0; i < count; ++i) {
    if (out[i] != 0.0) b->saw_zeros = false;
    out[i] = i + 1.0;
  }
  if (b->component >= 0) out[b->component] = b->value;
  if (b->throws) throw std::runtime_error("model");
  return b->returns;
}

Model model_of(Behaviour& behaviour) {
  Model model;
  model.n = n;
  model.m = m;
  model.mi = mi;
  model.user = &behaviour;
  model.amat = [](int nn, int ld, double t, const double*, double* M, void* u) {
    return behave(u, t, M, nn * ld);
  };
  model.fcn = [](int nn, double t, const double*, const double*, double* f, void* u) {
    return behave(u, t, f, nn);
  };
  model.gcn = [](int mm, int, double t, const double*, double* g, void* u) {
    return behave(u, t, g, mm);
  };
  model.gcnq = [](int mm, int nn, double t, const double*, double* G, void* u) {
    return behave(u, t, G, mm * nn);
  };
  model.gcnt = [](int mm, int, double t, const double*, double* gt, void* u) {
    return behave(u, t, gt, mm);
  };
  model.gcnqq = [](int mm, int, double t, const double*, const double*, double* L, void* u) {
    return behave(u, t, L, mm);
  };
  model.gin = [](int k, int, double t, const double*, const double*, double* gi, void* u) {
    return behave(u, t, gi, k);
  };
  return model;
}

struct Gate {
  Routine routine;
  int length;  // of its output
};
constexpr Gate gates[] = {{Routine::amat, n* n}, {Routine::fcn, n},  {Routine::gcn, m},
                          {Routine::gcnq, m* n}, {Routine::gcnt, m}, {Routine::gcnqq, m},
                          {Routine::gin, mi}};

Status evaluate(Model& model, const Gate& gate, Vector out) {
  const double q[n] = {1, 2, 3}, v[n] = {4, 5, 6};
  switch (gate.routine) {
    case Routine::amat:
      return evaluate_mass(model, t_of_call, q, out);
    case Routine::fcn:
      return evaluate_forces(model, t_of_call, q, v, out);
    case Routine::gcn:
      return evaluate_constraints(model, t_of_call, q, out);
    case Routine::gcnq:
      return evaluate_jacobian(model, t_of_call, q, out);
    case Routine::gcnt:
      return evaluate_time_derivative(model, t_of_call, q, out);
    case Routine::gcnqq:
      return evaluate_curvature(model, t_of_call, q, v, out);
    case Routine::gin:
      return evaluate_inequalities(model, t_of_call, q, v, out);
    default:
      return Status::diverged;
  }
}

Vector dirty(test::Storage& storage, int length) {
  const Vector out = storage.take(length);
  std::fill(out.begin(), out.end(), -7.0);
  return out;
}

void check_fault(const Model& model, const Gate& gate, int component, int returned) {
  assert_int_equal(static_cast<int>(model.fault.routine), static_cast<int>(gate.routine));
  assert_int_equal(model.fault.component, component);
  assert_int_equal(model.fault.returned, returned);
  assert_close(model.fault.t, t_of_call, 0);
}

void good_outputs_pass(void**) {
  for (const Gate& gate : gates) {
    test::Storage storage;
    Behaviour behaviour;
    Model model = model_of(behaviour);
    const Vector out = dirty(storage, gate.length);
    assert_status(evaluate(model, gate, out), Status::ok);
    assert_true(behaviour.saw_zeros);
    assert_close(behaviour.t, t_of_call, 0);
    for (int i = 0; i < gate.length; ++i)
      assert_close(out[static_cast<std::size_t>(i)], i + 1.0, 0);
    assert_int_equal(static_cast<int>(model.fault.routine), 0);
  }
}

void calls_are_counted_one_by_one(void**) {
  test::Storage storage;
  Behaviour behaviour;
  Model model = model_of(behaviour);
  for (int k = 1; k <= 7; ++k) {
    const Gate& gate = gates[k - 1];
    for (int call = 0; call < k; ++call) evaluate(model, gate, dirty(storage, gate.length));
  }
  for (int k = 1; k <= 7; ++k) assert_int_equal(model.calls[static_cast<std::size_t>(k)], k);
  assert_int_equal(model.calls[0] + model.calls[8], 0);
}

void return_codes_are_read(void**) {
  for (const Gate& gate : gates) {
    for (const int returned : {1, -1, 17, -17}) {
      test::Storage storage;
      Behaviour behaviour;
      behaviour.returns = returned;
      behaviour.component = 0;  // an output that is not finite does not matter then
      behaviour.value = NAN;
      Model model = model_of(behaviour);
      assert_status(evaluate(model, gate, dirty(storage, gate.length)),
                    returned > 0 ? Status::refused : Status::stopped);
      check_fault(model, gate, -1, returned);
      assert_int_equal(model.count(gate.routine), 1);
    }
  }
}

void numbers_that_are_not_finite_are_found(void**) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const Gate& gate : gates) {
    for (const int component : {0, gate.length / 2, gate.length - 1}) {
      for (const double value : {static_cast<double>(NAN), -static_cast<double>(NAN), inf, -inf}) {
        test::Storage storage;
        Behaviour behaviour;
        behaviour.component = component;
        behaviour.value = value;
        Model model = model_of(behaviour);
        assert_status(evaluate(model, gate, dirty(storage, gate.length)), Status::not_finite);
        check_fault(model, gate, component, 0);
        assert_true(std::isnan(value) ? std::isnan(model.fault.value) : model.fault.value == value);
      }
    }
  }
}

void exceptions_are_caught(void**) {
  for (const Gate& gate : gates) {
    test::Storage storage;
    Behaviour behaviour;
    behaviour.throws = true;
    Model model = model_of(behaviour);
    assert_status(evaluate(model, gate, dirty(storage, gate.length)), Status::threw);
    check_fault(model, gate, -1, 0);
    assert_int_equal(model.count(gate.routine), 1);
  }
}

void missing_time_derivative_is_zero(void**) {
  test::Storage storage;
  Behaviour behaviour;
  Model model = model_of(behaviour);
  model.gcnt = nullptr;
  const Vector gt = dirty(storage, m);
  assert_status(evaluate(model, {Routine::gcnt, m}, gt), Status::ok);
  for (const double value : gt) assert_close(value, 0.0, 0);
  assert_int_equal(model.count(Routine::gcnt), 0);
}

int returned_by_solout;

Status show(Model& model, bool& interrupt) {
  model.solout = [](int, double, double, int, const double*, const double*, int, const double*,
                    const mbdae_dense*, void* u) {
    if (static_cast<Behaviour*>(u)->throws) throw 1;
    return returned_by_solout;
  };
  const double q[n] = {}, v[n] = {}, lambda[m] = {};
  return report_step(model, 2, 0.5, t_of_call, q, v, lambda, nullptr, interrupt);
}

void only_a_negative_value_of_solout_interrupts(void**) {
  for (const int returned : {0, 3, -1}) {
    Behaviour behaviour;
    Model model = model_of(behaviour);
    returned_by_solout = returned;
    bool interrupt = returned >= 0;  // must be overwritten
    assert_status(show(model, interrupt), Status::ok);
    assert_int_equal(interrupt, returned < 0);
    assert_int_equal(model.count(Routine::solout), 1);
  }
}

void exception_in_solout_is_caught(void**) {
  Behaviour behaviour;
  behaviour.throws = true;
  Model model = model_of(behaviour);
  bool interrupt = false;
  assert_status(show(model, interrupt), Status::threw);
  check_fault(model, {Routine::solout, 0}, -1, 0);
}

// IEEE 754: the exponent field is full for NaN and Inf only.
void extreme_finite_numbers_are_finite(void**) {
  const double x[] = {DBL_MAX,       -DBL_MAX, DBL_MIN, DBL_TRUE_MIN,
                      -DBL_TRUE_MIN, 0.0,      -0.0,    DBL_EPSILON};
  assert_int_equal(first_not_finite(x), -1);
  assert_int_equal(first_not_finite({}), -1);
}

void first_of_several_is_found(void**) {
  for (int length = 1; length <= 9; ++length) {
    for (int at = 0; at < length; ++at) {
      std::vector<double> x(static_cast<std::size_t>(length), DBL_MAX);
      for (int i = at; i < length; i += 2) {
        x[static_cast<std::size_t>(i)] = i % 4 < 2 ? static_cast<double>(NAN) : -HUGE_VAL;
      }
      assert_int_equal(first_not_finite(x), at);
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(good_outputs_pass),
      cmocka_unit_test(calls_are_counted_one_by_one),
      cmocka_unit_test(return_codes_are_read),
      cmocka_unit_test(numbers_that_are_not_finite_are_found),
      cmocka_unit_test(exceptions_are_caught),
      cmocka_unit_test(missing_time_derivative_is_zero),
      cmocka_unit_test(only_a_negative_value_of_solout_interrupts),
      cmocka_unit_test(exception_in_solout_is_caught),
      cmocka_unit_test(extreme_finite_numbers_are_finite),
      cmocka_unit_test(first_of_several_is_found),
  };
  return cmocka_run_group_tests_name("system", tests, nullptr, nullptr);
}
