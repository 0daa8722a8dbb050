// SPDX-License-Identifier: BSD-3-Clause
// A shared library that is loaded when it is first needed.
#pragma once

#include <dlfcn.h>

#include <string>

namespace stiction::runtime {

/// Never closed again: what it keeps for the process stays.
class SharedLibrary {
 public:
  /// @param file name as the dynamic linker looks it up
  explicit SharedLibrary(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) failure_ = dlerror();
  }

  /// Null where the library, or the function, is not there.
  template <class Function>
  void Find(const char* name, Function*& function) {
    if (handle_ == nullptr) return;
    function = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (function == nullptr && failure_.empty()) failure_ = dlerror();
  }

  /// Empty if the library and all functions that were looked for are there; else why not.
  const std::string& failure() const { return failure_; }

 private:
  void* handle_;
  std::string failure_;
};

}  // namespace stiction::runtime
