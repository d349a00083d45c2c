/* work_precision.h - curves of work over error, and what a code needs for a given error */
#ifndef MBDAE_BENCH_WORK_PRECISION_H
#define MBDAE_BENCH_WORK_PRECISION_H

enum { CURVE_POINTS = 32 };

enum curve_value { EVALUATIONS, MATRICES, SECONDS, ERROR_V, ERROR_LAMBDA, CURVE_VALUES };

/* Runs at falling tolerances; those that failed are left out. */
typedef struct curve {
  int count;
  double error[CURVE_POINTS]; /* of q */
  double value[CURVE_VALUES][CURVE_POINTS];
} curve;

enum reached { NOT_REACHED, REACHED, MORE_THAN_ASKED };

/* The value at that error of q, interpolated between logarithms. Lucky cancellations do not count: a
 * run is taken to be no better than the runs with smaller tolerances. MORE_THAN_ASKED: already the
 * largest tolerance gives less than that error, and the value is that of this run. */
enum reached value_at(const curve* c, enum curve_value which, double error, double* value);

#endif
