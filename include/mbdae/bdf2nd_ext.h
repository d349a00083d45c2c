/* bdf2nd_ext.h - bdf2nd for mechanisms with dynamic force elements and contacts */
#ifndef MBDAE_BDF2ND_EXT_H
#define MBDAE_BDF2ND_EXT_H

#include <mbdae/bdf2nd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The routines of such a model follow the rules of model.h: what they return, outputs zero on entry,
 * matrices by columns. Sizes come first, in the order nq, nr, nw, ns, nlambda.
 *
 * forces fa [nq], derivatives fd of r [nr], and d [nw], which defines w; d_w must be regular */
typedef int (*mbdae_fcn_ext)(int nq, int nr, int nw, int ns, int nlambda, double t, const double* q,
                             const double* v, const double* r, const double* w, const double* s,
                             const double* lambda, double* fa, double* fd, double* d, void* user);

/* contact equations h [ns], which define s, and constraints g [nlambda]; h_s must be regular */
typedef int (*mbdae_gcn_ext)(int nq, int ns, int nlambda, double t, const double* q,
                             const double* s, double* h, double* g, void* user);

/* G = g_q - g_s h_s^-1 h_q where h(t,q,s) = 0, gq[i + j*nlambda]; NULL: by differences of h, g */
typedef int (*mbdae_gcnq_ext)(int nq, int ns, int nlambda, double t, const double* q,
                              const double* s, double* gq, void* user);

/* bdf2nd_ext - integrate a mechanism in the complex form of its equations of motion
 *
 *     M(t,q) q'' = fa(t,q,v,r,w,s,lambda) - G(t,q,s)' lambda,   v = q'
 *     r'         = fd(t,q,v,r,w,s,lambda)      dynamic force elements: controls, hydraulics
 *     0          = d(t,q,v,r,w,s,lambda)       auxiliary variables w: friction, tyres
 *     0          = h(t,q,s)                    contact parameters s
 *     0          = g(t,q,s)
 *
 * by the BDF of bdf2nd: the same integrator on more unknowns. Forces may depend on lambda, as those
 * of friction do, as long as G M^-1 (G' - fa_lambda + fa_w d_w^-1 d_lambda) stays regular.
 *
 * nq, nr, nw, ns, nlambda
 *         in           sizes; nq >= 1, nlambda <= nq, any but nq may be 0
 * amat    in           M, as in model.h
 * fcn, gcn, gcnq       above; gcn may be NULL if ns = nlambda = 0, gcnq always: differences cost
 *                      2 (nq + ns) calls of gcn in place of one of gcnq, and about 1e-10 of accuracy
 * t       inout        time; on return that of the solution: tout, or as IDID says
 * q, v, r inout        positions, velocities [nq], dynamic force elements [nr]; at the start q and v
 *                      are consistent, see info[B2_INIT]
 * w, s, lambda
 *         inout        [nw], [ns], [nlambda]; in the first call guesses, from which they are solved
 *                      for: it matters which solution they are near, not how near. Of length 0: may
 *                      be NULL.
 * tout    in           where the solution is wanted next
 * info    inout [40]   as for bdf2nd (bdf2nd_options.h), all zero for a first call. METHOD, FORM,
 *                      STRATEGY, IHOL, LDIFF and ENDS must be 0. INIT: q and v off the constraints
 *                      0 are an error, 1 are moved there, 2 are taken as they are; 3 as 0, 4 as 1,
 *                      and return. s, w and lambda are solved for in every case.
 * rtol,
 * atol    in           tolerances of the error in one step; scalars, or if info[B2_VECTOR] vectors
 *                      of 2nq + nr + nw + ns + nlambda entries (q, r, w, s, lambda, v). q and r are
 *                      tested, v if info[B2_TESTV]. Difference quotients take atol/rtol for the size
 *                      below which a component is small.
 * idid    out          as for bdf2nd
 * work    inout [lwork]    bdf2nd_ext_lwork(nq, .., info) doubles
 * iwork   inout [liwork]   bdf2nd_ext_liwork(nq, .., info) ints
 * user    in           handed to the model routines
 *
 * Results stand at the named positions B2_... of bdf2nd. DRIFTP and VIOLP are |g|, DRIFTV and VIOLV
 * its derivative along the motion with s from h = 0; s as returned satisfies h = 0. Components in
 * iwork[B2_FAILCOMP] count through the outputs of a routine: (fa, fd, d), (h, g).
 *
 * Returns and stores IDID as bdf2nd does, explained by dassl_like_explain. Codes of its own:
 *    -15  no s with h = 0 near the one given     -16  no w, lambda for the start values
 *   -89x  one of the arguments bdf2nd does not have (codes.h)
 * On failure t, q, v, r, w, s, lambda are the last accepted state. They, info, work and iwork are a
 * checkpoint when copied. Nothing is allocated.
 *
 * Example: a bead on the curve y = s^2/2 with friction w, s its place along x
 *
 *     int amat(int n, int ld, double t, const double *q, double *m, void *u) {
 *       m[0] = m[ld+1] = 1; return 0; }
 *     int fcn(int nq, int nr, int nw, int ns, int nl, double t, const double *q, const double *v,
 *             const double *r, const double *w, const double *s, const double *la,
 *             double *fa, double *fd, double *d, void *u) {
 *       fa[0] = -w[0];  fa[1] = -9.81 - s[0]*w[0];
 *       d[0] = w[0] - 0.1*fabs(la[0])*tanh(9*v[0]);  return 0; }
 *     int gcn(int nq, int ns, int nl, double t, const double *q, const double *s, double *h,
 *             double *g, void *u) {
 *       h[0] = q[0] - s[0];  g[0] = q[1] - 0.5*s[0]*s[0];  return 0; }
 *     double t = 0, q[2] = {1, 0.5}, v[2] = {0}, w[1] = {0}, s[1] = {1}, la[1] = {0}, tol = 1e-6;
 *     bdf2nd_ext(2, 0, 1, 1, 1, amat, fcn, gcn, NULL, &t, q, v, NULL, w, s, la, 1.0, info, &tol,
 *                &tol, &idid, work, lwork, iwork, liwork, NULL);
 *
 * Reference: the complex form (4.1) and its discretization (4.5) in L. Wunderlich, Diplomarbeit, TU
 * Berlin 2005. */
MBDAE_API int bdf2nd_ext(int nq, int nr, int nw, int ns, int nlambda, mbdae_amat amat,
                         mbdae_fcn_ext fcn, mbdae_gcn_ext gcn, mbdae_gcnq_ext gcnq, double* t,
                         double q[], double v[], double r[], double w[], double s[],
                         double lambda[], double tout, int info[], const double rtol[],
                         const double atol[], int* idid, double work[], int lwork, int iwork[],
                         int liwork, void* user);
/* Lengths; info may be NULL. A negative answer is the code of what is wrong. */
MBDAE_API int bdf2nd_ext_lwork(int nq, int nr, int nw, int ns, int nlambda, const int info[]);
MBDAE_API int bdf2nd_ext_liwork(int nq, int nr, int nw, int ns, int nlambda, const int info[]);

#ifdef __cplusplus
}
#endif

#endif
