// SPDX-License-Identifier: BSD-3-Clause
// The functions of FMI 3.0. What clocks, scheduled execution, configuration mode and binary variables ask for is no
// part of these models: modelDescription.xml says so, and who calls it all the same is told.
#include <algorithm>
#include <cmath>
#include <string>

#include "fmi/interface/fmi3.h"
#include "fmi/library/component.h"

namespace stiction::fmi3 {
extern "C" {
#define STICTION_FMI3(result, name, parameters) __attribute__((visibility("default"))) result fmi3##name parameters;
#include "fmi/interface/fmi3_functions.def"
}
namespace {

using fmi::Component;
using fmi::Outcome;
using fmi::Phase;
using runtime::ValueType;

Component& Of(Instance c) { return *static_cast<Component*>(c); }
Status As(fmi::Status status) { return static_cast<Status>(status); }
Status NotThere(Instance c, const char* what) {
  return As(Of(c).Tell(fmi::Status::kError, std::string(what) + " is not supported by this model"));
}

Instance Instantiate(String name, String token, String resources, bool is_stepped, Boolean logging_on,
                     Environment environment, LogMessage log) {
  const auto tell = [=](fmi::Status status, const char* category, const std::string& message) {
    if (log != nullptr) log(environment, As(status), category, message.c_str());
  };
  try {
    auto loaded = fmi::Instance::Load(resources == nullptr ? "" : resources, token == nullptr ? "" : token, is_stepped);
    if (auto* const instance = std::get_if<std::unique_ptr<fmi::Instance>>(&loaded))
      return new Component(std::move(*instance), is_stepped, logging_on, tell);
    tell(fmi::Status::kError, "logStatusError",
         std::string(name == nullptr ? "" : name) + ": " + std::get<std::string>(loaded));
  } catch (const std::exception& error) {
    tell(fmi::Status::kFatal, "logStatusFatal", error.what());
  }
  return nullptr;
}

Phase AfterInitialization(const Component& component) {
  return component.is_stepped() && !component.event_mode_used ? Phase::kStep : Phase::kEvent;
}

}  // namespace

extern "C" {

String fmi3GetVersion() { return "3.0"; }
Status fmi3SetDebugLogging(Instance c, Boolean on, size_t, const String[]) {
  Of(c).TellAll(on);
  return kOk;
}

Instance fmi3InstantiateModelExchange(String name, String token, String resources, Boolean, Boolean logging_on,
                                      Environment environment, LogMessage log) {
  return Instantiate(name, token, resources, false, logging_on, environment, log);
}
Instance fmi3InstantiateCoSimulation(String name, String token, String resources, Boolean, Boolean logging_on,
                                     Boolean event_mode_used, Boolean early_return_allowed, const ValueReference[],
                                     size_t, Environment environment, LogMessage log, IntermediateUpdate) {
  Instance c = Instantiate(name, token, resources, true, logging_on, environment, log);
  if (c == nullptr) return c;
  Of(c).event_mode_used = event_mode_used;
  Of(c).early_return_allowed = early_return_allowed;
  return c;
}
Instance fmi3InstantiateScheduledExecution(String, String, String, Boolean, Boolean, Environment environment,
                                           LogMessage log, ClockUpdate, Preemption, Preemption) {
  if (log != nullptr) log(environment, kError, "logStatusError", "this model has no scheduled execution");
  return nullptr;
}
void fmi3FreeInstance(Instance c) { delete static_cast<Component*>(c); }

Status fmi3EnterInitializationMode(Instance c, Boolean tolerance_defined, Float64 tolerance, Float64 start_time,
                                   Boolean stop_time_defined, Float64 stop_time) {
  return As(Of(c).In({Phase::kInstantiated}, "fmi3EnterInitializationMode", [&]() -> Outcome {
    Of(c).instance().SetUp(start_time, stop_time_defined ? std::optional(stop_time) : std::nullopt,
                           tolerance_defined ? std::optional(tolerance) : std::nullopt);
    Of(c).instance().SetPhase(Phase::kInitialization);
    return std::nullopt;
  }));
}
Status fmi3ExitInitializationMode(Instance c) {
  return As(Of(c).In({Phase::kInitialization}, "fmi3ExitInitializationMode", [&]() -> Outcome {
    if (auto trouble = Of(c).instance().Start()) return trouble;
    Of(c).instance().SetPhase(AfterInitialization(Of(c)));
    return std::nullopt;
  }));
}
Status fmi3EnterEventMode(Instance c) {
  return As(Of(c).In({Phase::kContinuous, Phase::kStep, Phase::kEvent}, "fmi3EnterEventMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kEvent);
    return std::nullopt;
  }));
}
Status fmi3Terminate(Instance c) {
  return As(Of(c).In({Phase::kEvent, Phase::kContinuous, Phase::kStep}, "fmi3Terminate", [&]() -> Outcome {
    Outcome trouble = Of(c).instance().End();
    Of(c).instance().SetPhase(Phase::kTerminated);
    return trouble;
  }));
}
Status fmi3Reset(Instance c) {
  Of(c).instance().Reset();
  return kOk;
}

#define STICTION_NUMBERS(name, type, ...)                                                                          \
  Status fmi3Get##name(Instance c, const ValueReference references[], size_t count, type values[], size_t) {       \
    return As(Of(c).Get({__VA_ARGS__}, references, count, values));                                                \
  }                                                                                                                \
  Status fmi3Set##name(Instance c, const ValueReference references[], size_t count, const type values[], size_t) { \
    return As(Of(c).Set({__VA_ARGS__}, references, count, values));                                                \
  }
