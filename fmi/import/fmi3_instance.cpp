// SPDX-License-Identifier: BSD-3-Clause
// Calls models of FMI 3.0.
#include "fmi/import/functions_of.h"
#include "fmi/interface/fmi3.h"

namespace stiction::fmi3 {
namespace {

using fmi::CallFunction;
using fmi::ImportedType;
using fmi::ImportFailure;
using fmi::LibraryFunction;

// Member for each function of the interface.
struct Functions {
  explicit Functions(void* loaded) : library(loaded) {}
  void* library;
#define STICTION_FMI3(result, name, parameters) LibraryFunction<result parameters> name{library, "fmi3" #name};
#include "fmi/interface/fmi3_functions.def"
};

void Hear(Environment, Status status, String, String message) {
  if (status != kOk) fmi::HearModel(status > kWarning, message == nullptr ? "" : message);
}

class Fmi3Instance : public fmi::ImportedInstance {
 public:
  Fmi3Instance(void* library, const std::string& folder, const fmi::ImportedModel& model, bool is_stepped)
      : functions_(library), is_stepped_(is_stepped) {
    uses_event_mode_ = is_stepped && model.stepped->has_event_mode;
    const std::string resources = folder + "/resources/";
    fmi::CallModel("fmi3Instantiate", [&] {
      const String name = model.name.c_str(), token = model.token.c_str(), path = resources.c_str();
      instance_ = is_stepped ? functions_.InstantiateCoSimulation(
                                   name, token, path, false, true, uses_event_mode_, true,
                                   static_cast<const ValueReference*>(nullptr), size_t{0}, Environment{nullptr},
                                   static_cast<LogMessage>(Hear), IntermediateUpdate{nullptr})
                             : functions_.InstantiateModelExchange(name, token, path, false, true, Environment{nullptr},
                                                                   static_cast<LogMessage>(Hear));
      if (instance_ == nullptr) throw ImportFailure{"the FMU cannot be instantiated"};
    });
  }
  Fmi3Instance(const Fmi3Instance&) = delete;
  Fmi3Instance& operator=(const Fmi3Instance&) = delete;
  ~Fmi3Instance() override {
    try {
      fmi::CallModel("fmi3FreeInstance", [&] { functions_.FreeInstance(instance_); });
    } catch (const ImportFailure& failure) {
      fmt::print(stderr, "warning: {}\n", failure.message);
    }
  }

  void EnterInitialization(double start_time, std::optional<double> stop_time, double tolerance) override {
    CallFunction(functions_.EnterInitializationMode, instance_, true, tolerance, start_time, stop_time.has_value(),
                 stop_time.value_or(0));
  }
  void ExitInitialization() override {
    CallFunction(functions_.ExitInitializationMode, instance_);
    if (!uses_event_mode_) return;
    SettleEvents();
    CallFunction(functions_.EnterStepMode, instance_);
  }
  void Terminate() override { CallFunction(functions_.Terminate, instance_); }

