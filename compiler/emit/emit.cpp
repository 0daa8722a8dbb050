// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/emit/code_builder.h"
#include "compiler/emit/describe.h"
#include "compiler/emit/emit_function.h"
#include "compiler/emit/emit_message.h"
#include "compiler/emit/emit_system.h"
#include "compiler/emit/layout.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace emit {
namespace {

using ir::ExprId;
using ir::VariableId;
using runtime::kNoSlot;
using runtime::Program;
using runtime::Slot;

runtime::ValueType TypeOf(ir::ScalarType type) {
  switch (type) {
    case ir::ScalarType::kInteger:
      return runtime::ValueType::kInteger;
    case ir::ScalarType::kBoolean:
      return runtime::ValueType::kBoolean;
    case ir::ScalarType::kEnumeration:
      return runtime::ValueType::kEnumeration;
    case ir::ScalarType::kString:
      return runtime::ValueType::kString;
    default:
      return runtime::ValueType::kReal;
  }
}

class ProgramEmitter {
 public:
  ProgramEmitter(ir::CausalModel& model, const SourceMap& sources, Diagnostics& diagnostics)
      : model_(model),
        dae_(model.dae),
        sources_(sources),
        diagnostics_(diagnostics),
        layout_(model, program_),
        builder_(*dae_.pool, dae_.functions, Target(), dae_.enumerations),
        describer_(model, sources, program_),
        systems_(model, layout_, program_, builder_, describer_, diagnostics),
        is_computed_(model.dae.variables.size(), 0) {}

