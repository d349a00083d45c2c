// From the arguments of bdf2nd_ext to a run of the second-order BDF.
#pragma once

#include <mbdae/bdf2nd_ext.h>

#include "capi/dassl_call.hpp"
#include "integrate/bdf2/start.hpp"
#include "stabilize/extended_start.hpp"

namespace mbdae::capi {

// The arguments of a call; those it has in common with dassl_like are in `dassl`.
struct ExtendedCall {
  int nq, nr, nw, ns, nlambda;
  mbdae_amat amat;
  mbdae_fcn_ext fcn;
  mbdae_gcn_ext gcn;
  mbdae_gcnq_ext gcnq;
  double *q, *v, *r, *w, *s, *lambda;
  DasslCall dassl;

  ExtendedSizes sizes() const {
    return {static_cast<std::size_t>(nq), static_cast<std::size_t>(nr),
            static_cast<std::size_t>(nw), static_cast<std::size_t>(ns),
            static_cast<std::size_t>(nlambda)};
  }
};

struct ExtendedRun {
  ExtendedModel model;
  ExtendedMechanics equations;
  Bdf2 bdf;
  ExtendedStart start;
  Task task;
};

// The code of the first size that is wrong, 0 if none is, and its value.
DasslComplaint check_sizes(int nq, int nr, int nw, int ns, int nlambda);
// Everything but the lengths, which come between the two.
DasslComplaint check_arguments(const ExtendedCall& call);
DasslComplaint check_values(const ExtendedCall& call);

DasslLengths lay_out(const ExtendedCall& call, ExtendedRun& run);
void set_up(const ExtendedCall& call, ExtendedRun& run);
void load_state(const ExtendedCall& call, ExtendedRun& run);
void save_state(const ExtendedCall& call, const ExtendedRun& run);
void save_counters(const ExtendedCall& call, const ExtendedRun& run);

}  // namespace mbdae::capi
