/* From a specification such as "chain links=20" to a mechanism; see catalogue.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"

typedef struct complaint {
  char* text;
  int length;
} complaint;

/* The next word of *at, and *at behind it; its length. */
static int next_word(const char** at, const char** word) {
  *at += strspn(*at, " ");
  *word = *at;
  const int length = (int)strcspn(*at, " ");
  *at += length;
  return length;
}

static const catalogue_entry* find_entry(const char* name, int length) {
  for (int i = 0; i < catalogue_count; ++i) {
    if ((int)strlen(catalogue[i].name) == length &&
        strncmp(catalogue[i].name, name, (size_t)length) == 0) {
      return &catalogue[i];
    }
  }
  return NULL;
}

static int find_parameter(const catalogue_entry* e, const char* name, int length) {
  for (int i = 0; i < CATALOGUE_PARAMETERS && e->parameters[i].name != NULL; ++i) {
    if ((int)strlen(e->parameters[i].name) == length &&
        strncmp(e->parameters[i].name, name, (size_t)length) == 0) {
      return i;
    }
  }
  return -1;
}

static int assign(const catalogue_entry* e, const char* word, int length, double* values,
                  complaint c) {
  const char* equals = memchr(word, '=', (size_t)length);
  const int which = equals == NULL ? -1 : find_parameter(e, word, (int)(equals - word));
  if (which < 0) {
    int used = snprintf(c.text, (size_t)c.length, "%.*s: %s has %s", length, word, e->name,
                        e->parameters[0].name == NULL ? "no parameters" : "the parameters");
    for (int i = 0; i < CATALOGUE_PARAMETERS && e->parameters[i].name != NULL; ++i) {
      if (used >= c.length) break;
      used += snprintf(c.text + used, (size_t)(c.length - used), " %s=%g", e->parameters[i].name,
                       e->parameters[i].value);
    }
    return -1;
  }
  const catalogue_parameter* p = &e->parameters[which];
  char* end = NULL;
  const double value = strtod(equals + 1, &end);
  const int read = end != equals + 1 && end == word + length;
  if (!read || !(value >= p->least && value <= p->most) || (p->whole && value != floor(value))) {
    snprintf(c.text, (size_t)c.length, "%.*s: expected %s from %g to %g", length, word,
             p->whole ? "a whole number" : "a number", p->least, p->most);
    return -1;
  }
  values[which] = value;
  return 0;
}

int open_mechanism(const char* specification, mechanism* m, char* message, int lmessage) {
  const complaint c = {message, lmessage};
  double values[CATALOGUE_PARAMETERS];
  const char* word = NULL;
  int length = next_word(&specification, &word);
  const catalogue_entry* e = find_entry(word, length);
  if (e == NULL) {
    snprintf(c.text, (size_t)c.length, "no mechanism '%.*s'; known:", length, word);
    for (int i = 0; i < catalogue_count; ++i) {
      const int used = (int)strlen(c.text);
      snprintf(c.text + used, (size_t)(c.length - used), " %s", catalogue[i].name);
    }
    return -1;
  }
  for (int i = 0; i < CATALOGUE_PARAMETERS; ++i) values[i] = e->parameters[i].value;
  while ((length = next_word(&specification, &word)) > 0) {
    if (assign(e, word, length, values, c) != 0) return -1;
  }
  memset(m, 0, sizeof *m);
  m->gains[0] = 20;
  m->gains[1] = 100;
  const char* why_not = e->open(values, m);
  if (why_not != NULL) {
    snprintf(c.text, (size_t)c.length, "%s: %s", e->name, why_not);
    return -1;
  }
  return 0;
}
