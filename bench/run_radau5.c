/* RADAU5 as R's package deSolve carries it, loaded while the program runs; see peers.h.
 *
 *   unknowns             rows                                           left-hand side
 *   q                    v  (GGL: v - G' mu)                            q'
 *   v                    f - G' lambda, or a if M is not constant       M v', or v'
 *   a                    f - M a - G' lambda, only if M is not constant 0
 *   lambda               g  (GGL: G v)                                  0
 *   mu                   g, GGL only                                    0
 *
 * so that M, which RADAU5 wants constant, is the identity but for a diagonal block. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test/residuals.h"
#include "peers.h"

enum { UNKNOWNS = 3 * PEER_N + 2 * PEER_M, LWORK = UNKNOWNS * (5 * UNKNOWNS + 12) + 20 };
enum { LIWORK = 3 * UNKNOWNS + 20 };

typedef struct radau_run radau_run;

typedef void (*radau_fcn)(const int* n, const double* x, const double* y, double* f, radau_run* r,
                          int* ipar);
typedef void (*radau_mas)(const int* n, double* am, const int* lmas, radau_run* r, int* ipar);
typedef void (*radau_solout)(const int* nr, const double* xold, const double* x, const double* y,
                             const double* cont, const int* lrc, const int* n, radau_run* r,
                             int* ipar, int* irtrn);
typedef void (*radau5_routine)(const int* n, radau_fcn fcn, double* x, double* y,
                               const double* xend, double* h, double* rtol, double* atol,
                               const int* itol, void (*jac)(void), const int* ijac, int* mljac,
                               int* mujac, radau_mas mas, const int* imas, const int* mlmas,
                               int* mumas, radau_solout solout, const int* iout, double* work,
                               const int* lwork, int* iwork, const int* liwork, radau_run* r,
                               int* ipar, int* idid);
typedef double (*radau_contr5)(const int* i, const double* x, const double* cont, const int* lrc);

/* What stands behind RPAR. */
struct radau_run {
  const experiment* e;
  trial* result;
  int ggl, next;
  double M[PEER_N * PEER_N], G[PEER_M * PEER_N];
};

static radau5_routine radau5;
static radau_contr5 contr5;

/* RADAU5's messages go through R, which is not running. */
void Rprintf(const char* format, ...);
void Rprintf(const char* format, ...) {
  (void)format;
}

static void* open_first(const char* const* paths) {
  void* library = NULL;
  for (; *paths != NULL && library == NULL; ++paths)
    library = dlopen(*paths, RTLD_NOW | RTLD_GLOBAL);
  return library;
}

static void load(void) {
  static const char* const r[] = {"/usr/lib/R/lib/libR.so", "/usr/lib64/R/lib/libR.so",
                                  "/usr/local/lib/R/lib/libR.so", "libR.so", NULL};
  static const char* const packages[] = {"/usr/lib/R/site-library/deSolve/libs/deSolve.so",
                                         "/usr/local/lib/R/site-library/deSolve/libs/deSolve.so",
                                         "/usr/lib64/R/library/deSolve/libs/deSolve.so",
                                         "/usr/local/lib/R/library/deSolve/libs/deSolve.so", NULL};
  if (open_first(r) == NULL) return;
  void* package = open_first(packages);
  if (package == NULL) return;
  void *routine = dlsym(package, "radau5_"), *dense = dlsym(package, "contr5_");
  if (routine == NULL || dense == NULL) return;
  memcpy(&radau5, &routine, sizeof radau5);
  memcpy(&contr5, &dense, sizeof contr5);
}

static void exponential(const int* n, const double* x, const double* y, double* f, radau_run* r,
                        int* ipar) {
  (void)n, (void)x, (void)r, (void)ipar;
  f[0] = -2 * y[0];
}

static void no_mass(const int* n, double* am, const int* lmas, radau_run* r, int* ipar) {
  (void)n, (void)am, (void)lmas, (void)r, (void)ipar;
}

