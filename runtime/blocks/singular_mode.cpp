// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/singular_mode.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "runtime/blocks/real_part.h"
#include "runtime/linear/equilibration.h"
#include "runtime/program/operands.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kLargest = 400;        // unknowns: beyond, dense decompositions take too long
constexpr double kRank = 1e-10;        // of the largest pivot, rows and columns equilibrated
constexpr double kInNullSpace = 1e-9;  // of the largest component
constexpr double kSeen = 1e-12;        // of a value: a change that is none of its rounding errors

struct Scaled : Equilibration {
  MatrixXd matrix;

  explicit Scaled(const BlockMatrix& of) : Equilibration(Equilibrate(of)), matrix(Apply(of.Dense())) {}
};

Eigen::FullPivLU<MatrixXd> Decompose(const MatrixXd& matrix) {
  Eigen::FullPivLU<MatrixXd> lu(matrix);
  lu.setThreshold(kRank);
  return lu;
}

class Examination {
 public:
  Examination(SolveContext& context, const BlockCode& block, const double* slots)
      : context_(context),
        program_(context.program),
        block_(block),
        real_(context, block),
        here_(slots, slots + context.program.initial_slots.size()),
        x_(real_.unknowns(here_.data())) {
    if (!x_.allFinite()) x_.setZero();
    for (const System* system : {&program_.initial_system, &program_.event_system, &program_.continuous_system}) {
      for (size_t b = 0; b < system->blocks.size(); ++b) {
        if (&system->blocks[b] != &block) continue;
        system_ = system;
        at_ = b;
      }
    }
  }

  SingularMode Run() {
    SingularMode mode;
    if (real_.size() == 0 || real_.size() > kLargest) return mode;
    const BlockMatrix* const matrix = real_.JacobianAt(here_.data(), x_);
    if (matrix == nullptr) return mode;
    const Scaled scaled(*matrix);
    const auto lu = Decompose(scaled.matrix);
    if (lu.isInvertible()) return mode;
    mode.by = NeededForRegularity();
    FindUndetermined(scaled, lu, mode);
    FindContradiction(scaled, mode);
    return mode;
  }

 private:
  using Slots = std::vector<double>;

  /// A matrix of deficient rank at random values has it at almost all values.
  SingularBy NeededForRegularity() {
    Slots slots = here_;
    VaryParameters(slots);
    RunBefore(slots);
    if (IsRegular(slots, x_)) return SingularBy::kParameters;
    if (program_.time != kNoSlot) Move(slots[static_cast<size_t>(program_.time)]);
    for (const StateInfo& state : program_.states) Move(slots[static_cast<size_t>(state.slot)]);
    RunBefore(slots);
    VectorXd x = x_;
    for (double& value : x) Move(value);
    return IsRegular(slots, x) ? SingularBy::kPosition : SingularBy::kStructure;
  }

  bool IsRegular(Slots& slots, const VectorXd& x) {
    const BlockMatrix* const matrix = real_.JacobianAt(slots.data(), x);
    return matrix != nullptr && Decompose(Scaled(*matrix).matrix).isInvertible();
  }

  double Random() { return std::uniform_real_distribution<double>(0.1, 0.4)(random_); }
  void Move(double& value) { value += Random() * (std::fabs(value) + 1); }

  // A parameter that is 0 stays so: no mass, no resistance.
  void VaryParameters(Slots& slots) {
    std::unordered_set<Slot> parameters;
    for (const VariableInfo& variable : program_.variables) {
      if (variable.kind == VariableKind::kParameter && variable.type == ValueType::kReal)
        parameters.insert(variable.slot);
    }
    const auto vary = [&](Slot slot) { slots[static_cast<size_t>(slot)] *= 1 + Random(); };
    std::unordered_set<Slot> computed;
    for (int32_t i = program_.parameters.begin; i < program_.parameters.end; ++i)
      computed.insert(program_.code[static_cast<size_t>(i)].dst);
    for (const Slot slot : parameters) {
      if (!computed.contains(slot)) vary(slot);
    }
    for (int32_t i = program_.parameters.begin; i < program_.parameters.end; ++i) {
      const Instruction& instruction = program_.code[static_cast<size_t>(i)];
      if (instruction.op >= OpCode::kCall) continue;
      context_.tape.Run(Range{i, i + 1}, slots.data());
      if (parameters.contains(instruction.dst)) vary(instruction.dst);
    }
  }

