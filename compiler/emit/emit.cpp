// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "compiler/emit/code_builder.h"
#include "compiler/emit/describe.h"
#include "compiler/emit/emission.h"
#include "compiler/emit/emit_checks.h"
#include "compiler/emit/emit_function.h"
#include "compiler/emit/emit_message.h"
#include "compiler/emit/emit_starts.h"
#include "compiler/emit/emit_system.h"
#include "compiler/emit/emit_variables.h"
#include "compiler/emit/layout.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"

namespace stiction {
namespace emit {
namespace {

using ir::ExprId;
using ir::VariableId;
using runtime::kNoSlot;
using runtime::Program;
using runtime::Slot;

class ProgramEmitter {
 public:
  ProgramEmitter(ir::CausalModel& model, const SourceMap& sources, Diagnostics& diagnostics)
      : model_(model),
        dae_(model.dae),
        sources_(sources),
        layout_(model, program_),
        builder_(*dae_.pool, dae_.functions, Target(), dae_.enumerations),
        describer_(model, sources, program_),
        to_{model, model.dae, program_, layout_, builder_, describer_},
        systems_(model, layout_, program_, builder_, describer_, diagnostics),
        is_computed_(model.dae.variables.size(), 0),
        starts_(to_, is_computed_) {}

  Program Run() {
    program_.model = dae_.name;
    for (const ir::Function& function : dae_.functions) {
      program_.functions.push_back(EmitFunction(dae_, function, sources_));
    }
    for (const ir::FlatObject& object : dae_.objects) {
      const bool is_local = !object.variable;
      const std::string& name = is_local ? object.name : dae_.variables[object.variable.index()].name;
      program_.objects.push_back({name, static_cast<int32_t>(object.destructor.index()), is_local});
    }
    Relations();
    HeldValues();
    OpenValues();
    Parameters();
    starts_.EmitStarts();
    Jumps();
    program_.initial_system = systems_.Emit(std::exchange(model_.initial, {}), false, starts_.guesses());
    starts_.EmitLateValues();
    program_.event_system = systems_.Emit(std::exchange(model_.event, {}), false);
    program_.continuous_system = systems_.Emit(std::exchange(model_.continuous, {}), true);
    Indicators();
    program_.invariant_code = to_.Section([this] { Invariants(); });
    program_.delay_code = to_.Section([this] { Delays(); });
    for (const ir::Transport& transport : dae_.transports) {
      program_.transports.push_back({transport.first, transport.point_count});
    }
    program_.actions = to_.Section([this] { Actions(); });
    program_.assertion_code = to_.Section([this] { EmitAssertions(to_, false); });
    program_.initial_checks = to_.Section([this] { EmitInitialChecks(to_); });
    program_.bounds_code = to_.Section([this] { EmitBounds(to_); });
    program_.modes.code = to_.Section([this] { Modes(); });
    EmitVariables(to_);
    program_.experiment = {dae_.experiment.start_time, dae_.experiment.stop_time, dae_.experiment.interval,
                           dae_.experiment.tolerance};
    if (!reads_terminal_) program_.terminal = runtime::kNoSlot;
    return std::move(program_);
  }

 private:
  CodeTarget Target() {
    const auto leaf = [this](const ir::ExprNode& node) -> std::pair<Slot, bool> {
      switch (node.op) {
        case ir::Op::kVariable:
          return {layout_.Of(VariableId(node.payload)), layout_.IsNegated(VariableId(node.payload))};
        case ir::Op::kPre:
          return {layout_.PreOf(VariableId(node.payload)), layout_.IsNegated(VariableId(node.payload))};
        case ir::Op::kTime:
          return {program_.time, false};
        case ir::Op::kInitial:
          return {program_.initial, false};
        case ir::Op::kHomotopy:
          return {Lambda(), false};
        case ir::Op::kTerminal:
          reads_terminal_ = true;
          return {program_.terminal, false};
        case ir::Op::kRelation:
          return {layout_.Of(ir::RelationId(node.payload)), false};
        case ir::Op::kSampleTick:
          return {layout_.Tick(ir::SampleId(node.payload)), false};
        case ir::Op::kHeld:
          return {layout_.Held(node.payload), false};
        case ir::Op::kDelayed:
          return {layout_.Delayed(node.payload), false};
        default:
          break;
      }
      CHECK(false, "leaf {} below the Dae", ir::Spelling(node.op));
      return {kNoSlot, false};
    };
    const auto extent = [](int32_t) -> int32_t {
      CHECK(false, "a local array outside of functions");
      return 0;
    };
    return {program_.code,
            program_.calls,
            [this] { return layout_.New(); },
            [this](double value) { return layout_.Constant(value); },
            leaf,
            extent,
            false};
  }

