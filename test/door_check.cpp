/* mbdae_check_model: correct models pass, every seeded mistake is found, and only it. */
#include <mbdae/mbdae.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "chain.h"
#include "check_door.hpp"
#include "door.h"
#include "driven_pendulum.h"
#include "manipulator.h"
#include "rolling_disc.h"
#include "singular_crank.h"

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

enum { AMAT = 1, FCN, GCN, GCNQ, GCNT, GCNQQ };

// A ring of radius rho(t) = 1 + sin(t)/10 and a slanted slot: n = 3, m = 2, everything depends on
// everything, time included. user: a Flaw.
//   g0 = x^2 + y^2 - rho^2,   g1 = y cos a + (x - t) a
enum class Kind {
  none,
  entry_sign,     // row, column of G
  entry_small,    // ... off by 1e-4 of the largest entry of its row
  transposed,     // G stored by rows
  missing_two,    // a mixed term of L without its factor 2
  small_L,        // L off by 1e-4
  small_gt,       // gt off by 1e-4
  unsymmetric,    // M
  indefinite,     // M
  ignores_ldam,   //
  writes_after,   // the routine's output
  writes_before,  //
  adds_after,     //
  changes_q,
  changes_v,
  counts,  // calls, and adds a bit of that
  keeps,   // gcnq takes x from the last call of gcn
  gives_nan,
  gives_inf,
  refuses,
  stops,
  throws,
  refuses_nearby,  // wherever a coordinate or t differs by more than 1e-5
};

struct Flaw {
  Kind kind = Kind::none;
  int routine = 0, row = 0, column = 0;
  int calls = 0;
  double kept = 0;
  double t = 0, q[3] = {};  // the point, for refuses_nearby
};

bool elsewhere(const Flaw& flaw, double t, const double* q) {
  double distance = std::abs(t - flaw.t);
  for (int j = 0; j < 3; ++j) distance = std::max(distance, std::abs(q[j] - flaw.q[j]));
  return distance > 1e-5;
}

// What any routine may do wrong; length is that of its output.
int misbehave(void* user, int routine, double t, const double* q, const double* v, double* out,
              int length) {
  auto& flaw = *static_cast<Flaw*>(user);
  if (flaw.routine != routine) return 0;
  switch (flaw.kind) {
    case Kind::writes_after:
      out[length] = 0;
      return 0;
    case Kind::adds_after:
      out[length + 2] += 1e-3;
      return 0;
    case Kind::writes_before:
      out[-1] = 5;
      return 0;
    case Kind::changes_q:
      const_cast<double*>(q)[2] += 1;
      return 0;
    case Kind::changes_v:
      if (v != nullptr) const_cast<double*>(v)[1] = 0;
      return 0;
    case Kind::counts:
      out[length - 1] += 1e-9 * ++flaw.calls;
      return 0;
    case Kind::gives_nan:
      out[length - 1] = nan;
      return 0;
    case Kind::gives_inf:
      out[0] = -inf;
      return 0;
    case Kind::refuses:
      return 2;
    case Kind::stops:
      return -2;
    case Kind::throws:
      throw std::runtime_error("thrown by a model routine");
    case Kind::refuses_nearby:
      return elsewhere(flaw, t, q) ? 1 : 0;
    default:
      return 0;
  }
}

double rho(double t) {
  return 1 + 0.1 * std::sin(t);
}

int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  const auto& flaw = *static_cast<Flaw*>(user);
  const int ld = flaw.kind == Kind::ignores_ldam ? n : ldam;
  const double inertia = 0.5 + 0.5 * std::cos(q[2]) * std::cos(q[2]);
  am[0] = 2;
  am[1 + ld] = 1;
  am[2 + 2 * ld] = inertia;
  am[1] = am[ld] = 0.3;
  am[2 + ld] = am[1 + 2 * ld] = flaw.kind == Kind::indefinite ? -1.5 : 0.1;
  if (flaw.kind == Kind::unsymmetric) am[1 + 2 * ld] = 0.1001;
  return misbehave(user, AMAT, t, q, nullptr, am, ld * n);
}

int force(int n, double t, const double* q, const double* v, double* f, void* user) {
  f[0] = -v[0];
  f[1] = -9.81 + t;
  f[2] = q[2] * v[1];
  return misbehave(user, FCN, t, q, v, f, n);
}

int slot(int m, int, double t, const double* q, double* g, void* user) {
  static_cast<Flaw*>(user)->kept = q[0];
  g[0] = q[0] * q[0] + q[1] * q[1] - rho(t) * rho(t);
  g[1] = q[1] * std::cos(q[2]) + (q[0] - t) * q[2];
  return misbehave(user, GCN, t, q, nullptr, g, m);
}

int slot_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const auto& flaw = *static_cast<Flaw*>(user);
  const double x = flaw.kind == Kind::keeps ? flaw.kept : q[0];
  const double G[2][3] = {{2 * x, 2 * q[1], 0},
                          {q[2], std::cos(q[2]), x - t - q[1] * std::sin(q[2])}};
  for (int i = 0; i < m; ++i) {
    double largest = 0;
    for (int j = 0; j < n; ++j) largest = std::max(largest, std::abs(G[i][j]));
    for (int j = 0; j < n; ++j) {
      const bool here = i == flaw.row && j == flaw.column;
      double value = G[i][j];
      if (flaw.kind == Kind::entry_sign && here) value = -value;
      if (flaw.kind == Kind::entry_small && here) value += 1e-4 * largest;
      gq[flaw.kind == Kind::transposed ? j + i * n : i + j * m] = value;
    }
  }
  return misbehave(user, GCNQ, t, q, nullptr, gq, m * n);
}

int slot_t(int m, int, double t, const double* q, double* gt, void* user) {
  const auto& flaw = *static_cast<Flaw*>(user);
  gt[0] = -0.2 * rho(t) * std::cos(t);
  gt[1] = -q[2];
  if (flaw.kind == Kind::small_gt) gt[flaw.row] *= 1 + 1e-4;
  return misbehave(user, GCNT, t, q, nullptr, gt, m);
}

