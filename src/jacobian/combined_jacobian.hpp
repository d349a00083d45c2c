// G = g_q - g_s h_s^-1 h_q of a mechanism with contacts where the user gives none: central
// differences of h and g, error eps^(2/3).
#pragma once

#include "system/extended_model.hpp"

namespace mbdae {

struct CombinedJacobian {
  Vector q, s;           // nq, ns: shifted
  Vector ahead, behind;  // (h, g) there
  Vector h_s, g_s;       // ns*ns, factored; nlambda*ns
  std::span<int> pivot;  // ns
};

// `typical`: sizes of the components of y below which they count as small. singular if h_s is.
Status difference_jacobian(ExtendedModel& model, const CombinedJacobian& c, ConstVector typical,
                           double t, ConstVector q, ConstVector s, Vector G);

}  // namespace mbdae
