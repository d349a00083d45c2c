/* The protocol of bdf2nd: output points, single steps, tstop, backwards, checkpoints; wrong input; and what
 * happens when the model fails. Every method takes part. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mbdae/mbdae.h>
#include "check.h"

/* A pendulum of length 1 in Cartesian coordinates that can be told to fail. */
typedef struct pendulum {
  int routine;   /* 1 amat .. 6 gcnqq: the one that fails, 0 none */
  double from;   /* from this time on */
  int returns;   /* what it returns; 0: it gives NaN */
  int calls;     /* of all routines */
  double latest; /* largest time seen */
  double friction;
} pendulum;

static int touch(pendulum* p, int routine, double t, double* out) {
  ++p->calls;
  p->latest = fmax(p->latest, t);
  if (p->routine != routine || t < p->from) return 0;
  if (p->returns == 0) out[0] = NAN;
  return p->returns;
}

static int amat(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)q;
  am[0] = am[1 + ldam] = 1;
  return touch(user, 1, t, am);
}
static int fcn(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double speed = q[0] * v[1] - q[1] * v[0], force = ((pendulum*)user)->friction;
  (void)n;
  f[0] = force * q[1] * (speed > 0 ? 1 : -1);
  f[1] = -9.81 - force * q[0] * (speed > 0 ? 1 : -1);
  return touch(user, 2, t, f);
}
static int gcn(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n;
  g[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
  return touch(user, 3, t, g);
}
static int gcnq(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n;
  gq[0] = q[0];
  gq[1] = q[1];
  return touch(user, 4, t, gq);
}
static int gcnt(int m, int n, double t, const double* q, double* gt, void* user) {
  (void)m, (void)n, (void)q;
  return touch(user, 5, t, gt);
}
static int gcnqq(int m, int n, double t, const double* q, const double* v, double* l, void* user) {
  (void)m, (void)n, (void)q;
  l[0] = v[0] * v[0] + v[1] * v[1];
  return touch(user, 6, t, l);
}

/* One run with arrays of exactly the needed length. */
typedef struct door {
  int n, m, info[B2_INFO_LENGTH], idid, code, lwork, liwork;
  double t, q[3], v[3], lambda[3], rtol[9], atol[9];
  double* work;
  int* iwork;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  pendulum p;
} door;

static void door_arm(door* d) {
  d->lwork = bdf2nd_lwork(2, 1, d->info);
  d->liwork = bdf2nd_liwork(2, 1, d->info);
  assert_true(d->lwork > 0 && d->liwork > 0);
  free(d->work);
  free(d->iwork);
  d->work = calloc((size_t)d->lwork, sizeof *d->work);
  d->iwork = calloc((size_t)d->liwork, sizeof *d->iwork);
}

static void door_open(door* d, int method, int form) {
  memset(d, 0, sizeof *d);
  d->n = 2, d->m = 1;
  d->q[0] = 1;
  d->info[B2_METHOD] = method;
  d->info[B2_FORM] = form;
  for (int i = 0; i < 9; ++i) d->rtol[i] = d->atol[i] = 1e-6;
  d->amat = amat, d->fcn = fcn, d->gcn = gcn, d->gcnq = gcnq, d->gcnt = gcnt, d->gcnqq = gcnqq;
  d->p.latest = -HUGE_VAL;
  door_arm(d);
}

static int door_call(door* d, double tout) {
  d->code = bdf2nd(d->n, d->m, d->amat, d->fcn, d->gcn, d->gcnq, d->gcnt, d->gcnqq, &d->t, d->q,
                   d->v, d->lambda, tout, d->info, d->rtol, d->atol, &d->idid, d->work, d->lwork,
                   d->iwork, d->liwork, &d->p);
  return d->idid;
}

static void door_close(door* d) {
  free(d->work);
  free(d->iwork);
}

/* METHOD and FORM of all that can be asked for. */
static const int variants[][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}};
enum { VARIANTS = 7 };

