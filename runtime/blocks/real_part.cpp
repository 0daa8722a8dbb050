// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/real_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/term_slots.h"
#include "runtime/blocks/varying.h"
#include "runtime/program/relation.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kLinearSteps = 3;              // the second and third take away the rounding errors of the first
constexpr double kResidualRounding = 1e-13;  // of a residual's terms: another step cannot improve it
constexpr double kAcceptable = 1e-9;         // of a linear step: above, the equations were not linear
constexpr double kNoise = 1e-12;             // rounding errors of the largest row, seen in the others
constexpr double kRestOfGuess = 1e-12;       // a solution this far below its guess may be 0
constexpr double kScalarNull = 1e-10;        // of 0 = residual without unknown

}  // namespace

RealPart::RealPart(SolveContext& context, const BlockCode& block)
    : context_(context), block_(block), n_(static_cast<Index>(block.unknowns.size())) {
  const TermFinder in_residuals(context.program, block.residual);
  for (const Slot residual : block.residuals) terms_.push_back(in_residuals.TermsOf(residual));
  const TermFinder in_jacobian(context.program, block.jacobian);
  for (const BlockCode::Entry& entry : block.entries) {
    std::vector<Slot> terms = in_jacobian.TermsOf(entry.slot);
    if (terms.size() == 1) terms.clear();
    entry_terms_.push_back(std::move(terms));
  }
  for (const Slot unknown : block.unknowns) start_of_unknown_.push_back(context.StartOf(unknown));
  if (n_ == 1) PickWhatVaries();
  x_ = VectorXd::Zero(n_);
  residual_ = VectorXd::Zero(n_);
  matrix_ = BlockMatrix(n_, block.entries);
}

void RealPart::PickWhatVaries() {
  FlatSet<Slot> varying;
  const auto count = static_cast<size_t>(block_.residual.end - block_.residual.begin);
  varying.Reserve(count + 1);
  again_.reserve(count);
  varying.InsertAll(block_.unknowns);
  for (int32_t i = block_.residual.begin; i < block_.residual.end; ++i) {
    const Instruction& instruction = context_.program.code[static_cast<size_t>(i)];
    // Only plain operations can be told apart.
    if (instruction.op >= OpCode::kCall) {
      again_.clear();
      return;
    }
    if (!varying.Contains(instruction.a) && !varying.Contains(instruction.b) && !varying.Contains(instruction.c)) {
      continue;
    }
    varying.Insert(instruction.dst);
    again_.push_back(instruction);
  }
}

bool RealPart::Evaluate(double* slots) {
  context_.tape.Run(block_.residual, slots);
  for (Index i = 0; i < n_; ++i) residual_[i] = slots[block_.residuals[static_cast<size_t>(i)]];
  return residual_.allFinite() && !context_.tape.failure();
}

double RealPart::Entry(size_t k, const double* slots) const {
  const double value = slots[block_.entries[k].slot];
  if (entry_terms_[k].empty()) return value;
  double size = 0;
  for (const Slot term : entry_terms_[k]) size += std::fabs(slots[term]);
  return std::fabs(value) <= 8 * kEpsilon * size ? 0 : value;
}

bool RealPart::Differentiate(double* slots) {
  context_.tape.Run(block_.jacobian, slots);
  matrix_.SetZero();
  for (size_t k = 0; k < block_.entries.size(); ++k) matrix_.Add(k, Entry(k, slots));
  return matrix_.AllFinite() && !context_.tape.failure();
}

void RealPart::Factorize() {
  factorization_.Factorize(matrix_, [&]() -> const std::vector<bool>& {
    if (!mode_dependent_) mode_dependent_ = ModeDependentColumns(context_.program, block_);
    return *mode_dependent_;
  });
}

bool RealPart::EvaluateAt(double* slots, const VectorXd& x) {
  for (Index j = 0; j < n_; ++j) slots[block_.unknowns[static_cast<size_t>(j)]] = x[j];
  return Evaluate(slots);
}

