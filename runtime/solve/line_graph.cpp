#include "runtime/solve/line_graph.h"

namespace stiction::runtime {

int32_t LineGraph::NodeOf(OpCode op, const RecordedValue& a, const RecordedValue& b, const RecordedValue& c) {
  const int32_t first = NodeOf(a), second = NodeOf(b), third = NodeOf(c);
  int32_t& node = node_of_operation_.At({static_cast<int32_t>(op), first, second, third}, -1);
  if (node < 0) {
    node = static_cast<int32_t>(nodes_.size());
    Append(nodes_, {.a = first, .b = second, .c = third, .op = op});
  }
  return node;
}

bool LineGraph::IsFirst(int32_t kind, int32_t a, int32_t b, int32_t c) {
  int32_t& known = node_of_operation_.At({kNoOperation + kind, a, b, c}, -1);
  return std::exchange(known, 0) < 0;
}

int32_t LineGraph::NodeOfKnown(const RecordedValue& value) {
  if (value.node <= RecordedValue::kFirstKnown) {
    const int32_t place = -1 - value.node;
    Input& input = inputs_[static_cast<size_t>(place)];
    if (input.node < 0) input.node = AppendSlot(place);
    return input.node;
  }
  int32_t& node = node_of_number_.At(std::bit_cast<uint64_t>(value.number), -1);
  if (node < 0) {
    node = static_cast<int32_t>(nodes_.size());
    Append(nodes_, {.a = static_cast<int32_t>(numbers_.size()), .origin = Origin::kNumber});
    Append(numbers_, value.number);
  }
  return node;
}

}  // namespace stiction::runtime
