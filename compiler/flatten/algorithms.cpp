// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/expand/scalar.h"
#include "compiler/flatten/indexed_targets.h"
#include "compiler/ir/expr/functions.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/specialize/effects.h"
#include "compiler/specialize/loop_function.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/evaluate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::flatten {

using ast::StatementKind;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::ExprId;
using ir::FlatEquation;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

namespace {

/// An algorithm that runs more statements than this is not unrolled.
constexpr int64_t kMaxStatements = 200'000;
/// Branches around one statement, those that a `break` makes included.
constexpr int kDeepestNesting = 500;

/// True if `e` would make events outside of noEvent (MLS 8.5).
bool MakesEvents(const ir::ExprPool& pool, ExprId e) {
  bool makes = false;
  symbolic::ForEachNode(pool, e, [&](ExprId id) {
    const Op op = pool[id].op;
    makes = makes || ir::Jumps(op) || (ir::IsRelation(op) && pool[pool[id].args[0]].type == ScalarType::kReal);
  });
  return makes;
}

}  // namespace

void AlgorithmFlattener::Flatten(const ir::BoundAlgorithm& algorithm, bool is_initial, std::vector<FlatEquation>& out) {
  is_initial_ = is_initial;
  outputs_.clear();
  earlier_.clear();
  try {
    // The elements of an array that are assigned, and how often, are known only once the loops are run: the first pass
    // takes all elements for outputs.
    CollectTargets(algorithm.statements);
    Execute(algorithm);
    outputs_.clear();
    for (const auto& [v, target] : targets_) outputs_.insert(v);
    Execute(algorithm);
    // The last pass knows where a variable gets its last value: what follows reads the variable itself.
    earlier_ = targets_;
    Execute(algorithm);
  } catch (const ExpansionError& error) {
    expander_.SetAssigned(nullptr);
    equations_.Report(error);
    return;
  }
  for (const VariableId v : order_) {
    const ir::FlatVariable& variable = context_.flat.variables[v.index()];
    FlatEquation equation;
    equation.kind = FlatEquation::Kind::kEquality;
    equation.left = expander_.pool().Variable(v, variable.type, variable.enumeration);
    equation.right = targets_.at(v).value;
    equation.assigned_in_when = targets_.at(v).only_in_when;
    equation.origin = {.span = targets_.at(v).span, .derivation = "algorithm"};
    out.push_back(std::move(equation));
  }
  std::move(actions_.begin(), actions_.end(), std::back_inserter(out));
  actions_.clear();
}

void AlgorithmFlattener::Execute(const ir::BoundAlgorithm& algorithm) {
  state_ = {};
  targets_.clear();
  order_.clear();
  actions_.clear();
  conditions_.clear();
  when_depth_ = loop_depth_ = if_depth_ = 0;
  statements_ = 0;
  for (const VariableId v : outputs_) state_.values[v] = ValueBefore(v);
  expander_.SetAssigned(&state_.values);
  Run(algorithm.statements);
  expander_.SetAssigned(nullptr);
  for (auto& [v, target] : targets_) {
    if (!target.is_complete) target.value = state_.values.at(v);
  }
}

void AlgorithmFlattener::Complete() {
  symbolic::CallResults calls;  // a call may have assigned thousands of elements
  for (auto& [v, target] : targets_) {
    const auto earlier = earlier_.find(v);
    if (target.is_complete || earlier == earlier_.end() || earlier->second.assignments > target.assignments) continue;
    target.is_complete = true;
    target.value = state_.values.at(v);
    // Known values stay visible: loops and branches may depend on them at compile time.
    if (Known(target.value, &calls)) continue;
    const ir::FlatVariable& variable = context_.flat.variables[v.index()];
    state_.values[v] = expander_.pool().Variable(v, variable.type, variable.enumeration);
  }
}

void AlgorithmFlattener::Count(Span span) {
  if (++statements_ <= kMaxStatements) return;
  Fail(DiagnosticKind::NotYetSupported, span,
       fmt::format("an algorithm that runs more than {} statements is not supported yet", kMaxStatements),
       "move the loop into a function");
}

void AlgorithmFlattener::Run(const Statements& statements, size_t first) {
  for (size_t i = first; i < statements.size(); ++i) {
    if (state_.broken && Known(state_.broken).value_or(0) != 0) return;
    // Statements after a `break` that may have been reached.
    if (state_.broken && !symbolic::IsNumber(expander_.pool(), state_.broken, 0)) {
      return UnlessBroken(statements[i], [&] { Run(statements, i); });
    }
    Run(statements[i]);
    if (if_depth_ == 0 && loop_depth_ == 0 && when_depth_ == 0) Complete();
  }
}

