/* Numbers of bdf_tables.h held against their limits. */
#include "bdf_tables.h"

void hold(bdf_row* row, double value, double least, double most) {
  row->compared += 1;
  row->off += !(value >= least && value <= most);
}

void hold_near(bdf_row* row, double ours, double printed, double part) {
  hold(row, ours, (1 - part) * printed, (1 + part) * printed);
}
