// SPDX-License-Identifier: BSD-3-Clause
// Functions of a loaded library.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "fmi/import/imported_instance.h"

namespace stiction::fmi {

/// A function by its name; null where the library has none: asked for when it is called.
template <class Function>
class LibraryFunction {
 public:
  LibraryFunction(void* library, const char* name)
      : name_(name), function_(reinterpret_cast<Function*>(dlsym(library, name))) {}

  const char* name() const { return name_; }
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    if (function_ == nullptr) throw ImportFailure{fmt::format("the library has no function {}", name_)};
    return function_(arguments...);
  }

 private:
  const char* name_;
  Function* function_;
};

/// Calls a function that gives a status, and throws unless it is fine (0) or a warning (1).
/// @param arguments after the instance
template <class Function, class... Arguments>
void CallFunction(const LibraryFunction<Function>& function, Arguments... arguments) {
  CallModel(function.name(), [&] {
    const int status = function(arguments...);
    constexpr int kDiscard = 2;
    if (status > 1) throw ImportFailure{fmt::format("{} failed in the FMU", function.name()), status == kDiscard};
  });
}

}  // namespace stiction::fmi
