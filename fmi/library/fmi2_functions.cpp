// SPDX-License-Identifier: BSD-3-Clause
// The functions of FMI 2.0.
#include <algorithm>
#include <cmath>
#include <string>

#include "fmi/interface/fmi2.h"
#include "fmi/library/component.h"

namespace stiction::fmi2 {
extern "C" {
#define STICTION_FMI2(result, name, parameters) __attribute__((visibility("default"))) result fmi2##name parameters;
#include "fmi/interface/fmi2_functions.def"
}
namespace {

// Of the namespace of the interface, where Component is a pointer without a type.
using Model = fmi::Component;
using fmi::Outcome;
using fmi::Phase;
using runtime::ValueType;

Model& Of(Component c) { return *static_cast<Model*>(c); }
Status As(fmi::Status status) { return static_cast<Status>(status); }
Status NotThere(Component c, const char* what) {
  return As(Of(c).Tell(fmi::Status::kError, std::string(what) + " is not supported by this model"));
}

// The path of a file URI (RFC 8089).
std::string PathOf(std::string uri) {
  if (uri.starts_with("file://")) uri.erase(0, std::min(uri.find('/', 7), uri.size()));
  if (uri.starts_with("file:")) uri.erase(0, 5);
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    const auto digit = [&](size_t at) { return std::isxdigit(static_cast<unsigned char>(uri[at])) != 0; };
    if (uri[i] == '%' && i + 2 < uri.size() && digit(i + 1) && digit(i + 2)) {
      path += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

}  // namespace

extern "C" {

String fmi2GetTypesPlatform() { return "default"; }
String fmi2GetVersion() { return "2.0"; }
Status fmi2SetDebugLogging(Component c, Boolean on, size_t, const String[]) {
  Of(c).TellAll(on != 0);
  return kOk;
}

Component fmi2Instantiate(String name, Type type, String guid, String resources, const CallbackFunctions* callbacks,
                          Boolean, Boolean logging_on) {
  const std::string title = name == nullptr ? "" : name;
  const CallbackFunctions called = callbacks == nullptr ? CallbackFunctions{} : *callbacks;
  const auto tell = [=](fmi::Status status, const char* category, const std::string& message) {
    if (called.logger != nullptr)
      called.logger(called.environment, title.c_str(), As(status), category, "%s", message.c_str());
  };
  try {
    auto loaded = fmi::Instance::Load(PathOf(resources == nullptr ? "" : resources), guid == nullptr ? "" : guid,
                                      type == kCoSimulation);
    if (auto* const instance = std::get_if<std::unique_ptr<fmi::Instance>>(&loaded))
      return new Model(std::move(*instance), type == kCoSimulation, logging_on != 0, tell);
    tell(fmi::Status::kError, "logStatusError", std::get<std::string>(loaded));
  } catch (const std::exception& error) {
    tell(fmi::Status::kFatal, "logStatusFatal", error.what());
  }
  return nullptr;
}
void fmi2FreeInstance(Component c) { delete static_cast<Model*>(c); }

Status fmi2SetupExperiment(Component c, Boolean tolerance_defined, Real tolerance, Real start_time,
                           Boolean stop_time_defined, Real stop_time) {
  return As(Of(c).In({Phase::kInstantiated}, "fmi2SetupExperiment", [&]() -> Outcome {
    Of(c).instance().SetUp(start_time, stop_time_defined != 0 ? std::optional(stop_time) : std::nullopt,
                           tolerance_defined != 0 ? std::optional(tolerance) : std::nullopt);
    return std::nullopt;
  }));
}
Status fmi2EnterInitializationMode(Component c) {
  return As(Of(c).In({Phase::kInstantiated}, "fmi2EnterInitializationMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kInitialization);
    return std::nullopt;
  }));
}
Status fmi2ExitInitializationMode(Component c) {
  return As(Of(c).In({Phase::kInitialization}, "fmi2ExitInitializationMode", [&]() -> Outcome {
    if (auto trouble = Of(c).instance().Start()) return trouble;
    Of(c).last_time = Of(c).instance().time();
    Of(c).instance().SetPhase(Of(c).is_stepped() ? Phase::kStep : Phase::kEvent);
    return std::nullopt;
  }));
}
Status fmi2Terminate(Component c) {
  return As(Of(c).In({Phase::kEvent, Phase::kContinuous, Phase::kStep}, "fmi2Terminate", [&]() -> Outcome {
    Outcome trouble = Of(c).instance().End();
    Of(c).instance().SetPhase(Phase::kTerminated);
    return trouble;
  }));
}
Status fmi2Reset(Component c) {
  Of(c).instance().Reset();
  return kOk;
}

#define STICTION_NUMBERS(name, ...)                                                                         \
  Status fmi2Get##name(Component c, const ValueReference references[], size_t count, name values[]) {       \
    return As(Of(c).Get({__VA_ARGS__}, references, count, values));                                         \
  }                                                                                                         \
  Status fmi2Set##name(Component c, const ValueReference references[], size_t count, const name values[]) { \
    return As(Of(c).Set({__VA_ARGS__}, references, count, values));                                         \
  }
STICTION_NUMBERS(Real, ValueType::kReal)
STICTION_NUMBERS(Integer, ValueType::kInteger, ValueType::kEnumeration)
STICTION_NUMBERS(Boolean, ValueType::kBoolean)
#undef STICTION_NUMBERS

Status fmi2GetString(Component c, const ValueReference references[], size_t count, String values[]) {
  return As(Of(c).GetTexts(references, count, values));
}
Status fmi2SetString(Component c, const ValueReference[], size_t count, const String[]) {
  return count == 0 ? kOk : NotThere(c, "setting a String");
}

Status fmi2GetFMUstate(Component c, State* state) { return As(Of(c).SaveTo(state)); }
Status fmi2SetFMUstate(Component c, State state) { return As(Of(c).RestoreFrom(state)); }
Status fmi2FreeFMUstate(Component, State* state) { return As(Model::Free(state)); }
Status fmi2SerializedFMUstateSize(Component, State state, size_t* size) { return As(Model::SizeOf(state, size)); }
Status fmi2SerializeFMUstate(Component c, State state, Byte bytes[], size_t size) {
  return As(Of(c).Serialize(state, bytes, size));
}
Status fmi2DeSerializeFMUstate(Component c, const Byte bytes[], size_t size, State* state) {
  return As(Of(c).Deserialize(bytes, size, state));
}
Status fmi2GetDirectionalDerivative(Component c, const ValueReference unknowns[], size_t unknown_count,
                                    const ValueReference knowns[], size_t known_count, const Real seed[],
                                    Real sensitivity[]) {
  return As(Of(c).Differentiate(unknowns, unknown_count, knowns, known_count, seed, sensitivity));
}

Status fmi2EnterEventMode(Component c) {
  return As(Of(c).In({Phase::kContinuous, Phase::kEvent}, "fmi2EnterEventMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kEvent);
    return std::nullopt;
  }));
}
// The event iteration is done at once: no further pass is ever needed.
Status fmi2NewDiscreteStates(Component c, EventInfo* info) {
  *info = {};
  return As(Of(c).In({Phase::kEvent}, "fmi2NewDiscreteStates", [&]() -> Outcome {
    fmi::EventOutcome outcome;
    if (auto trouble = Of(c).instance().Update(outcome)) return trouble;
    info->terminate_simulation = outcome.terminates ? 1 : 0;
    info->values_of_continuous_states_changed = outcome.states_changed ? 1 : 0;
    info->next_event_time_defined = std::isfinite(outcome.next_event_time) ? 1 : 0;
    info->next_event_time = outcome.next_event_time;
    return std::nullopt;
  }));
}
Status fmi2EnterContinuousTimeMode(Component c) {
  return As(Of(c).In({Phase::kEvent}, "fmi2EnterContinuousTimeMode", [&]() -> Outcome {
    Of(c).instance().SetPhase(Phase::kContinuous);
    return std::nullopt;
  }));
}
Status fmi2CompletedIntegratorStep(Component c, Boolean, Boolean* enter_event_mode, Boolean* terminate) {
  *terminate = 0;
  return As(Of(c).In({Phase::kContinuous}, "fmi2CompletedIntegratorStep", [&]() -> Outcome {
    *enter_event_mode = Of(c).instance().CompleteStep() ? 1 : 0;
    return std::nullopt;
  }));
}
Status fmi2SetTime(Component c, Real time) {
  return As(
      Of(c).In({Phase::kContinuous, Phase::kEvent}, "fmi2SetTime", [&] { return Of(c).instance().SetTime(time); }));
}
Status fmi2SetContinuousStates(Component c, const Real x[], size_t) {
  return As(Of(c).In({Phase::kContinuous, Phase::kEvent}, "fmi2SetContinuousStates",
                     [&] { return Of(c).instance().SetStates(x); }));
}
Status fmi2GetDerivatives(Component c, Real derivatives[], size_t) {
  return As(
      Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi2GetDerivatives", [&]() -> Outcome {
        if (auto trouble = Of(c).instance().Start()) return trouble;
        return Of(c).instance().Derivatives(derivatives);
      }));
}
Status fmi2GetEventIndicators(Component c, Real indicators[], size_t) {
  return As(
      Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi2GetEventIndicators", [&]() -> Outcome {
        if (auto trouble = Of(c).instance().Start()) return trouble;
        return Of(c).instance().Indicators(indicators);
      }));
}
Status fmi2GetContinuousStates(Component c, Real x[], size_t) {
  return As(Of(c).In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous}, "fmi2GetContinuousStates",
                     [&]() -> Outcome {
                       if (auto trouble = Of(c).instance().Start()) return trouble;
                       Of(c).instance().GetStates(x);
                       return std::nullopt;
                     }));
}
Status fmi2GetNominalsOfContinuousStates(Component c, Real nominals[], size_t) {
  Of(c).instance().Nominals(nominals);
  return kOk;
}

