/* Tables 2.2 to 8.5 of the modified BDF's source: every row within its limits, which docs/tables.md
 * explains; the printed numbers as transcribed in test/data/bdf2nd_*_seed.csv; ours beside those of an
 * independent implementation (bdf2nd_*_repro.csv, double precision, converged iteration) and of the
 * genuine DDASSL (bdf2nd_8_1_to_8_3_dassl.csv). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bdf_tables.h"
#include "check.h"

static bdf_row run_row(const bdf_table* table, int i) {
  bdf_row row;
  memset(&row, 0, sizeof row);
  table->run(i, &row);
  return row;
}

static void rows_within_limits(void** state) {
  int compared = 0;
  (void)state;
  for (int i = bdf_table_count; i < bdf_tables_in_all(); ++i) {
    const bdf_table* table = bdf_table_at(i);
    for (int k = 0; k < table->rows; ++k) {
      const bdf_row row = run_row(table, k);
      if (row.off != 0) fail_msg("%s, row %s: %d off", table->name, row.cells[0], row.off);
      assert_int_equal(row.used, table->columns);
      compared += row.compared;
    }
  }
  assert_int_equal(compared, 237);
}

enum { FIELDS = 16 };

/* The next line's numbers; an empty field, or one that is no number, is NaN. Returns how many. */
static int next_line(FILE* stream, double* x) {
  char line[256];
  int count = 0;
  if (fgets(line, (int)sizeof line, stream) == NULL) return 0;
  for (char* at = line; at != NULL && count < FIELDS; ++count) {
    char* end;
    x[count] = strtod(at, &end);
    if (end == at) x[count] = NAN;
    at = strchr(at, ',');
    if (at != NULL) ++at;
  }
  return count;
}

static FILE* open_data(const char* name) {
  char path[512], heading[256];
  snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
  FILE* stream = fopen(path, "r");
  assert_non_null(stream);
  assert_non_null(fgets(heading, (int)sizeof heading, stream));
  return stream;
}

/* "t = 1.005", "3: h = 0.200" */
static double label(const bdf_row* row) {
  return strtod(strchr(row->cells[0], '=') + 1, NULL);
}

static double cell(const bdf_row* row, int k) {
  return row->cells[k][0] == '\0' ? NAN : strtod(row->cells[k], NULL);
}

/* The file's columns from `first` on stand in these cells; the one before is the label. */
static void assert_transcribed(const char* name, const char* file, int first, int count,
                               const int* cells) {
  const bdf_table* table = find_bdf_table(name);
  FILE* stream = open_data(file);
  for (int i = 0; i < table->rows; ++i) {
    const bdf_row row = run_row(table, i);
    double x[FIELDS];
    assert_int_equal(next_line(stream, x), first + count);
    assert_close(label(&row), x[first - 1], 1e-12);
    for (int k = 0; k < count; ++k) {
      const double printed = cell(&row, cells[k]);
      if (isnan(x[first + k])) {
        assert_true(isnan(printed));
      } else {
        assert_close(printed / x[first + k], 1, 1e-12);
      }
    }
  }
  fclose(stream);
}

static void transcriptions(void** state) {
  static const int every_second[6] = {1, 3, 5, 7, 9, 11}, left_alone[6] = {1, 2, 3, 4, 6, 8};
  (void)state;
  assert_transcribed("2.2", "bdf2nd_2_2_seed.csv", 1, 2, every_second);
  assert_transcribed("2.3", "bdf2nd_2_3_seed.csv", 2, 1, every_second);
  assert_transcribed("bdf2nd-3.1", "bdf2nd_3_1_seed.csv", 2, 2, every_second);
  assert_transcribed("3.2", "bdf2nd_3_2_seed.csv", 1, 4, every_second);
  assert_transcribed("8.1", "bdf2nd_8_1_seed.csv", 1, 6, every_second);
  assert_transcribed("8.2", "bdf2nd_8_2_seed.csv", 1, 6, left_alone);
  assert_transcribed("8.3", "bdf2nd_8_3_seed.csv", 1, 6, every_second);
  assert_transcribed("8.4", "bdf2nd_8_4_seed.csv", 1, 4, every_second);
  assert_transcribed("8.5", "bdf2nd_8_5_seed.csv", 1, 4, every_second);
}

/* Cells have four decimals; where the file has six, both may round differently. */
static void assert_same_decimals(const bdf_row* row, int k, double expected) {
  assert_close(cell(row, k), expected, 1.01e-4);
}

