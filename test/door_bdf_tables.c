/* Tables 6.1 to 6.5 run again: every row within its limits, which docs/tables.md explains. */
#include <string.h>

#include "bdf_tables.h"
#include "check.h"

static void test_tables(void** state) {
  int compared = 0;
  (void)state;
  for (int i = 0; i < bdf_table_count; ++i) {
    for (int k = 0; k < bdf_tables[i].rows; ++k) {
      bdf_row row;
      memset(&row, 0, sizeof row);
      bdf_tables[i].run(k, &row);
      if (row.off != 0) fail_msg("%s, row %s: %d off", bdf_tables[i].name, row.cells[0], row.off);
      compared += row.compared;
    }
  }
  assert_true(compared > 120);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
