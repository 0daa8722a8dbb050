// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/fold_parameters.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/support/dense_id_map.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::VariableId;

class Folder {
 public:
  explicit Folder(const ir::Dae& dae)
      : dae_(dae),
        pool_(*dae.pool),
        kinds_(dae),
        parameters_(dae, kinds_),
        fold_(pool_, [this](const ExprNode& node) { return Fold(node); }),
        compared_(pool_, [this](const ExprNode& node) { return Compared(node); }) {
    for (const ir::DaeEquation& equation : dae.equations) NoteDefinition(equation);
  }

  ExprId operator()(ExprId e) { return fold_(e); }

  /// Of both sides, ascending.
  std::vector<VariableId> Unknowns(ExprId left, ExprId right) const {
    std::vector<VariableId> all = symbolic::Variables(pool_, left);
    const std::vector<VariableId> of_right = symbolic::Variables(pool_, right);
    all.insert(all.end(), of_right.begin(), of_right.end());
    std::erase_if(all, [this](VariableId v) { return !kinds_.IsContinuous(v); });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  /// What the value of an expression depends on.
  enum class Dependence : uint8_t { kParameters, kUnknowns, kElse };

  void NoteDefinition(const ir::DaeEquation& equation) {
    if (equation.partition >= 0) return;
    for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
      if (pool_[side].op == Op::kVariable) definitions_.emplace(VariableId(pool_[side].payload), other);
    }
  }

  /// The value of an unknown that is the same whatever the others are: the capacitance of a transistor without one.
  std::optional<double> ConstantOf(VariableId v) {
    constexpr int kMaxDepth = 100;  // of definitions
    const auto definition = definitions_.find(v);
    if (definition == definitions_.end() || depth_ > kMaxDepth) return std::nullopt;
    const auto [entry, is_new] = constants_.try_emplace(v);  // one that is defined by itself is none
    if (!is_new) return entry->second;
    ++depth_;
    const std::optional<double> value = Evaluate(definition->second);
    --depth_;
    return constants_[v] = value;
  }

  std::optional<double> Evaluate(ExprId e) {
    const auto value_of = [this](VariableId v) { return IsUnknown(v) ? ConstantOf(v) : parameters_.Of(v); };
    return symbolic::Evaluate(pool_, dae_.functions, compared_(e), value_of, &calls_);
  }

  bool IsUnknown(VariableId v) const { return kinds_.IsContinuous(v) || kinds_.IsDiscrete(v); }

  // A relation as the comparison that it holds, which is true at all times if its sides are the same at all times.
  std::optional<ExprId> Compared(const ExprNode& node) {
    if (node.op != Op::kRelation) return std::nullopt;
    const ir::Relation& relation = dae_.relations[static_cast<size_t>(node.payload)];
    return compared_(pool_.Binary(relation.op, relation.left, relation.right));
  }

  Dependence DependenceOf(ExprId e) {
    for (const ExprId id :
         symbolic::Ascending(pool_, e, [this](ExprId known) { return dependence_.Contains(known); })) {
      const ExprNode& node = pool_[id];
      Dependence highest = Dependence::kParameters;
      if (node.op == Op::kVariable) {
        const VariableId v(node.payload);
        if (IsUnknown(v) && !ConstantOf(v)) highest = kinds_.IsDiscrete(v) ? Dependence::kElse : Dependence::kUnknowns;
      } else if (node.op == Op::kRelation) {
        if (!Evaluate(id)) highest = Dependence::kElse;
      } else if (node.op == Op::kCall || (node.args.empty() && !ir::IsLiteral(node.op))) {
        highest = Dependence::kElse;
      }
      for (const ExprId arg : node.args) {
        const Dependence of_arg = dependence_.At(arg);
        if (of_arg == Dependence::kUnknowns || highest == Dependence::kParameters) highest = of_arg;
      }
      dependence_.Insert(id, highest);
    }
    return dependence_.At(e);
  }

  std::optional<ExprId> Fold(const ExprNode& node) {
    if (node.op == Op::kMul) {
      for (const size_t i : {size_t{0}, size_t{1}}) {
        const bool may_vanish = DependenceOf(node.args[i]) == Dependence::kParameters &&
                                DependenceOf(node.args[1 - i]) == Dependence::kUnknowns;
        if (may_vanish && Evaluate(node.args[i]) == 0.0) return pool_.Real(0);
      }
    }
    if (node.op == Op::kIf && DependenceOf(node.args[0]) == Dependence::kParameters) {
      const std::optional<double> condition = Evaluate(node.args[0]);
      if (condition) return node.args[*condition != 0 ? 1 : 2];
    }
    return std::nullopt;
  }

  const ir::Dae& dae_;
  ir::ExprPool& pool_;
  ir::VariableKinds kinds_;
  ir::ParameterValues parameters_;
  symbolic::CallResults calls_;
  std::unordered_map<VariableId, ExprId> definitions_;
  std::unordered_map<VariableId, std::optional<double>> constants_;
  int depth_ = 0;
  symbolic::ModelRewriter fold_, compared_;
  DenseIdMap<ExprId, Dependence> dependence_;
};

// The parameters that an expression depends on.
void NoteEvaluated(ir::Dae& dae, ExprId e) {
  for (const VariableId v : symbolic::Variables(*dae.pool, e)) {
    ir::DaeVariable& variable = dae.variables[v.index()];
    if (variable.variability != ir::Variability::kParameter || variable.is_evaluated) continue;
    variable.is_evaluated = true;
    if (variable.binding) NoteEvaluated(dae, variable.binding);
  }
}

}  // namespace

std::vector<FoldedEquation> FindFolds(const ir::Dae& dae) {
  const ir::UnnotedReads unnoted(dae.open);  // with other values the folds are compared
  Folder folder(dae);
  std::vector<FoldedEquation> folds;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    const ir::DaeEquation& equation = dae.equations[i];
    if (equation.is_discrete) continue;
    const ExprId left = folder(equation.left), right = folder(equation.right);
    if (left == equation.left && right == equation.right) continue;
    if (folder.Unknowns(left, right).size() == folder.Unknowns(equation.left, equation.right).size()) continue;
    folds.push_back({ir::EquationId(static_cast<int64_t>(i)), left, right});
  }
  return folds;
}

void FoldParameters(ir::Dae& dae) {
  for (const FoldedEquation& fold : FindFolds(dae)) {
    ir::DaeEquation& equation = dae.equations[fold.equation.index()];
    for (const ExprId side : {equation.left, equation.right}) NoteEvaluated(dae, side);
    equation.left = fold.left;
    equation.right = fold.right;
    equation.branch_spans.reset();
  }
}

}  // namespace stiction
