// SPDX-License-Identifier: BSD-3-Clause
// The model between events as the integrators see it: xdot = f(t, x), relations and discrete variables held.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/model/delay_lines.h"
#include "runtime/model/graph_jacobian.h"
#include "runtime/model/system_graph.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Operands of the relations at one point; arrays as long as Program::relations and Program::held.
struct IndicatorValues {
  const double* values;
  const int32_t* left;     // index of each relation's left side; of kState relations
  const int32_t* right;    // and right side
  const int32_t* current;  // of each held integer part
};

/// Operands of watched relations at a stage of a step: near the solution there, not on it.
struct Probe {
  double t = 0;
  std::vector<double> gap;  // left - right, by watched relation
};

/// Evaluates the continuous system: the whole of it on one array of slots, which it shares with the event iteration, or
/// what derivatives and indicators need in a kernel of its own.
/// The front door of the model for integrators, search and events alike, hence the number of its methods.
class ContinuousSystem {
 public:
  /// @param slots array of program.initial_slots.size() doubles; outlives this
  ContinuousSystem(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics);

  const Program& program() const { return program_; }
  double* slots() { return slots_; }
  Tape& tape() { return tape_; }
  size_t state_count() const { return program_.states.size(); }

  /// Takes over the relations and discrete variables now in the slots; to be called after each event. Parameters have
  /// their values from the first call on.
  void Refresh();
  /// Makes ahead of the first event what it takes to take over what events change. @pre Refresh was called
  void PrepareRefresh() { dynamics_->PrepareRefresh(); }
  /// The same after an event that changed at most these slots.
  void RefreshTouched(std::span<const Slot> touched);

  /// From now on SetPoint puts the delayed values of its time into their slots. @pre `delays` outlives this
  void Use(DelayLines* delays) { delays_ = delays; }

  /// The solution goes through the point evaluated last: of several solutions that nonlinear equations have, the one
  /// near by is the right one from there on. Evaluations that go back in time, as after a step that failed, begin their
  /// iterations there again, not at what they found beyond.
  void NoteSolution();

  /// The states now in the slots, nx.
  void GetStates(double* x) const;

  /// Puts t and x into the slots, without solving anything.
  void SetPoint(double t, const double* x);

  /// Solves the continuous system at t and x; all slots are then those of this point.
  std::optional<SolveError> Evaluate(double t, const double* x);

  /// xdot := f(t, x), nx. Computes of the algebraic variables only what derivatives and indicators need, and leaves the
  /// slots as they are.
  /// @pre Refresh was called after the last event
  std::optional<SolveError> Derivatives(double t, const double* x, double* xdot);

  /// The same, where the caller looks for values that are not finite himself.
  std::optional<SolveError> DerivativesUnchecked(double t, const double* x, double* xdot);

  /// Straight-line code of derivatives, then operands of relations, over time and states; nothing where they need more.
  std::optional<StraightCode> AsStraightCode() {
    if (dynamics_ == nullptr) Refresh();
    return delays_ == nullptr ? dynamics_->AsStraightCode() : std::nullopt;
  }
  /// True if the kernel computed the point evaluated last, not the solver of blocks.
  bool in_kernel() const { return in_kernel_; }
  /// Indices of the left and the right operand of each relation among the values of the kernel.
  const std::vector<int32_t>& LeftIndices() const { return left_; }
  const std::vector<int32_t>& RightIndices() const { return right_; }

  /// Slice of the kernel that computes the operands of one relation; null if the whole system is needed.
  const SystemKernel::Part* PartOfOperands(int32_t relation);
  /// These operands at t and x, of which only the states of the part are read. The point evaluated last stays.
  /// @returns nothing if the whole system is needed
  struct Operands {
    double left, right;
  };
  std::optional<Operands> OperandsAt(int32_t relation, const SystemKernel::Part& part, double t, const double* x);
  /// The derivative of one state, likewise.
  std::optional<double> DerivativeAt(int32_t state, double t, const double* x);

  /// From now on TakeProbe notes these relations. @pre `relations` outlives this
  void WatchFor(const std::vector<int32_t>* relations) { watched_ = relations; }
  /// Notes them at the point evaluated last, at t, which is one of two inside a step.
  void TakeProbe(int which, double t);
  const Probe& probe(int which) const { return probes_[static_cast<size_t>(which)]; }

  /// The derivatives at the point evaluated last by Derivatives or EvaluateIndicators, nx.
  void ReadDerivatives(double* xdot) const;

  /// Only the indicators at t and x, with what they need. @pre as Derivatives
  std::optional<SolveError> EvaluateIndicators(double t, const double* x);

