// SPDX-License-Identifier: BSD-3-Clause
// The Program: all that a simulation needs; no Modelica left. Every quantity is a slot of one array of doubles
// (Booleans 0 and 1, Integers and enumerations by their number); straight-line instructions over slots compute
// everything. This is the contract between the compiler (compiler/emit writes it) and the runtime (which knows nothing
// else of a model).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiction::runtime {

using Slot = int32_t;
constexpr Slot kNoSlot = -1;

/// One operation: slots[dst] := op(slots[a], slots[b], slots[c]). Every slot is written before it is read.
enum class OpCode : uint8_t {
  kCopy,
#define STICTION_EACH(id, ...) k##id,
#define STICTION_UNARY_FUNCTION(...)
#define STICTION_BINARY_FUNCTION(...)
#include "runtime/operators/operators.def"
  kSelect,  // a != 0 ? b : c; all three are evaluated before
#define STICTION_UNARY_FUNCTION(id, ...) k##id,
#define STICTION_BINARY_FUNCTION(id, ...) k##id,
#define STICTION_UNARY_OF_PROGRAMS(id, ...) k##id,
#define STICTION_BINARY_OF_PROGRAMS(id, ...) k##id,
#include "runtime/operators/operators.def"
  kCall,        // calls[a]: writes all its result slots; dst unused
  kJump,        // to instruction a of the function (of Program::code: forward, within its range, around calls only)
  kJumpIfZero,  // if slots[b] == 0, to instruction a
  // In function code only
  kLoadElement,   // dst := locals[a + index in b], index checked against [0, c)
  kStoreElement,  // locals[dst + index in b] := a, index checked against [0, c)
  kReturn,
  kAssert,   // slots[a] must not be 0; message b of the function
  kExternal  // externals[a] of the function
};

struct Instruction {
  OpCode op;
  Slot dst = kNoSlot;
  Slot a = kNoSlot;
  Slot b = kNoSlot;
  Slot c = kNoSlot;
  bool operator==(const Instruction&) const = default;
};

inline bool IsJump(const Instruction& i) { return i.op == OpCode::kJump || i.op == OpCode::kJumpIfZero; }

/// Half-open range of Program::code.
struct Range {
  int32_t begin = 0;
  int32_t end = 0;
  bool empty() const { return begin == end; }
};

/// A call of functions[function] with scalar arguments. With wrt == -1 results are all its outputs; else the partial
/// derivatives of all outputs by scalar input `wrt` (forward automatic differentiation of the body).
struct Call {
  int32_t function = -1;
  int32_t wrt = -1;
  std::vector<Slot> arguments;
  std::vector<Slot> results;
};

/// A piece of a message: literal text, or the value in a slot.
struct MessagePart {
  std::string text;
  Slot slot = kNoSlot;
  std::vector<std::string> literals;  // of an enumeration value in the slot; {"false", "true"} for a Boolean
  std::string pattern;                // of printf for the value: %s with literals, lld for Integers; empty: as it is
  bool is_text = false;               // the value is a String
  Slot guard = kNoSlot;               // the piece is left out where this is 0
};
using Message = std::vector<MessagePart>;

/// An argument of an external function, or its result: a local, or an array of them.
struct ExternalSlot {
  enum class Kind : uint8_t { kReal, kInteger, kBoolean, kString, kArray, kObject };
  Kind kind = Kind::kReal;
  bool is_output = false;
  Slot slot = kNoSlot;         // the first; kObject: holds the number of the object
  std::vector<int64_t> sizes;  // kArray: of each dimension
  std::string text;            // kString: the value
  int32_t message = -1;        // kString: of FunctionCode::messages; -1: `text`

  int64_t count() const;  // of locals
};

/// A call of a function in another language (MLS 12.9): of one that the runtime provides under its C name, or of one
/// that was compiled for this program.
struct ExternalCode {
  /// Reads and writes `locals` of the calling function; `objects` are the pointers of the external objects by number,
  /// and before them, from objects[-1] down, those of the Strings that are computed for the call.
  /// @returns 0, or 1 with a `message`, valid until the next call
  using Entry = int (*)(double* locals, void** objects, const char** message);

  std::string c_name;
  std::vector<ExternalSlot> arguments;
  std::optional<ExternalSlot> result;
  bool is_pure = false;   // declared so (MLS 12.3)
  Entry entry = nullptr;  // null: provided by the runtime
  std::string place;      // "file:line:column"
};

