// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

// Rounding errors of a solution, relative to its largest value: what a difference of two of its values may be off by.
constexpr double kRoundings = 64;
constexpr double kRounding = kRoundings * std::numeric_limits<double>::epsilon();
constexpr int kMaxPasses = 20;  // of discrete and Real equations in one configuration
constexpr size_t kShown = 3;    // configurations in a message

/// Distance from the tie, relative to the operands.
double RelativeGap(const RelationInfo& relation, const double* slots) {
  const double left = slots[relation.left];
  const double right = slots[relation.right];
  const double size = std::max({std::fabs(left), std::fabs(right), std::numeric_limits<double>::min()});
  return std::fabs(left - right) / size;
}

}  // namespace

MixedSearch::MixedSearch(SolveContext& context, const BlockCode& block)
    : context_(context),
      block_(block),
      real_(context, block),
      discrete_code_(LookAtDiscreteCode(context.program, block)),
      gated_(context.program, block) {
  is_known_before_ = discrete_code_.settles_at_once && !discrete_code_.reads_solution && discrete_code_.is_open;
  FindReads();
  for (const int32_t index : block.relations) {
    const RelationInfo& relation = context.program.relations[static_cast<size_t>(index)];
    decided_.push_back(relation.value);
    if (relation.kind == RelationInfo::Kind::kDiscrete) discrete_.push_back(decided_.size() - 1);
  }
  for (const int32_t held : block.held) decided_.push_back(context.program.held[static_cast<size_t>(held)].value);
}

std::vector<double> MixedSearch::ValuesOf(const std::vector<Slot>& of) const {
  std::vector<double> values(of.size());
  for (size_t k = 0; k < of.size(); ++k) values[k] = slots_[of[k]];
  return values;
}

std::vector<double> MixedSearch::Written() const { return ValuesOf(FindFootprint().written); }

void MixedSearch::Restore(const std::vector<double>& written) {
  const std::vector<Slot>& slots = FindFootprint().written;
  for (size_t k = 0; k < slots.size(); ++k) slots_[slots[k]] = written[k];
  holds_solution_ = false;
}

std::vector<double> MixedSearch::Coefficients() const { return ValuesOf(FindFootprint().coefficients); }

bool MixedSearch::HasCoefficients(const std::vector<double>& coefficients) const {
  const std::vector<Slot>& slots = FindFootprint().coefficients;
  if (slots.size() != coefficients.size()) return false;
  for (size_t k = 0; k < slots.size(); ++k) {
    if (slots_[slots[k]] != coefficients[k]) return false;
  }
  return true;
}

double* MixedSearch::SlotOf(size_t position) const { return slots_ + decided_[position]; }

void MixedSearch::Begin(double* slots) {
  slots_ = slots;
  start_.clear();
  for (size_t k = 0; k < block_.relations.size() + block_.held.size(); ++k) start_.push_back(*SlotOf(k));
  if (!context_.changes.empty() && !block_.relations.empty()) OpenGates();
  nearest_configuration_ = start_;
  fewest_inconsistent_ = std::numeric_limits<size_t>::max();
  start_unknowns_.clear();
  for (const Slot unknown : block_.unknowns) start_unknowns_.push_back(slots[unknown]);
  start_discretes_.clear();
  for (const Slot target : block_.discrete_targets) start_discretes_.push_back(slots[target]);
  equations_.reset();
  tied_.reset();
  released_.reset();
  trials_ = 0;
  has_tried_ = false;
  tried_.clear();
  admissible_count_ = 0;
  nearest_.clear();
  rejection_.reset();
  solved_.clear();
  jumps_.clear();
  orientations_ = {};
  reached_limit_ = was_redundant_ = false;
}

void MixedSearch::OpenGates() {
  const GatedRelations::Opened opened = gated_.Open(context_.changes, context_.tape, slots_, start_);
  if (!opened.undecided.empty()) StartInTheMiddle(opened);
}

