// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/expand/scalar.h"
#include "compiler/ir/expr/walk.h"
#include "compiler/ir/instances/operators_of_models.h"
#include "compiler/specialize/effects.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ast::EquationKind;
using ir::BoundEquation;
using ir::BoundKind;
using ir::ExprId;
using ir::FlatBranch;
using ir::FlatEquation;
using ir::InstanceId;
using ir::Op;

namespace {

bool ContainsWhen(const std::vector<BoundEquation>& body) {
  return std::any_of(body.begin(), body.end(), [](const BoundEquation& equation) {
    return equation.kind == EquationKind::kWhen || ContainsWhen(equation.body) ||
           std::any_of(equation.branches.begin(), equation.branches.end(),
                       [](const auto& branch) { return ContainsWhen(branch.body); });
  });
}

bool IsStateMachineEquation(const BoundEquation& equation) {
  return equation.kind == EquationKind::kCall && equation.left->kind == BoundKind::kBuiltin &&
         ir::IsStateMachineEquation(equation.left->text);
}

const ir::BoundExpression* FindGraphQuery(const ir::BoundExpression& e) {
  if (IsGraphQuery(e)) return &e;
  for (const ir::BoundPtr& operand : e.operands) {
    const ir::BoundExpression* found = operand ? FindGraphQuery(*operand) : nullptr;
    if (found) return found;
  }
  return nullptr;
}

/// Number of unknowns that the equations can determine.
int64_t Balance(const std::vector<FlatEquation>& equations) {
  int64_t count = 0;
  for (const FlatEquation& equation : equations) {
    if (equation.kind == FlatEquation::Kind::kEquality) ++count;
    if (equation.kind == FlatEquation::Kind::kIf) count += Balance(equation.branches.front().body);
    if (equation.kind == FlatEquation::Kind::kWhen) count += Balance(equation.branches.front().body);
  }
  return count;
}

/// The unknowns of each equation, and of which of them the derivative, and the external functions (as negative
/// numbers), whose derivatives are given or not: what a causalisation has to know of the branches.
using Structure = std::multiset<std::set<std::pair<int32_t, bool>>>;

bool IsExternal(const ir::Function& function) {
  return std::any_of(function.body.begin(), function.body.end(), [](const ir::FunctionStatement& statement) {
    return statement.kind == ir::FunctionStatement::Kind::kExternal;
  });
}

void AddStructure(const ir::FlatModel& flat, const std::vector<FlatEquation>& equations, Structure& structure) {
  for (const FlatEquation& equation : equations) {
    if (equation.kind != FlatEquation::Kind::kEquality) {
      for (const FlatBranch& branch : equation.branches) AddStructure(flat, branch.body, structure);
      continue;
    }
    std::set<std::pair<int32_t, bool>> unknowns;
    std::vector<std::pair<ExprId, bool>> stack{{equation.left, false}, {equation.right, false}};
    std::set<std::pair<ExprId, bool>> seen;
    while (!stack.empty()) {
      const auto [id, differentiated] = stack.back();
      stack.pop_back();
      if (!seen.emplace(id, differentiated).second) continue;
      const ir::ExprNode& node = (*flat.pool)[id];
      if (node.op == Op::kVariable &&
          flat.variables[static_cast<size_t>(node.payload)].variability > ir::Variability::kParameter) {
        unknowns.emplace(node.payload, differentiated);
      }
      if (node.op == Op::kCall && IsExternal(flat.functions[static_cast<size_t>(node.payload)])) {
        unknowns.emplace(-1 - node.payload, differentiated);
      }
      for (const ExprId arg : node.args) stack.emplace_back(arg, differentiated || node.op == Op::kDer);
    }
    structure.insert(std::move(unknowns));
  }
}

bool HaveOneStructure(const ir::FlatModel& flat, const std::vector<FlatBranch>& branches) {
  std::optional<Structure> first;
  for (const FlatBranch& branch : branches) {
    Structure structure;
    AddStructure(flat, branch.body, structure);
    if (first && *first != structure) return false;
    first = std::move(structure);
  }
  return true;
}

/// True if an operator of clocks stands in an equation: which clock another is follows from the equations that hold
/// (MLS 16.3.2).
bool ReadClocks(const ir::FlatModel& flat, const FlatEquation& equation) {
  if (!flat.has_clocks) return false;
  std::vector<ExprId> roots;
  for (const ExprId side : {equation.left, equation.right}) {
    if (side) roots.push_back(side);
  }
  bool found = false;
  ir::ForEachReachable(*flat.pool, roots, [&](ExprId e) {
    const ir::ExprNode& node = (*flat.pool)[e];
    found = found || ir::IsOfClocks(node.op) || node.type == ir::ScalarType::kClock;
  });
  return found || std::any_of(equation.branches.begin(), equation.branches.end(), [&](const FlatBranch& branch) {
           return std::any_of(branch.body.begin(), branch.body.end(),
                              [&](const FlatEquation& inner) { return ReadClocks(flat, inner); });
         });
}

FlatEquation Make(FlatEquation::Kind kind, Span span) {
  FlatEquation equation;
  equation.kind = kind;
  equation.origin = {.span = span, .derivation = {}};
  return equation;
}

}  // namespace