STICTION_NUMBERS(Float64, Float64, ValueType::kReal)
STICTION_NUMBERS(Int32, Int32, ValueType::kInteger)
STICTION_NUMBERS(Int64, Int64, ValueType::kEnumeration)
STICTION_NUMBERS(Boolean, Boolean, ValueType::kBoolean)
#undef STICTION_NUMBERS

// No variable has one of these types.
#define STICTION_NO_NUMBERS(name)                                                                \
  Status fmi3Get##name(Instance c, const ValueReference[], size_t count, name[], size_t) {       \
    return count == 0 ? kOk : NotThere(c, "a variable of type " #name);                          \
  }                                                                                              \
  Status fmi3Set##name(Instance c, const ValueReference[], size_t count, const name[], size_t) { \
    return count == 0 ? kOk : NotThere(c, "a variable of type " #name);                          \
  }
STICTION_NO_NUMBERS(Float32)
STICTION_NO_NUMBERS(Int8)
STICTION_NO_NUMBERS(UInt8)
STICTION_NO_NUMBERS(Int16)
STICTION_NO_NUMBERS(UInt16)
STICTION_NO_NUMBERS(UInt32)
STICTION_NO_NUMBERS(UInt64)
#undef STICTION_NO_NUMBERS

Status fmi3GetString(Instance c, const ValueReference references[], size_t count, String values[], size_t) {
  return As(Of(c).GetTexts(references, count, values));
}
Status fmi3SetString(Instance c, const ValueReference[], size_t count, const String[], size_t) {
  return count == 0 ? kOk : NotThere(c, "setting a String");
}
Status fmi3GetBinary(Instance c, const ValueReference[], size_t count, size_t[], Binary[], size_t) {
  return count == 0 ? kOk : NotThere(c, "a variable of type Binary");
}
Status fmi3SetBinary(Instance c, const ValueReference[], size_t count, const size_t[], const Binary[], size_t) {
  return count == 0 ? kOk : NotThere(c, "a variable of type Binary");
}
Status fmi3GetClock(Instance c, const ValueReference[], size_t count, Clock[]) {
  return count == 0 ? kOk : NotThere(c, "a clock");
}
Status fmi3SetClock(Instance c, const ValueReference[], size_t count, const Clock[]) {
  return count == 0 ? kOk : NotThere(c, "a clock");
}
Status fmi3GetNumberOfVariableDependencies(Instance c, ValueReference, size_t*) {
  return NotThere(c, "asking for dependencies of a variable at run time");
}
Status fmi3GetVariableDependencies(Instance c, ValueReference, size_t[], ValueReference[], size_t[], DependencyKind[],
                                   size_t) {
  return NotThere(c, "asking for dependencies of a variable at run time");
}

