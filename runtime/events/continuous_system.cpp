#include "runtime/events/continuous_system.h"

#include <algorithm>

#include "runtime/evaluate/vector_clones.h"
#include "runtime/program/check.h"

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
  for (const RelationInfo& relation : program.relations) {
    slot_left_.push_back(relation.left);
    slot_right_.push_back(relation.right);
  }
  for (const HeldInfo& held : program.held) slot_current_.push_back(held.current);
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

bool ContinuousSystem::Run(SystemKernel& kernel, double t, const double* x) {
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

std::unique_ptr<GraphJacobian> ContinuousSystem::MakeJacobian() {
  RT_CHECK(graph_ != nullptr, "Refresh before the Jacobian");
  return GraphJacobian::Make(*graph_);
}

void ContinuousSystem::GetStates(double* x) const {
  for (size_t i = 0; i < program_.states.size(); ++i) x[i] = slots_[program_.states[i].slot];
}

void ContinuousSystem::SetPoint(double t, const double* x) {
  if (program_.time != kNoSlot) slots_[program_.time] = t;
  if (delays_ != nullptr) delays_->SetValues(t);
  for (size_t i = 0; i < program_.states.size(); ++i) slots_[program_.states[i].slot] = x[i];
}

std::optional<SolveError> ContinuousSystem::Evaluate(double t, const double* x) {
  ++evaluations_;
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

std::optional<SolveError> ContinuousSystem::EvaluateIndicators(double t, const double* x) {
  ++evaluations_;
  in_kernel_ = true;
  if (Run(*dynamics_, t, x)) return std::nullopt;
  return Evaluate(t, x);
}

void ContinuousSystem::ReadDerivatives(double* xdot) const {
  const size_t nx = program_.states.size();
  if (!in_kernel_) {
    for (size_t i = 0; i < nx; ++i) xdot[i] = slots_[program_.states[i].derivative];
    return;
  }
  const double* const values = dynamics_->values();
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
