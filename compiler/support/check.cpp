// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/check.h"

#include <cstdio>
#include <cstdlib>

namespace stiction {

void CheckFailed(const char* file, int line, const char* condition, std::string_view message) {
  fmt::print(stderr, "{}:{}: CHECK failed: {}: {}\nThis is an error of Stiction itself; please report it.\n", file,
             line, condition, message);
  std::fflush(stderr);
  std::abort();
}

}  // namespace stiction