Status fmi2SetRealInputDerivatives(Component c, const ValueReference[], size_t, const Integer[], const Real[]) {
  return NotThere(c, "a derivative of inputs");
}
Status fmi2GetRealOutputDerivatives(Component c, const ValueReference[], size_t, const Integer[], Real[]) {
  return NotThere(c, "a derivative of outputs");
}
// A model that ends the run does not reach the end of the step (FMI 2.0, 4.2.2).
Status fmi2DoStep(Component c, Real time, Real step, Boolean) {
  fmi::StepResult result;
  const fmi::Status status =
      Of(c).In({Phase::kStep}, "fmi2DoStep", [&] { return Of(c).instance().Step(time, step, false, result); });
  Of(c).last_time = result.time;
  Of(c).is_terminated_by_model = result.terminates;
  return status == fmi::Status::kOk && result.terminates ? kDiscard : As(status);
}
Status fmi2CancelStep(Component c) { return NotThere(c, "a step that goes on by itself"); }
Status fmi2GetStatus(Component c, StatusKind, Status*) { return NotThere(c, "a step that goes on by itself"); }
Status fmi2GetRealStatus(Component c, StatusKind kind, Real* value) {
  if (kind != kLastSuccessfulTime) return NotThere(c, "this status");
  *value = Of(c).last_time;
  return kOk;
}
Status fmi2GetIntegerStatus(Component c, StatusKind, Integer*) { return NotThere(c, "this status"); }
Status fmi2GetBooleanStatus(Component c, StatusKind kind, Boolean* value) {
  if (kind != kTerminated) return NotThere(c, "this status");
  *value = Of(c).is_terminated_by_model ? 1 : 0;
  return kOk;
}
Status fmi2GetStringStatus(Component c, StatusKind, String*) { return NotThere(c, "this status"); }

}  // extern "C"
}  // namespace stiction::fmi2