static void no_matrix(void) {}

static void no_output(const int* nr, const double* xold, const double* x, const double* y,
                      const double* cont, const int* lrc, const int* n, radau_run* r, int* ipar,
                      int* irtrn) {
  (void)nr, (void)xold, (void)x, (void)y, (void)cont, (void)lrc, (void)n, (void)r, (void)ipar;
  (void)irtrn;
}

/* Does the routine solve y' = -2 y? A package with other arguments would not. */
static int knows_exponential(void) {
  double work[200] = {0}, x = 0, y = 1, end = 1, h = 1e-3, rtol = 1e-8, atol = 1e-8;
  int iwork[40] = {0}, n = 1, none = 0, full = 1, ipar = 0, idid = 0, lwork = 200, liwork = 40;
  radau5(&n, exponential, &x, &y, &end, &h, &rtol, &atol, &none, no_matrix, &none, &full, &full,
         no_mass, &none, &full, &full, no_output, &none, work, &lwork, iwork, &liwork, NULL, &ipar,
         &idid);
  return idid == 1 && fabs(y - exp(-2)) < 1e-7;
}

int has_radau5(void) {
  static int asked = 0, answer = 0;
  if (!asked) {
    asked = 1;
    load();
    answer = radau5 != NULL && knows_exponential();
  }
  return answer;
}

static void rows(const int* unknowns, const double* x, const double* y, double* f, radau_run* r,
                 int* ipar) {
  const mbdae_problem* p = &r->e->model->problem;
  void* user = r->e->model;
  const int n = p->n, m = p->m, extra = r->e->constant_mass ? 0 : n;
  const double *q = y, *v = y + n, *a = y + 2 * n, *lambda = a + extra, *mu = lambda + m;
  double *forces = f + n + extra, *constraints = f + 2 * n + extra, *G = r->G, *M = r->M;
  (void)ipar;
  memset(f, 0, sizeof *f * (size_t)*unknowns);
  memset(G, 0, sizeof r->G);
  for (int i = 0; i < n; ++i) f[i] = v[i];
  int refused = p->fcn(n, *x, q, v, forces, user) | p->gcnq(m, n, *x, q, G, user);
  if (!r->e->constant_mass) {
    memset(M, 0, sizeof r->M);
    refused |= p->amat(n, n, *x, q, M, user);
    for (int j = 0; j < n; ++j) {
      f[n + j] = a[j];
      for (int i = 0; i < n; ++i) forces[i] -= M[i + j * n] * a[j];
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) forces[j] -= G[i + j * m] * lambda[i];
  }
  if (r->ggl) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) {
        f[j] -= G[i + j * m] * mu[i];
        constraints[i] += G[i + j * m] * v[j];
      }
    }
    constraints += m;
  }
  refused |= p->gcn(m, n, *x, q, constraints, user);
  if (refused) f[0] = NAN; /* makes Newton's iteration diverge: RADAU5 halves the step */
}

/* The diagonal of what stands before y'; of its lower right block with the option for second-order
 * equations. */
static void diagonal(const int* count, double* am, const int* lmas, radau_run* r, int* ipar) {
  const mbdae_problem* p = &r->e->model->problem;
  const int n = p->n;
  double q[PEER_N], v[PEER_N], *at = am;
  (void)lmas, (void)ipar;
  memset(am, 0, sizeof *am * (size_t)*count);
  if (r->ggl) {
    for (int i = 0; i < n; ++i) *at++ = 1;
  }
  if (!r->e->constant_mass) {
    for (int i = 0; i < n && r->ggl; ++i) *at++ = 1;
    return;
  }
  memset(r->M, 0, sizeof r->M);
  p->start(q, v, r->e->model);
  p->amat(n, n, p->t0, q, r->M, r->e->model);
  for (int i = 0; i < n; ++i) *at++ = r->M[i + i * n];
}

