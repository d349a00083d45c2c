/* peers.h - one mechanism for several codes: counted alike, timed alike, looked at at the same times
 *
 * A code gets an experiment and a tolerance (RTOL = ATOL) and fills a trial. What is timed is the
 * integration alone, without allocation and set-up. */
#ifndef MBDAE_BENCH_PEERS_H
#define MBDAE_BENCH_PEERS_H

#include "problem.h"

enum { PEER_N = 16, PEER_M = 8, PEER_TIMES = 24 };

/* Calls of the model's routines, those of difference quotients included. */
typedef struct calls {
  int fcn, amat, gcn, gcnq, gcnqq;
} calls;

typedef struct counted_model {
  mbdae_problem problem; /* what the code gets; its routines take a pointer to this struct */
  const mbdae_problem* model;
  void* data;
  calls calls;
} counted_model;

void count_calls(const mbdae_problem* model, void* data, counted_model* counted);

typedef struct experiment {
  const char* title;
  counted_model* model;
  int constant_mass;
  const char* reference;
  int count;                /* of times */
  double times[PEER_TIMES]; /* where the solution is compared; the last is the end */
} experiment;

typedef struct trial {
  int done; /* the end was reached */
  int code; /* the code's own report */
  double seconds;
  int steps, matrices; /* steps taken, matrices factored (a real and a complex one are two) */
  calls calls;
  double q[PEER_TIMES][PEER_N], v[PEER_TIMES][PEER_N], lambda[PEER_TIMES][PEER_M];
} trial;

/* CPU time of the process [s] */
double cpu_seconds(void);
/* The state (q, v) and lambda at times[k]. */
void look(const experiment* e, int k, const double* q, const double* v, const double* lambda,
          trial* t);

/* The methods of bdf2nd: METHOD and MAXORD as in bdf2nd_options.h. */
void run_bdf2nd(const experiment* e, double tol, int method, int maxord, trial* t);
/* dassl_like_mbs, GGL form. */
void run_dassl_like(const experiment* e, double tol, trial* t);
/* RADAU5 of Hairer and Wanner from the R package deSolve, with matrices by differences. ggl 0: index 3,
 * NIND = (n, n, rest) and the option for second-order equations; 1: GGL form, NIND = (2n, rest, 0).
 * Where M is not constant the accelerations are unknowns too. keep: its WORK(3), the rate of Newton's
 * method up to which a Jacobian is kept; 0: the default of 0.001, the manual has 0.1 for costly ones. */
int has_radau5(void);
void run_radau5(const experiment* e, double tol, int ggl, double keep, trial* t);
int radau5_unknowns(const experiment* e, int ggl); /* dimension of its two matrices */
/* IDA of SUNDIALS, GGL form, dense matrix by differences, algebraic variables outside the error test
 * and mu (by ATOL = 1e10) outside the test of Newton's method, without which it fails; lambda as mu, or
 * in that test, with the tolerance of all others. */
int has_ida(void);
void run_ida(const experiment* e, double tol, int test_lambda, trial* t);

#endif
