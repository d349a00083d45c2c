/* See reference.h. */
#include "reference.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "reference_text.h"

enum { LARGEST = 1024 }; /* n of a problem with a reference */

/* The time and the numbers behind it; 0 if there are as many. */
static int read_numbers(const char* line, int columns, double* time, double* values) {
  char* at = NULL;
  *time = strtod(line, &at);
  if (at == line) return -1;
  for (int i = 0; i < columns; ++i) {
    if (*at != ',') return -1;
    const char* start = at + 1;
    values[i] = strtod(start, &at);
    if (at == start) return -1;
  }
  return 0;
}

static const char* const* find_lines(const char* name) {
  static const char* const nothing[] = {NULL};
  const reference_text* text = reference_texts;
  while (text->name != NULL && strcmp(text->name, name) != 0) ++text;
  return text->name == NULL ? nothing : text->lines;
}

int read_reference(const char* name, double t, int columns, double* values) {
  for (const char* const* line = find_lines(name); *line != NULL; ++line) {
    double time = 0;
    if (read_numbers(*line, columns, &time, values) != 0) continue;
    if (fabs(time - t) <= 1e-12 * (1.0 + fabs(t))) return 0;
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
  double now[3 * LARGEST] = {0}, other[3 * LARGEST] = {0}, largest = 0.0;
  const ptrdiff_t first = 2 * (ptrdiff_t)n;
  if (n < 1 || m < 1 || first + m > 3 * LARGEST) return NAN;
  if (read_reference(name, t, 2 * n + m, now) != 0) return NAN;
  for (int i = 0; i < m; ++i) {
    double size = 1.0;
    for (const char* const* line = find_lines(name); *line != NULL; ++line) {
      double time = 0;
      if (read_numbers(*line, 2 * n + m, &time, other) != 0) continue;
      size = fmax(size, 1.0 + fabs(other[first + i]));
    }
    const double error = fabs(lambda[i] - now[first + i]) / size;
    if (error > largest || isnan(error)) largest = error;
  }
  return largest;
}
