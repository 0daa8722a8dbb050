// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/load_sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>
#include <utility>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/varying.h"
#include "runtime/program/relation.h"

namespace stiction::runtime {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double kScalarNull = 1e-10;  // of 0 = residual without unknown
constexpr double kConsistent = 1e-8;
constexpr double kSettled = 1e-12;  // of bounds

bool AreClose(const VectorXd& one, const VectorXd& other) {
  for (Index j = 0; j < one.size(); ++j) {
    if (one[j] != other[j] && !(std::fabs(one[j] - other[j]) <= kSettled * std::fabs(one[j]))) return false;
  }
  return true;
}

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
    if (at >= equations_.size()) return;
    const bool is_upper = HoldsAbove(program.relations[relation]) == is_left;
    bounds_->push_back({relation, at, is_left, is_upper, varying.contains(other)});
  };
  for (size_t k = 0; k < program.relations.size(); ++k) {
    const RelationInfo& relation = program.relations[k];
    if (relation.kind != RelationInfo::Kind::kState) continue;
    add(k, relation.left, relation.right, true);
    add(k, relation.right, relation.left, false);
  }
  std::stable_sort(bounds_->begin(), bounds_->end(), ByUnknown);
  return *bounds_;
}

bool LoadSharing::IsOfALoad() {
  if (FindBounds().empty()) return false;
  const std::vector<Index> free = equations_.FreeUnknowns();
  return std::any_of(bounds_->begin(), bounds_->end(), [&](const Bound& bound) {
    return std::find(free.begin(), free.end(), bound.unknown) != free.end();
  });
}

double LoadSharing::Threshold(const Bound& bound, const double* slots) const {
  const RelationInfo& relation = equations_.context().program.relations[bound.relation];
  return slots[bound.unknown_is_left ? relation.right : relation.left];
}

bool LoadSharing::IsShut(const Bound& bound, const double* slots) const {
  const double threshold = Threshold(bound, slots);
  const auto [first, last] = std::equal_range(bounds_->begin(), bounds_->end(), bound, ByUnknown);
  const bool is_alone = std::all_of(first, last, [&](const Bound& other) {
    return other.is_upper != bound.is_upper || Threshold(other, slots) == threshold;
  });
  return !is_alone && equations_.context().IsShut(static_cast<int32_t>(bound.relation), slots);
}

