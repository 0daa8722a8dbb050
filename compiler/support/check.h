// SPDX-License-Identifier: BSD-3-Clause
// Our own mistakes abort loudly: CHECK prints the condition and the values that broke it.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace stiction {

/// Prints "file:line: CHECK failed: condition: message" to stderr and aborts.
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition, std::string_view message);

}  // namespace stiction

/// CHECK(condition, format, values...): aborts with the formatted message when the condition is false.
#define CHECK(condition, ...)                                                                            \
  do {                                                                                                   \
    if (!(condition)) ::stiction::CheckFailed(__FILE__, __LINE__, #condition, fmt::format(__VA_ARGS__)); \
  } while (false)
