/* bdf_tables.h - tables made with dassl_like_mbs: what was printed, what we get, and whether that is
 * within the limits
 *
 * A table is a function that fills one row at a time; columns are texts, so that counts, errors and
 * "*" (a crash) can stand side by side. */
#ifndef MBDAE_BDF_TABLES_H
#define MBDAE_BDF_TABLES_H

enum { BDF_COLUMNS = 14, BDF_CELL = 16 };

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

extern const bdf_table bdf_tables[];
extern const int bdf_table_count;

/* NULL if there is none; a bare number is enough. */
const bdf_table* find_bdf_table(const char* name);

/* Returns the number of rows outside their limits. */
int print_bdf_table(const bdf_table* table, int as_markdown);

#endif
