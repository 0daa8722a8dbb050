#include "runtime/evaluate/lane_groups.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stiction::runtime {
namespace {

using Operand = LineOperation::Operand;
using Kind = LineOperation::Kind;

constexpr int32_t kLeastLanes = 4;  // of a part that is worth a split, on average

class Grouping {
 public:
  explicit Grouping(const std::vector<LineOperation>& operations) {
    int32_t count = 0;
    for (const LineOperation& at : operations) {
      if (at.kind != Kind::kIntegrate) count = std::max(count, at.result + at.lanes);
      if (at.kind == Kind::kTurn) count = std::max(count, at.beside + at.lanes);
    }
    producer_.assign(static_cast<size_t>(count), kNone);
    for (const LineOperation& at : operations) {
      int32_t begin = 0;
      for (const int32_t end : EndsOfParts(at)) {
        Place(Lanes(at, begin, end));
        begin = end;
      }
    }
  }

  std::vector<LaneGroup> Result() && { return std::move(groups_); }

 private:
  static constexpr int32_t kNone = -1;
  /// An operation in its group.
  struct Placed {
    int32_t group, number;
  };

  int32_t ProducerOf(const Operand& operand, int32_t lane) const {
    const int64_t index = operand.index + int64_t{operand.stride} * lane;
    const bool is_result = operand.index >= 0 && operand.array == LineOperation::Array::kValues &&
                           index < static_cast<int64_t>(producer_.size());
    return is_result ? producer_[static_cast<size_t>(index)] : kNone;
  }

  static std::array<Operand, 3> OperandsOf(const LineOperation& at) { return {at.a, at.b, at.c}; }

  std::vector<int32_t> EndsOfParts(const LineOperation& at) const {
    std::vector<int32_t> ends;
    for (int32_t lane = 1; lane < at.lanes && at.kind != Kind::kOther; ++lane) {
      for (const Operand& operand : OperandsOf(at)) {
        if (ProducerOf(operand, lane) == ProducerOf(operand, lane - 1)) continue;
        ends.push_back(lane);
        break;
      }
    }
    ends.push_back(at.lanes);
    if (static_cast<int32_t>(ends.size()) * kLeastLanes > at.lanes) ends.assign(1, at.lanes);
    return ends;
  }

  static LineOperation Lanes(const LineOperation& at, int32_t begin, int32_t end) {
    LineOperation part = at;
    part.lanes = end - begin;
    part.result += begin;
    part.beside += begin;
    for (Operand* const operand : {&part.a, &part.b, &part.c}) {
      if (operand->index >= 0) operand->index += begin * operand->stride;
    }
    return part;
  }

  LineOperation& At(const Placed& placed) {
    return groups_[static_cast<size_t>(placed.group)].operations[static_cast<size_t>(placed.number)];
  }

  // The i-th lane reads the i-th result, of as many.
  static bool IsInStep(const LineOperation& at, const Operand& operand, const LineOperation& from) {
    return operand.index == from.result && (operand.stride == 1 || at.lanes == 1) && at.lanes == from.lanes;
  }

  // In the first group that has all operands.
  void Place(LineOperation at) {
    int32_t group = at.kind == Kind::kOther ? static_cast<int32_t>(groups_.size()) : 0;
    for (const Operand& operand : OperandsOf(at)) {
      int32_t last = kNone;
      for (int32_t lane = 0; lane < at.lanes; ++lane) {
        const int32_t producer = ProducerOf(operand, lane);
        if (producer == kNone || producer == last) continue;
        last = producer;
        const Placed& placed = placed_[static_cast<size_t>(producer)];
        group = std::max(group, placed.group + (IsInStep(at, operand, At(placed)) ? 0 : 1));
      }
    }
    const auto takes = [&](const LaneGroup& of) {
      return of.lanes == at.lanes && of.operations[0].kind != Kind::kOther;
    };
    const auto count = static_cast<int32_t>(groups_.size());
    while (group < count && !takes(groups_[static_cast<size_t>(group)])) ++group;
    if (group == count) groups_.push_back({at.lanes, {}});
    for (const Operand& operand : OperandsOf(at)) {
      for (int32_t lane = 0; lane < at.lanes; ++lane) {
        const int32_t producer = ProducerOf(operand, lane);
        if (producer == kNone) continue;
        const Placed& placed = placed_[static_cast<size_t>(producer)];
        if (placed.group != group) At(placed).is_wanted = true;
      }
    }
    std::vector<LineOperation>& operations = groups_[static_cast<size_t>(group)].operations;
    const auto number = static_cast<int32_t>(placed_.size());
    placed_.push_back({group, static_cast<int32_t>(operations.size())});
    const auto produces = [&](int32_t first) { std::fill_n(producer_.begin() + first, at.lanes, number); };
    if (at.kind != Kind::kIntegrate) produces(at.result);
    if (at.kind == Kind::kTurn) produces(at.beside);
    operations.push_back(at);
  }

  std::vector<LaneGroup> groups_;
  std::vector<Placed> placed_;
  std::vector<int32_t> producer_;  // of each value: number in placed_
};

}  // namespace

std::vector<LaneGroup> GroupLanes(const std::vector<LineOperation>& operations) {
  return Grouping(operations).Result();
}

}  // namespace stiction::runtime
