// SPDX-License-Identifier: BSD-3-Clause
// A running model of others, whatever the version of its interface.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fmi/import/description.h"

namespace stiction::fmi {

/// What calls of a model throw: it has refused one, or crashed.
struct ImportFailure {
  std::string message;
  bool is_passing = false;  // it may do at another point
};

/// What an event brought.
struct ImportedEvent {
  bool is_settled = true, terminates = false, states_changed = false, nominals_changed = false;
  std::optional<double> next_time;
};

/// Answer to a step of Co-Simulation.
struct ImportedStep {
  bool terminates = false;
  double time = 0;  // reached [s]
  bool needs_event = false;
};

/// The functions of the interface. All throw ImportFailure.
class ImportedInstance {
 public:
  virtual ~ImportedInstance() = default;

  virtual void EnterInitialization(double start_time, std::optional<double> stop_time, double tolerance) = 0;
  virtual void ExitInitialization() = 0;
  virtual void Terminate() = 0;

  /// Numbers of any type but texts.
  /// @param values of arrays: all of each, one after the other
  virtual void Get(ImportedType type, std::span<const uint32_t> references, std::span<double> values) = 0;
  virtual void Set(ImportedType type, std::span<const uint32_t> references, std::span<const double> values) = 0;
  virtual void SetText(uint32_t reference, const std::string& text) = 0;

  virtual void EnterEventMode() = 0;
  virtual ImportedEvent UpdateDiscreteStates() = 0;
  virtual void EnterContinuousTimeMode() = 0;
  virtual void SetTime(double t) = 0;
  virtual void SetStates(std::span<const double> x) = 0;
  virtual void GetStates(std::span<double> x) = 0;
  virtual void GetNominals(std::span<double> nominals) = 0;
  virtual void GetDerivatives(std::span<double> xdot) = 0;
  virtual void Differentiate(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                             std::span<const double> seed, std::span<double> sensitivity) = 0;
  virtual void GetIndicators(std::span<double> indicators) = 0;
  virtual size_t IndicatorCount() = 0;
  struct Completed {
    bool enters_event_mode = false, terminates = false;
  };
  virtual Completed CompleteStep() = 0;

  /// Whether it is stepped and leaves its events to EnterEventMode, UpdateDiscreteStates and EnterStepMode.
  virtual bool HasEventMode() const = 0;
  virtual void EnterStepMode() = 0;
  virtual ImportedStep DoStep(double t, double step) = 0;
};

/// In event mode, until nothing changes any more. @throws ImportFailure
ImportedEvent SettleEvents(ImportedInstance& instance);

/// Loads the library of an unpacked model and makes an instance.
/// @param folder of the archive
/// @returns or why not
std::variant<std::unique_ptr<ImportedInstance>, std::string> MakeInstance(const std::string& folder,
                                                                          const ImportedModel& model, bool is_stepped);

std::unique_ptr<ImportedInstance> MakeFmi2(void* library, const std::string& folder, const ImportedModel& model,
                                           bool is_stepped);
std::unique_ptr<ImportedInstance> MakeFmi3(void* library, const std::string& folder, const ImportedModel& model,
                                           bool is_stepped);

/// Runs `act` so that a crash in it is told: as ImportFailure. Messages of the model on the way are added.
void CallModel(const char* what, const std::function<void()>& act);

/// What the model has to say: of a call that fails it becomes the reason.
void HearModel(bool is_error, const std::string& message);

}  // namespace stiction::fmi
