/* published.h - the numbers printed in the sources, and the tables run again
 *
 * A row is one run: what was printed, what this library gives, and how far apart they may be. Tables
 * of our own (names mbdae-...) have limits but nothing printed. */
#ifndef MBDAE_PUBLISHED_H
#define MBDAE_PUBLISHED_H

#include "solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As printed, misprints corrected (said in the caption); 0: not printed. */
typedef struct printed_numbers {
  int nfcn, nstep, naccp, nrejct, nstab;
  double driftp, driftv;
} printed_numbers;

/* How far a run may be from the printed numbers; 0: not compared. */
typedef struct row_limits {
  double nfcn, nstep;                   /* relative deviation */
  int nstep_off, naccp_off, nrejct_off; /* absolute deviation */
  int nstep_about;                      /* within 1 of this count of another implementation */
  int nfcn_at_most;                     /* 1: no more calls than printed */
  double driftp_factor, driftv_factor;  /* within this factor */
  double driftp_most, driftv_most;      /* upper limits */
  double driftp_below, driftv_below;    /* at least this factor below the row above */
  double error_most, energy_most;       /* upper limits; that of multipliers is 5 error_most */
} row_limits;

typedef struct published_row {
  const char* label;
  const char* mechanism; /* NULL: the table's */
  solve_settings settings;
  printed_numbers print;
  row_limits limit;
  int not_ours; /* 1: another code's row, printed only */
} published_row;

/* What a table shows. */
enum {
  SHOW_NFCN = 1,
  SHOW_NSTEP = 2,
  SHOW_NACCP = 4,
  SHOW_NREJCT = 8,
  SHOW_NSTAB = 16,
  SHOW_DRIFTP = 32,
  SHOW_DRIFTV = 64,
  SHOW_ERROR = 128,  /* against the mechanism's reference solution, relative to 1 + |y| */
  SHOW_ENERGY = 256, /* drift over the run, relative to 1 + |energy at the start| */
  SHOW_ORDER = 512   /* log(error above / error) / log(accepted steps / those above) */
};

typedef struct published_table {
  const char* name; /* source and number, such as rkstab-4.6 */
  const char* caption;
  const char* mechanism; /* specification, see catalogue.h */
  int show;
  int nrow;
  const published_row* rows;
} published_table;

#define ROWS_OF(rows) (int)(sizeof(rows) / sizeof *(rows)), rows

extern const published_table manipulator_tables[], andrews_tables[], mechanism_tables[],
    own_tables[];
extern const int manipulator_table_count, andrews_table_count, mechanism_table_count,
    own_table_count;

int published_table_count(void);
const published_table* published_table_at(int i);

/* NULL if there is none of that name; a bare number is enough where it is unique. */
const published_table* find_published_table(const char* name);

typedef struct row_result {
  solve_outcome outcome;
  double error;            /* of q, v against the reference; NaN: there is none */
  double multiplier_error; /* of lambda, likewise */
  double energy_drift;
} row_result;

/* Returns IDID; rows that are not ours give 0 and an empty result. */
int run_published_row(const published_table* table, const published_row* row, row_result* result);

/* What of a row is outside its limits; 0: nothing. `above`: the result of the row above, NULL for
 * the first. */
enum {
  OFF_NSTEP = 1,
  OFF_NREJCT = 2,
  OFF_DRIFTP = 4,
  OFF_DRIFTV = 8,
  OFF_RUN = 16,
  OFF_NFCN = 32,
  OFF_NACCP = 64,
  OFF_ERROR = 128,
  OFF_ENERGY = 256,
  OFF_MULTIPLIERS = 512
};
int compare_with_published(const published_row* row, const row_result* result,
                           const row_result* above);

/* The order observed from row i-1 to row i, of one mechanism and method; else NaN. */
double observed_order(const published_table* table, int i, const row_result* result,
                      const row_result* above);

/* Is anything of the row compared at all? */
int is_compared(const published_row* row);

#ifdef __cplusplus
}
#endif

#endif
