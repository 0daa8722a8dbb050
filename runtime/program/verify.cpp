// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/verify.h"

#include "runtime/program/check.h"
#include "runtime/program/verify_fault.h"

namespace stiction::runtime {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program), known_(program.initial_slots.size(), true) {}

  void Run() {
    FindLasting();
    Range(program_.parameters);
    Range(program_.starts);
    CheckStarts();
    prepared_ = known_;
    for (const System* system : {&program_.initial_system, &program_.event_system, &program_.continuous_system}) {
      known_ = prepared_;
      Blocks(*system);
    }
    CheckRelationsAndTimes();
    CheckActions();
    for (const FunctionCode& function : program_.functions) Externals(function);
    for (const ObjectInfo& object : program_.objects) {
      REQUIRE(object.destructor >= 0 && static_cast<size_t>(object.destructor) < program_.functions.size(),
              "destructor {} of {}", object.destructor, object.name);
    }
    CheckInitialChecksModesAndBounds();
  }

 private:
  // Temporaries are what code writes; variables and what the simulation sets are always readable, except while a
  // system computes them: those are forgotten per system.
  void FindLasting() {
    std::vector<bool> is_temporary(known_.size(), false);
    for (const Instruction& instruction : program_.code) {
      ForEachWritten(instruction, [&](Slot slot) { is_temporary[Index(slot)] = true; });
    }
    const auto lasting = [&](Slot slot) {
      if (slot != kNoSlot) is_temporary[Index(slot)] = false;
    };
    for (const VariableInfo& v : program_.variables) lasting(v.slot);
    for (const StateInfo& s : program_.states) {
      lasting(s.slot);
      lasting(s.derivative);
    }
    for (const PreInfo& p : program_.pres) {
      lasting(p.variable);
      lasting(p.pre);
    }
    for (const StartInfo& s : program_.starts_of) lasting(s.variable);
    for (const DelayInfo& d : program_.delays) lasting(d.value);
    for (size_t s = 0; s < known_.size(); ++s) known_[s] = !is_temporary[s];
  }

  void CheckStarts() const {
    for (const StartInfo& s : program_.starts_of) Read(s.start, "start value");
    for (const StateInfo& s : program_.states) {
      if (s.nominal != kNoSlot) Read(s.nominal, "nominal value");
    }
    for (const RelationInfo& r : program_.relations) {
      if (r.nominal != kNoSlot) Read(r.nominal, "nominal value");
    }
  }

  /// Code that reads parameters and variables, and nothing that other code has computed.
  void Alone(runtime::Range range) {
    known_ = prepared_;
    Range(range);
  }

  void CheckRelationsAndTimes() {
    Alone(program_.indicators);
    for (const RelationInfo& r : program_.relations) {
      CheckSlot(r.value);
      CheckSlot(r.left);
      CheckSlot(r.right);
    }
    Alone(program_.invariant_code);
    for (const InvariantInfo& invariant : program_.invariants) Read(invariant.residual, "invariant");
    REQUIRE(program_.invariants.empty() || program_.invariant_set_of_state.size() == program_.states.size(),
            "{} states in sets of invariants", program_.invariant_set_of_state.size());
    Alone(program_.thresholds);
    for (const SampleInfo& s : program_.samples) {
      for (const Slot slot : {s.start, s.interval}) Read(slot, "sample");
    }
    for (const RelationInfo& r : program_.relations) {
      if (r.kind == RelationInfo::Kind::kTime) Read(r.threshold, "threshold");
    }
    Alone(program_.delay_code);
    for (const DelayInfo& d : program_.delays) {
      for (const Slot slot : {d.current, d.time, d.longest}) Read(slot, "delay");
    }
  }

  void CheckActions() {
    Alone(program_.actions);
    for (const ReinitInfo& r : program_.reinits) {
      Read(r.condition, "reinit");
      Read(r.value, "reinit");
    }
    for (const AssertionInfo& a : program_.assertions) {
      if (a.is_action) Read(a.condition, "assertion of a when-clause");
    }
    Alone(program_.assertion_code);
    for (const AssertionInfo& a : program_.assertions) {
      if (!a.is_action) Read(a.condition, "assertion");
    }
  }

  void CheckInitialChecksModesAndBounds() {
    Alone(program_.initial_checks);
    for (const CheckInfo& c : program_.checks) {
      Read(c.left, "initial check");
      Read(c.right, "initial check");
      if (c.size != kNoSlot) Read(c.size, "initial check");
      Equation(c.equation);
    }
    Alone(program_.modes.code);
    for (const ModeRowInfo& row : program_.modes.rows) {
      REQUIRE(row.number != kNoSlot || row.branches.size() == 1, "{} branches", row.branches.size());
      if (row.number != kNoSlot) Read(row.number, "mode");
      for (const ModeBranchInfo& branch : row.branches) {
        for (const int32_t unknown : branch.unknowns) {
          REQUIRE(static_cast<size_t>(unknown) < program_.modes.unknowns.size(), "unknown {} of {}", unknown,
                  program_.modes.unknowns.size());
        }
      }
    }
    if (const auto& without = program_.modes.without_derivative) {
      REQUIRE(without->first < program_.modes.rows.size(), "row {} of modes", without->first);
      REQUIRE(without->second < program_.modes.rows[without->first].branches.size(), "branch {}", without->second);
    }
    Alone(program_.bounds_code);
    for (const BoundsInfo& b : program_.bounds) {
      CheckSlot(b.variable);
      for (const Slot slot : {b.min, b.max, b.nominal}) {
        if (slot != kNoSlot) Read(slot, "bound");
      }
    }
  }

  size_t Index(Slot slot) const {
    CheckSlot(slot);
    return static_cast<size_t>(slot);
  }

  void CheckSlot(Slot slot) const {
    REQUIRE(slot >= 0 && static_cast<size_t>(slot) < known_.size(), "slot {} of {}", slot, known_.size());
  }

  void Read(Slot slot, const char* what) const {
    REQUIRE(known_[Index(slot)], "{}: slot {} is read before it is written", what, slot);
  }

  void Equation(int32_t number) const {
    REQUIRE(number >= 0 && static_cast<size_t>(number) < program_.equations.size(), "equation {} of {}", number,
            program_.equations.size());
  }

  template <class Visit>
  void ForEachWritten(const Instruction& i, const Visit& visit) const {
    if (i.op == OpCode::kCall) {
      REQUIRE(i.a >= 0 && static_cast<size_t>(i.a) < program_.calls.size(), "call {}", i.a);
      for (const Slot slot : program_.calls[static_cast<size_t>(i.a)].results) {
        if (slot != kNoSlot) visit(slot);
      }
    } else if (i.dst != kNoSlot) {
      visit(i.dst);
    }
  }

  void Range(runtime::Range range) {
    REQUIRE(range.begin >= 0 && range.begin <= range.end && static_cast<size_t>(range.end) <= program_.code.size(),
            "range {}..{} of {}", range.begin, range.end, program_.code.size());
    for (int32_t at = range.begin; at < range.end; ++at) {
      const Instruction& i = program_.code[static_cast<size_t>(at)];
      REQUIRE(i.op <= OpCode::kJumpIfZero, "instruction {} belongs in functions", at);
      if (i.op == OpCode::kCall) {
        for (const Slot slot : program_.calls[static_cast<size_t>(i.a)].arguments) Read(slot, "argument");
      } else if (i.op == OpCode::kJump || i.op == OpCode::kJumpIfZero) {
        REQUIRE(i.a > at && i.a <= range.end, "jump at {} to {}", at, i.a);
        if (i.op == OpCode::kJumpIfZero) Read(i.b, "condition");
      } else {
        Read(i.a, "operand");
        if (i.b != kNoSlot) Read(i.b, "operand");
        if (i.c != kNoSlot) Read(i.c, "operand");
      }
      ForEachWritten(i, [&](Slot slot) { known_[Index(slot)] = true; });
    }
  }

  void Externals(const FunctionCode& function) {
    const auto locals = static_cast<int64_t>(function.initial_locals.size());
    const auto check = [&](const ExternalSlot& argument) {
      if (argument.kind == ExternalSlot::Kind::kString) {
        REQUIRE(argument.message < static_cast<int64_t>(function.messages.size()), "external {}: message {} of {}",
                function.name, argument.message, function.messages.size());
        return;
      }
      const int64_t count = argument.count();
      REQUIRE(count == 0 || (argument.slot >= 0 && argument.slot + count <= locals),
              "external {}: locals {} to {} of {}", function.name, argument.slot, argument.slot + count, locals);
    };
    for (const ExternalCode& external : function.externals) {
      for (const ExternalSlot& argument : external.arguments) check(argument);
      if (external.result) check(*external.result);
    }
    for (const Instruction& i : function.code) {
      REQUIRE(i.op != OpCode::kExternal || (i.a >= 0 && static_cast<size_t>(i.a) < function.externals.size()),
              "external call {} of {}", i.a, function.externals.size());
    }
  }

  void Blocks(const System& system) {
    for (const BlockCode& block : system.blocks) {
      for (const int32_t equation : block.equations) Equation(equation);
      for (const Slot target : block.targets) known_[Index(target)] = false;
      for (const Slot inner : block.inner) known_[Index(inner)] = false;
    }
    for (const BlockCode& block : system.blocks) {
      Range(block.assign);
      for (const Slot target : block.targets) Read(target, "target");
      // They run again when the equations are solved: what they read of these before is the last solution.
      for (const Slot inner : block.inner) known_[Index(inner)] = true;
      Range(block.discrete);
      for (const Slot inner : block.inner) known_[Index(inner)] = false;
      Range(block.residual);
      for (const Slot residual : block.residuals) Read(residual, "residual");
      const std::vector<bool> solved = known_;
      Range(block.jacobian);
      for (const BlockCode::Entry& entry : block.entries) {
        Read(entry.slot, "Jacobian");
        REQUIRE(entry.row >= 0 && static_cast<size_t>(entry.row) < block.residuals.size() && entry.column >= 0 &&
                    static_cast<size_t>(entry.column) < block.unknowns.size(),
                "Jacobian entry {}, {}", entry.row, entry.column);
      }
      known_ = solved;
      Range(block.operands);
      for (const int32_t relation : block.relations) {
        Read(program_.relations[static_cast<size_t>(relation)].left, "relation");
        Read(program_.relations[static_cast<size_t>(relation)].right, "relation");
      }
      for (const int32_t held : block.held) Read(program_.held[static_cast<size_t>(held)].current, "held value");
      REQUIRE(block.unknowns.size() == block.residuals.size(), "{} unknowns, {} residuals", block.unknowns.size(),
              block.residuals.size());
    }
    for (const BlockCode& block : system.blocks) {
      Range(block.partials);
      for (const GradientRow& row : block.rows) {
        for (const GradientRow::Term& term : row.terms) Read(term.partial, "partial");
      }
    }
  }

  const Program& program_;
  std::vector<bool> known_, prepared_;
};

}  // namespace

std::optional<std::string> FindFault(const Program& program) {
  try {
    VerifyNumbers(program);
    Verifier(program).Run();
    return std::nullopt;
  } catch (const ProgramFault& fault) {
    return fault.message;
  }
}

void Verify(const Program& program) {
  const std::optional<std::string> fault = FindFault(program);
  RT_CHECK(!fault, "{}", *fault);
}

}  // namespace stiction::runtime
