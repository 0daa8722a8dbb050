// SPDX-License-Identifier: BSD-3-Clause
// What code of others in this library takes for stderr.
#include <dlfcn.h>

#include <cstdio>

extern "C" {
FILE* stiction_stderr = nullptr;
}

namespace {

[[gnu::constructor(101)]] void FindStandardError() {
  if (void* const found = dlsym(RTLD_DEFAULT, "stderr")) stiction_stderr = *static_cast<FILE**>(found);
}

}  // namespace
