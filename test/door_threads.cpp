/* The same call from 1, 2 and 8 threads at once, each with its own arrays, gives the same bits. The
 * routines yield, so that the calls interleave. */
#include <sched.h>

#include <cstring>
#include <thread>
#include <vector>

#include "chain.h"
#include "door.h"
#include "manipulator.h"

namespace {

struct Yielding {
  union {
    manipulator arm;
    chain links;
  };
  mbdae_problem problem;
};

int yielding_fcn(int n, double t, const double* q, const double* v, double* f, void* u) {
  sched_yield();
  return static_cast<Yielding*>(u)->problem.fcn(n, t, q, v, f, u);
}
int yielding_gcnq(int m, int n, double t, const double* q, double* gq, void* u) {
  sched_yield();
  return static_cast<Yielding*>(u)->problem.gcnq(m, n, t, q, gq, u);
}
int yielding_solout(int, double told, double t, int, const double*, const double*, int,
                    const double*, const mbdae_dense* dense, void*) {
  sched_yield();
  return mbdae_dense_eval(dense, 0.5 * (told + t), nullptr, nullptr) == 0 ? 0 : -1;
}

// Everything a call gives back.
struct Outcome {
  std::vector<double> numbers;
  std::vector<int> counters;
  bool operator==(const Outcome& other) const {
    return counters == other.counters && numbers.size() == other.numbers.size() &&
           std::memcmp(numbers.data(), other.numbers.data(), numbers.size() * sizeof(double)) == 0;
  }
};

Outcome solve(Yielding model, int method, int stab, double xend) {
  door d;
  door_open(&d, &model.problem, &model);
  d.fcn = yielding_fcn, d.gcnq = yielding_gcnq;
  d.solout = yielding_solout, d.iout = 1;
  d.xend = xend;
  d.iopt[RKSTAB_METHOD] = method;
  d.iopt[RKSTAB_STAB] = stab;
  door_tolerance(&d, 1e-7);
  door_solve(&d);
  Outcome o;
  o.numbers.assign(d.q, d.q + d.n);
  o.numbers.insert(o.numbers.end(), d.v, d.v + d.n);
  o.numbers.insert(o.numbers.end(), {*d.x, *d.h});
  o.numbers.insert(o.numbers.end(), d.work + RKSTAB_DRIFTP, d.work + RKSTAB_PIVOTT + 1);
  o.counters.assign(d.iwork + RKSTAB_NFCN, d.iwork + RKSTAB_USED + 1);
  o.counters.push_back(*d.idid);
  door_close(&d);
  return o;
}

void same_bits(const Yielding& model, double xend, const char* what) {
  for (const int method : {0, 1}) {
    for (const int stab : {0, 3, 5}) {
      const Outcome alone = solve(model, method, stab, xend);
      assert_int_equal(alone.counters.back(), MBDAE_DONE);
      for (const std::size_t count : {1U, 2U, 8U}) {
        std::vector<Outcome> outcomes(count);
        std::vector<std::thread> threads;
        for (Outcome& o : outcomes) {
          threads.emplace_back([&] { o = solve(model, method, stab, xend); });
        }
        for (std::thread& thread : threads) thread.join();
        for (const Outcome& o : outcomes) {
          if (!(o == alone)) fail_msg("%s, %zu threads: other bits", what, count);
        }
      }
    }
  }
}

void small_system(void**) {
  Yielding model{{.arm = {1.0, 1, 1.0}}, manipulator_problem};
  same_bits(model, 1.0, "manipulator");
}

void large_system(void**) {
  Yielding model{{.links = {30}}, {}};
  model.problem = chain_problem(&model.links);
  same_bits(model, 0.02, "chain of 30");
}

// dassl_like_mbs on a chain of so many links, in that form.
Outcome solve_implicit(int count, int form) {
  Yielding model{{.links = {count}}, {}};
  model.problem = chain_problem(&model.links);
  const mbdae_problem& p = model.problem;
  int info[DL_INFO_LENGTH] = {}, idid = 0;
  info[DL_FORM] = form;
  std::vector<double> q(static_cast<std::size_t>(p.n)), v(q), lambda(q);
  std::vector<double> rwork(static_cast<std::size_t>(dassl_like_mbs_lrw(p.n, p.m, info)));
  std::vector<int> iwork(static_cast<std::size_t>(dassl_like_mbs_liw(p.n, p.m, info)));
  p.start(q.data(), v.data(), &model);
  const double tol = 1e-5;
  double t = 0;
  dassl_like_mbs(p.n, p.m, p.amat, yielding_fcn, p.gcn, yielding_gcnq, p.gcnt, p.gcnqq, &t,
                 q.data(), v.data(), lambda.data(), 0.05, info, &tol, &tol, &idid, rwork.data(),
                 static_cast<int>(rwork.size()), iwork.data(), static_cast<int>(iwork.size()),
                 &model);
  Outcome o{q, iwork};
  o.numbers.insert(o.numbers.end(), v.begin(), v.end());
  o.numbers.insert(o.numbers.end(), rwork.begin(), rwork.end());
  o.counters.push_back(idid);
  return o;
}

// bdf2nd on such a chain.
Outcome solve_second_order(int count, int method, int form) {
  Yielding model{{.links = {count}}, {}};
  model.problem = chain_problem(&model.links);
  const mbdae_problem& p = model.problem;
  int info[B2_INFO_LENGTH] = {}, idid = 0;
  info[B2_METHOD] = method;
  info[B2_FORM] = form;
  std::vector<double> q(static_cast<std::size_t>(p.n)), v(q), lambda(q);
  std::vector<double> work(static_cast<std::size_t>(bdf2nd_lwork(p.n, p.m, info)));
  std::vector<int> iwork(static_cast<std::size_t>(bdf2nd_liwork(p.n, p.m, info)));
  p.start(q.data(), v.data(), &model);
  const double tol = 1e-5;
  double t = 0;
  bdf2nd(p.n, p.m, p.amat, yielding_fcn, p.gcn, yielding_gcnq, p.gcnt, p.gcnqq, &t, q.data(),
         v.data(), lambda.data(), 0.05, info, &tol, &tol, &idid, work.data(),
         static_cast<int>(work.size()), iwork.data(), static_cast<int>(iwork.size()), &model);
  Outcome o{q, iwork};
  o.numbers.insert(o.numbers.end(), v.begin(), v.end());
  o.numbers.insert(o.numbers.end(), work.begin(), work.end());
  o.counters.push_back(idid);
  return o;
}

// Eight different problems at once against the same one after the other: all of work and iwork.
template <class One>
void eight_at_once(One one) {
  std::vector<Outcome> alone(8), together(8);
  for (int k = 0; k < 8; ++k) {
    alone[static_cast<std::size_t>(k)] = one(k);
    assert_int_equal(alone[static_cast<std::size_t>(k)].counters.back(), DL_AT_TOUT);
  }
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) {
    threads.emplace_back([&, k] { together[static_cast<std::size_t>(k)] = one(k); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 8; ++k) {
    if (!(together[k] == alone[k])) fail_msg("problem %zu: other bits", k);
  }
}

void implicit_forms(void**) {
  eight_at_once([](int k) { return solve_implicit(2 + 3 * k, k % 5); });
}

void second_order(void**) {
  eight_at_once([](int k) { return solve_second_order(2 + 3 * k, k % 4, k % 4 == 0 ? k / 2 : 0); });
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(small_system), cmocka_unit_test(large_system),
                              cmocka_unit_test(implicit_forms), cmocka_unit_test(second_order)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