  Program Run() {
    program_.model = dae_.name;
    for (const ir::Function& function : dae_.functions) {
      program_.functions.push_back(EmitFunction(dae_, function, sources_));
    }
    for (const ir::FlatObject& object : dae_.objects) {
      program_.objects.push_back(
          {dae_.variables[object.variable.index()].name, static_cast<int32_t>(object.destructor.index())});
    }
    Relations();
    HeldValues();
    OpenValues();
    Parameters();
    Starts();
    Jumps();
    program_.initial_system = systems_.Emit(std::exchange(model_.initial, {}), false, guesses_);
    LateValues();
    program_.event_system = systems_.Emit(std::exchange(model_.event, {}), false);
    program_.continuous_system = systems_.Emit(std::exchange(model_.continuous, {}), true);
    Indicators();
    program_.invariant_code = Section([this] { Invariants(); });
    program_.delay_code = Section([this] {
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
    });
    for (const ir::Transport& transport : dae_.transports) {
      program_.transports.push_back({transport.first, transport.point_count});
    }
    program_.actions = Section([this] { Actions(); });
    program_.assertion_code = Section([this] { Assertions(false); });
    program_.initial_checks = Section([this] { InitialChecks(); });
    program_.bounds_code = Section([this] { Bounds(); });
    program_.modes.code = Section([this] { Modes(); });
    Variables();
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

  /// Code that relies on nothing but the values of variables.
  template <class Body>
  runtime::Range Section(const Body& body) {
    builder_.ForgetAll();
    const int32_t begin = builder_.Position();
    body();
    builder_.ForgetAll();
    return {begin, builder_.Position()};
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
    program_.parameters = Section([this] {
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

  ExprId StartOf(const ir::DaeVariable& variable) const { return ir::StartOf(*dae_.pool, variable); }

  /// The declared nominal value of an operand that is a variable or its negative; none: nothing.
  ExprId NominalOf(ExprId operand) const {
    const ir::ExprNode* node = &(*dae_.pool)[operand];
    while (node->op == ir::Op::kToReal || node->op == ir::Op::kNoEvent || node->op == ir::Op::kNeg) {
      node = &(*dae_.pool)[node->args[0]];
    }
    if (node->op != ir::Op::kVariable) return {};
    const ir::DaeVariable& variable = dae_.variables[VariableId(node->payload).index()];
    return variable.variability >= ir::Variability::kDiscrete ? variable.attributes.nominal : ExprId{};
  }

  /// True if the initial system determines it: a parameter with fixed = false, or one that depends on such a one.
  bool IsFree(VariableId v) const {
    return dae_.variables[v.index()].variability <= ir::Variability::kParameter && !is_computed_[v.index()] &&
           !dae_.variables[v.index()].alias;
  }

  std::vector<VariableId> FreeIn(ExprId e) const {
    std::vector<VariableId> variables = symbolic::Variables(*dae_.pool, e);
    std::erase_if(variables, [this](VariableId v) { return !IsFree(v); });
    return variables;
  }

  /// The value of a free parameter before the initial system: start values may depend on it.
  void GuessFreeParameters() {
    std::vector<char> is_guessed(dae_.variables.size(), 0);
    const auto guess_of = [this](VariableId v) {
      const ir::DaeVariable& variable = dae_.variables[v.index()];
      return variable.binding ? variable.binding : StartOf(variable);
    };
    for (size_t v = 0; v < dae_.variables.size(); ++v) {
      if (!IsFree(VariableId(static_cast<int64_t>(v)))) continue;
      std::vector<VariableId> stack{VariableId(static_cast<int64_t>(v))};
      while (!stack.empty()) {
        const VariableId id = stack.back();
        const size_t before = stack.size();
        if (is_guessed[id.index()] == 0) {
          is_guessed[id.index()] = 1;
          for (const VariableId needed : FreeIn(guess_of(id))) {
            if (is_guessed[needed.index()] == 0) stack.push_back(needed);
          }
        }
        if (stack.size() > before) continue;
        stack.pop_back();
        if (std::exchange(is_guessed[id.index()], char{2}) == 2) continue;
        const Slot slot = builder_.Compile(guess_of(id));
        builder_.Emit({runtime::OpCode::kCopy, layout_.Of(id), slot});
        program_.starts_of.push_back({layout_.Of(id), slot});
      }
    }
  }

  /// Start and nominal values that depend on free parameters, once those are known.
  void LateValues() {
    if (late_.empty()) return;
    runtime::BlockCode code;
    code.assign = Section([this] {
      for (const auto& [value, slot] : late_) builder_.CompileInto(value, slot);
    });
    program_.initial_system.blocks.push_back(std::move(code));
  }

  /// @returns kNoSlot if none is declared
  Slot CompileNominal(ExprId nominal) {
    if (!nominal) return runtime::kNoSlot;
    const Slot slot = builder_.Compile(nominal);
    if (!FreeIn(nominal).empty()) late_.emplace_back(nominal, slot);
    return slot;
  }

  void Starts() {
    program_.starts = Section([this] {
      GuessFreeParameters();
      for (size_t v = 0; v < dae_.variables.size(); ++v) {
        const VariableId id(static_cast<int64_t>(v));
        const ir::DaeVariable& variable = dae_.variables[v];
        if (variable.alias || is_computed_[v] || IsFree(id)) continue;
        const ExprId start = StartOf(variable);
        const Slot slot = builder_.Compile(start);
        program_.starts_of.push_back({layout_.Of(id), slot});
        std::vector<VariableId> needs = FreeIn(start);
        if (needs.empty()) continue;
        late_.emplace_back(start, slot);
        guesses_.emplace(id, SystemEmitter::Guess{start, slot, std::move(needs)});
      }
      for (const size_t i : layout_.state_order()) {
        const ir::DaeVariable& state = dae_.variables[model_.states[i].index()];
        const Slot nominal = CompileNominal(state.attributes.nominal);
        program_.states.push_back(
            {layout_.Of(model_.states[i]), layout_.Of(model_.derivatives[i]), nominal, state.name});
      }
      for (size_t i = 0; i < dae_.relations.size(); ++i) {
        const ir::Relation& relation = dae_.relations[i];
        if (relation.kind != ir::Relation::Kind::kState) continue;
        const ExprId left = NominalOf(relation.left);
        program_.relations[i].nominal = CompileNominal(left ? left : NominalOf(relation.right));
      }
    });
  }

  void Indicators() {
    program_.indicators = Section([this] {
      for (size_t i = 0; i < dae_.relations.size(); ++i) {
        if (dae_.relations[i].kind == ir::Relation::Kind::kState) {
          systems_.Operands(ir::RelationId(static_cast<int64_t>(i)));
        }
      }
      for (size_t i = 0; i < dae_.held_values.size(); ++i) systems_.Current(static_cast<int32_t>(i));
    });
    program_.thresholds = Section([this] {
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
    Assertions(true);
  }

  void Assertions(bool at_events) {
    for (const ir::Assertion& assertion : dae_.assertions) {
      if (assertion.at_events != at_events) continue;
      const Slot condition = builder_.Compile(assertion.condition);
      program_.assertions.push_back({condition, EmitMessage(dae_, builder_, assertion.message), assertion.is_warning,
                                     describer_.Place(assertion.origin), at_events,
                                     static_cast<runtime::AssertionInfo::Rule>(assertion.rule)});
    }
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

  /// @returns no slot for a bound that bounds nothing
  Slot BoundSlot(ExprId bound) {
    constexpr double kBeyondAll = 1e60;  // Modelica.Constants.inf and the like
    if (!bound) return kNoSlot;
    const ir::ExprNode& node = (*dae_.pool)[bound];
    const bool is_number = node.op == ir::Op::kReal || node.op == ir::Op::kInteger;
    if (is_number && std::fabs(node.number) >= kBeyondAll) return kNoSlot;
    return builder_.Compile(bound);
  }

  void Bounds() {
    std::set<std::tuple<Slot, bool, ExprId, ExprId>> seen;
    for (size_t v = 0; v < dae_.variables.size(); ++v) {
      const ir::DaeVariable& variable = dae_.variables[v];
      const ir::Attributes& a = variable.attributes;
      if ((!a.min && !a.max) || variable.is_generated) continue;
      const VariableId id(static_cast<int64_t>(v));
      runtime::BoundsInfo info;
      info.variable = layout_.Of(id);
      info.negated = layout_.IsNegated(id);
      if (!seen.emplace(info.variable, info.negated, a.min, a.max).second) continue;
      info.min = BoundSlot(a.min);
      info.max = BoundSlot(a.max);
      if (info.min == kNoSlot && info.max == kNoSlot) continue;
      if (a.nominal) info.nominal = builder_.Compile(a.nominal);
      info.is_parameter = variable.variability <= ir::Variability::kParameter;
      info.is_real = variable.type == ir::ScalarType::kReal;
      info.name = variable.name;
      if (variable.type == ir::ScalarType::kEnumeration) {
        info.literals = LiteralsOf(dae_, variable.type, variable.enumeration);
      }
      info.place = describer_.Place(variable.origin);
      program_.bounds.push_back(std::move(info));
    }
  }

  void InitialChecks() {
    for (const ir::EquationId id : model_.redundant_initial) {
      const ir::DaeEquation equation = model_.Equation(id);
      runtime::CheckInfo check;
      const Slot left = builder_.Compile(equation.left);
      check.left = left;
      check.right = builder_.Compile(equation.right);
      if ((*dae_.pool)[equation.left].type == ir::ScalarType::kReal) {
        check.size = builder_.Compile(SizeOfTerms(equation));
      }
      check.equation = describer_.Equation(id);
      for (const ExprId side : {equation.left, equation.right}) {
        const ir::ExprNode& node = (*dae_.pool)[side];
        if (!check.discrete.empty() || (node.op != ir::Op::kVariable && node.op != ir::Op::kPre)) continue;
        const ir::DaeVariable& variable = dae_.variables[static_cast<size_t>(node.payload)];
        if (variable.variability != ir::Variability::kDiscrete) continue;
        check.discrete = variable.name;
        check.literals = LiteralsOf(dae_, variable.type, variable.enumeration);
      }
      program_.checks.push_back(std::move(check));
    }
  }

  /// The sum of the magnitudes of an equation's terms, at least the greatest nominal value of its variables.
  ExprId SizeOfTerms(const ir::DaeEquation& equation) {
    ir::ExprPool& pool = *dae_.pool;
    ExprId sum = pool.Real(0);
    std::vector<ExprId> terms{equation.right, equation.left};
    while (!terms.empty()) {
      const ExprId term = terms.back();
      terms.pop_back();
      const ir::ExprNode& node = pool[term];
      if (node.op == ir::Op::kAdd || node.op == ir::Op::kSub || node.op == ir::Op::kNeg || node.op == ir::Op::kToReal) {
        terms.insert(terms.end(), node.args.begin(), node.args.end());
      } else {
        sum = symbolic::Add(pool, sum, symbolic::Build(pool, {.op = ir::Op::kAbs, .type = node.type, .args = {term}}));
      }
    }
    ExprId nominal;
    for (const ExprId side : {equation.left, equation.right}) {
      for (const VariableId v : symbolic::Variables(pool, side)) {
        const ExprId of_variable = dae_.variables[v.index()].attributes.nominal;
        if (of_variable) nominal = nominal ? Greater(nominal, of_variable) : of_variable;
      }
    }
    return Greater(sum, nominal ? nominal : pool.Real(1));
  }

  ExprId Greater(ExprId a, ExprId b) {
    return symbolic::Build(*dae_.pool, {.op = ir::Op::kMax, .type = ir::ScalarType::kReal, .args = {a, b}});
  }

  void Variables() {
    std::vector<char> is_state(dae_.variables.size(), 0);
    for (const VariableId state : model_.states) is_state[state.index()] = 1;
    program_.variables.reserve(dae_.variables.size());
    std::unordered_set<VariableId> objects;
    for (const ir::FlatObject& object : dae_.objects) objects.insert(object.variable);
    for (size_t v = 0; v < dae_.variables.size(); ++v) {
      const ir::DaeVariable& variable = dae_.variables[v];
      const VariableId id(static_cast<int64_t>(v));
      const bool is_unknown = variable.variability >= ir::Variability::kDiscrete;
      if (is_unknown && !variable.integral && !variable.is_generated && variable.causality != ir::Causality::kInput) {
        ++program_.equation_count;
      }
      if (variable.is_generated || objects.contains(id)) continue;
      using Kind = runtime::VariableKind;
      runtime::VariableInfo info;
      info.name = variable.name;
      info.slot = layout_.Of(id);
      info.negated = layout_.IsNegated(id);
      info.type = TypeOf(variable.type);
      info.kind = !is_unknown                                          ? Kind::kParameter
                  : variable.causality == ir::Causality::kInput        ? Kind::kInput
                  : is_state[v]                                        ? Kind::kState
                  : variable.variability == ir::Variability::kDiscrete ? Kind::kDiscrete
                  : variable.integral                                  ? Kind::kDerivative
                                                                       : Kind::kAlgebraic;
      info.is_protected = variable.is_protected;
      info.is_output = variable.causality == ir::Causality::kOutput;
      info.is_settable = variable.variability == ir::Variability::kParameter &&
                         variable.type == ir::ScalarType::kReal && !variable.is_final && !variable.is_evaluated;
      info.shared_declaration = DeclarationOf(variable);
      program_.variables.push_back(std::move(info));
    }
  }

  std::shared_ptr<const runtime::Declaration> DeclarationOf(const ir::DaeVariable& variable) {
    const bool has_literals = variable.type == ir::ScalarType::kEnumeration;
    const std::string& unit = variable.attributes.unit;
    const DeclarationKey key(variable.origin.span, has_literals ? variable.enumeration : ir::EnumerationId(), unit,
                             variable.comment.str());
    std::shared_ptr<const runtime::Declaration>& declaration = declarations_[key];
    if (!declaration) {
      std::vector<std::string> literals;
      if (has_literals) literals = LiteralsOf(dae_, variable.type, variable.enumeration);
      declaration = std::make_shared<const runtime::Declaration>(
          runtime::Declaration{std::move(literals), unit, variable.comment, describer_.Place(variable.origin)});
    }
    return declaration;
  }

  ir::CausalModel& model_;
  const ir::Dae& dae_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  Program program_;
  Layout layout_;
  CodeBuilder builder_;
  Describer describer_;
  SystemEmitter systems_;
  // Its place, enumeration, unit and comment: modifiers may differ between the elements of an array.
  using DeclarationKey = std::tuple<Span, ir::EnumerationId, std::string_view, std::string_view>;
  std::map<DeclarationKey, std::shared_ptr<const runtime::Declaration>> declarations_;
  bool reads_terminal_ = false;
  std::vector<char> is_computed_;  // by variable: a parameter with a value before initialisation
  SystemEmitter::Guesses guesses_;
  std::vector<std::pair<ExprId, Slot>> late_;
};

}  // namespace
}  // namespace emit

runtime::Program Emit(ir::CausalModel& model, const SourceMap& sources, Diagnostics& diagnostics) {
  return emit::ProgramEmitter(model, sources, diagnostics).Run();
}

}  // namespace stiction
