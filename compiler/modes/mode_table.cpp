// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/mode_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "compiler/ir/dae/print.h"
#include "compiler/modes/mode_equations.h"
#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;

constexpr size_t kNamesTold = 5;
constexpr size_t kLongestName = 120;

using graph::Index;

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (size_t k = 0; k < names.size() && k < kNamesTold; ++k) {
    const bool is_last = k + 1 == names.size();
    text += (k == 0 ? "" : is_last ? " and " : ", ") + names[k];
  }
  if (names.size() > kNamesTold) text += fmt::format(" and {} more", names.size() - kNamesTold);
  return text;
}

/// "der(v)" of order 1.
std::string Derivative(const ir::Dae& dae, const ModeStructure& structure, size_t column, int32_t order) {
  std::string name = dae.variables[structure.variable_of_column[column].index()].name;
  for (; order > 0; --order) name = "der(" + name + ")";
  return name;
}

/// "s > 1", where that is false "s <= 1".
std::string Condition(const ir::Dae& dae, const ir::ExprNames& names, ExprId condition, bool value) {
  const ir::ExprNode& node = (*dae.pool)[condition];
  if (node.op != Op::kRelation) {
    return ir::ToString(*dae.pool, value ? condition : symbolic::Not(*dae.pool, condition), names);
  }
  const ir::Relation& relation = dae.relations[static_cast<size_t>(node.payload)];
  const Op op = value ? relation.op : ir::Opposite(relation.op);
  return ir::ToString(*dae.pool, dae.pool->Binary(op, relation.left, relation.right), names);
}

/// The rows of mode equations in which two configurations differ, in sets that have conditions in common.
std::vector<std::vector<int32_t>> Differences(const ModeStructure& structure, const graph::Configuration& one,
                                              const graph::Configuration& other) {
  std::vector<std::vector<int32_t>> sets;
  std::map<ExprId, size_t> set_of;
  for (size_t row = 0; row < one.size(); ++row) {
    if (one[row] == other[row]) continue;
    const ExprId condition = structure.modes_of_row[row]->branches.front().path.front().first;
    const auto [entry, is_new] = set_of.emplace(condition, sets.size());
    if (is_new) sets.emplace_back();
    sets[entry->second].push_back(static_cast<int32_t>(row));
  }
  return sets;
}

/// Lets two configurations that contradict each other differ in fewer elements: first by halves, then one by one.
/// @returns the rows in which they still do
std::vector<int32_t> Narrow(const ModeStructure& structure, const graph::Configuration& one,
                            graph::Configuration& other) {
  const std::vector<std::vector<int32_t>> sets = Differences(structure, one, other);
  const auto contradicts_with = [&](size_t begin, size_t end, size_t left_out) {
    graph::Configuration narrowed = one;
    for (size_t k = begin; k < end; ++k) {
      if (k == left_out) continue;
      for (const int32_t row : sets[k]) narrowed[Index(row)] = other[Index(row)];
    }
    if (graph::FindCommonOffsets(structure.system, {{one, narrowed}, {}})) return false;
    other = std::move(narrowed);
    return true;
  };
  size_t begin = 0, end = sets.size();
  while (end - begin > 1) {
    const size_t middle = begin + (end - begin) / 2;
    if (contradicts_with(begin, middle, end)) {
      end = middle;
    } else if (contradicts_with(middle, end, end)) {
      begin = middle;
    } else {
      break;
    }
  }
  constexpr size_t kOneByOne = 8;
  for (size_t k = begin; k < end && end - begin <= kOneByOne; ++k) contradicts_with(begin, end, k);
  std::vector<int32_t> rows;
  for (size_t row = 0; row < one.size(); ++row) {
    if (one[row] != other[row]) rows.push_back(static_cast<int32_t>(row));
  }
  return rows;
}

/// Unknowns whose highest orders differ.
std::vector<size_t> Contradicting(const std::vector<int32_t>& one, const std::vector<int32_t>& other) {
  std::vector<size_t> columns;
  for (size_t j = 0; j < one.size(); ++j) {
    if (one[j] != other[j]) columns.push_back(j);
  }
  return columns;
}

}  // namespace