void AlgorithmFlattener::Run(const BoundStatement& statement) {
  Count(statement.span);
  switch (statement.kind) {
    case StatementKind::kAssign:
      return Assign(statement);
    case StatementKind::kMultiAssign:
      return MultiAssign(statement);
    case StatementKind::kCall:
      return Call(statement);
    case StatementKind::kIf:
      return If(statement, 0);
    case StatementKind::kFor:
      return For(statement, 0);
    case StatementKind::kWhile:
      return While(statement);
    case StatementKind::kWhen:
      return When(statement);
    case StatementKind::kBreak:
      CHECK(state_.broken, "`break` outside of a loop");
      state_.broken = expander_.pool().Boolean(true);
      return;
    case StatementKind::kReturn:
      CHECK(false, "`return` in an algorithm of a model");
      return;
  }
}

// ---- values ---------------------------------------------------------------------------------

ExprId AlgorithmFlattener::ValueBefore(VariableId v) {
  const ir::FlatVariable& variable = context_.flat.variables[v.index()];
  ir::ExprPool& pool = expander_.pool();
  if (variable.variability == ir::Variability::kDiscrete) return pool.Pre(v, variable.type, variable.enumeration);
  return ir::StartOf(pool, variable);
}

ExprId AlgorithmFlattener::Current(const State& state, VariableId v) {
  const auto found = state.values.find(v);
  if (found != state.values.end()) return found->second;
  return ValueBefore(v);
}

AlgorithmFlattener::State AlgorithmFlattener::Merge(ExprId condition, State yes, const State& no) {
  ir::ExprPool& pool = expander_.pool();
  std::set<VariableId> all;
  for (const auto& [v, value] : yes.values) all.insert(v);
  for (const auto& [v, value] : no.values) all.insert(v);
  for (const VariableId v : all) {
    const ExprId a = Current(yes, v), b = Current(no, v);
    yes.values[v] = a == b ? a : Conditional(pool, condition, a, b);
  }
  if (yes.broken && yes.broken != no.broken) {
    const ExprId taken = Logic(pool, Op::kAnd, condition, yes.broken);
    const ExprId other = Logic(pool, Op::kAnd, Unary(pool, Op::kNot, condition), no.broken);
    yes.broken = Logic(pool, Op::kOr, taken, other);
  }
  return yes;
}

template <class Yes, class No>
void AlgorithmFlattener::Choose(ExprId condition, Yes yes, No no) {
  const State before = state_;
  ++if_depth_;
  conditions_.push_back(condition);
  yes();
  State after = std::exchange(state_, before);
  conditions_.back() = Unary(expander_.pool(), Op::kNot, condition);
  no();
  conditions_.pop_back();
  --if_depth_;
  state_ = Merge(condition, std::move(after), state_);
}

std::optional<double> AlgorithmFlattener::ParameterValue(VariableId v) {
  if (context_.flat.variables[v.index()].variability > ir::Variability::kParameter) return std::nullopt;
  if (instances_.empty()) {
    for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
      if (context_.variables[i]) instances_[context_.variables[i]] = ir::InstanceId(static_cast<int64_t>(i));
    }
  }
  const auto after = instances_.upper_bound(v);
  if (after == instances_.begin()) return std::nullopt;
  const auto [first, id] = *std::prev(after);
  const auto [known, is_new] = parameters_.try_emplace(first);
  if (is_new) {
    const BoundExpression reference{.kind = BoundKind::kComponent,
                                    .span = context_.tree.instances[id.index()].span,
                                    .type = {},
                                    .text = {},
                                    .instance = id};
    if (std::optional<Value> value = Evaluate(context_.tree, reference)) known->second = std::move(value->numbers);
  }
  const auto k = static_cast<size_t>(v.value - first.value);
  return k < known->second.size() ? std::optional(known->second[k]) : std::nullopt;
}

std::optional<double> AlgorithmFlattener::Known(ExprId e, symbolic::CallResults* calls) {
  const auto value_of = [this](VariableId v) { return ParameterValue(v); };
  return symbolic::Evaluate(expander_.pool(), context_.flat.functions, e, value_of, calls);
}

