// SPDX-License-Identifier: BSD-3-Clause
#include <concepts>
#include <initializer_list>

#include "runtime/program/operands.h"
#include "runtime/program/verify_fault.h"

namespace stiction::runtime {
namespace {

constexpr size_t kMostLocals = size_t{1} << 25;  // that frames have room for

template <class T>
void Number(std::integral auto number, const std::vector<T>& of, const char* what) {
  REQUIRE(number >= 0 && static_cast<size_t>(number) < of.size(), "{} {} of {}", what, number, of.size());
}

template <class T>
void OptionalNumber(std::integral auto number, const std::vector<T>& of, const char* what) {
  if (number != -1) Number(number, of, what);
}

/// The numbers in one body of code, of a function or of the program itself.
class Numbers {
 public:
  /// @param slots of the body
  Numbers(const Program& program, const std::vector<double>& slots) : program_(program), slots_(slots) {}

  void Is(Slot slot) const { Number(slot, slots_, "slot"); }
  void MayBe(Slot slot) const { OptionalNumber(slot, slots_, "slot"); }
  void All(const std::vector<Slot>& slots) const {
    for (const Slot slot : slots) Is(slot);
  }
  void MayAllBe(std::initializer_list<Slot> slots) const {
    for (const Slot slot : slots) MayBe(slot);
  }
  void Of(const Message& message) const {
    for (const MessagePart& part : message) MayAllBe({part.slot, part.guard});
  }
  void Of(const Call& call) const {
    Number(call.function, program_.functions, "function");
    const FunctionCode& function = program_.functions[static_cast<size_t>(call.function)];
    REQUIRE(call.arguments.size() == static_cast<size_t>(function.input_count) &&
                call.results.size() == static_cast<size_t>(function.output_count),
            "a call of {} has {} arguments and {} results", function.name, call.arguments.size(), call.results.size());
    REQUIRE(call.wrt >= -1 && call.wrt < function.input_count, "derivative by input {} of {}", call.wrt, function.name);
    All(call.arguments);
    for (const Slot result : call.results) MayBe(result);
  }
  // What computes a number from numbers.
  void OfScalar(const Instruction& i) const {
    Is(i.dst);
    Is(i.a);
    MayAllBe({i.b, i.c});
    // What is left out of an operator of more operands would be read before the first slot.
    if (i.op == OpCode::kSelect) All({i.b, i.c});
    if (IsBinary(i.op)) Is(i.b);
  }

 private:
  static bool IsBinary(OpCode op) {
    switch (op) {
#define STICTION_UNARY(...)
#define STICTION_BINARY(id, ...) case OpCode::k##id:
#define STICTION_BINARY_OF_PROGRAMS(id, ...) case OpCode::k##id:
#include "runtime/operators/operators.def"
      return true;
      default:
        return false;
    }
  }

