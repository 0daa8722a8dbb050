// What a sequence of solves came to, as straight-line code: the operations whose values are left, and a guard wherever
// a decision was taken.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Computes what the recorded sequence would compute, to the bit, as long as every decision is what it was then. Reads
/// slots first, writes them last: until Store nothing has happened. It knows slots by their places in a list: there is
/// one list for each of several equal elements. LineRecorder makes it.
class StraightLine {
 public:
  /// A decision, on values.
  struct Guard {
    enum class Kind : uint8_t {
      kTruth,   // values[a] is not 0
      kFinite,  // values[a] is finite
      kAbove,   // values[a] - values[b] is above the width of their tie; whether it is or not, it is finite
      kBelow,   // it is below minus that width, likewise
      kSmall    // |values[a]| <= kResidualRounding (values[b] + |values[c]|)
    };
    Kind kind;
    bool expected = true;
    bool zero_suffices = false;  // kSmall: it holds where values[a] is 0, whatever the others are
    int32_t a = -1, b = -1, c = -1;
    int32_t late_begin = 0, late_end = 0;  // kSmall: those that compute the others, where they are needed
    bool operator==(const Guard&) const = default;
  };
  /// Values are constants first, then what is loaded, then what is computed. Places are those of `held`, then what is
  /// loaded, then what is written, then those of `fixed`.
  struct Code {
    std::vector<Instruction> operations;  // on values, scalar ones; late ones behind all others
    size_t at_once = 0;                   // so many of them are not late
    std::vector<Guard> guards;
    std::vector<double> values;
    size_t first_load = 0;
    std::vector<double> held, fixed;  // values that the line relies on: held between events, and never changed
    std::vector<int32_t> stored;      // indices into values, of each slot written
    size_t watched = 0;               // so many of them, the first ones, are of slots that others watch
  };

  explicit StraightLine(Code code);

  size_t place_count() const { return first_write_ + code_.stored.size() + code_.fixed.size(); }

  /// What never changes has the values that the line was made with.
  bool Suits(const Slot* places, const double* slots) const;
  /// So has what is held between events.
  bool Fits(const Slot* places, const double* slots) const;
  /// @returns false if a decision turns out otherwise; nothing has happened then
  bool Run(const Slot* places, const double* slots);
  /// Puts the values of the last Run into their slots.
  /// @param before gets what stood there, in the order of Written; may be null
  void Store(const Slot* places, double* slots, std::vector<double>* before) const;

  std::span<const Slot> Written(const Slot* places) const { return {places + first_write_, code_.stored.size()}; }
  /// Those of them that others watch, the first ones.
  std::span<const Slot> Watched(const Slot* places) const { return {places + first_write_, code_.watched}; }

 private:
  Code code_;
  size_t first_computed_, first_write_;  // of values and of places
  size_t truths_, finites_, aboves_;     // ends of the guards of these kinds; then come small ones
};

/// A residual this small, relative to its terms, is one that another step cannot improve.
constexpr double kResidualRounding = 1e-13;

}  // namespace stiction::runtime
