// From the flat arguments of the DASSL doors to a Bdf and a Task, and back.
#pragma once

#include <mbdae/dassl_like.h>

#include <cstddef>

#include "capi/cursor.hpp"
#include "integrate/bdf/start.hpp"
#include "newton/residual_equations.hpp"

namespace mbdae::capi {

// g(t, y): the switching functions of DDASRT.
using SwitchingFunctions = int (*)(int neq, double t, const double* y, int ng, double* g,
                                   void* user);

// The arguments of a call, as they came. The Fortran doors know 15 entries of info, and may change
// the tolerances.
struct DasslCall {
  mbdae_res res;
  int neq;
  double* t;
  double *y, *yp;
  double tout;
  int* info;
  int info_length;
  const double *rtol, *atol;
  double* rwork;
  int lrw;
  int* iwork;
  int liw;
  mbdae_jac jac;
  void* user;
  bool with_roots = false;  // DDASRT: work arrays have room for the search
  SwitchingFunctions g = nullptr;
  int ng = 0;
  int* jroot = nullptr;

  int option(int position) const { return position < info_length ? info[position] : 0; }
  bool asks(int position) const { return option(position) == 1; }
  // are the kinds of the variables in iwork?
  bool names_kinds() const {
    return res != nullptr && (asks(DL_INIT) || option(DL_INIT) == 3 || option(DL_INIT) == 4);
  }
};

// The first thing wrong with a call; code 0: nothing.
struct DasslComplaint {
  int code = 0;
  double value = 0;
  int component = -1;
};

DasslComplaint check_sizes(const DasslCall& call);
DasslComplaint check_lengths(const DasslCall& call);
// Are the arrays as long as needed? `too_large` if no int counts that.
struct DasslLengths {
  std::ptrdiff_t rwork, iwork;
};
DasslComplaint compare_lengths(const DasslCall& call, const DasslLengths& need, int too_large,
                               int size);
DasslComplaint check_values(const DasslCall& call);

// What the pieces of rwork and iwork are for; without arrays it only measures.
struct DasslRun {
  Residual system;
  ResidualEquations equations;
  Bdf bdf;
  Roots roots;
  Vector root_values;  // where the left end's values are kept between calls
  SwitchingFunctions g = nullptr;
  Task task;
  StartWish wish;
};

void set_residual(const DasslCall& call, DasslRun& run);
void set_task(const DasslCall& call, DasslRun& run);
// What the call asks of any integrator.
Task task_of(const DasslCall& call);
// Do rwork and iwork hold an integration?
bool holds_state(const DasslCall& call);
void mark_state(const DasslCall& call);
void forget_state(const DasslCall& call);
void load_state(const DasslCall& call, DasslRun& run);
void save_state(const DasslCall& call, DasslRun& run);

// IDID, and the code that tells more.
struct DasslOutcome {
  int idid;
  int code;
};
DasslOutcome serve(const DasslCall& call);

// What every call ends with: the code of a result, the state and the notes into the arrays.
DasslOutcome conclude(const DasslCall& call, DasslRun& run, const DriveResult& result,
                      const Fault& fault);
// The same for integrators that keep their state themselves, and does the result name wrong input?
DasslOutcome report(const DasslCall& call, const DriveResult& result, const Fault& fault);
bool is_illegal(const DriveResult& result);
// Notes for dassl_like_explain; the arrays are long enough.
void note(const DasslCall& call, int code, double value, int component);
void note_if_long_enough(const DasslCall& call, const DasslComplaint& complaint);
// A wrong argument: IDID is -33, and a call that nobody corrects is refused again.
DasslOutcome refuse(const DasslCall& call, int code);
// -33 where a call continues what is not there or follows a failure nobody dealt with; else 0
DasslComplaint check_continuation(const DasslCall& call);
DasslComplaint check_tolerances(const DasslCall& c, int components);
DasslComplaint check_info(const DasslCall& call);
DasslComplaint check_positions(const DasslCall& call);

}  // namespace mbdae::capi
