// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxPasses = 20;  // of discrete and Real equations in one configuration

void Write(const std::vector<Slot>& to, const std::vector<double>& values, double* slots) {
  for (size_t k = 0; k < to.size(); ++k) slots[to[k]] = values[k];
}

void Read(const std::vector<Slot>& from, const double* slots, std::vector<double>& values) {
  values.clear();
  for (const Slot slot : from) values.push_back(slots[slot]);
}

bool Holds(const std::vector<Slot>& slots_of, const std::vector<double>& values, const double* slots) {
  return std::equal(values.begin(), values.end(), slots_of.begin(),
                    [&](double value, Slot slot) { return value == slots[slot]; });
}

}  // namespace

double RelativeGap(const RelationInfo& relation, const double* slots) {
  const double left = slots[relation.left], right = slots[relation.right];
  return std::fabs(left - right) / std::max({std::fabs(left), std::fabs(right), std::numeric_limits<double>::min()});
}

MixedProblem::MixedProblem(SolveContext& context, const BlockCode& block)
    : context_(context),
      block_(block),
      structure_(context.program, block),
      real_(context, block),
      gated_(context.program, block) {}

void MixedProblem::Restore(const std::vector<double>& written) {
  Write(structure_.written(), written, slots_);
  context_.tape.ClearFailure();
  holds_solution_ = false;
}

void MixedProblem::Begin(double* slots) {
  slots_ = slots;
  Read(structure_.decided(), slots, start_);
  if (!context_.IsInitial(slots) && !block_.relations.empty()) {
    StartInTheMiddle(gated_.Open(context_.changes, context_.tape, slots_, start_));
  }
  Read(block_.unknowns, slots, start_unknowns_);
  Read(block_.discrete_targets, slots, start_discretes_);
  equations_.reset();
}

// An element whose curve no equation looked at begins in the middle of it: that of friction at rest.
void MixedProblem::StartInTheMiddle(const GatedRelations::Opened& opened) {
  if (opened.undecided.empty()) return;
  context_.tape.Run(block_.operands, slots_);
  const auto is_among = [](const std::vector<size_t>& positions) {
    return [&](size_t k) { return std::find(positions.begin(), positions.end(), k) != positions.end(); };
  };
  const auto is_opened = [&](size_t k) { return is_among(opened.decided)(k) || is_among(opened.undecided)(k); };
  for (const std::vector<size_t>& element : structure_.elements()) {
    if (!structure_.IsCurve(element) || element.size() % 2 != 0 ||
        !std::all_of(element.begin(), element.end(), is_opened) ||
        std::none_of(element.begin(), element.end(), is_among(opened.undecided))) {
      continue;
    }
    const std::vector<double> middle = structure_.Branches(element, slots_)[element.size() / 2];
    for (size_t i = 0; i < element.size(); ++i)
      start_[element[i]] = slots_[structure_.decided()[element[i]]] = middle[i];
  }
}

bool MixedProblem::Decide(size_t position) const {
  const RelationInfo& relation = structure_.relation(position);
  // Within its zone the guard of a mode agrees with either mode: the first of them that is consistent is taken.
  const bool is_guard = relation.impulse != kNoSlot;
  const bool held = is_guard ? slots_[relation.value] != 0 : start_[position] != 0;
  return DecideRelation(relation, slots_, {held, context_.IsInitial(slots_), true});
}

bool MixedProblem::Settle() {
  const std::vector<Slot>& targets = block_.discrete_targets;
  if (structure_.settles_at_once()) {
    context_.tape.Run(block_.discrete, slots_);
    return std::none_of(targets.begin(), targets.end(), [&](Slot target) { return std::isnan(slots_[target]); });
  }
  for (size_t pass = 0; pass < targets.size() + 2; ++pass) {
    Read(targets, slots_, before_);
    context_.tape.Run(block_.discrete, slots_);
    if (Holds(targets, before_, slots_)) return true;
  }
  return false;
}

void MixedProblem::Hold(const Configuration& configuration) {
  Write(structure_.decided(), configuration, slots_);
  Write(block_.discrete_targets, start_discretes_, slots_);
}

void MixedProblem::HoldUnknowns() {
  holds_solution_ = false;
  Write(block_.unknowns, start_unknowns_, slots_);
}

