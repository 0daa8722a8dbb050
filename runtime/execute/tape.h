// SPDX-License-Identifier: BSD-3-Clause
// Executes ranges of a Program over an array of slots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/execute/argument_lists.h"
#include "runtime/execute/external_calls.h"
#include "runtime/execute/frame_stack.h"
#include "runtime/execute/native_functions.h"
#include "runtime/execute/native_ranges.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// A failed assertion or a bad index inside a Modelica function, or a failed external one: what to tell, and where it
/// stands in the source.
struct FunctionFailure {
  std::string message;
  std::string place;
  bool is_external = false;
};

/// Runs code of one Program. Holds scratch space: one per thread.
class Tape {
 public:
  explicit Tape(const Program& program)
      : program_(program), externals_(program), native_functions_(program), native_ranges_(program) {}
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;
  /// Ends the life of the external objects, the last one first.
  ~Tape();

  /// @param slots array of program.initial_slots.size() doubles
  /// @post failure() tells the first function that failed since the last ClearFailure; its values, and what depends on
  /// them, are NaN
  void Run(Range range, double* slots);
  /// The same for instructions picked from the program; jumps are counted from the first.
  void Run(const std::vector<Instruction>& picked, double* slots);

  const std::optional<FunctionFailure>& failure() const { return failure_; }
  void ClearFailure() { failure_.reset(); }
  Transports& transports() { return externals_.transports(); }
  /// Warnings of external functions so far.
  std::vector<std::string> Warnings() const { return externals_.Warnings(); }

 private:
  void Run(const Instruction* code, const Instruction* begin, const Instruction* end, double* slots);
  friend class FunctionInterpreter;
  struct NativeRun;
  const Program& program_;
  ExternalCalls externals_;
  NativeFunctions native_functions_;
  NativeRanges native_ranges_;
  void RunCall(const Call& call, double* slots);

  double time_ = 0;  // of the last call of a function [s]
  std::optional<FunctionFailure> failure_;
  FrameStack frames_;
  ArgumentLists argument_lists_;
};

/// Text of a message with the values of its slots.
std::string Format(const Message& message, const double* slots);

}  // namespace stiction::runtime
