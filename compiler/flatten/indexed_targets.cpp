// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/indexed_targets.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::ExprId;
using ir::Op;

namespace {

/// The positions that a value is assigned to, row-major: of each an expression for every dimension.
std::vector<std::vector<ExprId>> PositionsOf(const std::vector<Expander::Index>& index) {
  std::vector<std::vector<ExprId>> positions{{}};
  for (const Expander::Index& i : index) {
    std::vector<std::vector<ExprId>> next;
    for (const std::vector<ExprId>& before : positions) {
      for (const ExprId at : i.at) {
        next.push_back(before);
        next.back().push_back(at);
      }
    }
    positions = std::move(next);
  }
  return positions;
}

class ChoiceMaker {
 public:
  ChoiceMaker(Expander& expander, const IndexedTarget& target)
      : expander_(expander), pool_(expander.pool()), target_(target) {}

  std::vector<ElementChoice> Run() {
    const std::vector<std::vector<ExprId>> positions = PositionsOf(target_.index);
    for (size_t k = 0; k < positions.size(); ++k) AddChoices(positions[k], k);
    return std::move(choices_);
  }

 private:
  void AddChoices(const std::vector<ExprId>& at, size_t value) {
    bool is_first = true;
    for (size_t e = 0; e < target_.array.elements.size(); ++e) {
      const std::vector<int64_t> element = IndexAt(static_cast<int64_t>(e), target_.array.dims);
      if (!MayBe(at, element)) continue;
      ElementChoice choice{.element = e, .value = value, .is_meant = IsMeant(at, element)};
      if (std::exchange(is_first, false)) AddCheck(at, choice);
      choices_.push_back(choice);
    }
  }

  bool MayBe(const std::vector<ExprId>& at, const std::vector<int64_t>& element) const {
    for (size_t d = 0; d < at.size(); ++d) {
      const ir::ExprNode& node = pool_[at[d]];
      if (node.op == Op::kInteger && static_cast<int64_t>(node.number) != element[d]) return false;
    }
    return true;
  }

  ExprId IsMeant(const std::vector<ExprId>& at, const std::vector<int64_t>& element) {
    ExprId is_meant = pool_.Boolean(true);
    for (size_t d = at.size(); d-- > 0;) {
      if (pool_[at[d]].op == Op::kInteger) continue;
      is_meant = Logic(pool_, Op::kAnd, Compare(pool_, Op::kEq, at[d], pool_.Integer(element[d])), is_meant);
    }
    return is_meant;
  }

  // Each subscript is looked at once.
  void AddCheck(const std::vector<ExprId>& at, ElementChoice& choice) {
    for (size_t d = 0; d < at.size(); ++d) {
      if (pool_[at[d]].op == Op::kInteger || !checked_.emplace(d, at[d]).second) continue;
      const int64_t size = target_.array.dims[d];
      const ExprId below = Compare(pool_, Op::kLt, at[d], pool_.Integer(1));
      const ExprId above = Compare(pool_, Op::kGt, at[d], pool_.Integer(size));
      const ExprId here = Logic(pool_, Op::kOr, below, above);
      const ExprId stop =
          expander_.OutOfRange(target_.array.type, target_.array.enumeration, at[d], size, target_.spans[d]);
      choice.outside = choice.outside ? Conditional(pool_, here, stop, choice.outside) : stop;
      choice.is_outside = choice.is_outside ? Logic(pool_, Op::kOr, choice.is_outside, here) : here;
    }
  }

  Expander& expander_;
  ir::ExprPool& pool_;
  const IndexedTarget& target_;
  std::vector<ElementChoice> choices_;
  std::set<std::pair<size_t, ExprId>> checked_;
};

}  // namespace

std::optional<IndexedTarget> FindIndexed(Expander& expander, const BoundExpression& target) {
  if (target.kind != ir::BoundKind::kComponent) return std::nullopt;
  const std::vector<ir::BoundSubscript>& subscripts =
      target.members.empty() ? target.subscripts : target.members.back().subscripts;
  if (subscripts.empty() || (!target.members.empty() && !target.subscripts.empty())) return std::nullopt;
  BoundExpression whole = target;
  (whole.members.empty() ? whole.subscripts : whole.members.back().subscripts).clear();
  IndexedTarget indexed{.array = expander.ExpandTarget(whole), .index = {}, .spans = {}, .dims = {}};
  if (indexed.array.is_record || indexed.array.dims.size() < subscripts.size()) return std::nullopt;
  indexed.index = expander.ExpandSubscripts(subscripts, indexed.array.dims, target.span);
  bool is_known = true;
  for (size_t d = 0; d < indexed.index.size(); ++d) {
    const Expander::Index& i = indexed.index[d];
    indexed.spans.push_back(d < subscripts.size() ? subscripts[d].span : target.span);
    if (!i.single) indexed.dims.push_back(static_cast<int64_t>(i.at.size()));
    is_known = is_known &&
               std::all_of(i.at.begin(), i.at.end(), [&](ExprId at) { return expander.pool()[at].op == Op::kInteger; });
  }
  return is_known ? std::nullopt : std::optional(std::move(indexed));
}

std::vector<ElementChoice> Choices(Expander& expander, const IndexedTarget& target) {
  return ChoiceMaker(expander, target).Run();
}

}  // namespace stiction::flatten