double RealPart::Slope() const { return matrix_.values().empty() ? 0 : matrix_.values()[0]; }

void RealPart::Read(const double* slots) {
  for (Index j = 0; j < n_; ++j) x_[j] = slots[block_.unknowns[static_cast<size_t>(j)]];
}

double RealPart::TermSize(size_t row, const double* slots) const {
  double size = 0;
  for (const Slot term : terms_[row]) size += std::fabs(slots[term]);
  return size;
}

bool RealPart::IsSatisfied(const double* slots, double tolerance) const {
  const VectorXd size = matrix_.AbsTimes(x_);
  for (Index i = 0; i < n_; ++i) {
    if (std::fabs(residual_[i]) > tolerance * (TermSize(static_cast<size_t>(i), slots) + size[i])) return false;
  }
  return true;
}

bool RealPart::IsSatisfiedTogether(const double* slots, double tolerance) const {
  VectorXd scale = matrix_.RowSizes();
  VectorXd size = matrix_.AbsTimes(x_);
  for (Index i = 0; i < n_; ++i) {
    scale[i] = scale[i] > 0 ? 1 / scale[i] : 1;
    size[i] = scale[i] * (TermSize(static_cast<size_t>(i), slots) + size[i]);
  }
  const double noise = kNoise * size.maxCoeff();
  for (Index i = 0; i < n_; ++i) {
    if (scale[i] * std::fabs(residual_[i]) > std::max(tolerance * size[i], noise)) return false;
  }
  return true;
}

VectorXd RealPart::RoundingErrors(double* slots) {
  if (n_ == 0) return {};
  Read(slots);
  if (!Evaluate(slots) || !Differentiate(slots)) return VectorXd::Zero(n_);
  return RoundingErrorsHere(slots);
}

VectorXd RealPart::RoundingErrorsHere(const double* slots) const {
  const VectorXd rows = matrix_.RowSizes(), columns = matrix_.ColumnSizes(), products = matrix_.AbsTimes(x_);
  double largest = 0;
  for (Index i = 0; i < n_; ++i) {
    if (rows[i] > 0) largest = std::max(largest, (products[i] + TermSize(static_cast<size_t>(i), slots)) / rows[i]);
  }
  return columns.unaryExpr([&](double size) { return size > 0 ? kEpsilon * largest / size : 0.0; });
}

VectorXd RealPart::SizesHere(const double* slots) const {
  VectorXd terms = matrix_.AbsTimes(x_);
  for (Index i = 0; i < n_; ++i) terms[i] += TermSize(static_cast<size_t>(i), slots);
  VectorXd sizes = VectorXd::Constant(n_, std::numeric_limits<double>::infinity());
  const std::vector<int>& begin = matrix_.column_begin();
  for (Index j = 0; j < n_; ++j) {
    for (int k = begin[static_cast<size_t>(j)]; k < begin[static_cast<size_t>(j) + 1]; ++k) {
      const double value = std::fabs(matrix_.values()[static_cast<size_t>(k)]);
      const double size = terms[matrix_.row_of()[static_cast<size_t>(k)]] / value;
      if (value > 0 && size > 0) sizes[j] = std::min(sizes[j], size);
    }
    if (!std::isfinite(sizes[j])) sizes[j] = 0;
  }
  return sizes;
}

VectorXd RealPart::Sizes(double* slots, const VectorXd& x) {
  x_ = x;
  if (!EvaluateAt(slots, x_) || !Differentiate(slots)) return VectorXd::Zero(n_);
  return SizesHere(slots);
}

RealStatus RealPart::Failed(RealStatus otherwise) const {
  return context_.tape.failure() ? RealStatus::kFunctionFailed : otherwise;
}

