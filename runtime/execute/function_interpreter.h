// SPDX-License-Identifier: BSD-3-Clause
// Runs Modelica functions (FunctionCode), on numbers or on dual numbers (forward automatic differentiation).
#pragma once

#include "runtime/execute/tape.h"

namespace stiction::runtime {

/// Executes one Call from the slots (or the locals of a calling function) at `slots`. Locals live in the tape's scratch
/// stack. A failed assertion, a bad index, a loop without end or too deep a recursion goes to Tape::failure(), and the
/// results are NaN.
class FunctionInterpreter {
 public:
  explicit FunctionInterpreter(Tape& tape) : tape_(tape) {}

  void Run(const Call& call, double* slots);

 private:
  /// Calls function `index`; its arguments (and, dual, their tangents after them) lie at arguments_at in the scratch
  /// stack.
  /// @returns where the locals begin; outputs are locals [input_count, ...); tangents are locals_size further
  size_t Enter(int32_t index, size_t arguments_at, bool dual);
  bool Execute(const FunctionCode& function, size_t base, bool dual);
  void Nested(const FunctionCode& function, const Call& call, size_t base, bool dual);
  void External(const FunctionCode& function, int32_t index, size_t base, bool dual);
  /// Tangents of the outputs by the function that a derivative annotation names.
  void Annotated(const FunctionCode& function, size_t base);
  void Difference(const ExternalCode& external, int32_t function, int32_t index, size_t base, size_t size);
  void Fail(const FunctionCode& function, std::string message, std::string place);

  Tape& tape_;
  int depth_ = 0;
  long work_ = 0;  // of this call and those in it: jumps, and what calls cost
};

}  // namespace stiction::runtime
