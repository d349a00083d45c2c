/* `mbdae table NAME [--markdown]`: run a published table again and print both side by side. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bdf_tables.h"
#include "commands.h"
#include "published.h"

enum { CELL = 12, LABEL = 38 };

/* A quantity: its heading, what was printed and what we got, as text; "" where there is nothing. */
typedef struct column {
  int show;
  const char* heading;
  double (*printed)(const published_row* row); /* NULL: never printed */
  double (*ours)(const row_result* result);    /* NULL: the observed order */
  const char* format;
} column;

#define COUNT(name)                                        \
  static double printed_##name(const published_row* row) { \
    return row->print.name;                                \
  }                                                        \
  static double our_##name(const row_result* result) {     \
    return result->outcome.name;                           \
  }
COUNT(nfcn)
COUNT(nstep)
COUNT(naccp)
COUNT(nrejct)
COUNT(nstab)
COUNT(driftp)
COUNT(driftv)

static double our_error(const row_result* result) {
  return result->error;
}
static double our_energy_drift(const row_result* result) {
  return result->energy_drift;
}

static const column columns[] = {
    {SHOW_NFCN, "NFCN", printed_nfcn, our_nfcn, "%.0f"},
    {SHOW_NSTEP, "NSTEP", printed_nstep, our_nstep, "%.0f"},
    {SHOW_NACCP, "NACCP", printed_naccp, our_naccp, "%.0f"},
    {SHOW_NREJCT, "NREJCT", printed_nrejct, our_nrejct, "%.0f"},
    {SHOW_NSTAB, "NSTAB", printed_nstab, our_nstab, "%.0f"},
    {SHOW_DRIFTP, "drift p", printed_driftp, our_driftp, "%.1e"},
    {SHOW_DRIFTV, "drift v", printed_driftv, our_driftv, "%.1e"},
    {SHOW_ERROR, "error", NULL, our_error, "%.1e"},
    {SHOW_ENERGY, "energy", NULL, our_energy_drift, "%.1e"},
    {SHOW_ORDER, "order", NULL, NULL, "%.1f"},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Does any row of the table print this quantity? */
static int is_printed(const published_table* table, const column* c) {
  if (c->printed == NULL) return 0;
  for (int i = 0; i < table->nrow; ++i) {
    if (c->printed(&table->rows[i]) > 0) return 1;
  }
  return 0;
}

static void write_number(const column* c, double value, char cell[CELL]) {
  cell[0] = '\0';
  if (!isnan(value)) snprintf(cell, CELL, c->format, value);
}

/* How the two forms differ: before, between and after the cells. */
typedef struct form {
  const char *before, *between, *after;
  int label_width, cell_width;
} form;

static const form plain = {"", " ", "", LABEL, 7};
static const form markdown = {"| ", " | ", " |", 0, 0};

static void print_cell(const form* f, const char* text) {
  printf("%s%*s", f->between, f->cell_width, text);
}

static void print_heading(const published_table* table, const form* f) {
  printf("%s%-*s", f->before, f->label_width, "");
  for (int k = 0; k < COLUMNS; ++k) {
    if ((table->show & columns[k].show) == 0) continue;
    if (is_printed(table, &columns[k])) {
      print_cell(f, columns[k].heading);
      print_cell(f, "ours");
    } else {
      print_cell(f, columns[k].heading);
    }
  }
  print_cell(f, "");
  printf("%s\n", f->after);
  if (f != &markdown) return;
  printf("|---|");
  for (int k = 0; k < COLUMNS; ++k) {
    if ((table->show & columns[k].show) == 0) continue;
    printf(is_printed(table, &columns[k]) ? "---:|---:|" : "---:|");
  }
  printf("---|\n");
}

static const char* verdict(const published_row* row, int off) {
  if (off != 0) return "OFF";
  return row->not_ours ? "" : is_compared(row) ? "ok" : "shown";
}

static void print_row(const published_table* table, int i, const row_result* result,
                      const row_result* above, const form* f) {
  const published_row* row = &table->rows[i];
  printf("%s%-*s", f->before, f->label_width, row->label);
  for (int k = 0; k < COLUMNS; ++k) {
    const column* c = &columns[k];
    char cell[CELL] = "";
    if ((table->show & c->show) == 0) continue;
    if (is_printed(table, c)) {
      if (c->printed(row) > 0) write_number(c, c->printed(row), cell);
      print_cell(f, cell);
      cell[0] = '\0';
    }
    if (!row->not_ours) {
      const double value =
          c->ours != NULL ? c->ours(result) : observed_order(table, i, result, above);
      write_number(c, value, cell);
    }
    print_cell(f, cell);
  }
  print_cell(f, verdict(row, compare_with_published(row, result, above)));
  printf("%s\n", f->after);
}

static int print_rows(const published_table* table, const form* f) {
  row_result* results = malloc(2 * sizeof *results); /* this row's and the one above */
  int outside = 0;
  if (results == NULL) return -1;
  for (int i = 0; i < table->nrow; ++i) {
    const published_row* row = &table->rows[i];
    row_result *now = &results[i % 2], *above = i > 0 ? &results[1 - i % 2] : NULL;
    const int idid = run_published_row(table, row, now);
    outside += compare_with_published(row, now, above) != 0;
    print_row(table, i, now, above, f);
    fflush(stdout);
    if (idid < 0) fprintf(stderr, "mbdae: %s: %s\n", row->label, now->outcome.text);
  }
  free(results);
  return outside;
}

static int print_one(const published_table* table, int as_markdown) {
  const form* f = as_markdown ? &markdown : &plain;
  if (!as_markdown) printf("Table %s. ", table->name);
  printf("%s\n\n", table->caption);
  print_heading(table, f);
  const int outside = print_rows(table, f);
  if (outside < 0) {
    fprintf(stderr, "mbdae: out of memory\n");
    return 1;
  }
  printf("\n%d of %d rows outside their limits%s\n", outside, table->nrow,
         as_markdown ? "." : " (docs/tables.md)");
  return outside == 0 ? 0 : 1;
}

int print_table(const char* name, int as_markdown) {
  const published_table* table = find_published_table(name);
  const bdf_table* bdf = find_bdf_table(name);
  int status = 0;
  if (table != NULL && bdf != NULL) {
    fprintf(stderr, "mbdae: table %s: which, %s or %s?\n", name, table->name, bdf->name);
    return 2;
  }
  if (table != NULL) return print_one(table, as_markdown);
  if (bdf != NULL) return print_bdf_table(bdf, as_markdown) > 0;
  if (strcmp(name, "all") == 0) {
    for (int i = 0; i < published_table_count(); ++i) {
      if (i > 0) printf("\n");
      status |= print_one(published_table_at(i), as_markdown);
    }
    for (int i = 0; i < bdf_tables_in_all(); ++i) {
      printf("\n");
      status |= print_bdf_table(bdf_table_at(i), as_markdown) > 0;
    }
    return status;
  }
  fprintf(stderr, "mbdae: no table '%s'; known: all", name);
  for (int i = 0; i < published_table_count(); ++i) {
    fprintf(stderr, " %s", published_table_at(i)->name);
  }
  for (int i = 0; i < bdf_tables_in_all(); ++i) fprintf(stderr, " %s", bdf_table_at(i)->name);
  fprintf(stderr, "\n");
  return 2;
}
