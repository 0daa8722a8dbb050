// SPDX-License-Identifier: BSD-3-Clause
// Runs Modelica functions (FunctionCode), on numbers or on dual numbers (forward automatic differentiation).
#pragma once

#include <functional>
#include <vector>

#include "runtime/execute/tape.h"

namespace stiction::runtime {

/// What is differentiated as a whole: the slots that its values depend on, those of its values, and how it runs on a
/// copy of its locals; false: it fails there.
struct DifferentiatedCall {
  std::vector<size_t> inputs, outputs;
  std::function<bool(double* locals)> run;
};

/// Executes one Call from the slots at `slots`. Locals live in frames of the tape: those of the function, then, dual,
/// their tangents. A failed assertion, a bad index, a loop without end or too deep a recursion goes to Tape::failure(),
/// and the results are NaN. What is called often runs as machine code.
class FunctionInterpreter {
 public:
  explicit FunctionInterpreter(Tape& tape) : tape_(tape) {}

  void Run(const Call& call, double* slots);
  /// Ends the life of the external object that was made last. @pre there is one
  void EndLastObject();

 private:
  void RunAlone(const Call& call, double* slots);
  struct NativeRun;

  /// A frame for the function; null if there is no room: that is a failure.
  double* Push(const FunctionCode& function, bool dual);
  /// Runs function `index`, the arguments of which (and, dual, their tangents) stand in `frame`.
  void Enter(int32_t index, double* frame, bool dual);
  /// Without machine code.
  void Interpret(const FunctionCode& function, double* frame, bool dual);
  bool Execute(const FunctionCode& function, double* frame, bool dual);
  /// A function that declares external objects, whose life ends with it, also where it fails (MLS 12.9.7). Its tangents
  /// are differences: what an object remembers of the arguments of its constructor is known to nobody.
  void RunWithObjects(const FunctionCode& function, double* frame, bool dual);
  void ExecuteNative(NativeFunction::Entry entry, double* frame);
  /// NativeHost::leave
  static bool LeaveNative(NativeHost& host, const NativeFunction& native, const Instruction& instruction,
                          double* frame);
  void Nested(const FunctionCode& function, const Call& call, double* frame, bool dual);
  /// @param number of the function
  /// @param index of its external call
  void External(const FunctionCode& function, int32_t number, int32_t index, double* frame, bool dual);
  /// Tangents of the outputs by the function that a derivative annotation names.
  void Annotated(const FunctionCode& function, double* frame);
  void Difference(const ExternalCode& external, int32_t function, int32_t index, double* frame, size_t size);
  void Difference(const DifferentiatedCall& call, double* frame, size_t size);
  /// A call in machine code that cannot be made.
  void FailCall(const Call& call, const NativeHost& host);
  void FailAt(const FunctionCode& function, const Instruction& instruction, const double* frame);
  void Fail(const FunctionCode& function, std::string message, std::string place);

  Tape& tape_;
  int depth_ = 0;
  long work_ = 0;  // of this call and those in it: jumps, and what calls cost
};

}  // namespace stiction::runtime
