// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/continuous_system.h"

#include <algorithm>

#include "runtime/program/check.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

STICTION_VECTOR_CLONES bool AllFinite(const double* values, size_t count) {
  double probe[4] = {0, 0, 0, 0};  // stay zero unless a value is infinite or NaN
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t j = 0; j < 4; ++j) probe[j] += values[i + j] * 0.0;
  }
  for (; i < count; ++i) probe[0] += values[i] * 0.0;
  return probe[0] + probe[1] + probe[2] + probe[3] == 0;
}

}  // namespace

ContinuousSystem::ContinuousSystem(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics)
    : program_(program), slots_(slots), tape_(tape), solver_(program, program.continuous_system, tape, statistics) {
  FindImplicitUnknowns();
  for (const StateInfo& state : program.states) state_slots_.push_back(state.slot);
  const auto jumps = [](Slot one, Slot next) { return next != one + 1; };
  states_side_by_side_ = !state_slots_.empty() && std::ranges::adjacent_find(state_slots_, jumps) == state_slots_.end();
  for (const RelationInfo& relation : program.relations) {
    slot_left_.push_back(relation.left);
    slot_right_.push_back(relation.right);
  }
  for (const HeldInfo& held : program.held) slot_current_.push_back(held.current);
  for (const BlockCode& block : program.continuous_system.blocks) {
    if (block.kind != BlockCode::Kind::kNonlinear) continue;
    guess_slots_.insert(guess_slots_.end(), block.unknowns.begin(), block.unknowns.end());
  }
}

void ContinuousSystem::NoteSolution() {
  guesses_.clear();
  for (const Slot slot : guess_slots_) guesses_.push_back(slots_[slot]);
}

// Before an evaluation.
void ContinuousSystem::GoTo(double t) {
  if (t < last_time_) {
    for (size_t i = 0; i < guesses_.size(); ++i) slots_[guess_slots_[i]] = guesses_[i];
  }
  last_time_ = t;
}

void ContinuousSystem::FindImplicitUnknowns() {
  implicit_unknowns_.clear();
  const std::vector<BlockCode>& blocks = program_.continuous_system.blocks;
  for (size_t b = 0; b < blocks.size(); ++b) {
    const bool is_real = blocks[b].kind == BlockCode::Kind::kLinear || blocks[b].kind == BlockCode::Kind::kNonlinear;
    if (!is_real || solver_.solved_inside()[b] != 0) continue;
    implicit_unknowns_.insert(implicit_unknowns_.end(), blocks[b].unknowns.begin(), blocks[b].unknowns.end());
  }
}

bool ContinuousSystem::SolveSharedLoads(double t, const double* x) {
  if (Evaluate(t, x) || !solver_.SolveSharedLoads(t)) return false;
  FindImplicitUnknowns();
  return true;
}

void ContinuousSystem::Refresh() {
  if (dynamics_ == nullptr) {
    graph_ = std::make_unique<SystemGraph>(program_, slots_);
    std::vector<Slot> wanted;
    for (const StateInfo& state : program_.states) wanted.push_back(state.derivative);
    for (const RelationInfo& relation : program_.relations) {
      if (relation.kind != RelationInfo::Kind::kState) continue;
      wanted.push_back(relation.left);
      wanted.push_back(relation.right);
    }
    for (const HeldInfo& held : program_.held) wanted.push_back(held.current);
    dynamics_ = MakeKernel(wanted);
    auto next = dynamics_->wanted().begin() + static_cast<ptrdiff_t>(program_.states.size());
    for (const RelationInfo& relation : program_.relations) {
      const bool is_watched = relation.kind == RelationInfo::Kind::kState;
      left_.push_back(is_watched ? *next++ : 0);
      right_.push_back(is_watched ? *next++ : 0);
    }
    current_.assign(next, dynamics_->wanted().end());
    for (size_t i = 0; i < program_.states.size(); ++i) {
      const int32_t index = dynamics_->wanted()[i];
      if (!derivative_copies_.empty() && derivative_copies_.back().index + derivative_copies_.back().count == index) {
        ++derivative_copies_.back().count;
      } else {
        derivative_copies_.push_back({static_cast<int32_t>(i), index, 1});
      }
    }
    const auto state_of = [&](Slot slot) {
      const SsaNode& node = graph_->graph()[graph_->NodeOf(slot)];
      if (node.rank != Rank::kVarying) return kHeldOperand;
      const int32_t state = node.is_leaf() ? graph_->StateOf(node.slot) : -1;
      return state >= 0 ? state : kComputedOperand;
    };
    for (const RelationInfo& relation : program_.relations) {
      const bool is_watched = relation.kind == RelationInfo::Kind::kState;
      left_state_.push_back(is_watched ? state_of(relation.left) : kComputedOperand);
      right_state_.push_back(is_watched ? state_of(relation.right) : kComputedOperand);
    }
  }
  dynamics_->Refresh(slots_);
}

