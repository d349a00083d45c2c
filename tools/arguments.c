/* See arguments.h. */
#include "arguments.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_number(const char* option, const char* text, double least, double* value) {
  char* end = NULL;
  *value = strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(*value) || !(*value >= least)) {
    fprintf(stderr, "mbdae: %s %s: expected a number, at least %g\n", option, text, least);
    return -1;
  }
  return 0;
}

int read_whole(const char* option, const char* text, int least, int* value) {
  char* end = NULL;
  const double number = strtod(text, &end);
  if (end == text || *end != '\0' || !(number >= least && number <= INT_MAX) ||
      number != floor(number)) {
    fprintf(stderr, "mbdae: %s %s: expected a whole number from %d to %d\n", option, text, least,
            INT_MAX);
    return -1;
  }
  *value = (int)number;
  return 0;
}

int read_choice(const char* option, const char* text, const char* const* words, const int* values,
                int count, int* choice) {
  for (int i = 0; i < count; ++i) {
    char number[16];
    const int value = values != NULL ? values[i] : i;
    snprintf(number, sizeof number, "%d", value);
    if (strcmp(text, words[i]) == 0 || strcmp(text, number) == 0) {
      *choice = value;
      return 0;
    }
  }
  fprintf(stderr, "mbdae: %s %s: expected one of", option, text);
  for (int i = 0; i < count; ++i) fprintf(stderr, " %s", words[i]);
  fprintf(stderr, "\n");
  return -1;
}

int read_pair(const char* option, const char* text, double pair[2]) {
  char* end = NULL;
  pair[0] = strtod(text, &end);
  int read = end != text && *end == ',';
  if (read) {
    const char* second = end + 1;
    pair[1] = strtod(second, &end);
    read = end != second && *end == '\0' && isfinite(pair[0]) && isfinite(pair[1]);
  }
  if (!read) fprintf(stderr, "mbdae: %s %s: expected two numbers, such as 20,100\n", option, text);
  return read ? 0 : -1;
}

int add_word(char* specification, int length, const char* word) {
  const int used = (int)strlen(specification);
  const int more =
      snprintf(specification + used, (size_t)(length - used), "%s%s", used > 0 ? " " : "", word);
  if (used + more < length) return 0;
  fprintf(stderr, "mbdae: %s: too many words\n", word);
  return -1;
}
