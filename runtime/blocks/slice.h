// SPDX-License-Identifier: BSD-3-Clause
// The part of a sorted system on which a few quantities depend.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Runs in place of a whole system and of the code after it.
struct Slice {
  struct Part {
    size_t block;                   // of the system, ascending
    std::vector<Instruction> code;  // of a kExplicit block; other blocks run as a whole
  };
  std::vector<Part> parts;
  std::vector<Instruction> code;  // of the range after the system
  Range whole;                    // instead, if that range jumps
};

/// The least part of `system` and then of `after` from which the slots `wanted` follow. Code that jumps counts as a
/// whole.
Slice SliceFor(const Program& program, const System& system, Range after, const std::vector<Slot>& wanted);

}  // namespace stiction::runtime
