// SPDX-License-Identifier: BSD-3-Clause
// Our own mistakes abort loudly; the runtime's twin of compiler/support/check.h, since runtime never includes compiler.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace stiction::runtime {

/// Prints "file:line: CHECK failed: condition: message" to stderr and aborts.
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition, std::string_view message);

}  // namespace stiction::runtime

/// RT_CHECK(condition, format, values...): aborts with the formatted message when the condition is false.
#define RT_CHECK(condition, ...)                                                                                  \
  do {                                                                                                            \
    if (!(condition)) ::stiction::runtime::CheckFailed(__FILE__, __LINE__, #condition, fmt::format(__VA_ARGS__)); \
  } while (false)
