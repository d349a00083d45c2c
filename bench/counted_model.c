/* Model routines that count their calls; see peers.h. */
#define _POSIX_C_SOURCE 199309L
#include <string.h>
#include <time.h>

#include "peers.h"

static int amat(int n, int ldam, double t, const double* q, double* am, void* user) {
  counted_model* c = user;
  ++c->calls.amat;
  return c->model->amat(n, ldam, t, q, am, c->data);
}

static int fcn(int n, double t, const double* q, const double* v, double* f, void* user) {
  counted_model* c = user;
  ++c->calls.fcn;
  return c->model->fcn(n, t, q, v, f, c->data);
}

static int gcn(int m, int n, double t, const double* q, double* g, void* user) {
  counted_model* c = user;
  ++c->calls.gcn;
  return c->model->gcn(m, n, t, q, g, c->data);
}

static int gcnq(int m, int n, double t, const double* q, double* gq, void* user) {
  counted_model* c = user;
  ++c->calls.gcnq;
  return c->model->gcnq(m, n, t, q, gq, c->data);
}

static int gcnt(int m, int n, double t, const double* q, double* gt, void* user) {
  const counted_model* c = user;
  return c->model->gcnt(m, n, t, q, gt, c->data);
}

static int gcnqq(int m, int n, double t, const double* q, const double* v, double* l, void* user) {
  counted_model* c = user;
  ++c->calls.gcnqq;
  return c->model->gcnqq(m, n, t, q, v, l, c->data);
}

static void start(double* q, double* v, void* user) {
  const counted_model* c = user;
  c->model->start(q, v, c->data);
}

void count_calls(const mbdae_problem* model, void* data, counted_model* counted) {
  memset(counted, 0, sizeof *counted);
  counted->problem = *model;
  counted->problem.amat = amat;
  counted->problem.fcn = fcn;
  counted->problem.gcn = gcn;
  counted->problem.gcnq = gcnq;
  counted->problem.gcnt = model->gcnt != NULL ? gcnt : NULL;
  counted->problem.gcnqq = gcnqq;
  counted->problem.start = start;
  counted->model = model;
  counted->data = data;
}

double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void look(const experiment* e, int k, const double* q, const double* v, const double* lambda,
          trial* t) {
  const size_t n = (size_t)e->model->problem.n, m = (size_t)e->model->problem.m;
  memcpy(t->q[k], q, n * sizeof *q);
  memcpy(t->v[k], v, n * sizeof *v);
  memcpy(t->lambda[k], lambda, m * sizeof *lambda);
}