// ---- assignments ----------------------------------------------------------------------------

void AlgorithmFlattener::RequireAssignable(VariableId v, Span span) {
  const ir::FlatVariable& variable = context_.flat.variables[v.index()];
  if (variable.variability > ir::Variability::kParameter) return;
  const bool is_free = variable.attributes.fixed && symbolic::IsNumber(expander_.pool(), variable.attributes.fixed, 0);
  if (is_initial_ && is_free) return;
  Fail(DiagnosticKind::AssignmentTarget, span,
       fmt::format("`{}` is a {}: an algorithm cannot assign it", variable.name,
                   variable.variability == ir::Variability::kConstant ? "constant" : "parameter"),
       is_initial_ ? "give it `fixed = false`" : "drop the prefix of its declaration");
}

void AlgorithmFlattener::AssignScalar(ExprId target, ExprId value, Span span) {
  ir::ExprPool& pool = expander_.pool();
  const ir::ExprNode node = pool[target];
  if (node.op != Op::kVariable) {
    Fail(DiagnosticKind::NotYetSupported, span,
         "an assignment to elements that are chosen during the simulation is not supported yet here",
         "assign one element of an array, `x[i] := ...`, or loop over all of them");
  }
  const VariableId v(node.payload);
  RequireAssignable(v, span);
  value = Coerce(pool, value, node.type);
  if (when_depth_ > 0) {
    if (node.type == ScalarType::kReal) context_.flat.variables[v.index()].variability = ir::Variability::kDiscrete;
    if (MakesEvents(pool, value)) value = Unary(pool, Op::kNoEvent, value);
  }
  const auto [entry, is_first] = targets_.try_emplace(v);
  Target& described = entry->second;
  if (is_first) {
    described.span = span;
    order_.push_back(v);
  }
  ++described.assignments;
  described.only_in_when = described.only_in_when && when_depth_ > 0;
  state_.values[v] = value;
}

void AlgorithmFlattener::AssignValue(const FlatValue& target, const FlatValue& value, Span span) {
  if (target.is_record != value.is_record || target.dims != value.dims) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot assign {} to {}", value.is_record ? "a record" : Describe(value.dims),
                     target.is_record ? "a record" : Describe(target.dims)));
  }
  for (const auto& [name, field] : target.fields) {
    const auto found =
        std::find_if(value.fields.begin(), value.fields.end(), [&n = name](const FlatField& f) { return f.name == n; });
    if (found == value.fields.end()) {
      Fail(DiagnosticKind::TypeMismatch, span, fmt::format("the value has no member `{}`", name));
    }
    AssignValue(field, found->value, span);
  }
  for (size_t k = 0; k < target.elements.size(); ++k) AssignScalar(target.elements[k], value.elements[k], span);
}

void AlgorithmFlattener::Assign(const BoundStatement& statement) {
  AssignTo(*statement.target, expander_.Expand(*statement.value), statement.span);
}

// Of an element that is chosen while the model runs, every one that it may be is assigned: what it is meant to be, or
// what it is.
void AlgorithmFlattener::AssignTo(const BoundExpression& target, const FlatValue& value, Span span) {
  const std::optional<IndexedTarget> indexed = FindIndexed(expander_, target);
  if (!indexed) return AssignValue(expander_.ExpandTarget(target), value, span);
  if (value.is_record || value.dims != indexed->dims) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot assign {} to {}", value.is_record ? "a record" : Describe(value.dims),
                     Describe(indexed->dims)));
  }
  ir::ExprPool& pool = expander_.pool();
  for (const ElementChoice& choice : Choices(expander_, *indexed)) {
    const ExprId element = indexed->array.elements[choice.element];
    ExprId otherwise = Current(state_, VariableId(pool[element].payload));
    if (choice.outside) otherwise = Conditional(pool, choice.is_outside, choice.outside, otherwise);
    const ExprId assigned = Coerce(pool, value.elements[choice.value], indexed->array.type);
    AssignScalar(element, Conditional(pool, choice.is_meant, assigned, otherwise), span);
  }
}

void AlgorithmFlattener::MultiAssign(const BoundStatement& statement) {
  const std::vector<FlatValue> results = expander_.ExpandCall(*statement.value);
  const std::vector<ir::BoundPtr>& wanted = statement.target->operands;
  CHECK(wanted.size() <= results.size(), "{} results of {}", wanted.size(), results.size());
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k]) AssignTo(*wanted[k], results[k], wanted[k]->span);
  }
}

