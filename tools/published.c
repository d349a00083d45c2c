/* See published.h: finding a table, running a row, comparing it with the print. */
#include "published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "reference.h"

int published_table_count(void) {
  return manipulator_table_count + andrews_table_count + mechanism_table_count + own_table_count;
}

const published_table* published_table_at(int i) {
  if (i < andrews_table_count) return &andrews_tables[i];
  i -= andrews_table_count;
  if (i < mechanism_table_count) return &mechanism_tables[i];
  i -= mechanism_table_count;
  if (i < manipulator_table_count) return &manipulator_tables[i];
  return &own_tables[i - manipulator_table_count];
}

const published_table* find_published_table(const char* name) {
  for (int i = 0; i < published_table_count(); ++i) {
    const published_table* table = published_table_at(i);
    const char* number = strchr(table->name, '-') + 1;
    if (strcmp(name, table->name) == 0 || strcmp(name, number) == 0) return table;
  }
  return NULL;
}

int run_published_row(const published_table* table, const published_row* row, row_result* result) {
  solve_outcome* o = &result->outcome;
  mechanism m;
  memset(result, 0, sizeof *result);
  result->error = result->multiplier_error = NAN;
  if (row->not_ours) return 0;
  if (open_mechanism(row->mechanism != NULL ? row->mechanism : table->mechanism, &m, o->text,
                     (int)sizeof o->text) != 0) {
    return o->idid = -1;
  }
  mbdae_solve(&m.problem, &m.data, &row->settings, o);
  if (o->idid == MBDAE_DONE && m.reference != NULL) {
    result->error = reference_error(m.reference, o->t, m.problem.n, o->q, o->v);
    if (!m.other_multipliers) {
      result->multiplier_error =
          reference_multiplier_error(m.reference, o->t, m.problem.n, m.problem.m, o->lambda);
    }
  }
  result->energy_drift = o->energy_drift / (1.0 + fabs(o->energy));
  return o->idid;
}

static int counts_differ(int ours, int printed, double part) {
  return part > 0 && !(abs(ours - printed) <= part * printed);
}

static int counts_off(int ours, int printed, int most) {
  return most > 0 && abs(ours - printed) > most;
}

static int exceeds(double ours, double most) {
  return most > 0 && !(ours <= most);
}

static int drift_is_off(double ours, double printed, double factor, double most) {
  if (exceeds(ours, most)) return 1;
  return factor > 0 && !(ours <= printed * factor && ours >= printed / factor);
}

int compare_with_published(const published_row* row, const row_result* result,
                           const row_result* above) {
  const solve_outcome* o = &result->outcome;
  const printed_numbers* p = &row->print;
  const row_limits* l = &row->limit;
  int off = 0;
  if (row->not_ours) return 0;
  if (o->idid != MBDAE_DONE) off |= OFF_RUN;
  if (counts_differ(o->nfcn, p->nfcn, l->nfcn)) off |= OFF_NFCN;
  if (l->nfcn_at_most && o->nfcn > p->nfcn) off |= OFF_NFCN;
  if (counts_differ(o->nstep, p->nstep, l->nstep)) off |= OFF_NSTEP;
  if (counts_off(o->nstep, p->nstep, l->nstep_off)) off |= OFF_NSTEP;
  if (l->nstep_about > 0 && counts_off(o->nstep, l->nstep_about, 1)) off |= OFF_NSTEP;
  if (counts_off(o->naccp, p->naccp, l->naccp_off)) off |= OFF_NACCP;
  if (counts_off(o->nrejct, p->nrejct, l->nrejct_off)) off |= OFF_NREJCT;
  if (drift_is_off(o->driftp, p->driftp, l->driftp_factor, l->driftp_most)) off |= OFF_DRIFTP;
  if (drift_is_off(o->driftv, p->driftv, l->driftv_factor, l->driftv_most)) off |= OFF_DRIFTV;
  if (above != NULL) {
    if (l->driftp_below > 0 && !(o->driftp * l->driftp_below <= above->outcome.driftp)) {
      off |= OFF_DRIFTP;
    }
    if (l->driftv_below > 0 && !(o->driftv * l->driftv_below <= above->outcome.driftv)) {
      off |= OFF_DRIFTV;
    }
  }
  if (exceeds(result->error, l->error_most)) off |= OFF_ERROR;
  /* they depend on q, v like the accelerations: not quite as exact */
  if (!isnan(result->multiplier_error) && exceeds(result->multiplier_error, 5 * l->error_most)) {
    off |= OFF_MULTIPLIERS;
  }
  if (exceeds(result->energy_drift, l->energy_most)) off |= OFF_ENERGY;
  return off;
}

int is_compared(const published_row* row) {
  const row_limits* l = &row->limit;
  return l->nfcn > 0 || l->nstep > 0 || l->nstep_off > 0 || l->nstep_about > 0 ||
         l->naccp_off > 0 || l->nrejct_off > 0 || l->nfcn_at_most || l->driftp_factor > 0 ||
         l->driftv_factor > 0 || l->driftp_most > 0 || l->driftv_most > 0 || l->driftp_below > 0 ||
         l->driftv_below > 0 || l->error_most > 0 || l->energy_most > 0;
}

double observed_order(const published_table* table, int i, const row_result* result,
                      const row_result* above) {
  if (i == 0 || above == NULL) return NAN;
  const published_row *row = &table->rows[i], *before = row - 1;
  if (row->mechanism == NULL || before->mechanism == NULL ||
      strcmp(row->mechanism, before->mechanism) != 0 ||
      row->settings.method != before->settings.method || row->settings.t1 != before->settings.t1) {
    return NAN;
  }
  return log(above->error / result->error) /
         log((double)result->outcome.naccp / above->outcome.naccp);
}
