// SPDX-License-Identifier: BSD-3-Clause
// Dependence of straight-line code on held values.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Straight-line code that reads leaves, and of which only what follows from changed ones is to run again.
class HeldCode {
 public:
  /// @param code in order, over indices of values, each the result of one instruction at most
  HeldCode(std::vector<Instruction> code, size_t value_count);

  /// @param changed leaves: indices of what the caller sets
  void RunAfter(const std::vector<int32_t>& changed, double* values);
  /// Code with all that follows from one leaf, in order; until the next call.
  std::span<const Instruction> After(int32_t leaf);

 private:
  /// Appends to code_after_ what follows from the leaf.
  void FindAfter(int32_t leaf);

  std::vector<Instruction> code_;
  std::vector<std::pair<int32_t, int32_t>> after_;  // by index of the leaf: in code_after_; -1: not asked yet
  std::vector<Instruction> code_after_;
  std::vector<int32_t> readers_, readers_begin_;  // instructions by the index of an operand
  std::vector<char> is_after_;                    // by instruction, 0 but while FindAfter runs
  std::vector<int32_t> numbers_;                  // likewise
};

}  // namespace stiction::runtime
