// The index-1 form: accelerations and multipliers from one saddle-point solve,
//
//     [ M  G' ] [ v'     ]   [ f                                     ]
//     [ G  0  ] [ lambda ] = [ -L  (- gamma1 (G v + gt) - gamma2 g)  ],
//
// the terms in brackets being Baumgarte's.
#pragma once

#include "formulate/pivot_watch.hpp"
#include "linalg/saddle.hpp"
#include "system/model.hpp"

namespace mbdae {

struct Dynamics {
  Model* model = nullptr;
  Saddle saddle;  // M, G and their factors at the point of the last load_matrices
  bool baumgarte = false;
  double gamma1 = 0, gamma2 = 0;
  bool curvature_by_differences = false;
  double time_scale = 1;  // length of the integration, bounds the increments of differences
  // A time the differences must not pass, which lies ahead (+1) or behind (-1); 0: there is none.
  double stop_time = 0;
  int stop_side = 0;

  Vector rhs;           // n+m: (f, w), then (v', lambda)
  Vector g, gt;         // m each
  Vector shifted_q;     // n   } differences for L
  Vector shifted_G;     // m*n }
  Vector shifted_rate;  // m   }

  int factorizations = 0, solves = 0, short_of_rank = 0, near_rank_loss = 0;
  PivotWatch pivots;
  int lost_row_count = 0;  // constraint rows involved in the last loss of rank
  std::array<int, reported_rows> lost_rows{};
};

// Below this pivot ratio a factorization counts as near rank loss.
inline constexpr double near_rank_threshold = 1e-8;

// factor() with the counting.
Status factor_counted(Dynamics& d, Saddle& saddle, double t);
void solve_counted(Dynamics& d, const Saddle& saddle, Vector x);

// M and G at (t, q), factored.
Status load_matrices(Dynamics& d, double t, ConstVector q);

// v' and lambda at (t, q, v), the matrices of (t, q) being loaded.
Status accelerations(Dynamics& d, double t, ConstVector q, ConstVector v, Vector a, Vector lambda);

// y = (q, v) -> y' = (v, v'): both of the above.
Status state_derivative(Dynamics& d, double t, ConstVector y, Vector dydt, Vector lambda);

// lambda' along the solution through a consistent point, by a difference to a point nearby in the
// direction of `span`; 0 where the model refuses that point. scratch: 4n
struct ConsistentPoint {
  double t;
  ConstVector y, dydt, lambda;
};
Status multiplier_rate(Dynamics& d, const ConsistentPoint& point, double span, Vector scratch,
                       Vector rate);

// rate = G v + gt, G as given.
Status velocity_residual(Model& model, ConstVector G, double t, ConstVector q, ConstVector v,
                         Vector rate);

// L(t,q,v), by the user's routine or by differences.
Status curvature(Dynamics& d, double t, ConstVector q, ConstVector v, Vector L);

// The shortest time in which a coordinate moves by 1, at most a tenth of the integration: gt may
// vary although nothing moves. Large coordinates (angles after many turns) carry more rounding
// noise, which enters the best increment by its fifth root.
double time_of_change(ConstVector q, ConstVector v, double integration_time);

// L(t,q,v) = d/ds (G v + gt)(t+s, q+s v) at s = 0 by fourth-order differences, central but near
// stop_time.
Status curvature_by_differences(Dynamics& d, double t, ConstVector q, ConstVector v, Vector L);

}  // namespace mbdae
