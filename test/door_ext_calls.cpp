/* The protocol of bdf2nd_ext: consistent start values, continuation, checkpoints, wrong arguments,
 * routines that fail. */
#include <functional>
#include <limits>
#include <stdexcept>

#include "ext_door.hpp"

namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();

void assert_same(const ExtDoor& a, const ExtDoor& b, const char* what) {
  const std::vector<double> x = a.state(), y = b.state();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != y[i]) fail_msg("%s: %.17g, %.17g at %zu", what, x[i], y[i], i);
  }
  assert_true(a.t == b.t);
  assert_int_equal(a.iwork[B2_NST], b.iwork[B2_NST]);
  assert_int_equal(a.iwork[B2_NRE], b.iwork[B2_NRE]);
}

ExtDoor disc_at(double t) {
  ExtDoor d = disc::door();
  double row[8];
  assert_int_equal(read_reference("track_disc", t, 8, row), 0);
  d.t = t;
  d.q = {row[0], row[1]}, d.v = {row[2], row[3]}, d.r = {row[4]};
  d.tout = t + 1;
  return d;
}

/* s, w and lambda of the reference from far guesses, w and lambda depending on one another */
void start_values_are_found(void**) {
  for (int i = 0; i <= 10; ++i) {
    for (const bool differences : {false, true}) {
      double row[8];
      ExtDoor d = disc_at(0.5 * i);
      assert_int_equal(read_reference("track_disc", 0.5 * i, 8, row), 0);
      if (differences) d.gcnq = nullptr;
      d.s[0] = row[6] + 0.3, d.w[0] = -3, d.lambda[0] = 5;
      d.info[B2_INIT] = 3;
      d.run();
      d.expect(DL_CONSISTENT, "start");
      assert_close(d.w[0], row[5], 1e-9);
      assert_close(d.s[0], row[6], 1e-11);
      assert_close(d.lambda[0], row[7], 1e-8);
      assert_true(d.t == 0.5 * i && d.iwork[B2_NST] == 0);
      assert_at_most(d.work[B2_VIOLP], 1e-11);
      assert_at_most(d.work[B2_VIOLV], 1e-10);
    }
  }
}

void inconsistent_starts(void**) {
  ExtDoor d = disc_at(1);
  d.q[1] += 0.01;
  d.run();
  d.expect(MBDAE_INCONSISTENT, "off the track");
  assert_close(d.work[B2_VIOLP], 0.01 / std::sqrt(1 + 0.09), 1e-4);  // 0.01 nv_2
  assert_true(d.text().find("by ") != std::string::npos);
  assert_true(d.t == 1 && d.info[B2_CONTINUE] == -1);

  d = disc_at(1);
  d.v[1] += 0.02;
  d.run();
  d.expect(MBDAE_INCONSISTENT, "off the velocity");
  assert_at_most(d.work[B2_VIOLP], 1e-11);
  assert_true(d.work[B2_VIOLV] > 0.01);

  for (const int init : {4, 1}) {
    d = disc_at(1);
    d.q[1] += 0.01, d.v[1] += 0.02;
    d.info[B2_INIT] = init;
    d.run();
    if (init == 1) {
      d.expect(DL_AT_TOUT, "moved");
      continue;
    }
    d.expect(DL_CONSISTENT, "moved to");
    double h, g, G[2];
    track_disc_h(1, d.q.data(), d.s.data(), &h);
    track_disc_g(1, d.q.data(), d.s.data(), &g);
    track_disc_G(1, d.q.data(), d.s.data(), G);
    assert_close(h, 0, 1e-14);
    assert_close(g, 0, 1e-14);
    assert_close(G[0] * d.v[0] + G[1] * d.v[1], 0, 1e-11);
    assert_at_most(std::abs(d.q[1] - 0.1715512), 0.02);
  }
  d = disc_at(1);  // without an error test, which would see the jump onto the track
  d.q[1] += 1e-3;
  d.info[B2_INIT] = 2, d.info[B2_FIXED] = 1;
  d.work[B2_H] = 0.01;
  d.run();
  d.expect(DL_AT_TOUT, "accepted as it is");
  assert_true(d.work[B2_VIOLP] > 9e-4 && d.work[B2_DRIFTP] < 1e-6);
}

