// SPDX-License-Identifier: BSD-3-Clause
// Destination of the rows of a running simulation: memory, or a file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Takes the rows of one run in order. What it keeps in memory does not grow with their number.
class RowSink {
 public:
  virtual ~RowSink() = default;

  /// Before the first row.
  /// @param signals what a row holds besides the time
  /// @param time the slot of the time, kNoSlot if none has it
  virtual void Begin(const std::vector<VariableInfo>& signals, Slot time) = 0;
  /// @param values as many as signals: Booleans 0 and 1, enumerations by their number
  virtual void Row(double time, const double* values) = 0;
  /// True if rows are lost, because a disk is full for example: the run may as well end.
  virtual bool failed() const = 0;
};

}  // namespace stiction::runtime
