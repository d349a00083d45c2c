/* `mbdae check-model NAME`: mbdae_check_model for a mechanism of the catalogue, at its start and at
 * a point of its motion. */
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "catalogue.h"
#include "commands.h"
#include "print_check.h"
#include "solve.h"

static int check_at(mechanism* m, double t, const double* q, const double* v) {
  const mbdae_problem* p = &m->problem;
  double report[3 * MBDAE_CHECKS];
  int place[3 * MBDAE_CHECKS];
  const int lwork = mbdae_check_model_lwork(p->n, p->m);
  double* work = lwork > 0 ? malloc((size_t)lwork * sizeof *work) : NULL;
  if (work == NULL) {
    fprintf(stderr, "mbdae: out of memory\n");
    return 1;
  }
  const int failed =
      mbdae_check_model(p->ihol, p->n, p->m, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, t,
                        q, v, report, place, work, lwork, &m->data);
  free(work);
  return print_check_report(failed, report, place);
}

int check_mechanism(int argc, char** argv) {
  static solve_outcome o; /* large */
  char specification[200] = "", message[400];
  mechanism m;
  for (int i = 0; i < argc; ++i) {
    if (argv[i][0] == '-') {
      fprintf(stderr,
              "mbdae: check-model %s: not an option for a mechanism of `mbdae list`; a file is "
              "given with its path, such as ./model.so\n",
              argv[i]);
      return 2;
    }
    if (add_word(specification, (int)sizeof specification, argv[i]) != 0) return 2;
  }
  if (open_mechanism(specification, &m, message, (int)sizeof message) != 0) {
    fprintf(stderr, "mbdae: %s\n", message);
    return 2;
  }
  m.problem.start(o.q, o.v, &m.data);
  printf("%s at its start, t = %g\n", specification, m.problem.t0);
  int status = check_at(&m, m.problem.t0, o.q, o.v);

  const double part = 0.37; /* some way into the motion, nothing special */
  const solve_settings s = {
      .rtol = 1e-6, .atol = 1e-7, .t1 = m.problem.t0 + part * (m.problem.t1 - m.problem.t0)};
  if (mbdae_solve(&m.problem, &m.data, &s, &o) != MBDAE_DONE) {
    fprintf(stderr, "mbdae: %s\n", o.text);
    return 1;
  }
  printf("\n%s in motion, t = %g\n", specification, o.t);
  status |= check_at(&m, o.t, o.q, o.v);
  return status;
}
