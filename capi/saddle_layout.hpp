// The pieces of a saddle-point system in the work arrays.
#pragma once

#include "capi/cursor.hpp"
#include "formulate/dynamics.hpp"

namespace mbdae::capi {

inline void lay_saddle(Saddle& saddle, std::ptrdiff_t n, std::ptrdiff_t m, Cursor<double>& w,
                       Cursor<int>& iw) {
  saddle.n = static_cast<int>(n);
  saddle.m = static_cast<int>(m);
  saddle.M = w.take(n * n);
  saddle.G = w.take(m * n);
  saddle.K = w.take((n + m) * (n + m));
  saddle.row_scale = w.take(m);
  saddle.scratch = w.take(saddle_scratch(n, m));
  saddle.pivot = iw.take(n + m);
}

inline void lay_dynamics(Dynamics& d, std::ptrdiff_t n, std::ptrdiff_t m, Cursor<double>& w,
                         Cursor<int>& iw) {
  lay_saddle(d.saddle, n, m, w, iw);
  d.rhs = w.take(n + m);
  d.g = w.take(m);
  d.gt = w.take(m);
  d.shifted_q = w.take(n);
  d.shifted_G = w.take(m * n);
  d.shifted_rate = w.take(m);
}

}  // namespace mbdae::capi
