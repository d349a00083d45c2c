/* `mbdae list`, `mbdae run NAME ...`: the mechanisms of problems/, one run at a time. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "catalogue.h"
#include "commands.h"
#include "reference.h"
#include "solve.h"
#include "write_csv.h"

int print_catalogue(void) {
  for (int i = 0; i < catalogue_count; ++i) {
    const catalogue_entry* e = &catalogue[i];
    mechanism m;
    char message[64];
    if (open_mechanism(e->name, &m, message, (int)sizeof message) != 0) return 1;
    printf("%-16s n = %2d, m = %2d  %s\n", e->name, m.problem.n, m.problem.m, e->summary);
    for (int k = 0; k < CATALOGUE_PARAMETERS && e->parameters[k].name != NULL; ++k) {
      const catalogue_parameter* p = &e->parameters[k];
      printf("    %s=%g  %s\n", p->name, p->value, p->meaning);
    }
  }
  return 0;
}

static const char* const stab_words[] = {"pstab",  "baumgarte",  "none",      "s-full",
                                         "s-both", "projection", "velocities"};
static const char* const method_words[] = {"dopri5", "dop853", "auto", "euler", "heun"};
static const int method_values[] = {0, 1, 2, 10, 11};

typedef struct request {
  char specification[200];
  solve_settings settings;
  int gains_given, atol_given;
  const char* csv;
  double dt;
} request;

/* One option with its value; 0 if understood. */
static int read_option(request* r, const char* option, const char* text) {
  solve_settings* s = &r->settings;
  if (strcmp(option, "--stab") == 0) {
    return read_choice(option, text, stab_words, NULL, 7, &s->stab);
  }
  if (strcmp(option, "--method") == 0) {
    return read_choice(option, text, method_words, method_values, 5, &s->method);
  }
  if (strcmp(option, "--rtol") == 0) return read_number(option, text, 0, &s->rtol);
  if (strcmp(option, "--atol") == 0) {
    r->atol_given = 1;
    return read_number(option, text, 0, &s->atol);
  }
  if (strcmp(option, "--datol") == 0) return read_number(option, text, 0, &s->datol);
  if (strcmp(option, "--t1") == 0) {
    s->t1_given = 1;
    return read_number(option, text, -1e300, &s->t1);
  }
  if (strcmp(option, "--baumg") == 0) {
    r->gains_given = 1;
    return read_pair(option, text, s->baumg);
  }
  if (strcmp(option, "--fixed") == 0) {
    s->fixed = 1;
    return read_number(option, text, 0, &s->h);
  }
  if (strcmp(option, "--nmax") == 0) return read_whole(option, text, 1, &s->nmax);
  if (strcmp(option, "--csv") == 0) {
    r->csv = text;
    return 0;
  }
  if (strcmp(option, "--dt") == 0) {
    if (read_number(option, text, 0, &r->dt) != 0) return -1;
    if (r->dt > 0) return 0;
    fprintf(stderr, "mbdae: --dt %s: expected a positive number\n", text);
    return -1;
  }
  fprintf(stderr,
          "mbdae: unknown option %s; known: --stab --method --rtol --atol --datol --baumg --t1 "
          "--fixed --nmax --compat --rank --csv --dt\n",
          option);
  return -1;
}

/* The option at argv[*i], its value being behind '=' or the next argument; 0 if understood. */
static int read_word(int argc, char** argv, int* i, request* r) {
  const char* const given = argv[*i];
  const char* const equals = strchr(given, '=');
  const int length = equals != NULL ? (int)(equals - given) : (int)strlen(given);
  char option[16];
  snprintf(option, sizeof option, "%.*s", length, given);
  const int compat = strcmp(option, "--compat") == 0;
  if (compat || strcmp(option, "--rank") == 0) {
    *(compat ? &r->settings.compat : &r->settings.rank) = 1;
    if (equals == NULL) return 0;
    fprintf(stderr, "mbdae: %s: expected no value\n", given);
    return -1;
  }
  if (equals != NULL ? equals[1] == '\0' : *i + 1 == argc) {
    fprintf(stderr, "mbdae: %s: expected a value behind it\n", given);
    return -1;
  }
  return read_option(r, option, equals != NULL ? equals + 1 : argv[++*i]);
}