// An element whose curve no equation looked at begins in the middle of it: that of friction at rest.
void MixedSearch::StartInTheMiddle(const GatedRelations::Opened& opened) {
  for (const std::vector<size_t>& element : elements()) {
    const auto is_among = [&](const std::vector<size_t>& positions) {
      return [&](size_t k) { return std::find(positions.begin(), positions.end(), k) != positions.end(); };
    };
    const auto is_opened = [&](size_t k) { return is_among(opened.decided)(k) || is_among(opened.undecided)(k); };
    if (!std::all_of(element.begin(), element.end(), is_opened) ||
        std::none_of(element.begin(), element.end(), is_among(opened.undecided))) {
      continue;
    }
    const std::vector<std::vector<double>> branches = Branches(element);
    if (!IsCurve(element) || branches.size() % 2 == 0) continue;
    const std::vector<double>& middle = branches[branches.size() / 2];
    for (size_t i = 0; i < element.size(); ++i) start_[element[i]] = *SlotOf(element[i]) = middle[i];
  }
}

bool MixedSearch::Decide(size_t position) const {
  const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[position])];
  return DecideRelation(relation, slots_, {start_[position] != 0, context_.IsInitial(slots_), true});
}

void MixedSearch::NoteNearest(const Configuration& configuration, const Trial& trial) {
  if (!trial.is_admissible || trial.inconsistent.size() >= fewest_inconsistent_) return;
  fewest_inconsistent_ = trial.inconsistent.size();
  nearest_configuration_ = configuration;
}

bool MixedSearch::Settle() {
  if (discrete_code_.settles_at_once) {
    RunDiscrete();
    return std::none_of(block_.discrete_targets.begin(), block_.discrete_targets.end(),
                        [&](Slot target) { return std::isnan(slots_[target]); });
  }
  if (block_.discrete_targets.empty()) return true;
  std::vector<double>& before = before_;
  before.resize(block_.discrete_targets.size());
  for (size_t pass = 0; pass < block_.discrete_targets.size() + 2; ++pass) {
    for (size_t k = 0; k < before.size(); ++k) before[k] = slots_[block_.discrete_targets[k]];
    RunDiscrete();
    bool changed = false;
    for (size_t k = 0; k < before.size(); ++k) changed = changed || before[k] != slots_[block_.discrete_targets[k]];
    if (!changed) return true;
  }
  return false;
}

void MixedSearch::Recycle(Trial&& trial) {
  spare_.implied = std::move(trial.implied);
  spare_.inconsistent = std::move(trial.inconsistent);
  spare_.inconsistent.clear();
}

Trial MixedSearch::Try(const Configuration& configuration) {
  ++trials_;
  Trial trial = Solve(configuration);
  if (trial.is_consistent()) return trial;
  if (!has_tried_) {
    has_tried_ = true;
    first_tried_ = configuration;
  } else if (configuration != first_tried_) {
    tried_.insert(configuration);
  }
  return trial;
}

void MixedSearch::Hold(const Configuration& configuration) {
  for (size_t k = 0; k < configuration.size(); ++k) *SlotOf(k) = configuration[k];
  for (size_t k = 0; k < block_.discrete_targets.size(); ++k) slots_[block_.discrete_targets[k]] = start_discretes_[k];
}

void MixedSearch::HoldUnknowns() {
  holds_solution_ = false;
  for (size_t k = 0; k < block_.unknowns.size(); ++k) slots_[block_.unknowns[k]] = start_unknowns_[k];
}

bool MixedSearch::HasEquationsSolved() const {
  return equations_ &&
         std::equal(equations_->begin(), equations_->end(), read_by_equations_.begin(), [&](double value, Slot slot) {
           return std::bit_cast<uint64_t>(slots_[slot]) == std::bit_cast<uint64_t>(value);
         });
}

// What a trial comes to is a function of the equations: those of one after the other are often the same.
RealStatus MixedSearch::SolveReal() {
  if (is_known_before_) {
    if (holds_solution_ && HasEquationsSolved()) return RealStatus::kSolved;
    HoldUnknowns();
  }
  const RealStatus status = real_.Solve(slots_);
  holds_solution_ = is_known_before_ && block_.is_linear && status == RealStatus::kSolved;
  equations_.reset();
  if (holds_solution_) equations_ = ValuesOf(read_by_equations_);
  return status;
}

