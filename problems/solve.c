/* See solve.h. */
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* solout and the model routines share one user pointer: the model's comes along. */
typedef struct context {
  const mbdae_problem* problem;
  void* user;
  const solve_settings* settings;
  solve_outcome* outcome;
} context;

static int amat(int n, int ldam, double t, const double* q, double* am, void* c) {
  return ((context*)c)->problem->amat(n, ldam, t, q, am, ((context*)c)->user);
}
static int fcn(int n, double t, const double* q, const double* v, double* f, void* c) {
  return ((context*)c)->problem->fcn(n, t, q, v, f, ((context*)c)->user);
}
static int gcn(int m, int n, double t, const double* q, double* g, void* c) {
  return ((context*)c)->problem->gcn(m, n, t, q, g, ((context*)c)->user);
}
static int gcnq(int m, int n, double t, const double* q, double* gq, void* c) {
  return ((context*)c)->problem->gcnq(m, n, t, q, gq, ((context*)c)->user);
}
static int gcnt(int m, int n, double t, const double* q, double* gt, void* c) {
  return ((context*)c)->problem->gcnt(m, n, t, q, gt, ((context*)c)->user);
}
static int gcnqq(int m, int n, double t, const double* q, const double* v, double* l, void* c) {
  return ((context*)c)->problem->gcnqq(m, n, t, q, v, l, ((context*)c)->user);
}

static int watch(int nr, double told, double t, int n, const double* q, const double* v, int m,
                 const double* lambda, const mbdae_dense* dense, void* c) {
  const context* run = c;
  solve_outcome* o = run->outcome;
  (void)n;
  if (m > 0) memcpy(o->lambda, lambda, (size_t)m * sizeof *lambda);
  if (run->problem->energy != NULL) {
    const double energy = run->problem->energy(t, q, v, run->user);
    const double change = fabs(energy - o->energy);
    if (nr == 1) {
      o->energy = energy;
    } else if (change > o->energy_drift || isnan(change)) {
      o->energy_drift = change;
    }
  }
  if (run->settings->observe != NULL) {
    run->settings->observe(told, t, q, v, lambda, dense, run->settings->observer);
  }
  return 0;
}

static void explain_no_arrays(const mbdae_problem* p, int lwork, int liwork, solve_outcome* o) {
  if (lwork < 0) {
    snprintf(o->text, sizeof o->text, "%s", mbdae_message(lwork));
  } else if (p->n > SOLVE_MAX_N || p->m > SOLVE_MAX_M) {
    snprintf(o->text, sizeof o->text, "n = %d, m = %d: expected at most %d, %d", p->n, p->m,
             SOLVE_MAX_N, SOLVE_MAX_M);
  } else {
    const double bytes = (double)lwork * sizeof(double) + (double)liwork * sizeof(int);
    snprintf(o->text, sizeof o->text,
             "out of memory: the work arrays for n = %d, m = %d need %.0f MB", p->n, p->m,
             ceil(bytes / 1e6));
  }
}

int mbdae_solve(const mbdae_problem* p, void* user, const solve_settings* s, solve_outcome* o) {
  context c = {p, user, s, o};
  int options[RKSTAB_IWORK_HEADER] = {0};
  double x = p->t0;
  const double t1 = s->t1 != 0 || s->t1_given ? s->t1 : p->t1;
  memset(o, 0, sizeof *o);
  options[RKSTAB_METHOD] = s->method;
  options[RKSTAB_STAB] = s->stab;
  options[RKSTAB_FIXED] = s->fixed;
  options[RKSTAB_COMPAT] = s->compat;
  options[RKSTAB_INIT] = s->init;
  options[RKSTAB_RANK] = s->rank;
  options[RKSTAB_METRIC] = s->metric;
  options[RKSTAB_LDIFF] = s->ldiff;
  options[RKSTAB_NMAX] = s->nmax;

  const int lwork = rkstab_lwork(p->n, p->m, 0, options);
  const int liwork = rkstab_liwork(p->n, p->m, 0, options);
  double* work = lwork > 0 ? calloc((size_t)lwork, sizeof *work) : NULL;
  int* iwork = liwork > 0 ? calloc((size_t)liwork, sizeof *iwork) : NULL;
  o->idid = SOLVE_NO_ARRAYS;
  if (work != NULL && iwork != NULL && p->n <= SOLVE_MAX_N && p->m <= SOLVE_MAX_M) {
    memcpy(iwork, options, sizeof options);
    p->start(o->q, o->v, user);
    o->h = s->h;
    rkstab(p->ihol, p->n, p->m, 0, amat, fcn, p->gcn ? gcn : NULL, gcnq, p->gcnt ? gcnt : NULL,
           p->gcnqq ? gcnqq : NULL, NULL, s->baumg, &x, o->q, o->v, t1, &o->h, &s->rtol, &s->atol,
           s->datol, 0, watch, 1, work, lwork, iwork, liwork, &o->idid, &c);
    rkstab_explain(o->idid, work, iwork, o->text, (int)sizeof o->text);
    o->t = x;
    o->driftp = work[RKSTAB_DRIFTP];
    o->driftv = work[RKSTAB_DRIFTV];
    o->nfcn = iwork[RKSTAB_NFCN];
    o->nstep = iwork[RKSTAB_NSTEP];
    o->naccp = iwork[RKSTAB_NACCP];
    o->nrejct = iwork[RKSTAB_NREJCT];
    o->nstab = iwork[RKSTAB_NSTAB];
    o->nlu = iwork[RKSTAB_NLU];
    o->nsolve = iwork[RKSTAB_NSOLVE];
    o->nrank = iwork[RKSTAB_NRANK];
    o->nnear = iwork[RKSTAB_NNEAR];
    o->pivot = work[RKSTAB_PIVOT];
    o->pivott = work[RKSTAB_PIVOTT];
  } else {
    explain_no_arrays(p, lwork, liwork, o);
  }
  free(work);
  free(iwork);
  return o->idid;
}
