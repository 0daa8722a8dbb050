// SPDX-License-Identifier: BSD-3-Clause
// The FlatModel: variables with unique full names and scalar equations, printable as flat Modelica (MLS 5.6.2). Arrays
// are unrolled, connections are equations, modifiers are merged. `der`, `pre`, `when`, `sample` still stand as written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"
#include "compiler/ir/expr/open_values.h"
#include "compiler/support/source.h"

namespace stiction::ir {

enum class Variability : uint8_t { kConstant, kParameter, kDiscrete, kContinuous };
enum class Causality : uint8_t { kNone, kInput, kOutput };
/// MLS 4.8.8.1, ordered from the least to the most wanted state.
enum class StateSelect : uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };

/// The attributes of the built-in types (MLS 4.8). Values are expressions of parameter variability.
struct Attributes {
  ExprId start;  // invalid: not given (the type's default holds)
  ExprId fixed;  // Boolean; invalid: the default of MLS 4.8.6.1 (true for parameters and constants)
  ExprId min, max, nominal;
  StateSelect state_select = StateSelect::kDefault;
  InternedText unit, display_unit, quantity;
};

/// The derivation of `T x = value`.
inline constexpr const char* kDeclarationEquation = "declaration equation";

struct FlatVariable {
  std::string name;  // "clutch[2].flange_a.tau"
  ScalarType type = ScalarType::kReal;
  EnumerationId enumeration;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kNone;  // of top-level connectors and inputs/outputs only
  bool is_protected = false;
  bool is_flow = false;
  bool is_final = false;
  bool is_evaluated = false;  // its value has decided which equations there are
  /// The declaration equation of a parameter or constant. (That of other variables is an equation of the model.)
  ExprId binding;
  Attributes attributes;
  InternedText comment;
  Origin origin;
  bool is_generated = false;  // introduced by the compiler: not in results
  /// Of a clocked variable: the sub-partition that determines it, an index of FlatModel::partitions; else -1.
  int32_t partition = -1;
  int32_t state = -1;  // the state that it lies in, of FlatModel::states; -1: none
  /// Of an input of a component (MLS 4.7) that nothing outside of the component determines: where the component is
  /// declared.
  Span open_input_of;
};

struct Enumeration {
  std::string name;
  std::vector<std::string> literals;
};

struct FlatEquation;
struct FlatBranch {
  ExprId condition;  // invalid: else
  std::vector<FlatEquation> body;
};

struct FlatEquation {
  enum class Kind {
    kEquality,  // left = right, scalars of one type (Integer and Real mix)
    kIf,        // branches; parameter conditions that could be evaluated are already decided
    kWhen,      // branches: when, elsewhen ...
    kReinit,    // reinit(left, right), `left` is a kVariable; only in a when
    kAssert,    // assert(left, message right, level)
    kTerminate  // terminate(message right)
  };
  Kind kind;
  ExprId left, right;
  bool warning_level = false;  // kAssert: AssertionLevel.warning
  /// kEquality of an algorithm: `left` is a discrete variable that only when-statements assign, whatever `right` reads.
  bool assigned_in_when = false;
  /// Of a clocked equation, as of variables: it holds at the ticks of that sub-partition, and determines any variable.
  int32_t partition = -1;
  int32_t state = -1;  // it holds while that state is active, of FlatModel::states; -1: always
  std::vector<FlatBranch> branches;
  Origin origin;
  /// Of an equality that an if-equation became, whose right side is an `if` over its branches: where each was written.
  std::shared_ptr<const std::vector<Span>> branch_spans;
};

/// An external object (MLS 12.9.7): the Integer parameter `variable` holds its number, its place in the list. One that
/// a function declares has no variable: each call of the function makes one of its own.
struct FlatObject {
  VariableId variable;
  std::string name;        // of its declaration in a function
  std::string class_name;  // of a variable
  FunctionId destructor;
};

/// A state of a state machine (MLS 17.1). Its variables change at those ticks only at which it is active.
struct FlatState {
  VariableId active;  // Boolean: it is active at this tick
  VariableId reset;   // Boolean: it is, and its variables begin anew
};

/// The solver of a discretized sub-partition (MLS 16.8.2).
enum class SolverMethod : uint8_t {
  kNone,
  kExternal,
  kExplicitEuler,
  kExplicitMidPoint2,
  kExplicitRungeKutta4,
  kImplicitEuler,
  kImplicitTrapezoid
};

/// A sub-partition (MLS 16.7): clocked equations with one clock. It ticks
/// - with a `period`: at start of the simulation + offset + k period, k >= 0;
/// - with a `condition`: where that becomes true, and if it `begins_at_start`, at the start of the simulation as well;
/// - else with those ticks of the partition `base` at which `selected` is true.
/// One of a `state` has the clock of its base, and equations that hold while the state is active.
struct ClockPartition {
  ExprId offset, period;  // Real parameter expressions [s]
  ExprId condition;       // Boolean
  bool begins_at_start = false;
  int32_t base = -1;
  int32_t state = -1;
  ExprId selected;
  ExprId interval;  // of the tick that is
  ExprId is_first;  // whether it is the first one
  SolverMethod method = SolverMethod::kNone;
  Origin origin;
};

/// The values of the `experiment` annotation (MLS 18.4); absent ones are not written there.
struct Experiment {
  std::optional<double> start_time, stop_time, interval, tolerance;
};

struct FlatModel {
  std::string name;
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  std::vector<FlatVariable> variables;  // by VariableId
  std::vector<FlatEquation> equations;
  std::vector<FlatEquation> initial_equations;
  std::vector<FlatState> states;
  std::vector<VariableId> immediate_conditions;  // Booleans: of transitions that fire at the tick at which they hold
  bool is_component = false;                     // has connectors of its own, or open inputs
  bool has_importer = false;                     // gives inputs their values while the model runs
  bool is_surrounded = false;                    // something is connected to it, of which only the structure counts
  bool has_clocks = false;                       // operators of clocks stand in equations
  std::vector<ClockPartition> partitions;        // once the clocks are known: then no operator of clocks is left
  std::vector<Function> functions;               // by FunctionId
  std::vector<FlatObject> objects;               // by number
  std::vector<Enumeration> enumerations;         // by EnumerationId
  Experiment experiment;
  OpenValuesPtr open;  // null: none
};

}  // namespace stiction::ir
