// Dormand & Prince 5(4), Hairer, Norsett & Wanner, Solving ODEs I, Table II.5.2; interpolant of
// order 4 as in the code DOPRI5. Data only.
#include "integrate/rk/tableau.hpp"

namespace mbdae {

namespace {

constexpr double c[6] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};

// clang-format off
constexpr double a[6 * max_stages] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1.0 / 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    3.0 / 40, 9.0 / 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    44.0 / 45, -56.0 / 15, 32.0 / 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
// clang-format on

constexpr double b[6] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};

constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                         -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

constexpr double dense[max_stages] = {
    -12715105075.0 / 11282082432.0,  0,
    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0};

}  // namespace

const Tableau dopri5{
    .stages = 6,
    .order = 5,
    .c = c,
    .a = a,
    .b = b,
    .estimate = ErrorEstimate::one_embedded,
    .e = e,
    .dense_rows = 1,
    .dense = dense,
};

}  // namespace mbdae
