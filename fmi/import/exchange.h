// SPDX-License-Identifier: BSD-3-Clause
// A model of others in Model Exchange as a Program: its derivatives, indicators and variables are what external
// functions give, so that it runs by our own methods and our own search for events.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fmi/import/description.h"
#include "fmi/import/imported_instance.h"
#include "fmi/import/input_setter.h"
#include "fmi/import/input_table.h"
#include "fmi/import/values.h"
#include "runtime/program/program.h"
#include "runtime/simulate/simulate.h"

namespace stiction::fmi {

/// How an imported model is to be run.
struct ImportSetup {
  std::vector<std::pair<std::string, std::string>> settings;  // names and values, before initialization
  InputTable inputs;
  double start_time = 0, stop_time = 1, tolerance = 1e-6;
};

/// An initialized model, and the program that calls it. One at a time in a process. The members beyond the usual number
/// are the tables of references and what the last point and the last event gave.
class Exchange {
 public:
  /// @returns or why it cannot be run. @pre all outlive what is made
  static std::variant<std::unique_ptr<Exchange>, std::string> Make(ImportedInstance& instance,
                                                                   const ImportedModel& model,
                                                                   const ImportSetup& setup);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  const runtime::Program& program() const { return program_; }
  /// For the run: what the model wants to know of its steps.
  void AddTo(runtime::SimulationOptions& options);
  /// After the run. @returns empty, or what the model says to it
  std::string Finish();

 private:
  struct Calls;
  Exchange(ImportedInstance& instance, const ImportedModel& model, const ImportSetup& setup);
  void Initialize();
  std::vector<uint32_t> ReferencesOf(const std::vector<size_t>& variables) const;
  void SettleEvents(double t);
  void SetPoint(double t, const double* x);
  void DifferentiateAlong(double t, const double* x, const double* direction, double* along);
  void PassEvent(double t, const double* x, std::span<const double> relations);

  ImportedInstance& instance_;
  const ImportedModel& model_;
  const ImportSetup& setup_;
  runtime::Program program_;
  std::vector<double> x_, nominals_, values_;
  std::vector<double> largest_;  // of each state so far
  std::vector<uint32_t> state_references_, derivative_references_;
  size_t indicator_count_ = 0;
  Selection continuous_, discrete_;  // shown variables
  InputSetter inputs_;
  double point_time_ = 0;
  std::vector<double> point_states_;
  bool has_point_ = false;
  // Of the last event
  double next_time_ = 0;
  std::vector<double> held_;  // relations at it
  double epoch_ = 0;          // how many there were
  double event_time_ = 0;
  bool is_settling_ = false;  // passes of it are still to come
  bool terminates_ = false, asks_for_end_ = false, wants_event_ = false, states_changed_ = false;
  std::string message_, failure_;
};

}  // namespace stiction::fmi
