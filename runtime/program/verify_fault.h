// SPDX-License-Identifier: BSD-3-Clause
// How the search for faults of a Program is left.
#pragma once

#include <fmt/format.h>

#include <string>

#include "runtime/program/program.h"

namespace stiction::runtime {

struct ProgramFault {
  std::string message;
};

/// That every number which refers to something is one of something there is; what stands first where, FindFault asks.
/// @throws ProgramFault
void VerifyNumbers(const Program& program);

}  // namespace stiction::runtime

/// REQUIRE(condition, format, values...): leaves the search with a fault when the condition is false.
#define REQUIRE(condition, ...)                                                          \
  do {                                                                                   \
    if (!(condition)) throw ::stiction::runtime::ProgramFault{fmt::format(__VA_ARGS__)}; \
  } while (false)