// ---- control --------------------------------------------------------------------------------

void AlgorithmFlattener::If(const BoundStatement& statement, size_t branch) {
  if (branch == statement.branches.size()) return;
  const auto& here = statement.branches[branch];
  if (!here.condition) return Run(here.body);
  const ExprId condition = expander_.ExpandScalar(*here.condition);
  if (symbolic::IsNumber(expander_.pool(), condition, 1)) return Run(here.body);
  if (symbolic::IsNumber(expander_.pool(), condition, 0)) return If(statement, branch + 1);
  // A branch that a parameter rules out may be impossible to expand (a subscript out of range, other dimensions).
  const std::optional<double> known = Known(condition);
  if (!known)
    return Choose(
        condition, [&] { Run(here.body); }, [&] { If(statement, branch + 1); });
  const AlgorithmFlattener before = *this;
  try {
    Choose(
        condition, [&] { Run(here.body); }, [&] { If(statement, branch + 1); });
  } catch (const ExpansionError&) {
    state_ = before.state_;
    targets_ = before.targets_;
    order_ = before.order_;
    actions_ = before.actions_;
    conditions_ = before.conditions_;
    when_depth_ = before.when_depth_;
    loop_depth_ = before.loop_depth_;
    if_depth_ = before.if_depth_;
    if (*known != 0) return Run(here.body);
    If(statement, branch + 1);
  }
}

bool AlgorithmFlattener::MayGoOn(const BoundStatement& statement) {
  Count(statement.span);
  // A `break` that parameters decide ends the unrolling.
  return Known(state_.broken).value_or(0) == 0;
}

template <class Rest>
void AlgorithmFlattener::UnlessBroken(const BoundStatement& statement, Rest rest) {
  ir::ExprPool& pool = expander_.pool();
  if (symbolic::IsNumber(pool, state_.broken, 0)) return rest();
  if (if_depth_ >= kDeepestNesting) {
    Fail(DiagnosticKind::NotYetSupported, statement.span,
         fmt::format("a loop that may be left after more than {} turns is not supported yet in a model",
                     kDeepestNesting),
         "move the loop into a function");
  }
  Choose(
      state_.broken, [] {},
      [&] {
        state_.broken = pool.Boolean(false);
        rest();
      });
}

template <class Body>
void AlgorithmFlattener::Loop(Body body) {
  const ExprId outer = std::exchange(state_.broken, expander_.pool().Boolean(false));
  ++loop_depth_;
  body();
  --loop_depth_;
  state_.broken = outer;
}

void AlgorithmFlattener::For(const BoundStatement& statement, size_t index) {
  if (index == statement.indices.size()) return Run(statement.body);
  const ir::BoundIterator& iterator = statement.indices[index];
  std::vector<ExprId> values;
  try {
    values = expander_.RangeValues(iterator);
  } catch (const ExpansionError& error) {
    if (error.diagnostic.kind != DiagnosticKind::NotConstant) throw;
    return RunAsFunction(statement, index);
  }
  const auto from = [&](auto&& self, size_t turn) -> void {
    for (; turn < values.size() && MayGoOn(statement); ++turn) {
      if (!symbolic::IsNumber(expander_.pool(), state_.broken, 0)) {
        return UnlessBroken(statement, [&] { self(self, turn); });
      }
      expander_.Bind(iterator.number, values[turn]);
      For(statement, index + 1);
    }
  };
  Loop([&] { from(from, 0); });
  expander_.Unbind(iterator.number);
}

void AlgorithmFlattener::While(const BoundStatement& statement) {
  const auto& loop = statement.branches.at(0);
  const auto from = [&](auto&& self) -> void {
    while (MayGoOn(statement)) {
      if (!symbolic::IsNumber(expander_.pool(), state_.broken, 0)) {
        return UnlessBroken(statement, [&] { self(self); });
      }
      const std::optional<double> goes_on = Known(expander_.ExpandScalar(*loop.condition));
      if (!goes_on) return RunAsFunction(statement, 0);
      if (*goes_on == 0) return;
      Run(loop.body);
    }
  };
  Loop([&] { from(from); });
}

