// SPDX-License-Identifier: BSD-3-Clause
// Strings as numbers. All values of a simulation are numbers; that of a String is the number of its text in one table
// of the process. Equal texts have one number, so that `==` compares numbers; it follows from the text, and is the same
// in every process (but for two texts that would have the same one). Texts stay for the life of the process:
// simulations make few different ones.
#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// Safe from several threads, as all of these are.
double NumberOf(std::string_view text);

/// @returns the empty text for a number that is none of NumberOf
const std::string& TextOf(double number);

/// Characters of a text that is joined from others: texts double easily.
constexpr size_t kMaxText = 10'000'000;

/// The number of the joined texts of two numbers; NaN of one that is longer than kMaxText, and of NaN.
double JoinedTexts(double first, double second);

/// The number of a value as a text, String(value, format) (MLS 3.7.1).
/// @param pattern the number of a pattern of printf with one conversion: of a Real, an Integer (`lld`) or a text (`s`)
double FormattedText(double value, double pattern);

/// -1, 0 or 1: the first text comes before, is, or comes after the second (MLS 3.5).
double ComparedTexts(double first, double second);

/// A value printed by a pattern of printf with one conversion of its type.
template <class Value>
std::string Printed(const std::string& pattern, Value value);

extern template std::string Printed(const std::string&, double);
extern template std::string Printed(const std::string&, long long);
extern template std::string Printed(const std::string&, const char*);

}  // namespace stiction
