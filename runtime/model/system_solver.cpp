// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/system_solver.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/real_part.h"
#include "runtime/blocks/singular_mode.h"
#include "runtime/blocks/solve_context.h"
#include "runtime/mixed/mixed_block.h"
#include "runtime/program/check.h"
#include "runtime/program/operands.h"
#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

SolveFailure FailureOf(RealStatus status) {
  switch (status) {
    case RealStatus::kSingular:
    case RealStatus::kUndetermined:
      return SolveFailure::kSingular;
    case RealStatus::kNotFinite:
      return SolveFailure::kNotFinite;
    case RealStatus::kFunctionFailed:
      return SolveFailure::kFunctionFailed;
    default:
      return SolveFailure::kNotConverged;
  }
}

}  // namespace

struct SystemSolver::Impl {
  SolveContext context;
  const System& system;
  std::vector<std::unique_ptr<RealPart>> real;     // by block; kLinear, kNonlinear
  std::vector<std::unique_ptr<MixedBlock>> mixed;  // by block; kMixed
  std::vector<char> is_shared;                     // by block; the last solution is of least norm
  std::vector<char> inside;                        // by block; EvaluateResiduals solves it
  std::vector<MixedOutcome>* outcomes = nullptr;   // where mixed solves are told
  bool keeps_guesses = false;
  std::function<double(int32_t)> noise_of;  // of relations
  std::vector<double> gaps;                 // left - right of relations, where they were decided last
  bool is_later_pass = false;
  std::vector<char> is_solved;  // by slot: an implicit block determines it, whose solution has rounding errors

  Impl(const Program& program, const System& solved, Tape& tape, SolveStatistics& statistics)
      : context{program, tape, statistics, {}, {}}, system(solved) {
    for (const BlockCode& block : system.blocks) {
      using Kind = BlockCode::Kind;
      const bool is_real = block.kind == Kind::kLinear || block.kind == Kind::kNonlinear;
      real.push_back(is_real ? std::make_unique<RealPart>(context, block) : nullptr);
      mixed.push_back(block.kind == Kind::kMixed ? std::make_unique<MixedBlock>(context, block) : nullptr);
    }
    gaps.resize(program.relations.size(), 0);
    FindSolved();
    is_shared.resize(system.blocks.size(), 0);
    inside.resize(system.blocks.size(), 0);
  }

  void FindSolved() {
    const Program& program = context.program;
    is_solved.resize(program.initial_slots.size(), 0);
    const auto follow = [&](Range range) {
      for (const Instruction& i : CodeIn(program, range)) {
        bool reads = false;
        ForEachRead(program, i, [&](Slot slot) { reads = reads || is_solved[static_cast<size_t>(slot)] != 0; });
        if (!reads) continue;
        ForEachWrite(program, i, [&](Slot slot) {
          if (slot != kNoSlot) is_solved[static_cast<size_t>(slot)] = 1;
        });
      }
    };
    for (const BlockCode& block : system.blocks) {
      for (const Slot unknown : block.unknowns) is_solved[static_cast<size_t>(unknown)] = 1;
      follow(block.residual);
      follow(block.assign);
    }
  }

  std::optional<SolveError> FunctionError() const {
    const std::optional<FunctionFailure>& failure = context.tape.failure();
    if (!failure) return std::nullopt;
    const std::string where = failure->place.empty() ? "" : fmt::format(" ({})", failure->place);
    return SolveError{SolveFailure::kFunctionFailed, failure->message + where};
  }

  std::optional<SolveError> RunExplicit(const BlockCode& block, double* slots) {
    context.tape.Run(block.assign, slots);
    double probe = 0;  // stays zero unless a target is infinite or NaN
    for (const Slot target : block.targets) probe += slots[target] * 0.0;
    if (probe == 0 && !context.tape.failure()) return std::nullopt;
    if (auto error = FunctionError()) return error;
    std::string reason = ExplainNotFinite(context.program, block.assign, slots);
    if (reason.empty()) reason = "a value is not finite";
    for (size_t k = 0; k < block.targets.size(); ++k) {
      if (std::isfinite(slots[block.targets[k]]) || k >= block.equations.size()) continue;
      return SolveError{SolveFailure::kNotFinite,
                        fmt::format("{} in {}", reason, Describe(context.program, block.equations[k]))};
    }
    return SolveError{SolveFailure::kNotFinite, reason};
  }

