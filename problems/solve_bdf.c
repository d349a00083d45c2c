/* See solve_bdf.h. */
#include "solve_bdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integrate(const mbdae_problem* p, void* user, const bdf_settings* s, bdf_outcome* o,
                      double* rwork, int lrw, int* iwork, int liw) {
  const double t1 = s->t1 != 0 || s->t1_given ? s->t1 : p->t1;
  const int nmax = s->nmax > 0 ? s->nmax : 1000000;
  int info[DL_INFO_LENGTH] = {0}, code = 0;
  info[DL_FORM] = s->form;
  info[DL_MATRIX] = s->matrix;
  info[DL_METRIC] = s->metric;
  info[DL_INIT] = s->init;
  info[DL_IHOL] = p->ihol;
  info[DL_EVERYSTEP] = s->every_step;
  rwork[DL_ALPHA] = s->alpha;
  rwork[DL_BETA] = s->beta;
  o->t = p->t0;
  p->start(o->q, o->v, user);
  do {
    if (info[DL_CONTINUE] == -1) info[DL_CONTINUE] = 1; /* go on after 500 steps */
    code = dassl_like_mbs(p->n, p->m, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, &o->t,
                          o->q, o->v, o->lambda, t1, info, &s->rtol, &s->atol, &o->idid, rwork, lrw,
                          iwork, liw, user);
  } while ((o->idid == DL_MUCH_WORK || o->idid == DL_STEPPED) && iwork[DL_NST] < nmax);
  dassl_like_explain(code, rwork, iwork, o->text, (int)sizeof o->text);
  o->driftp = rwork[DL_DRIFTP], o->driftv = rwork[DL_DRIFTV], o->mu = rwork[DL_MUMAX];
  o->nst = iwork[DL_NST], o->nre = iwork[DL_NRE], o->nje = iwork[DL_NJE];
  o->netf = iwork[DL_NETF], o->nctf = iwork[DL_NCTF], o->nfcn = iwork[DL_NFCN];
}

int solve_bdf(const mbdae_problem* problem, void* user, const bdf_settings* settings,
              bdf_outcome* outcome) {
  int info[DL_INFO_LENGTH] = {0};
  memset(outcome, 0, sizeof *outcome);
  info[DL_FORM] = settings->form;
  info[DL_MATRIX] = settings->matrix;
  info[DL_METRIC] = settings->metric;
  const int lrw = dassl_like_mbs_lrw(problem->n, problem->m, info);
  const int liw = dassl_like_mbs_liw(problem->n, problem->m, info);
  if (lrw < 0) {
    snprintf(outcome->text, sizeof outcome->text, "%s", mbdae_message(lrw));
    return outcome->idid = DL_ILLEGAL;
  }
  double* rwork = calloc((size_t)lrw, sizeof *rwork);
  int* iwork = calloc((size_t)liw, sizeof *iwork);
  if (rwork != NULL && iwork != NULL) {
    integrate(problem, user, settings, outcome, rwork, lrw, iwork, liw);
  } else {
    snprintf(outcome->text, sizeof outcome->text, "no memory for the work arrays");
  }
  free(rwork);
  free(iwork);
  return outcome->idid;
}