void unsolvable_starts(void**) {
  ExtDoor d = disc::door();
  d.gcn = [](int, int, int, double t, const double* q, const double* s, double* h, double* g,
             void*) {
    h[0] = s[0] * s[0] + 1;  // has no root
    track_disc_g(t, q, s, g);
    return 0;
  };
  d.run();
  d.expect(B2_EXT_NO_CONTACT, "h without a root");
  d = disc::door();
  d.fcn = [](int, int, int, int, int, double t, const double* q, const double* v, const double* r,
             const double* w, const double* s, const double* lambda, double* fa, double* fd,
             double* out, void*) {
    track_disc_fa(t, q, v, r, w, s, lambda, fa);
    track_disc_fd(t, q, v, r, w, s, lambda, fd);
    out[0] = w[0] * w[0] + 1;
    return 0;
  };
  d.w[0] = 1;
  d.run();
  d.expect(B2_EXT_NO_FORCES, "d without a root");
  d = disc::door();
  d.amat = [](int, int ld, double, const double*, double* am, void*) {
    am[0] = am[ld + 1] = 1;
    am[1] = 0.5;
    return 0;
  };
  d.run();
  d.expect(MBDAE_ASYMMETRIC, "half a mass matrix");
}

void output_points_change_nothing(void**) {
  ExtDoor whole = disc::door();
  whole.go_to(0.5);
  ExtDoor pieces = whole;
  whole.go_to(3);
  for (const double t : {0.52, 0.7, 0.70001, 1.5, 2.9}) pieces.go_to(t);
  pieces.go_to(3);
  assert_same(whole, pieces, "output points");
}

void single_steps_change_nothing(void**) {
  ExtDoor whole = disc::door(), steps = disc::door();
  whole.go_to(3);
  steps.info[B2_EVERYSTEP] = 1;
  steps.tout = 3;
  int count = 0;
  while (steps.run() == DL_STEPPED) ++count;
  steps.expect(DL_AT_TOUT, "the last step");
  assert_int_equal(count + 1, whole.iwork[B2_NST]);
  assert_same(whole, steps, "single steps");
}

// Copies of the arrays elsewhere go on as the original does, in turns with it.
void a_copy_is_a_checkpoint(void**) {
  ExtDoor original = disc::door(), untouched = disc::door();
  original.go_to(1);
  ExtDoor copy = original;
  untouched.go_to(1);
  untouched.go_to(2);
  original.go_to(2);
  copy.go_to(2);
  assert_same(original, copy, "checkpoint");
  assert_same(original, untouched, "in turns");
}

void step_limit_and_stop(void**) {
  ExtDoor d = disc::door();
  d.info[B2_STEPLIMIT] = 1;
  d.iwork[B2_STEPLIMITVALUE] = 10;
  d.run();
  d.expect(DL_MUCH_WORK, "step limit");
  assert_int_equal(d.iwork[B2_NST], 10);
  d.run();
  assert_int_equal(d.idid, DL_ILLEGAL);
  d.expect(DL_AFTER_FAILURE, "not dealt with");
  d = disc::door();
  d.info[B2_TSTOP] = 1;
  d.work[B2_TSTOPVALUE] = d.tout = 0.8;
  d.gcn = [](int nq, int ns, int nlambda, double t, const double* q, const double* s, double* h,
             double* g, void* user) {
    return t > 0.8 * (1 + 1e-14) ? 1 : disc::gcn(nq, ns, nlambda, t, q, s, h, g, user);
  };
  d.run();
  d.expect(DL_AT_TOUT, "tstop");
  assert_true(d.work[B2_TN] <= 0.8 * (1 + 1e-14) && d.work[B2_DRIFTV] > 0);
}

void backwards(void**) {
  ExtDoor d = disc_at(1);
  d.rtol = d.atol = {1e-8};
  d.go_to(0.5);
  double row[8];
  assert_int_equal(read_reference("track_disc", 0.5, 8, row), 0);
  assert_close(d.q[0], row[0], 1e-3);  // r grows by exp(5) on the way back
  assert_close(d.r[0], row[4], 1e-1);
}