  std::optional<SolveError> RunRelation(const BlockCode& block, double* slots) {
    const Program& program = context.program;
    context.tape.Run(block.assign, slots);
    if (auto error = FunctionError()) return error;
    for (const int32_t index : block.relations) {
      const RelationInfo& relation = program.relations[static_cast<size_t>(index)];
      if (std::isnan(slots[relation.left]) || std::isnan(slots[relation.right])) {
        std::string reason = ExplainNotFinite(program, block.assign, slots);
        if (reason.empty()) reason = "a value is not finite";
        return SolveError{SolveFailure::kNotFinite,
                          fmt::format("{} in {} ({})", reason, relation.text, relation.place)};
      }
      RelationState state{slots[relation.value] != 0, context.IsInitial(slots), false};
      double& gap = gaps[static_cast<size_t>(index)];
      if (is_later_pass && noise_of &&
          (is_solved[static_cast<size_t>(relation.left)] != 0 || is_solved[static_cast<size_t>(relation.right)] != 0)) {
        state.gap_before = gap;
        state.noise = noise_of(index);
      }
      gap = slots[relation.left] - slots[relation.right];
      slots[relation.value] = DecideRelation(relation, slots, state) ? 1 : 0;
    }
    for (const int32_t index : block.held) {
      const HeldInfo& held = program.held[static_cast<size_t>(index)];
      if (!std::isfinite(slots[held.current]))
        return SolveError{SolveFailure::kNotFinite,
                          fmt::format("a value is not finite in {} ({})", held.text, held.place)};
      slots[held.value] = slots[held.current];
    }
    return std::nullopt;
  }

  std::optional<SolveError> RunReal(size_t b, double* slots) {
    RealPart& part = *real[b];
    part.Forget();
    const bool is_linear = system.blocks[b].kind == BlockCode::Kind::kLinear;
    const RealStatus status = is_linear ? part.Solve(slots) : part.SolveNonlinear(slots);
    is_shared[b] = status == RealStatus::kLeastNorm ? 1 : 0;
    if (status == RealStatus::kSolved) return std::nullopt;
    if (status == RealStatus::kLeastNorm) {
      part.NoteLeastNorm();
      return std::nullopt;
    }
    std::string text = part.Explain(status, slots);
    if (status == RealStatus::kSingular) text += ExplainSingular(b, slots);
    return SolveError{FailureOf(status), text};
  }

  /// Names of the undetermined unknowns and, if they are so in this mode, the cause.
  std::string ExplainSingular(size_t b, const double* slots) {
    const SingularMode mode = ExamineMode(context, system.blocks[b], slots);
    if (mode.by == SingularBy::kNothing) return {};
    std::string text = "\n  not unique  " + JoinNames(mode.Undetermined());
    const auto read = ModeRead(context.program, system.blocks[b], slots);
    const bool is_of_equations = mode.by == SingularBy::kStructure || mode.by == SingularBy::kPosition;
    if (read && is_of_equations && &system != &context.program.initial_system) {
      const std::optional<ModeMisfit> misfit = ExamineStructure(context, system.blocks[b], slots);
      text += fmt::format("\n  mode        {{{}}}{}\n  cause       {}", *read, misfit ? Describe(*misfit) : "",
                          CauseOf(context.program, mode, misfit));
    }
    return text;
  }

  std::optional<SolveError> RunMixed(size_t b, double* slots) {
    if (outcomes == nullptr) return mixed[b]->Solve(slots);
    const SolveStatistics before = context.statistics;
    const long least_norms_before = context.least_norms_taken;
    auto error = mixed[b]->Solve(slots);
    outcomes->push_back({&system.blocks[b], context.statistics});
    outcomes->back().counts -= before;
    outcomes->back().counts.least_norm = context.least_norms_taken - least_norms_before;
    return error;
  }

  std::optional<SolveError> RunBlock(size_t b, double* slots) {
    const BlockCode& block = system.blocks[b];
    switch (block.kind) {
      case BlockCode::Kind::kExplicit:
        return block.is_guess && keeps_guesses ? std::nullopt : RunExplicit(block, slots);
      case BlockCode::Kind::kRelation:
        return RunRelation(block, slots);
      case BlockCode::Kind::kLinear:
      case BlockCode::Kind::kNonlinear:
        return RunReal(b, slots);
      case BlockCode::Kind::kMixed:
        return RunMixed(b, slots);
    }
    return std::nullopt;
  }
};

SystemSolver::SystemSolver(const Program& program, const System& system, Tape& tape, SolveStatistics& statistics)
    : impl_(std::make_unique<Impl>(program, system, tape, statistics)) {}

SystemSolver::~SystemSolver() = default;

std::optional<SolveError> SystemSolver::Solve(double* slots) {
  impl_->context.tape.ClearFailure();
  for (size_t b = 0; b < impl_->system.blocks.size(); ++b) {
    if (auto error = impl_->RunBlock(b, slots)) return error;
  }
  return std::nullopt;
}

