#include "runtime/events/continuous_system.h"

namespace stiction::runtime {

ContinuousSystem::ContinuousSystem(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics)
    : program_(program), slots_(slots), tape_(tape), solver_(program, program.continuous_system, tape, statistics) {
  for (const BlockCode& block : program.continuous_system.blocks) {
    if (block.kind != BlockCode::Kind::kLinear && block.kind != BlockCode::Kind::kNonlinear) continue;
    implicit_unknowns_.insert(implicit_unknowns_.end(), block.unknowns.begin(), block.unknowns.end());
  }
  if (!program.assertions.empty()) return;
  std::vector<Slot> wanted;
  for (const StateInfo& state : program.states) wanted.push_back(state.derivative);
  for (const RelationInfo& relation : program.relations) {
    if (relation.kind != RelationInfo::Kind::kState) continue;
    wanted.push_back(relation.left);
    wanted.push_back(relation.right);
  }
  for (const HeldInfo& held : program.held) wanted.push_back(held.current);
  dynamics_ = SliceFor(program, program.continuous_system, program.indicators, wanted);
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
  tape_.ClearFailure();
  return solver_.Solve(slots_);
}

std::optional<SolveError> ContinuousSystem::Evaluate(double t, const double* x, const Slice& slice) {
  ++evaluations_;
  SetPoint(t, x);
  return solver_.Solve(slice, slots_);
}

std::optional<SolveError> ContinuousSystem::Derivatives(double t, const double* x, double* xdot) {
  if (!dynamics_) {
    if (auto error = Evaluate(t, x)) return error;
  } else if (auto error = Evaluate(t, x, *dynamics_)) {
    return error;
  }
  double probe = 0;  // stays zero unless a derivative is infinite or NaN
  for (size_t i = 0; i < program_.states.size(); ++i) {
    xdot[i] = slots_[program_.states[i].derivative];
    probe += xdot[i] * 0.0;
  }
  // The whole system tells which equation is at fault.
  return probe == 0 ? std::nullopt : Evaluate(t, x);
}

std::optional<SolveError> ContinuousSystem::Residuals(double t, const double* x, double* residuals) {
  ++evaluations_;
  SetPoint(t, x);
  tape_.ClearFailure();
  return solver_.EvaluateResiduals(slots_, residuals);
}

}  // namespace stiction::runtime
