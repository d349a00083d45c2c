/* rkstab, dassl_like, bdf2nd and mbdae_check_model allocate nothing: the allocator of this program counts while a call is under way. */
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "chain.h"
#include "door.h"
#include "ext_door.hpp"
#include "manipulator.h"

#if defined(__SANITIZE_ADDRESS__)
#define COUNTING 0  // the sanitizer owns the allocator
#else
#define COUNTING 1
#endif

namespace {
std::atomic<bool> watching{false};
std::atomic<int> allocations{0};
[[maybe_unused]] void note() {
  if (watching) ++allocations;
}
}  // namespace

#if COUNTING
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void __libc_free(void*);
void* malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* p, size_t size) {
  note();
  return __libc_realloc(p, size);
}
void free(void* p) {
  __libc_free(p);
}
}
#endif

namespace {

int above(int, int, double, const double* q, const double*, double* gi, void*) {
  gi[0] = 100 + q[1];
  return 0;
}

double sink;

// Uses the interpolant: its further stages are evaluated, too.
int look_inside(int, double told, double t, int, const double* q, const double*, int, const double*,
                const mbdae_dense* dense, void*) {
  static double buffer[200];
  if (mbdae_dense_eval(dense, 0.5 * (told + t), buffer, nullptr) != 0) return -1;
  sink = q[0] + buffer[0];
  return 0;
}

int refuses_now_and_then(int n, double t, const double* q, const double* v, double* f, void* user) {
  static int call = 0;
  manipulator_problem.fcn(n, t, q, v, f, user);
  return ++call % 50 == 0 ? 1 : 0;
}

void count_allocations(door& d, int expected, const char* what) {
  door_arm(&d);
  allocations = 0;
  watching = true;
  door_run(&d);
  watching = false;
  door_expect(&d, expected, what);
  if (allocations != 0) {
    fail_msg("%s: %d allocations, METHOD %d STAB %d METRIC %d", what, allocations.load(),
             d.iopt[RKSTAB_METHOD], d.iopt[RKSTAB_STAB], d.iopt[RKSTAB_METRIC]);
  }
}

void every_option(const mbdae_problem& problem, void* user, double xend, const char* what) {
  for (const int method : {0, 1, 2, 10, 11}) {
    for (int stab = 0; stab <= 6; ++stab) {
      for (int metric = 0; metric <= 1; ++metric) {
        door d;
        door_open(&d, &problem, user);
        d.xend = xend;
        d.own.h = 0.2 * xend;
        d.mi = 1, d.gin = above;
        d.solout = look_inside, d.iout = 1 + metric;
        door_tolerance(&d, 1e-5);
        d.iopt[RKSTAB_METHOD] = method;
        d.iopt[RKSTAB_STAB] = stab;
        d.iopt[RKSTAB_METRIC] = metric;
        d.iopt[RKSTAB_LDIFF] = stab % 2;
        d.iopt[RKSTAB_FIXED] = method >= 10;
        count_allocations(d, MBDAE_DONE, what);
        door_close(&d);
      }
    }
  }
}

// Without this the others could pass because nothing is counted.
void the_counter_counts(void**) {
  if (!COUNTING) skip();
  allocations = 0;
  watching = true;
  std::vector<double>* p = new std::vector<double>(10);
  watching = false;
  delete p;
  assert_int_equal(allocations.load(), 2);
}

void small_system(void**) {
  if (!COUNTING) skip();
  manipulator arm = {1.0, 0, 0.0};
  every_option(manipulator_problem, &arm, 0.2, "manipulator");
}

void large_system(void**) {  // n + m = 90, and 180 for S-full: panels and dgemm
  if (!COUNTING) skip();
  chain links = {30};
  const mbdae_problem problem = chain_problem(&links);
  every_option(problem, &links, 0.02, "chain of 30");
}

void failing_calls(void**) {
  if (!COUNTING) skip();
  manipulator arm = {1.0, 0, 0.0};
  door d;
  door_open(&d, &manipulator_problem, &arm);
  d.fcn = refuses_now_and_then;
  count_allocations(d, MBDAE_DONE, "refused stages");
  d.own.x = 0;
  d.q[0] += 0.5;
  count_allocations(d, MBDAE_INCONSISTENT, "inconsistent start");
  d.own.h = std::nan("");
  count_allocations(d, RKSTAB_NOT_FINITE_H, "bad argument");
  char text[300];
  watching = true;
  rkstab_explain(d.own.idid, d.work, d.iwork, text, static_cast<int>(sizeof text));
  watching = false;
  assert_int_equal(allocations.load(), 0);
  door_close(&d);
}

void count_in_check(const mbdae_problem& p, void* user, int expected, const char* what) {
  const int lwork = mbdae_check_model_lwork(p.n, p.m);
  std::vector<double> work(static_cast<std::size_t>(lwork)), q(static_cast<std::size_t>(p.n)), v(q);
  double report[3 * MBDAE_CHECKS];
  int place[3 * MBDAE_CHECKS];
  char text[300];
  p.start(q.data(), v.data(), user);
  allocations = 0;
  watching = true;
  const int failed =
      mbdae_check_model(p.ihol, p.n, p.m, p.amat, p.fcn, p.gcn, p.gcnq, p.gcnt, p.gcnqq, p.t0,
                        q.data(), v.data(), report, place, work.data(), lwork, user);
  mbdae_check_explain(MBDAE_CHECK_G, report, place, text, static_cast<int>(sizeof text));
  watching = false;
  assert_int_equal(failed, expected);
  if (allocations != 0) fail_msg("check of %s: %d allocations", what, allocations.load());
}

int sine_for_cosine(int m, int n, double t, const double* q, double* gq, void* user) {
  manipulator_problem.gcnq(m, n, t, q, gq, user);
  gq[0] = std::sin(q[0]);
  return 0;
}

void checking_a_model(void**) {
  if (!COUNTING) skip();
  manipulator arm = {1.0, 1, 1.0};
  count_in_check(manipulator_problem, &arm, 0, "manipulator");
  mbdae_problem wrong = manipulator_problem;
  wrong.gcnq = sine_for_cosine;
  count_in_check(wrong, &arm, 1, "wrong manipulator");
  chain links = {30};
  count_in_check(chain_problem(&links), &links, 0, "chain of 30");
}

// n unknowns coupled by a full matrix: y_i' = -y_i + mean of all
int coupled(int neq, double, const double* y, const double* yp, double* delta, void*) {
  double mean = 0;
  for (int i = 0; i < neq; ++i) mean += y[i] / neq;
  for (int i = 0; i < neq; ++i) delta[i] = yp[i] + (1 + i % 7) * (y[i] - mean);
  return 0;
}

void residuals(void**) {
  if (!COUNTING) skip();
  for (const int neq : {3, 40, 150}) {
    int info[DL_INFO_LENGTH] = {}, idid = 0;
    std::vector<double> y(static_cast<std::size_t>(neq)), yp(y);
    std::vector<double> rwork(static_cast<std::size_t>(dassl_like_lrw(neq, info)));
    std::vector<int> iwork(static_cast<std::size_t>(dassl_like_liw(neq, info)));
    for (int i = 0; i < neq; ++i) y[static_cast<std::size_t>(i)] = std::cos(i);
    info[DL_DERIVATIVES] = 1;
    const double tol = 1e-5;
    double t = 0;
    char text[300];
    allocations = 0;
    watching = true;
    dassl_like(coupled, neq, &t, y.data(), yp.data(), 1.0, info, &tol, &tol, &idid, rwork.data(),
               static_cast<int>(rwork.size()), iwork.data(), static_cast<int>(iwork.size()),
               nullptr, nullptr);
    dassl_like_explain(idid, rwork.data(), iwork.data(), text, static_cast<int>(sizeof text));
    watching = false;
    assert_int_equal(idid, DL_AT_TOUT);
    if (allocations != 0) fail_msg("dassl_like, %d: %d allocations", neq, allocations.load());
  }
}

void implicit_forms(void**) {
  if (!COUNTING) skip();
  for (const int count : {3, 30}) {
    chain links = {count};
    const mbdae_problem p = chain_problem(&links);
    for (int form = 0; form <= 4; ++form) {
      for (int variant = 0; variant <= 3; ++variant) {
        int info[DL_INFO_LENGTH] = {}, idid = 0;
        info[DL_FORM] = form;
        info[DL_MATRIX] = variant % 3;
        info[DL_METRIC] = variant == 3;
        std::vector<double> q(static_cast<std::size_t>(p.n)), v(q), lambda(q);
        std::vector<double> rwork(static_cast<std::size_t>(dassl_like_mbs_lrw(p.n, p.m, info)));
        std::vector<int> iwork(static_cast<std::size_t>(dassl_like_mbs_liw(p.n, p.m, info)));
        p.start(q.data(), v.data(), &links);
        const double tol = 1e-4;
        double t = 0;
        allocations = 0;
        watching = true;
        dassl_like_mbs(p.n, p.m, p.amat, p.fcn, p.gcn, p.gcnq, p.gcnt, nullptr, &t, q.data(),
                       v.data(), lambda.data(), 0.02, info, &tol, &tol, &idid, rwork.data(),
                       static_cast<int>(rwork.size()), iwork.data(), static_cast<int>(iwork.size()),
                       &links);
        watching = false;
        assert_int_equal(idid, DL_AT_TOUT);
        if (allocations != 0) fail_msg("form %d: %d allocations", form, allocations.load());
      }
    }
  }
}

void second_order(void**) {
  if (!COUNTING) skip();
  for (const int count : {3, 30}) {
    chain links = {count};
    const mbdae_problem p = chain_problem(&links);
    for (const auto& [method, form] : {std::pair{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {3, 0}}) {
      int info[B2_INFO_LENGTH] = {}, idid = 0;
      info[B2_METHOD] = method;
      info[B2_FORM] = form;
      std::vector<double> q(static_cast<std::size_t>(p.n)), v(q), lambda(q);
      std::vector<double> work(static_cast<std::size_t>(bdf2nd_lwork(p.n, p.m, info)));
      std::vector<int> iwork(static_cast<std::size_t>(bdf2nd_liwork(p.n, p.m, info)));
      p.start(q.data(), v.data(), &links);
      const double tol = 1e-4;
      double t = 0;
      allocations = 0;
      watching = true;
      bdf2nd(p.n, p.m, p.amat, p.fcn, p.gcn, p.gcnq, p.gcnt, nullptr, &t, q.data(), v.data(),
             lambda.data(), 0.02, info, &tol, &tol, &idid, work.data(),
             static_cast<int>(work.size()), iwork.data(), static_cast<int>(iwork.size()), &links);
      watching = false;
      assert_int_equal(idid, DL_AT_TOUT);
      if (allocations != 0) fail_msg("method %d: %d allocations", method, allocations.load());
    }
  }
}

// start with corrections and differences for G, steps, output
void complex_form(void**) {
  if (!COUNTING) skip();
  for (const bool differences : {false, true}) {
    ExtDoor d = disc::door();
    d.info[B2_INIT] = 1;
    d.info[B2_EVERYSTEP] = 1;
    if (differences) d.gcnq = nullptr;
    d.q[1] += 0.01;
    d.tout = 0.5;
    char text[300];
    allocations = 0;
    watching = true;
    while (d.run() == DL_STEPPED) {
    }
    dassl_like_explain(d.code, d.work.data(), d.iwork.data(), text, static_cast<int>(sizeof text));
    watching = false;
    d.expect(DL_AT_TOUT, "complex form");
    assert_int_equal(allocations.load(), 0);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(the_counter_counts), cmocka_unit_test(small_system),
                              cmocka_unit_test(large_system),       cmocka_unit_test(failing_calls),
                              cmocka_unit_test(checking_a_model),   cmocka_unit_test(residuals),
                              cmocka_unit_test(implicit_forms),     cmocka_unit_test(second_order),
                              cmocka_unit_test(complex_form)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