RealStatus RealPart::Solve(double* slots) {
  if (!block_.is_linear && n_ > 0) return SolveNonlinear(slots);
  ++context_.statistics.linear_solves;
  if (n_ == 1) {
    if (const auto status = SolveScalar(slots)) return *status;
  }
  Read(slots);
  if (!x_.allFinite()) x_.setZero();
  if (!EvaluateAt(slots, x_) || !Differentiate(slots)) {
    // The guess may be what is bad: an exact step does not depend on it.
    x_.setZero();
    if (context_.tape.failure()) return RealStatus::kFunctionFailed;
    if (!EvaluateAt(slots, x_) || !Differentiate(slots)) return Failed(RealStatus::kNotFinite);
  }
  if (n_ == 0) return RealStatus::kSolved;
  const VectorXd guess = x_;
  if (n_ == 1) {
    if (Slope() == 0) return TakeLeastNorm(slots);
    orientation_ = Slope() < 0 ? -1 : 1;
  } else {
    Factorize();
    if (!factorization_.is_regular()) return TakeLeastNorm(slots);
    orientation_ = factorization_.DeterminantSign();
  }
  for (int step = 0; step < kLinearSteps; ++step) {
    if (n_ == 1) {
      x_[0] -= residual_[0] / Slope();
    } else {
      x_ -= factorization_.Solve(residual_);
    }
    if (!EvaluateAt(slots, x_)) return Failed(RealStatus::kNotFinite);
    if (IsSatisfied(slots, kResidualRounding)) return TakeZeros(slots, guess);
  }
  if (IsSatisfiedTogether(slots, kAcceptable)) return RealStatus::kSolved;
  return SolveNonlinear(slots);
}

// A solution that is 0 comes out as what rounding errors left of the guess: 1e-17 of it after a step, 1e-34 after two.
RealStatus RealPart::TakeZeros(double* slots, const VectorXd& guess) {
  const VectorXd found = x_;
  for (Index j = 0; j < n_; ++j) {
    if (std::fabs(x_[j]) <= kRestOfGuess * std::fabs(guess[j])) x_[j] = 0;
  }
  if (x_ == found) return RealStatus::kSolved;
  if (EvaluateAt(slots, x_) && IsSatisfied(slots, kResidualRounding)) return RealStatus::kSolved;
  x_ = found;
  EvaluateAt(slots, x_);
  return RealStatus::kSolved;
}

std::optional<double> RealPart::FindSlope(double* slots) {
  if (!std::isfinite(slots[block_.unknowns[0]])) return std::nullopt;
  context_.tape.Run(block_.residual, slots);
  if (!std::isfinite(slots[block_.residuals[0]]) || context_.tape.failure()) return std::nullopt;
  context_.tape.Run(block_.jacobian, slots);
  double slope = 0;
  for (size_t k = 0; k < block_.entries.size(); ++k) slope += Entry(k, slots);
  if (slope == 0 || !std::isfinite(slope) || context_.tape.failure()) return std::nullopt;
  return slope;
}

int RealPart::ScalarOrientation(double* slots) {
  if (n_ != 1 || !block_.is_linear) return 0;
  const std::optional<double> slope = FindSlope(slots);
  return !slope ? 0 : *slope < 0 ? -1 : 1;
}

std::optional<RealStatus> RealPart::SolveScalar(double* slots) {
  double& x = slots[block_.unknowns[0]];
  const double& residual = slots[block_.residuals[0]];
  const std::optional<double> found = FindSlope(slots);
  if (!found) return std::nullopt;
  const double slope = *found, guess = x;
  const auto evaluate = [&] {
    if (again_.empty()) {
      context_.tape.Run(block_.residual, slots);
    } else {
      context_.tape.Run(again_, slots);
    }
  };
  for (int step = 0; step < kLinearSteps; ++step) {
    x -= residual / slope;
    evaluate();
    if (!std::isfinite(residual) || context_.tape.failure()) return std::nullopt;
    if (std::fabs(residual) <= kResidualRounding * (TermSize(0, slots) + std::fabs(slope * x))) {
      if (x != 0 && std::fabs(x) <= kRestOfGuess * std::fabs(guess)) {
        const double rest = std::exchange(x, 0.0);  // see TakeZeros
        evaluate();
        if (residual != 0) {
          x = rest;
          evaluate();
        }
      }
      orientation_ = slope < 0 ? -1 : 1;
      return RealStatus::kSolved;
    }
  }
  return std::nullopt;
}

