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

/// What a slot holds, or an operation comes to.
struct RecordedValue {
  static constexpr int32_t kNone = -1;
  static constexpr int32_t kUnnamed = -2;  // a number that nothing has asked for yet
  double number = 0;                       // at the time of recording
  int32_t node = kNone;                    // that computes it
  bool is_known = true;                    // it is that number as long as the line fits
};

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
  using Value = RecordedValue;

  /// Of all slots.
  LineRecorder(std::vector<SlotKind> kinds, std::vector<SlotUse> uses)
      : kinds_(std::move(kinds)), uses_(std::move(uses)), states_(kinds_.size() + 1) {}

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

  /// Until it is set.
  const Value& Of(Slot slot) {
    const SlotState& state = StateOf(slot);
    return state.run == run_ ? state.value : Read(slot);
  }
  static Value Number(double value) { return {value, Value::kUnnamed, true}; }
  /// @pre the operation is a scalar one
  Value Apply(OpCode op, const Value& a, const Value& b = {}, const Value& c = {});
  void Set(Slot slot, const Value& value) {
    SlotState& state = StateOf(slot);
    if (state.run != run_) state = {.run = run_};
    state.value = value;
    if (!state.is_written) written_.push_back(slot);
    state.is_written = true;
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
  enum class Origin : uint8_t { kNumber, kSlot, kOperation };
  struct Node {
    Origin origin = Origin::kNumber;
    bool is_known = false;  // a number, or a slot that is one as long as the line fits
    bool is_relied_on = false;
    OpCode op = OpCode::kCopy;
    uint8_t guards = 0;  // bits of the kinds of those that have it as their first operand
    int32_t a = -1, b = -1, c = -1;
    Slot slot = kNoSlot;
    double value = 0;  // at the time of recording
  };
  const Node& At(int32_t node) const { return nodes_[static_cast<size_t>(node)]; }
  static bool IsNumber(const Node& node) {
    return node.origin == Origin::kNumber || (node.is_known && node.is_relied_on);
  }
  bool IsNumber(const Value& value) const { return value.node < 0 || IsNumber(At(value.node)); }
  int32_t Append(const Node& node) {
    nodes_.push_back(node);
    return static_cast<int32_t>(nodes_.size()) - 1;
  }
  const Value& Read(Slot slot);
  Value Result(OpCode op, const Value& a, const Value& b, const Value& c);
  Value Compute(OpCode op, const Value& a, const Value& b, const Value& c, double number);
  /// The node of a value, -1: none.
  int32_t NodeOf(const Value& value) { return value.node == Value::kUnnamed ? NodeOf(value.number) : value.node; }
  int32_t NodeOf(double number);
  void RelyOn(const Value& value) {
    if (value.node >= 0) nodes_[static_cast<size_t>(value.node)].is_relied_on = true;
  }
  Value Relying(const Value& value, const Value& on) {
    RelyOn(on);
    return value;
  }
  using Guards = std::vector<StraightLine::Guard>;  // operands are nodes
  void AddGuard(StraightLine::Guard::Kind kind, bool expected, const Value& a, const Value& b = {},
                const Value& c = {});
  /// Guards that no other one implies.
  Guards NeededGuards();

  /// Two words, for they are compared often.
  struct Operation {
    Operation() = default;
    Operation(OpCode op, int32_t a, int32_t b, int32_t c)
        : first(Words(a, b)), second(Words(c, static_cast<int32_t>(op))) {}
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
  /// Of a slot, in one run.
  struct SlotState {
    Value value;
    int32_t start = -1;  // node of what it held at first; -1: nothing asked before it was written
    int32_t run = 0;     // in which it was read or written last
    bool is_written = false;
  };

  /// Numbers what is needed of the nodes: constants, what is loaded, what is computed.
  struct Emission {
    void Begin(size_t count);
    void Mark(int32_t node) {
      if (node >= 0) is_needed[static_cast<size_t>(node)] = 1;
    }
    void NumberInputs(const std::vector<Node>& nodes);
    int32_t Index(int32_t node) const { return node < 0 ? 0 : index_of[static_cast<size_t>(node)]; }
    void Compute(const std::vector<Node>& nodes, int32_t node) {
      if (node >= 0 && index_of[static_cast<size_t>(node)] < 0) Append(nodes, node);
    }
    void Append(const std::vector<Node>& nodes, int32_t number);
    /// For one guard alone, after what is computed so far.
    void BeginLate() { computed_late.clear(); }
    void ComputeLate(const std::vector<Node>& nodes, int32_t node) {
      if (node >= 0 && index_of[static_cast<size_t>(node)] < 0) AppendLate(nodes, node);
    }
    void AppendLate(const std::vector<Node>& nodes, int32_t number);
    void EndLate();

    std::vector<char> is_needed;
    std::vector<int32_t> index_of;
    std::vector<int32_t> numbers, loads;
    std::vector<Instruction> operations, late;
    std::vector<int32_t> computed_late;  // nodes
    int32_t first_computed = 0;
  };

  /// No value that passes the guards makes it infinite or NaN. @pre NeededGuards has found is_finite_
  bool IsFinite(int32_t node) const;
  /// Likewise a sum of absolute values is one of numbers, of which none is NaN.
  bool IsSize(int32_t node) const;
  bool ZeroSuffices(const StraightLine::Guard& guard) const;
  bool FindWrites(const double* slots);
  void EmitGuard(StraightLine::Guard& guard);
  /// Of guards, and of what is written.
  void EmitOperations(StraightLine::Code& code);
  std::vector<Slot> EmitPlaces(StraightLine::Code& code);
  SlotState& StateOf(Slot slot) { return states_[static_cast<size_t>(slot) + 1]; }

  std::vector<SlotKind> kinds_;
  std::vector<SlotUse> uses_;
  const double* slots_ = nullptr;
  bool is_recording_ = false, is_shareable_ = true;
  int pauses_ = 0;
  int32_t run_ = 0;
  std::vector<Node> nodes_;
  std::vector<SlotState> states_;  // of kNoSlot, then by slot
  std::vector<Slot> written_;
  RunMap<Operation, int32_t, HashOfOperation> computed_;  // equal operations are one
  RunMap<uint64_t, int32_t, FlatHash> numbers_;           // by their bits
  std::vector<int32_t> inputs_;                           // nodes of slots read
  Guards guards_;
  // Working memory of End
  std::vector<Slot> writes_, unwatched_, fixed_;
  std::vector<char> is_finite_;
  Emission emission_;
};

}  // namespace stiction::runtime
