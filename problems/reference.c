/* See reference.h. */
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

int read_reference(const char* file, double t, int columns, double* values) {
  char line[8192];
  int status = -1;
  FILE* stream = fopen(file, "r");
  if (stream == NULL) return -1;
  while (status != 0 && fgets(line, (int)sizeof line, stream) != NULL) {
    status = read_numbers(line, t, columns, values);
  }
  fclose(stream);
  return status;
}