void wrong_arguments(void**) {
  struct Row {
    const char* what;
    int code;
    std::function<void(ExtDoor&)> change;
    const char* text;
  };
  const Row rows[] = {
      {"nq", B2_EXT_RANGE_NQ, [](ExtDoor& d) { d.nq = 0; }, "nq"},
      {"nq large", B2_EXT_RANGE_NQ, [](ExtDoor& d) { d.nq = 30000; }, "nq"},
      {"nr", B2_EXT_RANGE_NR, [](ExtDoor& d) { d.nr = -1; }, "nr"},
      {"nw", B2_EXT_RANGE_NW, [](ExtDoor& d) { d.nw = -1; }, "nw"},
      {"ns", B2_EXT_RANGE_NS, [](ExtDoor& d) { d.ns = -1; }, "ns"},
      {"nlambda", B2_EXT_RANGE_NLAMBDA, [](ExtDoor& d) { d.nlambda = -1; }, "nlambda"},
      {"nlambda > nq", B2_EXT_RANGE_NLAMBDA, [](ExtDoor& d) { d.nlambda = 3; }, "nlambda"},
      {"amat", DL_NULL_AMAT, [](ExtDoor& d) { d.amat = nullptr; }, "amat"},
      {"fcn", DL_NULL_FCN, [](ExtDoor& d) { d.fcn = nullptr; }, "fcn"},
      {"gcn", B2_EXT_NULL_GCN, [](ExtDoor& d) { d.gcn = nullptr; }, "gcn"},
      {"q", DL_BAD_Q,
       [](ExtDoor& d) {
         d.q = {0, nan_value};
       },
       "nan in component 1"},
      {"v", DL_BAD_V,
       [](ExtDoor& d) {
         d.v = {nan_value, 0};
       },
       "in component 0"},
      {"r", B2_EXT_BAD_R, [](ExtDoor& d) { d.r = {nan_value}; }, "r is"},
      {"w", B2_EXT_BAD_W, [](ExtDoor& d) { d.w = {nan_value}; }, "w is"},
      {"s", B2_EXT_BAD_S, [](ExtDoor& d) { d.s = {nan_value}; }, "s is"},
      {"lambda", B2_EXT_BAD_LAMBDA, [](ExtDoor& d) { d.lambda = {nan_value}; }, "lambda is"},
      {"t", DL_BAD_T, [](ExtDoor& d) { d.t = nan_value; }, "t is"},
      {"tout", DL_BAD_TOUT, [](ExtDoor& d) { d.tout = nan_value; }, "tout is"},
      {"tout = t", DL_TOUT_IS_T, [](ExtDoor& d) { d.tout = 0; }, "tout equals t"},
      {"rtol", DL_BAD_RTOL, [](ExtDoor& d) { d.rtol = {-1}; }, "got -1"},
      {"atol of the last v", DL_BAD_ATOL,
       [](ExtDoor& d) {
         d.info[B2_VECTOR] = 1;
         d.rtol.assign(8, 1e-6), d.atol.assign(8, 1e-6);
         d.atol[7] = -2;
       },
       "got -2 in component 7"},
      {"lwork", DL_RANGE_LRW, [](ExtDoor& d) { d.work.pop_back(); }, "needs"},
      {"liwork", DL_RANGE_LIW, [](ExtDoor& d) { d.iwork.pop_back(); }, "needs"},
      {"info[0]", DL_BAD_CONTINUE, [](ExtDoor& d) { d.info[0] = 7; }, "info[0]"},
      {"not started", DL_NOT_STARTED, [](ExtDoor& d) { d.info[0] = 1; }, ""},
      {"INIT", DL_BAD_INIT, [](ExtDoor& d) { d.info[B2_INIT] = 5; }, ""},
      {"MAXORD", DL_BAD_MAXORD, [](ExtDoor& d) { d.info[B2_MAXORD] = 6; }, ""},
      {"FORMULA", DL_BAD_FORMULA, [](ExtDoor& d) { d.info[B2_FORMULA] = 3; }, ""},
      {"TESTV", DL_BAD_TESTV, [](ExtDoor& d) { d.info[B2_TESTV] = 2; }, ""},
      {"METHOD", DL_BAD_FUTURE, [](ExtDoor& d) { d.info[B2_METHOD] = 1; }, "version"},
      {"FORM", DL_BAD_FUTURE, [](ExtDoor& d) { d.info[B2_FORM] = 2; }, "version"},
      {"H0", DL_BAD_H0, [](ExtDoor& d) { d.info[B2_H0] = 1, d.work[B2_H] = -0.1; }, "got -0.1"},
      {"FIXED", DL_BAD_H0, [](ExtDoor& d) { d.info[B2_FIXED] = 1; }, "got 0"}};
  for (const Row& row : rows) {
    ExtDoor d = disc::door();
    row.change(d);
    d.run();
    d.expect(row.code, row.what);
    assert_int_equal(d.idid, DL_ILLEGAL);
    assert_int_equal(d.info[B2_CONTINUE], -1);
    if (d.text().find(row.text) == std::string::npos) {
      fail_msg("%s: %s", row.what, d.text().c_str());
    }
  }
  ExtDoor d = disc::door();
  assert_int_equal(
      bdf2nd_ext(2, 1, 1, 1, 1, d.amat, d.fcn, d.gcn, d.gcnq, &d.t, d.q.data(), d.v.data(), nullptr,
                 d.w.data(), d.s.data(), d.lambda.data(), 1.0, d.info.data(), d.rtol.data(),
                 d.atol.data(), &d.idid, d.work.data(), static_cast<int>(d.work.size()),
                 d.iwork.data(), static_cast<int>(d.iwork.size()), nullptr),
      B2_EXT_BAD_R);
  assert_int_equal(bdf2nd_ext(2, 1, 1, 1, 1, d.amat, d.fcn, d.gcn, d.gcnq, &d.t, d.q.data(),
                              d.v.data(), d.r.data(), d.w.data(), d.s.data(), d.lambda.data(), 1.0,
                              d.info.data(), d.rtol.data(), d.atol.data(), nullptr, d.work.data(),
                              static_cast<int>(d.work.size()), d.iwork.data(),
                              static_cast<int>(d.iwork.size()), nullptr),
                   DL_NULL_IDID);
  assert_int_equal(bdf2nd_ext_lwork(2, 1, 1, 1, 3, nullptr), B2_EXT_RANGE_NLAMBDA);
  assert_int_equal(bdf2nd_ext_liwork(2, 1, -1, 1, 1, nullptr), B2_EXT_RANGE_NW);
}