void RealPart::FindBounds() {
  bounds_.emplace();
  const Range operands = block_.kind == BlockCode::Kind::kMixed ? block_.operands : context_.program.indicators;
  const std::unordered_set<Slot> varying = VaryingSlots(context_.program, block_, operands);
  const auto unknown_of = [&](Slot slot) {
    return std::find(block_.unknowns.begin(), block_.unknowns.end(), slot) - block_.unknowns.begin();
  };
  for (size_t k = 0; k < context_.program.relations.size(); ++k) {
    const RelationInfo& relation = context_.program.relations[k];
    if (relation.kind != RelationInfo::Kind::kState) continue;
    const Index left = unknown_of(relation.left);
    const Index right = unknown_of(relation.right);
    if (left < n_ && !varying.contains(relation.right)) bounds_->push_back({k, left, true});
    if (right < n_ && !varying.contains(relation.left)) bounds_->push_back({k, right, false});
  }
}

std::vector<Index> RealPart::FreeUnknowns() const {
  if (n_ == 1) return {0};
  const Eigen::FullPivLU<MatrixXd> lu(matrix_.Dense());
  const MatrixXd kernel = lu.kernel();
  std::vector<Index> free;
  for (Index j = 0; j < n_; ++j) {
    if (kernel.row(j).cwiseAbs().maxCoeff() > 1e-9) free.push_back(j);
  }
  return free;
}

bool RealPart::SharesALoad() {
  if (!bounds_) FindBounds();
  if (bounds_->empty()) return false;
  const std::vector<Index> free = FreeUnknowns();
  return std::any_of(bounds_->begin(), bounds_->end(), [&](const Bound& bound) {
    return std::find(free.begin(), free.end(), bound.unknown) != free.end();
  });
}

Box RealPart::Bounds(double* slots, bool all_false) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!bounds_) FindBounds();
  if (bounds_->empty()) return {};
  const bool is_mixed = block_.kind == BlockCode::Kind::kMixed;
  context_.tape.Run(is_mixed ? block_.operands : context_.program.indicators, slots);
  Box box{VectorXd::Constant(n_, -kInfinity), VectorXd::Constant(n_, kInfinity)};
  for (const Bound& bound : *bounds_) {
    const RelationInfo& relation = context_.program.relations[bound.relation];
    const bool is_greater = HoldsAbove(relation);
    const double threshold = slots[bound.unknown_is_left ? relation.right : relation.left];
    if (!std::isfinite(threshold)) continue;
    const bool holds = !all_false && slots[relation.value] != 0;
    if ((is_greater == bound.unknown_is_left) == holds) {
      box.lower[bound.unknown] = std::max(box.lower[bound.unknown], threshold);
    } else {
      box.upper[bound.unknown] = std::min(box.upper[bound.unknown], threshold);
    }
  }
  return box;
}

RealStatus RealPart::TakeLeastNorm(double* slots) {
  free_.clear();
  if (n_ == 1) {
    if (std::fabs(residual_[0]) > kScalarNull * TermSize(0, slots)) return RealStatus::kSingular;
    const Box box = Bounds(slots);
    x_[0] = box.lower.size() == 0 ? 0 : std::clamp(0.0, box.lower[0], std::max(box.lower[0], box.upper[0]));
  } else {
    const VectorXd rhs = matrix_.Times(x_) - residual_;
    const Box box = Bounds(slots);
    if (const auto by_parts = factorization_.LeastNorm(rhs, box)) {
      x_ = by_parts->x;
      free_ = by_parts->free;
      if (!EvaluateAt(slots, x_)) return Failed(RealStatus::kNotFinite);
      if (IsSatisfiedTogether(slots, 1e-8)) return RealStatus::kLeastNorm;
    }
    const LeastNormSolution solution = SolveLeastNorm(matrix_.Dense(), rhs, box);
    if (!solution.consistent) return RealStatus::kSingular;
    x_ = solution.x;
    free_ = solution.free;
  }
  if (!EvaluateAt(slots, x_)) return Failed(RealStatus::kNotFinite);
  return IsSatisfiedTogether(slots, 1e-8) ? RealStatus::kLeastNorm : RealStatus::kSingular;
}

