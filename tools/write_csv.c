/* See write_csv.h. */
#include "write_csv.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void write_heading(const csv_writer* w) {
  const mbdae_problem* p = w->problem;
  fprintf(w->file, "t");
  for (int i = 1; i <= p->n; ++i) fprintf(w->file, ",q%d", i);
  for (int i = 1; i <= p->n; ++i) fprintf(w->file, ",v%d", i);
  for (int i = 1; i <= p->m && w->dt == 0; ++i) fprintf(w->file, ",lambda%d", i);
  for (int i = 0; i < p->noutput; ++i) fprintf(w->file, ",%s", p->output_names[i]);
  fprintf(w->file, "\n");
}

int csv_open(csv_writer* w, const char* path, double dt, const mbdae_problem* problem, void* user) {
  memset(w, 0, sizeof *w);
  w->problem = problem;
  w->user = user;
  w->dt = dt;
  w->state = malloc((size_t)(2 * problem->n + problem->noutput) * sizeof *w->state);
  if (w->state == NULL) {
    errno = ENOMEM;
    return -1;
  }
  w->file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
  if (w->file == NULL) {
    free(w->state);
    w->state = NULL;
    return -1;
  }
  write_heading(w);
  return 0;
}

static void write_row(csv_writer* w, double t, const double* q, const double* v,
                      const double* lambda) {
  const mbdae_problem* p = w->problem;
  double* out = w->state + 2 * (ptrdiff_t)p->n;
  fprintf(w->file, "%.17g", t);
  for (int i = 0; i < p->n; ++i) fprintf(w->file, ",%.17g", q[i]);
  for (int i = 0; i < p->n; ++i) fprintf(w->file, ",%.17g", v[i]);
  for (int i = 0; i < p->m && lambda != NULL; ++i) fprintf(w->file, ",%.17g", lambda[i]);
  if (p->noutput > 0) p->output(t, q, v, out, w->user);
  for (int i = 0; i < p->noutput; ++i) fprintf(w->file, ",%.17g", out[i]);
  fprintf(w->file, "\n");
  w->t_written = t;
  ++w->rows;
}

void csv_observe(double told, double t, const double* q, const double* v, const double* lambda,
                 const mbdae_dense* dense, void* writer) {
  csv_writer* w = writer;
  double *qs = w->state, *vs = w->state + w->problem->n;
  if (w->dt == 0) {
    write_row(w, t, q, v, lambda);
    return;
  }
  if (told == t) {
    w->t_start = t;
    write_row(w, t, q, v, NULL);
    return;
  }
  const double direction = t > told ? 1.0 : -1.0;
  for (;;) {
    const double next = w->t_start + direction * (double)w->rows * w->dt;
    if (direction * (next - t) > 1e-12 * w->dt) return;
    const double at = fabs(next - t) <= 1e-12 * w->dt ? t : next;
    if (mbdae_dense_eval(dense, at, qs, vs) != 0) return;
    write_row(w, at, qs, vs, NULL);
  }
}

int csv_close(csv_writer* w) {
  int status = ferror(w->file) != 0;
  if (w->file != stdout) {
    status |= fclose(w->file) != 0;
  } else {
    status |= fflush(stdout) != 0;
  }
  free(w->state);
  w->state = NULL;
  return status ? -1 : 0;
}
