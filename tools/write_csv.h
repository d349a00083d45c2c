/* write_csv.h - a run as a CSV file: t, q, v, at accepted points also lambda, and the named outputs
 *
 * Observer of mbdae_solve. With dt > 0 the rows are equidistant, from the dense output; else there is
 * one per accepted step. */
#ifndef MBDAE_WRITE_CSV_H
#define MBDAE_WRITE_CSV_H

#include <stdio.h>

#include "problem.h"

typedef struct csv_writer {
  FILE* file;
  const mbdae_problem* problem;
  void* user;
  double dt;
  long rows; /* written so far */
  double t_start, t_written;
  double* state; /* [2n + noutput] scratch */
} csv_writer;

/* `path` may be "-" for stdout. 0 if open; else errno tells. */
int csv_open(csv_writer* w, const char* path, double dt, const mbdae_problem* problem, void* user);
void csv_observe(double told, double t, const double* q, const double* v, const double* lambda,
                 const mbdae_dense* dense, void* writer);
/* 0 if everything was written. */
int csv_close(csv_writer* w);

#endif
