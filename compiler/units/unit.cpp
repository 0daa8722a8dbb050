// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/units/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace stiction {
namespace {

constexpr double kExact = 1e-9;

struct NamedUnit {
  std::string_view symbol;
  Unit unit;
  bool takes_prefix = true;
  bool is_multiple = true;  // of base units: it has neither an offset nor a scale of its own
};

constexpr std::array<std::string_view, Unit::kBaseCount> kBaseNames = {"m", "kg", "s", "A", "K", "mol", "cd"};

// In the order of Unit::exponents.
const std::vector<NamedUnit>& NamedUnits() {
  constexpr double kDegree = std::numbers::pi / 180;
  constexpr double kTurn = 2 * std::numbers::pi;
  static const std::vector<NamedUnit> units = {
      {"m", {{1}}},
      {"g", {{0, 1}, 1e-3}},
      {"s", {{0, 0, 1}}},
      {"A", {{0, 0, 0, 1}}},
      {"K", {{0, 0, 0, 0, 1}}},
      {"mol", {{0, 0, 0, 0, 0, 1}}},
      {"cd", {{0, 0, 0, 0, 0, 0, 1}}},
      {"rad", {}},
      {"sr", {}},
      {"Hz", {{0, 0, -1}}},
      {"N", {{1, 1, -2}}},
      {"Pa", {{-1, 1, -2}}},
      {"J", {{2, 1, -2}}},
      {"W", {{2, 1, -3}}},
      {"var", {{2, 1, -3}}},
      {"C", {{0, 0, 1, 1}}},
      {"V", {{2, 1, -3, -1}}},
      {"F", {{-2, -1, 4, 2}}},
      {"Ohm", {{2, 1, -3, -2}}},
      {"S", {{-2, -1, 3, 2}}},
      {"Wb", {{2, 1, -2, -1}}},
      {"T", {{0, 1, -2, -1}}},
      {"H", {{2, 1, -2, -2}}},
      {"lm", {{0, 0, 0, 0, 0, 0, 1}}},
      {"lx", {{-2, 0, 0, 0, 0, 0, 1}}},
      {"Bq", {{0, 0, -1}}},
      {"Gy", {{2, 0, -2}}},
      {"Sv", {{2, 0, -2}}},
      {"kat", {{0, 0, -1, 0, 0, 1}}},
      {"l", {{3}, 1e-3}},
      {"L", {{3}, 1e-3}},
      {"t", {{0, 1}, 1e3}},
      {"bar", {{-1, 1, -2}, 1e5}},
      {"eV", {{2, 1, -2}, 1.602176634e-19}},
      {"min", {{0, 0, 1}, 60}, false},
      {"h", {{0, 0, 1}, 3600}, false},
      {"d", {{0, 0, 1}, 86400}, false},
      {"deg", {{}, kDegree}, false},
      {"rev", {{}, kTurn}, false},
      {"rpm", {{0, 0, -1}, kTurn / 60}, false},
      {"debye", {{1, 0, 1, 1}, 3.33564e-30}, false},
      {"degC", {}, false, false},
      {"degF", {}, false, false},
      {"degRk", {}, false, false},
      {"dB", {}, false, false},
      {"phon", {}, false, false},
      {"sone", {}, false, false},
      {"bit", {}, true, false},
  };
  return units;
}

struct Prefix {
  std::string_view symbol;
  double factor;
};

// "da" before "d": the longer one is tried first.
constexpr Prefix kPrefixes[] = {{"da", 1e1},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},
                                {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
                                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
                                {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

const NamedUnit* Find(std::string_view symbol) {
  for (const NamedUnit& named : NamedUnits()) {
    if (named.symbol == symbol) return &named;
  }
  return nullptr;
}

// A unit-operand: a symbol, else a prefix and a symbol (MLS 19.1: the symbol without prefix goes first).
std::optional<NamedUnit> FindWithPrefix(std::string_view symbol) {
  if (const NamedUnit* named = Find(symbol)) return *named;
  for (const Prefix& prefix : kPrefixes) {
    if (!symbol.starts_with(prefix.symbol)) continue;
    const NamedUnit* named = Find(symbol.substr(prefix.symbol.size()));
    if (!named || !named->takes_prefix) continue;
    NamedUnit prefixed = *named;
    prefixed.unit.factor *= prefix.factor;
    return prefixed;
  }
  return std::nullopt;
}

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// What is neither an operator, of this grammar or of expressions, nor a number: also "%" and "°C" are symbols of
// somebody.
bool IsPartOfSymbol(char c) {
  return c != '\0' && !IsDigit(c) && std::string_view(" \t\r\n./()+-*^").find(c) == std::string_view::npos;
}

// Recursive descent over the grammar of MLS 19.1.
class UnitParser {
 public:
  /// @param takes_all whether any word is a symbol: what is read then is the form only
  explicit UnitParser(std::string_view text, bool takes_all = false) : text_(text), takes_all_(takes_all) {}

  std::optional<Unit> Parse() {
    std::optional<Unit> unit = Expression();
    return at_ == text_.size() ? unit : std::nullopt;
  }

  bool are_multiples() const { return are_multiples_; }

 private:
  // unit-numerator [ "/" unit-denominator ]
  std::optional<Unit> Expression() {
    const std::optional<Unit> numerator = Numerator();
    if (!numerator || !Take('/')) return numerator;
    const std::optional<Unit> denominator = Peek() == '(' ? Parenthesised() : Factor();
    if (!denominator) return std::nullopt;
    return *numerator / *denominator;
  }

  std::optional<Unit> Numerator() {
    if (Peek() == '(') return Parenthesised();
    if (Take('1')) return Unit{};
    std::optional<Unit> product = Factor();
    while (product && Take('.')) {
      const std::optional<Unit> factor = Factor();
      if (!factor) return std::nullopt;
      product = *product * *factor;
    }
    return product;
  }

  std::optional<Unit> Parenthesised() {
    constexpr int kMaxDepth = 100;
    if (++depth_ > kMaxDepth) return std::nullopt;
    Take('(');
    const std::optional<Unit> unit = Expression();
    --depth_;
    return Take(')') ? unit : std::nullopt;
  }

  // unit-operand [ [ "+" | "-" ] integer ]
  std::optional<Unit> Factor() {
    const size_t begin = at_;
    while (takes_all_ ? IsPartOfSymbol(Peek()) : IsLetter(Peek())) ++at_;
    std::optional<NamedUnit> named = FindWithPrefix(text_.substr(begin, at_ - begin));
    if (!named && takes_all_ && at_ > begin) named = NamedUnit();
    if (!named) return std::nullopt;
    are_multiples_ = are_multiples_ && named->is_multiple;
    const bool is_negative = Peek() == '-';
    const bool has_sign = Take('-') || Take('+');
    constexpr int kMaxExponent = 1000;
    int exponent = 0;
    const size_t digits = at_;
    for (; IsDigit(Peek()); ++at_) exponent = std::min(10 * exponent + (Peek() - '0'), kMaxExponent);
    if (at_ == digits) return has_sign ? std::nullopt : std::optional(named->unit);
    return Power(named->unit, is_negative ? -exponent : exponent);
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  bool takes_all_;
  size_t at_ = 0;
  int depth_ = 0;
  bool are_multiples_ = true;
};

}  // namespace

std::optional<Unit> ParseUnit(std::string_view text) {
  UnitParser parser(text);
  const std::optional<Unit> unit = parser.Parse();
  return parser.are_multiples() ? unit : std::nullopt;
}

bool HasFormOfUnit(std::string_view text) { return UnitParser(text, true).Parse().has_value(); }

bool IsUnit(std::string_view text) { return UnitParser(text).Parse().has_value(); }

std::vector<std::string> UnitSymbols(bool with_prefixes) {
  std::vector<std::string> symbols;
  for (const NamedUnit& named : NamedUnits()) symbols.emplace_back(named.symbol);
  if (!with_prefixes) return symbols;
  for (const Prefix& prefix : kPrefixes) {
    for (const NamedUnit& named : NamedUnits()) {
      if (named.takes_prefix) symbols.push_back(std::string(prefix.symbol) + std::string(named.symbol));
    }
  }
  return symbols;
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit product = a;
  for (int i = 0; i < Unit::kBaseCount; ++i) product.exponents[i] += b.exponents[i];
  product.factor *= b.factor;
  return product;
}

Unit operator/(const Unit& a, const Unit& b) { return a * Power(b, -1); }

Unit Power(const Unit& unit, double exponent) {
  Unit power = unit;
  for (double& e : power.exponents) e *= exponent;
  power.factor = std::pow(unit.factor, exponent);
  return power;
}

bool HaveSameDimension(const Unit& a, const Unit& b) {
  for (int i = 0; i < Unit::kBaseCount; ++i) {
    if (std::fabs(a.exponents[i] - b.exponents[i]) > kExact) return false;
  }
  return true;
}

bool AreSame(const Unit& a, const Unit& b) {
  return HaveSameDimension(a, b) && std::fabs(a.factor - b.factor) <= kExact * std::fabs(a.factor);
}

std::string ToString(const Unit& unit) {
  std::string above;
  std::string below;
  int below_count = 0;
  for (int i = 0; i < Unit::kBaseCount; ++i) {
    const double exponent = unit.exponents[i];
    if (std::fabs(exponent) <= kExact) continue;
    std::string& part = exponent > 0 ? above : below;
    if (exponent < 0) ++below_count;
    if (!part.empty()) part += ".";
    part += kBaseNames[i];
    if (std::fabs(std::fabs(exponent) - 1) > kExact) part += fmt::format("{:g}", std::fabs(exponent));
  }
  std::string text = above.empty() ? "1" : above;
  if (below_count == 1) text += "/" + below;
  if (below_count > 1) text += "/(" + below + ")";
  return std::fabs(unit.factor - 1) <= kExact ? text : fmt::format("{:g} {}", unit.factor, text);
}

}  // namespace stiction