  const Program& program_;
  const std::vector<double>& slots_;
};

/// @pre it has a derivative
void VerifyTangent(const Program& program, const FunctionCode& function) {
  Number(function.tangent->function, program.functions, "function");
  const FunctionCode& callee = program.functions[static_cast<size_t>(function.tangent->function)];
  for (const int32_t input : function.tangent->differentiated) {
    REQUIRE(input >= 0 && input < function.input_count, "input {} of {}", input, function.name);
  }
  REQUIRE(static_cast<size_t>(function.input_count) + function.tangent->differentiated.size() ==
                  static_cast<size_t>(callee.input_count) &&
              function.tangent->outputs.size() == static_cast<size_t>(function.output_count),
          "the derivative of {}", function.name);
  for (const int32_t output : function.tangent->outputs) {
    REQUIRE(output >= -1 && output < callee.output_count, "output {} of {}", output, callee.name);
  }
}

void VerifyFunction(const Program& program, const FunctionCode& function) {
  const size_t size = function.initial_locals.size();
  REQUIRE(size < kMostLocals && function.input_count >= 0 && function.output_count >= 0 &&
              static_cast<size_t>(function.input_count) + static_cast<size_t>(function.output_count) <= size,
          "{}: {} inputs and {} outputs of {} locals", function.name, function.input_count, function.output_count,
          size);
  const Numbers numbers(program, function.initial_locals);
  const auto array = [&](Slot first, Slot count) {
    REQUIRE(first >= 0 && count >= 0 && static_cast<size_t>(first) + static_cast<size_t>(count) <= size,
            "{}: locals {} to {} of {}", function.name, first, first + int64_t{count}, size);
  };
  for (const Call& call : function.calls) {
    numbers.Of(call);
    REQUIRE(call.wrt == -1, "{} holds a derivative of a function", function.name);
  }
  for (const Message& message : function.messages) numbers.Of(message);
  REQUIRE(function.places.size() == function.messages.size(), "{} places", function.places.size());
  for (const Instruction& i : function.code) {
    switch (i.op) {
      case OpCode::kCall:
        Number(i.a, function.calls, "call");
        break;
      case OpCode::kJumpIfZero:
        numbers.Is(i.b);
        [[fallthrough]];
      case OpCode::kJump:
        REQUIRE(i.a >= 0 && static_cast<size_t>(i.a) <= function.code.size(), "jump to {}", i.a);
        break;
      case OpCode::kLoadElement:
        array(i.a, i.c);
        numbers.Is(i.b);
        numbers.Is(i.dst);
        break;
      case OpCode::kStoreElement:
        array(i.dst, i.c);
        numbers.Is(i.b);
        numbers.Is(i.a);
        break;
      case OpCode::kReturn:
        break;
      case OpCode::kAssert:
        numbers.Is(i.a);
        Number(i.b, function.messages, "message");
        break;
      case OpCode::kExternal:
        Number(i.a, function.externals, "external call");
        break;
      default:
        REQUIRE(i.op < OpCode::kCall, "operation {}", static_cast<int>(i.op));
        numbers.OfScalar(i);
    }
  }
  if (function.tangent) VerifyTangent(program, function);
}

void VerifyBlock(const Program& program, const Numbers& numbers, const BlockCode& block) {
  REQUIRE(block.kind <= BlockCode::Kind::kMixed, "a block of kind {}", static_cast<int>(block.kind));
  for (const std::vector<Slot>* slots :
       {&block.targets, &block.unknowns, &block.residuals, &block.inner, &block.discrete_targets}) {
    numbers.All(*slots);
  }
  for (const int32_t relation : block.relations) Number(relation, program.relations, "relation");
  REQUIRE(block.kind != BlockCode::Kind::kRelation || block.relations.size() + block.held.size() == 1,
          "a block of {} relations", block.relations.size());
  for (const int32_t held : block.held) Number(held, program.held, "held value");
  for (const int32_t unknown : block.restart_unknowns) Number(unknown, block.unknowns, "unknown");
  for (const BlockCode::Entry& entry : block.entries) numbers.Is(entry.slot);
  REQUIRE(block.unknown_names.size() == block.unknowns.size(), "{} names", block.unknown_names.size());
  REQUIRE(block.equations.size() >= block.residuals.size(), "{} equations", block.equations.size());
  for (const GradientRow& row : block.rows) {
    numbers.MayBe(row.target);
    if (row.target == kNoSlot) Number(row.residual, block.residuals, "residual");
    for (const GradientRow::Term& term : row.terms) numbers.All({term.variable, term.partial});
  }
}

// Tables of variables and of what happens.
void VerifyTables(const Program& program, const Numbers& numbers) {
  numbers.MayAllBe({program.time, program.initial, program.terminal, program.homotopy});
  for (const VariableInfo& v : program.variables) {
    numbers.Is(v.slot);
    REQUIRE(v.type <= ValueType::kString && v.kind <= VariableKind::kInput, "{} is of no kind", v.name);
  }
  for (const StateInfo& s : program.states) {
    numbers.All({s.slot, s.derivative});
    numbers.MayBe(s.nominal);
  }
  for (const PreInfo& p : program.pres) numbers.All({p.variable, p.pre});
  for (const StartInfo& s : program.starts_of) numbers.All({s.variable, s.start});
  for (const RelationInfo& r : program.relations) {
    numbers.All({r.value, r.left, r.right});
    numbers.MayAllBe({r.threshold, r.nominal, r.impulse, r.impulse_zone, r.tie_zone});
    const bool is_equality = r.op == OpCode::kEq || r.op == OpCode::kNe;
    REQUIRE(r.op >= OpCode::kLt && r.op <= OpCode::kNe && r.kind <= RelationInfo::Kind::kDiscrete &&
                (!is_equality || r.kind == RelationInfo::Kind::kDiscrete),
            "{} is no relation", r.text);
    if (r.impulse != kNoSlot) numbers.All({r.impulse_zone, r.tie_zone});
  }
  for (const HeldInfo& h : program.held) numbers.All({h.value, h.current});
  for (const SampleInfo& s : program.samples) numbers.All({s.start, s.interval, s.tick});
  for (const DelayInfo& d : program.delays) {
    numbers.All({d.current, d.time, d.longest});
    numbers.MayBe(d.value);
    REQUIRE(d.is_of_transport || d.value != kNoSlot, "a delay without a value ({})", d.place);
  }
  for (const TransportInfo& t : program.transports) {
    const int64_t last = int64_t{t.first} + 3 + 2 * int64_t{t.point_count};
    REQUIRE(t.first >= 0 && t.point_count >= 0 && last <= static_cast<int64_t>(program.delays.size()), "transport {}",
            t.first);
  }
  for (const ReinitInfo& r : program.reinits) {
    numbers.All({r.state, r.value, r.condition});
    bool is_state = false;
    for (const StateInfo& s : program.states) is_state = is_state || s.slot == r.state;
    REQUIRE(is_state, "reinit of slot {}, which is no state", r.state);
  }
  for (const JumpInfo& j : program.jumps) {
    Number(j.state, program.states, "state");
    numbers.All({j.pre, j.jump, j.zone});
  }
  for (const ImpulseInfo& i : program.impulses) numbers.Is(i.impulse);
}

void VerifyMessages(const Program& program, const Numbers& numbers) {
  for (const AssertionInfo& a : program.assertions) {
    numbers.Is(a.condition);
    numbers.Of(a.message);
  }
  for (const TerminationInfo& t : program.terminations) {
    numbers.Is(t.condition);
    numbers.Of(t.message);
  }
  for (const InvariantInfo& i : program.invariants) {
    numbers.Is(i.residual);
    Number(i.equation, program.equations, "equation");
    REQUIRE(i.set >= 0 && static_cast<size_t>(i.set) < program.invariants.size(), "set {} of invariants", i.set);
  }
  for (const int32_t set : program.invariant_set_of_state) {
    REQUIRE(set >= -1 && set < static_cast<int64_t>(program.invariants.size()), "set {} of states", set);
  }
  for (const ModeRowInfo& row : program.modes.rows) numbers.MayBe(row.number);
}

}  // namespace

void VerifyNumbers(const Program& program) {
  const Numbers numbers(program, program.initial_slots);
  for (const FunctionCode& function : program.functions) VerifyFunction(program, function);
  for (const Call& call : program.calls) numbers.Of(call);
  for (const Instruction& i : program.code) {
    if (i.op == OpCode::kCall) {
      Number(i.a, program.calls, "call");
    } else if (!IsJump(i)) {
      REQUIRE(i.op < OpCode::kCall, "instruction {} belongs in functions", static_cast<int>(i.op));
      numbers.OfScalar(i);
    } else if (i.op == OpCode::kJumpIfZero) {
      numbers.Is(i.b);
    }
  }
  VerifyTables(program, numbers);
  VerifyMessages(program, numbers);
  for (const System* system : {&program.initial_system, &program.event_system, &program.continuous_system}) {
    for (const BlockCode& block : system->blocks) VerifyBlock(program, numbers, block);
  }
}

}  // namespace stiction::runtime
