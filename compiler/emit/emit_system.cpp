// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::emit {

using ir::ExprId;
using ir::VariableId;
using runtime::BlockCode;
using runtime::GradientRow;
using runtime::kNoSlot;
using runtime::Slot;

namespace {

/// seed * partial, the product under the conditions of the seed: what a branch does not use may be infinite there.
ExprId ChainRule(ir::ExprPool& pool, ExprId seed, ExprId partial) {
  const ir::ExprNode node = pool[seed];
  const bool selects = node.op == ir::Op::kIf &&
                       (symbolic::IsNumber(pool, node.args[1], 0) || symbolic::IsNumber(pool, node.args[2], 0));
  if (!selects) return symbolic::Mul(pool, seed, partial);
  return symbolic::If(pool, node.args[0], ChainRule(pool, node.args[1], partial),
                      ChainRule(pool, node.args[2], partial));
}

/// The number of blocks of code that a system becomes: explicit ones in a row are one.
size_t CountBlocks(const ir::BlockSystem& system) {
  size_t count = 0;
  bool is_run = false;
  for (const ir::Block& block : system.blocks) {
    const bool is_explicit = block.kind == ir::BlockKind::kExplicit;
    if (!is_explicit || !is_run) ++count;
    is_run = is_explicit;
  }
  return count;
}

}  // namespace

bool SystemEmitter::Differentiated::IsOf(const ir::Block& block) const {
  const auto same = [](const ir::Assignment& x, const ir::Assignment& y) {
    return x.variable == y.variable && x.solution == y.solution;
  };
  return tearing == block.tearing && residuals == block.residuals &&
         std::equal(assignments.begin(), assignments.end(), block.assignments.begin(), block.assignments.end(), same);
}

runtime::System SystemEmitter::Emit(const ir::BlockSystem& from, bool with_partials, const Guesses& guesses) {
  builder_.ForgetAll();
  code_of_block_.clear();
  runtime::System system;
  system.blocks.reserve(CountBlocks(from));
  code_of_block_.reserve(from.blocks.size());
  std::vector<char> is_solved(guesses.empty() ? 0 : model_.dae.variables.size(), 0);
  const SharedValues shared = FindShared(from);
  std::optional<MovingValues> moving;
  if (with_partials) moving.emplace(model_.dae, from);
  for (size_t b = 0; b < from.blocks.size(); ++b) {
    const ir::Block& block = from.blocks[b];
    if (block.kind != ir::BlockKind::kExplicit) {
      for (const ExprId value : shared.Before(b)) {
        if (builder_.Knows(value)) continue;
        BlockCode& code = ExplicitAtEnd(system);
        builder_.Compile(value);
        code.assign.end = builder_.Position();
      }
    }
    const size_t mark = builder_.Mark();
    switch (block.kind) {
      case ir::BlockKind::kExplicit:
        Explicit(block, system);
        break;
      case ir::BlockKind::kRelation:
        system.blocks.push_back(RelationBlock(block));
        break;
      case ir::BlockKind::kLinear:
      case ir::BlockKind::kNonlinear:
      case ir::BlockKind::kMixed:
        if (!guesses.empty()) Prepare(block, guesses, is_solved, system);
        system.blocks.push_back(Implicit(block));
        if (moving && block.kind != ir::BlockKind::kMixed) MovingBounds(from, b, *moving, system.blocks.back());
        break;
    }
    if (block.kind != ir::BlockKind::kExplicit) builder_.Forget(mark, shared.Independent(b));
    if (!guesses.empty()) {
      for (const VariableId v : block.unknowns) is_solved[v.index()] = 1;
    }
    code_of_block_.push_back(system.blocks.size() - 1);
  }
  if (with_partials) Partials(from, system);
  builder_.ForgetAll();
  return system;
}

BlockCode& SystemEmitter::ExplicitAtEnd(runtime::System& system) {
  if (system.blocks.empty() || system.blocks.back().kind != BlockCode::Kind::kExplicit) {
    BlockCode code;
    code.kind = BlockCode::Kind::kExplicit;
    code.assign.begin = builder_.Position();
    system.blocks.push_back(std::move(code));
  }
  return system.blocks.back();
}

void SystemEmitter::Explicit(const ir::Block& block, runtime::System& system) {
  BlockCode& code = ExplicitAtEnd(system);
  const VariableId unknown = block.unknowns.front();
  const Slot target = block.is_pre ? layout_.PreOf(unknown) : layout_.Of(unknown);
  builder_.CompileInto(block.solution, target);
  builder_.Remember(block.solution, target);
  code.assign.end = builder_.Position();
  code.targets.push_back(target);
  code.equations.push_back(describer_.Equation(block.equations.front()));
}