bool MixedProblem::HasEquationsSolved() const {
  const auto is_same = [&](double value, Slot slot) {
    return std::bit_cast<uint64_t>(slots_[slot]) == std::bit_cast<uint64_t>(value);
  };
  return equations_ &&
         std::equal(equations_->begin(), equations_->end(), structure_.read_by_equations().begin(), is_same);
}

// The result of a trial is a function of the equations, and those of successive trials are often the same.
RealStatus MixedProblem::SolveReal() {
  if (structure_.is_known_before()) {
    if (holds_solution_ && HasEquationsSolved()) return RealStatus::kSolved;
    HoldUnknowns();
  }
  const RealStatus status = real_.Solve(slots_);
  holds_solution_ = structure_.is_known_before() && block_.is_linear && status == RealStatus::kSolved;
  equations_.reset();
  if (holds_solution_) equations_ = ValuesOf(structure_.read_by_equations(), slots_);
  return status;
}

int MixedProblem::OrientationIn(const Configuration& configuration) {
  if (!structure_.is_known_before()) return 0;
  Hold(configuration);
  if (!Settle()) return 0;
  if (HasEquationsSolved()) return real_.orientation();
  HoldUnknowns();
  const int orientation = real_.ScalarOrientation(slots_);
  context_.tape.ClearFailure();
  return orientation;
}

std::optional<std::vector<double>> MixedProblem::Signature(const Configuration& configuration) {
  Hold(configuration);
  HoldUnknowns();
  if (!Settle()) return std::nullopt;
  return ValuesOf(structure_.read_by_equations(), slots_);
}

size_t MixedProblem::ElementsThatLeft(const Configuration& configuration) {
  const std::vector<double> written = Written();
  const std::optional<std::vector<double>> before = Signature(start_);
  size_t count = 0;
  for (const std::vector<size_t>& element : structure_.elements()) {
    Configuration alone = start_;
    for (const size_t k : element) alone[k] = configuration[k];
    if (alone != start_ && (!before || Signature(alone) != before)) ++count;
  }
  Restore(written);
  return count;
}

SolveError MixedProblem::Rejection(RealStatus status) const {
  const SolveFailure failure = status == RealStatus::kSingular         ? SolveFailure::kSingular
                               : status == RealStatus::kNotFinite      ? SolveFailure::kNotFinite
                               : status == RealStatus::kFunctionFailed ? SolveFailure::kFunctionFailed
                                                                       : SolveFailure::kNotConverged;
  return {failure, real_.Explain(status, slots_)};
}

void MixedProblem::Solve(const Configuration& configuration, Trial& trial, std::optional<SolveError>& rejection) {
  trial.status = RealStatus::kSolved;
  trial.has_implied = trial.is_tied = false;
  trial.inconsistent.clear();
  trial.gap = -1;
  Hold(configuration);
  if (!structure_.is_known_before()) HoldUnknowns();
  bool is_settled = false;
  for (int pass = 0; pass < kMaxPasses && !is_settled; ++pass) {
    if (!Settle()) {
      if (structure_.is_known_before()) HoldUnknowns();
      break;
    }
    Read(block_.discrete_targets, slots_, discretes_);
    trial.status = SolveReal();
    if (trial.status != RealStatus::kSolved && trial.status != RealStatus::kLeastNorm) break;
    is_settled = true;
    if (structure_.is_known_before()) break;
    context_.tape.Run(block_.discrete, slots_);
    is_settled = Holds(block_.discrete_targets, discretes_, slots_);
  }
  const bool is_solved = trial.status == RealStatus::kSolved || trial.status == RealStatus::kLeastNorm;
  trial.orientation = trial.status == RealStatus::kSolved ? real_.orientation() : 0;
  trial.is_admissible = is_solved && is_settled;
  if (!is_solved && !rejection) rejection = Rejection(trial.status);
  if (is_solved) Imply(configuration, trial);
  if (!context_.tape.failure()) return;
  if (!rejection) rejection = Rejection(RealStatus::kFunctionFailed);
  trial.is_admissible = trial.has_implied = false;
  context_.tape.ClearFailure();
}

