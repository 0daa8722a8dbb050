// SPDX-License-Identifier: BSD-3-Clause
// The functions of a Program that are called so often that machine code for them pays.
#pragma once

#include <array>
#include <vector>

#include "runtime/execute/native_code.h"

namespace stiction::runtime {

class NativeFunctions {
 public:
  explicit NativeFunctions(const Program& program);

  /// The compiled function `index`, or it with tangents; null: it is to be interpreted. To be asked for each call.
  const NativeFunction* Find(int32_t index, bool dual) {
    Function& function = At(index, dual);
    if (function.calls_left > 0 && --function.calls_left == 0) Compile(index, dual);
    return is_usable_ && function.native.entry != nullptr ? &function.native : nullptr;
  }

 private:
  // About as many calls take as long in the interpreter as compiling takes.
  static constexpr int kCallsBefore = 30;

  struct Function {
    int calls_left = kCallsBefore;
    bool is_begun = false;  // compiled, or never to be
    NativeFunction native;
  };

  Function& At(int32_t index, bool dual) { return functions_[static_cast<size_t>(index)][dual ? 1 : 0]; }
  /// The function and all that it calls.
  void Compile(int32_t index, bool dual);

  const Program& program_;
  std::vector<std::array<Function, 2>> functions_;
  NativeCode code_;
  bool is_usable_ = true;  // all that was begun could be compiled
};

}  // namespace stiction::runtime
