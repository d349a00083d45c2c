/* Model routines that fail: once, for ever, at any call, by NaN, Inf, return code or exception. The
 * manipulator following y2 = sin^2 t uses all of amat, fcn, gcn, gcnq, gcnt, gcnqq; gin is an
 * inequality that always holds. Errors are measured against the quad-precision reference. */
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "door.h"
#include "manipulator.h"

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Numbered as in codes.h.
enum { AMAT = 1, FCN, GCN, GCNQ, GCNT, GCNQQ, GIN, SOLOUT };
const char* const names[] = {"", "amat", "fcn", "gcn", "gcnq", "gcnt", "gcnqq", "gin", "solout"};
constexpr int output_size[] = {0, 4, 2, 1, 2, 1, 1, 1, 0};

enum class Fault { gives_nan, gives_inf, refuse, stop, throw_exception, throw_number };

// user begins with the manipulator, so that its routines may have it as theirs
struct Faulty {
  manipulator arm = {1.0, 1, 1.0};
  int routine = 0;
  Fault fault = Fault::gives_nan;
  int first_call = -1, last_call = -1;  // calls that fail, counted from 0
  double from = inf;                    // and all calls from this time on
  int calls[9] = {};
  int faults = 0;
  double fault_time = nan;  // of the last fault, as the routine saw it
};

int spoil(void* user, int routine, double t, double* out) {
  auto& f = *static_cast<Faulty*>(user);
  const int call = f.calls[routine]++;
  if (routine != f.routine) return 0;
  if (!(call >= f.first_call && call <= f.last_call) && !(t >= f.from)) return 0;
  ++f.faults;
  f.fault_time = t;
  switch (f.fault) {
    case Fault::gives_nan:
    case Fault::gives_inf:
      if (out != nullptr) out[output_size[routine] - 1] = f.fault == Fault::gives_nan ? nan : -inf;
      return 0;
    case Fault::refuse:
      return 1;
    case Fault::stop:
      return -3;
    case Fault::throw_exception:
      throw std::runtime_error("a text long enough not to live inside the exception object");
    case Fault::throw_number:
      throw 5;
  }
  return 0;
}

int amat(int n, int ldam, double t, const double* q, double* am, void* u) {
  manipulator_problem.amat(n, ldam, t, q, am, u);
  return spoil(u, AMAT, t, am);
}
int fcn(int n, double t, const double* q, const double* v, double* f, void* u) {
  manipulator_problem.fcn(n, t, q, v, f, u);
  return spoil(u, FCN, t, f);
}
int gcn(int m, int n, double t, const double* q, double* g, void* u) {
  manipulator_problem.gcn(m, n, t, q, g, u);
  return spoil(u, GCN, t, g);
}
int gcnq(int m, int n, double t, const double* q, double* gq, void* u) {
  manipulator_problem.gcnq(m, n, t, q, gq, u);
  return spoil(u, GCNQ, t, gq);
}
int gcnt(int m, int n, double t, const double* q, double* gt, void* u) {
  manipulator_problem.gcnt(m, n, t, q, gt, u);
  return spoil(u, GCNT, t, gt);
}
int gcnqq(int m, int n, double t, const double* q, const double* v, double* l, void* u) {
  manipulator_problem.gcnqq(m, n, t, q, v, l, u);
  return spoil(u, GCNQQ, t, l);
}
int gin(int, int, double t, const double*, const double*, double* gi, void* u) {
  gi[0] = 1;
  return spoil(u, GIN, t, gi);
}
int solout(int, double, double t, int, const double*, const double*, int, const double*,
           const mbdae_dense*, void* u) {
  return spoil(u, SOLOUT, t, nullptr);
}

void open(door& d, Faulty& f) {
  door_open(&d, &manipulator_problem, &f);
  d.amat = amat, d.fcn = fcn, d.gcn = gcn, d.gcnq = gcnq, d.gcnt = gcnt, d.gcnqq = gcnqq;
  d.mi = 1, d.gin = gin;
  d.solout = solout, d.iout = 1;
  d.xend = 1;
  door_tolerance(&d, 1e-9);
}

double error_at_1(const door& d) {
  double ref[4];
  door_reference("manipulator_case2_om1", 1.0, ref, 4);
  return std::fmax(door_distance(d.q, ref, 2), door_distance(d.v, ref + 2, 2));
}

std::string label(const Faulty& f) {
  return std::string(names[f.routine]) + " fault " + std::to_string(static_cast<int>(f.fault)) +
         " calls " + std::to_string(f.first_call) + ".." + std::to_string(f.last_call) +
         " t = " + std::to_string(f.fault_time);
}

// The codes -5k .. -8k.
int code_of(const Faulty& f) {
  switch (f.fault) {
    case Fault::gives_nan:
    case Fault::gives_inf:
      return -(70 + f.routine);
    case Fault::refuse:
      return -(60 + f.routine);
    case Fault::stop:
      return -(50 + f.routine);
    default:
      return -(80 + f.routine);
  }
}