Status fmi3GetFMUState(Instance c, State* state) { return As(Of(c).SaveTo(state)); }
Status fmi3SetFMUState(Instance c, State state) { return As(Of(c).RestoreFrom(state)); }
Status fmi3FreeFMUState(Instance, State* state) { return As(Component::Free(state)); }
Status fmi3SerializedFMUStateSize(Instance, State state, size_t* size) { return As(Component::SizeOf(state, size)); }
Status fmi3SerializeFMUState(Instance c, State state, Byte bytes[], size_t size) {
  return As(Of(c).Serialize(state, bytes, size));
}
Status fmi3DeserializeFMUState(Instance c, const Byte bytes[], size_t size, State* state) {
  return As(Of(c).Deserialize(bytes, size, state));
}
Status fmi3GetDirectionalDerivative(Instance c, const ValueReference unknowns[], size_t unknown_count,
                                    const ValueReference knowns[], size_t known_count, const Float64 seed[], size_t,
                                    Float64 sensitivity[], size_t) {
  return As(Of(c).Differentiate(unknowns, unknown_count, knowns, known_count, seed, sensitivity));
}
Status fmi3GetAdjointDerivative(Instance c, const ValueReference[], size_t, const ValueReference[], size_t,
                                const Float64[], size_t, Float64[], size_t) {
  return NotThere(c, "an adjoint derivative");
}

Status fmi3EnterConfigurationMode(Instance c) { return NotThere(c, "configuration mode"); }
Status fmi3ExitConfigurationMode(Instance c) { return NotThere(c, "configuration mode"); }
Status fmi3GetIntervalDecimal(Instance c, const ValueReference[], size_t, Float64[], IntervalQualifier[]) {
  return NotThere(c, "a clock");
}
Status fmi3GetIntervalFraction(Instance c, const ValueReference[], size_t, UInt64[], UInt64[], IntervalQualifier[]) {
  return NotThere(c, "a clock");
}
Status fmi3GetShiftDecimal(Instance c, const ValueReference[], size_t, Float64[]) { return NotThere(c, "a clock"); }
Status fmi3GetShiftFraction(Instance c, const ValueReference[], size_t, UInt64[], UInt64[]) {
  return NotThere(c, "a clock");
}
Status fmi3SetIntervalDecimal(Instance c, const ValueReference[], size_t, const Float64[]) {
  return NotThere(c, "a clock");
}
Status fmi3SetIntervalFraction(Instance c, const ValueReference[], size_t, const UInt64[], const UInt64[]) {
  return NotThere(c, "a clock");
}
Status fmi3SetShiftDecimal(Instance c, const ValueReference[], size_t, const Float64[]) {
  return NotThere(c, "a clock");
}
Status fmi3SetShiftFraction(Instance c, const ValueReference[], size_t, const UInt64[], const UInt64[]) {
  return NotThere(c, "a clock");
}
Status fmi3EvaluateDiscreteStates(Instance) { return kOk; }

// The event iteration is done at once: no further pass is ever needed.
Status fmi3UpdateDiscreteStates(Instance c, Boolean* need_update, Boolean* terminate, Boolean* nominals_changed,
                                Boolean* values_changed, Boolean* next_event_time_defined, Float64* next_event_time) {
  *need_update = *nominals_changed = false;
  return As(Of(c).In({Phase::kEvent}, "fmi3UpdateDiscreteStates", [&]() -> Outcome {
    fmi::EventOutcome outcome;
    if (auto trouble = Of(c).instance().Update(outcome)) return trouble;
    *terminate = outcome.terminates;
    *values_changed = outcome.states_changed;
    *next_event_time_defined = std::isfinite(outcome.next_event_time);
    *next_event_time = outcome.next_event_time;
    return std::nullopt;
  }));
}

