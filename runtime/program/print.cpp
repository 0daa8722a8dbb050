// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/print.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <string_view>

namespace stiction::runtime {
namespace {

std::string_view NameOf(OpCode op) {
  switch (op) {
#define STICTION_EACH(id, name, ...) \
  case OpCode::k##id:                \
    return name;
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#define STICTION_BINARY_OF_PROGRAMS STICTION_BINARY
#include "runtime/operators/operators.def"
    case OpCode::kSelect:
      return "select";
    default:
      return "?";
  }
}

bool IsInfix(OpCode op) { return op >= OpCode::kAdd && op <= OpCode::kOr; }

class Printer {
 public:
  Printer(std::ostream& out, const Program& program) : out_(out), program_(program) { NameSlots(); }

  void Run() {
    fmt::print(out_, "program {}\n", program_.model);
    for (const VariableInfo& v : program_.variables) {
      constexpr std::string_view kKind[] = {"parameter", "state", "derivative", "algebraic", "discrete", "input"};
      fmt::print(out_, "  {} {} in {}s{}\n", kKind[static_cast<size_t>(v.kind)], v.name, v.negated ? "-" : "", v.slot);
    }
    for (size_t i = 0; i < program_.relations.size(); ++i) {
      const RelationInfo& r = program_.relations[i];
      constexpr std::string_view kKind[] = {"state", "time", "discrete"};
      fmt::print(out_, "  relation c{} := {} {} {}  // {}: {}\n", i, Name(r.left), NameOf(r.op), Name(r.right),
                 kKind[static_cast<size_t>(r.kind)], r.text);
    }
    Code("parameters", program_.parameters);
    Code("starts", program_.starts);
    Blocks("initial system", program_.initial_system);
    Blocks("event system", program_.event_system);
    Blocks("continuous system", program_.continuous_system);
    Code("indicators", program_.indicators);
    Code("invariants", program_.invariant_code);
    for (const InvariantInfo& invariant : program_.invariants) {
      fmt::print(out_, "  invariant of set {}: {}\n", invariant.set, Name(invariant.residual));
    }
    Code("thresholds", program_.thresholds);
    Code("actions", program_.actions);
    for (const ReinitInfo& r : program_.reinits) {
      fmt::print(out_, "  when {}: {} := {}\n", Name(r.condition), Name(r.state), Name(r.value));
    }
    for (const JumpInfo& jump : program_.jumps) {
      fmt::print(out_, "  jump of {}\n", program_.states[static_cast<size_t>(jump.state)].name);
    }
    Code("delays", program_.delay_code);
    Code("assertions", program_.assertion_code);
    Code("initial checks", program_.initial_checks);
    Modes();
    Code("bounds", program_.bounds_code);
    for (const BoundsInfo& b : program_.bounds) {
      fmt::print(out_, "  {} <= {} <= {}\n", b.min == kNoSlot ? "-inf" : Name(b.min), b.name,
                 b.max == kNoSlot ? "inf" : Name(b.max));
    }
    for (const FunctionCode& function : program_.functions) Function(function);
    fmt::print(out_, "end {}\n", program_.model);
  }

 private:
  void Modes() {
    if (program_.modes.rows.empty()) return;
    Code("modes", program_.modes.code);
    for (const ModeRowInfo& row : program_.modes.rows) {
      for (size_t b = 0; b < row.branches.size(); ++b) {
        if (row.number != kNoSlot) fmt::print(out_, "  in {} = {}: {}\n", Name(row.number), b, row.branches[b].text);
      }
    }
    if (!program_.modes.contradiction.empty()) fmt::print(out_, "  // {}\n", program_.modes.contradiction);
  }

