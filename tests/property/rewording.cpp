// SPDX-License-Identifier: BSD-3-Clause
#include "tests/property/rewording.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "tests/property/flat.h"
#include "tests/property/rescale.h"

namespace stiction::test {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

bool IsComparisonOfReals(const ir::ExprPool& pool, const ExprNode& node) {
  return IsRelation(node.op) && node.op != Op::kEq && node.op != Op::kNe &&
         pool[node.args[0]].type == ScalarType::kReal && pool[node.args[1]].type == ScalarType::kReal;
}

struct Term {
  ExprId e;
  bool is_subtracted = false;
};

void CollectTerms(const ir::ExprPool& pool, ExprId e, bool is_subtracted, std::vector<Term>& terms) {
  const ExprNode& node = pool[e];
  if (node.type == ScalarType::kReal && (node.op == Op::kAdd || node.op == Op::kSub)) {
    CollectTerms(pool, node.args[0], is_subtracted, terms);
    CollectTerms(pool, node.args[1], is_subtracted != (node.op == Op::kSub), terms);
  } else {
    terms.push_back({e, is_subtracted});
  }
}

template <class T>
void Shuffle(std::vector<T>& items, Random& random) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

// Calls `visit` with each equation and each node of an expression, arguments first.
void ForEachEquation(std::vector<ir::FlatEquation>& equations, const std::function<void(ir::FlatEquation&)>& visit) {
  for (ir::FlatEquation& equation : equations) {
    visit(equation);
    for (ir::FlatBranch& branch : equation.branches) ForEachEquation(branch.body, visit);
  }
}

std::optional<double> NumberOf(const ir::ExprPool& pool, ExprId e) {
  const ExprNode& node = pool[e];
  if (node.op == Op::kReal || node.op == Op::kInteger) return node.number;
  if (node.op != Op::kNeg) return std::nullopt;
  const std::optional<double> opposite = NumberOf(pool, node.args[0]);
  return opposite ? std::optional(-*opposite) : std::nullopt;
}

void ForEachNode(const ir::ExprPool& pool, ExprId e, const std::function<void(const ExprNode&)>& visit) {
  if (!e) return;
  for (const ExprId argument : pool[e].args) ForEachNode(pool, argument, visit);
  visit(pool[e]);
}

bool IsMode(const ir::FlatVariable& variable) {
  return variable.type == ScalarType::kInteger && (variable.name == "mode" || variable.name.ends_with(".mode"));
}

// Rewrites Integer expressions that are compared with a mode, or become one, into an enumeration with the literals -1,
// 0, 1.
class ModeEnumeration {
 public:
  explicit ModeEnumeration(ir::FlatModel& model)
      : model_(model), pool_(*model.pool), enumeration_(static_cast<int64_t>(model.enumerations.size())) {
    model_.enumerations.push_back({"ModeOfIntegers", {"Minus", "Zero", "Plus"}});
  }

  void Run() {
    for (const ir::FlatVariable& variable : model_.variables) is_mode_.push_back(IsMode(variable));
    for (size_t v = 0; v < model_.variables.size(); ++v) {
      if (!is_mode_[v]) continue;
      ir::FlatVariable& variable = model_.variables[v];
      variable.type = ScalarType::kEnumeration;
      variable.enumeration = enumeration_;
      ir::Attributes& attributes = variable.attributes;
      attributes.start = attributes.start ? Converted(attributes.start) : Literal(0);
    }
    ReplaceExpressions(model_, [this](ExprId e) {
      const ExprNode& node = pool_[e];
      const bool compares =
          (node.op == Op::kEq || node.op == Op::kNe) && (IsOfMode(node.args[0]) || IsOfMode(node.args[1]));
      return compares ? pool_.Binary(node.op, Converted(node.args[0]), Converted(node.args[1])) : e;
    });
    const auto convert = [this](ir::FlatEquation& equation) {
      if (equation.kind != ir::FlatEquation::Kind::kEquality || !IsOfMode(equation.left)) return;
      equation.left = Converted(equation.left);
      equation.right = Converted(equation.right);
    };
    ForEachEquation(model_.equations, convert);
    ForEachEquation(model_.initial_equations, convert);
  }

 private:
  bool IsOfMode(ExprId e) const {
    const ExprNode& node = pool_[e];
    return (node.op == Op::kVariable || node.op == Op::kPre) && is_mode_[static_cast<size_t>(node.payload)];
  }

  ExprId Literal(double value) { return pool_.EnumerationLiteral(enumeration_, static_cast<int>(value) + 2); }

