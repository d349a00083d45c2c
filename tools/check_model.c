/* `mbdae check-model`: mbdae_check_model for the routines of a shared object. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "print_check.h"

static const char usage[] =
    "usage: mbdae check-model FILE [--n N] [--m M] [--ihol 1] [--t T] --q A,B,... [--v A,B,...]\n"
    "                         [--fortran]\n"
    "\n"
    "FILE is a shared object (cc -shared -fPIC model.c -o model.so) with the routines amat fcn "
    "gcn\n"
    "gcnq gcnt gcnqq of model.h; gcnt and gcnqq may be missing, gcn too if --ihol 1. --fortran:\n"
    "Fortran subroutines (gfortran -shared -fPIC). --n is the number of entries of --q if not "
    "given,\n"
    "--t and --v are 0; --m may be left out if there are no constraints.\n"
    "Exit status: 0 nothing failed, 1 a check failed or a routine did, 2 usage.\n";

typedef void (*routine)(void);

/* The by-reference door, given routines of whatever Fortran made of them. */
extern void mbdae_check_model_(const int* ihol, const int* n, const int* m, routine amat,
                               routine fcn, routine gcn, routine gcnq, routine gcnt, routine gcnqq,
                               const double* t, const double* q, const double* v, double* report,
                               int* place, double* work, const int* lwork, int* nfail);

enum { AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, ROUTINES };
static const char* const names[ROUTINES] = {"amat", "fcn", "gcn", "gcnq", "gcnt", "gcnqq"};

typedef struct request {
  const char* file;
  int n, m, ihol, fortran;
  int m_given;
  double t;
  const char *q, *v; /* lists */
} request;

static int complain(const char* what, const char* which) {
  fprintf(stderr, "mbdae check-model: %s%s%s\n", what, which == NULL ? "" : ": ",
          which == NULL ? "" : which);
  return 2;
}

static int read_int(const char* text, int* value) {
  char* end;
  errno = 0;
  const long number = strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || number > INT_MAX || number < INT_MIN) return 0;
  *value = (int)number;
  return 1;
}

static int read_double(const char* text, double* value) {
  char* end;
  *value = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*value);
}

static int list_length(const char* list) {
  int count = 1;
  for (; *list != '\0'; ++list) count += *list == ',';
  return count;
}

/* n finite numbers separated by commas, no more and no less; 0, or 2 after a complaint */
static int read_list(const char* option, const char* list, int n, double* values) {
  const char* rest = list;
  for (int i = 0; i < n; ++i) {
    char* end;
    values[i] = strtod(rest, &end);
    if (end == rest || *end != (i + 1 < n ? ',' : '\0')) {
      fprintf(stderr, "mbdae check-model: %s %s: expected as many numbers as n, which is %d\n",
              option, list, n);
      return 2;
    }
    if (!isfinite(values[i])) {
      fprintf(stderr,
              "mbdae check-model: %s: component %d (from 0) is %.*s, expected a finite number\n",
              option, i, (int)(end - rest), rest);
      return 2;
    }
    rest = end + 1;
  }
  return 0;
}

/* Is this --name? Then its value: what follows '=', or the next argument; "" if there is none. */
static int has_value(const char* name, int argc, char** argv, int* i, const char** value) {
  const size_t length = strlen(name);
  const char* const given = argv[*i];
  if (strncmp(given, name, length) != 0) return 0;
  if (given[length] == '=') {
    *value = given + length + 1;
    return 1;
  }
  if (given[length] != '\0') return 0;
  *value = *i + 1 < argc ? argv[++*i] : "";
  return 1;
}

/* The option at argv[*i] into the request; 0 if it is none or its value makes no sense. */
static int read_option(int argc, char** argv, int* i, request* r) {
  const char* value = "";
  if (strcmp(argv[*i], "--fortran") == 0) {
    r->fortran = 1;
    return 1;
  }
  if (has_value("--ihol", argc, argv, i, &value)) return read_int(value, &r->ihol);
  if (has_value("--n", argc, argv, i, &value)) return read_int(value, &r->n) && r->n >= 1;
  if (has_value("--m", argc, argv, i, &value)) return r->m_given = read_int(value, &r->m);
  if (has_value("--t", argc, argv, i, &value)) return read_double(value, &r->t);
  return has_value("--q", argc, argv, i, &r->q) || has_value("--v", argc, argv, i, &r->v);
}

