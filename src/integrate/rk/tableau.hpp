// An explicit Runge-Kutta method as data. Stage derivatives are numbered from 0; number `stages` is
// the derivative at the result of the step, which is the first stage of the next one; numbers
// beyond it serve the interpolant only.
#pragma once

namespace mbdae {

inline constexpr int max_stages = 16;  // stride of the rows of Tableau::a and Tableau::dense

enum class ErrorEstimate {
  none,
  one_embedded,  // e on the stages and the derivative at the result
  two_embedded   // DOP853: e and e_low on the stages alone
};

struct Tableau {
  int stages;
  int order;
  const double* c;
  const double* a;  // row-major, stride max_stages; row `stages` is not read
  const double* b;
  ErrorEstimate estimate = ErrorEstimate::none;
  const double* e = nullptr;
  const double* e_low = nullptr;
  int further_stages = 0;  // rows stages+1, ... of a
  int dense_rows = 0;      // weights of the interpolant beyond cubic Hermite, stride max_stages
  const double* dense = nullptr;
  // Defaults of the step size control; the exponent is 1/order - beta_share * beta.
  double facmin = 0.2, facmax = 10.0, beta = 0.04, beta_share = 0.75;

  int derivatives() const { return stages + 1 + further_stages; }
  int interpolant_terms() const { return 4 + dense_rows; }
};

extern const Tableau euler, heun, dopri5, dop853;

}  // namespace mbdae
