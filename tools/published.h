/* published.h - the numbers printed in the sources, and the tables run again
 *
 * A row is one run: what was printed, what this library gives, and how far apart they may be. */
#ifndef MBDAE_PUBLISHED_H
#define MBDAE_PUBLISHED_H

#include "solve.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct published_row {
  const char* label;
  solve_settings settings;
  /* as printed, misprints corrected (said in the caption); 0: not printed */
  int nfcn, nstep, nrejct;
  double driftp, driftv;
  /* allowed deviation: nstep relative, nrejct absolute, drifts as factors (0: upper limit only,
     negative: not compared) */
  double nstep_within;
  int nrejct_within;
  double driftp_factor, driftv_factor;
  double driftp_most, driftv_most; /* upper limits, 0: none */
} published_row;

typedef struct published_table {
  const char* name; /* source and number, such as rkstab-4.6 */
  const char* caption;
  const mbdae_problem* problem;
  void* user;
  int nrow;
  const published_row* rows;
} published_table;

extern const published_table published_tables[];
extern const int published_table_count;

/* NULL if there is none of that name; a bare number is enough where it is unique. */
const published_table* find_published_table(const char* name);

/* What of a row is outside its limits; 0: nothing. */
enum { OFF_NSTEP = 1, OFF_NREJCT = 2, OFF_DRIFTP = 4, OFF_DRIFTV = 8, OFF_RUN = 16 };
int compare_with_published(const published_row* row, const solve_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