inline int64_t ExternalSlot::count() const {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

/// Derivative of a function by a function of the modeller (MLS 12.7.1): tangents of the outputs are the outputs of
/// `function`, called with all inputs and then the tangents of `differentiated`.
struct FunctionTangent {
  int32_t function = -1;
  std::vector<int32_t> differentiated;
  std::vector<int32_t> outputs;  // by output; -1: its tangent is 0
};

/// A Modelica function as code over its own locals: inputs first, then outputs, then the rest (constants included).
struct FunctionCode {
  std::string name;
  int32_t input_count = 0;
  int32_t output_count = 0;
  std::vector<double> initial_locals;  // size: number of locals; constants in place
  std::vector<Instruction> code;
  std::vector<Call> calls;
  std::vector<Message> messages;
  std::vector<std::string> places;  // per message: "file:line:column"
  std::vector<ExternalCode> externals;
  bool declares_objects = false;           // external ones, whose life ends with the call
  std::optional<FunctionTangent> tangent;  // of external functions only: other bodies are differentiated themselves
};

/// An external object (MLS 12.9.7), by its number. Made when the constructor is first called with that number; one
/// that a function declares, each time, under a number of its own, until the call of that function ends.
struct ObjectInfo {
  std::string name;         // of the component
  int32_t destructor = -1;  // function
  bool is_local = false;    // declared in a function
};

/// kString: the value is the number of a text (runtime/operators/texts.h).
enum class ValueType : uint8_t { kReal, kInteger, kBoolean, kEnumeration, kString };
enum class VariableKind : uint8_t { kParameter, kState, kDerivative, kAlgebraic, kDiscrete, kInput };

/// Attributes of a declaration, shared by its variables, of which arrays and alike elements have many.
struct Declaration {
  std::vector<std::string> literals;  // of its enumeration, in order
  std::string unit;
  std::string comment;
  std::string place;  // "file:line:column"
};

/// A variable of the model as its user knows it. Aliases share a slot.
struct VariableInfo {
  std::string name;
  Slot slot = kNoSlot;
  bool negated = false;  // its value is -slots[slot]
  ValueType type = ValueType::kReal;
  VariableKind kind = VariableKind::kAlgebraic;
  bool is_protected = false;
  bool is_output = false;    // of the whole model
  bool is_settable = false;  // a Real parameter that translation has not used up: `parameters` gives it its value
  std::shared_ptr<const Declaration> shared_declaration;  // null: an empty one

  const Declaration& declaration() const {
    static const Declaration kNone;
    return shared_declaration ? *shared_declaration : kNone;
  }
};

/// A state that the event system may set: state = pre + jump.
struct JumpInfo {
  int32_t state = -1;  // of Program::states
  Slot pre = kNoSlot;
  Slot jump = kNoSlot;
  Slot zone = kNoSlot;  // written before each event: a jump within it is an error of the integration
  std::string place;
};

/// An algebraic variable that may get an impulse where states jump.
struct ImpulseInfo {
  Slot impulse = kNoSlot;
  std::string name;  // of the variable
  std::string place;
};

/// A Boolean c := left op right, held between events. g = left - right is its event indicator.
struct RelationInfo {
  enum class Kind : uint8_t {
    kState,    // watched between events
    kTime,     // changes at the time in `threshold`: no search
    kDiscrete  // changes at events only: no search, compared exactly as written
  };
  OpCode op;  // kLt, kLe, kGt, kGe; kDiscrete also kEq, kNe
  Kind kind = Kind::kState;
  Slot value = kNoSlot;  // c
  Slot left = kNoSlot;
  Slot right = kNoSlot;
  Slot threshold = kNoSlot;  // kTime
  Slot nominal = kNoSlot;    // declared nominal value of an operand, computed by `starts`
  /// kState: what an impulse of a restart does to left - right, and two widths written before each event: of an impulse
  /// that is none, and of a tie.
  Slot impulse = kNoSlot, impulse_zone = kNoSlot, tie_zone = kNoSlot;
  bool keeps_off_tie = false;  // kState: the operands are not equal after an event: what is near is no tie
  std::string text;            // "brake.sa > brake.f0_max"
  std::string place;
};

/// An integer part held between events: an event comes when `current` differs from `value`.
struct HeldInfo {
  Slot value = kNoSlot;
  Slot current = kNoSlot;
  std::string text;
  std::string place;
};

/// Origin of equations, shared by those of alike elements.
struct EquationSource {
  std::string place;       // "file:line:column"
  std::string derivation;  // "connection equation", "derivative of ..." or empty
};

/// The equation behind a residual or an assignment, for messages.
struct EquationInfo {
  std::string text;  // "m*a = f"
  std::shared_ptr<const EquationSource> source;
};

/// d target / d variable for one row: target is a variable's slot, or a residual (by its number in the block).
struct GradientRow {
  Slot target = kNoSlot;  // kNoSlot: residual row
  int32_t residual = -1;
  struct Term {
    Slot variable;
    Slot partial;
  };
  std::vector<Term> terms;  // also by variables that are constant in time: those are left out
};

/// One block of a sorted system; see ir::Block. Blocks run in order.
struct BlockCode {
  enum class Kind : uint8_t { kExplicit, kRelation, kLinear, kNonlinear, kMixed };
  Kind kind = Kind::kExplicit;
  /// kExplicit: assigns `targets` (several equations in a run). kRelation: computes the relation's operands.
  Range assign;
  std::vector<Slot> targets;
  bool is_guess = false;           // kExplicit: the targets are first guesses of the block that follows
  std::vector<int32_t> relations;  // kRelation: one; kMixed: those of the loop
  std::vector<int32_t> held;       // held values that are evaluated here, likewise
  // kLinear, kNonlinear, kMixed (n unknowns; n may be 0 for a kMixed loop of discrete variables only)
  std::vector<Slot> unknowns;   // tearing variables, n
  std::vector<Slot> residuals;  // n
  bool is_linear = true;        // the equations in the unknowns, relations and discrete variables held
  /// Of all solutions the one nearest to where the unknowns stand; residuals that are 0 make it square.
  bool is_least_change = false;
  Range residual;  // from unknowns and what is known: the inner assignments and all residuals
  Range jacobian;  // entries d residual[row] / d unknown[column], after `residual` ran
  struct Entry {
    int32_t row, column;
    Slot slot;
  };
  std::vector<Entry> entries;
  std::vector<Slot> inner;  // slots that `residual` assigns on the way
  // kMixed
  Range discrete;  // assigns `discrete_targets` in order, from relations, pre values and unknowns
  std::vector<Slot> discrete_targets;
  /// kMixed: computes left and right of `relations`, and current of `held`. Of other blocks of the continuous system:
  /// what later blocks compute from the unknowns for the bounds of these, and left and right of the relations with the
  /// bounds.
  Range operands;
  // For the derivative of the state equations; continuous system only
  Range partials;                 // computes the partials of `rows`
  std::vector<GradientRow> rows;  // kExplicit: one per target, in order; else inner assignments, then residuals
  // For messages
  std::vector<std::string> unknown_names;
  std::vector<int32_t> restart_unknowns;  // of these, ascending: jumps and impulses, whose equations hold no others
  std::vector<int32_t> equations;         // numbers in Program::equations: of residuals (n), then others
};

struct System {
  std::vector<BlockCode> blocks;
};

struct StateInfo {
  Slot slot = kNoSlot;
  Slot derivative = kNoSlot;
  Slot nominal = kNoSlot;  // as declared, computed by `starts`
  std::string name;
};

/// pre(v) lives in a slot of its own. All discrete variables have one, others where the model uses pre.
struct PreInfo {
  Slot variable = kNoSlot;
  Slot pre = kNoSlot;
  bool is_discrete = true;
  std::string name;
};

struct StartInfo {
  Slot variable = kNoSlot;
  Slot start = kNoSlot;  // computed by `starts`
};

struct SampleInfo {
  Slot start = kNoSlot, interval = kNoSlot;  // computed by `thresholds`
  Slot tick = kNoSlot;                       // 1 at a tick's event, else 0
  std::string place;
};

/// delay(): `value` is what `current` was `time` seconds ago. Or an argument of a TransportInfo, which has no `value`.
struct DelayInfo {
  bool is_of_transport = false;
  Slot value = kNoSlot;
  Slot current = kNoSlot;                  // computed by `delay_code`, as the next two
  Slot time = kNoSlot, longest = kNoSlot;  // [s]
  std::string place;
};

/// spatialDistribution(): its arguments are delays one after the other: in0, in1, x, the initial points and the initial
/// values, as many of each.
struct TransportInfo {
  int32_t first = 0;
  int32_t point_count = 0;
};

/// Computed by `actions`: condition != 0 means it acts.
struct ReinitInfo {
  Slot state = kNoSlot, value = kNoSlot, condition = kNoSlot;
  std::string place;
};

struct AssertionInfo {
  Slot condition = kNoSlot;  // 0: violated
  Message message;
  bool is_warning = false;
  std::string place;
  bool is_action = false;  // of a when-clause: computed by `actions` and checked at events, else by `assertion_code`
  enum class Rule : uint8_t { kOfModel, kPositionJump, kImpulseIllDefined };  // of restarts, but for the first
  Rule rule = Rule::kOfModel;
};

struct TerminationInfo {
  Slot condition = kNoSlot;
  Message message;
  std::string place;
};

/// An equation of the initial system that must hold but was not needed to solve it.
struct CheckInfo {
  Slot left = kNoSlot, right = kNoSlot;  // its sides, computed by `initial_checks`
  Slot size = kNoSlot;                   // what their difference is measured by, likewise; kNoSlot: there may be none
  int32_t equation = -1;                 // in Program::equations
  std::string discrete;                  // the discrete variable that a value is given to; empty: none
  std::vector<std::string> literals;     // of its values, if they are Booleans or of an enumeration
};

/// min and max of a variable (MLS 4.8.1). Of aliases with the same ones only the first stands here.
struct BoundsInfo {
  Slot variable = kNoSlot;
  bool negated = false;
  Slot min = kNoSlot, max = kNoSlot;  // computed by `bounds_code`; kNoSlot: none
  Slot nominal = kNoSlot;             // likewise
  bool is_parameter = false;          // or a constant: it must not lie outside
  bool is_real = true;
  std::string name;
  std::vector<std::string> literals;  // of an enumeration
  std::string place;
};

/// A branch of an equation as it is written.
struct ModeBranchInfo {
  std::string text;  // "w1 = w2"
  std::string place;
  std::vector<std::pair<std::string, bool>> conditions;  // with the values that they have in this branch
  std::vector<int32_t> unknowns;                         // numbers in ModeTable::unknowns, ascending
};

struct ModeRowInfo {
  Slot number = kNoSlot;  // of the branch that holds, from 0, computed by `ModeTable::code`; kNoSlot: there is one
  std::vector<ModeBranchInfo> branches;
};

/// Which unknowns the continuous equations hold in which mode, where that changes: to explain singular modes.
struct ModeTable {
  Range code;                         // from relations and discrete variables
  std::vector<std::string> unknowns;  // by name, each with its derivatives
  std::vector<ModeRowInfo> rows;
  std::string contradiction;  // why the modes have no common list of states; empty if they have one
  std::optional<std::pair<size_t, size_t>>
      without_derivative;  // row and branch that the modes would need the derivative of
};

/// Constraints between states that the derivatives preserve, but errors of the integration do not.
struct InvariantInfo {
  Slot residual = kNoSlot;  // computed by `invariant_code`
  int32_t set = 0;          // those of one set hold states together
  int32_t equation = -1;    // in Program::equations
};

struct ExperimentInfo {
  std::optional<double> start_time, stop_time, interval, tolerance;
};

/// A translated model: plain data, the contract between compiler and runtime. A table for each kind of thing that a
/// simulation needs.
struct Program {
  std::string model;
  std::vector<double> initial_slots;  // the value of every slot before the run: constants in place, the rest 0
  std::vector<Instruction> code;
  std::vector<Call> calls;
  std::vector<FunctionCode> functions;
  std::vector<ObjectInfo> objects;

  Slot time = kNoSlot, initial = kNoSlot, terminal = kNoSlot;
  Slot homotopy = kNoSlot;  // 1, but on the path to the start: from 0, simplified, to 1, actual (MLS 3.7.4.4)
  std::vector<VariableInfo> variables;  // all that results may show, aliases included, in order of declaration
  std::vector<StateInfo> states;
  std::vector<PreInfo> pres;
  std::vector<StartInfo> starts_of;  // guesses for every unknown of the initial system, and starts of discretes
  std::vector<RelationInfo> relations;
  std::vector<HeldInfo> held;
  std::vector<SampleInfo> samples;
  std::vector<DelayInfo> delays;
  std::vector<TransportInfo> transports;

  Range parameters;          // parameters and constants, in order
  Range starts;              // start and nominal attributes
  System initial_system;     // unknowns: states, derivatives, algebraics, discretes, free parameters
  System event_system;       // unknowns: derivatives, algebraics, discretes; states and pre known
  System continuous_system;  // unknowns: derivatives, algebraics; relations and discretes held
  Range indicators;          // after the continuous system: operands of all kState relations, current of held
  Range thresholds;          // when time events come: of kTime relations and samples; from parameters and discretes
  Range invariant_code;      // residuals of invariants, after the continuous system
  Range delay_code;          // of delays, from the continuous system
  Range actions;             // conditions and values of reinits, terminations
  Range assertion_code;      // conditions and message values of assertions
  Range initial_checks;

  std::vector<InvariantInfo> invariants;
  std::vector<int32_t> invariant_set_of_state;  // by state: -1: none. Empty if there are no invariants
  std::vector<ReinitInfo> reinits;
  std::vector<JumpInfo> jumps;
  std::vector<ImpulseInfo> impulses;
  ModeTable modes;
  std::vector<AssertionInfo> assertions;
  std::vector<TerminationInfo> terminations;
  std::vector<CheckInfo> checks;
  std::vector<EquationInfo> equations;  // those that messages may name; most stand in all three systems
  ExperimentInfo experiment;
  int32_t equation_count = 0;  // unknowns of the flat model, for the report
  /// Messages of initialisation for the user: start values the compiler chose.
  std::vector<std::string> notes;
  Range bounds_code;  // after the initial system: from parameters
  std::vector<BoundsInfo> bounds;
};

}  // namespace stiction::runtime