  Slot Lambda() {
    if (program_.homotopy == kNoSlot) {
      program_.homotopy = layout_.New();
      program_.initial_slots[static_cast<size_t>(program_.homotopy)] = 1;
    }
    return program_.homotopy;
  }

  /// The slot of an operand: that of a leaf itself, else one of its own.
  Slot OperandSlot(ExprId e) {
    const ir::ExprNode* node = &(*dae_.pool)[e];
    while (node->op == ir::Op::kToReal || node->op == ir::Op::kNoEvent) node = &(*dae_.pool)[node->args[0]];
    if (ir::IsLiteral(node->op)) return layout_.Constant(node->number);
    if (node->op == ir::Op::kTime) return program_.time;
    if (node->op == ir::Op::kVariable && !layout_.IsNegated(VariableId(node->payload))) {
      return layout_.Of(VariableId(node->payload));
    }
    return layout_.New();
  }

  void Relations() {
    for (size_t i = 0; i < dae_.relations.size(); ++i) {
      const ir::Relation& relation = dae_.relations[i];
      runtime::RelationInfo& info = program_.relations[i];
      info.op = OpCodeOf(relation.op);
      info.kind = relation.kind == ir::Relation::Kind::kState  ? runtime::RelationInfo::Kind::kState
                  : relation.kind == ir::Relation::Kind::kTime ? runtime::RelationInfo::Kind::kTime
                                                               : runtime::RelationInfo::Kind::kDiscrete;
      const Slot left = OperandSlot(relation.left);
      const Slot right = OperandSlot(relation.right);
      info.left = left;
      info.right = right;
      if (relation.kind == ir::Relation::Kind::kTime) info.threshold = right;
      info.text = relation.text;
      info.place = describer_.Place(relation.origin);
      if (!relation.impulse) continue;
      info.impulse = layout_.Of(relation.impulse);
      info.impulse_zone = layout_.New();
      info.tie_zone = layout_.New();
    }
  }

  void Jumps() {
    for (const ir::Jump& jump : dae_.jumps) {
      const auto state = std::ranges::find(program_.states, layout_.Of(jump.state), &runtime::StateInfo::slot);
      if (state == program_.states.end()) continue;
      program_.jumps.push_back({static_cast<int32_t>(state - program_.states.begin()), layout_.PreOf(jump.state),
                                layout_.Of(jump.jump), layout_.New(), describer_.Place(jump.origin)});
    }
    for (const ir::Impulse& impulse : dae_.impulses) {
      const ir::DaeVariable& variable = dae_.variables[impulse.variable.index()];
      if (variable.is_generated) continue;
      program_.impulses.push_back({layout_.Of(impulse.impulse), variable.name, describer_.Place(variable.origin)});
    }
  }

  void HeldValues() {
    for (size_t i = 0; i < dae_.held_values.size(); ++i) {
      runtime::HeldInfo& info = program_.held[i];
      info.current = layout_.New();
      info.text = describer_.Text(dae_.held_values[i].expression);
      info.place = describer_.Place(dae_.held_values[i].origin);
    }
  }

  void Parameters() {
    program_.parameters = to_.Section([this] {
      for (const ir::Assignment& assignment : model_.parameters) {
        is_computed_[assignment.variable.index()] = 1;
        if (IsOpen(assignment.variable)) continue;
        builder_.CompileInto(assignment.solution, layout_.Of(assignment.variable));
        builder_.Remember(assignment.solution, layout_.Of(assignment.variable));
      }
    });
  }

  /// Open values are initial values of their slots: no code computes them.
  bool IsOpen(VariableId v) const {
    return dae_.open && std::ranges::find(dae_.open->values, v, &ir::OpenValue::variable) != dae_.open->values.end();
  }

  void OpenValues() {
    if (!dae_.open) return;
    for (ir::OpenValue& value : dae_.open->values) {
      if (!value.variable) continue;
      value.slot = layout_.Of(value.variable);
      program_.initial_slots[static_cast<size_t>(value.slot)] = value.number;
    }
  }