Status fmi3EnterContinuousTimeMode(Instance c) {
  return As(Of(c).In({Phase::kEvent}, "fmi3EnterContinuousTimeMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kContinuous);
    return std::nullopt;
  }));
}
Status fmi3CompletedIntegratorStep(Instance c, Boolean, Boolean* enter_event_mode, Boolean* terminate) {
  *terminate = false;
  return As(Of(c).In({Phase::kContinuous}, "fmi3CompletedIntegratorStep", [&]() -> Outcome {
    *enter_event_mode = Of(c).instance().CompleteStep();
    return std::nullopt;
  }));
}
Status fmi3SetTime(Instance c, Float64 time) {
  return As(
      Of(c).In({Phase::kContinuous, Phase::kEvent}, "fmi3SetTime", [&] { return Of(c).instance().SetTime(time); }));
}
Status fmi3SetContinuousStates(Instance c, const Float64 x[], size_t) {
  return As(Of(c).In({Phase::kContinuous, Phase::kEvent}, "fmi3SetContinuousStates",
                     [&] { return Of(c).instance().SetStates(x); }));
}
Status fmi3GetContinuousStateDerivatives(Instance c, Float64 derivatives[], size_t) {
  return As(Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi3GetContinuousStateDerivatives",
                     [&]() -> Outcome {
                       if (auto trouble = Of(c).instance().Start()) return trouble;
                       return Of(c).instance().Derivatives(derivatives);
                     }));
}
Status fmi3GetEventIndicators(Instance c, Float64 indicators[], size_t) {
  return As(
      Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi3GetEventIndicators", [&]() -> Outcome {
        if (auto trouble = Of(c).instance().Start()) return trouble;
        return Of(c).instance().Indicators(indicators);
      }));
}
Status fmi3GetContinuousStates(Instance c, Float64 x[], size_t) {
  return As(Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi3GetContinuousStates",
                     [&]() -> Outcome {
                       if (auto trouble = Of(c).instance().Start()) return trouble;
                       Of(c).instance().GetStates(x);
                       return std::nullopt;
                     }));
}
Status fmi3GetNominalsOfContinuousStates(Instance c, Float64 nominals[], size_t) {
  Of(c).instance().Nominals(nominals);
  return kOk;
}
Status fmi3GetNumberOfEventIndicators(Instance c, size_t* count) {
  *count = Of(c).instance().exposed().indicators.size();
  return kOk;
}
Status fmi3GetNumberOfContinuousStates(Instance c, size_t* count) {
  *count = Of(c).instance().program().states.size();
  return kOk;
}

Status fmi3EnterStepMode(Instance c) {
  return As(Of(c).In({Phase::kEvent}, "fmi3EnterStepMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kStep);
    return std::nullopt;
  }));
}
Status fmi3GetOutputDerivatives(Instance c, const ValueReference[], size_t, const Int32[], Float64[], size_t) {
  return NotThere(c, "a derivative of outputs");
}
Status fmi3DoStep(Instance c, Float64 time, Float64 step, Boolean, Boolean* event_handling_needed, Boolean* terminate,
                  Boolean* early_return, Float64* last_successful_time) {
  fmi::StepResult result;
  const fmi::Status status = Of(c).In({Phase::kStep}, "fmi3DoStep", [&] {
    return Of(c).instance().Step(time, step, Of(c).early_return_allowed, result);
  });
  *event_handling_needed = result.is_early && Of(c).event_mode_used;
  *terminate = result.terminates;
  *early_return = result.is_early || (Of(c).early_return_allowed && result.terminates && result.time < time + step);
  *last_successful_time = result.time;
  return As(status);
}
Status fmi3ActivateModelPartition(Instance c, ValueReference, Float64) { return NotThere(c, "a clock"); }

}  // extern "C"
}  // namespace stiction::fmi3
