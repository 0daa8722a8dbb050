// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/operators_of_models.h"

#include <algorithm>
#include <array>

namespace stiction::ir {

bool IsClockOperator(std::string_view builtin) {
  static constexpr std::array<std::string_view, 10> kNames{"Clock",       "hold",        "previous",   "subSample",
                                                           "superSample", "shiftSample", "backSample", "noClock",
                                                           "interval",    "firstTick"};
  return std::find(kNames.begin(), kNames.end(), builtin) != kNames.end();
}

bool IsStateMachineEquation(std::string_view builtin) { return builtin == "transition" || builtin == "initialState"; }

bool IsStateQuery(std::string_view builtin) {
  return builtin == "activeState" || builtin == "ticksInState" || builtin == "timeInState";
}

bool IsOperatorOfModels(std::string_view builtin) {
  static constexpr std::array<std::string_view, 13> kNames{"der",
                                                           "pre",
                                                           "edge",
                                                           "change",
                                                           "sample",
                                                           "delay",
                                                           "initial",
                                                           "terminal",
                                                           "reinit",
                                                           "cardinality",
                                                           "inStream",
                                                           "actualStream",
                                                           "spatialDistribution"};
  return IsClockOperator(builtin) || IsStateMachineEquation(builtin) || IsStateQuery(builtin) ||
         builtin.starts_with("Connections.") || std::find(kNames.begin(), kNames.end(), builtin) != kNames.end();
}

}  // namespace stiction::ir