static int read_request(int argc, char** argv, request* r) {
  memset(r, 0, sizeof *r);
  r->settings.rtol = 1e-6;
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "--", 2) != 0) {
      if (add_word(r->specification, (int)sizeof r->specification, argv[i]) != 0) return -1;
    } else if (read_word(argc, argv, &i, r) != 0) {
      return -1;
    }
  }
  if (r->specification[0] == '\0') {
    fprintf(stderr, "mbdae: run: expected the name of a mechanism; `mbdae list` prints them\n");
    return -1;
  }
  if (r->dt > 0 && r->csv == NULL) {
    fprintf(stderr, "mbdae: --dt: expected --csv FILE with it\n");
    return -1;
  }
  if ((r->settings.method == 10 || r->settings.method == 11) && !r->settings.fixed) {
    fprintf(stderr, "mbdae: --method: euler and heun have no error estimate, expected --fixed H\n");
    return -1;
  }
  if (!r->atol_given) r->settings.atol = r->settings.rtol / 10;
  return 0;
}

static void print_outcome(FILE* to, const mechanism* m, void* user, const solve_outcome* o) {
  const mbdae_problem* p = &m->problem;
  fprintf(to, "%s\n", o->text);
  fprintf(to, "t            %.15g\n", o->t);
  fprintf(to, "steps        %d, %d of them rejected\n", o->nstep, o->nrejct);
  fprintf(to, "work         %d calls of fcn, %d factorizations, %d stabilizations\n", o->nfcn,
          o->nlu, o->nstab);
  fprintf(to, "drift        %.1e position, %.1e velocity\n", o->driftp, o->driftv);
  if (p->energy != NULL) {
    fprintf(to, "energy       %.10g at the start, changed by at most %.1e\n", o->energy,
            o->energy_drift);
  }
  if (m->reference != NULL) {
    const double error = reference_error(m->reference, o->t, p->n, o->q, o->v);
    if (!isnan(error)) {
      fprintf(to, "error        %.1e, largest |dy|/(1+|y|) against the reference %s\n", error,
              m->reference);
    }
  }
  for (int i = 0; i < p->n; ++i) { /* counted as in the CSV */
    fprintf(to, "q%-11d %- 24.16g v%-11d %- 24.16g\n", i + 1, o->q[i], i + 1, o->v[i]);
  }
  for (int i = 0; i < p->noutput && p->noutput <= 16; ++i) {
    double out[16];
    p->output(o->t, o->q, o->v, out, user);
    fprintf(to, "%-12s %- .16g\n", p->output_names[i], out[i]);
  }
}

int run_mechanism(int argc, char** argv) {
  static solve_outcome o; /* large */
  request r;
  mechanism m;
  csv_writer writer;
  char message[400];
  if (read_request(argc, argv, &r) != 0) return 2;
  if (open_mechanism(r.specification, &m, message, (int)sizeof message) != 0) {
    fprintf(stderr, "mbdae: %s\n", message);
    return 2;
  }
  if (!r.gains_given) memcpy(r.settings.baumg, m.gains, sizeof m.gains);
  if (r.csv != NULL) {
    if (csv_open(&writer, r.csv, r.dt, &m.problem, &m.data) != 0) {
      fprintf(stderr, "mbdae: cannot write %s: %s\n", r.csv, strerror(errno));
      return 1;
    }
    r.settings.observe = csv_observe;
    r.settings.observer = &writer;
  }
  const int idid = mbdae_solve(&m.problem, &m.data, &r.settings, &o);
  if (r.csv != NULL && csv_close(&writer) != 0) {
    fprintf(stderr, "mbdae: %s could not be written completely\n", r.csv);
    return 1;
  }
  if (idid <= -100) { /* an argument was refused: nothing ran */
    fprintf(stderr, "mbdae: %s\n", o.text);
    return 2;
  }
  if (idid == SOLVE_NO_ARRAYS) {
    fprintf(stderr, "mbdae: %s\n", o.text);
    return 1;
  }
  print_outcome(r.csv != NULL && strcmp(r.csv, "-") == 0 ? stderr : stdout, &m, &m.data, &o);
  return idid == MBDAE_DONE ? 0 : 1;
}
