/* See solve_bdf2nd.h. */
#include "solve_bdf2nd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_options(const mbdae_problem* p, const second_order_settings* s, int* info) {
  info[B2_FORM] = s->form;
  info[B2_METHOD] = s->method;
  info[B2_MAXORD] = s->maxord;
  info[B2_STRATEGY] = s->strategy;
  info[B2_FIXED] = s->fixed;
  info[B2_FORMULA] = s->formula;
  info[B2_TESTV] = s->testv;
  info[B2_INIT] = s->init;
  info[B2_IHOL] = p->ihol;
  info[B2_TSTOP] = s->stop_at_end;
  info[B2_HMAX] = s->hmax > 0;
  info[B2_H0] = s->fixed || s->h != 0;
  info[B2_VECTOR] = s->tolerances != NULL;
  info[B2_EVERYSTEP] = s->observe != NULL || s->steps != NULL;
}

static void integrate(const mbdae_problem* p, void* user, const second_order_settings* s, int* info,
                      second_order_outcome* o, double* work, int lwork, int* iwork, int liwork) {
  const double t1 = s->t1 != 0 ? s->t1 : p->t1;
  const int nmax = s->nmax > 0 ? s->nmax : 1000000;
  const double* rtol = s->tolerances != NULL ? s->tolerances : &s->rtol;
  const double* atol = s->tolerances != NULL ? s->tolerances + 2 * p->n + p->m : &s->atol;
  int code = 0, step = 0;
  work[B2_TSTOPVALUE] = t1;
  work[B2_HMAXVALUE] = s->hmax;
  work[B2_H] = s->h;
  o->t = p->t0;
  p->start(o->q, o->v, user);
  do {
    if (info[B2_CONTINUE] == -1) info[B2_CONTINUE] = 1; /* go on after 500 steps */
    if (s->fixed) work[B2_H] = s->steps != NULL ? s->steps[step] : s->h;
    code =
        bdf2nd(p->n, p->m, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, &o->t, o->q, o->v,
               o->lambda, t1, info, rtol, atol, &o->idid, work, lwork, iwork, liwork, user);
    if (o->idid > 0 && s->observe != NULL) s->observe(o->t, o->q, o->v, o->lambda, s->observer);
    ++step;
  } while ((o->idid == DL_MUCH_WORK || (o->idid == DL_STEPPED && fabs(t1 - o->t) > 0)) &&
           iwork[B2_NST] < nmax);
  dassl_like_explain(code, work, iwork, o->text, (int)sizeof o->text);
  o->driftp = work[B2_DRIFTP], o->driftv = work[B2_DRIFTV];
  o->nst = iwork[B2_NST], o->nre = iwork[B2_NRE], o->nje = iwork[B2_NJE];
  o->netf = iwork[B2_NETF], o->nctf = iwork[B2_NCTF], o->nfcn = iwork[B2_NFCN];
  o->nlu = iwork[B2_NLU], o->nswitch = iwork[B2_NSWITCH], o->order = iwork[B2_OLDORDER];
}

int solve_bdf2nd(const mbdae_problem* problem, void* user, const second_order_settings* settings,
                 second_order_outcome* outcome) {
  int info[B2_INFO_LENGTH] = {0};
  memset(outcome, 0, sizeof *outcome);
  set_options(problem, settings, info);
  const int lwork = bdf2nd_lwork(problem->n, problem->m, info);
  const int liwork = bdf2nd_liwork(problem->n, problem->m, info);
  if (lwork < 0) {
    snprintf(outcome->text, sizeof outcome->text, "%s", mbdae_message(lwork));
    return outcome->idid = DL_ILLEGAL;
  }
  double* work = calloc((size_t)lwork, sizeof *work);
  int* iwork = calloc((size_t)liwork, sizeof *iwork);
  if (work != NULL && iwork != NULL) {
    integrate(problem, user, settings, info, outcome, work, lwork, iwork, liwork);
  } else {
    snprintf(outcome->text, sizeof outcome->text, "no memory for the work arrays");
  }
  free(work);
  free(iwork);
  return outcome->idid;
}
