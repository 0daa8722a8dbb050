// Follows a sequence of solves and makes a straight line of what they come to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

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
  using Value = int32_t;

  /// @param kinds of all slots
  /// @param kept which slots of kind kMoving a line leaves their value in; others hold any value afterwards
  LineRecorder(std::vector<SlotKind> kinds, std::vector<char> kept)
      : kinds_(std::move(kinds)), kept_(std::move(kept)), value_of_(kinds_.size()), run_of_(kinds_.size(), 0) {}

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
  /// @returns null if the sequence was abandoned, or did what was not told
  std::unique_ptr<StraightLine> End(const double* slots);

  /// The tape is about to run this.
  void OnRun(const Instruction* begin, const Instruction* end) override;

  Value Of(Slot slot);
  Value Number(double value);
  Value Apply(OpCode op, Value a, Value b = -1, Value c = -1);
  void Set(Slot slot, Value value);
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
    Value a = -1, b = -1, c = -1;
    Slot slot = kNoSlot;
    double value = 0;  // at the time of recording
  };
  const Node& At(Value value) const { return nodes_[static_cast<size_t>(value)]; }
  static bool IsNumber(const Node& node) {
    return node.origin == Origin::kNumber || (node.is_known && node.is_relied_on);
  }
  bool IsKnown(Value value) const { return value < 0 || At(value).is_known; }
  Value Append(const Node& node);
  void RelyOn(Value value);
  struct Decision {
    StraightLine::Step::Kind kind;
    bool expected;
    Value a = -1, b = -1, c = -1;
    bool operator==(const Decision&) const = default;
  };
  void AddGuard(const Decision& guard);

  struct Emission;

  std::vector<SlotKind> kinds_;
  std::vector<char> kept_;
  const double* slots_ = nullptr;
  bool is_recording_ = false, is_shareable_ = true;
  int pauses_ = 0;
  int32_t run_ = 0;
  std::vector<Node> nodes_;
  std::vector<Value> value_of_;  // by slot, of this run
  std::vector<int32_t> run_of_;  // by slot: in which it was read or written last
  std::vector<Slot> written_;    // once each
  std::map<std::tuple<OpCode, Value, Value, Value>, Value> known_operations_;
  std::map<uint64_t, Value> known_numbers_;
  std::vector<Value> inputs_;  // by slots read
  std::vector<Decision> guards_;
};

}  // namespace stiction::runtime