/* Output points on the way change nothing. */
static void test_output_points(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door one, many;
    door_open(&one, variants[k][0], variants[k][1]);
    door_open(&many, variants[k][0], variants[k][1]);
    assert_int_equal(door_call(&many, 2.0), DL_AT_TOUT);
    /* the first tout decides about the first step */
    assert_int_equal(door_call(&one, 2.0), DL_AT_TOUT);
    for (int i = 1; i <= 40; ++i) assert_int_equal(door_call(&many, 2 + i / 20.0), DL_AT_TOUT);
    assert_int_equal(door_call(&one, 4.0), DL_AT_TOUT);
    assert_int_equal(many.iwork[B2_NST], one.iwork[B2_NST]);
    assert_int_equal(many.iwork[B2_NRE], one.iwork[B2_NRE]);
    for (int i = 0; i < 2; ++i) {
      if (many.q[i] != one.q[i] || many.v[i] != one.v[i]) fail_msg("variant %d: other bits", k);
    }
    assert_true(many.lambda[0] == one.lambda[0]);
    /* energy: v^2/2 + g y = 0 */
    const double energy = (one.v[0] * one.v[0] + one.v[1] * one.v[1]) / 2 + 9.81 * one.q[1];
    assert_at_most(fabs(energy), variants[k][1] == 3 ? 0.1 : 0.02);
    door_close(&one);
    door_close(&many);
  }
}

/* A copy of the arrays goes on as the original does. */
static void test_checkpoint(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door first, copy;
    door_open(&first, variants[k][0], variants[k][1]);
    assert_int_equal(door_call(&first, 1.0), DL_AT_TOUT);
    copy = first;
    copy.work = malloc((size_t)first.lwork * sizeof *copy.work);
    copy.iwork = malloc((size_t)first.liwork * sizeof *copy.iwork);
    memcpy(copy.work, first.work, (size_t)first.lwork * sizeof *copy.work);
    memcpy(copy.iwork, first.iwork, (size_t)first.liwork * sizeof *copy.iwork);
    assert_int_equal(door_call(&first, 3.0), DL_AT_TOUT);
    memset(first.work, 0x7f, (size_t)first.lwork * sizeof *first.work);
    assert_int_equal(door_call(&copy, 3.0), DL_AT_TOUT);
    for (int i = 0; i < 2; ++i) {
      if (copy.q[i] != first.q[i] || copy.v[i] != first.v[i]) fail_msg("variant %d: other bits", k);
    }
    door_close(&first);
    door_close(&copy);
  }
}

static void test_single_steps(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_EVERYSTEP] = 1;
    double last = 0;
    int steps = 0;
    while (door_call(&d, 1.0) == DL_STEPPED) {
      assert_true(d.t > last);
      assert_true(d.t < 1.0);
      last = d.t;
      ++steps;
      /* a step's end satisfies the position constraint as the iteration left it */
      assert_at_most(fabs(d.q[0] * d.q[0] + d.q[1] * d.q[1] - 1),
                     variants[k][1] == 3 ? 1e-2 : 2e-5);
    }
    assert_int_equal(d.idid, DL_AT_TOUT);
    assert_true(steps > 5);
    door_close(&d);
  }
}

/* The model is never evaluated beyond tstop. */
static void test_tstop(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_TSTOP] = 1;
    d.work[B2_TSTOPVALUE] = 1.0;
    assert_int_equal(door_call(&d, 0.7), DL_AT_TOUT);
    assert_int_equal(door_call(&d, 1.0), DL_AT_TOUT);
    assert_at_most(d.p.latest, 1.0 + 1e-15);
    d.info[B2_TSTOP] = 0;
    assert_int_equal(door_call(&d, 1.5), DL_AT_TOUT);
    door_close(&d);
  }
}

/* There and back again. */
static void test_backwards(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    if (variants[k][1] == 3) continue; /* drifts */
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_MAXORD] = variants[k][0] == 0 ? 4 : 0;
    for (int i = 0; i < 9; ++i) d.rtol[i] = d.atol[i] = 1e-9;
    while (door_call(&d, 1.0) == DL_MUCH_WORK) d.info[B2_CONTINUE] = 1;
    assert_int_equal(d.idid, DL_AT_TOUT);
    d.info[B2_CONTINUE] = 0;
    d.info[B2_INIT] = 1;
    while (door_call(&d, 0.0) == DL_MUCH_WORK) d.info[B2_CONTINUE] = 1;
    assert_int_equal(d.idid, DL_AT_TOUT);
    assert_close(d.q[0], 1.0, 1e-5);
    assert_close(d.q[1], 0.0, 1e-5);
    assert_close(d.v[1], 0.0, 1e-5);
    door_close(&d);
  }
}