std::optional<SolveError> SystemSolver::Solve(const Slice& slice, double* slots) {
  Tape& tape = impl_->context.tape;
  tape.ClearFailure();
  for (const Slice::Part& part : slice.parts) {
    if (part.code.empty()) {
      if (auto error = impl_->RunBlock(part.block, slots)) return error;
    } else {
      tape.Run(part.code, slots);
    }
  }
  tape.Run(slice.code, slots);
  tape.Run(slice.whole, slots);
  return impl_->FunctionError();
}

std::optional<SolveError> SystemSolver::EvaluateResiduals(double* slots, double* residuals) {
  impl_->context.tape.ClearFailure();
  size_t next = 0;
  for (size_t b = 0; b < impl_->system.blocks.size(); ++b) {
    const BlockCode& block = impl_->system.blocks[b];
    std::optional<SolveError> error;
    switch (block.kind) {
      case BlockCode::Kind::kExplicit:
        error = impl_->RunExplicit(block, slots);
        break;
      case BlockCode::Kind::kRelation:
        error = impl_->RunRelation(block, slots);
        break;
      case BlockCode::Kind::kLinear:
      case BlockCode::Kind::kNonlinear:
        if (impl_->inside[b]) {
          error = impl_->RunReal(b, slots);
          break;
        }
        impl_->context.tape.Run(block.residual, slots);
        error = impl_->FunctionError();
        for (size_t k = 0; k < block.residuals.size(); ++k) {
          residuals[next] = slots[block.residuals[k]];
          if (!error && !std::isfinite(residuals[next])) {
            std::string reason = ExplainNotFinite(impl_->context.program, block.residual, slots);
            if (reason.empty()) reason = "a value is not finite";
            error = SolveError{SolveFailure::kNotFinite,
                               fmt::format("{} in {}", reason, Describe(impl_->context.program, block.equations[k]))};
          }
          ++next;
        }
        break;
      case BlockCode::Kind::kMixed:
        RT_CHECK(false, "a mixed block in a system with held relations");
    }
    if (error) return error;
  }
  return std::nullopt;
}

std::vector<double> SystemSolver::SizesOfUnknowns(double* slots, double tolerance) {
  constexpr double kRoundingErrors = 64;
  std::vector<double> sizes;
  for (size_t b = 0; b < impl_->real.size(); ++b) {
    if (!impl_->real[b] || impl_->inside[b]) continue;
    RealPart& part = *impl_->real[b];
    const Eigen::VectorXd by_equations = part.Sizes(slots, part.unknowns(slots));
    const Eigen::VectorXd of_block = by_equations.cwiseMax(kRoundingErrors / tolerance * part.RoundingErrors(slots));
    sizes.insert(sizes.end(), of_block.begin(), of_block.end());
  }
  impl_->context.tape.ClearFailure();
  return sizes;
}

bool SystemSolver::SolveSharedLoads(double t) {
  std::string names;
  for (size_t b = 0; b < impl_->inside.size(); ++b) {
    if (!impl_->is_shared[b] || impl_->inside[b]) continue;
    impl_->inside[b] = 1;
    for (const std::string& name : impl_->system.blocks[b].unknown_names) names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty()) return false;
  impl_->context.Note(
      fmt::format("from t = {} s on {} are solved inside the DAE form: their equations are singular in it", t, names));
  return true;
}

const std::vector<char>& SystemSolver::solved_inside() const { return impl_->inside; }

void SystemSolver::KeepGuesses() { impl_->keeps_guesses = true; }

void SystemSolver::TakeChanges(ValueChanges changes) { impl_->context.changes = std::move(changes); }

void SystemSolver::BeginPass(bool is_later) { impl_->is_later_pass = is_later; }

void SystemSolver::UseNoise(std::function<double(int32_t)> noise_of) { impl_->noise_of = std::move(noise_of); }

void SystemSolver::TellMixedTo(std::vector<MixedOutcome>* outcomes) { impl_->outcomes = outcomes; }

void SystemSolver::HoldBackNotes() { impl_->context.holds_back = true; }

LeastNormNotes& SystemSolver::held_back() { return impl_->context.held_back; }

void SystemSolver::TellHeldBack() {
  for (const LeastNormNote& note : std::exchange(impl_->context.held_back, {})) note.part->Tell(note);
}

std::vector<AcceptedRounding> SystemSolver::TakeAcceptedRoundings() {
  return std::exchange(impl_->context.accepted_roundings, {});
}

std::vector<std::string> SystemSolver::TakeNotes() { return std::exchange(impl_->context.notes, {}); }

}  // namespace stiction::runtime
