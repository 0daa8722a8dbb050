// SPDX-License-Identifier: BSD-3-Clause
// The Dae: the hybrid differential-algebraic equations of MLS Appendix B over p, t, x, xdot, y, z, m, pre(z), pre(m),
// c.
//   f_x: equations with is_discrete == false   residual: 0 = left - right
//   f_z, f_m: equations with is_discrete == true   variable (left) := right
//   f_c: relations
// No `when`, `edge`, `change`, `sample`, `smooth` and no event-generating relation is left in an expression: those are
// kRelation, kSampleTick, kHeld and kPre leaves. `der` is gone too: each derivative is a variable of its own. From
// simplify on `homotopy` stands in initial equations and paths of equations only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/source.h"

namespace stiction::ir {

using EquationId = Id<struct EquationTag>;

/// An eliminated variable equals `target`, or its negative. Chains are resolved: the target is no alias.
struct Alias {
  VariableId target;
  bool negated = false;
};

struct DaeVariable {
  // Properties that are read of one variable after the other stand together.
  ScalarType type = ScalarType::kReal;
  EnumerationId enumeration;
  Variability variability = Variability::kContinuous;  // kDiscrete: z and m. Real, continuous: x, xdot, y
  Causality causality = Causality::kNone;
  bool is_protected = false;
  bool is_final = false;
  bool is_evaluated = false;   // a parameter whose value has decided what the equations are
  bool is_generated = false;   // introduced by the compiler (when conditions, ...): not in results
  bool is_of_restart = false;  // a jump or an impulse
  int32_t partition = -1;      // of Dae::partitions: its equations determine the variable
  ExprId binding;              // parameters and constants
  VariableId derivative;       // the variable der(this), if it occurs
  VariableId integral;         // this is der(integral)
  std::optional<Alias> alias;  // eliminated
  std::string name;            // "der(v)" for derivatives
  Attributes attributes;
  InternedText comment;
  Origin origin;
  Span open_input_of;  // as in the flat model
};

struct DaeEquation {
  ExprId left, right;
  bool is_discrete = false;           // left is a kVariable of discrete variability: an assignment
  int32_t partition = -1;             // of Dae::partitions: it holds at its ticks
  bool holds_at_events_only = false;  // of jumps and impulses: no equation of continuous time
  /// What holds in its place while the start is sought, with homotopy; invalid: it holds then, too (MLS 3.7.4.4).
  ExprId path_left, path_right;
  /// Index reduction: this is the time derivative of that equation.
  EquationId derivative_of;
  Origin origin;
  std::shared_ptr<const std::vector<Span>> branch_spans;  // as of the flat equation
};

/// A relation c := left op right whose value is held between events. MLS 8.5.
struct Relation {
  enum class Kind {
    kState,    // depends on continuous-time variables: an event indicator g = left - right
    kTime,     // left is time, right changes at events only: a time event at right
    kDiscrete  // changes at events only
  };
  Op op;
  ExprId left, right;
  Kind kind = Kind::kState;
  std::string text;  // as people read it: "brake.sa > brake.f0_max"
  Origin origin;
  /// What an impulse of a restart does to left - right; it decides before the values do. Invalid: nothing.
  VariableId impulse;
};

/// floor, ceil, integer, div, mod, rem of continuous arguments: the integer part held between events (MLS 3.7.2), or an
/// Integer, Boolean or enumeration from a function of such arguments. The leaf kHeld stands for the held value of
/// `expression`; an event comes where it changes.
struct HeldValue {
  ExprId expression;
  Origin origin;
};

/// delay(expression, time, longest) of MLS 3.7.4.1. The leaf kDelayed stands for its value after the initial time; at
/// the initial time it is `expression`.
struct Delay {
  ExprId expression;
  ExprId time, longest;  // parameter expressions [s]
  Origin origin;
  bool is_of_transport = false;  // no delay, but an argument of a Transport, which is remembered likewise
};

/// spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues) of MLS 3.7.4.2. Its arguments stand
/// in Dae::delays from `first` on: in0, in1, x, the points and the values, as many of each. What comes out is what the
/// function `stiction_moved` of the runtime gives.
struct Transport {
  int32_t first = 0;
  int32_t point_count = 0;
};

/// sample(start, interval): ticks at start + k interval, k >= 0 (MLS 3.7.5).
struct Sample {
  ExprId start, interval;  // parameter expressions
  Origin origin;
};

/// At an event where `condition` is true: state := value (MLS 8.3.6). `condition` already holds the edge.
struct Reinit {
  VariableId state;
  ExprId value;
  ExprId condition;
  Origin origin;
};

/// At an event, state = pre(state) + jump if the variable is chosen as state; what follows from states has no equation
/// of its own. The jump is determined by equations that hold at events only.
struct Jump {
  VariableId state, jump;
  Origin origin;
};

/// What an algebraic variable does at the instant of an event, integrated over it: `impulse` is the generated unknown.
struct Impulse {
  VariableId variable, impulse;
};

/// 0 = residual where `is_active`: what a mode equation says of states in the branches that are differentiated.
struct HiddenConstraint {
  ExprId residual;   // 0 in the other branches
  ExprId is_active;  // Boolean, held between events
  Origin origin;
};

/// A continuous equation as it was before modes were unified, by branch: for what is told of singular modes.
struct ModeRow {
  struct Branch {
    ExprId left, right;
    Span span;
    std::vector<std::pair<ExprId, bool>> path;  // conditions with the values that they have here
    std::vector<int32_t> unknowns;              // numbers in ModeTable::unknowns, ascending
  };
  ExprId number;  // Integer: the branch that holds, from 0; invalid: there is one
  std::vector<Branch> branches;
};

/// All continuous equations of a model of which some determine other unknowns in other modes; empty for other models.
struct ModeTable {
  std::vector<VariableId> unknowns;  // each stands for its derivatives, too
  std::vector<ModeRow> rows;
  // Why the modes are left as they are written, if they are:
  std::string contradiction;  // there is no list of states for all of them
  std::optional<std::pair<size_t, size_t>>
      without_derivative;  // row and branch that would have to be differentiated and cannot be
};

struct Assertion {
  ExprId condition;  // must be true; relations in it are not event indicators
  ExprId message;    // String expression
  bool is_warning = false;
  Origin origin;
  bool at_events = false;  // of a when-clause: it acts where that becomes active, and at no other time
  enum class Rule : uint8_t {
    kOfModel,
    kPositionJump,       // a mode begins only where its constraints on positions hold
    kImpulseIllDefined,  // an impulse is multiplied by nothing that jumps
  };
  Rule rule = Rule::kOfModel;
};

/// A sub-partition of clocked equations (MLS 16.7), which are residuals until AssignClocked makes them assignments.
struct TickedPartition {
  ExprId tick;      // true in the pass of an event in which its equations hold
  ExprId interval;  // since its last tick [s]
  ExprId is_first;  // whether it is the first tick
  SolverMethod method = SolverMethod::kNone;
  int32_t clock = -1;  // the partition that has its clock: itself, or that around a state of a state machine
  Origin origin;
};

struct Termination {
  ExprId condition;  // already holds the edge
  ExprId message;
  Origin origin;
};

/// The hybrid DAE of MLS Appendix B: plain data, a list for each kind of equation and event.
struct Dae {
  std::string name;
  std::shared_ptr<ExprPool> pool;
  std::vector<DaeVariable> variables;          // by VariableId: those of the flat model first, same ids
  std::vector<DaeEquation> equations;          // by EquationId
  std::vector<DaeEquation> initial_equations;  // hold at the initial time only, besides `equations`
  std::vector<Relation> relations;             // by RelationId
  std::vector<HeldValue> held_values;
  std::vector<Delay> delays;
  std::vector<Transport> transports;
  std::vector<Sample> samples;  // by SampleId
  std::vector<TickedPartition> partitions;
  std::vector<VariableId> immediate_conditions;  // as in the flat model, until AssignClocked
  std::vector<Reinit> reinits;
  std::vector<Jump> jumps;
  std::vector<Impulse> impulses;
  std::vector<HiddenConstraint> hidden_constraints;
  ModeTable modes;
  std::vector<Assertion> assertions;
  std::vector<Termination> terminations;
  std::vector<Function> functions;
  std::vector<FlatObject> objects;  // as in the flat model
  std::vector<Enumeration> enumerations;
  Experiment experiment;
  OpenValuesPtr open;  // null: none
};

}  // namespace stiction::ir