/* Each argument in turn; nothing is touched, and the code names it. */
static void wrong_sizes(door* d, int which) {
  switch (which) {
    case 0:
      d->n = 0;
      break;
    case 1:
      d->m = 3;
      break;
    case 2:
      d->amat = NULL;
      break;
    case 3:
      d->fcn = NULL;
      break;
    case 4:
      d->gcnq = NULL;
      break;
    case 5:
      d->q[1] = NAN;
      break;
    case 6:
      d->v[0] = INFINITY;
      break;
    case 7:
      d->t = NAN;
      break;
    case 8:
      d->rtol[0] = -1;
      break;
    case 9:
      d->atol[0] = NAN;
      break;
    case 10:
      d->rtol[0] = d->atol[0] = 0;
      break;
    case 11:
      --d->lwork;
      break;
    case 12:
      --d->liwork;
      break;
    case 13:
      d->info[B2_METHOD] = 4;
      break;
    case 14:
      d->info[B2_FORM] = 4;
      break;
    case 15:
      d->info[B2_MAXORD] = 6;
      break;
    case 16:
      d->info[B2_STRATEGY] = 2;
      break;
    case 17:
      d->info[B2_FORMULA] = -1;
      break;
    case 18:
      d->info[B2_INIT] = 5;
      break;
    case 19:
      d->info[B2_EVERYSTEP] = 2;
      break;
    case 20:
      d->info[39] = 1;
      break;
    case 21:
      d->info[B2_METHOD] = 3, d->info[B2_FORM] = 2;
      break;
    case 22:
      d->info[B2_FORM] = 1, d->info[B2_TESTV] = 1;
      break;
    case 23:
      d->info[B2_FIXED] = 1;
      break;
    case 24:
      d->info[B2_CONTINUE] = 1;
      break;
    case 25:
      d->info[B2_HMAX] = 1, d->work[B2_HMAXVALUE] = -1;
      break;
    case 26:
      d->info[B2_H0] = 1, d->work[B2_H] = -0.1;
      break;
    case 27:
      d->info[B2_TSTOP] = 1, d->work[B2_TSTOPVALUE] = 0.5;
      break;
    default:
      d->info[B2_ENDS] = 2;
      break;
  }
}

static const int wrong_codes[] = {
    DL_RANGE_N,      DL_RANGE_M,     DL_NULL_AMAT,       DL_NULL_FCN,
    DL_NULL_GCNQ,    DL_BAD_Q,       DL_BAD_V,           DL_BAD_T,
    DL_BAD_RTOL,     DL_BAD_ATOL,    DL_ZERO_TOLERANCES, DL_RANGE_LRW,
    DL_RANGE_LIW,    DL_BAD_METHOD,  DL_BAD_FORM,        DL_BAD_MAXORD,
    DL_BAD_STRATEGY, DL_BAD_FORMULA, DL_BAD_INIT,        DL_BAD_INFO,
    DL_BAD_FUTURE,   DL_METHOD_FORM, DL_FIRST_ORDER,     DL_BAD_H0,
    DL_NOT_STARTED,  DL_BAD_HMAX,    DL_BAD_H0,          DL_TSTOP_BEFORE_TOUT,
    DL_BAD_ENDS};

static void test_wrong_input(void** state) {
  (void)state;
  for (int k = 0; k < (int)(sizeof wrong_codes / sizeof *wrong_codes); ++k) {
    door d;
    char text[400];
    door_open(&d, 0, 0);
    wrong_sizes(&d, k);
    door_call(&d, 1.0);
    dassl_like_explain(d.code, d.work, d.iwork, text, (int)sizeof text);
    if (d.idid != DL_ILLEGAL || d.code != wrong_codes[k]) {
      fail_msg("case %d: IDID %d, code %d, expected %d: %s", k, d.idid, d.code, wrong_codes[k],
               text);
    }
    assert_true(strlen(text) > 10);
    assert_true(d.q[0] == 1 && d.v[1] == 0);
    assert_int_equal(d.info[B2_CONTINUE], -1);
    door_close(&d);
  }
  int idid = 0;
  assert_int_equal(bdf2nd(2, 1, amat, fcn, gcn, gcnq, gcnt, gcnqq, NULL, NULL, NULL, NULL, 1, NULL,
                          NULL, NULL, &idid, NULL, 0, NULL, 0, NULL),
                   DL_BAD_T);
  assert_int_equal(idid, DL_ILLEGAL);
  assert_int_equal(bdf2nd_lwork(1 << 30, 1, NULL), DL_RANGE_N);
  assert_int_equal(bdf2nd_lwork(0, 1, NULL), DL_RANGE_N);
  assert_int_equal(bdf2nd_liwork(3, 4, NULL), DL_RANGE_M);
}

