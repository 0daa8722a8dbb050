// SPDX-License-Identifier: BSD-3-Clause
// Numbers as the shortest text that reads back as the same number.
#pragma once

#include <cstddef>
#include <string>

namespace stiction::runtime {

/// The most characters that PutShortest writes, the end of the text included: the longest number is
/// -2.2250738585072014e-308, but digits are stored many at a time.
inline constexpr size_t kShortestRoom = 32;

/// Puts the shortest text that reads back as `value`, as std::to_chars does but faster; of two as short the nearer one;
/// "nan", "inf" and "-inf" for the others, "0" for both zeros.
/// @param at room for kShortestRoom characters
/// @returns the end of the text
char* PutShortest(char* at, double value);

/// The same as a text of its own.
std::string ShortestNumber(double value);

}  // namespace stiction::runtime
