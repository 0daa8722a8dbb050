// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/fold_parameters.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/support/dense_id_map.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::VariableId;

std::optional<bool> AnswerTo(FoldQuestion::Asked asked, const std::optional<double>& value) {
  if (asked == FoldQuestion::Asked::kWhetherKnown) return value.has_value();
  if (asked == FoldQuestion::Asked::kWhetherZero) return value == 0.0;
  return value ? std::optional(*value != 0) : std::nullopt;
}

/// An equation that is rewritten, and what it becomes.
struct FoldedEquation {
  ir::EquationId equation;
  ExprId left, right;
};

class Folder {
 public:
  using Asked = FoldQuestion::Asked;

  Folder(const ir::Dae& dae, ConstantUnknowns& constants)
      : dae_(dae),
        pool_(*dae.pool),
        constants_(constants),
        fold_(pool_, [this](const ExprNode& node) { return Fold(node); }) {}

  std::vector<FoldedEquation> Run() {
    std::vector<FoldedEquation> folds;
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete) continue;
      const ExprId left = fold_(equation.left), right = fold_(equation.right);
      if (left == equation.left && right == equation.right) continue;
      if (Unknowns(left, right).size() == Unknowns(equation.left, equation.right).size()) continue;
      folds.push_back({ir::EquationId(static_cast<int64_t>(i)), left, right});
    }
    return folds;
  }

  /// Those that open values had a part in.
  std::vector<FoldQuestion>& questions() { return questions_; }

 private:
  /// What the value of an expression depends on.
  enum class Dependence : uint8_t { kParameters, kUnknowns, kElse };

  /// Of both sides, ascending.
  std::vector<VariableId> Unknowns(ExprId left, ExprId right) const {
    std::vector<VariableId> all = symbolic::Variables(pool_, left);
    const std::vector<VariableId> of_right = symbolic::Variables(pool_, right);
    all.insert(all.end(), of_right.begin(), of_right.end());
    std::erase_if(all, [this](VariableId v) { return !constants_.kinds().IsContinuous(v); });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::optional<bool> Ask(Asked asked, ExprId e) {
    static_cast<void>(constants_.HasReadOpen());
    const std::optional<bool> answer = AnswerTo(asked, constants_.Evaluate(e));
    if (constants_.HasReadOpen()) questions_.push_back({e, asked, answer});
    return answer;
  }

  bool IsKnown(ExprId e) { return *Ask(Asked::kWhetherKnown, e); }

  Dependence DependenceOf(ExprId e) {
    for (const ExprId id :
         symbolic::Ascending(pool_, e, [this](ExprId known) { return dependence_.Contains(known); })) {
      const ExprNode& node = pool_[id];
      Dependence highest = Dependence::kParameters;
      if (node.op == Op::kVariable) {
        const VariableId v(node.payload);
        if (constants_.IsUnknown(v) && !IsKnown(id)) {
          highest = constants_.kinds().IsDiscrete(v) ? Dependence::kElse : Dependence::kUnknowns;
        }
      } else if (node.op == Op::kRelation) {
        if (!IsKnown(id)) highest = Dependence::kElse;
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
        if (may_vanish && *Ask(Asked::kWhetherZero, node.args[i])) return pool_.Real(0);
      }
    }
    if (node.op == Op::kIf && DependenceOf(node.args[0]) == Dependence::kParameters) {
      const std::optional<bool> condition = Ask(Asked::kWhetherTrue, node.args[0]);
      if (condition) return node.args[*condition ? 1 : 2];
    }
    return std::nullopt;
  }

  const ir::Dae& dae_;
  ir::ExprPool& pool_;
  ConstantUnknowns& constants_;
  symbolic::ModelRewriter fold_;
  DenseIdMap<ExprId, Dependence> dependence_;
  std::vector<FoldQuestion> questions_;
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

void FoldParameters(ir::Dae& dae) {
  const ir::UnnotedReads unnoted(dae.open);  // FoldQuestions tells what hinges on them
  ConstantUnknowns constants(dae);
  for (const FoldedEquation& fold : Folder(dae, constants).Run()) {
    ir::DaeEquation& equation = dae.equations[fold.equation.index()];
    for (const ExprId side : {equation.left, equation.right}) NoteEvaluated(dae, side);
    equation.left = fold.left;
    equation.right = fold.right;
    equation.branch_spans.reset();
  }
}

FoldQuestions::FoldQuestions(const ir::Dae& dae) : open_(dae.open), constants_(dae) {
  const ir::UnnotedReads unnoted(open_);
  Folder folder(dae, constants_);
  folder.Run();
  questions_ = std::move(folder.questions());
}

bool FoldQuestions::HaveSameAnswers() {
  const ir::UnnotedReads unnoted(open_);
  constants_.Forget();
  return std::ranges::all_of(questions_, [this](const FoldQuestion& question) {
    return AnswerTo(question.asked, constants_.Evaluate(question.e)) == question.answer;
  });
}

}  // namespace stiction
