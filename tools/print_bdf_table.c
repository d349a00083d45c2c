/* See bdf_tables.h: finding and printing. */
#include <stdio.h>
#include <string.h>

#include "bdf_tables.h"

int bdf_tables_in_all(void) {
  return bdf_table_count + given_step_table_count + circle_table_count;
}

const bdf_table* bdf_table_at(int i) {
  if (i < bdf_table_count) return &bdf_tables[i];
  i -= bdf_table_count;
  if (i < given_step_table_count) return &given_step_tables[i];
  return &circle_tables[i - given_step_table_count];
}

const bdf_table* find_bdf_table(const char* name) {
  for (int i = 0; i < bdf_tables_in_all(); ++i) {
    const bdf_table* table = bdf_table_at(i);
    const char* number = strchr(table->name, '-') + 1;
    if (strcmp(name, table->name) == 0 || strcmp(name, number) == 0) return table;
  }
  return NULL;
}

static void print_cells(int as_markdown, int count, const char* const* cells) {
  for (int k = 0; k < count; ++k) {
    if (as_markdown) {
      printf(k == 0 ? "| %s |" : " %s |", cells[k]);
    } else {
      printf(k == 0 ? "%-22s" : " %9s", cells[k]);
    }
  }
  printf("\n");
}

static void print_rule(int count) {
  printf("|---|");
  for (int k = 1; k < count; ++k) printf("---:|");
  printf("\n");
}

int print_bdf_table(const bdf_table* table, int as_markdown) {
  int outside = 0;
  const char* cells[BDF_COLUMNS + 1];
  if (!as_markdown) printf("Table %s. ", table->name);
  printf("%s\n\n", table->caption);
  for (int k = 0; k < table->columns; ++k) cells[k] = table->headings[k];
  cells[table->columns] = "";
  print_cells(as_markdown, table->columns + 1, cells);
  if (as_markdown) print_rule(table->columns + 1);
  for (int i = 0; i < table->rows; ++i) {
    bdf_row row;
    memset(&row, 0, sizeof row);
    table->run(i, &row);
    for (int k = 0; k < table->columns; ++k) cells[k] = row.cells[k];
    cells[table->columns] = row.off > 0 ? "OFF" : row.compared > 0 ? "ok" : "shown";
    print_cells(as_markdown, table->columns + 1, cells);
    fflush(stdout);
    outside += row.off > 0;
  }
  printf("\n%d of %d rows outside their limits%s\n", outside, table->rows,
         as_markdown ? "." : " (docs/tables.md)");
  return outside;
}