bool EquationFlattener::ContainsConnect(const BoundEquation& equation) {
  return equation.kind == EquationKind::kConnect ||
         (equation.kind == EquationKind::kCall && IsGraphOperator(*equation.left)) ||
         IsStateMachineEquation(equation) || std::any_of(equation.body.begin(), equation.body.end(), ContainsConnect) ||
         std::any_of(equation.branches.begin(), equation.branches.end(), [](const auto& branch) {
           return std::any_of(branch.body.begin(), branch.body.end(), ContainsConnect);
         });
}

void EquationFlattener::Report(const ExpansionError& error) {
  const Diagnostic& d = error.diagnostic;
  if (!reported_.emplace(d.kind, d.span).second) return;
  Diagnostic& added = diagnostics_.Error(d.kind, d.span, d.message);
  added.labels = d.labels;
  added.hint = d.hint;
}

void EquationFlattener::Flatten(const BoundEquation& equation, InstanceId scope, std::vector<FlatEquation>& out) {
  try {
    Add(equation, scope, out);
  } catch (const ExpansionError& error) {
    when_depth_ = 0;
    Report(error);
  }
}

void EquationFlattener::AddAll(const std::vector<BoundEquation>& body, InstanceId scope,
                               std::vector<FlatEquation>& out) {
  for (const BoundEquation& equation : body) Add(equation, scope, out);
}

void EquationFlattener::Add(const BoundEquation& equation, InstanceId scope, std::vector<FlatEquation>& out) {
  switch (equation.kind) {
    case EquationKind::kEquality:
      if (equation.left->kind == BoundKind::kTuple) return AddTuple(equation, out);
      return Equal(expander_.Expand(*equation.left), expander_.Expand(*equation.right),
                   {.span = equation.span, .derivation = {}}, out);
    case EquationKind::kIf:
      return AddIf(equation, scope, out);
    case EquationKind::kFor:
      return AddFor(equation, 0, scope, out);
    case EquationKind::kConnect:
      return connections_.Connect(scope, expander_.Resolve(*equation.from), expander_.Resolve(*equation.to),
                                  equation.span);
    case EquationKind::kWhen:
      return AddWhen(equation, scope, out);
    case EquationKind::kCall:
      return AddCall(equation, scope, out);
  }
}

void EquationFlattener::Equal(const FlatValue& left, const FlatValue& right, const Origin& origin,
                              std::vector<FlatEquation>& out) {
  if (left.is_record != right.is_record || left.dims != right.dims) {
    Fail(DiagnosticKind::DimensionMismatch, origin.span,
         fmt::format("the two sides have different dimensions: {} and {}", Describe(left.dims), Describe(right.dims)));
  }
  if (left.is_record) {
    for (const auto& [name, field] : left.fields) {
      const auto other =
          std::find_if(right.fields.begin(), right.fields.end(), [&n = name](const auto& f) { return f.name == n; });
      if (other == right.fields.end()) {
        Fail(DiagnosticKind::TypeMismatch, origin.span, fmt::format("only one side has a member `{}`", name));
      }
      Equal(field, other->value, origin, out);
    }
    return;
  }
  ir::ExprPool& pool = expander_.pool();
  for (size_t k = 0; k < left.elements.size(); ++k) {
    FlatEquation equation = Make(FlatEquation::Kind::kEquality, origin.span);
    equation.origin = origin;
    equation.left = Coerce(pool, left.elements[k], right.type);
    equation.right = Coerce(pool, right.elements[k], left.type);
    out.push_back(std::move(equation));
  }
}