SharedValues SystemEmitter::FindShared(const ir::BlockSystem& from) {
  SharedValues shared(pool_, [this](ExprId e) { return builder_.SkipsBranches(e); });
  const auto is_explicit = [](const ir::Block& block) { return block.kind == ir::BlockKind::kExplicit; };
  if (std::ranges::all_of(from.blocks, is_explicit)) return shared;
  for (const ir::Block& block : from.blocks) AddValues(block, shared);
  return shared;
}

void SystemEmitter::AddValues(const ir::Block& block, SharedValues& shared) {
  if (block.kind == ir::BlockKind::kExplicit) return shared.Add(block, {block.solution}, {});
  std::vector<ExprId> values, sums;
  for (const ir::RelationId id : block.relations) {
    const ir::Relation& relation = model_.dae.relations[id.index()];
    values.insert(values.end(), {relation.left, relation.right});
  }
  for (const int32_t held : block.held) {
    values.push_back(model_.dae.held_values[static_cast<size_t>(held)].expression);
  }
  for (const ir::Assignment& assignment : block.discrete) values.push_back(assignment.solution);
  for (const ir::Assignment& assignment : block.assignments) sums.push_back(assignment.solution);
  std::vector<ExprId> residuals;
  for (const ir::EquationId equation : block.residuals) residuals.push_back(Residual(equation));
  sums.insert(sums.end(), residuals.begin(), residuals.end());
  for (const JacobianEntry& entry : Jacobian(block, residuals)) sums.push_back(entry.value);
  values.insert(values.end(), sums.begin(), sums.end());
  shared.Add(block, values, sums);
}

void SystemEmitter::Prepare(const ir::Block& block, const Guesses& guesses, const std::vector<char>& is_solved,
                            runtime::System& system) {
  BlockCode code;
  code.kind = BlockCode::Kind::kExplicit;
  code.is_guess = true;
  code.assign.begin = builder_.Position();
  const size_t mark = builder_.Mark();
  for (const VariableId v : block.tearing) {
    const auto found = guesses.find(v);
    if (found == guesses.end()) continue;
    const Guess& guess = found->second;
    const auto open = std::ranges::find(guess.needs, 0, [&](VariableId need) { return is_solved[need.index()]; });
    if (open != guess.needs.end()) {
      if (!block.is_linear) WarnOfGuess(v, *open);
      continue;
    }
    builder_.CompileInto(guess.start, guess.slot);
    builder_.Emit({runtime::OpCode::kCopy, layout_.Of(v), guess.slot});
    code.targets.push_back(layout_.Of(v));
    code.equations.push_back(describer_.Equation(block.equations.front()));
  }
  builder_.Forget(mark);  // a solver that keeps its guesses does not run it
  code.assign.end = builder_.Position();
  if (!code.targets.empty()) system.blocks.push_back(std::move(code));
}

void SystemEmitter::WarnOfGuess(VariableId variable, VariableId parameter) {
  const ir::DaeVariable& v = model_.dae.variables[variable.index()];
  const std::string& name = model_.dae.variables[parameter.index()].name;
  diagnostics_
      .Warning(DiagnosticKind::GuessOfUnknownParameter, v.origin.span,
               fmt::format("the start value of `{}` reads parameter `{}`, which is solved together with it: the search "
                           "begins with the start value of `{}`",
                           v.name, name, name))
      .hint = fmt::format("give `{}` a start value near its solution", name);
}

void SystemEmitter::Operands(ir::RelationId id) {
  const ir::Relation& relation = model_.dae.relations[id.index()];
  const runtime::RelationInfo& info = program_.relations[id.index()];
  builder_.CompileInto(relation.left, info.left);
  builder_.CompileInto(relation.right, info.right);
}

void SystemEmitter::Current(int32_t held) {
  const ir::HeldValue& value = model_.dae.held_values[static_cast<size_t>(held)];
  builder_.CompileInto(value.expression, program_.held[static_cast<size_t>(held)].current);
}

void SystemEmitter::Decisions(const ir::Block& block, BlockCode& code) {
  for (const ir::RelationId relation : block.relations) {
    Operands(relation);
    code.relations.push_back(relation.value);
  }
  for (const int32_t held : block.held) {
    Current(held);
    code.held.push_back(held);
  }
}

BlockCode SystemEmitter::RelationBlock(const ir::Block& block) {
  BlockCode code;
  code.kind = BlockCode::Kind::kRelation;
  code.assign.begin = builder_.Position();
  Decisions(block, code);
  code.assign.end = builder_.Position();
  return code;
}