int slot_qq(int m, int, double t, const double* q, const double* v, double* l, void* user) {
  const auto& flaw = *static_cast<Flaw*>(user);
  const double rate = 0.1 * std::cos(t);
  const double two = flaw.kind == Kind::missing_two ? 1 : 2;
  l[0] = 2 * (v[0] * v[0] + v[1] * v[1] - rate * rate + 0.1 * rho(t) * std::sin(t));
  l[1] = -two * std::sin(q[2]) * v[1] * v[2] - q[1] * std::cos(q[2]) * v[2] * v[2] +
         2 * v[0] * v[2] - 2 * v[2];
  if (flaw.kind == Kind::small_L) l[flaw.row] *= 1 + 1e-4;
  return misbehave(user, GCNQQ, t, q, v, l, m);
}

// A consistent point: x, y by Newton's method for a given, x', y' for a' given.
void find_point(CheckDoor& d, Flaw& flaw) {
  double G[6], g[2], gt[2];
  d.t = 0.5;
  d.q = {0.9, -0.5, 0.7};
  d.v = {0, 0, 0.9};
  const auto solve = [&G](double r0, double r1, double* x) {
    const double det = G[0] * G[3] - G[2] * G[1];
    x[0] = (r0 * G[3] - G[2] * r1) / det;
    x[1] = (G[0] * r1 - G[1] * r0) / det;
  };
  for (int k = 0; k < 20; ++k) {
    double step[2];
    slot(2, 3, d.t, d.q.data(), g, &flaw);
    slot_q(2, 3, d.t, d.q.data(), G, &flaw);
    solve(g[0], g[1], step);
    d.q[0] -= step[0];
    d.q[1] -= step[1];
  }
  slot_q(2, 3, d.t, d.q.data(), G, &flaw);
  slot_t(2, 3, d.t, d.q.data(), gt, &flaw);
  solve(-gt[0] - G[4] * d.v[2], -gt[1] - G[5] * d.v[2], d.v.data());
}

CheckDoor slot_model(Flaw& flaw) {
  const Flaw wanted = flaw;
  CheckDoor d;
  d.n = 3, d.m = 2;
  d.amat = mass, d.fcn = force, d.gcn = slot, d.gcnq = slot_q, d.gcnt = slot_t, d.gcnqq = slot_qq;
  d.user = &flaw;
  flaw = {};
  find_point(d, flaw);
  flaw = wanted;
  flaw.t = d.t;
  std::copy(d.q.begin(), d.q.end(), flaw.q);
  return d;
}

void a_correct_model(void**) {
  Flaw flaw;
  CheckDoor d = slot_model(flaw);
  d.expect("slot", -1);
  for (int k = 0; k < MBDAE_CHECKS; ++k) {
    assert_int_equal(d.verdict(k), MBDAE_PASSED);
    assert_non_null(std::strstr(d.line(k).c_str(), "passed"));
  }
  assert_at_most(d.error(MBDAE_CHECK_G), 1e-8);
  assert_at_most(d.error(MBDAE_CHECK_GT), 1e-8);
  assert_at_most(d.error(MBDAE_CHECK_L), 1e-8);
}

void every_entry_of_G(void**) {
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 3; ++column) {
      Flaw flaw{.kind = Kind::entry_small, .row = row, .column = column};
      slot_model(flaw).expect_at("1e-4", MBDAE_CHECK_G, row, column);
      if (row == 0 && column == 2) continue;  // is zero
      flaw.kind = Kind::entry_sign;
      CheckDoor d = slot_model(flaw);
      d.expect_at("sign", MBDAE_CHECK_G, row, column);
      assert_close(d.given(MBDAE_CHECK_G), -d.expected(MBDAE_CHECK_G), 1e-8);
    }
  }
  Flaw flaw{.kind = Kind::transposed};
  slot_model(flaw).expect("transposed", MBDAE_CHECK_G);
}

void gcnt_and_gcnqq(void**) {
  for (int row = 0; row < 2; ++row) {
    Flaw flaw{.kind = Kind::small_L, .row = row};
    slot_model(flaw).expect_at("L off by 1e-4", MBDAE_CHECK_L, row, -1);
    flaw.kind = Kind::small_gt;
    slot_model(flaw).expect_at("gt off by 1e-4", MBDAE_CHECK_GT, row, -1);
  }
  Flaw flaw{.kind = Kind::missing_two};
  slot_model(flaw).expect_at("factor 2", MBDAE_CHECK_L, 1, -1);
  CheckDoor resting = slot_model(flaw);
  resting.v = {0, 0, 0};
  resting.run();
  assert_int_equal(resting.verdict(MBDAE_CHECK_L), MBDAE_FAILED);
  flaw.kind = Kind::none;
  CheckDoor without = slot_model(flaw);
  without.gcnt = nullptr;
  without.expect("gcnt NULL", MBDAE_CHECK_GT);
  assert_int_equal(without.verdict(MBDAE_CHECK_VELOCITY), MBDAE_NOT_MADE);
  assert_close(without.given(MBDAE_CHECK_GT), 0.0, 0.0);
}

void the_mass_matrix(void**) {
  Flaw flaw{.kind = Kind::unsymmetric};
  slot_model(flaw).expect_at("unsymmetric", MBDAE_CHECK_M_SYMMETRIC, 2, 1);
  flaw.kind = Kind::indefinite;
  slot_model(flaw).expect("indefinite", MBDAE_CHECK_M_DEFINITE);
  flaw.kind = Kind::ignores_ldam;
  slot_model(flaw).expect("ldam", MBDAE_CHECK_LDAM);
}