  /// Values of functions stay as they are: some act by being called.
  void RunPlain(Range range, Slots& slots) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      if (program_.code[static_cast<size_t>(i)].op < OpCode::kCall) context_.tape.Run(Range{i, i + 1}, slots.data());
    }
  }

  void RunExplicit(const System& system, Slots& slots) {
    for (const BlockCode& block : system.blocks) RunPlain(block.assign, slots);
  }

  // The initial system computes states; the event system takes them as given.
  void RunBefore(Slots& slots) {
    if (system_ == &program_.initial_system) {
      RunExplicit(program_.event_system, slots);
    } else {
      RunBlocks(0, at_, slots);
    }
  }

  /// Blocks of the same system, relations and discrete variables held; nonlinear equations and functions are left out.
  void RunBlocks(size_t begin, size_t end, Slots& slots) {
    for (size_t b = begin; system_ != nullptr && b < end; ++b) {
      const BlockCode& block = system_->blocks[b];
      const bool is_small = block.unknowns.size() <= static_cast<size_t>(kLargest);
      if (block.kind == BlockCode::Kind::kExplicit) RunPlain(block.assign, slots);
      if (!block.unknowns.empty() && block.is_linear && is_small)
        static_cast<void>(solvers_.try_emplace(b, context_, block).first->second.Solve(slots.data()));
    }
  }

  void FindUndetermined(const Scaled& scaled, const Eigen::FullPivLU<MatrixXd>& lu, SingularMode& mode) {
    const MatrixXd kernel = lu.kernel();
    VectorXd along = VectorXd::Zero(x_.size());
    for (Index k = 0; k < kernel.cols(); ++k) along += Random() * kernel.col(k) / kernel.col(k).cwiseAbs().maxCoeff();
    for (Index j = 0; j < x_.size(); ++j) {
      if (kernel.row(j).cwiseAbs().maxCoeff() > kInNullSpace * kernel.cwiseAbs().maxCoeff())
        mode.unknowns.push_back(block_.unknown_names[static_cast<size_t>(j)]);
    }
    const VectorXd step = scaled.columns.asDiagonal() * along;
    Slots from = here_, to = here_;
    Follow(x_, from);
    Follow(x_ + step, to);
    std::vector<const StateInfo*> moving;
    for (const StateInfo& state : program_.states) {
      if (Differs(from, to, state.derivative)) {
        moving.push_back(&state);
        mode.moving.push_back(state.name);
      }
    }
    FindMoved(moving, from, to);
  }

  // Potentials may be positions, which the unknowns move by way of accelerations.
  void FindMoved(const std::vector<const StateInfo*>& moving, const Slots& from, const Slots& to) {
    std::set<std::pair<Slot, Slot>> copies;
    for (const Instruction& instruction : program_.code) {
      if (instruction.op == OpCode::kCopy) copies.insert({instruction.dst, instruction.a});
    }
    Slots still = here_, moved = here_;
    for (const StateInfo& state : program_.states) {
      const bool is_affected = std::any_of(moving.begin(), moving.end(), [&](const StateInfo* other) {
        return other == &state || other->slot == state.derivative || copies.contains({state.derivative, other->slot});
      });
      if (is_affected) Move(moved[static_cast<size_t>(state.slot)]);
    }
    for (Slots* const slots : {&still, &moved}) RunExplicit(program_.event_system, *slots);
    for (const VariableInfo& variable : program_.variables) {
      const bool is_moved = Differs(from, to, variable.slot) || Differs(still, moved, variable.slot);
      if (is_moved && variable.type == ValueType::kReal) moved_.insert(variable.slot);
    }
  }

  /// The values that follow from the unknowns x.
  void Follow(const VectorXd& x, Slots& slots) {
    static_cast<void>(real_.ResidualAt(slots.data(), x));
    if (system_ != nullptr) RunBlocks(at_ + 1, system_->blocks.size(), slots);
  }

  static bool Differs(const Slots& one, const Slots& other, Slot slot) {
    return Differ(one[static_cast<size_t>(slot)], other[static_cast<size_t>(slot)]);
  }
  static bool Differ(double one, double other) {
    return std::fabs(one - other) > kSeen * (std::fabs(one) + std::fabs(other));
  }

  // Of all combinations without an unknown that from which the largest number remains.
  void FindContradiction(const Scaled& scaled, SingularMode& mode) {
    const auto residual = real_.ResidualAt(here_.data(), x_);
    if (!residual) return;
    const MatrixXd kernel = Decompose(scaled.matrix.transpose()).kernel();
    const MatrixXd basis =
        Eigen::HouseholderQR<MatrixXd>(kernel).householderQ() * MatrixXd::Identity(kernel.rows(), kernel.cols());
    const VectorXd rest = scaled.rows.asDiagonal() * *residual;
    VectorXd weights = basis * (basis.transpose() * rest);
    if (weights.cwiseAbs().maxCoeff() <= kSeen * rest.cwiseAbs().maxCoeff()) weights = basis.rowwise().sum();
    const double largest = weights.cwiseAbs().maxCoeff();
    std::vector<size_t> rows;
    for (Index i = 0; i < weights.size(); ++i) {
      if (std::fabs(weights[i]) <= kInNullSpace * largest) continue;
      rows.push_back(static_cast<size_t>(i));
      if (rows.back() < block_.equations.size()) mode.equations.push_back(block_.equations[rows.back()]);
    }
    FindConstrained(scaled.rows.asDiagonal() * weights, mode);
    static_cast<void>(real_.ResidualAt(here_.data(), x_));
    mode.balance = FindBalance(program_, block_, rows, here_.data(), moved_);
  }

  void FindConstrained(const VectorXd& weights, SingularMode& mode) {
    const auto rest = [&](const StateInfo* moved) {
      Slots slots = here_;
      if (moved != nullptr) Move(slots[static_cast<size_t>(moved->slot)]);
      RunBefore(slots);
      const auto residual = real_.ResidualAt(slots.data(), x_);
      return residual ? weights.dot(*residual) : 0.0;
    };
    const double before = rest(nullptr);
    std::vector<double> changes;
    for (const StateInfo& state : program_.states) {
      const double after = rest(&state);
      changes.push_back(Differ(after, before) ? std::fabs(after - before) : 0.0);
    }
    const double largest = changes.empty() ? 0.0 : *std::max_element(changes.begin(), changes.end());
    for (size_t k = 0; k < changes.size(); ++k) {
      if (changes[k] > kInNullSpace * largest) mode.constrained.push_back(program_.states[k].name);
    }
  }

  SolveContext& context_;
  const Program& program_;
  const BlockCode& block_;
  RealPart real_;
  Slots here_;
  VectorXd x_;
  const System* system_ = nullptr;  // of the block; null: none of the program's
  size_t at_ = 0;                   // its number there
  std::unordered_set<Slot> moved_;  // variables that the right null space moves, directly or through states
  std::unordered_map<size_t, RealPart> solvers_;  // of other blocks of that system
  std::minstd_rand random_{1};
};

}  // namespace