  ExprId Converted(ExprId e) {
    const ExprNode node = pool_[e];
    if (node.type == ScalarType::kEnumeration) return e;
    if (node.op == Op::kInteger) return Literal(node.number);
    if (node.op == Op::kNeg && pool_[node.args[0]].op == Op::kInteger) return Literal(-pool_[node.args[0]].number);
    if (node.op == Op::kIf) return pool_.If(node.args[0], Converted(node.args[1]), Converted(node.args[2]));
    if (IsOfMode(e)) {
      const VariableId v(node.payload);
      return node.op == Op::kPre ? pool_.Pre(v, ScalarType::kEnumeration, enumeration_)
                                 : pool_.Variable(v, ScalarType::kEnumeration, enumeration_);
    }
    if (node.op == Op::kVariable) return Converted(model_.variables[static_cast<size_t>(node.payload)].binding);
    throw std::logic_error("a mode that is computed in another way");
  }

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  const ir::EnumerationId enumeration_;
  std::vector<bool> is_mode_;
};

}  // namespace

std::vector<Counterpart> TurnRelations(ir::FlatModel& model, Turn turn) {
  ir::ExprPool& pool = *model.pool;
  ReplaceExpressions(model, [&](ExprId e) {
    const ExprNode node = pool[e];
    if (!IsComparisonOfReals(pool, node)) return e;
    const auto [left, right] = std::pair(node.args[0], node.args[1]);
    switch (turn) {
      case Turn::kMirrored:
        return pool.Binary(Mirrored(node.op), right, left);
      case Turn::kNegated:
        return pool.Unary(Op::kNot, pool.Binary(ir::Opposite(node.op), left, right));
      case Turn::kDifference:
        return pool.Binary(node.op, pool.Binary(Op::kSub, left, right), pool.Real(0));
      case Turn::kOpposite:
        return pool.Binary(Mirrored(node.op), pool.Unary(Op::kNeg, left), pool.Unary(Op::kNeg, right));
    }
    return e;
  });
  return Counterparts(model);
}

std::vector<Counterpart> ReorderSums(ir::FlatModel& model, Random& random) {
  ir::ExprPool& pool = *model.pool;
  ReplaceExpressions(model, [&](ExprId e) {
    std::vector<Term> terms;
    CollectTerms(pool, e, false, terms);
    if (terms.size() < 2) return e;
    Shuffle(terms, random);
    ExprId sum = terms[0].is_subtracted ? pool.Unary(Op::kNeg, terms[0].e) : terms[0].e;
    for (size_t i = 1; i < terms.size(); ++i)
      sum = pool.Binary(terms[i].is_subtracted ? Op::kSub : Op::kAdd, sum, terms[i].e);
    return sum;
  });
  return Counterparts(model);
}

std::vector<Counterpart> TurnSigns(ir::FlatModel& model, Random& random) {
  ir::ExprPool& pool = *model.pool;
  std::vector<double> factors;
  std::unordered_set<VariableId> turned;
  for (size_t v = 0; v < model.variables.size(); ++v) {
    const ir::FlatVariable& variable = model.variables[v];
    const bool is_turned = variable.type == ScalarType::kReal && variable.variability > ir::Variability::kParameter &&
                           variable.causality != ir::Causality::kInput && random() % 2 == 0;
    if (is_turned) turned.insert(VariableId(static_cast<int64_t>(v)));
    factors.push_back(is_turned ? -1 : 1);
  }
  ReplaceExpressions(model, [&](ExprId e) {
    const ExprNode node = pool[e];
    const bool is_turned =
        (node.op == Op::kVariable || node.op == Op::kPre) && turned.contains(VariableId(node.payload));
    if (is_turned) return pool.Unary(Op::kNeg, e);
    const bool is_of_a_variable = node.op == Op::kDer || node.op == Op::kPrevious || node.op == Op::kChange;
    if (!is_of_a_variable || pool[node.args[0]].op != Op::kNeg) return e;
    const ExprId of_the_other = pool.Unary(node.op, pool[node.args[0]].args[0]);
    return node.op == Op::kChange ? of_the_other : pool.Unary(Op::kNeg, of_the_other);
  });
  for (const VariableId v : turned) {
    ir::Attributes& attributes = model.variables[v.index()].attributes;
    std::swap(attributes.min, attributes.max);
    for (ExprId* e : {&attributes.start, &attributes.min, &attributes.max}) {
      if (*e) *e = pool.Unary(Op::kNeg, *e);
    }
  }
  ForEachEquation(model.equations, [&](ir::FlatEquation& equation) {
    if (equation.kind == ir::FlatEquation::Kind::kReinit && turned.contains(VariableId(pool[equation.left].payload)))
      equation.right = pool.Unary(Op::kNeg, equation.right);
    // A when-equation has the variable that it determines by itself on its left (MLS 8.3.5.1).
    if (equation.kind == ir::FlatEquation::Kind::kEquality && pool[equation.left].op == Op::kNeg) {
      equation.left = pool[equation.left].args[0];
      equation.right = pool.Unary(Op::kNeg, equation.right);
    }
  });
  return Counterparts(model, factors);
}