// x y z, z without mass; user: which is held, "zx" z + x = 0 (the motion x, -z has the mass of x), "z"
// z = 0, "s" z in units of 1e-9, or nothing of z.
int light(int, int ldam, double, const double*, double* am, void*) {
  am[0] = 1e6;
  am[1 + ldam] = 1e-3;
  return 0;
}
int nothing(int, double, const double*, const double*, double*, void*) {
  return 0;
}
double unit_of_z(const char* what) {
  return std::strchr(what, 's') != nullptr ? 1e-9 : 1.0;
}
int held(int, int, double, const double* q, double* g, void* user) {
  const char* what = static_cast<const char*>(user);
  g[0] = 1e5 * (q[1] - 1);
  if (std::strchr(what, 'z') != nullptr) g[0] = unit_of_z(what) * q[2];
  if (std::strchr(what, 'x') != nullptr) g[0] += q[0];
  return 0;
}
int held_q(int, int, double, const double*, double* gq, void* user) {
  const char* what = static_cast<const char*>(user);
  const bool z = std::strchr(what, 'z') != nullptr, x = std::strchr(what, 'x') != nullptr;
  gq[1] = z ? 0 : 1e5;
  gq[2] = z ? unit_of_z(what) : 0;
  gq[0] = x ? 1 : 0;
  return 0;
}

void massless_coordinates(void**) {
  CheckDoor d;
  d.n = 3, d.m = 1;
  d.amat = light, d.fcn = nothing, d.gcn = held, d.gcnq = held_q;
  d.q = {0, 1, 0};
  d.v = {0, 0, 0};
  char z[] = "z", zx[] = "zx", zxs[] = "zxs", other[] = "";
  d.user = z;
  d.expect("held", -1, MBDAE_CHECK_M_DEFINITE);
  assert_int_equal(d.row(MBDAE_CHECK_M_DEFINITE), 2);
  d.user = zx;
  d.expect("held by another", -1, MBDAE_CHECK_M_DEFINITE);
  d.user = zxs;  // z in other units
  d.expect("held, in other units", -1, MBDAE_CHECK_M_DEFINITE);
  d.user = other;
  d.expect_at("free", MBDAE_CHECK_M_DEFINITE, 2, 2);
  d.m = 0, d.gcn = nullptr, d.gcnq = nullptr;
  d.expect_at("free, no constraints", MBDAE_CHECK_M_DEFINITE, 2, 2);
  for (const int k : {MBDAE_CHECK_G, MBDAE_CHECK_GT, MBDAE_CHECK_L, MBDAE_CHECK_RANK,
                      MBDAE_CHECK_POSITION, MBDAE_CHECK_VELOCITY}) {
    assert_int_equal(d.verdict(k), MBDAE_NOT_MADE);
    assert_non_null(std::strstr(d.line(k).c_str(), "not made"));
  }
}

void writing_where_one_must_not(void**) {
  constexpr int length[] = {0, 9, 3, 2, 6, 2, 2};
  for (int routine = AMAT; routine <= GCNQQ; ++routine) {
    Flaw flaw{.kind = Kind::writes_after, .routine = routine};
    slot_model(flaw).expect_at("one past the end", MBDAE_CHECK_OUTSIDE, routine, length[routine]);
    flaw.kind = Kind::adds_after;
    slot_model(flaw).expect_at("adds beyond", MBDAE_CHECK_OUTSIDE, routine, length[routine] + 2);
    flaw.kind = Kind::writes_before;
    slot_model(flaw).expect_at("before", MBDAE_CHECK_OUTSIDE, routine, -1);
    flaw.kind = Kind::changes_q;
    slot_model(flaw).expect_at("q", MBDAE_CHECK_INPUTS, routine, 2);
    if (routine != FCN && routine != GCNQQ) continue;
    flaw.kind = Kind::changes_v;
    slot_model(flaw).expect_at("v", MBDAE_CHECK_INPUTS, routine, 4);
  }
}

void hidden_state(void**) {
  constexpr int length[] = {0, 9, 3, 2, 6, 2, 2};
  for (int routine = AMAT; routine <= GCNQQ; ++routine) {
    Flaw flaw{.kind = Kind::counts, .routine = routine};
    CheckDoor d = slot_model(flaw);
    d.run();
    assert_int_equal(d.verdict(MBDAE_CHECK_REPEAT), MBDAE_FAILED);
    assert_int_equal(d.row(MBDAE_CHECK_REPEAT), routine);
    assert_int_equal(d.column(MBDAE_CHECK_REPEAT), length[routine] - 1);
  }
  Flaw flaw{.kind = Kind::counts, .routine = FCN};
  slot_model(flaw).expect_at("counts", MBDAE_CHECK_REPEAT, FCN, 2);
  flaw.kind = Kind::keeps;
  CheckDoor d = slot_model(flaw);
  d.run();
  assert_int_equal(d.verdict(MBDAE_CHECK_REPEAT), MBDAE_FAILED);
  assert_int_equal(d.row(MBDAE_CHECK_REPEAT), GCNQ);
}

void routines_that_fail(void**) {
  for (int routine = AMAT; routine <= GCNQQ; ++routine) {
    const auto code = [routine](Kind kind) {
      Flaw flaw{.kind = kind, .routine = routine};
      return slot_model(flaw).run();
    };
    assert_int_equal(code(Kind::stops), -50 - routine);
    assert_int_equal(code(Kind::refuses), -60 - routine);
    assert_int_equal(code(Kind::gives_nan), -70 - routine);
    assert_int_equal(code(Kind::gives_inf), -70 - routine);
    assert_int_equal(code(Kind::throws), -80 - routine);
    Flaw flaw{.kind = Kind::refuses_nearby, .routine = routine};
    CheckDoor d = slot_model(flaw);
    d.expect("refuses farther away", -1);
    if (routine == GCN) assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_PASSED);
  }
  // what was made before is kept, the rest is marked
  Flaw flaw{.kind = Kind::gives_nan, .routine = GCNQ};
  CheckDoor d = slot_model(flaw);
  d.run();
  assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_NOT_MADE);
  assert_int_equal(d.verdict(MBDAE_CHECK_M_DEFINITE), MBDAE_NOT_MADE);
}