  void Get(ImportedType type, std::span<const uint32_t> references, double* values) override {
    switch (type) {
#define STICTION_CASE(name, value)                          \
  case ImportedType::k##name:                               \
    GetAs<value>(functions_.Get##name, references, values); \
    break;
      STICTION_CASE(Float32, Float32)
      STICTION_CASE(Float64, Float64)
      STICTION_CASE(Int8, Int8)
      STICTION_CASE(UInt8, UInt8)
      STICTION_CASE(Int16, Int16)
      STICTION_CASE(UInt16, UInt16)
      STICTION_CASE(Int32, Int32)
      STICTION_CASE(UInt32, UInt32)
      STICTION_CASE(Int64, Int64)
      STICTION_CASE(UInt64, UInt64)
      STICTION_CASE(Boolean, Boolean)
#undef STICTION_CASE
      case ImportedType::kEnumeration:
        GetAs<Int64>(functions_.GetInt64, references, values);
        break;
      default:
        break;
    }
  }
  void Set(ImportedType type, std::span<const uint32_t> references, const double* values) override {
    switch (type) {
#define STICTION_CASE(name, value)                          \
  case ImportedType::k##name:                               \
    SetAs<value>(functions_.Set##name, references, values); \
    break;
      STICTION_CASE(Float32, Float32)
      STICTION_CASE(Float64, Float64)
      STICTION_CASE(Int8, Int8)
      STICTION_CASE(UInt8, UInt8)
      STICTION_CASE(Int16, Int16)
      STICTION_CASE(UInt16, UInt16)
      STICTION_CASE(Int32, Int32)
      STICTION_CASE(UInt32, UInt32)
      STICTION_CASE(Int64, Int64)
      STICTION_CASE(UInt64, UInt64)
      STICTION_CASE(Boolean, Boolean)
#undef STICTION_CASE
      case ImportedType::kEnumeration:
        SetAs<Int64>(functions_.SetInt64, references, values);
        break;
      default:
        break;
    }
  }
  void SetText(uint32_t reference, const std::string& text) override {
    const String value = text.c_str();
    CallFunction(functions_.SetString, instance_, &reference, size_t{1}, &value, size_t{1});
  }

  void EnterEventMode() override { CallFunction(functions_.EnterEventMode, instance_); }
  fmi::ImportedEvent UpdateDiscreteStates() override {
    Boolean needs = false, terminates = false, nominals = false, values = false, has_next = false;
    Float64 next = 0;
    CallFunction(functions_.UpdateDiscreteStates, instance_, &needs, &terminates, &nominals, &values, &has_next, &next);
    return {!needs, terminates, values, nominals, has_next ? std::optional(next) : std::nullopt};
  }
  void EnterContinuousTimeMode() override { CallFunction(functions_.EnterContinuousTimeMode, instance_); }
  void SetTime(double t) override { CallFunction(functions_.SetTime, instance_, t); }
  void SetStates(std::span<const double> x) override {
    if (!x.empty()) CallFunction(functions_.SetContinuousStates, instance_, x.data(), x.size());
  }
  void GetStates(std::span<double> x) override {
    if (!x.empty()) CallFunction(functions_.GetContinuousStates, instance_, x.data(), x.size());
  }
  void GetNominals(std::span<double> nominals) override {
    if (!nominals.empty())
      CallFunction(functions_.GetNominalsOfContinuousStates, instance_, nominals.data(), nominals.size());
  }
  void GetDerivatives(std::span<double> xdot) override {
    if (!xdot.empty()) CallFunction(functions_.GetContinuousStateDerivatives, instance_, xdot.data(), xdot.size());
  }
  void Differentiate(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns, const double* seed,
                     double* sensitivity) override {
    CallFunction(functions_.GetDirectionalDerivative, instance_, unknowns.data(), unknowns.size(), knowns.data(),
                 knowns.size(), seed, knowns.size(), sensitivity, unknowns.size());
  }
  void GetIndicators(std::span<double> indicators) override {
    if (!indicators.empty())
      CallFunction(functions_.GetEventIndicators, instance_, indicators.data(), indicators.size());
  }
  size_t IndicatorCount() override {
    size_t count = 0;
    CallFunction(functions_.GetNumberOfEventIndicators, instance_, &count);
    return count;
  }
  Completed CompleteStep() override {
    Boolean enters = false, terminates = false;
    CallFunction(functions_.CompletedIntegratorStep, instance_, true, &enters, &terminates);
    return {enters, terminates};
  }

  fmi::ImportedStep DoStep(double t, double step) override {
    Boolean needs_event = false, terminates = false, is_early = false;
    Float64 reached = t;
    CallFunction(functions_.DoStep, instance_, t, step, true, &needs_event, &terminates, &is_early, &reached);
    if (uses_event_mode_ && needs_event && !terminates) {
      EnterEventMode();
      SettleEvents();
      CallFunction(functions_.EnterStepMode, instance_);
    }
    return {terminates, reached, needs_event};
  }

 private:
  template <class Value, class Function>
  void GetAs(const Function& get, std::span<const uint32_t> references, double* values) {
    const auto given = std::make_unique<Value[]>(references.size());
    CallFunction(get, instance_, references.data(), references.size(), given.get(), references.size());
    for (size_t i = 0; i < references.size(); ++i) values[i] = static_cast<double>(given[i]);
  }
  template <class Value, class Function>
  void SetAs(const Function& set, std::span<const uint32_t> references, const double* values) {
    const auto given = std::make_unique<Value[]>(references.size());
    for (size_t i = 0; i < references.size(); ++i) given[i] = static_cast<Value>(values[i]);
    CallFunction(set, instance_, references.data(), references.size(), static_cast<const Value*>(given.get()),
                 references.size());
  }
  void SettleEvents() {
    constexpr int kMostPasses = 100;
    for (int i = 0; i < kMostPasses; ++i) {
      if (UpdateDiscreteStates().is_settled) return;
    }
    throw ImportFailure{"the event iteration of the FMU does not settle"};
  }

  Functions functions_;
  bool is_stepped_;
  bool uses_event_mode_ = false;
  Instance instance_ = nullptr;
};

}  // namespace
}  // namespace stiction::fmi3

namespace stiction::fmi {

std::unique_ptr<ImportedInstance> MakeFmi3(void* library, const std::string& folder, const ImportedModel& model,
                                           bool is_stepped) {
  return std::make_unique<fmi3::Fmi3Instance>(library, folder, model, is_stepped);
}

}  // namespace stiction::fmi
