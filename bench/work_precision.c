/* See work_precision.h. */
#include "work_precision.h"

#include <math.h>

/* The largest error of this run and those with smaller tolerances */
static double admitted(const curve* c, int i) {
  double largest = c->error[i];
  for (int k = i + 1; k < c->count; ++k) largest = fmax(largest, c->error[k]);
  return largest;
}

enum reached value_at(const curve* c, enum curve_value which, double error, double* value) {
  const double* y = c->value[which];
  if (c->count == 0) return NOT_REACHED;
  if (admitted(c, 0) <= error) {
    *value = y[0];
    return MORE_THAN_ASKED;
  }
  for (int i = 1; i < c->count; ++i) {
    const double before = admitted(c, i - 1), here = admitted(c, i);
    if (here > error) continue;
    const double part = log(before / error) / log(before / here);
    *value = exp((1 - part) * log(y[i - 1]) + part * log(y[i]));
    return REACHED;
  }
  return NOT_REACHED;
}
