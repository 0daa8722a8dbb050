// SPDX-License-Identifier: BSD-3-Clause
#include "tests/mixed/network.h"

#include "tests/support/add_equation.h"

namespace stiction::test {

using runtime::OpCode;
using runtime::Slot;

MixedNetwork::MixedNetwork(const MixedProblem& problem, bool everywhere) {
  Assembler& a = assembler_;
  const auto n = static_cast<size_t>(problem.elements());
  const auto m = static_cast<size_t>(problem.bodies());
  const Slot zero = a.Slot(0);
  runtime::BlockCode block;
  block.kind = runtime::BlockCode::Kind::kMixed;
  for (size_t k = 0; k < m; ++k) {
    inertia_.push_back(a.Slot(0));
    torque_.push_back(a.Slot(0));
    acceleration_.push_back(a.Slot(0));
    block.unknown_names.push_back("a" + std::to_string(k + 1));
    block.equations.push_back(AddEquation(a.program, "balance of body " + std::to_string(k + 1), "Mixed.mo:1:1"));
  }
  d_.assign(n, std::vector<Slot>(m, runtime::kNoSlot));
  for (size_t i = 0; i < n; ++i) {
    capacity_.push_back(a.Slot(0));
    peak_.push_back(a.Slot(1));
    threshold_.push_back(a.Slot(0));
    minus_threshold_.push_back(a.Slot(0));
    scale_.push_back(a.Slot(0));
    parameter_.push_back(a.Slot(0));
    for (size_t k = 0; k < m; ++k) {
      if (everywhere || problem.d(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) != 0)
        d_[i][k] = a.Slot(0);
    }
    const std::string name = "f" + std::to_string(i + 1);
    block.relations.push_back(a.Relation(OpCode::kGt, parameter_[i], threshold_[i], name + ".sa > " + name + ".F"));
    block.relations.push_back(
        a.Relation(OpCode::kLt, parameter_[i], minus_threshold_[i], name + ".sa < -" + name + ".F"));
    forward_.push_back(a.program.relations[2 * i].value);
    backward_.push_back(a.program.relations[2 * i + 1].value);
    block.unknown_names.push_back(name + ".sa");
    block.equations.push_back(AddEquation(a.program, "curve of " + name, "Mixed.mo:2:1"));
  }
  block.unknowns = acceleration_;
  block.unknowns.insert(block.unknowns.end(), parameter_.begin(), parameter_.end());
  std::vector<Slot> slope;
  block.residual = a.Code([&] {
    for (size_t i = 0; i < n; ++i) {
      slope.push_back(a.Op(OpCode::kDiv, a.Op(OpCode::kMul, peak_[i], capacity_[i]), threshold_[i]));
      const Slot least = a.Op(OpCode::kNeg, capacity_[i]);
      const Slot sticks = a.Op(OpCode::kMul, slope[i], parameter_[i]);
      force_.push_back(
          a.Op(OpCode::kSelect, forward_[i], capacity_[i], a.Op(OpCode::kSelect, backward_[i], least, sticks)));
      block.inner.push_back(force_[i]);
    }
    for (size_t k = 0; k < m; ++k) {
      Slot sum = a.Op(OpCode::kSub, a.Op(OpCode::kMul, inertia_[k], acceleration_[k]), torque_[k]);
      for (size_t i = 0; i < n; ++i) {
        if (d_[i][k] != runtime::kNoSlot) sum = a.Op(OpCode::kAdd, sum, a.Op(OpCode::kMul, d_[i][k], force_[i]));
      }
      block.residuals.push_back(sum);
    }
    for (size_t i = 0; i < n; ++i) {
      const Slot above = a.Op(OpCode::kMul, scale_[i], a.Op(OpCode::kSub, parameter_[i], threshold_[i]));
      const Slot below = a.Op(OpCode::kMul, scale_[i], a.Op(OpCode::kAdd, parameter_[i], threshold_[i]));
      const Slot beyond = a.Op(OpCode::kSelect, forward_[i], above, a.Op(OpCode::kSelect, backward_[i], below, zero));
      Slot gamma = a.Op(OpCode::kNeg, beyond);
      for (size_t k = 0; k < m; ++k) {
        if (d_[i][k] != runtime::kNoSlot)
          gamma = a.Op(OpCode::kAdd, gamma, a.Op(OpCode::kMul, d_[i][k], acceleration_[k]));
      }
      block.residuals.push_back(gamma);
    }
  });
  block.jacobian = a.Code([&] {
    for (size_t k = 0; k < m; ++k) {
      block.entries.push_back({static_cast<int32_t>(k), static_cast<int32_t>(k), inertia_[k]});
    }
    for (size_t i = 0; i < n; ++i) {
      const Slot slips = a.Op(OpCode::kOr, forward_[i], backward_[i]);
      const Slot stiffness = a.Op(OpCode::kSelect, slips, zero, slope[i]);
      const auto column = static_cast<int32_t>(m + i);
      for (size_t k = 0; k < m; ++k) {
        if (d_[i][k] == runtime::kNoSlot) continue;
        block.entries.push_back({static_cast<int32_t>(k), column, a.Op(OpCode::kMul, d_[i][k], stiffness)});
        block.entries.push_back({column, static_cast<int32_t>(k), d_[i][k]});
      }
      block.entries.push_back({column, column, a.Op(OpCode::kNeg, a.Op(OpCode::kSelect, slips, scale_[i], zero))});
    }
  });
  system_.blocks.push_back(std::move(block));
  tape_ = std::make_unique<runtime::Tape>(a.program);
  solver_ = std::make_unique<runtime::SystemSolver>(a.program, system_, *tape_, statistics_);
  Set(problem);
}

void MixedNetwork::Set(const MixedProblem& problem) {
  slots_ = assembler_.program.initial_slots;
  for (size_t k = 0; k < inertia_.size(); ++k) slots_[inertia_[k]] = problem.inertia[static_cast<Eigen::Index>(k)];
  SetTorque(problem.torque);
  for (size_t i = 0; i < capacity_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    slots_[capacity_[i]] = problem.capacity[row];
    slots_[peak_[i]] = problem.peak[row];
    slots_[threshold_[i]] = problem.threshold[row];
    slots_[minus_threshold_[i]] = -problem.threshold[row];
    slots_[scale_[i]] = problem.scale[row];
    slots_[forward_[i]] = problem.held[row] > 0 ? 1 : 0;
    slots_[backward_[i]] = problem.held[row] < 0 ? 1 : 0;
    for (size_t k = 0; k < d_[i].size(); ++k) {
      if (d_[i][k] != runtime::kNoSlot) slots_[d_[i][k]] = problem.d(row, static_cast<Eigen::Index>(k));
    }
  }
}

void MixedNetwork::SetTorque(const Eigen::VectorXd& torque) {
  for (size_t k = 0; k < torque_.size(); ++k) slots_[torque_[k]] = torque[static_cast<Eigen::Index>(k)];
}

MixedAnswer MixedNetwork::Answer() {
  MixedAnswer answer;
  answer.error = Solve();
  answer.acceleration.resize(static_cast<Eigen::Index>(acceleration_.size()));
  answer.force.resize(static_cast<Eigen::Index>(force_.size()));
  for (size_t k = 0; k < acceleration_.size(); ++k) {
    answer.acceleration[static_cast<Eigen::Index>(k)] = slots_[acceleration_[k]];
  }
  for (size_t i = 0; i < force_.size(); ++i) answer.force[static_cast<Eigen::Index>(i)] = slots_[force_[i]];
  return answer;
}

}  // namespace stiction::test
