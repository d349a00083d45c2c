/* bdf_tables.h - tables made with dassl_like and bdf2nd: what was printed, what we get, and whether that
 * is within the limits
 *
 * A table is a function that fills one row at a time; columns are texts, so that counts, errors and
 * "*" (a crash) can stand side by side. */
#ifndef MBDAE_BDF_TABLES_H
#define MBDAE_BDF_TABLES_H

#include <stdio.h>

enum { BDF_COLUMNS = 14, BDF_CELL = 32 };

typedef struct bdf_row {
  char cells[BDF_COLUMNS][BDF_CELL]; /* the first is the label */
  int used;
  int compared, off; /* numbers held against a limit, and those outside */
} bdf_row;

typedef struct bdf_table {
  const char *name, *caption;
  int columns, rows;
  const char* headings[BDF_COLUMNS];
  void (*run)(int row, bdf_row* out);
} bdf_table;

/* Those named dassl; those named bdf2nd, with steps given in advance and without */
extern const bdf_table bdf_tables[], given_step_tables[], circle_tables[];
extern const int bdf_table_count, given_step_table_count, circle_table_count;

/* All of them */
int bdf_tables_in_all(void);
const bdf_table* bdf_table_at(int i);

/* NULL if there is none; a bare number is enough. */
const bdf_table* find_bdf_table(const char* name);

/* For the functions that fill rows: the next cell, by a format and what it shows, */
#define add_cell(row, ...) snprintf((row)->cells[(row)->used++], BDF_CELL, __VA_ARGS__)
/* a number that must lie in [least, most]; NaN does not, */
void hold(bdf_row* row, double value, double least, double most);
/* and one that must lie within that part of the printed one. */
void hold_near(bdf_row* row, double ours, double printed, double part);

/* Returns the number of rows outside their limits. */
int print_bdf_table(const bdf_table* table, int as_markdown);

#endif
