// Explicit Euler, and Heun's method of order 2 (second stage at the end of the step), for constant
// steps. Data only.
#include "integrate/rk/tableau.hpp"

namespace mbdae {

namespace {

constexpr double c[2] = {0, 1};
constexpr double a[2 * max_stages] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
constexpr double b_euler[1] = {1};
constexpr double b_heun[2] = {0.5, 0.5};

}  // namespace

const Tableau euler{.stages = 1, .order = 1, .c = c, .a = a, .b = b_euler};

const Tableau heun{.stages = 2, .order = 2, .c = c, .a = a, .b = b_heun};

}  // namespace mbdae
