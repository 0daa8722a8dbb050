// SPDX-License-Identifier: BSD-3-Clause
// Calls models of FMI 3.0.
#include <limits>
#include <type_traits>

#include "fmi/import/called_instance.h"
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

class Fmi3Instance : public fmi::CalledInstance<Functions> {
 public:
  Fmi3Instance(void* library, const std::string& folder, const fmi::ImportedModel& model, bool is_stepped)
      : CalledInstance(library), uses_event_mode_(is_stepped && model.stepped->has_event_mode) {
    const std::string resources = folder + "/resources/";
    Make("fmi3Instantiate", [&] {
      const String name = model.name.c_str(), token = model.token.c_str(), path = resources.c_str();
      return is_stepped ? functions_.InstantiateCoSimulation(name, token, path, false, true, uses_event_mode_, true,
                                                             static_cast<const ValueReference*>(nullptr), size_t{0},
                                                             Environment{nullptr}, static_cast<LogMessage>(Hear),
                                                             IntermediateUpdate{nullptr})
                        : functions_.InstantiateModelExchange(name, token, path, false, true, Environment{nullptr},
                                                              static_cast<LogMessage>(Hear));
    });
  }
  Fmi3Instance(const Fmi3Instance&) = delete;
  Fmi3Instance& operator=(const Fmi3Instance&) = delete;
  ~Fmi3Instance() override { Free(); }

  void EnterInitialization(double start_time, std::optional<double> stop_time, double tolerance) override {
    CallFunction(functions_.EnterInitializationMode, instance_, true, tolerance, start_time, stop_time.has_value(),
                 stop_time.value_or(0));
  }
  void ExitInitialization() override { CallFunction(functions_.ExitInitializationMode, instance_); }

  void Get(ImportedType type, std::span<const uint32_t> references, std::span<double> values) override {
    WithType(type, [&](auto of, const auto& get, const auto&) { GetAs<decltype(of)>(get, references, values); });
  }
  void Set(ImportedType type, std::span<const uint32_t> references, std::span<const double> values) override {
    WithType(type, [&](auto of, const auto&, const auto& set) { SetAs<decltype(of)>(set, references, values); });
  }
  void SetText(uint32_t reference, const std::string& text) override {
    const String value = text.c_str();
    CallFunction(functions_.SetString, instance_, &reference, size_t{1}, &value, size_t{1});
  }

  fmi::ImportedEvent UpdateDiscreteStates() override {
    Boolean needs = false, terminates = false, nominals = false, values = false, has_next = false;
    Float64 next = 0;
    CallFunction(functions_.UpdateDiscreteStates, instance_, &needs, &terminates, &nominals, &values, &has_next, &next);
    return {!needs, terminates, values, nominals, has_next ? std::optional(next) : std::nullopt};
  }
  void GetDerivatives(std::span<double> xdot) override { CallForSome(functions_.GetContinuousStateDerivatives, xdot); }
  void Differentiate(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns, std::span<const double> seed,
                     std::span<double> sensitivity) override {
    CallFunction(functions_.GetDirectionalDerivative, instance_, unknowns.data(), unknowns.size(), knowns.data(),
                 knowns.size(), seed.data(), seed.size(), sensitivity.data(), sensitivity.size());
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

  bool HasEventMode() const override { return uses_event_mode_; }
  void EnterStepMode() override { CallFunction(functions_.EnterStepMode, instance_); }
  fmi::ImportedStep DoStep(double t, double step) override {
    Boolean needs_event = false, terminates = false, is_early = false;
    Float64 reached = t;
    CallFunction(functions_.DoStep, instance_, t, step, true, &needs_event, &terminates, &is_early, &reached);
    return {terminates, reached, needs_event};
  }

 private:
  /// Calls `act` with a value of the type in the interface, and with the functions that get and set such values.
  template <class Act>
  void WithType(ImportedType type, const Act& act) {
    switch (type) {
#define STICTION_CASE(name)   \
  case ImportedType::k##name: \
    return act(name{}, functions_.Get##name, functions_.Set##name);
      STICTION_CASE(Float32)
      STICTION_CASE(Float64)
      STICTION_CASE(Int8)
      STICTION_CASE(UInt8)
      STICTION_CASE(Int16)
      STICTION_CASE(UInt16)
      STICTION_CASE(Int32)
      STICTION_CASE(UInt32)
      STICTION_CASE(Int64)
      STICTION_CASE(UInt64)
      STICTION_CASE(Boolean)
#undef STICTION_CASE
      case ImportedType::kEnumeration:
        return act(Int64{}, functions_.GetInt64, functions_.SetInt64);
      default:
        return;
    }
  }
  template <class Value, class Function>
  void GetAs(const Function& get, std::span<const uint32_t> references, std::span<double> values) {
    const auto given = std::make_unique<Value[]>(values.size());
    CallFunction(get, instance_, references.data(), references.size(), given.get(), values.size());
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(given[i]);
  }
  template <class Value, class Function>
  void SetAs(const Function& set, std::span<const uint32_t> references, std::span<const double> values) {
    const auto given = std::make_unique<Value[]>(values.size());
    for (size_t i = 0; i < values.size(); ++i) given[i] = As<Value>(values[i]);
    CallFunction(set, instance_, references.data(), references.size(), static_cast<const Value*>(given.get()),
                 values.size());
  }
  template <class Value>
  static Value As(double value) {
    if constexpr (std::is_same_v<Value, Boolean>) return value != 0;
    if constexpr (std::is_floating_point_v<Value>) return static_cast<Value>(value);
    using Limits = std::numeric_limits<Value>;
    // Their neighbours, where they are no doubles themselves.
    const auto low = static_cast<double>(Limits::min()), high = static_cast<double>(Limits::max());
    if (!(value >= low && value <= high))
      throw ImportFailure{fmt::format("{} is no value of a variable of its type", value)};
    return value == high ? Limits::max() : static_cast<Value>(value);
  }

  bool uses_event_mode_;
};

}  // namespace
}  // namespace stiction::fmi3

namespace stiction::fmi {

std::unique_ptr<ImportedInstance> MakeFmi3(void* library, const std::string& folder, const ImportedModel& model,
                                           bool is_stepped) {
  return std::make_unique<fmi3::Fmi3Instance>(library, folder, model, is_stepped);
}

}  // namespace stiction::fmi
