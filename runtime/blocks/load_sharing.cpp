// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/load_sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/varying.h"
#include "runtime/program/relation.h"

namespace stiction::runtime {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double kScalarNull = 1e-10;  // of 0 = residual without unknown
constexpr double kConsistent = 1e-8;

}  // namespace

Range LoadSharing::Operands() const {
  const BlockCode& block = equations_.block();
  return block.kind == BlockCode::Kind::kMixed ? block.operands : equations_.context().program.indicators;
}

const std::vector<LoadSharing::Bound>& LoadSharing::FindBounds() {
  if (bounds_) return *bounds_;
  bounds_.emplace();
  const Program& program = equations_.context().program;
  const std::vector<Slot>& unknowns = equations_.block().unknowns;
  const std::unordered_set<Slot> varying = VaryingSlots(program, equations_.block(), Operands());
  const auto add = [&](size_t relation, Slot unknown, Slot other, bool is_left) {
    const Index at = std::find(unknowns.begin(), unknowns.end(), unknown) - unknowns.begin();
    if (at < equations_.size() && !varying.contains(other)) bounds_->push_back({relation, at, is_left});
  };
  for (size_t k = 0; k < program.relations.size(); ++k) {
    const RelationInfo& relation = program.relations[k];
    if (relation.kind != RelationInfo::Kind::kState) continue;
    add(k, relation.left, relation.right, true);
    add(k, relation.right, relation.left, false);
  }
  return *bounds_;
}

bool LoadSharing::IsOfALoad() {
  if (FindBounds().empty()) return false;
  const std::vector<Index> free = equations_.FreeUnknowns();
  return std::any_of(bounds_->begin(), bounds_->end(), [&](const Bound& bound) {
    return std::find(free.begin(), free.end(), bound.unknown) != free.end();
  });
}

Box LoadSharing::Bounds(double* slots, bool all_false) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (FindBounds().empty()) return {};
  equations_.context().tape.Run(Operands(), slots);
  Box box{VectorXd::Constant(equations_.size(), -kInfinity), VectorXd::Constant(equations_.size(), kInfinity)};
  for (const Bound& bound : *bounds_) {
    const RelationInfo& relation = equations_.context().program.relations[bound.relation];
    const double threshold = slots[bound.unknown_is_left ? relation.right : relation.left];
    if (!std::isfinite(threshold)) continue;
    const bool holds = !all_false && slots[relation.value] != 0;
    if ((HoldsAbove(relation) == bound.unknown_is_left) == holds) {
      box.lower[bound.unknown] = std::max(box.lower[bound.unknown], threshold);
    } else {
      box.upper[bound.unknown] = std::min(box.upper[bound.unknown], threshold);
    }
  }
  return box;
}

// The right side has rounding errors of the guess, which count where the solution is much smaller; from 0 it has none.
RealStatus LoadSharing::Solve(double* slots) {
  const VectorXd guess = equations_.x();
  const RealStatus status = SolveFromGuess(slots);
  if (status != RealStatus::kSingular || !equations_.block().is_linear || guess.isZero(0)) return status;
  if (!equations_.Evaluate(slots, VectorXd::Zero(equations_.size()))) return status;
  return SolveFromGuess(slots);
}

RealStatus LoadSharing::SolveFromGuess(double* slots) {
  free_.clear();
  const auto status_at = [&](const VectorXd& x) {
    if (!equations_.Evaluate(slots, x)) return equations_.Failed(RealStatus::kNotFinite);
    return equations_.IsSatisfiedTogether(slots, kConsistent) ? RealStatus::kLeastNorm : RealStatus::kSingular;
  };
  if (equations_.size() == 1) {
    if (std::fabs(equations_.residual()[0]) > kScalarNull * equations_.TermSize(0, slots)) return RealStatus::kSingular;
    const Box box = Bounds(slots);
    const bool is_free = box.lower.size() == 0;
    return status_at(
        VectorXd::Constant(1, is_free ? 0 : std::clamp(0.0, box.lower[0], std::max(box.lower[0], box.upper[0]))));
  }
  const VectorXd rhs = equations_.matrix().Times(equations_.x()) - equations_.residual();
  const Box box = Bounds(slots);
  if (!equations_.block().restart_unknowns.empty()) {
    const std::optional<VectorXd> x = SolveInTurn(rhs, box);
    return x ? status_at(*x) : RealStatus::kSingular;
  }
  if (const auto by_parts = equations_.factorization().LeastNorm(rhs, box)) {
    free_ = by_parts->free;
    const RealStatus status = status_at(by_parts->x);
    if (status != RealStatus::kSingular) return status;
  }
  const LeastNormSolution solution = SolveLeastNorm(equations_.matrix().Dense(), rhs, box);
  if (!solution.consistent) return RealStatus::kSingular;
  free_ = solution.free;
  return status_at(solution.x);
}