bool RealPart::GuessThroughSingularity(double* slots) {
  VectorXd x(n_);
  if (n_ == 1) {
    x[0] = x_[0] - orientation_ * residual_[0] * 1e8;
  } else {
    Read(slots);
    if (!Evaluate(slots) || !Differentiate(slots)) return false;
    x = SolveRegularized(matrix_.Dense(), matrix_.Times(x_) - residual_, orientation_);
  }
  return x.allFinite() && EvaluateAt(slots, x);
}

VectorXd RealPart::unknowns(const double* slots) {
  Read(slots);
  return x_;
}

std::optional<VectorXd> RealPart::ResidualAt(double* slots, const VectorXd& x) {
  x_ = x;
  if (!EvaluateAt(slots, x_)) return std::nullopt;
  return residual_;
}

const BlockMatrix* RealPart::JacobianAt(double* slots, const VectorXd& x) {
  x_ = x;
  return EvaluateAt(slots, x_) && Differentiate(slots) ? &matrix_ : nullptr;
}

std::optional<VectorXd> RealPart::Direction(double* slots, const VectorXd& rhs) {
  if (!Differentiate(slots)) return std::nullopt;
  if (n_ == 1) {
    if (Slope() == 0) return std::nullopt;
    orientation_ = Slope() < 0 ? -1 : 1;
    return rhs / Slope();
  }
  Factorize();
  if (!factorization_.is_regular()) return std::nullopt;
  orientation_ = factorization_.DeterminantSign();
  return factorization_.Solve(rhs);
}

void RealPart::Forget() {
  if (context_.held_back.empty()) return;
  std::erase_if(context_.held_back, [this](const LeastNormNote& note) { return note.part == this; });
}

void RealPart::NoteLeastNorm() {
  ++context_.least_norms_taken;
  LeastNormNote note{this, noted_ ? std::string() : DescribeLeastNorm()};
  if (!context_.holds_back) return Tell(note);
  context_.held_back.push_back(std::move(note));
}

void RealPart::Tell(const LeastNormNote& note) {
  ++context_.statistics.least_norm;
  if (noted_) return;
  noted_ = true;
  context_.Note(note.text);
}

std::string RealPart::DescribeLeastNorm() const {
  std::vector<Index> free = free_.empty() ? FreeUnknowns() : free_;
  std::sort(free.begin(), free.end());
  std::vector<std::string> names;
  std::vector<bool> is_row(static_cast<size_t>(n_), false);
  const std::vector<int>& begin = matrix_.column_begin();
  for (const Index j : free) {
    names.push_back(block_.unknown_names[static_cast<size_t>(j)]);
    for (int k = begin[static_cast<size_t>(j)]; k < begin[static_cast<size_t>(j) + 1]; ++k) {
      if (matrix_.values()[static_cast<size_t>(k)] != 0)
        is_row[static_cast<size_t>(matrix_.row_of()[static_cast<size_t>(k)])] = true;
    }
  }
  std::vector<size_t> rows;
  for (size_t i = 0; i < is_row.size(); ++i) {
    if (is_row[i]) rows.push_back(i);
  }
  if (n_ == 1) rows = {0};
  return fmt::format(
      "the values of {} are not unique: the equations do not determine how they share their load; the solution of "
      "least norm was taken\n  in {}",
      JoinNames(names), ListEquations(rows));
}