  void Indicators() {
    program_.indicators = to_.Section([this] {
      for (size_t i = 0; i < dae_.relations.size(); ++i) {
        if (dae_.relations[i].kind == ir::Relation::Kind::kState) {
          systems_.Operands(ir::RelationId(static_cast<int64_t>(i)));
        }
      }
      for (size_t i = 0; i < dae_.held_values.size(); ++i) systems_.Current(static_cast<int32_t>(i));
    });
    program_.thresholds = to_.Section([this] {
      for (size_t i = 0; i < dae_.samples.size(); ++i) {
        const ir::Sample& sample = dae_.samples[i];
        runtime::SampleInfo& info = program_.samples[i];
        const Slot start = builder_.Compile(sample.start);
        info.start = start;
        info.interval = builder_.Compile(sample.interval);
        info.place = describer_.Place(sample.origin);
      }
      for (size_t i = 0; i < dae_.relations.size(); ++i) {
        if (dae_.relations[i].kind != ir::Relation::Kind::kTime) continue;
        builder_.CompileInto(dae_.relations[i].right, program_.relations[i].right);
      }
    });
  }

  void Invariants() {
    if (model_.invariants.empty()) return;
    std::map<VariableId, int32_t> set_of;
    int32_t number = -1;
    for (size_t set = 0; set < model_.invariants.size(); ++set) {
      if (model_.invariants[set].states.empty()) continue;
      ++number;
      for (const VariableId v : model_.invariants[set].states) set_of[v] = number;
      for (const ir::EquationId id : model_.invariants[set].equations) {
        const auto [left, right] = model_.Sides(id);
        const Slot residual = layout_.New();
        builder_.CompileInto(symbolic::Sub(*dae_.pool, left, right), residual);
        program_.invariants.push_back({residual, number, describer_.Equation(id)});
      }
    }
    for (const size_t i : layout_.state_order()) {
      const auto found = set_of.find(model_.states[i]);
      program_.invariant_set_of_state.push_back(found == set_of.end() ? -1 : found->second);
    }
  }

  void Delays() {
    for (size_t i = 0; i < dae_.delays.size(); ++i) {
      const ir::Delay& delay = dae_.delays[i];
      runtime::DelayInfo& info = program_.delays[i];
      const Slot current = builder_.Compile(delay.expression);
      info.current = current;
      const Slot time = builder_.Compile(delay.time);
      info.time = time;
      info.longest = builder_.Compile(delay.longest);
      info.is_of_transport = delay.is_of_transport;
      info.place = describer_.Place(delay.origin);
    }
  }

  void Actions() {
    for (const ir::Reinit& reinit : dae_.reinits) {
      const Slot condition = builder_.Compile(reinit.condition);
      // A slot of its own: several reinits act together, on the values before any of them.
      const Slot value = layout_.New();
      builder_.CompileInto(reinit.value, value);
      program_.reinits.push_back({layout_.Of(reinit.state), value, condition, describer_.Place(reinit.origin)});
    }
    for (const ir::Termination& termination : dae_.terminations) {
      const Slot condition = builder_.Compile(termination.condition);
      program_.terminations.push_back(
          {condition, EmitMessage(dae_, builder_, termination.message), describer_.Place(termination.origin)});
    }
    EmitAssertions(to_, true);
  }

  void Modes() {
    const auto copy = [this](const ir::ModeRow::Branch& branch, runtime::ModeBranchInfo& to) {
      to.text = fmt::format("{} = {}", describer_.Text(branch.left), describer_.Text(branch.right));
      to.place = describer_.Place({branch.span, {}});
      for (const auto& [condition, value] : branch.path) to.conditions.emplace_back(describer_.Text(condition), value);
      to.unknowns = branch.unknowns;
    };
    for (const VariableId v : dae_.modes.unknowns) program_.modes.unknowns.push_back(dae_.variables[v.index()].name);
    for (const ir::ModeRow& row : dae_.modes.rows) {
      runtime::ModeRowInfo& info = program_.modes.rows.emplace_back();
      if (row.number) info.number = builder_.Compile(row.number);
      for (const ir::ModeRow::Branch& branch : row.branches) copy(branch, info.branches.emplace_back());
    }
    program_.modes.contradiction = dae_.modes.contradiction;
    if (!program_.modes.rows.empty()) program_.modes.without_derivative = dae_.modes.without_derivative;
  }

  ir::CausalModel& model_;
  const ir::Dae& dae_;
  const SourceMap& sources_;
  Program program_;
  Layout layout_;
  CodeBuilder builder_;
  Describer describer_;
  Emission to_;
  SystemEmitter systems_;
  std::vector<char> is_computed_;  // by variable: a parameter with a value before initialisation
  StartEmitter starts_;
  bool reads_terminal_ = false;
};

}  // namespace
}  // namespace emit

runtime::Program Emit(ir::CausalModel& model, const SourceMap& sources, Diagnostics& diagnostics) {
  return emit::ProgramEmitter(model, sources, diagnostics).Run();
}

}  // namespace stiction
