// One call of bdf2nd_ext as a struct: open with a model, change one thing, run, look. Arrays have
// exactly the lengths asked for, so that AddressSanitizer sees any step outside.
#pragma once

#include <mbdae/mbdae.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check.h"
#include "reference.h"
#include "track_disc.h"

struct ExtDoor {
  int nq = 0, nr = 0, nw = 0, ns = 0, nlambda = 0;
  mbdae_amat amat = nullptr;
  mbdae_fcn_ext fcn = nullptr;
  mbdae_gcn_ext gcn = nullptr;
  mbdae_gcnq_ext gcnq = nullptr;
  double t = 0;
  std::vector<double> q, v, r, w, s, lambda;
  double tout = 1;
  std::vector<int> info = std::vector<int>(B2_INFO_LENGTH);
  std::vector<double> rtol{1e-6}, atol{1e-6};
  int idid = -77, code = -77;
  std::vector<double> work;
  std::vector<int> iwork;
  void* user = nullptr;

  void arm() {
    const int lwork = bdf2nd_ext_lwork(nq, nr, nw, ns, nlambda, info.data());
    const int liwork = bdf2nd_ext_liwork(nq, nr, nw, ns, nlambda, info.data());
    assert_true(lwork > 0 && liwork > 0);
    work.assign(static_cast<std::size_t>(lwork), 0.0);
    iwork.assign(static_cast<std::size_t>(liwork), 0);
  }

  int run() {
    code = bdf2nd_ext(nq, nr, nw, ns, nlambda, amat, fcn, gcn, gcnq, &t, q.data(), v.data(),
                      r.data(), w.data(), s.data(), lambda.data(), tout, info.data(), rtol.data(),
                      atol.data(), &idid, work.data(), static_cast<int>(work.size()), iwork.data(),
                      static_cast<int>(iwork.size()), user);
    return idid;
  }

  // to tout, however many steps
  void go_to(double end) {
    tout = end;
    while (run() == DL_MUCH_WORK) info[B2_CONTINUE] = 1;
    expect(DL_AT_TOUT, "go on");
  }

  std::string text() const {
    std::vector<char> line(400);
    dassl_like_explain(code, work.data(), iwork.data(), line.data(), 400);
    return line.data();
  }

  void expect(int expected, const char* what) const {
    if (code != expected) {
      fail_msg("%s: %d, expected %d: %s", what, code, expected, text().c_str());
    }
  }

  // q, v, r, w, s, lambda
  std::vector<double> state() const {
    std::vector<double> all;
    for (const auto* part : {&q, &v, &r, &w, &s, &lambda}) {
      all.insert(all.end(), part->begin(), part->end());
    }
    return all;
  }
};

namespace disc {

inline int amat(int, int, double, const double*, double* am, void*) {
  track_disc_mass(am);
  return 0;
}
inline int fcn(int, int, int, int, int, double t, const double* q, const double* v, const double* r,
               const double* w, const double* s, const double* lambda, double* fa, double* fd,
               double* d, void*) {
  track_disc_fa(t, q, v, r, w, s, lambda, fa);
  track_disc_fd(t, q, v, r, w, s, lambda, fd);
  track_disc_d(t, q, v, r, w, s, lambda, d);
  return 0;
}
inline int gcn(int, int, int, double t, const double* q, const double* s, double* h, double* g,
               void*) {
  track_disc_h(t, q, s, h);
  track_disc_g(t, q, s, g);
  return 0;
}
inline int gcnq(int, int, int, double t, const double* q, const double* s, double* gq, void*) {
  track_disc_G(t, q, s, gq);
  return 0;
}

inline ExtDoor door() {
  ExtDoor d;
  d.nq = 2, d.nr = d.nw = d.ns = d.nlambda = 1;
  d.amat = amat, d.fcn = fcn, d.gcn = gcn, d.gcnq = gcnq;
  d.q = d.v = {0, 0};
  d.r = d.w = d.s = d.lambda = {0};
  track_disc_start(d.q.data(), d.v.data(), d.r.data(), d.w.data(), d.s.data(), d.lambda.data());
  d.tout = 5;
  d.arm();
  return d;
}

}  // namespace disc
