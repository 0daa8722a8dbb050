// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/partitions.h"

#include <map>
#include <utility>

#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::ExprId;

class PartitionLowering {
 public:
  PartitionLowering(LowerContext& context, ExpressionLowering& lower) : context_(context), lower_(lower) {}

  void Run(const ir::ClockPartition& partition) {
    context_.origin = partition.origin;
    ir::TickedPartition ticked;
    ticked.tick = TickOf(partition);
    ticked.interval = lower_.IfGiven(partition.interval, EventMode::kLiteral);
    ticked.is_first = lower_.IfGiven(partition.is_first, EventMode::kLiteral);
    ticked.method = partition.method;
    ticked.clock = partition.state >= 0 ? partition.base : static_cast<int32_t>(context_.dae.partitions.size());
    ticked.origin = partition.origin;
    context_.dae.partitions.push_back(ticked);
  }

 private:
  ExprId TickOf(const ir::ClockPartition& partition) {
    ir::ExprPool& pool = context_.pool();
    if (partition.period) {
      return lower_.Active(
          SampleTick(lower_(partition.offset, EventMode::kLiteral), lower_(partition.period, EventMode::kLiteral)));
    }
    if (!partition.condition) {
      const ExprId tick = context_.dae.partitions[static_cast<size_t>(partition.base)].tick;
      return partition.selected ? symbolic::And(pool, tick, lower_(partition.selected, EventMode::kLiteral)) : tick;
    }
    ExprId condition = lower_(partition.condition, EventMode::kDiscrete);
    constexpr double kNoSecond = 1e300;  // [s], later than any simulation
    if (partition.begins_at_start) {
      condition = symbolic::Or(pool, SampleTick(pool.Real(0), pool.Real(kNoSecond)), condition);
    }
    return lower_.Active(condition);
  }

  /// Ticks at start of the simulation + offset + k period. The times of samples are computed at the start: `time` is
  /// it.
  ExprId SampleTick(ExprId offset, ExprId period) {
    ir::ExprPool& pool = context_.pool();
    std::vector<ir::Sample>& samples = context_.dae.samples;
    const auto [entry, added] = samples_.emplace(std::pair(offset, period), static_cast<int32_t>(samples.size()));
    if (added) samples.push_back({symbolic::Add(pool, pool.Time(), offset), period, context_.origin});
    return pool.Make({.op = ir::Op::kSampleTick, .type = ir::ScalarType::kBoolean, .payload = entry->second});
  }

  LowerContext& context_;
  ExpressionLowering& lower_;
  std::map<std::pair<ExprId, ExprId>, int32_t> samples_;
};

}  // namespace

void LowerPartitions(const std::vector<ir::ClockPartition>& partitions, LowerContext& context,
                     ExpressionLowering& lower) {
  PartitionLowering lowering(context, lower);
  for (const ir::ClockPartition& partition : partitions) lowering.Run(partition);
}

}  // namespace stiction