// CALLS says which entry of which routine, or what it returned.
void names_the_call(void**) {
  static const char* const last[] = {"",          "amat(2,2)", "fcn(2)",  "gcn(1)",
                                     "gcnq(1,2)", "gcnt(1)",   "gcnqq(1)"};
  static const char* const first[] = {"",          "amat(0,0)", "fcn(0)",  "gcn(0)",
                                      "gcnq(0,0)", "gcnt(0)",   "gcnqq(0)"};
  static const char* const names[] = {"", "amat", "fcn", "gcn", "gcnq", "gcnt", "gcnqq"};
  for (int routine = AMAT; routine <= GCNQQ; ++routine) {
    const auto expect = [routine](Kind kind, const char* const* who, const char* words) {
      Flaw flaw{.kind = kind, .routine = routine};
      CheckDoor d = slot_model(flaw);
      assert_true(d.run() < 0);
      assert_int_equal(d.verdict(MBDAE_CHECK_CALLS), MBDAE_FAILED);
      const std::string line = d.line(MBDAE_CHECK_CALLS);
      const std::string wanted = std::string("numbers: FAILED: ") + who[routine] + words + "; ";
      if (line.find(wanted) == std::string::npos) fail_msg("%s", line.c_str());
    };
    expect(Kind::gives_nan, last, " is NaN");
    expect(Kind::gives_inf, first, " is -Inf");
    expect(Kind::refuses, names, " returned 2");
    expect(Kind::stops, names, " returned -2");
    expect(Kind::throws, names, " left by a C++ exception");
  }
  // one row; and M where its leading dimension is larger
  CheckDoor d(pendulum_problem, nullptr);
  d.gcnq = [](int m, int, double, const double* q, double* gq, void*) {
    gq[0] = q[0];
    gq[m] = -inf;
    return 0;
  };
  assert_int_equal(d.run(), MBDAE_GCNQ_NOT_FINITE);
  assert_non_null(std::strstr(d.line(MBDAE_CHECK_CALLS).c_str(), ": gcnq(0,1) is -Inf; "));
  for (const bool padded : {false, true}) {
    static bool only_padded;
    only_padded = padded;
    CheckDoor e(pendulum_problem, nullptr);
    e.amat = [](int n, int ldam, double, const double*, double* am, void*) {
      am[0] = am[1 + ldam] = 1;
      if (!only_padded || ldam > n) am[1 + ldam] = nan;
      return 0;
    };
    assert_int_equal(e.run(), MBDAE_AMAT_NOT_FINITE);
    assert_non_null(std::strstr(e.line(MBDAE_CHECK_CALLS).c_str(), ": amat(1,1) is NaN; "));
  }
  Flaw none;
  CheckDoor right = slot_model(none);
  assert_int_equal(right.run(), 0);
  assert_int_equal(right.verdict(MBDAE_CHECK_CALLS), MBDAE_PASSED);
}

// Two mistakes at once are both found.
void two_mistakes(void**) {
  Flaw flaw{.kind = Kind::entry_sign, .row = 1, .column = 2};
  CheckDoor d = slot_model(flaw);
  d.gcnt = nullptr;
  assert_int_equal(d.run(), 2);
  assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_FAILED);
  assert_int_equal(d.verdict(MBDAE_CHECK_GT), MBDAE_FAILED);
  assert_int_equal(d.verdict(MBDAE_CHECK_L), MBDAE_PASSED);
}

void notices(void**) {
  Flaw flaw;
  CheckDoor d = slot_model(flaw);
  d.v[1] += 1e-3;
  d.expect("velocity", -1, MBDAE_CHECK_VELOCITY);
  d = slot_model(flaw);
  d.q[0] += 1e-3;
  d.run();
  assert_int_equal(d.verdict(MBDAE_CHECK_POSITION), MBDAE_NOTICE);
  assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_PASSED);
  assert_non_null(std::strstr(d.line(MBDAE_CHECK_POSITION).c_str(), "notice"));

  CheckDoor crank(singular_crank_problem, nullptr);
  crank.q = {0, 3.14159265358979323846};
  crank.expect("dead point", -1, MBDAE_CHECK_RANK);
  assert_int_equal(crank.row(MBDAE_CHECK_RANK), 0);
}

// Redundant rows: the pendulum's rod twice, m = n.
int rod_twice(int m, int n, double t, const double* q, double* g, void* u) {
  pendulum_rod(m, n, t, q, g, u);
  g[1] = 3 * g[0];
  return 0;
}
int rod_twice_q(int m, int, double, const double* q, double* gq, void*) {
  for (int j = 0; j < 2; ++j) {
    gq[m * j] = q[j];
    gq[m * j + 1] = 3 * q[j];
  }
  return 0;
}

void redundant_rows(void**) {
  CheckDoor d(pendulum_problem, nullptr);
  d.m = 2, d.gcn = rod_twice, d.gcnq = rod_twice_q, d.gcnqq = nullptr;
  d.expect("redundant", -1, MBDAE_CHECK_RANK);
  assert_int_equal(d.verdict(MBDAE_CHECK_L), MBDAE_NOT_MADE);
}

// The problems of problems/, where they start and some way on.
void check_problem(const mbdae_problem& problem, void* user, double later) {
  CheckDoor d(problem, user);
  d.expect(std::string(problem.name) + " at the start", -1);
  door run;
  door_open(&run, &problem, user);
  run.xend = later;
  run.iopt[RKSTAB_RANK] = 1;
  door_solve(&run);
  door_expect(&run, MBDAE_DONE, problem.name);
  d.t = run.own.x;
  std::copy_n(run.q, d.n, d.q.begin());
  std::copy_n(run.v, d.n, d.v.begin());
  door_close(&run);
  d.expect(std::string(problem.name) + " on its way", -1);
  const double L = d.expected(MBDAE_CHECK_L);
  assert_close(d.given(MBDAE_CHECK_L), L, 1e-8 * (1 + std::abs(L)));
}