// What one routine of the disc does after t = 1.
enum class Trick { none, refuse, stop, spoil, raise };
struct Tricks {
  int routine;  // 1 amat .. 4 gcnq
  Trick trick;
};

int play(const void* user, int routine, double t, double* out) {
  const Tricks& k = *static_cast<const Tricks*>(user);
  if (k.routine != routine || t <= 1) return 0;
  switch (k.trick) {
    case Trick::refuse:
      return 3;
    case Trick::stop:
      return -3;
    case Trick::spoil:
      *out = nan_value;
      return 0;
    case Trick::raise:
      throw std::runtime_error("no");
    case Trick::none:
      break;
  }
  return 0;
}

ExtDoor tricky_disc(const Tricks* tricks) {
  ExtDoor d = disc::door();
  d.user = const_cast<Tricks*>(tricks);
  d.amat = [](int, int, double t, const double*, double* am, void* user) {
    track_disc_mass(am);
    return play(user, 1, t, am + 3);
  };
  d.fcn = [](int nq, int nr, int nw, int ns, int nlambda, double t, const double* q,
             const double* v, const double* r, const double* w, const double* s,
             const double* lambda, double* fa, double* fd, double* out, void* user) {
    disc::fcn(nq, nr, nw, ns, nlambda, t, q, v, r, w, s, lambda, fa, fd, out, user);
    return play(user, 2, t, out);
  };
  d.gcn = [](int nq, int ns, int nlambda, double t, const double* q, const double* s, double* h,
             double* g, void* user) {
    disc::gcn(nq, ns, nlambda, t, q, s, h, g, user);
    return play(user, 3, t, g);
  };
  d.gcnq = [](int nq, int ns, int nlambda, double t, const double* q, const double* s, double* gq,
              void* user) {
    disc::gcnq(nq, ns, nlambda, t, q, s, gq, user);
    return play(user, 4, t, gq + 1);
  };
  return d;
}

