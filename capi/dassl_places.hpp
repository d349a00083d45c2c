// Where rwork and iwork hold the state between calls, beside the positions users know: DDASSL's and
// DDASRT's places.
#pragma once

#include <array>

namespace mbdae::capi {

enum RworkState {
  at_cj = 4,
  at_cj_matrix = 5,
  at_rate = 7,
  at_mark = 8,
  at_alpha = 10,  // then beta, gamma, psi, sigma, `coefficients` each
  at_t0 = 40,     // of the search for roots
  at_root_state = 41,
  at_ng = 42
};
enum IworkState { at_plan = 3, at_age = 4, at_phase = 5, at_equal = 8, at_nge = 15 };
inline constexpr std::array<int, 3> at_plan_size = {9, 16, 17};

inline constexpr int coefficients = 6;
inline constexpr int rwork_header = 40, rwork_header_with_roots = 50, iwork_header = 20;

}  // namespace mbdae::capi