void the_problems(void**) {
  manipulator one = {1.0, 0, 0.0}, two = {36.0, 1, 5.0};
  check_problem(manipulator_problem, &one, 3.3);
  check_problem(manipulator_problem, &two, 0.7);
  check_problem(rolling_disc_problem, nullptr, 1.2);
  check_problem(rolling_disc_problem, nullptr, 1.6);
  check_problem(driven_pendulum_problem, nullptr, 2.0);
  check_problem(singular_crank_problem, nullptr, 1.0);
  chain few = {3}, many = {30};
  check_problem(chain_problem(&few), &few, 0.4);
  check_problem(chain_problem(&many), &many, 0.2);
}

// Angles after many turns, late times, fast time dependence: correct models still pass, and small
// mistakes are still found.
double wrong_by;
int slightly_wrong(int m, int n, double t, const double* q, double* gq, void* user) {
  const int returned = manipulator_problem.gcnq(m, n, t, q, gq, user);
  const double largest = std::max(std::abs(gq[0]), std::abs(gq[1]));
  gq[1] += wrong_by * largest;
  return returned;
}

void large_angles_and_late_times(void**) {
  for (const double omega : {0.5, 5.0, 100.0}) {
    for (const double t : {0.0, 1.0, 33.3, 1000.0}) {
      for (const int turns : {0, 1, -95, 1000}) {
        manipulator arm = {1e6, 1, omega};
        CheckDoor d(manipulator_problem, &arm);
        d.t = t;
        d.q[0] += 6.283185307179586 * turns;
        d.v = {300, -700};
        const auto failed = d.run();
        if (failed != 0) {
          fail_msg("omega %g, t = %g, %d turns:\n%s", omega, t, turns, d.complaints().c_str());
        }
        assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_PASSED);
        assert_int_equal(d.verdict(MBDAE_CHECK_GT), MBDAE_PASSED);
        assert_int_equal(d.verdict(MBDAE_CHECK_L), MBDAE_PASSED);
        wrong_by = 1e-4;
        d.gcnq = slightly_wrong;
        d.run();
        assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_FAILED);
        assert_int_equal(d.column(MBDAE_CHECK_G), 1);
      }
    }
  }
}

// A pendulum of any length whose constraint is multiplied by any factor. user: {length, factor,
// error of gq[1], error of l[0]}, the errors relative to the largest entry.
int any_rod(int, int, double, const double* q, double* g, void* user) {
  const double* p = static_cast<const double*>(user);
  g[0] = p[1] * (q[0] * q[0] + q[1] * q[1] - p[0] * p[0]);
  return 0;
}
int any_rod_q(int, int, double, const double* q, double* gq, void* user) {
  const double* p = static_cast<const double*>(user);
  gq[0] = 2 * p[1] * q[0];
  gq[1] = 2 * p[1] * q[1];
  gq[1] += p[2] * std::max(std::abs(gq[0]), std::abs(gq[1]));
  return 0;
}
int any_rod_qq(int, int, double, const double*, const double* v, double* l, void* user) {
  const double* p = static_cast<const double*>(user);
  l[0] = 2 * p[1] * (v[0] * v[0] + v[1] * v[1]) * (1 + p[3]);
  return 0;
}

void lengths_from_microns_to_kilometres(void**) {
  for (const double length : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    for (const double factor : {1e-6, 1.0, 1e9}) {
      for (const double angle : {0.0, 0.3, 2.0}) {
        double p[] = {length, factor, 0, 0};
        CheckDoor d(pendulum_problem, p);
        d.gcn = any_rod, d.gcnq = any_rod_q, d.gcnqq = any_rod_qq;
        d.q = {length * std::cos(angle), length * std::sin(angle)};
        d.v = {-d.q[1] * 3, d.q[0] * 3};
        const std::string what = "length " + std::to_string(length) + " factor " +
                                 std::to_string(factor) + " angle " + std::to_string(angle);
        d.run();
        for (const int k : {MBDAE_CHECK_G, MBDAE_CHECK_GT, MBDAE_CHECK_L}) {
          if (d.verdict(k) != MBDAE_PASSED) fail_msg("%s: %s", what.c_str(), d.line(k).c_str());
        }
        if (length >= 1e-3) assert_int_equal(d.verdict(MBDAE_CHECK_POSITION), MBDAE_PASSED);
        p[2] = 1e-4;
        d.expect_at(what, MBDAE_CHECK_G, 0, 1);
        p[2] = 0, p[3] = -1e-4;
        d.expect_at(what, MBDAE_CHECK_L, 0, -1);
      }
    }
  }
}

// sin(k q0) / k + q1 t with k up to 1e4: curvature far within the first increments.
int wave(int, int, double t, const double* q, double* g, void* user) {
  const double k = *static_cast<const double*>(user);
  g[0] = std::sin(k * q[0]) / k + q[1] * t;
  return 0;
}
int wave_q(int, int, double t, const double* q, double* gq, void* user) {
  const double k = *static_cast<const double*>(user);
  gq[0] = std::cos(k * q[0]);
  gq[1] = t;
  return 0;
}
int wave_t(int, int, double, const double* q, double* gt, void*) {
  gt[0] = q[1];
  return 0;
}
int wave_qq(int, int, double, const double* q, const double* v, double* l, void* user) {
  const double k = *static_cast<const double*>(user);
  l[0] = -k * std::sin(k * q[0]) * v[0] * v[0] + 2 * v[1];
  return 0;
}
int wave_q_wrong(int m, int n, double t, const double* q, double* gq, void* user) {
  wave_q(m, n, t, q, gq, user);
  gq[0] += 1e-4 * std::max(std::abs(gq[0]), std::abs(gq[1]));
  return 0;
}