/* 0, or 2 for a command line that cannot be understood */
static int read_request(int argc, char** argv, request* r) {
  for (int i = 0; i < argc; ++i) {
    const char* const given = argv[i];
    if (given[0] != '-' && r->file == NULL) {
      r->file = given;
    } else if (!read_option(argc, argv, &i, r)) {
      const int with_value = argv[i] != given;
      fprintf(stderr, "mbdae check-model: not understood: %s%s%s\n", given, with_value ? " " : "",
              with_value ? argv[i] : "");
      return 2;
    }
  }
  if (r->file == NULL) return complain("no FILE", NULL);
  if (r->q == NULL) return complain("--q is missing", NULL);
  if (r->n == 0) r->n = list_length(r->q);
  return 0;
}

/* dlopen searches the system for a name without a slash; a user means the file. */
static void* open_model(const char* file) {
  char path[4096];
  const int length = snprintf(path, sizeof path, strchr(file, '/') == NULL ? "./%s" : "%s", file);
  if (length >= (int)sizeof path) return NULL;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void find_routines(void* model, int fortran, routine found[ROUTINES]) {
  for (int k = 0; k < ROUTINES; ++k) {
    char name[16];
    snprintf(name, sizeof name, "%s%s", names[k], fortran ? "_" : "");
    void* const symbol = dlsym(model, name);
    memcpy(&found[k], &symbol, sizeof symbol); /* POSIX promises that they are of one size */
  }
}

static int run(const request* r, const routine f[ROUTINES], const double* q, const double* v,
               double* work, int lwork) {
  double report[3 * MBDAE_CHECKS];
  int place[3 * MBDAE_CHECKS], failed;
  if (r->fortran) {
    mbdae_check_model_(&r->ihol, &r->n, &r->m, f[AMAT], f[FCN], f[GCN], f[GCNQ], f[GCNT], f[GCNQQ],
                       &r->t, q, v, report, place, work, &lwork, &failed);
  } else {
    failed = mbdae_check_model(r->ihol, r->n, r->m, (mbdae_amat)f[AMAT], (mbdae_fcn)f[FCN],
                               (mbdae_gcn)f[GCN], (mbdae_gcnq)f[GCNQ], (mbdae_gcnt)f[GCNT],
                               (mbdae_gcnqq)f[GCNQQ], r->t, q, v, report, place, work, lwork, NULL);
  }
  return print_check_report(failed, report, place);
}

/* Room for q, v and the workspace, in one piece. */
static int check_at_point(const request* r, const routine found[ROUTINES]) {
  const int lwork = mbdae_check_model_lwork(r->n, r->m);
  if (lwork < 0) return complain(mbdae_message(lwork), NULL);
  const size_t n = (size_t)r->n;
  double* const q = calloc(2 * n + (size_t)lwork, sizeof *q);
  if (q == NULL) {
    complain("out of memory", NULL);
    return 1;
  }
  double* const v = q + n;
  int status = read_list("--q", r->q, r->n, q);
  if (status == 0 && r->v != NULL) status = read_list("--v", r->v, r->n, v);
  if (status == 0) status = run(r, found, q, v, v + n, lwork);
  free(q);
  return status;
}

/* 0, or 2 if a routine that must be there is not, or the number of constraints is not known. */
static int complain_of_routines(const request* r, void* model, const routine found[ROUTINES]) {
  for (int k = AMAT; k <= FCN; ++k) {
    routine other[ROUTINES];
    if (found[k] != NULL) continue;
    find_routines(model, !r->fortran, other);
    fprintf(stderr, "mbdae check-model: %s has no global routine %s%s", r->file, names[k],
            r->fortran ? "_" : "");
    if (other[k] != NULL) {
      fprintf(stderr, r->fortran ? ", but %s: leave out --fortran" : ", but %s_: add --fortran",
              names[k]);
    }
    fprintf(stderr, "\n");
    return 2;
  }
  if (!r->m_given && (found[GCN] != NULL || found[GCNQ] != NULL)) {
    return complain("--m is missing: the file has constraints", NULL);
  }
  return 0;
}

int check_shared_model(int argc, char** argv) {
  request r = {0};
  routine found[ROUTINES];
  if (argc == 0 || strcmp(argv[0], "--help") == 0) {
    fputs(usage, argc == 0 ? stderr : stdout);
    return argc == 0 ? 2 : 0;
  }
  if (read_request(argc, argv, &r) != 0) return 2;
  void* const model = open_model(r.file);
  if (model == NULL) return complain("cannot be loaded", dlerror());
  find_routines(model, r.fortran, found);
  int status = complain_of_routines(&r, model, found);
  if (status == 0) status = check_at_point(&r, found);
  dlclose(model);
  return status;
}