void ContinuousSystem::RefreshTouched(std::span<const Slot> touched) {
  if (dynamics_ == nullptr) return Refresh();
  dynamics_->RefreshTouched(slots_, touched);
}

bool ContinuousSystem::Run(SystemKernel& kernel, double t, const double* x) {
  GoTo(t);
  if (delays_ != nullptr) delays_->SetValues(t);
  return kernel.Run(t, x, slots_, solver_);
}

std::unique_ptr<SystemKernel> ContinuousSystem::MakeKernel(const std::vector<Slot>& wanted) {
  RT_CHECK(graph_ != nullptr, "Refresh before kernels");
  std::vector<Node> nodes;
  for (const Slot slot : wanted) nodes.push_back(graph_->NodeOf(slot));
  auto kernel = std::make_unique<SystemKernel>(*graph_, nodes, wanted);
  kernel->Refresh(slots_);
  return kernel;
}

std::unique_ptr<SystemKernel> ContinuousSystem::MakeKernelOfComputed(const std::vector<Slot>& of_interest) {
  RT_CHECK(graph_ != nullptr, "Refresh before kernels");
  std::vector<Slot> wanted;
  for (const Slot slot : of_interest) {
    if (graph_->IsComputed(slot)) wanted.push_back(slot);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return MakeKernel(wanted);
}

std::unique_ptr<GraphJacobian> ContinuousSystem::MakeJacobian(bool by_time) {
  RT_CHECK(graph_ != nullptr, "Refresh before the Jacobian");
  return GraphJacobian::Make(*graph_, by_time);
}

void ContinuousSystem::GetStates(double* x) const {
  if (states_side_by_side_) {
    std::copy_n(slots_ + state_slots_.front(), state_slots_.size(), x);
    return;
  }
  for (size_t i = 0; i < state_slots_.size(); ++i) x[i] = slots_[state_slots_[i]];
}

void ContinuousSystem::SetPoint(double t, const double* x) {
  if (program_.time != kNoSlot) slots_[program_.time] = t;
  if (delays_ != nullptr) delays_->SetValues(t);
  if (states_side_by_side_) {
    std::copy_n(x, state_slots_.size(), slots_ + state_slots_.front());
    return;
  }
  for (size_t i = 0; i < state_slots_.size(); ++i) slots_[state_slots_[i]] = x[i];
}

std::optional<SolveError> ContinuousSystem::Evaluate(double t, const double* x) {
  ++evaluations_;
  GoTo(t);
  SetPoint(t, x);
  in_kernel_ = indicators_ran_ = false;
  tape_.ClearFailure();
  return solver_.Solve(slots_);
}

std::optional<SolveError> ContinuousSystem::Evaluate(double t, const double* x, SystemKernel& kernel) {
  ++evaluations_;
  if (Run(kernel, t, x)) {
    SetPoint(t, x);
    if (kernel.Store(slots_)) return std::nullopt;
  }
  return Evaluate(t, x);
}

std::optional<SolveError> ContinuousSystem::EvaluateInPlace(double t, const double* x, SystemKernel& kernel) {
  ++evaluations_;
  if ((kernel.IsAt(t, x) || Run(kernel, t, x)) && kernel.Store(slots_)) return std::nullopt;
  return Evaluate(t, x);
}

// The whole system tells which equation is at fault, and solves blocks that the kernel cannot.
std::optional<SolveError> ContinuousSystem::Derivatives(double t, const double* x, double* xdot) {
  const size_t nx = program_.states.size();
  ++evaluations_;
  in_kernel_ = true;
  if (Run(*dynamics_, t, x)) {
    ReadDerivatives(xdot);
    if (AllFinite(xdot, nx)) return std::nullopt;
  }
  if (auto error = Evaluate(t, x)) return error;
  ReadDerivatives(xdot);
  return std::nullopt;
}

std::optional<SolveError> ContinuousSystem::DerivativesUnchecked(double t, const double* x, double* xdot) {
  ++evaluations_;
  in_kernel_ = true;
  if (Run(*dynamics_, t, x)) {
    ReadDerivatives(xdot);
    return std::nullopt;
  }
  if (auto error = Evaluate(t, x)) return error;
  ReadDerivatives(xdot);
  return std::nullopt;
}

const SystemKernel::Part* ContinuousSystem::PartOfOperands(int32_t relation) {
  const auto i = static_cast<size_t>(relation);
  if (part_of_relation_.empty()) part_of_relation_.resize(program_.relations.size());
  MadePart& made = part_of_relation_[i];
  if (!made.is_made) {
    made.is_made = true;
    made.part = dynamics_->MakePart({left_[i], right_[i]});
  }
  return made.part ? &*made.part : nullptr;
}

// A speed against a constant needs nothing computed.
std::optional<ContinuousSystem::Operands> ContinuousSystem::OperandsAt(int32_t relation, const SystemKernel::Part& part,
                                                                       double t, const double* x) {
  const auto i = static_cast<size_t>(relation);
  const int32_t left = left_state_[i], right = right_state_[i];
  if (std::min(left, right) == kComputedOperand) {
    if (!dynamics_->Run(part, t, x)) return std::nullopt;
    return Operands{dynamics_->ValueOf(part, 0), dynamics_->ValueOf(part, 1)};
  }
  const double* const values = dynamics_->values();
  return Operands{left >= 0 ? x[left] : values[left_[i]], right >= 0 ? x[right] : values[right_[i]]};
}

std::optional<double> ContinuousSystem::DerivativeAt(int32_t state, double t, const double* x) {
  const auto i = static_cast<size_t>(state);
  if (part_of_derivative_.empty()) part_of_derivative_.resize(program_.states.size());
  MadePart& made = part_of_derivative_[i];
  if (!made.is_made) {
    made.is_made = true;
    made.part = dynamics_->MakePart({dynamics_->wanted()[i]});
  }
  if (!made.part || !dynamics_->Run(*made.part, t, x)) return std::nullopt;
  return dynamics_->ValueOf(*made.part, 0);
}

void ContinuousSystem::TakeProbe(int which, double t) {
  if (watched_ == nullptr) return;
  const IndicatorValues at = Indicators();
  Probe& probe = probes_[static_cast<size_t>(which)];
  const size_t count = watched_->size();
  probe.t = t;
  probe.gap.resize(count);
  const int32_t* const watched = watched_->data();
  for (size_t k = 0; k < count; ++k) {
    const int32_t relation = watched[k];
    probe.gap[k] = at.values[at.left[relation]] - at.values[at.right[relation]];
  }
}

std::optional<SolveError> ContinuousSystem::EvaluateIndicators(double t, const double* x) {
  ++evaluations_;
  in_kernel_ = true;
  if (dynamics_->IsAt(t, x) || Run(*dynamics_, t, x)) return std::nullopt;
  return Evaluate(t, x);
}

void ContinuousSystem::ReadDerivatives(double* xdot) const {
  const size_t nx = program_.states.size();
  if (!in_kernel_) {
    for (size_t i = 0; i < nx; ++i) xdot[i] = slots_[program_.states[i].derivative];
    return;
  }
  const double* const values = dynamics_->values();
  if (derivative_copies_.size() * 4 <= nx) {
    for (const Copy& copy : derivative_copies_) std::copy_n(values + copy.index, copy.count, xdot + copy.state);
    return;
  }
  const int32_t* const at = dynamics_->wanted().data();
  for (size_t i = 0; i < nx; ++i) xdot[i] = values[at[i]];
}

IndicatorValues ContinuousSystem::Indicators() {
  if (in_kernel_) return {dynamics_->values(), left_.data(), right_.data(), current_.data()};
  if (!indicators_ran_) tape_.Run(program_.indicators, slots_);
  indicators_ran_ = true;
  return {slots_, slot_left_.data(), slot_right_.data(), slot_current_.data()};
}

std::optional<SolveError> ContinuousSystem::Residuals(double t, const double* x, double* residuals) {
  ++evaluations_;
  SetPoint(t, x);
  in_kernel_ = indicators_ran_ = false;
  tape_.ClearFailure();
  return solver_.EvaluateResiduals(slots_, residuals);
}

}  // namespace stiction::runtime
