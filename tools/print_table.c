/* `mbdae table NAME`: run a published table again and print both side by side. */
#include <stdio.h>

#include "commands.h"
#include "published.h"

static void print_count(int printed, int ours) {
  if (printed > 0) {
    printf(" %6d %6d", printed, ours);
  } else {
    printf(" %6s %6d", "", ours);
  }
}

static void print_drift(double printed, double ours) {
  if (printed > 0) {
    printf("  %8.1e %8.1e", printed, ours);
  } else {
    printf("  %8s %8.1e", "", ours);
  }
}

static const char* verdict(const published_row* row, int off) {
  if (off != 0) return "OFF";
  return row->nstep_within < 0 && row->driftp_factor < 0 ? "shown" : "ok";
}

int print_table(const char* name) {
  const published_table* table = find_published_table(name);
  if (table == NULL) {
    fprintf(stderr, "mbdae: no table '%s'; known:", name);
    for (int i = 0; i < published_table_count; ++i) {
      fprintf(stderr, " %s", published_tables[i].name);
    }
    fprintf(stderr, "\n");
    return 2;
  }
  int outside = 0;
  printf("Table %s. %s\n\n", table->name, table->caption);
  printf("%-31s %13s %13s %13s  %17s  %17s\n", "", "NFCN", "NSTEP", "NREJCT", "position drift",
         "velocity drift");
  printf("%-31s %6s %6s %6s %6s %6s %6s  %8s %8s  %8s %8s\n", "", "print", "ours", "print", "ours",
         "print", "ours", "print", "ours", "print", "ours");
  for (int i = 0; i < table->nrow; ++i) {
    const published_row* row = &table->rows[i];
    solve_outcome outcome;
    mbdae_solve(table->problem, table->user, &row->settings, &outcome);
    const int off = compare_with_published(row, &outcome);
    outside += off != 0;
    printf("%-31s", row->label);
    print_count(row->nfcn, outcome.nfcn);
    print_count(row->nstep, outcome.nstep);
    print_count(row->nrejct, outcome.nrejct);
    print_drift(row->driftp, outcome.driftp);
    print_drift(row->driftv, outcome.driftv);
    printf("  %s\n", verdict(row, off));
    if (outcome.idid != MBDAE_DONE) printf("    %s\n", outcome.text);
  }
  printf("\n%d of %d rows outside the limits of docs/tables.md\n", outside, table->nrow);
  return outside == 0 ? 0 : 1;
}
