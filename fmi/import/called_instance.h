// SPDX-License-Identifier: BSD-3-Clause
// What models of FMI 2.0 and 3.0 are called for alike.
#pragma once

#include <span>
#include <string>

#include "fmi/import/functions_of.h"

namespace stiction::fmi {

/// @tparam Functions a LibraryFunction for each function of the version, named as there but for the prefix
template <class Functions>
class CalledInstance : public ImportedInstance {
 public:
  CalledInstance(const CalledInstance&) = delete;
  CalledInstance& operator=(const CalledInstance&) = delete;

  void Terminate() override { CallFunction(functions_.Terminate, instance_); }
  void EnterEventMode() override { CallFunction(functions_.EnterEventMode, instance_); }
  void EnterContinuousTimeMode() override { CallFunction(functions_.EnterContinuousTimeMode, instance_); }
  void SetTime(double t) override { CallFunction(functions_.SetTime, instance_, t); }
  void SetStates(std::span<const double> x) override { CallForSome(functions_.SetContinuousStates, x); }
  void GetStates(std::span<double> x) override { CallForSome(functions_.GetContinuousStates, x); }
  void GetNominals(std::span<double> nominals) override {
    CallForSome(functions_.GetNominalsOfContinuousStates, nominals);
  }
  void GetIndicators(std::span<double> indicators) override { CallForSome(functions_.GetEventIndicators, indicators); }

 protected:
  explicit CalledInstance(void* library) : functions_(library) {}

  /// For destructors: what the model was given lives until then.
  void Free() {
    try {
      CallModel(functions_.FreeInstance.name(), [&] { functions_.FreeInstance(instance_); });
    } catch (const ImportFailure& failure) {
      fmt::print(stderr, "warning: {}\n", failure.message);
    }
  }

  /// @param instantiate gives the instance; null: the model refuses
  template <class Instantiate>
  void Make(const char* name, const Instantiate& instantiate) {
    CallModel(name, [&] {
      instance_ = instantiate();
      if (instance_ == nullptr) throw ImportFailure{"the FMU cannot be instantiated"};
    });
  }

  template <class Function, class Value>
  void CallForSome(const LibraryFunction<Function>& function, std::span<Value> values) {
    if (!values.empty()) CallFunction(function, instance_, values.data(), values.size());
  }

  Functions functions_;
  void* instance_ = nullptr;
};

}  // namespace stiction::fmi
