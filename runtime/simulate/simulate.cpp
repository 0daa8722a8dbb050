// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/simulate.h"

#include "runtime/simulate/hybrid_run.h"

namespace stiction::runtime {

std::string_view Name(Method method) {
  switch (method) {
    case Method::kAuto:
      return "auto";
    case Method::kIda:
      return "ida";
    case Method::kDopri5:
      return "dopri5";
    case Method::kTaylor:
      return "taylor";
    case Method::kRodas:
      return "rodas";
  }
  return "auto";
}

std::string_view Name(Reason reason) {
  switch (reason) {
    case Reason::kNone:
      return "None";
    case Reason::kInitialization:
      return "Initialization";
    case Reason::kMixedBlockUnsolved:
      return "MixedBlockUnsolved";
    case Reason::kSingular:
      return "Singular";
    case Reason::kNotConverged:
      return "NotConverged";
    case Reason::kNotFinite:
      return "NotFinite";
    case Reason::kAssertion:
      return "Assertion";
    case Reason::kExternalFunctionFailed:
      return "ExternalFunctionFailed";
    case Reason::kChattering:
      return "Chattering";
    case Reason::kIntegrator:
      return "Integrator";
    case Reason::kInterrupted:
      return "Interrupted";
    case Reason::kUnknownSignal:
      return "UnknownSignal";
    case Reason::kOutput:
      return "Output";
  }
  return "None";
}

SimulationResult Simulate(const Program& program, const SimulationOptions& options) {
  return HybridRun(program, options).Run();
}

}  // namespace stiction::runtime