std::optional<Configuration> MixedProblem::SolveFollowing() {
  Hold(start_);
  HoldUnknowns();
  if (!Settle()) return std::nullopt;
  Configuration configuration = start_;
  const auto decide = [&] {
    context_.tape.Run(block_.operands, slots_);
    bool has_changed = false;
    for (size_t k = 0; k < structure_.relation_count(); ++k) {
      const double value = Decide(k) ? 1 : 0;
      has_changed |= value != configuration[k];
      configuration[k] = value;
    }
    if (!has_changed) return false;
    Write(structure_.decided(), configuration, slots_);
    context_.tape.Run(block_.discrete, slots_);
    return true;
  };
  const RealStatus status = real_.SolveFollowing(slots_, decide);
  context_.tape.ClearFailure();
  if (status != RealStatus::kSolved) return std::nullopt;
  Read(block_.unknowns, slots_, start_unknowns_);
  return configuration;
}

std::optional<Configuration> MixedProblem::ImpliedByGuesses() {
  Hold(start_);
  HoldUnknowns();
  if (!Settle()) return std::nullopt;
  real_.ResidualAt(slots_, real_.unknowns(slots_));
  context_.tape.ClearFailure();
  context_.tape.Run(block_.operands, slots_);
  context_.tape.ClearFailure();
  Configuration configuration = start_;
  for (size_t k = 0; k < structure_.relation_count(); ++k) {
    const RelationInfo& relation = structure_.relation(k);
    if (std::isfinite(slots_[relation.left] - slots_[relation.right])) configuration[k] = Decide(k) ? 1 : 0;
  }
  return configuration == start_ ? std::nullopt : std::optional(std::move(configuration));
}

void MixedProblem::Imply(const Configuration& configuration, Trial& trial) {
  context_.tape.Run(block_.operands, slots_);
  trial.has_implied = true;
  trial.implied = configuration;
  trial.is_tied = true;
  for (size_t k = 0; k < configuration.size(); ++k) {
    if (k >= structure_.relation_count()) {
      const int32_t held = block_.held[k - structure_.relation_count()];
      trial.implied[k] = slots_[context_.program.held[static_cast<size_t>(held)].current];
      if (trial.implied[k] == configuration[k]) continue;
      trial.inconsistent.push_back(k);
      trial.is_tied = false;
      continue;
    }
    const RelationInfo& relation = structure_.relation(k);
    const double gap = std::fabs(slots_[relation.left] - slots_[relation.right]);
    if (!std::isfinite(gap)) {
      trial.has_implied = trial.is_admissible = trial.is_tied = false;
      return;
    }
    trial.implied[k] = Decide(k) ? 1 : 0;
    if (trial.implied[k] == configuration[k]) continue;
    trial.inconsistent.push_back(k);
    // Time leaves a tie at once.
    const bool can_stay = relation.kind != RelationInfo::Kind::kTime;
    trial.is_tied = trial.is_tied && can_stay && RelativeGap(relation, slots_) <= kNearTie;
    if (gap > trial.gap) {
      trial.gap = gap;
      trial.worst = k;
    }
  }
  if (trial.inconsistent.empty()) trial.is_tied = false;
}

bool MixedProblem::Enter(Configuration& configuration, const Eigen::VectorXd& x) {
  holds_solution_ = false;
  for (size_t k = 0; k < block_.unknowns.size(); ++k) slots_[block_.unknowns[k]] = x[static_cast<Eigen::Index>(k)];
  Write(block_.discrete_targets, start_discretes_, slots_);
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    Write(structure_.decided(), configuration, slots_);
    if (!Settle()) return false;
    bool is_settled = true;
    context_.tape.Run(block_.operands, slots_);
    for (const size_t k : structure_.discrete()) {
      const double value = Decide(k) ? 1 : 0;
      is_settled = is_settled && value == configuration[k];
      configuration[k] = value;
    }
    if (is_settled) return !context_.tape.failure();
  }
  return false;
}

bool MixedProblem::Evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual, std::vector<double>& gaps) {
  holds_solution_ = false;
  const std::optional<Eigen::VectorXd> value = real_.ResidualAt(slots_, x);
  if (!value) return false;
  residual = *value;
  context_.tape.Run(block_.operands, slots_);
  gaps.resize(structure_.relation_count());
  for (size_t k = 0; k < gaps.size(); ++k) {
    const RelationInfo& relation = structure_.relation(k);
    const double gap = slots_[relation.left] - slots_[relation.right];
    if (!std::isfinite(gap) && !structure_.IsDiscrete(k)) return false;
    gaps[k] = HoldsAbove(relation) ? gap : -gap;
  }
  return !context_.tape.failure();
}

}  // namespace stiction::runtime