// The code names the routine and what it did, the time and the component come with it.
void failing_routines(void**) {
  constexpr int component[] = {0, 3, 3, 1, 1};  // of (am), (fa, fd, d), (h, g), (gq)
  for (int routine = 1; routine <= 4; ++routine) {
    const Trick tricks[] = {Trick::stop, Trick::refuse, Trick::spoil, Trick::raise};
    for (int k = 0; k < 4; ++k) {
      const Tricks user{routine, tricks[k]};
      ExtDoor d = tricky_disc(&user);
      d.run();
      d.expect(-(50 + 10 * k + routine), "trick");
      assert_true(d.t <= 1 && d.t > 0.5 && d.work[B2_FAILTIME] > 1 && d.work[B2_FAILTIME] < 1.3);
      assert_int_equal(d.iwork[B2_FAILCOMP], tricks[k] == Trick::spoil ? component[routine] : -1);
      assert_int_equal(d.iwork[B2_FAILROUTINE], routine);
      assert_true(d.text().find("at t = 1") != std::string::npos);
      assert_int_equal(d.info[B2_CONTINUE], -1);
      double h, g;  // the state is the last accepted one
      track_disc_h(d.t, d.q.data(), d.s.data(), &h);
      track_disc_g(d.t, d.q.data(), d.s.data(), &g);
      assert_close(h, 0, 1e-13);
      assert_close(g, 0, 1e-6);
    }
  }
}

// One refusal in fifty is mended by a smaller step.
void passing_refusals(void**) {
  int call = 0;
  ExtDoor d = disc::door();
  d.user = &call;
  d.fcn = [](int nq, int nr, int nw, int ns, int nlambda, double t, const double* q,
             const double* v, const double* r, const double* w, const double* s,
             const double* lambda, double* fa, double* fd, double* out, void* user) {
    disc::fcn(nq, nr, nw, ns, nlambda, t, q, v, r, w, s, lambda, fa, fd, out, nullptr);
    return t > 0.1 && ++*static_cast<int*>(user) % 50 == 0 ? 1 : 0;
  };
  d.go_to(2);
  double row[8];
  assert_int_equal(read_reference("track_disc", 2, 8, row), 0);
  assert_close(d.q[0], row[0], 1e-2);
  assert_true(d.iwork[B2_NCTF] > 0);
}

// Steps of the caller: errors of order 2 in all variables when they are halved.
void fixed_steps(void**) {
  double last = 0;
  for (const double h : {0.01, 0.005, 0.0025}) {
    ExtDoor d = disc_at(0.5);
    d.info[B2_FIXED] = 1, d.info[B2_MAXORD] = 2;
    d.work[B2_H] = h;
    d.rtol = d.atol = {1e-10};
    d.go_to(1);
    double row[8];
    assert_int_equal(read_reference("track_disc", 1, 8, row), 0);
    const double error = std::max({std::abs(d.q[0] - row[0]), std::abs(d.v[0] - row[2]),
                                   std::abs(d.r[0] - row[4]), std::abs(d.w[0] - row[5]),
                                   std::abs(d.s[0] - row[6]), std::abs(d.lambda[0] - row[7])});
    print_message("h = %g: error %.2e\n", h, error);
    if (last > 0) assert_true(error < last / 3 && error > last / 5);
    last = error;
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(start_values_are_found),
                              cmocka_unit_test(inconsistent_starts),
                              cmocka_unit_test(unsolvable_starts),
                              cmocka_unit_test(output_points_change_nothing),
                              cmocka_unit_test(single_steps_change_nothing),
                              cmocka_unit_test(a_copy_is_a_checkpoint),
                              cmocka_unit_test(step_limit_and_stop),
                              cmocka_unit_test(backwards),
                              cmocka_unit_test(wrong_arguments),
                              cmocka_unit_test(failing_routines),
                              cmocka_unit_test(passing_refusals),
                              cmocka_unit_test(fixed_steps)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
