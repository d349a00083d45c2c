// S-full: z -= H'(H H')^-1 (g, G v + gt) with H = [G 0; C G], C = d(G v + gt)/dq. It is the
// saddle-point solve with unit mass in the doubled space of (q, v).
//
// C needs no further routine. L(v) = g_qq(v,v) + 2 g_qt v + g_tt is quadratic in v, hence
//     (L(v + a e_j) - L(v - a e_j)) / (4 a) = g_qq(v, e_j) + g_qt e_j = C e_j
// holds for every a, up to rounding.
#include "stabilize/s_full.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/norms.hpp"
#include "stabilize/correction.hpp"

namespace mbdae {

Status apply_s_full(Dynamics& d, Stabilizer& s, double t, Vector q, Vector v) {
  const std::ptrdiff_t n = d.model->n, m = d.model->m;
  const Vector H = s.full.G;  // 2m x 2n
  const Vector plus = s.full_correction.first(static_cast<std::size_t>(m));
  const Vector minus = s.full_correction.subspan(static_cast<std::size_t>(m), plus.size());
  set_identity(s.full.M, 2 * n);
  std::fill(H.begin(), H.end(), 0.0);
  const double a = 1.0 + max_norm(v);
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    const double kept = v[j];
    v[j] = kept + a;
    Status status = curvature(d, t, q, v, plus);
    if (status == Status::ok) {
      v[j] = kept - a;
      status = curvature(d, t, q, v, minus);
    }
    v[j] = kept;
    if (status != Status::ok) return status;
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      const double G_ij = d.saddle.G[i + j * m];
      H[i + j * 2 * m] = G_ij;
      H[m + i + j * 2 * m] = (plus[i] - minus[i]) / (4.0 * a);
      H[m + i + (n + j) * 2 * m] = G_ij;
    }
  }
  const Status status = factor_counted(d, s.full, t);
  if (status != Status::ok) return status;
  const Vector z = s.full_correction;
  std::fill_n(z.begin(), 2 * n, 0.0);
  std::copy(s.g.begin(), s.g.end(), z.begin() + 2 * n);
  std::copy(s.rate.begin(), s.rate.end(), z.begin() + 2 * n + m);
  solve_counted(d, s.full, z);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    q[i] -= z[i];
    v[i] -= z[n + i];
  }
  return Status::ok;
}

}  // namespace mbdae