void fast_curvature(void**) {
  for (double k = 1; k < 2e4; k *= 3) {
    for (double q = -3; q < 3; q += 0.37) {
      CheckDoor d(pendulum_problem, &k);
      d.gcn = wave, d.gcnq = wave_q, d.gcnt = wave_t, d.gcnqq = wave_qq;
      d.t = 2;
      d.q = {q, 0.5};
      d.v = {1.3, -0.4};
      if (d.run() != 0) fail_msg("k = %g, q = %g:\n%s", k, q, d.complaints().c_str());
      assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_PASSED);
      assert_int_equal(d.verdict(MBDAE_CHECK_L), MBDAE_PASSED);
      d.gcnq = wave_q_wrong;
      d.run();
      assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_FAILED);
      assert_int_equal(d.column(MBDAE_CHECK_G), 0);
    }
  }
}

// A gcn that is only right to 1e-5 cannot tell whether gcnq is: that is said, not guessed.
int noisy_rod(int m, int n, double t, const double* q, double* g, void* u) {
  pendulum_rod(m, n, t, q, g, u);
  g[0] += 1e-5 * std::sin(1e13 * (q[0] + 2 * q[1]));
  return 0;
}

void noise_is_noticed(void**) {
  CheckDoor d(pendulum_problem, nullptr);
  d.gcn = noisy_rod;
  d.q = {0.6, 0.8};
  assert_int_equal(d.run(), 0);
  assert_int_equal(d.verdict(MBDAE_CHECK_G), MBDAE_NOTICE);
}

// Single precision in gcn is no mistake of gcnq.
int single_rod(int, int, double, const double* q, double* g, void*) {
  const auto x = static_cast<float>(q[0]), y = static_cast<float>(q[1]);
  g[0] = static_cast<double>(0.5F * (x * x + y * y - 1.0F));
  return 0;
}

void single_precision(void**) {
  for (int k = 0; k <= 500; ++k) {
    const double angle = k < 500 ? 0.1 * k : 995.1;  // there x + y is nearly 0
    CheckDoor d(pendulum_problem, nullptr);
    d.gcn = single_rod;
    d.q = {std::cos(angle), std::sin(angle)};
    if (d.run() != 0) fail_msg("k = %d:\n%s", k, d.complaints().c_str());
  }
}

// Random constraints: sums of functions of random linear forms in q and t, the kinds mixed. Small
// mistakes in random places are found, and nothing else is reported.
enum { SINE, EXPONENTIAL, CUBE, INVERSE, ROOT, LOGARITHM, ARCTANGENT, BOWL, FUNCTIONS };

// f, f', f'' at x; beyond their poles and branches some give NaN, as models do
void function(int kind, double x, double* f) {
  const double r = 1 / (1 + x * x);
  switch (kind) {
    case SINE:
      f[0] = std::sin(x), f[1] = std::cos(x), f[2] = -f[0];
      return;
    case EXPONENTIAL:
      f[0] = f[1] = f[2] = std::exp(x);
      return;
    case CUBE:
      f[0] = x * x * x, f[1] = 3 * x * x, f[2] = 6 * x;
      return;
    case INVERSE:
      f[0] = 1 / x, f[1] = -f[0] * f[0], f[2] = -2 * f[1] * f[0];
      return;
    case ROOT:
      f[0] = std::sqrt(x), f[1] = 0.5 / f[0], f[2] = -0.5 * f[1] / x;
      return;
    case LOGARITHM:
      f[0] = std::log(x), f[1] = 1 / x, f[2] = -f[1] * f[1];
      return;
    case ARCTANGENT:
      f[0] = std::atan2(x, 1.0), f[1] = r, f[2] = -2 * x * r * r;
      return;
    default:  // BOWL
      f[0] = std::sqrt(1 + x * x), f[1] = x / f[0], f[2] = r / f[0];
      return;
  }
}

struct Waves {
  enum { N = 4, M = 3, TERMS = 5 };
  int kind[M][TERMS];
  double size[M][TERMS], phase[M][TERMS], k[M][TERMS][N + 1];
  double off_G, off_gt, off_L;  // relative to the largest entry of the row, to the largest term
  int row, column;
};

double random_number() {  // in [0, 1), the same on every machine
  static std::uint64_t state = 88172645463325252ULL;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<double>(state >> 11) * 0x1p-53;
}

double argument(const Waves& w, int i, int s, double t, const double* q) {
  double sum = w.phase[i][s] + w.k[i][s][Waves::N] * t;
  for (int j = 0; j < Waves::N; ++j) sum += w.k[i][s][j] * q[j];
  return sum;
}
double term(const Waves& w, int i, int s, double t, const double* q, int derivative) {
  double f[3];
  function(w.kind[i][s], argument(w, i, s, t, q), f);
  return w.size[i][s] * f[derivative];
}
int waves_g(int m, int, double t, const double* q, double* g, void* user) {
  const auto& w = *static_cast<const Waves*>(user);
  for (int i = 0; i < m; ++i) {
    for (int s = 0; s < Waves::TERMS; ++s) g[i] += term(w, i, s, t, q, 0);
  }
  return 0;
}
int waves_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const auto& w = *static_cast<const Waves*>(user);
  for (int i = 0; i < m; ++i) {
    double largest = 0;
    for (int j = 0; j < n; ++j) {
      for (int s = 0; s < Waves::TERMS; ++s) {
        gq[i + j * m] += w.k[i][s][j] * term(w, i, s, t, q, 1);
      }
      largest = std::max(largest, std::abs(gq[i + j * m]));
    }
    if (i == w.row) gq[i + w.column * m] += w.off_G * largest;
  }
  return 0;
}
int waves_t(int m, int, double t, const double* q, double* gt, void* user) {
  const auto& w = *static_cast<const Waves*>(user);
  for (int i = 0; i < m; ++i) {
    double largest = 0;
    for (int s = 0; s < Waves::TERMS; ++s) {
      const double part = w.k[i][s][Waves::N] * term(w, i, s, t, q, 1);
      largest = std::max(largest, std::abs(part));
      gt[i] += part;
    }
    if (i == w.row) gt[i] += w.off_gt * largest;
  }
  return 0;
}
int waves_qq(int m, int n, double t, const double* q, const double* v, double* l, void* user) {
  const auto& w = *static_cast<const Waves*>(user);
  for (int i = 0; i < m; ++i) {
    double largest = 0;
    for (int s = 0; s < Waves::TERMS; ++s) {
      double rate = w.k[i][s][Waves::N];
      for (int j = 0; j < n; ++j) rate += w.k[i][s][j] * v[j];
      const double part = rate * rate * term(w, i, s, t, q, 2);
      largest = std::max(largest, std::abs(part));
      l[i] += part;
    }
    if (i == w.row) l[i] += w.off_L * largest;
  }
  return 0;
}
int waves_mass(int n, int ldam, double, const double*, double* am, void*) {
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1;
  return 0;
}

