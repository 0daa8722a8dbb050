// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/structure.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "compiler/ir/dae/derivatives.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/inline.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;

constexpr size_t kMaxOfElement = 64;

/// The sets of branches that mode equations with conditions in common can take together.
using Element = std::vector<graph::Alternative>;

class Analysis {
 public:
  Analysis(const ir::Dae& dae, const ir::VariableKinds& kinds, std::span<const ModeEquation> equations, size_t few)
      : dae_(dae),
        kinds_(kinds),
        equations_(equations),
        few_(few),
        inlines_late_(symbolic::AreInlinedLate(dae.functions)) {}

  std::optional<ModeStructure> Run() {
    NumberColumns();
    FillRows();
    if (result_.equation_of_row.size() != result_.variable_of_column.size()) return std::nullopt;
    ChooseConfigurations();
    std::optional<graph::CommonOffsets> offsets = graph::FindCommonOffsets(result_.system, result_.configurations);
    result_.is_uniform = offsets.has_value();
    if (offsets) result_.offsets = std::move(*offsets);
    return std::move(result_);
  }

 private:
  void NumberColumns() {
    place_of_variable_.assign(dae_.variables.size(), {-1, 0});
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!kinds_.IsContinuous(v) || dae_.variables[i].integral) continue;
      const auto column = static_cast<int32_t>(result_.variable_of_column.size());
      result_.variable_of_column.push_back(v);
      int32_t order = 0;
      for (ir::VariableId d = v; d; d = dae_.variables[d.index()].derivative) {
        place_of_variable_[d.index()] = {column, order++};
      }
    }
    result_.system.column_count = static_cast<int32_t>(result_.variable_of_column.size());
  }

  void FillRows() {
    result_.row_of_equation.assign(dae_.equations.size(), -1);
    auto next = equations_.begin();
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete) continue;
      const ir::EquationId id(static_cast<int64_t>(i));
      result_.row_of_equation[i] = static_cast<int32_t>(result_.equation_of_row.size());
      result_.equation_of_row.push_back(id);
      std::vector<graph::SignatureRow>& branches = result_.system.branches.emplace_back();
      if (next != equations_.end() && next->equation == id) {
        result_.modes_of_row.push_back(&*next);
        for (const ModeBranch& branch : next->branches) branches.push_back(SignatureOf({branch.residual}));
        ++next;
      } else {
        result_.modes_of_row.push_back(nullptr);
        branches.push_back(SignatureOf({equation.left, equation.right}));
      }
    }
  }

  graph::SignatureRow SignatureOf(std::initializer_list<ExprId> expressions) const {
    std::map<int32_t, int32_t> order_of_column;
    for (ExprId e : expressions) {
      // As index reduction is going to see it: an orientation that turns a vector brings no angular velocity with it.
      if (inlines_late_) e = symbolic::InlineLate(*dae_.pool, dae_.functions, e);
      for (const ir::VariableId v : symbolic::Variables(*dae_.pool, e)) {
        const auto [column, order] = place_of_variable_[v.index()];
        if (column < 0) continue;
        int32_t& highest = order_of_column.try_emplace(column, order).first->second;
        highest = std::max(highest, order);
      }
    }
    graph::SignatureRow row;
    for (const auto& [column, order] : order_of_column) row.push_back({column, order});
    return row;
  }

  /// Sets of mode equations connected by conditions, each as their equations' numbers.
  std::vector<std::vector<size_t>> Groups() const {
    std::vector<size_t> parent(equations_.size());
    std::iota(parent.begin(), parent.end(), size_t{0});
    const auto root = [&](size_t e) {
      while (parent[e] != e) e = parent[e] = parent[parent[e]];
      return e;
    };
    std::map<ExprId, size_t> first_of;
    for (size_t e = 0; e < equations_.size(); ++e) {
      for (const ModeBranch& branch : equations_[e].branches) {
        for (const auto& [condition, value] : branch.path) {
          const size_t other = first_of.emplace(condition, e).first->second;
          parent[std::max(root(e), root(other))] = std::min(root(e), root(other));
        }
      }
    }
    std::map<size_t, std::vector<size_t>> members;
    for (size_t e = 0; e < equations_.size(); ++e) members[root(e)].push_back(e);
    std::vector<std::vector<size_t>> groups;
    for (auto& [first, group] : members) groups.push_back(std::move(group));
    return groups;
  }

  /// The combinations of branches of a group that do not contradict each other.
  Element AlternativesOf(const std::vector<size_t>& group) const {
    Element element;
    graph::Alternative taken;
    std::map<ExprId, bool> decided;
    const auto visit = [&](const auto& self, size_t at) -> void {
      if (element.size() >= kMaxOfElement) return;
      if (at == group.size()) {
        element.push_back(taken);
        return;
      }
      const ModeEquation& equation = equations_[group[at]];
      const int32_t row = result_.row_of_equation[equation.equation.index()];
      for (size_t b = 0; b < equation.branches.size(); ++b) {
        const std::map<ExprId, bool> before = decided;
        bool fits = true;
        for (const auto& [condition, value] : equation.branches[b].path) {
          fits = fits && decided.emplace(condition, value).first->second == value;
        }
        if (fits) {
          taken.emplace_back(row, static_cast<int32_t>(b));
          self(self, at + 1);
          taken.pop_back();
        }
        decided = before;
      }
    };
    visit(visit, 0);
    return element;
  }

  void ChooseConfigurations() {
    std::vector<Element> elements;
    for (const std::vector<size_t>& group : Groups()) {
      elements.push_back(AlternativesOf(group));
      result_.configuration_count *= static_cast<double>(elements.back().size());
    }
    const graph::Configuration none(result_.equation_of_row.size(), 0);
    const auto take = [](const graph::Alternative& alternative, graph::Configuration& configuration) {
      for (const auto& [row, branch] : alternative) configuration[static_cast<size_t>(row)] = branch;
    };
    graph::Configurations& result = result_.configurations;
    if (result_.configuration_count <= static_cast<double>(few_)) {
      result.bases.push_back(none);
      for (const Element& element : elements) {
        std::vector<graph::Configuration> longer;
        for (const graph::Configuration& one : result.bases) {
          for (const graph::Alternative& alternative : element) take(alternative, longer.emplace_back(one));
        }
        result.bases = std::move(longer);
      }
      return;
    }
    size_t most = 0;
    for (const Element& element : elements) {
      most = std::max(most, element.size());
      result.alternatives.insert(result.alternatives.end(), element.begin(), element.end());
    }
    for (size_t k = most; k-- > 0;) {
      graph::Configuration& base = result.bases.emplace_back(none);
      for (const Element& element : elements) take(element[std::min(k, element.size() - 1)], base);
    }
  }

  const ir::Dae& dae_;
  const ir::VariableKinds& kinds_;
  std::span<const ModeEquation> equations_;
  size_t few_;
  bool inlines_late_;
  std::vector<std::pair<int32_t, int32_t>> place_of_variable_;  // column (-1: none), order of the derivative
  ModeStructure result_;
};

}  // namespace

