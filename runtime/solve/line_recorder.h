// Follows a sequence of solves and makes a straight line of what they come to.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/evaluate/append.h"
#include "runtime/evaluate/tape.h"
#include "runtime/program/program.h"
#include "runtime/solve/line_emission.h"
#include "runtime/solve/line_graph.h"
#include "runtime/solve/straight_line.h"

namespace stiction::runtime {

/// Is told all that a sequence of solves does to the slots: values set, decisions taken, and code, which it runs. Keeps
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
  using Value = RecordedValue;

  /// Of all slots.
  LineRecorder(std::vector<SlotKind> kinds, std::vector<SlotUse> uses);

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
  std::optional<Recorded> End();

  /// Runs the code in place of the tape, up to what cannot be recorded.
  const Instruction* OnRun(const Instruction* begin, const Instruction* end, double* slots) override;

  /// Until it is set.
  const Value& Of(Slot slot) {
    const SlotState& state = StateOf(slot);
    if (state.run < run_) [[unlikely]]
      Read(slot);
    return state;
  }
  static Value Number(double value) { return {value, Value::kNumber}; }
  /// @pre the operation is a scalar one
  Value Apply(OpCode op, const Value& a, const Value& b = {}, const Value& c = {});
  void Set(Slot slot, const Value& value) {
    SlotState& state = StateOf(slot);
    if (!IsAsTold(state, slot)) Abandon();
    Put(slot, state, value);
  }
  void Set(Slot slot, double value) {
    if (is_recording()) Set(slot, Number(value));
  }
  void Copy(Slot to, Slot from) {
    if (is_recording()) Set(to, Of(from));
  }

  /// The slot is compared with others of its kind: it has to follow from held values.
  void RequireHeld(Slot slot);
  /// The slot was found finite.
  void RequireFinite(Slot slot);
  /// Decisions as they were taken.
  void Guard(const Value& truth);
  void GuardFinite(const Value& value);
  void GuardSmall(const Value& residual, const Value& terms, const Value& product, bool is_small);
  /// EvaluateRelation with the width of a tie, of a side held. @param reads_equal as written where operands are equal
  void Decide(const RelationInfo& relation, bool held, bool reads_equal = false);

 private:
  /// Of a slot, in the run in which it was read or written last.
  struct SlotState : Value {
    int32_t run = 0;  // run_, or run_ + 1 if it was written
  };
  using Guards = std::vector<StraightLine::Guard>;  // operands are nodes

  SlotState& StateOf(Slot slot) { return states_[static_cast<size_t>(slot) + 1]; }
  void Read(Slot slot);
  /// What is known of the slot is so, or nothing is known.
  bool IsAsTold(const SlotState& state, Slot slot) const {
    return (state.run < run_) | (std::bit_cast<uint64_t>(state.number) == std::bit_cast<uint64_t>(slots_[slot]));
  }
  void Put(Slot slot, SlotState& state, const Value& value) {
    static_cast<Value&>(state) = value;
    if (state.run != run_ + 1) written_[written_count_++] = slot;
    state.run = run_ + 1;
  }
  /// What computes the result, as Value::node. @param execute computes the result
  template <class Operands, class Execute>
  int32_t Follow(OpCode op, const Operands& operands, const Execute& execute);
  int32_t Join(OpCode op, const Value& a, const Value& b, const Value& c) {
    if ((a.node & b.node & c.node) >= 0) return graph_.NodeOf(op, a, b, c);
    for (const Value* operand : {&a, &b, &c}) graph_.RelyOn(*operand);
    return Value::kNumber;
  }
  int32_t Join(OpCode op, const Value& a, const Value& b) {
    if ((a.node & b.node) >= 0) return graph_.NodeOf(op, a, b, {});
    for (const Value* operand : {&a, &b}) graph_.RelyOn(*operand);
    return Value::kNumber;
  }
  int32_t Relying(const Value& value, const Value& on) {
    graph_.RelyOn(on);
    return value.node;
  }
  void AddGuard(StraightLine::Guard::Kind kind, bool expected, const Value& a, const Value& b = {},
                const Value& c = {});
  /// A slot that is what it was at first need not be written. @returns false if something wrote that did not say so
  bool LeaveOutUnchanged();
  bool FindWrites();
  std::vector<Slot> EmitPlaces(StraightLine::Code& code);

  std::vector<SlotKind> kinds_;
  std::vector<SlotUse> uses_;
  const double* slots_ = nullptr;
  bool is_recording_ = false, is_shareable_ = true;
  int pauses_ = 0;
  int32_t run_ = 0;  // even
  LineGraph graph_;
  std::vector<SlotState> states_;  // of kNoSlot, then by slot
  std::vector<Slot> written_;      // as many as there are slots, of which the first ones were written
  size_t written_count_ = 0;
  Guards guards_;
  // Working memory of End
  std::vector<Slot> writes_, unwatched_, fixed_;
  std::vector<int32_t> nodes_written_;
  LineEmission emission_;
};

}  // namespace stiction::runtime
