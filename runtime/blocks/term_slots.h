// SPDX-License-Identifier: BSD-3-Clause
// The terms of a sum: what a residual adds up, for error bounds relative to the sizes of the terms.
#pragma once

#include <vector>

#include "runtime/program/program.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

/// Reads the instructions of one range.
class TermFinder {
 public:
  TermFinder(const Program& program, Range range);

  /// The slots whose values (up to sign) the instructions sum up to `target`, ascending. Just `target` if it is no sum.
  std::vector<Slot> TermsOf(Slot target) const;

 private:
  FlatMap<Slot, const Instruction*> definition_;
};

}  // namespace stiction::runtime
