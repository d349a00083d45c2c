// See dassl_plan.hpp.
#include "capi/dassl_plan.hpp"

#include <cmath>

#include "capi/dassl_places.hpp"

namespace mbdae::capi {

namespace {

constexpr int seal = 0x0da55000;  // above the bits of order and options
constexpr int order_bits = 3, word_bits = 12;

}  // namespace

int order_asked_for(const DasslCall& call) {
  return call.asks(DL_MAXORD) ? call.iwork[DL_MAXORDVALUE] : highest_order;
}

bool continues(const DasslCall& call) {
  return call.info[DL_CONTINUE] == 1 && call.rwork != nullptr && call.lrw >= rwork_header &&
         call.liw >= iwork_header && holds_state(call);
}

DasslPlan remembered_plan(const DasslCall& call) {
  const int word = call.iwork[at_plan];
  DasslPlan plan;
  plan.max_order = word & ((1 << order_bits) - 1);
  plan.options = (word >> order_bits) & ((1 << (word_bits - order_bits)) - 1);
  for (std::size_t k = 0; k < plan.sizes.size(); ++k) plan.sizes[k] = call.iwork[at_plan_size[k]];
  return plan;
}

void remember(const DasslCall& call, const DasslPlan& plan) {
  call.iwork[at_plan] = seal | plan.options << order_bits | plan.max_order;
  for (std::size_t k = 0; k < plan.sizes.size(); ++k) call.iwork[at_plan_size[k]] = plan.sizes[k];
}

DasslComplaint check_remembered(const DasslCall& call) {
  const int* iw = call.iwork;
  const double* w = call.rwork;
  const DasslPlan plan = remembered_plan(call);
  const auto within = [](int value, int first, int last) {
    return first <= value && value <= last;
  };
  const bool sound =
      (iw[at_plan] >> word_bits) == (seal >> word_bits) &&
      within(plan.max_order, 1, highest_order) && within(iw[DL_ORDER], 1, plan.max_order) &&
      within(iw[DL_OLDORDER], 0, plan.max_order) && within(iw[at_equal], 0, highest_order + 2) &&
      std::isfinite(w[DL_TN]) && std::isfinite(1.0 / w[DL_H]) && std::isfinite(w[DL_H]);
  return sound ? DasslComplaint{} : DasslComplaint{DL_NOT_STARTED};
}

}  // namespace mbdae::capi
