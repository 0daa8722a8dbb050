// SPDX-License-Identifier: BSD-3-Clause
// The right side of an ordinary differential equation between two ticks.
#pragma once

#include <map>
#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Copies of the continuous equations of a partition, each with variables of its own, for the stages of Runge-Kutta
/// methods (MLS 16.8.2).
class StageCopies {
 public:
  /// @param part the continuous equations, variables and states of the partition after index reduction; gets the copies
  /// @param number of the partition
  StageCopies(ir::Dae& part, int32_t number, const ir::TickedPartition& partition,
              const std::vector<ir::VariableId>& states);

  /// Appends a copy. @param states their values in it
  /// @param is_half whether it is half an interval before the tick; else it is at the tick
  /// @returns the variable that stands for a variable
  std::map<ir::VariableId, ir::VariableId> Append(const std::vector<ir::ExprId>& states, bool is_half);
  /// Equations of what has been appended.
  const std::vector<ir::DaeEquation>& equations() const { return equations_; }

 private:
  ir::ExprId CopyOf(ir::ExprId e, const std::map<ir::VariableId, ir::VariableId>& copies, bool is_half);
  /// Of what is given from outside, at half of the interval.
  ir::ExprId HalfWay(ir::ExprId given);
  /// A new variable of the partition. @returns its number
  ir::VariableId NewVariable(std::string name, ir::ScalarType type, ir::EnumerationId enumeration);
  bool IsCopied(ir::VariableId v) const { return v.index() < of_model_ && is_copied_[v.index()] != 0; }

  ir::Dae& part_;
  ir::ExprPool& pool_;
  int32_t number_;
  ir::ExprId interval_, is_first_;
  std::vector<ir::VariableId> states_;
  size_t of_model_;  // variables before any was appended
  std::vector<char> is_copied_;
  std::vector<ir::DaeEquation> originals_, equations_;
  std::map<ir::ExprId, ir::VariableId> given_;  // variables that remember what was given at the last tick
  int count_ = 0;
};

}  // namespace stiction