/* h, t, then Euler, BDF and modified BDF of orders 1, 2, 2, .. */
static void constant_steps_elsewhere(void** state) {
  const bdf_table *t22 = find_bdf_table("2.2"), *t32 = find_bdf_table("3.2");
  int compared = 0;
  double x[FIELDS];
  FILE* stream = open_data("bdf2nd_2_2_3_2_repro.csv");
  (void)state;
  while (next_line(stream, x) == 5) {
    const int right = x[0] == 0.01;
    for (int i = 0; i < t22->rows; ++i) {
      const bdf_row euler = run_row(t22, i), bdf = run_row(t32, i);
      if (fabs(label(&euler) - x[1]) > 1e-9) continue;
      assert_same_decimals(&euler, 2 + 2 * right, x[2]);
      assert_same_decimals(&bdf, 2 + 4 * right, x[3]);
      assert_same_decimals(&bdf, 4 + 4 * right, x[4]);
      compared += 3;
    }
  }
  fclose(stream);
  assert_int_equal(compared, 36);
}

/* step, h, then Euler and modified Euler */
static void changing_steps_elsewhere(void** state) {
  double x[FIELDS];
  FILE* stream = open_data("bdf2nd_2_3_3_1_repro.csv");
  (void)state;
  for (int i = 0; i < 10; ++i) {
    const bdf_row euler = run_row(find_bdf_table("2.3"), i),
                  modified = run_row(find_bdf_table("bdf2nd-3.1"), i);
    assert_int_equal(next_line(stream, x), 4);
    assert_same_decimals(&euler, 2, x[2]);
    assert_same_decimals(&modified, 2, x[2]);
    assert_same_decimals(&modified, 4, x[3]);
  }
  fclose(stream);
}

static void assert_ratio(const bdf_row* row, int k, double expected, double within) {
  assert_close(cell(row, k) / expected, 1, within);
}

/* t, steps, q1, lambda of the reading taken: the same steps, errors within 2 % */
static void error_test_elsewhere(void** state) {
  double x[FIELDS];
  FILE* stream = open_data("bdf2nd_8_1_repro.csv");
  (void)state;
  for (int i = 0; i < 10; ++i) {
    const bdf_row row = run_row(find_bdf_table("8.1"), i);
    assert_int_equal(next_line(stream, x), 10);
    assert_ratio(&row, 6, x[1], 0);
    assert_ratio(&row, 2, x[2], 0.02);
    assert_ratio(&row, 4, x[3], 0.02);
  }
  fclose(stream);
}

/* t, steps, q1, q2, lambda, q1', q2', lambda'; q2 at 0.1 is the rest of the iteration */
static void collocation_elsewhere(void** state) {
  double x[FIELDS];
  FILE* stream = open_data("bdf2nd_8_4_8_5_repro.csv");
  (void)state;
  for (int i = 0; i < 10; ++i) {
    const bdf_row q = run_row(find_bdf_table("8.4"), i), v = run_row(find_bdf_table("8.5"), i);
    assert_int_equal(next_line(stream, x), 8);
    assert_ratio(&q, 2, x[1], 0);
    for (int k = 0; k < 3; ++k) {
      assert_ratio(&q, 4 + 2 * k, x[2 + k], i == 0 ? 0.1 : 0.02);
      assert_ratio(&v, 4 + 2 * k, x[5 + k], 0.02);
    }
  }
  fclose(stream);
}

/* table, t, NST, NST and earlier returns, q1, lambda: the same counts, errors within 1 % */
static void dassl_elsewhere(void** state) {
  static const struct {
    const char* name;
    int q1, lambda, steps, nst;
  } tables[] = {{"8.1", 8, 10, 12, 13}, {"8.2", 5, 7, 9, 10}, {"8.3", 8, 10, 12, 13}};
  double x[FIELDS];
  FILE* stream = open_data("bdf2nd_8_1_to_8_3_dassl.csv");
  (void)state;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 10; ++i) {
      const bdf_row row = run_row(find_bdf_table(tables[k].name), i);
      assert_int_equal(next_line(stream, x), 10);
      assert_ratio(&row, tables[k].nst, x[2], 0);
      assert_ratio(&row, tables[k].steps, x[3], 0);
      assert_ratio(&row, tables[k].q1, x[4], 0.01);
      assert_ratio(&row, tables[k].lambda, x[5], 0.01);
    }
  }
  fclose(stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_within_limits),       cmocka_unit_test(transcriptions),
      cmocka_unit_test(constant_steps_elsewhere), cmocka_unit_test(changing_steps_elsewhere),
      cmocka_unit_test(error_test_elsewhere),     cmocka_unit_test(collocation_elsewhere),
      cmocka_unit_test(dassl_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