  void NameSlots() {
    names_.resize(program_.initial_slots.size());
    const auto name = [this](Slot slot, const std::string& text) {
      if (slot != kNoSlot && names_[static_cast<size_t>(slot)].empty()) names_[static_cast<size_t>(slot)] = text;
    };
    name(program_.time, "time");
    name(program_.initial, "initial()");
    name(program_.terminal, "terminal()");
    name(program_.homotopy, "lambda");
    for (const VariableInfo& v : program_.variables) {
      if (!v.negated) name(v.slot, v.name);
    }
    for (const StateInfo& s : program_.states) name(s.slot, s.name);
    for (const PreInfo& p : program_.pres) name(p.pre, "pre(" + p.name + ")");
    for (size_t i = 0; i < program_.relations.size(); ++i) name(program_.relations[i].value, fmt::format("c{}", i));
    for (size_t i = 0; i < program_.held.size(); ++i) name(program_.held[i].value, fmt::format("held{}", i));
    for (size_t i = 0; i < program_.samples.size(); ++i) name(program_.samples[i].tick, fmt::format("tick{}", i));
    // A slot that no instruction writes and nothing else owns is a constant.
    std::vector<bool> is_written(names_.size(), false);
    for (const Instruction& i : program_.code) {
      if (i.dst != kNoSlot) is_written[static_cast<size_t>(i.dst)] = true;
    }
    for (const Call& call : program_.calls) {
      for (const Slot result : call.results) {
        if (result != kNoSlot) is_written[static_cast<size_t>(result)] = true;
      }
    }
    for (size_t s = 0; s < names_.size(); ++s) {
      if (names_[s].empty())
        names_[s] = is_written[s] ? fmt::format("s{}", s) : fmt::format("{}", program_.initial_slots[s]);
    }
  }

  std::string Name(Slot slot) const { return slot == kNoSlot ? "-" : names_[static_cast<size_t>(slot)]; }

  std::string Names(const std::vector<Slot>& slots) const {
    std::string text;
    for (const Slot slot : slots) text += (text.empty() ? "" : ", ") + Name(slot);
    return text;
  }

  template <class NameSlot>
  std::string Text(const Instruction& i, const std::vector<Call>& calls, const NameSlot& name) const {
    switch (i.op) {
      case OpCode::kCall: {
        const Call& call = calls[static_cast<size_t>(i.a)];
        std::string results;
        for (const Slot slot : call.results) results += (results.empty() ? "" : ", ") + name(slot);
        std::string arguments;
        for (const Slot slot : call.arguments) arguments += (arguments.empty() ? "" : ", ") + name(slot);
        const std::string& function = program_.functions[static_cast<size_t>(call.function)].name;
        if (call.wrt < 0) return fmt::format("{} = {}({})", results, function, arguments);
        return fmt::format("{} = d{}({}) by input {}", results, function, arguments, call.wrt);
      }
      case OpCode::kJump:
        return fmt::format("jump {}", i.a);
      case OpCode::kJumpIfZero:
        return fmt::format("if not {} jump {}", name(i.b), i.a);
      case OpCode::kReturn:
        return "return";
      case OpCode::kExternal:
        return fmt::format("external {}", i.a);
      case OpCode::kAssert:
        return fmt::format("assert {}", name(i.a));
      case OpCode::kLoadElement:
        return fmt::format("{} = {}[+{}] of {}", name(i.dst), name(i.a), name(i.b), i.c);
      case OpCode::kStoreElement:
        return fmt::format("{}[+{}] of {} = {}", name(i.dst), name(i.b), i.c, name(i.a));
      case OpCode::kCopy:
        return fmt::format("{} = {}", name(i.dst), name(i.a));
      default:
        break;
    }
    if (IsInfix(i.op)) return fmt::format("{} = {} {} {}", name(i.dst), name(i.a), NameOf(i.op), name(i.b));
    std::string text = fmt::format("{} = {}({}", name(i.dst), NameOf(i.op), name(i.a));
    if (i.b != kNoSlot) text += ", " + name(i.b);
    if (i.c != kNoSlot) text += ", " + name(i.c);
    return text + ")";
  }

  void Instructions(Range range, std::string_view indent) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      const auto name = [this](Slot slot) { return Name(slot); };
      fmt::print(out_, "{}{}\n", indent, Text(program_.code[static_cast<size_t>(i)], program_.calls, name));
    }
  }

