// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/integrator.h"

#include <fmt/format.h>

namespace stiction::runtime {

IntegrationFailure HoweverSmallTheStep(const std::string& what, const std::string& where, bool is_singular) {
  return {std::nullopt,
          fmt::format("{} however small the step ({})\n  hint: a solution grows without bound here, or noEvent hides a "
                      "discontinuity",
                      what, where),
          is_singular};
}

}  // namespace stiction::runtime
