// See correction.hpp.
#include "stabilize/correction.hpp"

#include <algorithm>

#include "linalg/norms.hpp"

namespace mbdae {

Status refresh_gradient(Dynamics& d, Stabilizer& s, double t) {
  if (!s.along_gradient) return Status::ok;
  set_identity(s.gradient.M, s.gradient.n);
  std::copy(d.saddle.G.begin(), d.saddle.G.end(), s.gradient.G.begin());
  return factor_counted(d, s.gradient, t);
}

double subtract_correction(Dynamics& d, Stabilizer& s, ConstVector residual, Vector x) {
  const Vector dx = s.correction.first(x.size());
  std::fill(dx.begin(), dx.end(), 0.0);
  std::copy(residual.begin(), residual.end(), s.correction.subspan(x.size()).begin());
  solve_counted(d, s.along_gradient ? s.gradient : d.saddle, s.correction);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= dx[i];
  return max_norm(dx);
}

}  // namespace mbdae
