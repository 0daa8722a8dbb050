// SPDX-License-Identifier: BSD-3-Clause
// A running exported model, whatever the version of the interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fmi/model/exposed.h"
#include "runtime/results/row_sink.h"
#include "runtime/simulate/driven_run.h"

namespace stiction::fmi {

/// Why a call did not do what was asked for.
struct Trouble {
  bool is_passing = false;  // the values asked for cannot be computed there, but others may be
  std::string message;
};
using Outcome = std::optional<Trouble>;  // nothing: it did

enum class Phase : uint8_t { kInstantiated, kInitialization, kEvent, kContinuous, kStep, kTerminated };

/// All that an instance is at one time.
struct InstanceState {
  Phase phase = Phase::kInstantiated;
  double start_time = 0, stop_time = 0, tolerance = 0;
  std::vector<double> constants;  // Program::initial_slots, with what was set
  bool is_started = false, inputs_changed = false;
  runtime::RunState run;  // if it is started

  std::string Bytes() const;
  /// @returns nothing of what is no state
  static std::optional<InstanceState> FromBytes(std::string_view bytes);
};

/// What an event brought.
struct EventOutcome {
  bool terminates = false, states_changed = false;
  double next_event_time = 0;  // infinite: none
};

struct StepResult {
  bool terminates = false, is_early = false;
  double time = 0;
};

/// The call of a function in a phase in which it is not allowed is for the callers to refuse. What FMI calls sets the
/// number of methods.
class Instance {
 public:
  /// @param resources folder with the program
  /// @param token see LoadProgram
  /// @returns or why it cannot be had
  static std::variant<std::unique_ptr<Instance>, std::string> Load(const std::string& resources,
                                                                   const std::string& token, bool is_stepped);

  const ExposedModel& exposed() const { return exposed_; }
  const runtime::Program& program() const { return program_; }
  Phase phase() const { return phase_; }
  void SetPhase(Phase phase) { phase_ = phase; }
  double time() const { return run_ ? run_->time() : options_.start_time; }

  void SetUp(double start_time, std::optional<double> stop_time, std::optional<double> tolerance);
  /// The initial values with what was set so far.
  Outcome Start();
  void Reset();

  Outcome Get(uint32_t reference, double& value);
  Outcome Set(uint32_t reference, double value);

  Outcome SetTime(double t);
  Outcome SetStates(const double* x);
  void GetStates(double* x) { run_->GetStates(x); }
  Outcome Derivatives(double* xdot);
  Outcome Indicators(double* indicators);
  void Nominals(double* nominals) const;
  bool CompleteStep();
  Outcome Update(EventOutcome& outcome);
  Outcome Step(double t, double step, bool may_end_early, StepResult& result);
  Outcome End();

  Outcome Save(InstanceState& state);
  Outcome Restore(const InstanceState& state);

  /// d unknowns / d knowns * seed.
  Outcome Differentiate(const std::vector<uint32_t>& unknowns, const std::vector<uint32_t>& knowns, const double* seed,
                        double* sensitivity);

  /// Warnings since the last call.
  std::vector<std::string> TakeNotes();

 private:
  /// Rows are nobody's business here.
  class NoRows : public runtime::RowSink {
   public:
    void Begin(const std::vector<runtime::VariableInfo>&, runtime::Slot) override {}
    void Row(double, const double*) override {}
    bool failed() const override { return false; }
  };

  Instance(runtime::Program program, bool is_stepped);
  void MakeRun();
  Outcome Failed() const { return Trouble{false, run_->report().message}; }
  Outcome PutValues();
  bool DifferentiateExactly(const std::vector<uint32_t>& unknowns, const std::vector<uint32_t>& knowns,
                            const double* seed, double* sensitivity);
  Outcome ReadInputs();

  runtime::Program program_;
  ExposedModel exposed_;
  bool is_stepped_;  // by its own method
  NoRows no_rows_;
  runtime::SimulationOptions options_;
  std::unique_ptr<runtime::DrivenRun> run_;  // once it is started
  Phase phase_ = Phase::kInstantiated;
  std::vector<double> given_constants_;
  std::vector<double> x_;
  std::vector<double> indicators_;
  bool values_stand_ = false;    // in the slots, of the point
  bool inputs_changed_ = false;  // since the last event
  bool inputs_are_new_ = false;  // to the continuous system
  size_t notes_told_ = 0;
};

}  // namespace stiction::fmi