void check_report(const door& d, const Faulty& f) {
  const bool not_finite = f.fault == Fault::gives_nan || f.fault == Fault::gives_inf;
  assert_int_equal(d.iwork[RKSTAB_FAILROUTINE], f.routine);
  assert_int_equal(d.iwork[RKSTAB_FAILCOMP], not_finite ? output_size[f.routine] - 1 : -1);
  const int given = f.fault == Fault::refuse ? 1 : f.fault == Fault::stop ? -3 : 0;
  assert_int_equal(d.iwork[RKSTAB_FAILINT], given);
  assert_close(d.work[RKSTAB_FAILT], f.fault_time, 0.0);
  if (f.fault == Fault::gives_inf) assert_true(d.work[RKSTAB_FAILVALUE] == -inf);
  if (f.fault == Fault::gives_nan) assert_true(std::isnan(d.work[RKSTAB_FAILVALUE]));
  char text[300];
  rkstab_explain(*d.idid, d.work, d.iwork, text, static_cast<int>(sizeof text));
  assert_non_null(std::strstr(text, names[f.routine]));
}

// The last accepted state: on the constraints, where reference and drift can tell.
void check_state(const door& d, const Faulty& f) {
  double g = 1, gq[2], gt = 1;
  manipulator arm = f.arm;
  manipulator_problem.gcn(1, 2, *d.x, d.q, &g, &arm);
  manipulator_problem.gcnq(1, 2, *d.x, d.q, gq, &arm);
  manipulator_problem.gcnt(1, 2, *d.x, d.q, &gt, &arm);
  assert_close(g, 0.0, 1e-12);
  assert_close(gq[0] * d.v[0] + gq[1] * d.v[1] + gt, 0.0, 1e-11);
}

// Faults at the start point cannot be cured by smaller steps; gin alone is called there again, by
// the first step.
bool at_start(const Faulty& f) {
  return f.fault_time == 0.0 && (f.routine != GIN || f.first_call == 0);
}

void run_once(int routine, Fault fault, int first, int last, double tolerated) {
  Faulty f;
  f.routine = routine, f.fault = fault, f.first_call = first, f.last_call = last;
  door d;
  open(d, f);
  door_solve(&d);
  assert_true(f.faults > 0);
  if (at_start(f)) {
    door_expect(&d, code_of(f), label(f).c_str());
    check_report(d, f);
    assert_close(*d.x, 0.0, 0.0);
  } else {
    door_expect(&d, MBDAE_DONE, label(f).c_str());
    assert_at_most(error_at_1(d), tolerated);
    assert_int_equal(d.iwork[RKSTAB_NSTEP], d.iwork[RKSTAB_NACCP] + d.iwork[RKSTAB_NREJCT]);
  }
  door_close(&d);
}

void one_fault_is_survived(void**) {
  Faulty healthy;
  door d;
  open(d, healthy);
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "no fault");
  const double tolerated = 1e-7;  // 100 tolerances
  assert_at_most(error_at_1(d), tolerated);
  door_close(&d);
  for (int routine = AMAT; routine <= GIN; ++routine) {
    const int calls = healthy.calls[routine], middle = calls / 2;
    for (const Fault fault : {Fault::gives_nan, Fault::gives_inf, Fault::refuse}) {
      for (int call = 0; call < 6; ++call) run_once(routine, fault, call, call, tolerated);
      for (int k = 0; k < 14; ++k) run_once(routine, fault, middle + k, middle + k, tolerated);
      run_once(routine, fault, calls - 1, calls - 1, tolerated);
      run_once(routine, fault, middle, middle + 3, tolerated);  // several tries in a row
    }
  }
}

void lasting_faults_end_the_run(void**) {
  for (int routine = AMAT; routine <= GIN; ++routine) {
    for (const Fault fault : {Fault::gives_nan, Fault::gives_inf, Fault::refuse}) {
      for (const double from : {0.5, 0.0}) {
        Faulty f;
        f.routine = routine, f.fault = fault, f.from = from;
        door d;
        open(d, f);
        door_solve(&d);
        door_expect(&d, code_of(f), label(f).c_str());
        check_report(d, f);
        check_state(d, f);
        // 0.5 is approached until the steps are no longer numbers
        assert_true(*d.x <= from);
        assert_close(*d.x, from, 1e-12);
        door_close(&d);
      }
    }
  }
}

void stops_and_exceptions_end_at_once(void**) {
  for (int routine = AMAT; routine <= SOLOUT; ++routine) {
    for (const Fault fault : {Fault::stop, Fault::throw_exception, Fault::throw_number}) {
      if (routine == SOLOUT && fault == Fault::stop) continue;  // an interruption, not a failure
      for (const double from : {0.5, 0.0}) {
        Faulty f;
        f.routine = routine, f.fault = fault, f.from = from;
        door d;
        open(d, f);
        door_solve(&d);
        door_expect(&d, code_of(f), label(f).c_str());
        assert_int_equal(f.faults, 1);
        check_report(d, f);
        check_state(d, f);
        assert_true(*d.x <= from || routine == SOLOUT);
        door_close(&d);
      }
    }
  }
}

