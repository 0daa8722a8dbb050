// SPDX-License-Identifier: BSD-3-Clause
// Dependence of straight-line code on held values.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Straight-line code that reads leaves, and of which only what follows from changed ones is to run again. It falls
/// into components that have no leaf in common, as those of the elements of a model; a small component has the same
/// values again and again and remembers some.
class HeldCode {
 public:
  /// @param code in order, over indices of values, each the result of one instruction at most
  /// @param leaves indices of what the caller sets; all other operands stay as they are
  HeldCode(std::vector<Instruction> code, const std::vector<int32_t>& leaves, size_t value_count);

  /// @param changed leaves
  void RunAfter(const std::vector<int32_t>& changed, double* values);
  /// Each of some leaves lies in one that remembers.
  bool AreOfSmallComponents(const std::vector<int32_t>& leaves) const;
  /// Code with all that follows from one leaf, in order; until the next call.
  std::span<const Instruction> CodeWith(int32_t leaf);

 private:
  struct Component {
    bool is_small = false;
    bool are_side_by_side = true;   // its results
    int64_t run = 0;                // in which it ran last
    std::vector<int32_t> leaves;    // indices
    std::vector<Instruction> code;  // of a small one
    std::vector<double> known;      // values of leaves, then of results
    size_t next = 0;                // where what comes next may be
  };
  void FindComponents(const std::vector<int32_t>& leaves);
  static void Run(Component& component, double* values);
  static bool Recall(Component& component, double* values);
  std::span<const Instruction> After(int32_t leaf);
  void FindReaders();
  /// Appends to code_after_ what follows from the leaf.
  void FindAfter(int32_t leaf);

  std::vector<Instruction> code_;
  std::vector<Component> components_;
  std::vector<int32_t> component_of_;  // by index, of leaves
  int64_t run_ = 0;
  // Made when first wanted
  std::vector<std::pair<int32_t, int32_t>> after_;  // by index of the leaf: in code_after_; -1: not asked yet
  std::vector<Instruction> code_after_;
  std::vector<int32_t> readers_, readers_begin_;  // instructions by the index of an operand
  std::vector<char> is_after_;                    // by instruction, 0 but while FindAfter runs
  std::vector<int32_t> numbers_;                  // likewise
};

}  // namespace stiction::runtime