  void Code(std::string_view title, Range range) {
    if (range.empty()) return;
    fmt::print(out_, "{}\n", title);
    Instructions(range, "  ");
  }

  void Part(std::string_view title, Range range) {
    if (range.empty()) return;
    fmt::print(out_, "    {}\n", title);
    Instructions(range, "      ");
  }

  void Blocks(std::string_view title, const System& system) {
    if (system.blocks.empty()) return;
    fmt::print(out_, "{}\n", title);
    for (const BlockCode& block : system.blocks) {
      constexpr std::string_view kKind[] = {"explicit", "relation", "linear", "nonlinear", "mixed"};
      fmt::print(out_, "  {}", kKind[static_cast<size_t>(block.kind)]);
      if (!block.unknowns.empty()) fmt::print(out_, " for {}", Names(block.unknowns));
      for (const int32_t relation : block.relations) fmt::print(out_, " c{}", relation);
      for (const int32_t held : block.held) fmt::print(out_, " held{}", held);
      fmt::print(out_, "\n");
      Part("assign", block.assign);
      Part("discrete", block.discrete);
      Part("residual", block.residual);
      for (size_t i = 0; i < block.residuals.size(); ++i) {
        fmt::print(out_, "      0 = {}  // {}\n", Name(block.residuals[i]),
                   i < block.equations.size() ? program_.equations[static_cast<size_t>(block.equations[i])].text : "");
      }
      Part("jacobian", block.jacobian);
      for (const BlockCode::Entry& e : block.entries) {
        fmt::print(out_, "      J[{}, {}] = {}\n", e.row, e.column, Name(e.slot));
      }
      Part("operands", block.operands);
      Part("partials", block.partials);
      for (const GradientRow& row : block.rows) {
        const std::string target = row.target == kNoSlot ? fmt::format("residual {}", row.residual) : Name(row.target);
        for (const GradientRow::Term& term : row.terms) {
          fmt::print(out_, "      d {} / d {} = {}\n", target, Name(term.variable), Name(term.partial));
        }
      }
    }
  }

  void Function(const FunctionCode& function) {
    fmt::print(out_, "function {}: {} inputs, {} outputs, {} locals\n", function.name, function.input_count,
               function.output_count, function.initial_locals.size());
    for (size_t i = 0; i < function.externals.size(); ++i) External(i, function.externals[i]);
    for (size_t i = 0; i < function.code.size(); ++i) {
      const auto name = [](Slot slot) { return slot == kNoSlot ? std::string("-") : fmt::format("l{}", slot); };
      fmt::print(out_, "  {}: {}\n", i, Text(function.code[i], function.calls, name));
    }
  }

  static std::string Text(const ExternalSlot& argument) {
    switch (argument.kind) {
      case ExternalSlot::Kind::kString:
        return argument.message < 0 ? fmt::format("{:?}", argument.text) : fmt::format("message {}", argument.message);
      case ExternalSlot::Kind::kArray:
        return fmt::format("l{}[{}]{}", argument.slot, fmt::join(argument.sizes, ", "),
                           argument.is_output ? " out" : "");
      case ExternalSlot::Kind::kObject:
        return fmt::format("object l{}", argument.slot);
      default:
        return fmt::format("l{}{}", argument.slot, argument.is_output ? " out" : "");
    }
  }

  void External(size_t number, const ExternalCode& external) {
    std::string text;
    for (const ExternalSlot& argument : external.arguments) text += (text.empty() ? "" : ", ") + Text(argument);
    fmt::print(out_, "  external {}: {}{}({})\n", number, external.result ? Text(*external.result) + " = " : "",
               external.c_name, text);
  }

  std::ostream& out_;
  const Program& program_;
  std::vector<std::string> names_;
};

}  // namespace

void Print(std::ostream& out, const Program& program) { Printer(out, program).Run(); }

}  // namespace stiction::runtime
