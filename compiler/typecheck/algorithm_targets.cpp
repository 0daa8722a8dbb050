// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/algorithm_targets.h"

#include <fmt/format.h>

#include <map>

namespace stiction::typecheck {
namespace {

using ir::InstanceId;
using Targets = std::map<InstanceId, Span>;  // with the first place that assigns it

void AddTarget(const ir::BoundExpression& target, Targets& targets) {
  if (target.kind == ir::BoundKind::kTuple) {
    for (const ir::BoundPtr& part : target.operands) {
      if (part) AddTarget(*part, targets);
    }
  }
  const bool is_whole = target.kind == ir::BoundKind::kComponent && target.subscripts.empty() && target.members.empty();
  if (is_whole) targets.emplace(target.instance, target.span);
}

void AddTargets(const std::vector<ir::BoundStatement>& statements, Targets& targets) {
  for (const ir::BoundStatement& statement : statements) {
    if (statement.target) AddTarget(*statement.target, targets);
    for (const auto& branch : statement.branches) AddTargets(branch.body, targets);
    AddTargets(statement.body, targets);
  }
}

}  // namespace

void CheckAlgorithmTargets(const ir::InstanceTree& tree, Diagnostics& diagnostics) {
  Targets assigned;
  for (const ir::Instance& instance : tree.instances) {
    for (const ir::BoundAlgorithm& algorithm : instance.algorithms) {
      Targets targets;
      AddTargets(algorithm.statements, targets);
      for (const auto& [id, span] : targets) {
        const ir::Instance& target = tree.instances[id.index()];
        const auto [earlier, is_first] = assigned.emplace(id, span);
        const bool has_value = target.binding && target.variability > ir::Variability::kParameter;
        if (is_first && !has_value) continue;
        Diagnostic& error = diagnostics.Error(
            DiagnosticKind::AssignedTwice, span,
            has_value ? fmt::format("`{}` has a value in its declaration, and an algorithm assigns it", target.name)
                      : fmt::format("two algorithm sections assign `{}`", target.name));
        error.labels.push_back(
            {has_value ? target.span : earlier->second, has_value ? "declared here" : "the other one"});
        error.hint = has_value ? "remove one of the two: an algorithm determines what it assigns"
                               : "join the sections: each determines all that it assigns";
      }
    }
  }
}

}  // namespace stiction::typecheck
