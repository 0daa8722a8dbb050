// SPDX-License-Identifier: BSD-3-Clause
// Entries of FlatModel::partitions, and the variables that keep count of ticks.
#pragma once

#include <map>
#include <string>

#include "compiler/clocks/inference.h"

namespace stiction::clocks {

/// Appends partitions to a model.
class PartitionWriter {
 public:
  PartitionWriter(ir::FlatModel& model, const Partitioning& graph) : model_(model), pool_(*model.pool), graph_(graph) {}

  /// @returns the number of the new partition
  int32_t Write(const SubClock& clock, ir::SolverMethod method, const Origin& origin,
                const std::map<int32_t, Ratio>& finest_of_base);
  /// A partition of the ticks of another one at which a state is active. @returns its number
  int32_t WriteState(int32_t base, int32_t state, ir::SolverMethod method, const Origin& origin);
  /// The length of a tick's interval, and whether it is the first one.
  ir::ExprId Interval(int32_t partition);
  ir::ExprId IsFirst(int32_t partition);
  /// A Boolean variable that has the value of a condition at the ticks of a partition.
  ir::ExprId AtTicks(ir::ExprId condition, int32_t partition, const Origin& origin);

 private:
  void WritePeriodic(const SubClock& clock, ir::ClockPartition& partition);
  /// The partition of all ticks of a clock that is not periodic, or of its finest sub-clock.
  int32_t BaseOf(const SubClock& clock, const Ratio& finest);
  ir::VariableId TicksOf(int32_t base);
  ir::ExprId FirstInterval(const SubClock& clock);
  ir::ExprId ClockArgument(const SubClock& clock, size_t k) const;
  ir::ExprId Times(ir::ExprId value, const Ratio& factor);
  ir::VariableId NewVariable(std::string name, ir::ScalarType type, ir::ExprId start, int32_t partition);
  /// variable = value at the ticks of the partition
  void Assign(ir::VariableId variable, ir::ExprId value, int32_t partition);
  ir::ExprId Leaf(ir::VariableId v) const;
  ir::ExprId Pre(ir::VariableId v) const;

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  const Partitioning& graph_;
  std::map<std::pair<int32_t, int32_t>, int32_t> bases_;  // partitions, by definition and base
  std::map<int32_t, ir::VariableId> ticks_;               // by partition
  std::map<int32_t, SubClock> clocks_;                    // by partition
  std::map<int32_t, ir::ExprId> is_first_, interval_;
};

}  // namespace stiction::clocks