double spread(double decades) {  // between 10^-decades and 10^decades
  return std::pow(10.0, decades * (2 * random_number() - 1));
}

void random_models(void**) {
  constexpr int models = 300;
  int rough = 0;
  for (int trial = 0; trial < models; ++trial) {
    Waves w = {};
    CheckDoor d;
    d.n = Waves::N, d.m = Waves::M, d.user = &w;
    d.amat = waves_mass, d.fcn = nothing;
    d.gcn = waves_g, d.gcnq = waves_q, d.gcnt = waves_t, d.gcnqq = waves_qq;
    d.t = 10 * random_number() * spread(2);
    for (int j = 0; j < Waves::N; ++j) {
      d.q.push_back((2 * random_number() - 1) * spread(2));
      d.v.push_back((2 * random_number() - 1) * spread(2));
    }
    for (int i = 0; i < Waves::M; ++i) {
      const double weight = spread(6);
      for (int s = 0; s < Waves::TERMS; ++s) {
        w.size[i][s] = weight * spread(1);
        w.kind[i][s] = static_cast<int>(static_cast<double>(FUNCTIONS) * random_number());
        for (double& k : w.k[i][s]) k = (2 * random_number() - 1) * spread(1.5);
        w.phase[i][s] = 0.2 + 3 * random_number() - argument(w, i, s, d.t, d.q.data());
      }
    }
    const int failed = d.run();
    if (failed != 0) fail_msg("trial %d: %d\n%s", trial, failed, d.complaints().c_str());
    for (const int k : {MBDAE_CHECK_G, MBDAE_CHECK_GT, MBDAE_CHECK_L}) {
      rough += d.verdict(k) != MBDAE_PASSED;
    }
    w.row = trial % Waves::M;
    w.column = trial % Waves::N;
    const auto found = [&](double& off, double by, int check) {
      const bool was_rough = d.verdict(check) != MBDAE_PASSED;
      off = by;
      CheckDoor wrong = d;
      const int count = wrong.run();
      off = 0;
      if (was_rough) return;
      if (count != 1 || wrong.verdict(check) != MBDAE_FAILED || wrong.row(check) != w.row) {
        fail_msg("trial %d, check %d: %d\n%s", trial, check, count, wrong.complaints().c_str());
      }
    };
    found(w.off_G, 1e-4, MBDAE_CHECK_G);
    found(w.off_gt, -1e-4, MBDAE_CHECK_GT);
    found(w.off_L, 1e-4, MBDAE_CHECK_L);
  }
  print_message("%d of %d too rough to tell\n", rough, 3 * models);
  assert_at_most(rough, 0.02 * 3 * models);
}

struct Row {
  int code;
  const char* what;
  void (*spoil)(CheckDoor& d, int& lwork, bool& no_report, bool& no_place, bool& no_work);
};

#define ARG(code, what, ...)                                                                   \
  {                                                                                            \
    code, what, [](CheckDoor& d, int& lwork, bool& no_report, bool& no_place, bool& no_work) { \
      (void)d, (void)lwork, (void)no_report, (void)no_place, (void)no_work;                    \
      __VA_ARGS__;                                                                             \
    }                                                                                          \
  }

const Row rows[] = {
    ARG(MBDAE_CHECK_RANGE_IHOL, "ihol", d.ihol = 2),
    ARG(MBDAE_CHECK_RANGE_IHOL, "ihol", d.ihol = -1),
    ARG(MBDAE_CHECK_RANGE_N, "n", d.n = 0),
    ARG(MBDAE_CHECK_RANGE_N, "n", d.n = std::numeric_limits<int>::min()),
    ARG(MBDAE_CHECK_RANGE_M, "m", d.m = -1),
    ARG(MBDAE_CHECK_NULL_AMAT, "amat", d.amat = nullptr),
    ARG(MBDAE_CHECK_NULL_FCN, "fcn", d.fcn = nullptr),
    ARG(MBDAE_CHECK_NULL_GCN, "gcn", d.gcn = nullptr),
    ARG(MBDAE_CHECK_NULL_GCNQ, "gcnq", d.gcnq = nullptr),
    ARG(MBDAE_CHECK_NULL_GCNQ, "gcnq", d.gcnq = nullptr; d.ihol = 1),
    ARG(MBDAE_CHECK_NULL_Q, "q", d.q.clear(); d.q.shrink_to_fit()),
    ARG(MBDAE_CHECK_NULL_V, "v", d.v.clear(); d.v.shrink_to_fit()),
    ARG(MBDAE_CHECK_NULL_REPORT, "report", no_report = true),
    ARG(MBDAE_CHECK_NULL_PLACE, "place", no_place = true),
    ARG(MBDAE_CHECK_NULL_WORK, "work", no_work = true),
    ARG(MBDAE_CHECK_RANGE_LWORK, "lwork", lwork -= 1),
    ARG(MBDAE_CHECK_RANGE_LWORK, "lwork", lwork = 0),
    ARG(MBDAE_CHECK_RANGE_LWORK, "lwork", lwork = -2),
    ARG(MBDAE_CHECK_TOO_LARGE, "n", d.n = 46341),
    ARG(MBDAE_CHECK_TOO_LARGE, "n", d.n = 30000),
    ARG(MBDAE_CHECK_TOO_LARGE, "m", d.n = d.m = 2147483647),
    ARG(MBDAE_CHECK_NOT_FINITE_T, "t", d.t = inf),
    ARG(MBDAE_CHECK_NOT_FINITE_Q, "q", d.q[2] = nan),
    ARG(MBDAE_CHECK_NOT_FINITE_V, "v", d.v[0] = -inf),
};

