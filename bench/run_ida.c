/* IDA of SUNDIALS; see peers.h. */
#include "peers.h"

#ifdef WITH_IDA

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "../test/residuals.h"

int has_ida(void) {
  return 1;
}

static int residual(realtype t, N_Vector y, N_Vector yp, N_Vector delta, void* user) {
  return residual_of_mechanism((int)NV_LENGTH_S(y), t, NV_DATA_S(y), NV_DATA_S(yp),
                               NV_DATA_S(delta), user);
}

static void silent(int code, const char* module, const char* function, char* text, void* user) {
  (void)code, (void)module, (void)function, (void)text, (void)user;
}

typedef struct ida_run {
  SUNContext context;
  N_Vector y, yp, atol, differential;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  void* memory;
  residual_problem ggl;
} ida_run;

/* 0 if all went well */
static int open_run(const experiment* e, double tol, int test_lambda, ida_run* r) {
  residual_open(&r->ggl, &e->model->problem, e->model, RESIDUAL_GGL);
  const int neq = residual_size(&r->ggl), n = e->model->problem.n;
  const int tested = 2 * n + (test_lambda ? e->model->problem.m : 0);
  if (SUNContext_Create(NULL, &r->context) != 0) return 1;
  r->y = N_VNew_Serial(neq, r->context);
  r->yp = N_VNew_Serial(neq, r->context);
  r->atol = N_VNew_Serial(neq, r->context);
  r->differential = N_VNew_Serial(neq, r->context);
  r->matrix = SUNDenseMatrix(neq, neq, r->context);
  r->linear = SUNLinSol_Dense(r->y, r->matrix, r->context);
  r->memory = IDACreate(r->context);
  if (r->memory == NULL || r->linear == NULL) return 1;
  residual_start(&r->ggl, NV_DATA_S(r->y), NV_DATA_S(r->yp));
  for (int i = 0; i < neq; ++i) {
    NV_Ith_S(r->atol, i) = i < tested ? tol : 1e10;
    NV_Ith_S(r->differential, i) = i < 2 * n ? 1 : 0;
  }
  return IDAInit(r->memory, residual, e->model->problem.t0, r->y, r->yp) |
         IDASVtolerances(r->memory, tol, r->atol) |
         IDASetLinearSolver(r->memory, r->linear, r->matrix) | IDASetUserData(r->memory, &r->ggl) |
         IDASetId(r->memory, r->differential) | IDASetSuppressAlg(r->memory, 1) |
         IDASetMaxNumSteps(r->memory, 1000000) | IDASetMaxErrTestFails(r->memory, 30) |
         IDASetMaxConvFails(r->memory, 30) | IDASetErrHandlerFn(r->memory, silent, NULL);
}

static void close_run(ida_run* r) {
  IDAFree(&r->memory);
  SUNLinSolFree(r->linear);
  SUNMatDestroy(r->matrix);
  N_VDestroy(r->y);
  N_VDestroy(r->yp);
  N_VDestroy(r->atol);
  N_VDestroy(r->differential);
  SUNContext_Free(&r->context);
  residual_close(&r->ggl);
}

void run_ida(const experiment* e, double tol, int test_lambda, trial* result) {
  ida_run r = {0};
  const int n = e->model->problem.n;
  long steps = 0, matrices = 0;
  realtype t = 0;
  memset(result, 0, sizeof *result);
  if (open_run(e, tol, test_lambda, &r) != 0) abort();
  memset(&e->model->calls, 0, sizeof e->model->calls);
  result->done = 1;
  const double begin = cpu_seconds();
  for (int k = 0; k < e->count && result->done; ++k) {
    result->code = IDASolve(r.memory, e->times[k], &t, r.y, r.yp, IDA_NORMAL);
    result->done = result->code == IDA_SUCCESS;
    const double* y = NV_DATA_S(r.y);
    look(e, k, y, y + n, y + 2 * n, result);
  }
  result->seconds = cpu_seconds() - begin;
  IDAGetNumSteps(r.memory, &steps);
  IDAGetNumLinSolvSetups(r.memory, &matrices);
  result->calls = e->model->calls;
  result->steps = (int)steps;
  result->matrices = (int)matrices;
  close_run(&r);
}

#else

int has_ida(void) {
  return 0;
}

void run_ida(const experiment* e, double tol, int test_lambda, trial* result) {
  (void)e, (void)tol, (void)test_lambda;
  result->done = 0;
}

#endif
