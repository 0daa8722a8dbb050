// SPDX-License-Identifier: BSD-3-Clause
// Calls models of FMI 2.0.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "fmi/import/called_instance.h"
#include "fmi/interface/fmi2.h"

namespace stiction::fmi2 {
namespace {

using fmi::CallFunction;
using fmi::ImportedType;
using fmi::ImportFailure;
using fmi::LibraryFunction;

// Member for each function of the interface.
struct Functions {
  explicit Functions(void* loaded) : library(loaded) {}
  void* library;
#define STICTION_FMI2(result, name, parameters) LibraryFunction<result parameters> name{library, "fmi2" #name};
#include "fmi/interface/fmi2_functions.def"
};

void Hear(Environment, String, Status status, String, String message, ...) {
  char text[4096];
  std::va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text, sizeof text, message == nullptr ? "" : message, arguments);
  va_end(arguments);
  if (status != kOk) fmi::HearModel(status > kWarning, text);
}
void* Allocate(size_t count, size_t size) { return std::calloc(count, size); }
void Release(void* memory) { std::free(memory); }

class Fmi2Instance : public fmi::CalledInstance<Functions> {
 public:
  Fmi2Instance(void* library, const std::string& folder, const fmi::ImportedModel& model, bool is_stepped)
      : CalledInstance(library), indicator_count_(model.indicator_count) {
    const std::string resources = "file://" + folder + "/resources";
    Make("fmi2Instantiate", [&] {
      return functions_.Instantiate(model.name.c_str(), is_stepped ? kCoSimulation : kModelExchange,
                                    model.token.c_str(), resources.c_str(), &callbacks_, Boolean{0}, Boolean{1});
    });
  }
  Fmi2Instance(const Fmi2Instance&) = delete;
  Fmi2Instance& operator=(const Fmi2Instance&) = delete;
  ~Fmi2Instance() override { Free(); }

  void EnterInitialization(double start_time, std::optional<double> stop_time, double tolerance) override {
    CallFunction(functions_.SetupExperiment, instance_, Boolean{1}, tolerance, start_time, Boolean{stop_time ? 1 : 0},
                 stop_time.value_or(0));
    CallFunction(functions_.EnterInitializationMode, instance_);
  }
  void ExitInitialization() override { CallFunction(functions_.ExitInitializationMode, instance_); }

  void Get(ImportedType type, std::span<const uint32_t> references, std::span<double> values) override {
    if (type == ImportedType::kFloat64)
      return CallFunction(functions_.GetReal, instance_, references.data(), references.size(), values.data());
    std::vector<Integer> whole(references.size());
    const auto& get = type == ImportedType::kBoolean ? functions_.GetBoolean : functions_.GetInteger;
    CallFunction(get, instance_, references.data(), references.size(), whole.data());
    std::copy(whole.begin(), whole.end(), values.begin());
  }
  void Set(ImportedType type, std::span<const uint32_t> references, std::span<const double> values) override {
    if (type == ImportedType::kFloat64)
      return CallFunction(functions_.SetReal, instance_, references.data(), references.size(), values.data());
    std::vector<Integer> whole;
    for (size_t i = 0; i < references.size(); ++i) whole.push_back(static_cast<Integer>(values[i]));
    const auto& set = type == ImportedType::kBoolean ? functions_.SetBoolean : functions_.SetInteger;
    CallFunction(set, instance_, references.data(), references.size(), static_cast<const Integer*>(whole.data()));
  }
  void SetText(uint32_t reference, const std::string& text) override {
    const String value = text.c_str();
    CallFunction(functions_.SetString, instance_, &reference, size_t{1}, &value);
  }

  fmi::ImportedEvent UpdateDiscreteStates() override {
    EventInfo info{};
    CallFunction(functions_.NewDiscreteStates, instance_, &info);
    return {info.new_discrete_states_needed == 0, info.terminate_simulation != 0,
            info.values_of_continuous_states_changed != 0, info.nominals_of_continuous_states_changed != 0,
            info.next_event_time_defined != 0 ? std::optional(info.next_event_time) : std::nullopt};
  }
  void GetDerivatives(std::span<double> xdot) override { CallForSome(functions_.GetDerivatives, xdot); }
  void Differentiate(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns, std::span<const double> seed,
                     std::span<double> sensitivity) override {
    CallFunction(functions_.GetDirectionalDerivative, instance_, unknowns.data(), unknowns.size(), knowns.data(),
                 knowns.size(), seed.data(), sensitivity.data());
  }
  size_t IndicatorCount() override { return indicator_count_; }
  Completed CompleteStep() override {
    Boolean enters = 0, terminates = 0;
    CallFunction(functions_.CompletedIntegratorStep, instance_, Boolean{1}, &enters, &terminates);
    return {enters != 0, terminates != 0};
  }

  bool HasEventMode() const override { return false; }
  void EnterStepMode() override {}
  fmi::ImportedStep DoStep(double t, double step) override {
    try {
      CallFunction(functions_.DoStep, instance_, t, step, Boolean{1});
      return {false, t + step, false};
    } catch (const ImportFailure& failure) {
      if (!failure.is_passing) throw;
      Boolean terminated = 0;
      fmi::ImportedStep result;
      CallFunction(functions_.GetBooleanStatus, instance_, kTerminated, &terminated);
      CallFunction(functions_.GetRealStatus, instance_, kLastSuccessfulTime, &result.time);
      // A step that was only done in part goes on from there.
      if (terminated == 0 && !(result.time > t)) throw;
      result.terminates = terminated != 0;
      return result;
    }
  }

 private:
  CallbackFunctions callbacks_{Hear, Allocate, Release, nullptr, nullptr};
  size_t indicator_count_;
};

}  // namespace
}  // namespace stiction::fmi2

namespace stiction::fmi {

std::unique_ptr<ImportedInstance> MakeFmi2(void* library, const std::string& folder, const ImportedModel& model,
                                           bool is_stepped) {
  return std::make_unique<fmi2::Fmi2Instance>(library, folder, model, is_stepped);
}

}  // namespace stiction::fmi