int32_t ModeStructure::HighestOffset(int32_t row) const {
  return *std::ranges::max_element(offsets.of_equation[static_cast<size_t>(row)]);
}

bool ModeStructure::HasAlikeBranches(int32_t row) const {
  const std::vector<graph::SignatureRow>& branches = system.branches[static_cast<size_t>(row)];
  return std::ranges::all_of(branches, [&](const graph::SignatureRow& branch) { return branch == branches.front(); });
}

std::optional<ModeStructure> AnalyzeModes(const ir::Dae& dae, const ir::VariableKinds& kinds,
                                          std::span<const ModeEquation> equations, size_t few) {
  return Analysis(dae, kinds, equations, few).Run();
}

ExprId ResidualOf(const ir::Dae& dae, const ModeStructure& structure, int32_t row, int32_t branch) {
  const auto at = static_cast<size_t>(row);
  if (structure.modes_of_row[at] != nullptr) {
    return structure.modes_of_row[at]->branches[static_cast<size_t>(branch)].residual;
  }
  const ir::DaeEquation& equation = dae.equations[structure.equation_of_row[at].index()];
  return symbolic::Sub(*dae.pool, equation.left, equation.right);
}

ir::VariableId DerivativeOf(ir::Dae& dae, const ModeStructure& structure, int32_t column, int32_t order) {
  ir::VariableId v = structure.variable_of_column[static_cast<size_t>(column)];
  for (; order > 0; --order) v = ir::DerivativeOf(dae, v);
  return v;
}

}  // namespace stiction