std::vector<Counterpart> SwapBranches(ir::FlatModel& model) {
  ir::ExprPool& pool = *model.pool;
  // The sign of the direction in which a relation `x > number` is true, and the number.
  const auto bound_of = [&](const ExprNode& relation) -> std::pair<int, std::optional<double>> {
    if (!IsComparisonOfReals(pool, relation)) return {0, std::nullopt};
    const int direction = relation.op == Op::kGt || relation.op == Op::kGe ? 1 : -1;
    return {direction, NumberOf(pool, relation.args[1])};
  };
  ReplaceExpressions(model, [&](ExprId e) {
    const ExprNode outer = pool[e];
    if (outer.op != Op::kIf) return e;
    const ExprNode inner = pool[outer.args[2]];
    if (inner.op != Op::kIf || pool[outer.args[0]].args.empty() || pool[inner.args[0]].args.empty()) return e;
    const auto [first_direction, first] = bound_of(pool[outer.args[0]]);
    const auto [second_direction, second] = bound_of(pool[inner.args[0]]);
    const bool exclude_each_other = first && second && pool[outer.args[0]].args[0] == pool[inner.args[0]].args[0] &&
                                    first_direction == -second_direction &&
                                    first_direction * *first >= first_direction * *second;
    if (!exclude_each_other) return e;
    return pool.If(inner.args[0], inner.args[1], pool.If(outer.args[0], outer.args[1], inner.args[2]));
  });
  return Counterparts(model);
}

std::vector<Counterpart> ScaleCurves(ir::FlatModel& model, double factor) {
  return Counterparts(model, Rescale(model, {.curve = factor}));
}

std::vector<Counterpart> EnumerationsAsIntegers(ir::FlatModel& model) {
  constexpr int kZero = 2;  // the literal that becomes 0
  ir::ExprPool& pool = *model.pool;
  std::vector<Counterpart> counterparts = Counterparts(model);
  ReplaceExpressions(model, [&](ExprId e) {
    ExprNode node = pool[e];
    if (node.op == Op::kEnumeration) return pool.Integer(static_cast<int64_t>(node.number) - kZero);
    if (node.op == Op::kOrdinal) return pool.Binary(Op::kAdd, node.args[0], pool.Integer(kZero));
    if (node.type != ScalarType::kEnumeration) return e;
    node.type = ScalarType::kInteger;
    node.enumeration = {};
    return pool.Make(node);
  });
  for (size_t v = 0; v < model.variables.size(); ++v) {
    ir::FlatVariable& variable = model.variables[v];
    if (variable.type != ScalarType::kEnumeration) continue;
    variable.type = ScalarType::kInteger;
    variable.enumeration = {};
    // Without a start value it is the first literal.
    if (!variable.attributes.start) variable.attributes.start = pool.Integer(1 - kZero);
    counterparts[v].offset = -kZero;
  }
  return counterparts;
}

std::vector<Counterpart> ModesAsEnumeration(ir::FlatModel& model) {
  constexpr int kZero = 2;
  std::vector<Counterpart> counterparts = Counterparts(model);
  for (size_t v = 0; v < model.variables.size(); ++v) {
    if (IsMode(model.variables[v])) counterparts[v].offset = kZero;
  }
  ModeEnumeration(model).Run();
  return counterparts;
}

std::vector<Counterpart> Rename(ir::FlatModel& model, Random& random) {
  std::vector<Counterpart> counterparts = Counterparts(model);
  for (size_t v = 0; v < model.variables.size(); ++v) {
    const auto letter = static_cast<char>('a' + random() % 26);
    std::string& name = model.variables[v].name;
    name = fmt::format("{}{}_{}", letter, random() % 1000, name);
    counterparts[v].name = name;
  }
  Shuffle(model.equations, random);
  return counterparts;
}

