// The model routines behind one view. Everything the user's routines give passes one gate, which
// counts the call, reads the return code, catches exceptions and checks that every number is
// finite; what failed, where and when is remembered for the message.
#pragma once

#include <mbdae/model.h>

#include <array>
#include <limits>
#include <span>

#include "system/status.hpp"

namespace mbdae {

using Vector = std::span<double>;
using ConstVector = std::span<const double>;

// Numbered as in codes.h: the second digit of IDID -5k .. -8k.
// res, jac and the switching functions belong to residuals F(t,y,y') = 0, see residual.hpp.
enum class Routine { none, amat, fcn, gcn, gcnq, gcnt, gcnqq, gin, solout, res, jac, roots };
inline constexpr int routine_count = 9;  // of a model

struct Fault {
  Routine routine = Routine::none;
  int component = -1;  // first output that was not finite
  int returned = 0;    // what the routine returned
  double t = 0;
  double value = 0;  // the number that was not finite
};

struct Model {
  int n = 0, m = 0, mi = 0;
  bool holonomic = true;
  mbdae_amat amat = nullptr;
  mbdae_fcn fcn = nullptr;
  mbdae_gcn gcn = nullptr;
  mbdae_gcnq gcnq = nullptr;
  mbdae_gcnt gcnt = nullptr;
  mbdae_gcnqq gcnqq = nullptr;
  mbdae_gin gin = nullptr;
  mbdae_solout solout = nullptr;
  void* user = nullptr;

  std::array<int, routine_count> calls{};
  Fault fault;

  int& count(Routine r) { return calls[static_cast<std::size_t>(r)]; }
};

// Counters stop at the largest int: a run of days must not end in overflow.
inline void count_up(int& counter) {
  if (counter < std::numeric_limits<int>::max()) ++counter;
}

// One gate per routine. Outputs are zero when the routine gets them.
Status evaluate_mass(Model& model, double t, ConstVector q, Vector M);  // n*n, column-major
Status evaluate_mass(Model& model, double t, ConstVector q, int ldam, Vector M);         // ldam*n
Status evaluate_forces(Model& model, double t, ConstVector q, ConstVector v, Vector f);  // n
Status evaluate_constraints(Model& model, double t, ConstVector q, Vector g);            // m
Status evaluate_jacobian(Model& model, double t, ConstVector q, Vector G);  // m*n, column-major
Status evaluate_time_derivative(Model& model, double t, ConstVector q, Vector gt);  // m; 0 if none
Status evaluate_curvature(Model& model, double t, ConstVector q, ConstVector v, Vector L);  // m
Status evaluate_inequalities(Model& model, double t, ConstVector q, ConstVector v, Vector gi);

// The output routine: `interrupt` is set when it returned a negative value.
Status report_step(Model& model, int nr, double told, double t, ConstVector q, ConstVector v,
                   ConstVector lambda, const mbdae_dense* dense, bool& interrupt);

// Position of the first entry that is NaN or Inf, -1 if all are finite.
int first_not_finite(ConstVector x);

}  // namespace mbdae
