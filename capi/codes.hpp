// From Status and Fault to IDID.
#pragma once

#include "system/model.hpp"

namespace mbdae::capi {

int code_of(Status status, const Fault& fault);

}  // namespace mbdae::capi