void EquationFlattener::AddTuple(const BoundEquation& equation, std::vector<FlatEquation>& out) {
  const bool is_transport =
      equation.right->kind == BoundKind::kBuiltin && equation.right->text == "spatialDistribution";
  if (equation.right->kind != BoundKind::kCall && !is_transport) {
    Fail(DiagnosticKind::TypeMismatch, equation.right->span, "a list of results can only come from a function call");
  }
  const std::vector<FlatValue> results =
      is_transport ? expander_.ExpandEnds(*equation.right) : expander_.ExpandCall(*equation.right);
  const std::vector<ir::BoundPtr>& wanted = equation.left->operands;
  if (wanted.size() > results.size()) {
    Fail(DiagnosticKind::ArgumentCount, equation.left->span,
         fmt::format("{} results are wanted, the function has {}", wanted.size(), results.size()));
  }
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k]) Equal(expander_.Expand(*wanted[k]), results[k], {.span = equation.span, .derivation = {}}, out);
  }
}

void EquationFlattener::AddFor(const BoundEquation& equation, size_t index, InstanceId scope,
                               std::vector<FlatEquation>& out) {
  constexpr int64_t kMaxUnrolled = 1'000'000;
  if (index == equation.indices.size()) {
    if (++added_ > kMaxUnrolled) {
      Fail(DiagnosticKind::DimensionNotConstant, equation.span,
           fmt::format("the for-equations of the model have more than {} turns", kMaxUnrolled));
    }
    return AddAll(equation.body, scope, out);
  }
  const ir::BoundIterator& iterator = equation.indices[index];
  for (const ExprId at : expander_.RangeValues(iterator)) {
    expander_.Bind(iterator.number, at);
    AddFor(equation, index + 1, scope, out);
  }
  expander_.Unbind(iterator.number);
}

bool EquationFlattener::KeepIf(const BoundEquation& equation, InstanceId scope, FlatEquation& kept) {
  std::optional<int64_t> balance;
  bool has_else = false;
  for (const auto& branch : equation.branches) {
    FlatBranch flat;
    if (branch.condition) {
      flat.condition = expander_.ExpandScalar(*branch.condition);
      const ir::ExprNode& node = expander_.pool()[flat.condition];
      if (node.op == Op::kBoolean && node.number == 0) continue;
      if (node.op == Op::kBoolean) flat.condition = ExprId();
    }
    has_else = has_else || !flat.condition;
    AddAll(branch.body, scope, flat.body);
    if (balance && *balance != Balance(flat.body)) return false;
    balance = Balance(flat.body);
    kept.branches.push_back(std::move(flat));
    if (has_else) break;
  }
  return has_else || balance.value_or(0) == 0;
}

EquationFlattener::Branching EquationFlattener::Inspect(const BoundEquation& equation) {
  Branching found;
  for (const auto& branch : equation.branches) {
    found.connects = found.connects || std::any_of(branch.body.begin(), branch.body.end(), ContainsConnect);
    found.has_when = found.has_when || ContainsWhen(branch.body);
    if (!branch.condition || !found.known) continue;
    const std::optional<bool> value = expander_.EvaluatedCondition(*branch.condition);
    found.known = value.has_value();
    if (!found.known && found.connects) {
      Fail(DiagnosticKind::NotConstant, branch.condition->span,
           "whether to connect, or to have a transition, must be known at compile time",
           "use a parameter that has a value");
    }
    if (value.value_or(false)) break;
  }
  for (const auto& branch : equation.branches) {
    const ir::BoundExpression* query = found.connects && branch.condition ? FindGraphQuery(*branch.condition) : nullptr;
    if (!query) continue;
    Fail(DiagnosticKind::ConnectionGraph, query->span,
         fmt::format("`{}` follows from the connections, so no connection can depend on it", query->text));
  }
  return found;
}

