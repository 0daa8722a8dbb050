// SPDX-License-Identifier: BSD-3-Clause
// Simulate: the hybrid step. Consistent start, then: integrate to the next event, output point or end; at an event,
// left limit, event iteration (MLS App. B), right limit, restart.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/model/linearization.h"
#include "runtime/model/state_jacobian.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"
#include "runtime/results/row_sink.h"
#include "runtime/results/trajectory.h"
#include "runtime/simulate/event_record.h"

namespace stiction::runtime {

enum class Method {
  kAuto,    // taylor or dopri5 while the model is not stiff, else rodas; ida for the DAE form
  kIda,     // SUNDIALS IDA, variable-order BDF (Hindmarsh et al. 2005, doi 10.1145/1089014.1089020)
  kDopri5,  // Dormand-Prince 5(4) with dense output (1980, doi 10.1016/0771-050X(80)90013-3)
  kTaylor,  // Taylor series of the order that pays (Jorba and Zou 2005, doi 10.1080/10586458.2005.10128904)
  kRodas    // Rodas5P, linearly implicit of order 5(4) with dense output (2023, doi 10.1007/s10543-023-00967-x)
};
std::string_view Name(Method method);  // "auto", "ida", "dopri5", "taylor", "rodas"

/// The progress of a run.
struct RunProgress {
  double time = 0;  // reached [s]
  long events = 0;
  double step = 0;  // the last one [s]
};

struct SimulationOptions {
  double start_time = 0;
  double stop_time = 1;
  double interval = 0;      // of the output grid [s]; 0: 500 intervals
  double tolerance = 1e-6;  // relative; absolute is tolerance * nominal
  Method method = Method::kAuto;
  Form form = Form::kOde;
  std::optional<std::vector<std::string>> signals;   // only these; else all but protected generated ones
  std::function<void(const EventRecord&)> on_event;  // event log; costs time at events
  std::function<void(const RunProgress&)> on_progress;
  /// Names of outputs: the result then has the continuous system linearized where the run ends.
  std::optional<std::vector<std::string>> linearized;
  /// After each step, at its end or at the first event in it: t and the states there. True if there is an event of
  /// which nothing else tells.
  std::function<bool(double t, const double* x)> on_step;
  RowSink* sink = nullptr;  // gets the rows as they come; null: the result's trajectory gets them
  const std::atomic<bool>* interrupted = nullptr;
};

enum class Reason {
  kNone,
  kInitialization,
  kMixedBlockUnsolved,
  kSingular,
  kNotConverged,
  kNotFinite,
  kAssertion,
  kPositionJump,       // a mode begins where a position does not fit it
  kImpulseIllDefined,  // a product of an impulse and what jumps with it
  kExternalFunctionFailed,
  kChattering,
  kIntegrator,
  kInterrupted,
  kUnknownSignal,
  kOutput  // the sink lost rows
};
std::string_view Name(Reason reason);  // "MixedBlockUnsolved", ...

struct SimulationReport {
  bool success = false;
  Reason reason = Reason::kNone;
  std::string message;  // several lines: what happened at which time, equations and relations by place
  double time_reached = 0;
  bool terminated = false;  // by terminate() in the model: success, with `message`
  long unknowns = 0, states = 0, state_events = 0, time_events = 0, steps = 0;
  std::string method;  // that ran: "ida", "dopri5", "dopri5, rodas from 0.12 s, dopri5 from 0.8 s"
  SolveStatistics solves;
  double seconds_initialize = 0, seconds_simulate = 0;
  std::vector<std::string> notes;  // warnings: violated warning-level assertions, least-norm solutions, chosen starts
};

struct SimulationResult {
  SimulationReport report;
  Trajectory trajectory;                       // up to time_reached; without rows if a sink took them
  std::optional<Linearization> linearization;  // if asked for, and possible
};

/// Runs a program. Never throws for the model's faults; a failure is in the report and what was computed is kept.
SimulationResult Simulate(const Program& program, const SimulationOptions& options);

}  // namespace stiction::runtime
