/* bdf2nd and dassl_like_mbs with their defaults; see peers.h. */
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"

/* both doors have the same arguments */
typedef int (*door)(int n, int m, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn, mbdae_gcnq gcnq,
                    mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, double* t, double q[], double v[],
                    double lambda[], double tout, int info[], const double rtol[],
                    const double atol[], int* idid, double work[], int lwork, int iwork[],
                    int liwork, void* user);

static void run(const experiment* e, door integrate, int* info, double tol, double* work, int lwork,
                int* iwork, int liwork, trial* r) {
  counted_model* c = e->model;
  const mbdae_problem* p = &c->problem;
  double q[PEER_N], v[PEER_N], lambda[PEER_M] = {0}, t = p->t0;
  p->start(q, v, c);
  memset(&c->calls, 0, sizeof c->calls);
  r->done = 1;
  const double begin = cpu_seconds();
  for (int k = 0; k < e->count && r->done; ++k) {
    do {
      if (info[B2_CONTINUE] == -1) info[B2_CONTINUE] = 1; /* go on after 500 steps */
      integrate(p->n, p->m, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, &t, q, v, lambda,
                e->times[k], info, &tol, &tol, &r->code, work, lwork, iwork, liwork, c);
    } while (r->code == DL_MUCH_WORK && iwork[B2_NST] < 1000000);
    r->done = r->code > 0;
    look(e, k, q, v, lambda, r);
  }
  r->seconds = cpu_seconds() - begin;
  r->calls = c->calls;
  r->steps = iwork[B2_NST];
  r->matrices = iwork[B2_NLU];
}

static void with_arrays(const experiment* e, door integrate, int* info, double tol, int lwork,
                        int liwork, trial* r) {
  double* work = calloc((size_t)lwork, sizeof *work);
  int* iwork = calloc((size_t)liwork, sizeof *iwork);
  memset(r, 0, sizeof *r);
  if (work == NULL || iwork == NULL) abort();
  run(e, integrate, info, tol, work, lwork, iwork, liwork, r);
  free(work);
  free(iwork);
}

void run_bdf2nd(const experiment* e, double tol, int method, int maxord, trial* r) {
  const int n = e->model->problem.n, m = e->model->problem.m;
  int info[B2_INFO_LENGTH] = {0};
  info[B2_METHOD] = method;
  info[B2_MAXORD] = maxord;
  with_arrays(e, bdf2nd, info, tol, bdf2nd_lwork(n, m, info), bdf2nd_liwork(n, m, info), r);
}

void run_dassl_like(const experiment* e, double tol, trial* r) {
  const int n = e->model->problem.n, m = e->model->problem.m;
  int info[DL_INFO_LENGTH] = {0};
  with_arrays(e, dassl_like_mbs, info, tol, dassl_like_mbs_lrw(n, m, info),
              dassl_like_mbs_liw(n, m, info), r);
}
