/* model.h - the routines that describe a constrained mechanism, the same for every door
 *
 *     q' = v,   M(t,q) v' = f(t,q,v) - G(t,q)' lambda,   0 = g(t,q),   G = dg/dq
 *
 * Each routine returns 0 when fine, a positive value when the point cannot be evaluated (the step
 * is retried smaller), a negative value to stop the integration. An output that is not finite
 * counts as a positive value. Matrices are column-major. Output arrays are zero on entry, so that
 * only the non-zero entries need to be written. `user` is the pointer given to the solver; the
 * library never looks at it.
 *
 * Nonholonomic systems (ihol = 1): gcnq gives G, gcnt the inhomogeneous term of
 * 0 = G(t,q) v + gt, gcnqq gives L with d/dt (G v + gt) = G v' + L; gcn is not called and may be
 * NULL. */
#ifndef MBDAE_MODEL_H
#define MBDAE_MODEL_H

#include <mbdae/codes.h>

#if defined(__GNUC__)
#define MBDAE_API __attribute__((visibility("default")))
#else
#define MBDAE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* mass matrix M(t,q), am[i + j*ldam]; symmetric (fill both triangles), positive semi-definite, and
 * positive definite on the motions the constraints allow */
typedef int (*mbdae_amat)(int n, int ldam, double t, const double* q, double* am, void* user);

/* applied and gyroscopic forces f(t,q,v) */
typedef int (*mbdae_fcn)(int n, double t, const double* q, const double* v, double* f, void* user);

/* position constraints g(t,q) */
typedef int (*mbdae_gcn)(int m, int n, double t, const double* q, double* g, void* user);

/* constraint Jacobian G(t,q), gq[i + j*m] */
typedef int (*mbdae_gcnq)(int m, int n, double t, const double* q, double* gq, void* user);

/* partial time derivative g_t(t,q); NULL: the constraints do not depend on time */
typedef int (*mbdae_gcnt)(int m, int n, double t, const double* q, double* gt, void* user);

/* L with d2g/dt2 = G v' + L, that is L = d2/ds2 g(t+s, q+s v) at s = 0;
 * NULL: fourth-order differences of G v + gt along the motion (gcnq four times more per stage) */
typedef int (*mbdae_gcnqq)(int m, int n, double t, const double* q, const double* v, double* l,
                           void* user);

/* inequalities gi >= 0 that must hold; the run stops where one first fails */
typedef int (*mbdae_gin)(int mi, int n, double t, const double* q, const double* v, double* gi,
                         void* user);

/* The interpolant of the step just taken: valid inside solout only. */
typedef struct mbdae_dense mbdae_dense;

/* Called after every accepted step (nr = 2, 3, ...) and once at the start point (nr = 1, told = t).
 * A negative return interrupts the run. lambda[m] are the multipliers at t. */
typedef int (*mbdae_solout)(int nr, double told, double t, int n, const double* q, const double* v,
                            int m, const double* lambda, const mbdae_dense* dense, void* user);

/* mbdae_dense_eval - positions and velocities inside the step just taken
 *
 * dense  in          as given to solout
 * t      in          told <= t <= t_new
 * q, v   out  [n]    either may be NULL
 *
 * Returns 0; 1 if t lies outside the step or dense is NULL (nothing is written); the negative code
 * of the model routine that failed when the interpolant of DOP853 needed its three further stages.
 * The interpolant has order 4 (DOPRI5), 7 (DOP853), or is cubic Hermite (Heun, Euler); it meets q
 * and v of both ends, and satisfies the constraints in between only to its own accuracy. */
MBDAE_API int mbdae_dense_eval(const mbdae_dense* dense, double t, double* q, double* v);

/* mbdae_message - one line for any value of IDID; never NULL. */
MBDAE_API const char* mbdae_message(int idid);

/* mbdae_version - "major.minor.patch" */
MBDAE_API const char* mbdae_version(void);

#ifdef __cplusplus
}
#endif

#endif
