// SPDX-License-Identifier: BSD-3-Clause
// Machine code for the functions and ranges of code of a Program: the operations that the interpreter and the tape
// execute, in their order and to the same bits.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

struct NativeFunction;

/// What compiled code shares with the runtime. The address of an object derived from it is given to the code.
struct NativeHost {
  long jumps = 0;  // backward, so far, and what calls cost
  int depth = 0;   // of calls
  const double* end_of_frames = nullptr;
  /// Executes a kExternal, or the kCall of a range, or is told what fails: a kAssert that does not hold, a bad index, a
  /// jump back or a call too many. @returns whether the code may go on
  bool (*leave)(NativeHost& host, const NativeFunction& function, const Instruction& instruction,
                double* frame) = nullptr;
};

inline constexpr long kMaxJumps = 100'000'000;  // of a loop that ends
inline constexpr long kJumpsOfCall = 10;        // that take as long as one call
inline constexpr int kMaxDepthOfCalls = 1000;

/// A compiled function. Its constants need not stand in the frame.
struct NativeFunction {
  /// @param frame holds the arguments (dual: and their tangents); behind it is room up to NativeHost::end_of_frames.
  /// Of a range: all slots of the Program
  /// @returns whether the function ran to its end
  using Entry = bool (*)(double* frame, NativeHost* host);

  Entry entry = nullptr;
  int32_t function = -1;  // of Program::functions; -1: a range of its code
  bool is_dual = false;
  std::vector<Slot> constants;  // locals that no instruction writes
};

/// Memory of compiled code. Elsewhere than on x86-64 with AVX, and where a process may not write code, nothing is
/// compiled.
class NativeCode {
 public:
  NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;
  ~NativeCode();

  /// Compiles one function; those that it calls have to be there when it runs.
  /// @param function says which and how, and gets its entry; it has to stay where it is, and the program, too
  /// @param callee finds the place of another function
  /// @returns whether that could be done
  bool Compile(const Program& program, NativeFunction& function,
               const std::function<const NativeFunction&(int32_t)>& callee);
  /// Compiles a range of code, which leaves for each call. @pre no jump leads out of it
  bool Compile(const Program& program, Range range, NativeFunction& native);

 private:
  class Runtime;
  std::unique_ptr<Runtime> runtime_;
};

}  // namespace stiction::runtime
