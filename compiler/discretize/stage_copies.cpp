// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/discretize/stage_copies.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {

using ir::DaeEquation;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

StageCopies::StageCopies(ir::Dae& part, int32_t number, const ir::TickedPartition& partition,
                         const std::vector<VariableId>& states)
    : part_(part),
      pool_(*part.pool),
      number_(number),
      interval_(partition.interval),
      is_first_(partition.is_first),
      states_(states),
      of_model_(part.variables.size()),
      originals_(part.equations) {
  for (const ir::DaeVariable& variable : part.variables) {
    is_copied_.push_back(variable.variability == ir::Variability::kContinuous ? 1 : 0);
  }
}

VariableId StageCopies::NewVariable(std::string name, ScalarType type, ir::EnumerationId enumeration) {
  ir::DaeVariable variable;
  variable.name = std::move(name);
  variable.type = type;
  variable.enumeration = enumeration;
  variable.variability = type == ScalarType::kReal ? ir::Variability::kContinuous : ir::Variability::kDiscrete;
  variable.is_generated = true;
  variable.partition = number_;
  part_.variables.push_back(std::move(variable));
  return VariableId(static_cast<int64_t>(part_.variables.size()) - 1);
}

std::map<VariableId, VariableId> StageCopies::Append(const std::vector<ExprId>& states, bool is_half) {
  std::map<VariableId, VariableId> copies;
  ++count_;
  for (size_t v = 0; v < of_model_; ++v) {
    if (is_copied_[v] == 0) continue;
    const VariableId id(static_cast<int64_t>(v));
    copies[id] = NewVariable(fmt::format("$stage[{}].{}", count_, part_.variables[v].name), ScalarType::kReal, {});
    part_.variables.back().attributes.start = part_.variables[v].attributes.start;
    part_.variables.back().attributes.nominal = part_.variables[v].attributes.nominal;
    part_.variables.back().origin = part_.variables[v].origin;
  }
  const auto append = [this](ExprId left, ExprId right, const Origin& origin) {
    DaeEquation equation;
    equation.left = left;
    equation.right = right;
    equation.partition = number_;
    equation.origin = origin;
    equations_.push_back(equation);
  };
  for (size_t i = 0; i < states_.size(); ++i) {
    append(pool_.Variable(copies.at(states_[i]), ScalarType::kReal), states[i],
           part_.variables[states_[i].index()].origin);
  }
  for (const DaeEquation& original : originals_) {
    append(CopyOf(original.left, copies, is_half), CopyOf(original.right, copies, is_half), original.origin);
  }
  return copies;
}

ExprId StageCopies::CopyOf(ExprId e, const std::map<VariableId, VariableId>& copies, bool is_half) {
  symbolic::Rewriter copy(pool_, [&](const ir::ExprNode& node) -> std::optional<ExprId> {
    const VariableId v(node.payload);
    if (node.op == Op::kVariable && IsCopied(v)) return pool_.Variable(copies.at(v), ScalarType::kReal);
    if (!is_half) return std::nullopt;
    if (node.op == Op::kTime) {
      return symbolic::Sub(pool_, pool_.Time(), symbolic::Mul(pool_, pool_.Real(0.5), interval_));
    }
    const bool is_given = (node.op == Op::kVariable || (node.op == Op::kPre && !IsCopied(v))) &&
                          part_.variables[v.index()].variability > ir::Variability::kParameter;
    return is_given ? std::optional(HalfWay(pool_.Make(node))) : std::nullopt;
  });
  return copy(e);
}

// Real values in the middle, others as they were at the last tick.
ExprId StageCopies::HalfWay(ExprId given) {
  const ir::ExprNode& node = pool_[given];
  const auto [known, is_new] = given_.emplace(given, VariableId());
  if (is_new) {
    known->second = NewVariable(fmt::format("$given[{}]", given_.size()), node.type, node.enumeration);
    DaeEquation equation;
    equation.left = pool_.Variable(known->second, node.type, node.enumeration);
    equation.right = given;
    equation.partition = number_;
    equations_.push_back(equation);
  }
  const ExprId before = pool_.Pre(known->second, node.type, node.enumeration);
  const ExprId between = node.type == ScalarType::kReal
                             ? symbolic::Mul(pool_, pool_.Real(0.5), symbolic::Add(pool_, before, given))
                             : before;
  return symbolic::If(pool_, is_first_, given, between);
}

}  // namespace stiction