BlockCode SystemEmitter::Implicit(const ir::Block& block) {
  BlockCode code;
  code.kind = block.kind == ir::BlockKind::kLinear      ? BlockCode::Kind::kLinear
              : block.kind == ir::BlockKind::kNonlinear ? BlockCode::Kind::kNonlinear
                                                        : BlockCode::Kind::kMixed;
  code.is_linear = block.kind != ir::BlockKind::kNonlinear && block.is_linear;
  code.is_least_change = block.is_least_change;
  // The discrete assignments run before and after the Real part: neither may use the other's subexpressions.
  const size_t mark = builder_.Mark();
  code.discrete.begin = builder_.Position();
  for (const ir::Assignment& assignment : block.discrete) {
    const Slot target = layout_.Of(assignment.variable);
    builder_.CompileInto(assignment.solution, target);
    code.discrete_targets.push_back(target);
  }
  code.discrete.end = builder_.Position();
  builder_.Forget(mark);
  RealPart(block, code);
  code.operands.begin = builder_.Position();
  if (block.kind == ir::BlockKind::kMixed) Decisions(block, code);
  code.operands.end = builder_.Position();
  for (const ir::Assignment& assignment : block.discrete) {
    code.equations.push_back(describer_.Equation(assignment.equation));
  }
  return code;
}

void SystemEmitter::MovingBounds(const ir::BlockSystem& from, size_t loop, MovingValues& moving, BlockCode& code) {
  std::set<size_t> blocks;
  std::vector<ir::RelationId> bounds;
  for (const VariableId load : from.blocks[loop].tearing) {
    for (const auto& [relation, bound] : moving.BoundsOf(load)) {
      const std::set<size_t> needed = moving.BlocksFor(bound, loop);
      if (needed.empty()) continue;
      blocks.insert(needed.begin(), needed.end());
      bounds.push_back(relation);
    }
  }
  if (bounds.empty()) return;
  const size_t mark = builder_.Mark();
  code.operands.begin = builder_.Position();
  for (const size_t b : blocks) {
    builder_.CompileInto(from.blocks[b].solution, layout_.Of(from.blocks[b].unknowns.front()));
  }
  for (const ir::RelationId bound : bounds) Operands(bound);
  code.operands.end = builder_.Position();
  builder_.Forget(mark);
}

ExprId SystemEmitter::Residual(ir::EquationId id) {
  const auto [left, right] = model_.Sides(id);
  return symbolic::Sub(pool_, left, right);
}

void SystemEmitter::RealPart(const ir::Block& block, BlockCode& code) {
  for (const VariableId v : block.tearing) {
    code.unknowns.push_back(layout_.Of(v));
    code.unknown_names.push_back(model_.dae.variables[v.index()].name);
    if (model_.dae.variables[v.index()].is_of_restart) {
      code.restart_unknowns.push_back(static_cast<int32_t>(code.unknown_names.size()) - 1);
    }
  }
  code.residual.begin = builder_.Position();
  for (const ir::Assignment& assignment : block.assignments) {
    const Slot target = layout_.Of(assignment.variable);
    builder_.CompileInto(assignment.solution, target);
    builder_.Remember(assignment.solution, target);
    code.inner.push_back(target);
  }
  std::vector<ExprId> residuals;
  for (const ir::EquationId equation : block.residuals) {
    residuals.push_back(Residual(equation));
    // A slot of its own: a residual may be equal to a variable or to another residual.
    const Slot slot = layout_.New();
    builder_.CompileInto(residuals.back(), slot);
    code.residuals.push_back(slot);
    code.equations.push_back(describer_.Equation(equation));
  }
  code.residual.end = builder_.Position();
  for (const ir::Assignment& assignment : block.assignments) {
    code.equations.push_back(describer_.Equation(assignment.equation));
  }
  const size_t mark = builder_.Mark();
  code.jacobian.begin = builder_.Position();
  for (const JacobianEntry& entry : Jacobian(block, residuals)) {
    code.entries.push_back({entry.row, entry.column, builder_.Compile(entry.value)});
  }
  code.jacobian.end = builder_.Position();
  builder_.Forget(mark);  // it runs at earlier iterates than the residual
}

const std::vector<SystemEmitter::JacobianEntry>& SystemEmitter::Jacobian(const ir::Block& block,
                                                                         const std::vector<ExprId>& residuals) {
  static const std::vector<JacobianEntry> kNone;
  if (block.residuals.empty()) return kNone;
  Differentiated& known = jacobians_[block.residuals.front()];
  if (!known.IsOf(block)) known = {block.tearing, block.residuals, block.assignments, Differentiate(block, residuals)};
  return known.entries;
}