void bad_arguments(void**) {
  int codes_seen = 0, codes = 0, last = 0;
  for (const Row& row : rows) {
    Flaw flaw;
    CheckDoor d = slot_model(flaw);
    int lwork = mbdae_check_model_lwork(3, 2);
    d.work.assign(static_cast<std::size_t>(lwork), 0.25);
    bool no_report = false, no_place = false, no_work = false;
    row.spoil(d, lwork, no_report, no_place, no_work);
    const int code = mbdae_check_model(
        d.ihol, d.n, d.m, d.amat, d.fcn, d.gcn, d.gcnq, d.gcnt, d.gcnqq, d.t,
        d.q.empty() ? nullptr : d.q.data(), d.v.empty() ? nullptr : d.v.data(),
        no_report ? nullptr : d.report.data(), no_place ? nullptr : d.place.data(),
        no_work ? nullptr : d.work.data(), lwork, d.user);
    if (code != row.code) fail_msg("%s: %d, expected %d", row.what, code, row.code);
    if (std::strstr(mbdae_message(code), row.what) == nullptr) fail_msg("%s not named", row.what);
    for (const double value : d.work) assert_close(value, 0.25, 0.0);
    for (const double value : d.report) assert_close(value, -77.0, 0.0);
    for (const int value : d.place) assert_int_equal(value, -77);
    if (row.code != last) ++codes_seen;
    last = row.code;
  }
#define COUNT(name, value, sentence, remedy) codes += (value) <= -700 && (value) > -800;
  MBDAE_CODES(COUNT)
  assert_int_equal(codes_seen, codes);
}

void lengths_and_queries(void**) {
  double one = 0;
  const auto query = [&one](int n, int m) {
    return mbdae_check_model(7, n, m, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nan,
                             nullptr, nullptr, nullptr, nullptr, &one, -1, nullptr);
  };
  assert_int_equal(query(5, 3), MBDAE_QUERY);
  assert_close(one, mbdae_check_model_lwork(5, 3), 0.0);
  assert_int_equal(query(0, 3), MBDAE_CHECK_RANGE_N);
  assert_int_equal(query(1, -3), MBDAE_CHECK_RANGE_M);
  assert_int_equal(query(40000, 3), MBDAE_CHECK_TOO_LARGE);
  assert_int_equal(query(2, 46340), MBDAE_CHECK_TOO_LARGE);
  assert_int_equal(mbdae_check_model_lwork(2147483647, 2147483647), MBDAE_CHECK_TOO_LARGE);
  assert_true(mbdae_check_model_lwork(1, 0) > 0);
}

void explanations(void**) {
  Flaw flaw{.kind = Kind::entry_sign, .row = 1, .column = 2};
  CheckDoor d = slot_model(flaw);
  d.run();
  const std::string whole = d.line(MBDAE_CHECK_G);
  assert_non_null(std::strstr(whole.c_str(), "FAILED: row 1, column 2 (from 0): gave "));
  for (int length = 1; length <= static_cast<int>(whole.size()) + 1; ++length) {
    std::vector<char> text(static_cast<std::size_t>(length), 'x');
    assert_int_equal(
        mbdae_check_explain(MBDAE_CHECK_G, d.report.data(), d.place.data(), text.data(), length),
        static_cast<int>(whole.size()));
    assert_int_equal(std::strlen(text.data()), length - 1);
  }
  assert_true(mbdae_check_explain(MBDAE_CHECK_L, nullptr, nullptr, nullptr, 0) > 10);
  assert_true(mbdae_check_explain(-1, d.report.data(), d.place.data(), nullptr, 0) > 0);
  assert_true(mbdae_check_explain(MBDAE_CHECKS, d.report.data(), d.place.data(), nullptr, 0) > 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(a_correct_model),
                              cmocka_unit_test(every_entry_of_G),
                              cmocka_unit_test(gcnt_and_gcnqq),
                              cmocka_unit_test(the_mass_matrix),
                              cmocka_unit_test(massless_coordinates),
                              cmocka_unit_test(writing_where_one_must_not),
                              cmocka_unit_test(hidden_state),
                              cmocka_unit_test(routines_that_fail),
                              cmocka_unit_test(names_the_call),
                              cmocka_unit_test(two_mistakes),
                              cmocka_unit_test(notices),
                              cmocka_unit_test(redundant_rows),
                              cmocka_unit_test(the_problems),
                              cmocka_unit_test(large_angles_and_late_times),
                              cmocka_unit_test(lengths_from_microns_to_kilometres),
                              cmocka_unit_test(fast_curvature),
                              cmocka_unit_test(noise_is_noticed),
                              cmocka_unit_test(single_precision),
                              cmocka_unit_test(random_models),
                              cmocka_unit_test(bad_arguments),
                              cmocka_unit_test(lengths_and_queries),
                              cmocka_unit_test(explanations)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