void EquationFlattener::AddIf(const BoundEquation& equation, InstanceId scope, std::vector<FlatEquation>& out) {
  const Branching branching = Inspect(equation);
  FlatEquation kept = Make(FlatEquation::Kind::kIf, equation.span);
  bool keep = false;
  // A when-equation may stand only under conditions that are decided here (MLS 8.3.5.1).
  if (!branching.connects && !(branching.has_when && branching.known)) {
    try {
      // The choice between equations over different unknowns is part of the structure, so it is made here if it can be.
      keep = KeepIf(equation, scope, kept) &&
             (!branching.known || (HaveOneStructure(context_.flat, kept.branches) && !ReadClocks(context_.flat, kept)));
    } catch (const ExpansionError&) {
      if (!branching.known) throw;
    }
    if (!keep && !branching.known) {
      // Lower says which branches do not fit.
      kept.branches.clear();
      for (const auto& branch : equation.branches) {
        FlatBranch flat;
        if (branch.condition) flat.condition = expander_.ExpandScalar(*branch.condition);
        AddAll(branch.body, scope, flat.body);
        kept.branches.push_back(std::move(flat));
      }
      keep = true;
    }
  }
  if (keep) {
    if (kept.branches.empty()) return;
    if (!kept.branches.front().condition) {
      std::vector<FlatEquation>& body = kept.branches.front().body;
      out.insert(out.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
      return;
    }
    out.push_back(std::move(kept));
    return;
  }
  for (const auto& branch : equation.branches) {
    if (!branch.condition || expander_.EvaluatedCondition(*branch.condition).value_or(false)) {
      return AddAll(branch.body, scope, out);
    }
  }
}

void EquationFlattener::AddWhen(const BoundEquation& equation, InstanceId scope, std::vector<FlatEquation>& out) {
  FlatEquation when = Make(FlatEquation::Kind::kWhen, equation.span);
  ++when_depth_;
  for (const auto& branch : equation.branches) {
    // `when {a, b}` acts at the edge of each element (MLS 8.3.5.1): one branch for each, with the same equations.
    const FlatValue condition = expander_.Expand(*branch.condition);
    for (const ExprId element : condition.elements) {
      FlatBranch flat;
      flat.condition = element;
      AddAll(branch.body, scope, flat.body);
      when.branches.push_back(std::move(flat));
    }
  }
  --when_depth_;
  if (!when.branches.empty()) out.push_back(std::move(when));
}

void EquationFlattener::AddCall(const BoundEquation& equation, InstanceId scope, std::vector<FlatEquation>& out) {
  if (equation.left->kind == BoundKind::kCall) {
    return AddEffects(context_, expander_.ExpandCall(*equation.left), equation.span, out);
  }
  if (IsGraphOperator(*equation.left)) return;
  if (IsStateMachineEquation(equation)) return AddStateStatement(*equation.left, scope, equation.span);
  AddMessageCall(*equation.left, equation.span, out);
}

void EquationFlattener::AddMessageCall(const ir::BoundExpression& call, Span span, std::vector<FlatEquation>& out) {
  if (call.text == "assert") {
    FlatEquation check = Make(FlatEquation::Kind::kAssert, span);
    check.left = expander_.ExpandScalar(*call.operands.at(0));
    check.right = expander_.ExpandScalar(*call.operands.at(1));
    if (call.operands.size() > 2) {
      const ExprId level = expander_.ExpandScalar(*call.operands[2]);
      double ordinal = 0;
      if (ir::IsLiteral(expander_.pool()[level].op)) {
        ordinal = expander_.pool()[level].number;
      } else if (const std::optional<Value> value = expander_.Evaluated(*call.operands[2]); value) {
        ordinal = value->numbers.at(0);
      } else {
        Fail(DiagnosticKind::NotConstant, call.operands[2]->span,
             "the level of an assertion must be known at compile time");
      }
      check.warning_level = ordinal == 1;
    }
    out.push_back(std::move(check));
    return;
  }
  if (call.text == "terminate") {
    FlatEquation terminate = Make(FlatEquation::Kind::kTerminate, span);
    terminate.right = expander_.ExpandScalar(*call.operands.at(0));
    out.push_back(std::move(terminate));
    return;
  }
  if (call.text == "reinit") {
    if (when_depth_ == 0) {
      Fail(DiagnosticKind::WhenNotAllowedHere, span, "`reinit` stands outside a when-equation (MLS 8.3.6)",
           "say when: `when CONDITION then reinit(...); end when;`");
    }
    const FlatValue target = expander_.Expand(*call.operands.at(0));
    const FlatValue value = expander_.Expand(*call.operands.at(1));
    if (target.dims != value.dims) {
      Fail(DiagnosticKind::DimensionMismatch, span,
           fmt::format("cannot set {} to {}", Describe(target.dims), Describe(value.dims)));
    }
    for (size_t k = 0; k < target.elements.size(); ++k) {
      if (expander_.pool()[target.elements[k]].op != Op::kVariable) {
        Fail(DiagnosticKind::ArgumentNotVariable, call.operands[0]->span,
             "`reinit` takes a variable, not an expression");
      }
      FlatEquation reinit = Make(FlatEquation::Kind::kReinit, span);
      reinit.left = target.elements[k];
      reinit.right = ToReal(expander_.pool(), value.elements[k]);
      out.push_back(std::move(reinit));
    }
    return;
  }
  Fail(DiagnosticKind::NotYetSupported, span, fmt::format("`{}` is not supported yet", call.text));
}

}  // namespace stiction::flatten
