// SPDX-License-Identifier: BSD-3-Clause
// Suggestion of a valid unit for a text that is none.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/support/nearest_name.h"
#include "compiler/units/unit.h"

namespace stiction {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

// Signs of other notations, as MLS 19.1 writes them.
constexpr std::array<Replacement, 15> kSigns{{{"**", ""},
                                              {"^", ""},
                                              {"*", "."},
                                              {"\u00b7", "."},
                                              {"\u22c5", "."},
                                              {"\u00b2", "2"},
                                              {"\u00b3", "3"},
                                              {"\u00b0C", "degC"},
                                              {"\u00b0F", "degF"},
                                              {"\u00b0", "deg"},
                                              {"\u03a9", "Ohm"},
                                              {"\u2126", "Ohm"},
                                              {"\u00b5", "u"},
                                              {"\u03bc", "u"},
                                              {" per ", "/"}}};

// Units by their names; a plural ends with "s".
constexpr std::array<Replacement, 40> kNames{
    {{"second", "s"},     {"sec", "s"},           {"minute", "min"},  {"hour", "h"},     {"hr", "h"},
     {"day", "d"},        {"meter", "m"},         {"metre", "m"},     {"gram", "g"},     {"kilogram", "kg"},
     {"kg", "kg"},        {"tonne", "t"},         {"ton", "t"},       {"newton", "N"},   {"pascal", "Pa"},
     {"joule", "J"},      {"watt", "W"},          {"kilowatt", "kW"}, {"volt", "V"},     {"ampere", "A"},
     {"amp", "A"},        {"ohm", "Ohm"},         {"farad", "F"},     {"henry", "H"},    {"coulomb", "C"},
     {"tesla", "T"},      {"weber", "Wb"},        {"siemens", "S"},   {"hertz", "Hz"},   {"kelvin", "K"},
     {"celsius", "degC"}, {"fahrenheit", "degF"}, {"radian", "rad"},  {"degree", "deg"}, {"revolution", "rev"},
     {"liter", "l"},      {"litre", "l"},         {"mole", "mol"},    {"candela", "cd"}, {"kilometer", "km"}}};

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

bool IsAlphabetic(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string WithSignsReplaced(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto sign = std::find_if(kSigns.begin(), kSigns.end(), [&](const Replacement& replacement) {
      return text.substr(at).starts_with(replacement.first);
    });
    if (sign != kSigns.end()) {
      result += sign->second;
      at += sign->first.size();
    } else {
      result += text[at++];
    }
  }
  return result;
}

// A space is a product between two units, and nothing else.
std::string WithoutSpaces(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != ' ') {
      result += text[at];
    } else if (at + 1 < text.size() && IsAlphabetic(text[at + 1]) && !result.empty() &&
               std::isalnum(static_cast<unsigned char>(result.back())) != 0) {
      result += '.';
    }
  }
  return result;
}

// "a/b/c" is no unit expression, "a/(b.c)" is.
std::string WithOneDivision(const std::string& text) {
  const size_t first = text.find('/');
  if (first == std::string::npos || text.find('(') != std::string::npos) return text;
  std::string below = text.substr(first + 1);
  if (below.find_first_of("./") == std::string::npos) return text;
  std::replace(below.begin(), below.end(), '/', '.');
  return text.substr(0, first) + "/(" + below + ")";
}

std::string MeantByName(const std::string& lower) {
  for (const std::string& name : {lower, lower.ends_with('s') ? lower.substr(0, lower.size() - 1) : lower}) {
    for (const auto& [full, symbol] : kNames) {
      if (full == name) return std::string(symbol);
    }
  }
  return {};
}

// A product of these symbols without its points: "Nm", "kWh".
std::string MeantByProduct(const std::string& symbol, const std::vector<std::string>& symbols) {
  const auto is_one = [&](const std::string& text) {
    return std::find(symbols.begin(), symbols.end(), text) != symbols.end();
  };
  for (size_t length = symbol.size() - 1; length > 0; --length) {
    const std::string left = symbol.substr(0, length), right = symbol.substr(length);
    if (!is_one(left)) continue;
    if (is_one(right)) return left + "." + right;
    if (right.size() == 1) continue;
    if (const std::string rest = MeantByProduct(right, symbols); !rest.empty()) return left + "." + rest;
  }
  return {};
}

std::string Meant(const std::string& symbol) {
  if (IsUnit(symbol)) return symbol;
  constexpr size_t kShortest = 3;  // of what is nearly everything nothing is said
  static const std::vector<std::string> kPlain = UnitSymbols(/*with_prefixes=*/false);
  static const std::vector<std::string> kSymbols = UnitSymbols(/*with_prefixes=*/true);
  const std::string lower = Lower(symbol);
  if (std::string meant = MeantByName(lower); !meant.empty()) return meant;
  if (std::string meant = MeantByProduct(symbol, kPlain); !meant.empty()) return meant;
  for (const std::string& known : kSymbols) {
    if (Lower(known) == lower) return known;
  }
  if (std::string meant = MeantByProduct(symbol, kSymbols); !meant.empty()) return meant;
  return symbol.size() >= kShortest ? NearestName(symbol, kSymbols) : std::string();
}

}  // namespace

std::string NearestUnit(std::string_view text) {
  const std::string given = WithOneDivision(WithoutSpaces(WithSignsReplaced(text)));
  std::string meant;
  for (size_t at = 0; at < given.size();) {
    size_t end = at;
    while (end < given.size() && IsAlphabetic(given[end])) ++end;
    if (end == at) {
      meant += given[at++];
      continue;
    }
    meant += Meant(given.substr(at, end - at));
    at = end;
  }
  return IsUnit(meant) ? meant : std::string();
}

}  // namespace stiction
