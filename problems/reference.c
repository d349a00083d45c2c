/* See reference.h. */
#include "reference.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "reference_text.h"

enum { LARGEST = 1024 }; /* n of a problem with a reference */

static int read_numbers(const char* line, double t, int columns, double* values) {
  char* at = NULL;
  const double time = strtod(line, &at);
  if (at == line || fabs(time - t) > 1e-12 * (1.0 + fabs(t))) return -1;
  for (int i = 0; i < columns; ++i) {
    if (*at != ',') return -1;
    const char* start = at + 1;
    values[i] = strtod(start, &at);
    if (at == start) return -1;
  }
  return 0;
}

int read_reference(const char* name, double t, int columns, double* values) {
  const reference_text* text = reference_texts;
  while (text->name != NULL && strcmp(text->name, name) != 0) ++text;
  if (text->name == NULL) return -1;
  for (const char* const* line = text->lines; *line != NULL; ++line) {
    if (read_numbers(*line, t, columns, values) == 0) return 0;
  }
  return -1;
}

/* The larger of `largest` and the deviations; NaN stays. */
static double deviation(double largest, int n, const double* y, const double* reference) {
  for (int i = 0; i < n; ++i) {
    const double error = fabs(y[i] - reference[i]) / (1.0 + fabs(reference[i]));
    if (error > largest || isnan(error)) largest = error;
  }
  return largest;
}

double reference_error(const char* name, double t, int n, const double* q, const double* v) {
  double reference[2 * LARGEST] = {0};
  if (n < 1 || n > LARGEST || read_reference(name, t, 2 * n, reference) != 0) return NAN;
  return deviation(deviation(0.0, n, q, reference), n, v, reference + n);
}

double reference_multiplier_error(const char* name, double t, int n, int m, const double* lambda) {
  double reference[3 * LARGEST] = {0};
  if (n < 1 || m < 1 || 2 * n + m > 3 * LARGEST) return NAN;
  if (read_reference(name, t, 2 * n + m, reference) != 0) return NAN;
  return deviation(0.0, m, lambda, reference + 2 * (ptrdiff_t)n);
}