void constant_steps_are_not_retried(void**) {
  for (int routine = AMAT; routine <= GIN; ++routine) {
    for (const Fault fault : {Fault::gives_nan, Fault::refuse, Fault::stop, Fault::throw_number}) {
      Faulty f;
      f.routine = routine, f.fault = fault, f.first_call = f.last_call = 40;
      door d;
      open(d, f);
      d.iopt[RKSTAB_FIXED] = 1;
      d.own.h = 0.01;
      door_solve(&d);
      door_expect(&d, code_of(f), label(f).c_str());
      assert_int_equal(f.faults, 1);
      check_report(d, f);
      assert_true(*d.x <= f.fault_time && *d.x >= f.fault_time - 0.0101);
      door_close(&d);
    }
  }
}

// A fault that was survived is not the cause of what comes later.
void step_limit(void**) {
  for (const int faulty : {0, 1}) {
    Faulty f;
    f.routine = faulty ? FCN : 0, f.fault = Fault::gives_nan, f.first_call = f.last_call = 12;
    door d;
    open(d, f);
    d.iopt[RKSTAB_NMAX] = 7;
    door_solve(&d);
    door_expect(&d, MBDAE_NMAX, "NMAX = 7");
    assert_int_equal(d.iwork[RKSTAB_NSTEP], 7);
    assert_int_equal(d.iwork[RKSTAB_FAILROUTINE], 0);
    assert_close(d.work[RKSTAB_FAILT], *d.x, 0.0);
    check_state(d, f);
    door_close(&d);
  }
}

// v' = v^2, v(0) = 1: v = 1/(1-t) has no continuation beyond t = 1.
int square(int, double, const double*, const double* v, double* f, void*) {
  f[0] = v[0] * v[0];
  return 0;
}
int unit_mass(int n, int ldam, double, const double*, double* am, void*) {
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1;
  return 0;
}
void unit_start(double* q, double* v, void*) {
  q[0] = 0, v[0] = 1;
}

const mbdae_problem blow_up = {"blow up",  0,       1,       0,       unit_mass, square,
                               nullptr,    nullptr, nullptr, nullptr, 0.0,       2.0,
                               unit_start, nullptr, 0,       nullptr, nullptr};

void steps_shrink_to_rounding(void**) {
  for (const int method : {0, 1}) {
    door d;
    door_open(&d, &blow_up, nullptr);
    d.iopt[RKSTAB_METHOD] = method;
    door_solve(&d);
    door_expect(&d, MBDAE_SMALL_STEP, "finite escape time");
    assert_close(*d.x, 1.0, 1e-6);
    assert_true(std::isfinite(d.q[0]) && std::isfinite(d.v[0]));
    door_close(&d);
  }
}

// Constant steps have no error test that NaN could fail: overflow must end the run all the same.
int huge(int, double, const double*, const double*, double* f, void*) {
  f[0] = 1e308;
  return 0;
}

void overflow_is_not_accepted(void**) {
  for (const int method : {10, 11, 0, 1}) {
    door d;
    door_open(&d, &blow_up, nullptr);
    d.fcn = huge;
    d.xend = 10;
    d.iopt[RKSTAB_METHOD] = method;
    d.iopt[RKSTAB_FIXED] = 1;
    d.own.h = 1;
    const int idid = door_solve(&d);
    if (!std::isfinite(d.q[0]) || !std::isfinite(d.v[0]) || idid > 0) {
      fail_msg("method %d: IDID %d, x = %g, q = %g, v = %g", method, idid, *d.x, d.q[0], d.v[0]);
    }
    door_close(&d);
  }
}

// rtol alone is allowed; components that are zero have no scale then.
int checks_arguments(int, double t, const double* q, const double* v, double* f, void* u) {
  int* bad = static_cast<int*>(u);
  for (int i = 0; i < 2; ++i) *bad += !std::isfinite(q[i]) || !std::isfinite(v[i]);
  *bad += !std::isfinite(t);
  f[1] = -pendulum_gravity;
  return 0;
}

void relative_tolerance_alone(void**) {
  for (const int method : {0, 1}) {
    int bad = 0;
    door d;
    door_open(&d, &pendulum_problem, &bad);
    d.fcn = checks_arguments;
    d.own.atol = 0;
    d.own.rtol = 1e-9;
    d.xend = 0.5 * pendulum_period();
    d.iopt[RKSTAB_METHOD] = method;
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "atol = 0 with zero components");
    assert_int_equal(bad, 0);
    assert_close(d.q[0], -1.0, 1e-7);
    door_close(&d);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(one_fault_is_survived),
                              cmocka_unit_test(lasting_faults_end_the_run),
                              cmocka_unit_test(stops_and_exceptions_end_at_once),
                              cmocka_unit_test(constant_steps_are_not_retried),
                              cmocka_unit_test(step_limit),
                              cmocka_unit_test(steps_shrink_to_rounding),
                              cmocka_unit_test(overflow_is_not_accepted),
                              cmocka_unit_test(relative_tolerance_alone)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
