/* Rows of bdf_tables.h, cell by cell. */
#include <stdarg.h>
#include <stdio.h>

#include "bdf_tables.h"

void add_cell(bdf_row* row, const char* format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(row->cells[row->used++], BDF_CELL, format, values);
  va_end(values);
}

void hold(bdf_row* row, double value, double least, double most) {
  row->compared += 1;
  row->off += !(value >= least && value <= most);
}

void hold_near(bdf_row* row, double ours, double printed, double part) {
  hold(row, ours, (1 - part) * printed, (1 + part) * printed);
}
