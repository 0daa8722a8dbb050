// Follows a sequence of solves and makes a straight line of what they come to.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/evaluate/flat_set.h"
#include "runtime/evaluate/run_map.h"
#include "runtime/evaluate/tape.h"
#include "runtime/program/program.h"
#include "runtime/solve/straight_line.h"

namespace stiction::runtime {

/// Is told all that a sequence of solves does to the slots: code that the tape runs, values set, decisions taken. Keeps
/// what each slot holds as an expression of what the slots held at the beginning; what follows from held values alone
/// is a number. Between Begin and End or Abandon it records, else it listens to nothing.
class LineRecorder : public TapeObserver {
 public:
  enum class SlotKind : uint8_t {
    kFixed,  // never changes
    kHeld,   // changes at events
    kMoving
  };
  /// Who reads a slot after the sequence.
  enum class SlotUse : uint8_t {
    kNone,    // nobody: a line may leave any value in one that moves
    kRead,    // somebody
    kWatched  // somebody who has to be told that it changes
  };
  using Value = int32_t;

  /// Of all slots.
  LineRecorder(std::vector<SlotKind> kinds, std::vector<SlotUse> uses)
      : kinds_(std::move(kinds)), uses_(std::move(uses)), states_(kinds_.size()) {}

  const std::vector<SlotKind>& kinds() const { return kinds_; }
  const std::vector<SlotUse>& uses() const { return uses_; }

  void Begin(const double* slots);
  /// What is told from now on cannot be recorded.
  void Abandon() { is_recording_ = false; }
  bool is_recording() const { return is_recording_ && pauses_ == 0; }
  /// What happens between the two changes nothing in the end.
  void Pause() { ++pauses_; }
  void Resume() { --pauses_; }
  /// The line depends on what other elements need not have in common, in ways that it does not know.
  void KeepToItself() { is_shareable_ = false; }
  bool is_shareable() const { return is_shareable_; }
  struct Recorded {
    StraightLine line;
    std::vector<Slot> places;
  };
  /// @returns nothing if the sequence was abandoned, or did what was not told
  std::optional<Recorded> End(const double* slots);

  /// The tape is about to run this.
  void OnRun(const Instruction* begin, const Instruction* end) override;

  Value Of(Slot slot) {
    const SlotState& state = states_[static_cast<size_t>(slot)];
    return state.run == run_ ? state.value : Read(slot);
  }
  Value Number(double value);
  Value Apply(OpCode op, Value a, Value b = -1, Value c = -1) {
    const Value simpler = Simplified(op, a, b, c);
    return simpler >= 0 ? simpler : Computed({op, a, b, c});
  }
  void Set(Slot slot, Value value) { Write(slot, value); }
  void Set(Slot slot, double value) {
    if (is_recording()) Set(slot, Number(value));
  }
  void Copy(Slot to, Slot from) {
    if (is_recording()) Set(to, Of(from));
  }
  double operator[](Value value) const { return nodes_[static_cast<size_t>(value)].value; }

  /// The slot is compared with others of its kind: it has to follow from held values.
  void RequireHeld(Slot slot);
  /// The slot was found finite.
  void RequireFinite(Slot slot);
  /// Decisions as they were taken.
  void Guard(Value truth);
  void GuardFinite(Value value);
  void GuardSmall(Value residual, Value terms, Value product, bool is_small);
  /// EvaluateRelation with the width of a tie, of a side held. @param reads_equal as written where operands are equal
  void Decide(const RelationInfo& relation, bool held, bool reads_equal = false);

 private:
  enum class Origin : uint8_t { kNumber, kSlot, kOperation };
  struct Node {
    Origin origin = Origin::kNumber;
    bool is_known = false;  // a number, or a slot that is one as long as the line fits
    bool is_relied_on = false;
    OpCode op = OpCode::kCopy;
    uint8_t guards = 0;  // bits of the kinds of those that have it as their first operand
    Value a = -1, b = -1, c = -1;
    Slot slot = kNoSlot;
    double value = 0;  // at the time of recording
  };
  const Node& At(Value value) const { return nodes_[static_cast<size_t>(value)]; }
  static bool IsNumber(const Node& node) {
    return node.origin == Origin::kNumber || (node.is_known && node.is_relied_on);
  }
  bool IsKnown(Value value) const { return value < 0 || At(value).is_known; }
  Value Append(const Node& node) {
    nodes_.push_back(node);
    return static_cast<Value>(nodes_.size()) - 1;
  }
  Value Read(Slot slot);
  /// What the operation comes to without being one: another value; -1: nothing.
  Value Simplified(OpCode op, Value a, Value b, Value c);
  Value Relying(Value value, Value on) {
    RelyOn(on);
    return value;
  }
  /// It is known, and this number.
  bool Is(Value value, double number) const {
    return IsKnown(value) && std::bit_cast<uint64_t>(At(value).value) == std::bit_cast<uint64_t>(number);
  }
  void RelyOn(Value value) {
    if (value >= 0) nodes_[static_cast<size_t>(value)].is_relied_on = true;
  }
  using Guards = std::vector<StraightLine::Guard>;  // operands are values
  void AddGuard(const StraightLine::Guard& guard);
  /// Guards that no other one implies.
  Guards NeededGuards() const;

  struct Operation {
    OpCode op = OpCode::kReturn;  // none
    Value a = -1, b = -1, c = -1;
    bool operator==(const Operation&) const = default;
  };
  struct HashOfOperation {
    uint64_t operator()(const Operation& operation) const {
      const auto bits = [](Value value, int shift) {
        return static_cast<uint64_t>(static_cast<uint32_t>(value)) << shift;
      };
      return bits(operation.a, 0) ^ bits(operation.b, 20) ^ bits(operation.c, 40) ^
             bits(static_cast<Value>(operation.op), 56);
    }
  };
  /// Of a slot, in one run.
  struct SlotState {
    Value start = -1;  // what it held at first; -1: nothing asked before it was written
    Value value = -1;
    int32_t run = 0;  // in which it was read or written last
    bool is_written = false;
    Operation operation = {};  // that code wrote here last: passes repeat each other
    Value result = -1;         // of it
  };
  SlotState& Write(Slot slot, Value value) {
    SlotState& state = states_[static_cast<size_t>(slot)];
    if (state.run != run_) state = {.run = run_};
    state.value = value;
    if (!state.is_written) written_.push_back(slot);
    state.is_written = true;
    return state;
  }
  Value Computed(const Operation& operation);
  double ValueOf(const Operation& operation) const;

  struct Emission;

  std::vector<SlotKind> kinds_;
  std::vector<SlotUse> uses_;
  const double* slots_ = nullptr;
  bool is_recording_ = false, is_shareable_ = true;
  int pauses_ = 0;
  int32_t run_ = 0;
  std::vector<Node> nodes_;
  std::vector<SlotState> states_;  // by slot
  std::vector<Slot> written_;
  RunMap<Operation, Value, HashOfOperation> computed_;  // equal operations are one
  RunMap<uint64_t, Value, FlatHash> numbers_;           // by their bits
  std::vector<Value> inputs_;                           // by slots read
  Guards guards_;
};

}  // namespace stiction::runtime