// Jumps and impulses are a matter of their own equations: what follows from them is no reason to jump.
std::optional<VectorXd> LoadSharing::SolveInTurn(const VectorXd& rhs, const Box& box) {
  const Eigen::MatrixXd matrix = equations_.matrix().Dense();
  std::vector<Index> first(equations_.block().restart_unknowns.begin(), equations_.block().restart_unknowns.end());
  std::vector<Index> second, rows_of_first, rows_of_second;
  for (Index j = 0; j < equations_.size(); ++j) {
    if (!std::binary_search(first.begin(), first.end(), j)) second.push_back(j);
  }
  for (Index i = 0; i < equations_.size(); ++i) {
    const bool reads_second = (matrix(i, second).array() != 0).any();
    (reads_second ? rows_of_second : rows_of_first).push_back(i);
  }
  VectorXd x = VectorXd::Zero(equations_.size());
  const auto solve = [&](const std::vector<Index>& rows, const std::vector<Index>& columns, const Box& bounds) {
    if (columns.empty() || rows.empty()) return true;
    const LeastNormSolution solution =
        SolveLeastNorm(matrix(rows, columns), rhs(rows) - matrix(rows, Eigen::all) * x, bounds);
    for (size_t k = 0; k < columns.size(); ++k) x[columns[k]] = solution.x[static_cast<Index>(k)];
    for (const Index k : solution.free) free_.push_back(columns[static_cast<size_t>(k)]);
    return solution.consistent;
  };
  if (!solve(rows_of_first, first, {})) return std::nullopt;
  const Box of_second = box.lower.size() == 0 ? Box{} : Box{box.lower(second), box.upper(second)};
  if (!solve(rows_of_second, second, of_second)) return std::nullopt;
  return x;
}

RealStatus LoadSharing::SolveNonlinear(double* slots) {
  constexpr int kSteps = 5;
  const VectorXd found = equations_.x();
  for (int step = 0; step < kSteps; ++step) {
    if (Solve(slots) == RealStatus::kLeastNorm) return RealStatus::kLeastNorm;
    if (!equations_.x().allFinite() || equations_.context().tape.failure() || !equations_.Differentiate(slots)) break;
    equations_.Factorize();
    if (equations_.factorization().is_regular()) break;
  }
  equations_.context().tape.ClearFailure();
  equations_.Evaluate(slots, found);
  return RealStatus::kLeastNorm;
}

std::string LoadSharing::Describe() const {
  std::vector<Index> free = free_.empty() ? equations_.FreeUnknowns() : free_;
  std::sort(free.begin(), free.end());
  std::vector<std::string> names;
  std::set<size_t> rows;
  const BlockMatrix& matrix = equations_.matrix();
  for (const Index j : free) {
    const std::string& name = equations_.block().unknown_names[static_cast<size_t>(j)];
    if (IsGeneratedName(name)) continue;
    names.push_back(name);
    for (int k = matrix.column_begin()[static_cast<size_t>(j)]; k < matrix.column_begin()[static_cast<size_t>(j) + 1];
         ++k) {
      const auto at = static_cast<size_t>(k);
      if (matrix.values()[at] != 0) rows.insert(static_cast<size_t>(matrix.row_of()[at]));
    }
  }
  if (names.empty()) return {};
  if (equations_.size() == 1) rows = {0};
  std::string text = fmt::format(
      "the values of {} are not unique: the equations do not determine how they share their load; the solution of "
      "least norm was taken",
      JoinNames(names));
  if (!rows.empty()) text += "\n  in " + ListRows(equations_, {rows.begin(), rows.end()});
  return text;
}

}  // namespace stiction::runtime