SingularMode ExamineMode(SolveContext& context, const BlockCode& block, const double* slots) {
  const SolveStatistics statistics = context.statistics;
  const bool had_failed = context.tape.failure().has_value();
  SingularMode mode = Examination(context, block, slots).Run();
  if (!had_failed) context.tape.ClearFailure();
  context.statistics = statistics;
  return mode;
}

std::optional<std::string> ModeRead(const Program& program, const BlockCode& block, const double* slots) {
  std::unordered_set<Slot> read;
  for (const Range range : {block.residual, block.jacobian}) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      ForEachRead(program, program.code[static_cast<size_t>(i)], [&](Slot operand) { read.insert(operand); });
    }
  }
  std::string text;
  bool reads_any = false;
  const auto add = [&](Slot slot, const std::string& name) {
    if (read.erase(slot) == 0) return;
    reads_any = true;
    if (slots[slot] != 0) text += (text.empty() ? "" : ", ") + name;
  };
  for (const VariableInfo& variable : program.variables) {
    if (variable.type == ValueType::kBoolean && variable.kind == VariableKind::kDiscrete)
      add(variable.slot, variable.name);
  }
  for (const RelationInfo& relation : program.relations) add(relation.value, relation.text);
  if (!reads_any) return std::nullopt;
  return text.empty() ? "none true" : text;
}

}  // namespace stiction::runtime
