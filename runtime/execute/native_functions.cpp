// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/native_functions.h"

namespace stiction::runtime {

NativeFunctions::NativeFunctions(const Program& program) : program_(program), functions_(program.functions.size()) {
  for (size_t i = 0; i < functions_.size(); ++i) {
    for (const bool dual : {false, true}) {
      NativeFunction& native = At(static_cast<int32_t>(i), dual).native;
      native.function = static_cast<int32_t>(i);
      native.is_dual = dual;
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