void AlgorithmFlattener::RunAsFunction(const BoundStatement& loop, size_t first_index) {
  const auto [place, is_new] = loops_.try_emplace({&loop, first_index});
  LoopCall& made = place->second;
  if (is_new) {
    LoopFunction function = MakeLoopFunction(context_.tree, loop, first_index);
    made.call = std::make_shared<BoundExpression>(BoundExpression{
        .kind = BoundKind::kCall, .span = loop.span, .function = functions_.Add(std::move(function.function))});
    made.call->operands = std::move(function.arguments);
    made.targets = std::move(function.targets);
  }
  if (made.targets.empty()) {
    BoundStatement call{.kind = StatementKind::kCall, .span = loop.span};
    call.value = made.call;
    return Call(call);
  }
  const std::vector<FlatValue> results = expander_.ExpandCall(*made.call);
  for (size_t k = 0; k < made.targets.size(); ++k) {
    AssignTo(*made.targets[k], results[k], loop.span);
  }
}

void AlgorithmFlattener::When(const BoundStatement& statement) {
  if (is_initial_) {
    Fail(DiagnosticKind::StatementNotAllowedHere, statement.span,
         "a when-statement stands in an initial algorithm (MLS 11.2.7.1)", "use an if-statement");
  }
  ir::ExprPool& pool = expander_.pool();
  // The conditions are those before the statement; of several branches the first one that is active counts.
  std::vector<ExprId> active;
  for (const auto& branch : statement.branches) {
    ExprId any = pool.Boolean(false);
    for (const ExprId element : expander_.Expand(*branch.condition).elements) {
      const ExprId edge = pool.Make({.op = Op::kActive, .type = ScalarType::kBoolean, .args = {element}});
      any = Logic(pool, Op::kOr, any, edge);
    }
    active.push_back(any);
  }
  ++when_depth_;
  const auto run = [&](auto&& self, size_t branch) -> void {
    if (branch == active.size()) return;
    Choose(
        active[branch], [&] { Run(statement.branches[branch].body); }, [&] { self(self, branch + 1); });
  };
  run(run, 0);
  --when_depth_;
}

void AlgorithmFlattener::Call(const BoundStatement& statement) {
  const BoundExpression& call = *statement.value;
  std::vector<FlatEquation> made;
  if (call.kind == BoundKind::kCall) {
    AddEffects(context_, expander_.ExpandCall(call), statement.span, made);
  } else {
    equations_.AddMessageCall(call, statement.span, made);
  }
  for (FlatEquation& action : made) {
    // A when-condition makes events wherever it stands; it cannot be part of an assertion's condition.
    for (size_t i = conditions_.size(); i-- > 0;) {
      FlatEquation guarded;
      guarded.kind = FlatEquation::Kind::kIf;
      guarded.origin = action.origin;
      guarded.branches.push_back({conditions_[i], {std::move(action)}});
      action = std::move(guarded);
    }
    actions_.push_back(std::move(action));
  }
}

// ---- what an algorithm assigns ----------------------------------------------------------------

void AlgorithmFlattener::CollectTargets(const Statements& statements) {
  for (const BoundStatement& statement : statements) {
    if (statement.kind == StatementKind::kAssign) CollectTarget(*statement.target);
    if (statement.kind == StatementKind::kMultiAssign) {
      for (const ir::BoundPtr& operand : statement.target->operands) {
        if (operand) CollectTarget(*operand);
      }
    }
    for (const auto& branch : statement.branches) CollectTargets(branch.body);
    CollectTargets(statement.body);
  }
}

void AlgorithmFlattener::CollectTarget(const BoundExpression& target) {
  if (target.kind != BoundKind::kComponent) return;
  CollectVariables(context_.counterparts.Of(target.instance), target.members, 0);
}

void AlgorithmFlattener::CollectVariables(ir::InstanceId id, const std::vector<ir::BoundMember>& members,
                                          size_t member) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  for (const ir::InstanceId element : instance.elements) CollectVariables(element, members, member);
  if (instance.kind == ir::InstanceKind::kBuiltin && context_.variables[id.index()]) {
    for (int64_t k = 0; k < flatten::Count(instance.dims); ++k) {
      outputs_.insert(VariableId(context_.variables[id.index()].value + k));
    }
  }
  if (instance.kind != ir::InstanceKind::kComposite) return;
  for (const ir::InstanceId child : instance.children) {
    const bool all = member == members.size();
    if (!all && context_.tree.instances[child.index()].name != members[member].name) continue;
    CollectVariables(child, members, all ? member : member + 1);
  }
}

}  // namespace stiction::flatten
