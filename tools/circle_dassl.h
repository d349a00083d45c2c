/* circle_dassl.h - the particle of circle.h as first-order system, run by dassl_like */
#ifndef MBDAE_CIRCLE_DASSL_H
#define MBDAE_CIRCLE_DASSL_H

enum { CIRCLE_INDEX3, CIRCLE_GGL, CIRCLE_REDUCED };

typedef struct circle_dassl_result {
  int ok;
  double q1, lambda;
  int nst;
  int printed_steps; /* as the source counts them: NST and the returns at earlier output points */
} circle_dassl_result;

/* To t = 0.1 times `row`. */
circle_dassl_result run_circle_dassl(int system, int row);

#endif
