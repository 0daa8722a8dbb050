// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/native_functions.h"

#include <algorithm>
#include <vector>

namespace stiction::runtime {

namespace {

// Functions that declare external objects, and those that call them: the interpreter ends the life of the objects.
std::vector<bool> WithObjects(const Program& program) {
  std::vector<bool> found(program.functions.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < found.size(); ++i) {
      const FunctionCode& function = program.functions[i];
      const bool calls = std::ranges::any_of(
          function.calls, [&](const Call& call) { return found[static_cast<size_t>(call.function)]; });
      if (found[i] || !(function.declares_objects || calls)) continue;
      found[i] = changed = true;
    }
  }
  return found;
}

}  // namespace

NativeFunctions::NativeFunctions(const Program& program) : program_(program), functions_(program.functions.size()) {
  const std::vector<bool> with_objects = WithObjects(program);
  for (size_t i = 0; i < functions_.size(); ++i) {
    for (const bool dual : {false, true}) {
      NativeFunction& native = At(static_cast<int32_t>(i), dual).native;
      native.function = static_cast<int32_t>(i);
      native.is_dual = dual;
      At(static_cast<int32_t>(i), dual).is_begun = with_objects[i];
    }
  }
}

void NativeFunctions::Compile(int32_t index, bool dual) {
  Function& function = At(index, dual);
  if (function.is_begun || !is_usable_) return;
  function.is_begun = true;
  for (const Call& call : program_.functions[static_cast<size_t>(index)].calls) Compile(call.function, dual);
  const auto native_of = [&](int32_t callee) -> const NativeFunction& { return At(callee, dual).native; };
  is_usable_ = is_usable_ && code_.Compile(program_, function.native, native_of);
}

}  // namespace stiction::runtime