static void output(const int* nr, const double* xold, const double* x, const double* y,
                   const double* cont, const int* lrc, const int* n, radau_run* r, int* ipar,
                   int* irtrn) {
  double there[UNKNOWNS];
  const experiment* e = r->e;
  (void)nr, (void)xold, (void)ipar, (void)irtrn;
  for (; r->next < e->count && e->times[r->next] <= *x; ++r->next) {
    const double* at = y;
    if (e->times[r->next] < *x) {
      for (int i = 1; i <= *n; ++i) there[i - 1] = contr5(&i, &e->times[r->next], cont, lrc);
      at = there;
    }
    const int size = e->model->problem.n;
    look(e, r->next, at, at + size, at + (e->constant_mass ? 2 : 3) * size, r->result);
  }
}

static int all_unknowns(const experiment* e, int ggl) {
  const int n = e->model->problem.n, m = e->model->problem.m;
  return (e->constant_mass ? 2 : 3) * n + (ggl ? 2 : 1) * m;
}

/* How many of the rows are q' = v, v' = a that RADAU5 need not factor */
static int trivial_rows(const experiment* e, int ggl) {
  const int n = e->model->problem.n;
  if (ggl) return 0;
  return e->constant_mass ? n : 2 * n;
}

int radau5_unknowns(const experiment* e, int ggl) {
  return all_unknowns(e, ggl) - trivial_rows(e, ggl);
}

static void start(const experiment* e, double* y) {
  residual_problem ggl;
  double state[UNKNOWNS], rate[UNKNOWNS];
  const size_t n = (size_t)e->model->problem.n, m = (size_t)e->model->problem.m;
  residual_open(&ggl, &e->model->problem, e->model, RESIDUAL_GGL);
  residual_start(&ggl, state, rate);
  residual_close(&ggl);
  memcpy(y, state, 2 * n * sizeof *y);
  y += 2 * n;
  if (!e->constant_mass) {
    memcpy(y, rate + n, n * sizeof *y);
    y += n;
  }
  memcpy(y, state + 2 * n, m * sizeof *y);
}

void run_radau5(const experiment* e, double tol, int ggl, double keep, trial* result) {
  static double work[LWORK];
  static radau_run r;
  int iwork[LIWORK] = {0}, ipar = 0, idid = 0;
  double y[UNKNOWNS] = {0}, x = e->model->problem.t0, h, rtol = tol, atol = tol;
  const double end = e->times[e->count - 1];
  const int n = e->model->problem.n, all = all_unknowns(e, ggl), m1 = trivial_rows(e, ggl);
  const int scalar = 0, differences = 0, has_mass = 1, diagonal_mass = 0, lwork = LWORK,
            liwork = LIWORK, with_output = 1;
  int full = all - m1, unused = 0, mumas = 0;
  memset(work, 0, 20 * sizeof *work);
  work[2] = keep;
  memset(result, 0, sizeof *result);
  memset(&r, 0, sizeof r);
  r.e = e, r.result = result, r.ggl = ggl;
  start(e, y);
  h = 1e-5 * fmin(1, end - x);
  iwork[1] = 1000000;
  iwork[4] = ggl ? 2 * n : n;
  iwork[5] = ggl ? all - 2 * n : n;
  iwork[6] = ggl ? 0 : all - 2 * n;
  iwork[8] = m1, iwork[9] = m1 > 0 ? n : 0;
  memset(&e->model->calls, 0, sizeof e->model->calls);
  const double begin = cpu_seconds();
  radau5(&all, rows, &x, y, &end, &h, &rtol, &atol, &scalar, no_matrix, &differences, &full,
         &unused, diagonal, &has_mass, &diagonal_mass, &mumas, output, &with_output, work, &lwork,
         iwork, &liwork, &r, &ipar, &idid);
  result->seconds = cpu_seconds() - begin;
  result->code = idid;
  result->done = idid == 1 && r.next == e->count;
  result->calls = e->model->calls;
  result->steps = iwork[16];
  result->matrices = 2 * iwork[18];
}
