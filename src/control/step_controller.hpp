// Step size selection with a PI controller, Hairer & Wanner, Solving ODEs II, IV.2:
//     h_new = h safe err_n^-alpha err_{n-1}^beta,   alpha = 1/p - c beta,
// within facmin <= h_new / h <= facmax, and never larger right after a rejection.
#pragma once

#include <algorithm>
#include <cmath>

namespace mbdae {

struct StepController {
  double safe = 0.85, facmin = 0.2, facmax = 10.0;
  double alpha = 0.17, beta = 0.04;
  double previous_error = 1e-4;  // never below this: a lucky step must not drive the next one
  bool after_rejection = false;

  // Step size after an accepted step of size h with error err <= 1.
  double after_success(double h, double err) {
    const double fac = std::pow(err, alpha) / std::pow(previous_error, beta) / safe;
    double h_new = h / std::clamp(fac, 1.0 / facmax, 1.0 / facmin);
    if (after_rejection && std::abs(h_new) > std::abs(h)) h_new = h;
    previous_error = std::max(err, 1e-4);
    after_rejection = false;
    return h_new;
  }

  // Step size after the error err > 1 (or not a number).
  double after_failure(double h, double err) {
    after_rejection = true;
    const double fac = std::pow(err, alpha) / safe;
    return fac < 1.0 / facmin ? h / fac : h * facmin;
  }

  // Step size after a stage that could not be evaluated.
  double after_refusal(double h) {
    after_rejection = true;
    return 0.25 * h;
  }
};

}  // namespace mbdae