int MixedSearch::OrientationIn(const Configuration& configuration) {
  if (!is_known_before_) return 0;
  Hold(configuration);
  if (!Settle()) return 0;
  if (HasEquationsSolved()) return real_.orientation();
  HoldUnknowns();
  const int orientation = real_.ScalarOrientation(slots_);
  context_.tape.ClearFailure();
  return orientation;
}

Trial MixedSearch::Solve(const Configuration& configuration) {
  Trial trial = std::exchange(spare_, {});
  Hold(configuration);
  if (!is_known_before_) HoldUnknowns();
  std::vector<double>& discretes = discretes_;
  discretes.resize(block_.discrete_targets.size());
  bool is_settled = false;
  for (int pass = 0; pass < kMaxPasses && !is_settled; ++pass) {
    if (!Settle()) {
      if (is_known_before_) HoldUnknowns();
      break;
    }
    for (size_t k = 0; k < discretes.size(); ++k) discretes[k] = slots_[block_.discrete_targets[k]];
    trial.status = SolveReal();
    if (trial.status != RealStatus::kSolved && trial.status != RealStatus::kLeastNorm) break;
    is_settled = true;
    if (is_known_before_) break;
    RunDiscrete();
    for (size_t k = 0; k < discretes.size(); ++k) {
      is_settled = is_settled && discretes[k] == slots_[block_.discrete_targets[k]];
    }
  }
  last_status_ = trial.status;
  const bool is_solved = trial.status == RealStatus::kSolved || trial.status == RealStatus::kLeastNorm;
  const int orientation = trial.status == RealStatus::kSolved ? real_.orientation() : 0;
  (orientation > 0 ? orientations_.positive : orientation < 0 ? orientations_.negative : orientations_.zero) = true;
  trial.is_admissible = is_solved && is_settled;
  if (!is_solved) {
    if (!rejection_) {
      const SolveFailure failure = trial.status == RealStatus::kSingular         ? SolveFailure::kSingular
                                   : trial.status == RealStatus::kNotFinite      ? SolveFailure::kNotFinite
                                   : trial.status == RealStatus::kFunctionFailed ? SolveFailure::kFunctionFailed
                                                                                 : SolveFailure::kNotConverged;
      rejection_ = SolveError{failure, real_.Explain(trial.status, slots_)};
    }
    if (trial.status != RealStatus::kSingular || !real_.GuessThroughSingularity(slots_)) {
      context_.tape.ClearFailure();
      return trial;
    }
  }
  Imply(configuration, trial);
  if (context_.tape.failure()) {
    if (!rejection_) {
      rejection_ = SolveError{SolveFailure::kFunctionFailed, real_.Explain(RealStatus::kFunctionFailed, slots_)};
    }
    context_.tape.ClearFailure();
    trial.is_admissible = false;
    trial.has_implied = false;
    return trial;
  }
  if (trial.is_admissible) {
    ++admissible_count_;
    if (trial.is_tied && !tied_) tied_ = configuration;
  }
  return trial;
}