/* Options that lay out the arrays may not change on the way. */
static void test_changed_options(void** state) {
  (void)state;
  static const int changes[][2] = {{B2_METHOD, 3}, {B2_FORM, 2}, {B2_FORM, 3}, {B2_VECTOR, 1}};
  for (int k = 0; k < 4; ++k) {
    door d;
    char text[400];
    door_open(&d, 0, 0);
    free(d.work);
    free(d.iwork);
    d.lwork = d.liwork = 2000; /* long enough for all of them */
    d.work = calloc(2000, sizeof *d.work);
    d.iwork = calloc(2000, sizeof *d.iwork);
    assert_int_equal(door_call(&d, 0.5), DL_AT_TOUT);
    const double q = d.q[0];
    d.info[changes[k][0]] = changes[k][1];
    assert_int_equal(door_call(&d, 1.0), DL_ILLEGAL);
    assert_int_equal(d.code, DL_CHANGED);
    dassl_like_explain(d.code, d.work, d.iwork, text, (int)sizeof text);
    assert_non_null(strstr(text, "info["));
    assert_true(d.q[0] == q && d.t == 0.5);
    d.info[changes[k][0]] = 0;
    d.info[B2_CONTINUE] = 1;
    assert_int_equal(door_call(&d, 1.0), DL_AT_TOUT);
    door_close(&d);
  }
}

/* A routine that fails from t = 0.7 on, in every way: the code names it, the state before is kept, and the
 * number of calls spent on it is bounded. */
static void test_failing_routines(void** state) {
  (void)state;
  static const int returns[] = {0, 1, -1};
  static const int base[] = {-70, -60, -50};
  for (int k = 0; k < VARIANTS; ++k) {
    for (int routine = 1; routine <= 6; ++routine) {
      for (int way = 0; way < 3; ++way) {
        door d;
        door_open(&d, variants[k][0], variants[k][1]);
        assert_int_equal(door_call(&d, 0.5), DL_AT_TOUT);
        d.p.routine = routine;
        d.p.from = 0.7;
        d.p.returns = returns[way];
        const int before = d.p.calls;
        door_call(&d, 1.0);
        if (d.idid == DL_AT_TOUT) {
          /* not every form calls every routine */
          if (variants[k][1] == 0 && variants[k][0] == 0) assert_true(routine >= 5);
          if (variants[k][1] == 1) assert_true(routine == 6);
          if (variants[k][0] > 0) fail_msg("method %d never called %d", variants[k][0], routine);
        } else {
          char text[400];
          dassl_like_explain(d.code, d.work, d.iwork, text, (int)sizeof text);
          if (d.idid != base[way] - routine) {
            fail_msg("variant %d, routine %d, way %d: IDID %d: %s", k, routine, way, d.idid, text);
          }
          assert_true(d.t >= 0.5 && d.t < 0.7);
          assert_true(d.work[B2_FAILTIME] >= 0.7);
          assert_at_most(fabs(d.q[0] * d.q[0] + d.q[1] * d.q[1] - 1),
                         variants[k][1] == 3 ? 1e-2 : 1e-4);
          /* mended, it goes on */
          d.p.routine = 0;
          d.info[B2_CONTINUE] = 1;
          assert_int_equal(door_call(&d, 1.0), DL_AT_TOUT);
        }
        assert_true(d.p.calls - before < 20000);
        door_close(&d);
      }
    }
  }
}

/* Dry friction that chatters around rest, so strong that no step is smooth: it ends, one way or the other,
 * within a bounded number of calls. */
static void test_discontinuous_forces(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.p.friction = 30;
    int calls = 0;
    do {
      const int before = d.p.calls;
      if (d.info[B2_CONTINUE] == -1) d.info[B2_CONTINUE] = 1;
      door_call(&d, 2.0);
      assert_true(d.p.calls - before < 200000);
    } while (d.idid == DL_MUCH_WORK && ++calls < 5);
    if (d.idid != DL_AT_TOUT && d.idid != DL_MUCH_WORK && d.idid != DL_ERROR_TEST &&
        d.idid != DL_NO_CONVERGENCE && d.idid != DL_BOTH_TESTS) {
      fail_msg("variant %d: IDID %d", k, d.idid);
    }
    assert_true(isfinite(d.q[0]) && isfinite(d.v[1]));
    door_close(&d);
  }
}