std::string RealPart::ListEquations(const std::vector<size_t>& rows) const {
  std::string text;
  constexpr size_t kMax = 6;
  for (size_t k = 0; k < rows.size() && k < kMax; ++k) {
    if (rows[k] >= block_.equations.size()) continue;
    if (!text.empty()) text += "\n     ";
    text += Describe(context_.program, block_.equations[rows[k]]);
  }
  if (rows.size() > kMax) text += fmt::format("\n     and {} more", rows.size() - kMax);
  return text;
}

std::string RealPart::Explain(RealStatus status, const double* slots) const {
  switch (status) {
    case RealStatus::kSolved:
    case RealStatus::kLeastNorm:
      return {};
    case RealStatus::kFunctionFailed: {
      const FunctionFailure& failure = *context_.tape.failure();
      return failure.place.empty() ? failure.message : fmt::format("{} ({})", failure.message, failure.place);
    }
    case RealStatus::kNotFinite: {
      std::string reason = ExplainNotFinite(context_.program, block_.residual, slots);
      if (reason.empty()) reason = ExplainNotFinite(context_.program, block_.jacobian, slots);
      if (reason.empty()) reason = "a value is not finite";
      for (size_t k = 0; k < block_.inner.size(); ++k) {
        const size_t equation = block_.residuals.size() + k;
        if (!std::isfinite(slots[block_.inner[k]]) && equation < block_.equations.size())
          return fmt::format("{} in {}", reason, Describe(context_.program, block_.equations[equation]));
      }
      for (size_t k = 0; k < block_.residuals.size(); ++k) {
        if (!std::isfinite(slots[block_.residuals[k]]) && k < block_.equations.size())
          return fmt::format("{} in {}", reason, Describe(context_.program, block_.equations[k]));
      }
      return fmt::format("{} in the loop of {}", reason, JoinNames(block_.unknown_names));
    }
    case RealStatus::kSingular: {
      if (n_ == 1) {
        return fmt::format("no value of {} satisfies its equation, in which its coefficient is zero\n  in {}",
                           block_.unknown_names[0], ListEquations({0}));
      }
      // The combination of the equations from which all unknowns vanish, while a number remains.
      MatrixXd scaled = matrix_.Dense();
      for (Index i = 0; i < n_; ++i) {
        const double largest = scaled.row(i).cwiseAbs().maxCoeff();
        if (largest > 0) scaled.row(i) /= largest;
      }
      Eigen::FullPivLU<MatrixXd> lu(scaled.transpose());
      lu.setThreshold(1e-12);
      const MatrixXd kernel = lu.kernel();
      std::vector<size_t> rows;
      for (Index i = 0; i < n_; ++i) {
        if (kernel.row(i).cwiseAbs().maxCoeff() > 1e-9) rows.push_back(static_cast<size_t>(i));
      }
      return fmt::format("no solution for {}: these equations contradict each other\n  in {}",
                         JoinNames(block_.unknown_names), ListEquations(rows));
    }
    case RealStatus::kUndetermined: {
      std::vector<std::string> names;
      for (const Index j : FreeUnknowns()) names.push_back(block_.unknown_names[static_cast<size_t>(j)]);
      std::vector<size_t> rows(static_cast<size_t>(n_));
      std::iota(rows.begin(), rows.end(), size_t{0});
      return fmt::format(
          "at this point the equations do not determine {}: they hold, but their derivatives vanish\n  in {}\n"
          "  hint: a turning point of the variables chosen as states; choose others by stateSelect, or start elsewhere",
          JoinNames(names), ListEquations(rows));
    }
    case RealStatus::kNotConverged: {
      size_t worst = 0;
      double largest = -1;
      for (size_t i = 0; i < terms_.size(); ++i) {
        const double relative = std::fabs(residual_[static_cast<Index>(i)]) /
                                std::max(TermSize(i, slots), std::numeric_limits<double>::min());
        if (relative > largest) {
          largest = relative;
          worst = i;
        }
      }
      return fmt::format("Newton's method found no solution for {}\n  worst satisfied: {}",
                         JoinNames(block_.unknown_names), ListEquations({worst}));
    }
  }
  return {};
}

}  // namespace stiction::runtime
