// From the flat arguments of rkstab to a Run, and back: checks, work array, state, report.
#pragma once

#include <mbdae/rkstab.h>

#include <cstddef>

#include "integrate/rk/run.hpp"

namespace mbdae::capi {

// The arguments of the call, as they came.
struct RkstabCall {
  int ihol, n, m, mi;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  mbdae_gin gin;
  const double* baumg;
  double* x;
  double *q, *v;
  double xend;
  double* h;
  const double *rtol, *atol;
  double datol;
  int itol;
  mbdae_solout solout;
  int iout;
  double* work;
  int lwork;
  int* iwork;
  int liwork;
  void* user;
};

// The first thing wrong with a call; code 0: nothing.
struct Complaint {
  int code = 0;
  int integer = 0;     // the offending integer, if it is one
  double number = 0;   // the offending number, if it is one
  int component = -1;  // of an array
  int needed = 0;      // length that would do
};

Complaint check_arguments(const RkstabCall& call);
Complaint check_sizes(int n, int m, int mi);

struct Lengths {
  std::ptrdiff_t work, iwork;
};

// Lengths for these sizes and options (null: defaults).
Lengths needed_lengths(int n, int m, int mi, const int* iwork);
// The longest over all options.
Lengths longest_lengths(int n, int m, int mi);

// Views, options and defaults; work and iwork must have the needed lengths.
void set_up(const RkstabCall& call, Model& model, Run& run);

// Does work hold a state that this call continues?
bool continues(const RkstabCall& call, const Run& run);
void load_state(const RkstabCall& call, Model& model, Run& run);
void clear_results(const RkstabCall& call);
void save_results(const RkstabCall& call, Model& model, Run& run);
void save_state(const RkstabCall& call, const Run& run);

void report_complaint(const RkstabCall& call, const Complaint& complaint);
void report_failure(const RkstabCall& call, const Run& run, const Result& result);

}  // namespace mbdae::capi
