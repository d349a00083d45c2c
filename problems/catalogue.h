/* catalogue.h - every mechanism by name, with its parameters: for the command, the tests, the bench
 *
 * A specification is a name and assignments, such as "chain links=20". */
#ifndef MBDAE_CATALOGUE_H
#define MBDAE_CATALOGUE_H

#include "chain.h"
#include "flexible_crank.h"
#include "manipulator.h"
#include "paraboloid.h"
#include "problem.h"
#include "rod_pendulum.h"
#include "spring_crank.h"
#include "suspension.h"
#include "truck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A problem with its data; not to be copied once open, since the data stay in it. */
typedef struct mechanism {
  mbdae_problem problem;
  double gains[2];       /* Baumgarte's gains of the source, or usual ones */
  const char* reference; /* its reference solution, see reference.h; NULL: none */
  int other_multipliers; /* 1: those of the reference belong to other constraints */
  union mechanism_data {
    chain links;
    flexible_crank flexible;
    manipulator arm;
    paraboloid bowl;
    rod_pendulum rods;
    spring_crank spring;
    suspension wheel;
    truck vehicle;
  } data; /* the user pointer of the problem's routines */
} mechanism;

enum { CATALOGUE_PARAMETERS = 3 };

typedef struct catalogue_parameter {
  const char* name; /* NULL: no more */
  double value;     /* default */
  double least, most;
  int whole; /* 1: an integer */
  const char* meaning;
} catalogue_parameter;

typedef struct catalogue_entry {
  const char *name, *summary;
  catalogue_parameter parameters[CATALOGUE_PARAMETERS];
  /* NULL, or why these values do not go together */
  const char* (*open)(const double* values, mechanism* m);
} catalogue_entry;

extern const catalogue_entry catalogue[];
extern const int catalogue_count;

/* Returns 0, or -1 with the reason in message. */
int open_mechanism(const char* specification, mechanism* m, char* message, int lmessage);

#ifdef __cplusplus
}
#endif

#endif