Box LoadSharing::Bounds(double* slots, bool all_false) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (FindBounds().empty()) return {};
  equations_.context().tape.Run(Operands(), slots);
  const BlockCode& block = equations_.block();
  if (block.kind != BlockCode::Kind::kMixed) equations_.context().tape.Run(block.operands, slots);
  const Box open{VectorXd::Constant(equations_.size(), -kInfinity), VectorXd::Constant(equations_.size(), kInfinity)};
  Box box = open, moving = open;
  // A mode of a mixed block in which a load is beyond all bounds is no solution; between events it will be one of the
  // next.
  box.widens = equations_.block().kind != BlockCode::Kind::kMixed;
  for (const Bound& bound : *bounds_) {
    const double threshold = Threshold(bound, slots);
    if (!std::isfinite(threshold) || (!all_false && IsShut(bound, slots))) continue;
    const RelationInfo& relation = equations_.context().program.relations[bound.relation];
    const bool holds = !all_false && slots[relation.value] != 0;
    Box& of_kind = bound.can_move ? moving : box;
    if (bound.is_upper != holds) {
      of_kind.upper[bound.unknown] = std::min(of_kind.upper[bound.unknown], threshold);
    } else {
      of_kind.lower[bound.unknown] = std::max(of_kind.lower[bound.unknown], threshold);
    }
  }
  for (Index j = 0; j < equations_.size(); ++j) {
    const bool is_free = box.lower[j] == -kInfinity && box.upper[j] == kInfinity;
    if (!is_free || !(moving.upper[j] - moving.lower[j] < kInfinity)) continue;
    box.lower[j] = moving.lower[j];
    box.upper[j] = moving.upper[j];
    box.soft.push_back(j);
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

// Bounds that move with the solution, as those of a gear whose losses grow with its load, are looked at again.
RealStatus LoadSharing::SolveFromGuess(double* slots) {
  constexpr int kPasses = 20;
  const VectorXd rhs = equations_.matrix().Times(equations_.x()) - equations_.residual();
  Box box = Bounds(slots);
  RealStatus status = RealStatus::kSingular;
  for (int pass = 0; pass < kPasses; ++pass) {
    status = SolveWithin(slots, rhs, box);
    if (status != RealStatus::kLeastNorm || box.soft.empty()) break;
    const Box last = std::exchange(box, Bounds(slots));
    if (AreClose(box.lower, last.lower) && AreClose(box.upper, last.upper)) break;
  }
  return status;
}

RealStatus LoadSharing::SolveWithin(double* slots, const VectorXd& rhs, const Box& box) {
  free_.clear();
  const auto status_at = [&](const VectorXd& x) {
    if (!equations_.Evaluate(slots, x)) return equations_.Failed(RealStatus::kNotFinite);
    return equations_.IsSatisfiedTogether(slots, kConsistent) ? RealStatus::kLeastNorm : RealStatus::kSingular;
  };
  if (equations_.size() == 1) {
    if (std::fabs(equations_.residual()[0]) > kScalarNull * equations_.TermSize(0, slots)) return RealStatus::kSingular;
    const bool is_free = box.lower.size() == 0;
    return status_at(
        VectorXd::Constant(1, is_free ? 0 : std::clamp(0.0, box.lower[0], std::max(box.lower[0], box.upper[0]))));
  }
  if (!equations_.block().restart_unknowns.empty()) {
    bool jumps = true;
    const std::optional<VectorXd> x = SolveInTurn(slots, rhs, box, jumps);
    if (!x) return RealStatus::kSingular;
    const RealStatus status = status_at(*x);
    return jumps || status == RealStatus::kFunctionFailed || status == RealStatus::kNotFinite ? status
                                                                                              : RealStatus::kLeastNorm;
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
// Constraints that hold each other up may contradict each other by rounding errors of states: less than a jump.
std::optional<VectorXd> LoadSharing::SolveInTurn(double* slots, const VectorXd& rhs, const Box& box, bool& jumps) {
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
  if (!solve(rows_of_first, first, {})) {
    if (!IsNoJump(slots, x)) return std::nullopt;
    x(first).setZero();
    jumps = false;
  }
  const Box of_second = box.lower.size() == 0 ? Box{} : Box{box.lower(second), box.upper(second), {}, box.widens};
  if (!solve(rows_of_second, second, of_second)) return std::nullopt;
  return x;
}

bool LoadSharing::IsNoJump(double* slots, const VectorXd& x) {
  if (!x.allFinite() || !equations_.Evaluate(slots, x)) return false;
  const Program& program = equations_.context().program;
  const BlockCode& block = equations_.block();
  const VectorXd misfit = equations_.residual();
  VectorXd open = VectorXd::Zero(equations_.size());  // by what errors of states do to the equations
  for (const JumpInfo& jump : program.jumps) {
    bool is_here = std::ranges::find(block.unknowns, jump.jump) != block.unknowns.end();
    for (const Instruction& i : CodeIn(program, block.residual)) {
      ForEachWrite(program, i, [&](Slot slot) { is_here = is_here || slot == jump.jump; });
    }
    if (!is_here) continue;
    if (!(std::fabs(slots[jump.jump]) <= slots[jump.zone])) return false;
    const double before = std::exchange(slots[jump.pre], slots[jump.pre] + slots[jump.zone]);
    equations_.Evaluate(slots, x);
    slots[jump.pre] = before;
    open += (equations_.residual() - misfit).cwiseAbs();
    equations_.Evaluate(slots, x);
  }
  return (misfit.cwiseAbs().array() <= open.array()).all();
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
