// What a sequence of solves came to, as straight-line code: the operations whose values are left, and a guard wherever
// a decision was taken.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Computes what the recorded sequence would compute, to the bit, as long as every decision is what it was then. Reads
/// slots first, writes them last: until Store nothing has happened. LineRecorder makes it.
class StraightLine {
 public:
  /// A slot whose value the line relies on.
  struct Condition {
    Slot slot;
    double value;
    bool Holds(const double* slots) const {
      return std::bit_cast<uint64_t>(slots[slot]) == std::bit_cast<uint64_t>(value);
    }
  };
  struct Step {
    enum class Kind : uint8_t {
      kOperation,
      kTruth,   // guard: values[a] is not 0
      kFinite,  // guard: values[a] is finite
      kAbove,   // guard: values[a] - values[b] is finite and above the width of their tie
      kBelow,   // guard: it is finite and below minus that width
      kSmall    // guard: |values[a]| <= kResidualRounding (values[b] + |values[c]|)
    };
    Instruction operation;  // on values; of a guard only the operands
    Kind kind = Kind::kOperation;
    bool expected = true;  // of a guard
  };
  /// What lines of equal elements share. Values are constants first, then what is loaded, then what is computed.
  struct Code {
    std::vector<Step> steps;
    std::vector<double> values;
    size_t first_load = 0;
    std::vector<int32_t> stored;  // indices into values, of each slot written
  };

  StraightLine(std::shared_ptr<Code> code, std::vector<Condition> fixed, std::vector<Condition> held,
               std::vector<Slot> loads, std::vector<Slot> writes)
      : code_(std::move(code)),
        fixed_(std::move(fixed)),
        held_(std::move(held)),
        loads_(std::move(loads)),
        writes_(std::move(writes)) {}

  /// What is held between events has the values that the line was made with.
  bool Fits(const double* slots) const;
  /// @returns false if a decision turns out otherwise; nothing has happened then
  bool Run(const double* slots);
  /// Puts the values of the last Run into their slots.
  void Store(double* slots) const;
  /// The same; what stood there is appended to `undo`.
  void Store(double* slots, std::vector<std::pair<Slot, double>>& undo) const;

  /// Slots that Store writes.
  const std::vector<Slot>& writes() const { return writes_; }

  /// The same line on other slots.
  /// @param map gives the slot that stands for one of this line, kNoSlot: none
  /// @returns null if a slot has none, or if what never changes has other values there
  template <class Map>
  std::unique_ptr<StraightLine> On(const double* slots, const Map& map) const {
    auto line = std::make_unique<StraightLine>(*this);
    bool is_complete = true;
    const auto move = [&](Slot& slot) {
      slot = map(slot);
      is_complete = is_complete && slot != kNoSlot;
    };
    for (std::vector<Condition>* conditions : {&line->fixed_, &line->held_}) {
      for (Condition& condition : *conditions) move(condition.slot);
    }
    for (std::vector<Slot>* list : {&line->loads_, &line->writes_}) {
      for (Slot& slot : *list) move(slot);
    }
    if (!is_complete) return nullptr;
    for (const Condition& condition : line->fixed_) {
      if (!condition.Holds(slots)) return nullptr;
    }
    return line;
  }

 private:
  std::shared_ptr<Code> code_;
  std::vector<Condition> fixed_, held_;
  std::vector<Slot> loads_, writes_;
};

/// A residual this small, relative to its terms, is one that another step cannot improve.
constexpr double kResidualRounding = 1e-13;

}  // namespace stiction::runtime
