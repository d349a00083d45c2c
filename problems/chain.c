/* See chain.h. */
#include "chain.h"

#include <stddef.h>

static const double gravity = 9.81;

/* Components of link i: position or velocity of mass i relative to its predecessor. */
typedef struct link_vector {
  double x, y;
} link_vector;

static link_vector link_of(const double* p, int i) {
  link_vector d = {p[2 * i], p[2 * i + 1]};
  if (i > 0) {
    d.x -= p[2 * i - 2];
    d.y -= p[2 * i - 1];
  }
  return d;
}

static double part(const void* user) {
  return 1.0 / ((const chain*)user)->links;
}

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)t;
  (void)q;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = part(user);
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)t;
  (void)q;
  (void)v;
  for (int i = 1; i < n; i += 2) f[i] = -gravity * part(user);
  return 0;
}

static int lengths(int m, int n, double t, const double* q, double* g, void* user) {
  const double l = part(user);
  (void)n;
  (void)t;
  for (int i = 0; i < m; ++i) {
    const link_vector d = link_of(q, i);
    g[i] = 0.5 * (d.x * d.x + d.y * d.y - l * l);
  }
  return 0;
}

static int lengths_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)n;
  (void)t;
  (void)user;
  for (int i = 0; i < m; ++i) {
    const link_vector d = link_of(q, i);
    gq[i + 2 * i * m] = d.x;
    gq[i + (2 * i + 1) * m] = d.y;
    if (i > 0) {
      gq[i + (2 * i - 2) * m] = -d.x;
      gq[i + (2 * i - 1) * m] = -d.y;
    }
  }
  return 0;
}

static int lengths_qq(int m, int n, double t, const double* q, const double* v, double* l,
                      void* user) {
  (void)n;
  (void)t;
  (void)q;
  (void)user;
  for (int i = 0; i < m; ++i) {
    const link_vector w = link_of(v, i);
    l[i] = w.x * w.x + w.y * w.y;
  }
  return 0;
}

static void start(double* q, double* v, void* user) {
  const int links = ((const chain*)user)->links;
  for (int i = 0; i < links; ++i) {
    q[2 * i] = (double)(i + 1) / links;
    q[2 * i + 1] = v[2 * i] = v[2 * i + 1] = 0.0;
  }
}

static double energy(double t, const double* q, const double* v, void* user) {
  const int links = ((const chain*)user)->links;
  double sum = 0;
  (void)t;
  for (int i = 0; i < 2 * links; ++i) sum += 0.5 * v[i] * v[i];
  for (int i = 1; i < 2 * links; i += 2) sum += gravity * q[i];
  return sum * part(user);
}

static const char* const names[] = {"x_tip", "y_tip"};

static void tip(double t, const double* q, const double* v, double* out, void* user) {
  const int last = ((const chain*)user)->links - 1;
  (void)t, (void)v;
  out[0] = q[2 * last];
  out[1] = q[2 * last + 1];
}

mbdae_problem chain_problem(const chain* c) {
  const mbdae_problem p = {
      .name = "chain",
      .n = 2 * c->links,
      .m = c->links,
      .amat = mass_matrix,
      .fcn = forces,
      .gcn = lengths,
      .gcnq = lengths_q,
      .gcnqq = lengths_qq,
      .t1 = 1.0,
      .start = start,
      .energy = energy,
      .noutput = 2,
      .output_names = names,
      .output = tip,
  };
  return p;
}
