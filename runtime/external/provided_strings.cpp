// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/provided_strings.h"

#include <algorithm>
#include <cctype>

namespace stiction::runtime {
namespace {

using Arguments = std::span<const ExternalArgument>;
using Kind = ExternalArgument::Kind;

constexpr Kind kText[] = {Kind::kString};
constexpr Kind kTextAndIndex[] = {Kind::kString, Kind::kInteger};
constexpr Kind kTextAndRange[] = {Kind::kString, Kind::kInteger, Kind::kInteger};
constexpr Kind kTwoTexts[] = {Kind::kString, Kind::kString, Kind::kBoolean};

std::string Length(Arguments arguments, std::span<double> results) {
  results[0] = static_cast<double>(arguments[0].text.size());
  return {};
}

std::string SkipWhiteSpace(Arguments arguments, std::span<double> results) {
  const std::string& text = arguments[0].text;
  const auto size = static_cast<double>(text.size());
  auto at = static_cast<size_t>(std::clamp(arguments[1].number, 1.0, size + 1)) - 1;
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  results[0] = static_cast<double>(at + 1);
  return {};
}

// Modelica.Utilities.Types.Compare: 1 Less, 2 Equal, 3 Greater.
std::string Compare(Arguments arguments, std::span<double> results) {
  std::string a = arguments[0].text;
  std::string b = arguments[1].text;
  if (arguments[2].number == 0) {
    for (std::string* text : {&a, &b}) {
      for (char& c : *text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  results[0] = a < b ? 1 : a == b ? 2 : 3;
  return {};
}

std::string Substring(Arguments arguments, std::string& result) {
  const std::string& text = arguments[0].text;
  const double begin = std::max(1.0, arguments[1].number);
  double end = arguments[2].number;
  if (end < 0) end = begin;
  end = std::min(end, static_cast<double>(text.size()));
  result.clear();
  if (begin <= end) result = text.substr(static_cast<size_t>(begin) - 1, static_cast<size_t>(end - begin) + 1);
  return {};
}

}  // namespace

std::vector<ProvidedFunction> ProvidedStrings() {
  return {
      {"ModelicaStrings_length", kText, 1, Length, nullptr},
      {"ModelicaStrings_skipWhiteSpace", kTextAndIndex, 1, SkipWhiteSpace, nullptr},
      {"ModelicaStrings_compare", kTwoTexts, 1, Compare, nullptr},
      {"ModelicaStrings_substring", kTextAndRange, 0, nullptr, nullptr, Substring},
  };
}

}  // namespace stiction::runtime
