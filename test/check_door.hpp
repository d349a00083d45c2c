// One call of mbdae_check_model as a struct: open, change one thing, run, look. Arrays have exactly
// the lengths asked for, so that AddressSanitizer sees any step outside.
#pragma once

#include <mbdae/mbdae.h>

#include <string>
#include <vector>

#include "check.h"
#include "problem.h"

struct CheckDoor {
  int ihol = 0, n = 0, m = 0;
  mbdae_amat amat = nullptr;
  mbdae_fcn fcn = nullptr;
  mbdae_gcn gcn = nullptr;
  mbdae_gcnq gcnq = nullptr;
  mbdae_gcnt gcnt = nullptr;
  mbdae_gcnqq gcnqq = nullptr;
  double t = 0;
  std::vector<double> q, v;
  void* user = nullptr;
  std::vector<double> report = std::vector<double>(3 * MBDAE_CHECKS, -77.0);
  std::vector<int> place = std::vector<int>(3 * MBDAE_CHECKS, -77);
  std::vector<double> work;

  CheckDoor() = default;
  CheckDoor(const mbdae_problem& p, void* u)
      : ihol(p.ihol),
        n(p.n),
        m(p.m),
        amat(p.amat),
        fcn(p.fcn),
        gcn(p.gcn),
        gcnq(p.gcnq),
        gcnt(p.gcnt),
        gcnqq(p.gcnqq),
        t(p.t0),
        q(static_cast<std::size_t>(p.n)),
        v(static_cast<std::size_t>(p.n)),
        user(u) {
    p.start(q.data(), v.data(), u);
  }

  int run() {
    const int length = mbdae_check_model_lwork(n, m);
    assert_true(length > 0);
    work.assign(static_cast<std::size_t>(length), -1e300);
    return mbdae_check_model(ihol, n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, t, q.data(), v.data(),
                             report.data(), place.data(), work.data(), length, user);
  }

  int verdict(int check) const { return place[static_cast<std::size_t>(3 * check)]; }
  int row(int check) const { return place[static_cast<std::size_t>(3 * check + 1)]; }
  int column(int check) const { return place[static_cast<std::size_t>(3 * check + 2)]; }
  double error(int check) const { return report[static_cast<std::size_t>(3 * check)]; }
  double given(int check) const { return report[static_cast<std::size_t>(3 * check + 1)]; }
  double expected(int check) const { return report[static_cast<std::size_t>(3 * check + 2)]; }

  std::string line(int check) const {
    std::vector<char> text(600);
    mbdae_check_explain(check, report.data(), place.data(), text.data(), 600);
    return text.data();
  }

  // Everything that is not passed or not made, as text.
  std::string complaints() const {
    std::string all;
    for (int k = 0; k < MBDAE_CHECKS; ++k) {
      if (verdict(k) == MBDAE_FAILED || verdict(k) == MBDAE_NOTICE) all += line(k) + "\n";
    }
    return all;
  }

  // Exactly these two checks may not be passed (-1: none).
  void expect(const std::string& what, int failing, int noticed = -1) {
    const int failed = run();
    if (failed != (failing >= 0 ? 1 : 0)) {
      fail_msg("%s: returned %d\n%s", what.c_str(), failed, complaints().c_str());
    }
    for (int k = 0; k < MBDAE_CHECKS; ++k) {
      const int wanted = k == failing ? MBDAE_FAILED : k == noticed ? MBDAE_NOTICE : MBDAE_PASSED;
      if (verdict(k) != wanted && !(verdict(k) == MBDAE_NOT_MADE && wanted == MBDAE_PASSED)) {
        fail_msg("%s: verdict %d on check %d, expected %d\n%s", what.c_str(), verdict(k), k, wanted,
                 complaints().c_str());
      }
    }
  }

  void expect_at(const std::string& what, int failing, int at_row, int at_column) {
    expect(what, failing);
    if (row(failing) != at_row || column(failing) != at_column) {
      fail_msg("%s: found at %d, %d, expected %d, %d: %s", what.c_str(), row(failing),
               column(failing), at_row, at_column, line(failing).c_str());
    }
  }
};