std::vector<Counterpart> InlineConditions(ir::FlatModel& model) {
  ir::ExprPool& pool = *model.pool;
  std::vector<Counterpart> counterparts = Counterparts(model);
  // What is asked for its past stays a variable, and what a when-clause decides.
  std::unordered_set<VariableId> stays;
  const auto note = [&](const ExprNode& node) {
    if (node.op == Op::kPre) stays.insert(VariableId(node.payload));
    if (node.op == Op::kEdge || node.op == Op::kChange) {
      ForEachNode(pool, node.args[0], [&](const ExprNode& of) {
        if (of.op == Op::kVariable) stays.insert(VariableId(of.payload));
      });
    }
  };
  for (auto* equations : {&model.equations, &model.initial_equations}) {
    ForEachEquation(*equations, [&](ir::FlatEquation& equation) {
      ForEachNode(pool, equation.left, note);
      ForEachNode(pool, equation.right, note);
      for (const ir::FlatBranch& branch : equation.branches) ForEachNode(pool, branch.condition, note);
    });
  }
  std::unordered_map<VariableId, ExprId> meaning;
  std::vector<ir::FlatEquation> others;
  for (const ir::FlatEquation& equation : model.equations) {
    const bool defines = equation.kind == ir::FlatEquation::Kind::kEquality &&
                         pool[equation.left].op == Op::kVariable && pool[equation.left].type == ScalarType::kBoolean;
    const VariableId v(defines ? pool[equation.left].payload : -1);
    if (!defines || stays.contains(v)) {
      others.push_back(equation);
      continue;
    }
    meaning[v] = equation.right;
    counterparts[v.index()].name.clear();
  }
  model.equations = std::move(others);
  // One may stand for others.
  for (size_t round = 0; round <= meaning.size(); ++round) {
    ReplaceExpressions(model, [&](ExprId e) {
      const ExprNode& node = pool[e];
      const auto found = node.op == Op::kVariable ? meaning.find(VariableId(node.payload)) : meaning.end();
      return found == meaning.end() ? e : found->second;
    });
  }
  std::vector<ir::FlatVariable> variables;
  std::vector<int32_t> new_id;
  for (size_t v = 0; v < model.variables.size(); ++v) {
    new_id.push_back(static_cast<int32_t>(variables.size()));
    if (!meaning.contains(VariableId(static_cast<int64_t>(v)))) variables.push_back(model.variables[v]);
  }
  const auto renumbered = [&](ExprId e) {
    ExprNode node = pool[e];
    if (node.op != Op::kVariable && node.op != Op::kPre) return e;
    node.payload = new_id[static_cast<size_t>(node.payload)];
    return pool.Make(node);
  };
  for (auto* equations : {&model.equations, &model.initial_equations}) {
    ForEachEquation(*equations, [&](ir::FlatEquation& equation) {
      if (equation.kind == ir::FlatEquation::Kind::kReinit) equation.left = renumbered(equation.left);
    });
  }
  model.variables = std::move(variables);
  ReplaceExpressions(model, renumbered);
  return counterparts;
}

std::vector<Counterpart> NameConditions(ir::FlatModel& model) {
  ir::ExprPool& pool = *model.pool;
  std::vector<Counterpart> counterparts = Counterparts(model);
  std::vector<ir::FlatEquation> definitions;
  std::unordered_map<ExprId, ExprId> variable_of;
  const std::function<ExprId(ExprId)> named = [&](ExprId e) {
    ExprNode node = pool[e];
    if (node.op == Op::kNoEvent) return e;
    if (IsComparisonOfReals(pool, node)) {
      ExprId& variable = variable_of[e];
      if (variable) return variable;
      const VariableId v(static_cast<int64_t>(model.variables.size()));
      ir::FlatVariable condition;
      condition.name = fmt::format("condition{}", variable_of.size());
      condition.type = ScalarType::kBoolean;
      condition.variability = ir::Variability::kDiscrete;
      model.variables.push_back(condition);
      variable = pool.Variable(v, ScalarType::kBoolean);
      ir::FlatEquation definition;
      definition.kind = ir::FlatEquation::Kind::kEquality;
      definition.left = variable;
      definition.right = e;
      definitions.push_back(definition);
      return variable;
    }
    for (ExprId& argument : node.args) argument = named(argument);
    return node.args.empty() ? e : pool.Make(node);
  };
  for (ir::FlatEquation& equation : model.equations) {
    if (equation.kind == ir::FlatEquation::Kind::kEquality) equation.right = named(equation.right);
  }
  model.equations.insert(model.equations.end(), definitions.begin(), definitions.end());
  return counterparts;
}

}  // namespace stiction::test