void MixedSearch::Imply(const Configuration& configuration, Trial& trial) {
  context_.tape.Run(block_.operands, slots_);
  trial.has_implied = true;
  trial.implied = configuration;
  trial.is_tied = true;
  double worst = -1;
  size_t worst_at = 0;
  for (size_t k = 0; k < configuration.size(); ++k) {
    if (k < block_.relations.size()) {
      const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
      if (!std::isfinite(slots_[relation.left] - slots_[relation.right])) {
        trial.has_implied = trial.is_admissible = false;
        return;
      }
      trial.implied[k] = Decide(k) ? 1 : 0;
    } else {
      const size_t held = static_cast<size_t>(block_.held[k - block_.relations.size()]);
      trial.implied[k] = slots_[context_.program.held[held].current];
    }
    if (trial.implied[k] == configuration[k]) continue;
    trial.inconsistent.push_back(k);
    if (k >= block_.relations.size()) {
      trial.is_tied = false;
      continue;
    }
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
    // Time leaves a tie at once.
    const bool can_stay = relation.kind != RelationInfo::Kind::kTime;
    trial.is_tied = trial.is_tied && can_stay && RelativeGap(relation, slots_) <= kNearTie;
    const double gap = std::fabs(slots_[relation.left] - slots_[relation.right]);
    if (gap > worst) {
      worst = gap;
      worst_at = k;
    }
  }
  if (trial.inconsistent.empty()) trial.is_tied = false;
  if (!trial.is_admissible || worst < 0) return;
  was_redundant_ = was_redundant_ || trial.status == RealStatus::kLeastNorm;
  const auto after = std::upper_bound(nearest_.begin(), nearest_.end(), worst,
                                      [](double gap, const Miss& miss) { return gap < miss.gap; });
  if (after == nearest_.end() && nearest_.size() == kShown) return;
  const bool is_known = std::any_of(nearest_.begin(), nearest_.end(),
                                    [&](const Miss& miss) { return miss.configuration == configuration; });
  if (is_known) return;
  nearest_.insert(after, {configuration, worst_at, worst});
  if (nearest_.size() > kShown) nearest_.pop_back();
}

bool MixedSearch::TakeWithinRounding() {
  if (nearest_.empty()) return false;
  const Configuration configuration = nearest_.front().configuration;
  const Trial trial = Try(configuration);
  if (!trial.is_admissible) return false;
  const Eigen::VectorXd errors = real_.RoundingErrors(slots_);
  const auto error_of = [&](Slot slot) {
    const auto found = std::find(block_.unknowns.begin(), block_.unknowns.end(), slot);
    double largest = 0;
    for (const Slot other : Find().varying) largest = std::max(largest, std::fabs(slots_[other]));
    const double by_size = Find().varying.contains(slot) && std::isfinite(largest) ? kRounding * largest : 0.0;
    const bool is_unknown = found != block_.unknowns.end();
    return std::max(by_size, is_unknown ? kRoundings * errors[found - block_.unknowns.begin()] : 0.0);
  };
  std::vector<AcceptedRounding> accepted;
  for (const size_t k : trial.inconsistent) {
    if (k >= block_.relations.size()) return false;
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
    const double gap = std::fabs(slots_[relation.left] - slots_[relation.right]);
    if (relation.kind != RelationInfo::Kind::kState || !(gap <= error_of(relation.left) + error_of(relation.right)))
      return false;
    accepted.push_back({block_.relations[k], gap});
  }
  context_.accepted_roundings.insert(context_.accepted_roundings.end(), accepted.begin(), accepted.end());
  return true;
}

bool MixedSearch::MissesLittle(const Trial& trial) const {
  return trial.is_admissible && std::all_of(trial.inconsistent.begin(), trial.inconsistent.end(), [&](size_t k) {
           return k < block_.relations.size() && !IsDiscrete(k) &&
                  RelativeGap(context_.program.relations[static_cast<size_t>(block_.relations[k])], slots_) <=
                      kSmallJump;
         });
}

bool MixedSearch::TakeNearest() {
  if (nearest_.empty()) return false;
  const Miss nearest = nearest_.front();
  const Configuration implied = Try(nearest.configuration).implied;
  // The other side of the jump has to be as near.
  if (!MissesLittle(Try(implied)) || !MissesLittle(Try(nearest.configuration))) return false;
  const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[nearest.worst])];
  context_.Note(fmt::format(
      "the law jumps by less than a millionth where {} ({}) switches, and no mode agrees inside of the jump: it "
      "switches that much later",
      relation.text, relation.place));
  return true;
}

bool MixedSearch::IsCurve(const std::vector<size_t>& element) const {
  const Slot common = VaryingAndFixed(element.front()).first;
  return std::all_of(element.begin(), element.end(), [&](size_t k) {
    if (k >= block_.relations.size() || IsDiscrete(k)) return false;
    const auto [operand, other] = VaryingAndFixed(k);
    return operand == common && !Find().varying.contains(other);
  });
}

