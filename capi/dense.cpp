// The interpolant as seen from C; Fortran's CONTRK is in fortran_bindings/.
#include <mbdae/model.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "capi/codes.hpp"
#include "output/interpolant.hpp"

extern "C" int mbdae_dense_eval(const mbdae_dense* dense, double t, double* q, double* v) {
  if (dense == nullptr) return 1;
  const mbdae::Status status = dense->complete(dense->context);
  if (status != mbdae::Status::ok) return mbdae::capi::code_of(status, dense->model->fault);
  const mbdae::Interpolant& interpolant = *dense->interpolant;
  const double told = interpolant.start(), t_new = dense->t_new;
  const double slack =
      4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(told), std::abs(t_new));
  const bool inside = t >= std::min(told, t_new) - slack && t <= std::max(told, t_new) + slack;
  if (!inside) return 1;
  mbdae::evaluate_interpolant(interpolant.rcont.data(), interpolant.icont.data(), t, q, v);
  return 0;
}