std::vector<SystemEmitter::JacobianEntry> SystemEmitter::Differentiate(const ir::Block& block,
                                                                       const std::vector<ExprId>& residuals) {
  // Positions: tearing variables, then the inner ones in order of assignment. Adjoints of a residual flow back through
  // the assignments.
  std::unordered_map<VariableId, size_t> position;
  for (const VariableId v : block.tearing) position.emplace(v, position.size());
  for (const ir::Assignment& assignment : block.assignments) position.emplace(assignment.variable, position.size());
  const auto gradient = [&](ExprId e) {
    std::vector<VariableId> wrt;
    for (const VariableId v : symbolic::Variables(pool_, e)) {
      if (position.contains(v)) wrt.push_back(v);
    }
    const std::vector<ExprId> partials = symbolic::Gradient(pool_, e, wrt);
    std::vector<std::pair<size_t, ExprId>> sparse;
    for (size_t i = 0; i < wrt.size(); ++i) {
      if (!symbolic::IsNumber(pool_, partials[i], 0)) sparse.emplace_back(position.at(wrt[i]), partials[i]);
    }
    return sparse;
  };
  std::vector<std::vector<std::pair<size_t, ExprId>>> of_assignment;
  for (const ir::Assignment& assignment : block.assignments) of_assignment.push_back(gradient(assignment.solution));
  std::vector<JacobianEntry> entries;
  const size_t n = block.tearing.size();
  for (size_t row = 0; row < residuals.size(); ++row) {
    std::vector<ExprId> adjoint(position.size());
    const auto accumulate = [&](size_t at, ExprId value) {
      adjoint[at] = adjoint[at] ? symbolic::AddPartials(pool_, adjoint[at], value) : value;
    };
    for (const auto& [at, partial] : gradient(residuals[row])) accumulate(at, partial);
    for (size_t k = of_assignment.size(); k-- > 0;) {
      const ExprId seed = adjoint[n + k];
      if (!seed || symbolic::IsNumber(pool_, seed, 0)) continue;
      for (const auto& [at, partial] : of_assignment[k]) accumulate(at, ChainRule(pool_, seed, partial));
    }
    for (size_t column = 0; column < n; ++column) {
      if (!adjoint[column] || symbolic::IsNumber(pool_, adjoint[column], 0)) continue;
      entries.push_back({static_cast<int32_t>(row), static_cast<int32_t>(column), adjoint[column]});
    }
  }
  return entries;
}

std::vector<GradientRow::Term> SystemEmitter::PartialsOf(ExprId e) {
  std::vector<VariableId> wrt;
  for (const VariableId v : symbolic::Variables(pool_, e)) {
    const ir::DaeVariable& variable = model_.dae.variables[v.index()];
    if (variable.variability == ir::Variability::kContinuous && variable.type == ir::ScalarType::kReal)
      wrt.push_back(v);
  }
  const std::vector<ExprId> partials = symbolic::Gradient(pool_, e, wrt);
  std::vector<GradientRow::Term> terms;
  for (size_t i = 0; i < wrt.size(); ++i) {
    if (symbolic::IsNumber(pool_, partials[i], 0)) continue;
    const ExprId partial = layout_.IsNegated(wrt[i]) ? symbolic::Neg(pool_, partials[i]) : partials[i];
    terms.push_back({layout_.Of(wrt[i]), builder_.Compile(partial)});
  }
  return terms;
}

void SystemEmitter::Partials(const ir::BlockSystem& from, runtime::System& system) {
  // All of the system has run before, so that its subexpressions are valid, and all partials run in order.
  for (size_t b = 0; b < from.blocks.size(); ++b) {
    const ir::Block& block = from.blocks[b];
    BlockCode& code = system.blocks[code_of_block_[b]];
    const bool is_first = b == 0 || code_of_block_[b - 1] != code_of_block_[b];
    if (is_first) code.partials.begin = builder_.Position();
    if (block.kind == ir::BlockKind::kExplicit) {
      code.rows.push_back({layout_.Of(block.unknowns.front()), -1, PartialsOf(block.solution)});
    } else {
      for (const ir::Assignment& assignment : block.assignments) {
        code.rows.push_back({layout_.Of(assignment.variable), -1, PartialsOf(assignment.solution)});
      }
      for (size_t i = 0; i < block.residuals.size(); ++i) {
        code.rows.push_back({kNoSlot, static_cast<int32_t>(i), PartialsOf(Residual(block.residuals[i]))});
      }
    }
    code.partials.end = builder_.Position();
  }
}

}  // namespace stiction::emit