std::vector<std::vector<double>> MixedSearch::Branches(const std::vector<size_t>& element) {
  std::vector<double> thresholds;
  const bool is_curve = IsCurve(element);
  context_.tape.Run(block_.operands, slots_);
  for (const size_t k : element) thresholds.push_back(slots_[VaryingAndFixed(k).second]);
  std::vector<std::vector<double>> branches;
  if (is_curve) {
    std::vector<double> sorted = thresholds;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> points{sorted.front() - 1};
    for (size_t i = 0; i + 1 < sorted.size(); ++i) points.push_back(0.5 * (sorted[i] + sorted[i + 1]));
    points.push_back(sorted.back() + 1);
    for (const double point : points) {
      std::vector<double> values;
      for (size_t i = 0; i < element.size(); ++i) {
        const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[element[i]])];
        const bool is_greater = HoldsAbove(relation);
        const bool is_above = point > thresholds[i];
        values.push_back((is_above == (is_greater == Find().varying.contains(relation.left))) ? 1 : 0);
      }
      branches.push_back(std::move(values));
    }
    return branches;
  }
  constexpr size_t kMax = 10;
  for (size_t bits = 0; bits < size_t{1} << std::min(element.size(), kMax); ++bits) {
    std::vector<double> values;
    for (size_t i = 0; i < element.size(); ++i) values.push_back(i < kMax && (bits >> i & 1) != 0 ? 1 : 0);
    branches.push_back(std::move(values));
  }
  return branches;
}

std::optional<std::vector<double>> MixedSearch::Signature(const Configuration& configuration) {
  Hold(configuration);
  HoldUnknowns();
  if (!Settle()) return std::nullopt;
  return ValuesOf(read_by_equations_);
}

bool MixedSearch::IsNew(const Configuration& configuration) {
  if (!block_.is_linear || block_.unknowns.empty()) return true;
  std::optional<std::vector<double>> values = Signature(configuration);
  return !values || solved_.insert(std::move(*values)).second;
}

bool MixedSearch::HasSameEquations(const Configuration& one, const Configuration& other) {
  return Signature(one) == Signature(other);
}

Configuration MixedSearch::current() const {
  Configuration configuration;
  configuration.reserve(start_.size());
  for (size_t k = 0; k < start_.size(); ++k) configuration.push_back(*SlotOf(k));
  return configuration;
}

size_t MixedSearch::ChangedElements(const Configuration& configuration) const {
  return static_cast<size_t>(
      std::count_if(Find().members.begin(), Find().members.end(), [&](const std::vector<size_t>& element) {
        return std::any_of(element.begin(), element.end(), [&](size_t k) { return configuration[k] != start_[k]; });
      }));
}

bool MixedSearch::IsContinuous() {
  const std::vector<double> written = Written();
  size_t most = 0;
  for (const std::vector<size_t>& element : Find().members) most = std::max(most, element.size());
  bool is_continuous = true;
  for (size_t which = 0; which < most && is_continuous; ++which) is_continuous = IsContinuousAt(which);
  Restore(written);
  return is_continuous;
}

bool MixedSearch::IsContinuousAt(size_t which) {
  context_.tape.Run(block_.operands, slots_);
  Eigen::VectorXd x = real_.unknowns(slots_);
  Configuration one = start_;
  Configuration other = start_;
  for (const std::vector<size_t>& element : Find().members) {
    if (which >= element.size()) continue;
    const size_t switches = element[which];
    const std::optional<Eigen::Index> unknown = UnknownAtThreshold(switches);
    if (!unknown) continue;
    const auto [operand, threshold] = VaryingAndFixed(switches);
    const double point = slots_[threshold];
    x[*unknown] = point;
    // The other relations of the element as they are at this point; this one on both sides.
    for (const size_t k : element) {
      const auto [same, another] = VaryingAndFixed(k);
      if (same != operand || Find().varying.contains(another) || slots_[another] == point || IsDiscrete(k)) continue;
      const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
      const bool is_greater = HoldsAbove(relation);
      one[k] = other[k] = ((point > slots_[another]) == (is_greater == (relation.left == operand))) ? 1 : 0;
    }
    one[switches] = 0;
    other[switches] = 1;
  }
  const auto residual_in = [&](Configuration& configuration) {
    return Enter(configuration, x) ? real_.ResidualAt(slots_, x) : std::nullopt;
  };
  const std::optional<Eigen::VectorXd> before = residual_in(one);
  const std::optional<Eigen::VectorXd> after = before ? residual_in(other) : std::nullopt;
  if (!after) return true;
  const double size = before->cwiseAbs().maxCoeff() + x.cwiseAbs().maxCoeff();
  return (*after - *before).cwiseAbs().maxCoeff() <= 1e-9 * size;
}

