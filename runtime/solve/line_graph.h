// What a sequence of solves computes, as expressions of what slots held before it.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/evaluate/append.h"
#include "runtime/evaluate/flat_set.h"
#include "runtime/evaluate/run_map.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// What a slot holds, or an operation comes to.
struct RecordedValue {
  static constexpr int32_t kNone = -1;
  static constexpr int32_t kNumber = -2;      // whatever slots hold, as long as the line fits
  static constexpr int32_t kFirstKnown = -3;  // this and what is below: what a slot held that does not move
  double number = 0;                          // at the time of recording
  int32_t node = kNone;                       // of LineGraph, that computes it; negative: one of the above
  bool is_known() const { return node < 0; }
};

/// Equal operations are one node. Operands come before what is computed of them.
class LineGraph {
 public:
  enum class Origin : uint8_t { kNumber, kSlot, kOperation };
  struct Node {
    int32_t a = -1, b = -1, c = -1;  // operands; of a number or a slot: a is its place among these
    OpCode op = OpCode::kCopy;
    Origin origin = Origin::kOperation;
    uint8_t marks = 0;  // of LineEmission
  };
  /// A slot that was read.
  struct Input {
    double value = 0;
    Slot slot = kNoSlot;
    int32_t node = -1;  // -1: no operation has it as an operand
    bool is_known = false, is_relied_on = false;
  };

  void Begin() {
    nodes_.clear();
    numbers_.clear();
    inputs_.resize(kFirstInput);
    node_of_operation_.Clear();
    node_of_number_.Clear();
  }

  std::vector<Node>& nodes() { return nodes_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& At(int32_t node) const { return nodes_[static_cast<size_t>(node)]; }
  /// The first ones stand for no operand and for all numbers.
  static constexpr size_t kFirstInput = 2;
  const std::vector<Input>& inputs() const { return inputs_; }
  const Input& InputOf(const Node& node) const { return inputs_[static_cast<size_t>(node.a)]; }

  /// A number, or what a slot held that is one as long as the line fits.
  bool IsNumber(const Node& node) const {
    if (node.origin != Origin::kSlot) return node.origin == Origin::kNumber;
    const Input& input = InputOf(node);
    return input.is_known && input.is_relied_on;
  }
  bool IsNumber(const RecordedValue& value) const {
    return value.node < 0 ? value.node >= RecordedValue::kNumber || KnownOf(value.node).is_relied_on
                          : IsNumber(At(value.node));
  }
  /// Of a number or a slot.
  double NumberOf(const Node& node) const {
    return node.origin == Origin::kNumber ? numbers_[static_cast<size_t>(node.a)] : InputOf(node).value;
  }

  /// What the slot held at first.
  int32_t Read(Slot slot, double number, bool is_known) {
    const auto place = static_cast<int32_t>(inputs_.size());
    const int32_t node = is_known ? -1 - place : AppendSlot(place);
    Append(inputs_, {.value = number, .slot = slot, .node = is_known ? -1 : node, .is_known = is_known});
    return node;
  }
  int32_t StartOf(const Input& input) const {
    return input.is_known ? -1 - static_cast<int32_t>(&input - inputs_.data()) : input.node;
  }
  /// The line fits only where the value is the same. @pre it is known
  void RelyOn(const RecordedValue& value) { inputs_[static_cast<size_t>(-1 - value.node)].is_relied_on = true; }

  int32_t NodeOf(OpCode op, const RecordedValue& a, const RecordedValue& b, const RecordedValue& c);
  /// -1: none.
  int32_t NodeOf(const RecordedValue& value) {
    return value.node >= RecordedValue::kNone ? value.node : NodeOfKnown(value);
  }
  /// Something else about three nodes is noted for the first time.
  bool IsFirst(int32_t kind, int32_t a, int32_t b, int32_t c);

 private:
  static constexpr int32_t kNoOperation = 256;
  /// Two words, for they are compared often.
  struct Operation {
    Operation() = default;
    Operation(int32_t op, int32_t a, int32_t b, int32_t c) : first(Words(a, b)), second(Words(c, op)) {}
    static uint64_t Words(int32_t low, int32_t high) {
      return static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 | static_cast<uint32_t>(low);
    }
    bool operator==(const Operation&) const = default;
    uint64_t first = 0, second = 0;
  };
  struct HashOfOperation {
    uint64_t operator()(const Operation& operation) const {
      return operation.first ^ std::rotl(operation.second, 20) ^ operation.first >> 15;
    }
  };

  const Input& KnownOf(int32_t node) const { return inputs_[static_cast<size_t>(-1 - node)]; }
  int32_t AppendSlot(int32_t place) {
    Append(nodes_, {.a = place, .origin = Origin::kSlot});
    return static_cast<int32_t>(nodes_.size()) - 1;
  }
  int32_t NodeOfKnown(const RecordedValue& value);

  std::vector<Node> nodes_;
  std::vector<double> numbers_;
  std::vector<Input> inputs_ = std::vector<Input>(kFirstInput);
  RunMap<Operation, int32_t, HashOfOperation> node_of_operation_;
  RunMap<uint64_t, int32_t, FlatHash> node_of_number_;  // by their bits
};

}  // namespace stiction::runtime