/* A constraint whose gradient vanishes: Newton's matrix becomes singular. */
static int vanishing_g(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)user;
  g[0] = t < 0.5 ? (q[0] * q[0] + q[1] * q[1] - 1) / 2 : 0;
  return 0;
}
static int vanishing_gq(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)user;
  gq[0] = t < 0.5 ? q[0] : 0;
  gq[1] = t < 0.5 ? q[1] : 0;
  return 0;
}

static void test_singular(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.gcn = vanishing_g;
    d.gcnq = vanishing_gq;
    assert_int_equal(door_call(&d, 0.4), DL_AT_TOUT);
    const int before = d.p.calls;
    door_call(&d, 1.0);
    print_message("variant %d: IDID %d at %g, %d calls\n", k, d.idid, d.t, d.p.calls - before);
    assert_true(d.idid == DL_SINGULAR || d.idid == DL_NO_CONVERGENCE || d.idid == DL_BOTH_TESTS ||
                d.idid == MBDAE_RANK);
    assert_true(d.t >= 0.4 && d.t < 0.5 + 1e-12);
    assert_true(d.p.calls - before < 20000);
    assert_at_most(fabs(d.q[0] * d.q[0] + d.q[1] * d.q[1] - 1), 1e-3);
    door_close(&d);
  }
}

/* Steps near rounding level: one whose square underflows is given up at once, with the start untouched; a
 * tiny first step grows; a tiny largest step ends at the step limit. */
static void test_tiny_steps(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    if (variants[k][1] == 1) continue; /* goes to dassl_like_mbs */
    door d;
    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_H0] = 1;
    d.work[B2_H] = 1e-300;
    door_call(&d, 1.0);
    assert_true(d.idid == DL_SINGULAR || d.idid == DL_NO_CONVERGENCE);
    assert_true(d.t == 0 && d.q[0] == 1 && d.q[1] == 0 && d.v[0] == 0 && d.v[1] == 0);
    assert_true(d.p.calls < 200);
    door_close(&d);

    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_H0] = 1;
    d.work[B2_H] = 1e-14;
    assert_int_equal(door_call(&d, 0.5), DL_AT_TOUT);
    door_close(&d);

    door_open(&d, variants[k][0], variants[k][1]);
    d.info[B2_HMAX] = 1;
    d.work[B2_HMAXVALUE] = 1e-15;
    assert_int_equal(door_call(&d, 0.5), DL_MUCH_WORK);
    assert_int_equal(d.iwork[B2_NST], 500);
    assert_true(d.p.calls < 30000);
    assert_close(d.t, 5e-13, 1e-15);
    door_close(&d);
  }
}

/* Start values: inconsistent ones are refused, projected, accepted or only checked. */
static void test_start_values(void** state) {
  (void)state;
  for (int k = 0; k < VARIANTS; ++k) {
    for (int init = 0; init <= 4; ++init) {
      door d;
      door_open(&d, variants[k][0], variants[k][1]);
      d.info[B2_INIT] = init;
      d.q[0] = 1.1;
      d.v[0] = 0.2;
      door_call(&d, 1.0);
      if (init == 0 || init == 3) {
        assert_int_equal(d.idid, MBDAE_INCONSISTENT);
        assert_close(d.work[B2_VIOLP], 0.105, 1e-12);
        assert_close(d.work[B2_VIOLV], 0.22, 1e-12);
        assert_true(d.q[0] == 1.1);
      } else if (init == 4) {
        assert_int_equal(d.idid, DL_CONSISTENT);
        assert_close(d.q[0], 1.0, 1e-9);
        assert_close(d.v[0], 0.0, 1e-9);
        /* at rest on the horizontal the rod carries nothing */
        assert_close(d.lambda[0], 0.0, 1e-6);
      } else if (init == 1) {
        assert_int_equal(d.idid, DL_AT_TOUT);
      }
      door_close(&d);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_output_points),
                                     cmocka_unit_test(test_checkpoint),
                                     cmocka_unit_test(test_single_steps),
                                     cmocka_unit_test(test_tstop),
                                     cmocka_unit_test(test_backwards),
                                     cmocka_unit_test(test_wrong_input),
                                     cmocka_unit_test(test_changed_options),
                                     cmocka_unit_test(test_failing_routines),
                                     cmocka_unit_test(test_discontinuous_forces),
                                     cmocka_unit_test(test_singular),
                                     cmocka_unit_test(test_tiny_steps),
                                     cmocka_unit_test(test_start_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
