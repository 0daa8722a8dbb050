// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/assignments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::DaeEquation;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::Variability;
using ir::VariableId;

/// One way to read an equation as an assignment.
struct Candidate {
  ExprId target;  // kVariable or kPre
  ExprId value;
};

class Orientation {
 public:
  Orientation(std::vector<DaeEquation>& equations, bool are_initial, LowerContext& context)
      : equations_(equations), are_initial_(are_initial), context_(context), pool_(context.pool()) {}

  void Run() {
    std::vector<size_t> open;
    for (size_t i = 0; i < equations_.size(); ++i) {
      if (equations_[i].is_discrete) {
        Claim(i);
      } else if (equations_[i].partition < 0 && IsDiscrete(equations_[i])) {
        candidates_[i] = Candidates(equations_[i]);
        if (candidates_[i].empty()) {
          if (!are_initial_) NotSolvable(equations_[i]);
        } else if (candidates_[i].size() == 1) {
          Take(i, candidates_[i][0]);
        } else {
          open.push_back(i);
        }
      }
    }
    while (!open.empty()) open = Settle(open);
  }

 private:
  /// Takes the equations of which one side is assigned elsewhere; if there is none, the first one as it is written.
  std::vector<size_t> Settle(const std::vector<size_t>& open) {
    std::vector<size_t> still_open;
    for (const size_t i : open) {
      const auto free = std::find_if(candidates_[i].begin(), candidates_[i].end(),
                                     [this](const Candidate& c) { return !assigned_by_.contains(c.target); });
      const bool any_assigned = std::any_of(candidates_[i].begin(), candidates_[i].end(),
                                            [this](const Candidate& c) { return assigned_by_.contains(c.target); });
      if (any_assigned) {
        Take(i, free == candidates_[i].end() ? candidates_[i][0] : *free);
      } else {
        still_open.push_back(i);
      }
    }
    if (still_open.size() < open.size()) return still_open;
    Take(open.front(), candidates_[open.front()][0]);
    return {open.begin() + 1, open.end()};
  }

  bool IsUnknownLeaf(ExprId e) const {
    const ir::ExprNode& node = pool_[e];
    if (node.op != Op::kVariable && !(are_initial_ && node.op == Op::kPre)) return false;
    const VariableId v(node.payload);
    if (are_initial_ && IsFreeParameter(v)) return true;
    return context_.IsUnknown(v) && context_.At(v).variability == Variability::kDiscrete;
  }

  // The initial system determines it (MLS 8.6).
  bool IsFreeParameter(VariableId v) const {
    const ir::DaeVariable& variable = context_.At(v);
    return variable.variability == Variability::kParameter && variable.type != ScalarType::kReal &&
           variable.attributes.fixed && symbolic::IsNumber(pool_, variable.attributes.fixed, 0);
  }

  bool HasContinuousUnknown(const DaeEquation& equation) const {
    for (const ExprId side : {equation.left, equation.right}) {
      for (const VariableId v : symbolic::Variables(pool_, side)) {
        if (context_.IsUnknown(v) && context_.At(v).variability == Variability::kContinuous) return true;
      }
    }
    return false;
  }

  bool IsDiscrete(const DaeEquation& equation) const {
    const bool of_reals =
        pool_[equation.left].type == ScalarType::kReal || pool_[equation.right].type == ScalarType::kReal;
    if (!of_reals) return true;
    if (are_initial_) return IsUnknownLeaf(equation.left);
    if (HasContinuousUnknown(equation)) return false;
    for (const ExprId side : {equation.left, equation.right}) {
      for (const VariableId v : symbolic::Variables(pool_, side)) {
        if (context_.IsUnknown(v)) return true;
      }
    }
    return false;
  }

  std::vector<Candidate> Candidates(const DaeEquation& equation) const {
    std::vector<Candidate> found;
    const auto consider = [&](ExprId side, ExprId other) {
      if (IsUnknownLeaf(side)) found.push_back({side, other});
      const ir::ExprNode& node = pool_[side];
      if (node.op == Op::kNot && IsUnknownLeaf(node.args[0])) {
        found.push_back({node.args[0], symbolic::Not(pool_, other)});
      } else if (node.op == Op::kNeg && IsUnknownLeaf(node.args[0])) {
        found.push_back({node.args[0], symbolic::Neg(pool_, other)});
      }
    };
    consider(equation.left, equation.right);
    consider(equation.right, equation.left);
    return found;
  }

  void Take(size_t index, const Candidate& candidate) {
    equations_[index].left = candidate.target;
    equations_[index].right = candidate.value;
    equations_[index].is_discrete = true;
    Claim(index);
  }

  void Claim(size_t index) {
    const DaeEquation& equation = equations_[index];
    const auto [earlier, is_first] = assigned_by_.emplace(equation.left, index);
    if (is_first || are_initial_) return;
    Diagnostic& error = context_.diagnostics.Error(
        DiagnosticKind::DiscreteAssignedTwice, equation.origin.span,
        fmt::format("two equations determine the discrete variable `{}`", context_.Text(equation.left)));
    error.labels.push_back({equations_[earlier->second].origin.span, "first determined here"});
    error.hint = "remove one of them, or join when-equations with elsewhen";
  }

  void NotSolvable(const DaeEquation& equation) {
    const bool is_known =
        symbolic::Variables(pool_, equation.left).empty() && symbolic::Variables(pool_, equation.right).empty();
    if (is_known && !are_initial_) {
      if (!known_.insert(equation.origin.span).second) return;  // of a loop that is unrolled, once
      context_.diagnostics
          .Error(DiagnosticKind::EquationUnmatched, equation.origin.span,
                 "equation determines no unknown: it holds only known quantities")
          .hint = "remove it, or name the unknown that it determines";
      return;
    }
    context_.diagnostics
        .Error(DiagnosticKind::DiscreteEquationNotSolvable, equation.origin.span,
               fmt::format("neither `{}` nor `{}` is a variable that this discrete equation could determine",
                           context_.Text(equation.left), context_.Text(equation.right)))
        .hint = "write it as `variable = expression`";
  }

  std::vector<DaeEquation>& equations_;
  bool are_initial_;
  LowerContext& context_;
  ir::ExprPool& pool_;
  std::map<size_t, std::vector<Candidate>> candidates_;
  std::map<ExprId, size_t> assigned_by_;
  std::set<Span> known_;  // equations of known quantities that are told
};

}  // namespace

void OrientDiscreteEquations(std::vector<DaeEquation>& equations, bool are_initial, LowerContext& context) {
  Orientation(equations, are_initial, context).Run();
}

}  // namespace stiction
