// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/simulate.h"

#include <array>

#include "runtime/simulate/hybrid_run.h"

namespace stiction::runtime {

std::string_view Name(Method method) {
  constexpr std::array<std::string_view, 5> kNames{"auto", "ida", "dopri5", "taylor", "rodas"};
  static_assert(kNames.size() == static_cast<size_t>(Method::kRodas) + 1);
  return kNames[static_cast<size_t>(method)];
}

std::string_view Name(Reason reason) {
  constexpr std::array<std::string_view, 15> kNames{
      "None",       "Initialization", "MixedBlockUnsolved", "Singular",          "NotConverged",
      "NotFinite",  "Assertion",      "PositionJump",       "ImpulseIllDefined", "ExternalFunctionFailed",
      "Chattering", "Integrator",     "Interrupted",        "UnknownSignal",     "Output"};
  static_assert(kNames.size() == static_cast<size_t>(Reason::kOutput) + 1);
  return kNames[static_cast<size_t>(reason)];
}

SimulationResult Simulate(const Program& program, const SimulationOptions& options) {
  return HybridRun(program, options).Run();
}

}  // namespace stiction::runtime