double MixedSearch::OperandSize(size_t position) const {
  const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[position])];
  return std::max(std::fabs(slots_[relation.left]), std::fabs(slots_[relation.right]));
}

bool MixedSearch::IsDiscrete(size_t position) const {
  return std::binary_search(discrete_.begin(), discrete_.end(), position);
}

bool MixedSearch::Remembers() const {
  const Program& program = context_.program;
  if (program.initial != kNoSlot && slots_[program.initial] != 0) return false;
  const std::unordered_set<Slot> targets(block_.discrete_targets.begin(), block_.discrete_targets.end());
  for (const PreInfo& pre : program.pres) {
    if (!targets.contains(pre.variable) || slots_[pre.variable] == slots_[pre.pre]) continue;
    for (int32_t i = block_.discrete.begin; i < block_.discrete.end; ++i) {
      const Instruction& instruction = program.code[static_cast<size_t>(i)];
      if (instruction.a == pre.pre || instruction.b == pre.pre || instruction.c == pre.pre) return true;
    }
  }
  return false;
}

std::optional<Eigen::Index> MixedSearch::UnknownAtThreshold(size_t position) const {
  if (position >= block_.relations.size() || IsDiscrete(position)) return std::nullopt;
  const auto [operand, threshold] = VaryingAndFixed(position);
  const auto found = std::find(block_.unknowns.begin(), block_.unknowns.end(), operand);
  if (found == block_.unknowns.end() || Find().varying.contains(threshold)) return std::nullopt;
  return found - block_.unknowns.begin();
}

Eigen::VectorXd MixedSearch::StartPoint() const {
  Eigen::VectorXd x(static_cast<Eigen::Index>(start_unknowns_.size()));
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    x[j] = std::isfinite(start_unknowns_[static_cast<size_t>(j)]) ? start_unknowns_[static_cast<size_t>(j)] : 0;
  }
  return x;
}

bool MixedSearch::Enter(Configuration& configuration, const Eigen::VectorXd& x) {
  holds_solution_ = false;
  for (size_t k = 0; k < block_.unknowns.size(); ++k) slots_[block_.unknowns[k]] = x[static_cast<Eigen::Index>(k)];
  for (size_t k = 0; k < block_.discrete_targets.size(); ++k) slots_[block_.discrete_targets[k]] = start_discretes_[k];
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    for (size_t k = 0; k < configuration.size(); ++k) *SlotOf(k) = configuration[k];
    if (!Settle()) return false;
    bool is_settled = true;
    context_.tape.Run(block_.operands, slots_);
    for (const size_t k : discrete_) {
      const double value = Decide(k) ? 1 : 0;
      is_settled = is_settled && value == configuration[k];
      configuration[k] = value;
    }
    if (is_settled) return !context_.tape.failure();
  }
  return false;
}

bool MixedSearch::Evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual, std::vector<double>& gaps) {
  holds_solution_ = false;
  const std::optional<Eigen::VectorXd> value = real_.ResidualAt(slots_, x);
  if (!value) return false;
  residual = *value;
  context_.tape.Run(block_.operands, slots_);
  gaps.resize(block_.relations.size());
  for (size_t k = 0; k < gaps.size(); ++k) {
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
    const bool is_greater = HoldsAbove(relation);
    const double gap = slots_[relation.left] - slots_[relation.right];
    if (!std::isfinite(gap) && !IsDiscrete(k)) return false;
    gaps[k] = is_greater ? gap : -gap;
  }
  return !context_.tape.failure();
}

}  // namespace stiction::runtime
