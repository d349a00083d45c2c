// The model routines as Fortran passes them, and trampolines that let the C doors call them: the
// routines travel behind the user pointer. Shared by the by-reference twins.
#pragma once

#include <mbdae/model.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace mbdae::fortran {

using Amat = void (*)(const int* n, const int* ndim, const double* t, const double* q, double* am);
using Fcn = void (*)(const int* n, const double* t, const double* q, const double* v, double* f);
using Constraint = void (*)(const int* m, const int* n, const double* t, const double* q,
                            double* out);
using MotionFunction = void (*)(const int* m, const int* n, const double* t, const double* q,
                                const double* v, double* out);

struct ModelRoutines {
  Amat amat;
  Fcn fcn;
  Constraint gcn, gcnq, gcnt;
  MotionFunction gcnqq, gin;
};

inline const ModelRoutines& routines(void* user) {
  return *static_cast<const ModelRoutines*>(user);
}

inline int call_amat(int n, int ldam, double t, const double* q, double* am, void* user) {
  routines(user).amat(&n, &ldam, &t, q, am);
  return 0;
}

inline int call_fcn(int n, double t, const double* q, const double* v, double* f, void* user) {
  routines(user).fcn(&n, &t, q, v, f);
  return 0;
}

template <Constraint ModelRoutines::*which>
int call_constraint(int m, int n, double t, const double* q, double* out, void* user) {
  (routines(user).*which)(&m, &n, &t, q, out);
  return 0;
}

template <MotionFunction ModelRoutines::*which>
int call_motion(int m, int n, double t, const double* q, const double* v, double* out, void* user) {
  (routines(user).*which)(&m, &n, &t, q, v, out);
  return 0;
}

// What the C doors call; NULL where Fortran passed none.
struct Trampolines {
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
};

inline Trampolines trampolines(const ModelRoutines& r) {
  return {r.amat == nullptr ? nullptr : call_amat,
          r.fcn == nullptr ? nullptr : call_fcn,
          r.gcn == nullptr ? nullptr : call_constraint<&ModelRoutines::gcn>,
          r.gcnq == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnq>,
          r.gcnt == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnt>,
          r.gcnqq == nullptr ? nullptr : call_motion<&ModelRoutines::gcnqq>};
}

// Blank-padded, as Fortran keeps text.
inline void copy_text(const char* from, char* to, std::size_t length) {
  const std::size_t used = std::min(std::strlen(from), length);
  std::copy_n(from, used, to);
  std::fill(to + used, to + length, ' ');
}

}  // namespace mbdae::fortran