  /// The indicators at the point evaluated last; valid until the next evaluation.
  IndicatorValues Indicators();

  /// For the DAE form: explicit blocks are run, the unknowns of implicit blocks are as they stand in the slots.
  /// @param residuals as many as implicit_unknowns()
  std::optional<SolveError> Residuals(double t, const double* x, double* residuals);

  /// Solves what `kernel` computes at t and x, and puts it into the slots, with t and x.
  std::optional<SolveError> Evaluate(double t, const double* x, SystemKernel& kernel);
  /// The same where t and x stand in the slots already; a kernel that was run there last is not run again.
  std::optional<SolveError> EvaluateInPlace(double t, const double* x, SystemKernel& kernel);

  /// Runs a kernel made here, with the delayed values of time t.
  bool Run(SystemKernel& kernel, double t, const double* x);

  /// A kernel of its own for a few slots. @pre Refresh was called
  std::unique_ptr<SystemKernel> MakeKernel(const std::vector<Slot>& wanted);
  /// The same for those of the slots that the system computes.
  std::unique_ptr<SystemKernel> MakeKernelOfComputed(const std::vector<Slot>& of_interest);
  /// d xdot / d x from the graph, if it can be had there; with d xdot / d t as one more column. @pre Refresh was called
  std::unique_ptr<GraphJacobian> MakeJacobian(bool by_time = false);
  /// Number of the state that is a relation's left or right operand; kHeldOperand if the operand is constant or held,
  /// else kComputedOperand. @pre Refresh was called
  int32_t LeftState(int32_t relation) const { return left_state_[static_cast<size_t>(relation)]; }
  int32_t RightState(int32_t relation) const { return right_state_[static_cast<size_t>(relation)]; }
  static constexpr int32_t kHeldOperand = -1, kComputedOperand = -2;

  SystemSolver& solver() { return solver_; }

  /// Leaves those blocks of the DAE form to the solver of blocks whose unknowns are not unique at t and x.
  /// @returns whether implicit_unknowns() are fewer now
  bool SolveSharedLoads(double t, const double* x);

  /// Slots of the unknowns of linear and nonlinear blocks, in block order, without those that Residuals solves itself.
  const std::vector<Slot>& implicit_unknowns() const { return implicit_unknowns_; }

  /// Notes of the solver for the user, each once.
  std::vector<std::string> TakeNotes() { return solver_.TakeNotes(); }

  long evaluations() const { return evaluations_; }

 private:
  void FindImplicitUnknowns();
  void GoTo(double t);

  const Program& program_;
  double* slots_;
  Tape& tape_;
  SystemSolver solver_;
  std::vector<Slot> implicit_unknowns_;
  std::vector<Slot> state_slots_;
  bool states_side_by_side_ = false;
  std::unique_ptr<SystemGraph> graph_;
  std::unique_ptr<SystemKernel> dynamics_;       // derivatives, then operands of relations, then held
  std::vector<int32_t> left_, right_, current_;  // in the kernel
  std::vector<int32_t> slot_left_, slot_right_, slot_current_;
  std::vector<int32_t> left_state_, right_state_;  // by relation
  bool in_kernel_ = false;                         // where the last evaluation went
  bool indicators_ran_ = false;                    // on the slots, since the last evaluation
  struct Copy {
    int32_t state, index, count;
  };
  struct MadePart {
    bool is_made = false;
    std::optional<SystemKernel::Part> part;
  };
  std::vector<MadePart> part_of_relation_, part_of_derivative_;
  std::vector<Copy> derivative_copies_;  // of runs of derivatives in the kernel
  const std::vector<int32_t>* watched_ = nullptr;
  std::array<Probe, 2> probes_;
  DelayLines* delays_ = nullptr;
  long evaluations_ = 0;
  std::vector<Slot> guess_slots_;  // of the unknowns of nonlinear equations
  std::vector<double> guesses_;    // at the last point of the solution; empty: not noted yet
  double last_time_ = 0;           // of an evaluation [s]
};

/// Gives the slots of a system their values back at the end of its scope: what was looked at meanwhile may have been
/// without a value, and rows are written from slots.
class KeptSlots {
 public:
  /// @param memory to be used again
  KeptSlots(ContinuousSystem& system, std::vector<double>& memory) : system_(system), values_(memory) {
    values_.assign(system.slots(), system.slots() + system.program().initial_slots.size());
  }
  KeptSlots(const KeptSlots&) = delete;
  KeptSlots& operator=(const KeptSlots&) = delete;
  ~KeptSlots() { std::copy(values_.begin(), values_.end(), system_.slots()); }

 private:
  ContinuousSystem& system_;
  std::vector<double>& values_;
};

}  // namespace stiction::runtime