std::pair<ExprId, ExprId> SidesOf(const ir::Dae& dae, const ModeStructure& structure, int32_t row, int32_t branch) {
  const ir::ExprPool& pool = *dae.pool;
  if (structure.modes_of_row[Index(row)] == nullptr) {
    const ir::DaeEquation& equation = dae.equations[structure.equation_of_row[Index(row)].index()];
    return {equation.left, equation.right};
  }
  ExprId residual = ResidualOf(dae, structure, row, branch);
  while (pool[residual].op == Op::kNeg) residual = pool[residual].args[0];
  const ir::ExprNode& node = pool[residual];
  if (node.op != Op::kSub) return {residual, dae.pool->Real(0)};
  // 0 = if c then a - b else ...: the residual is b - a.
  const ExprId left = dae.equations[structure.equation_of_row[Index(row)].index()].left;
  if (symbolic::IsNumber(pool, left, 0)) return {node.args[1], node.args[0]};
  return {node.args[0], node.args[1]};
}

void FillModeTable(ir::Dae& dae, const ModeStructure& structure) {
  const size_t rows = structure.equation_of_row.size();
  bool all_alike = true;
  for (size_t row = 0; row < rows && all_alike; ++row)
    all_alike = structure.HasAlikeBranches(static_cast<int32_t>(row));
  if (all_alike) return;
  ir::ModeTable table;
  table.unknowns = structure.variable_of_column;
  for (size_t row = 0; row < rows; ++row) {
    const ModeEquation* const modes = structure.modes_of_row[row];
    ir::ModeRow& entry = table.rows.emplace_back();
    std::vector<ExprId> numbers;
    for (size_t b = 0; b < structure.system.branches[row].size(); ++b) {
      ir::ModeRow::Branch& branch = entry.branches.emplace_back();
      std::tie(branch.left, branch.right) = SidesOf(dae, structure, static_cast<int32_t>(row), static_cast<int32_t>(b));
      branch.span = modes != nullptr ? modes->branches[b].span
                                     : dae.equations[structure.equation_of_row[row].index()].origin.span;
      if (modes != nullptr) branch.path = modes->branches[b].path;
      for (const graph::Signature& of : structure.system.branches[row][b]) branch.unknowns.push_back(of.column);
      numbers.push_back(dae.pool->Integer(static_cast<int64_t>(b)));
    }
    if (modes != nullptr) entry.number = Combine(*dae.pool, *modes, numbers);
  }
  table.contradiction = TellContradiction(dae, structure);
  dae.modes = std::move(table);
}

std::string TellContradiction(const ir::Dae& dae, const ModeStructure& structure) {
  if (structure.is_uniform) return {};
  auto modes = graph::FindContradiction(structure.system, graph::ListOf(structure.configurations));
  if (!modes) return "the modes fix contradicting orders of derivatives";
  const std::vector<int32_t> rows = Narrow(structure, modes->first, modes->second);
  const auto one = graph::FindCommonOffsets(structure.system, {{modes->first}, {}});
  const auto other = graph::FindCommonOffsets(structure.system, {{modes->second}, {}});
  const std::vector<size_t> columns = Contradicting(one->of_column, other->of_column);
  const auto told = [&](const graph::Configuration& mode, const std::vector<int32_t>& orders) {
    std::vector<std::string> names;
    for (const size_t column : columns) names.push_back(Derivative(dae, structure, column, orders[column]));
    return std::pair(TellConditions(dae, structure, mode, rows), Join(names));
  };
  const auto [first_mode, first] = told(modes->first, one->of_column);
  const auto [second_mode, second] = told(modes->second, other->of_column);
  return fmt::format("in mode {{{}}} the equations determine {}, in mode {{{}}} {}", first_mode, first, second_mode,
                     second);
}

std::string TellConditions(const ir::Dae& dae, const ModeStructure& structure,
                           const graph::Configuration& configuration, const std::vector<int32_t>& rows) {
  ir::ExprNames names = ir::NamesOf(dae);
  names.relation = [&dae](ir::RelationId r, std::string& to) { to += dae.relations[r.index()].text; };
  names.length_limit = kLongestName;
  std::vector<std::string> conditions;
  for (const int32_t row : rows) {
    const ModeEquation* const modes = structure.modes_of_row[Index(row)];
    if (modes == nullptr) continue;
    for (const auto& [condition, value] : modes->branches[Index(configuration[Index(row)])].path) {
      std::string text = Condition(dae, names, condition, value);
      if (std::ranges::find(conditions, text) == conditions.end()) conditions.push_back(std::move(text));
    }
  }
  return fmt::format("{}", fmt::join(conditions, ", "));
}

}  // namespace stiction
