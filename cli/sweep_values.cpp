// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_values.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "compiler/driver/open_translation.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

constexpr double kMostValues = 1e7;

std::string Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// Splits where the separator stands outside brackets and quotes.
std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != separator || depth > 0) continue;
    parts.push_back(Trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(Trimmed(text.substr(begin)));
  return parts;
}

std::optional<std::vector<double>> Numbers(const std::vector<std::string>& texts) {
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    const std::optional<double> number = NumberIn(text);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

// start:stop or start:step:stop, as in Modelica; nothing of anything else.
std::optional<std::vector<std::string>> Range(const std::string& text, std::string& wrong) {
  const std::vector<std::string> parts = Split(text, ':');
  const auto numbers = parts.size() == 2 || parts.size() == 3 ? Numbers(parts) : std::nullopt;
  if (!numbers) return std::nullopt;
  const double step = numbers->size() == 3 ? (*numbers)[1] : 1;
  const double count = std::floor((numbers->back() - numbers->front()) / step + 1e-10) + 1;
  if (!(count >= 1 && count <= kMostValues)) {
    wrong = fmt::format("the range {} has no values, or more than ten million", text);
    return std::nullopt;
  }
  std::vector<std::string> values;
  for (double i = 0; i < count; ++i) {
    // In decimal steps the values are those that people mean: 0.3, not 0.30000000000000004.
    values.push_back(fmt::format("{:.15g}", numbers->front() + i * step));
  }
  return values;
}

struct Call {
  std::string function;
  std::vector<std::string> arguments;
};

std::optional<Call> CallIn(const std::string& text) {
  const size_t open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return std::nullopt;
  return Call{Trimmed(text.substr(0, open)), Split(text.substr(open + 1, text.size() - open - 2), ',')};
}

std::optional<std::vector<std::string>> Spaced(const Call& call, std::string& wrong) {
  const auto numbers = Numbers(call.arguments);
  const bool is_log = call.function == "log";
  const bool is_right = numbers && numbers->size() == 3 && (*numbers)[2] >= 1 && (*numbers)[2] <= kMostValues &&
                        (*numbers)[2] == std::floor((*numbers)[2]);
  if (!is_right || (is_log && !((*numbers)[0] > 0 && (*numbers)[1] > 0))) {
    wrong = fmt::format("{0} takes first, last and count: {0}({1},5)", call.function, is_log ? "0.1,10" : "0,1");
    return std::nullopt;
  }
  const double first = (*numbers)[0], last = (*numbers)[1], count = (*numbers)[2];
  std::vector<std::string> values;
  for (double i = 0; i < count; ++i) {
    const double share = count > 1 ? i / (count - 1) : 0;
    const double value = is_log ? first * std::pow(last / first, share) : first + (last - first) * share;
    values.push_back(fmt::format("{:.15g}", value));
  }
  return values;
}

std::optional<Distribution> DistributionOf(const Call& call, std::string& wrong) {
  using Kind = Distribution::Kind;
  const Kind kind = call.function == "normal"       ? Kind::kNormal
                    : call.function == "loguniform" ? Kind::kLogUniform
                                                    : Kind::kUniform;
  const auto numbers = Numbers(call.arguments);
  const bool is_right =
      numbers && numbers->size() == 2 &&
      (kind == Kind::kNormal ? (*numbers)[1] >= 0
                             : (*numbers)[0] <= (*numbers)[1] && (kind == Kind::kUniform || (*numbers)[0] > 0));
  if (!is_right) {
    wrong = kind == Kind::kNormal
                ? "normal takes mean and standard deviation: normal(0.3,0.05)"
                : fmt::format("{0} takes the least and the largest value: {0}(0.1,0.5)", call.function);
    return std::nullopt;
  }
  return Distribution{kind, (*numbers)[0], (*numbers)[1]};
}

}  // namespace

std::optional<SweepValues> ReadSweepValues(std::string_view text, std::string& wrong) {
  const std::vector<std::string> parts = Split(text, ',');
  if (parts.size() == 1) {
    const std::optional<Call> call = CallIn(parts.front());
    if (call && (call->function == "uniform" || call->function == "loguniform" || call->function == "normal")) {
      return DistributionOf(*call, wrong);
    }
  }
  std::vector<std::string> values;
  for (const std::string& part : parts) {
    if (part.empty()) {
      wrong = "a value is missing";
      return std::nullopt;
    }
    const std::optional<Call> call = CallIn(part);
    std::optional<std::vector<std::string>> several =
        call && (call->function == "lin" || call->function == "log") ? Spaced(*call, wrong) : Range(part, wrong);
    if (!wrong.empty()) return std::nullopt;
    if (!several) several = {part};
    values.insert(values.end(), several->begin(), several->end());
  }
  return values;
}

// splitmix64 (Steele, Lea, Flood 2014, doi 10.1145/2714064.2660195)
double UnitRandom::Next() {
  uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

double Draw(const Distribution& distribution, UnitRandom& random) {
  const double first = random.Next(), second = random.Next();
  switch (distribution.kind) {
    case Distribution::Kind::kUniform:
      return distribution.a + (distribution.b - distribution.a) * first;
    case Distribution::Kind::kLogUniform:
      return distribution.a * std::pow(distribution.b / distribution.a, first);
    case Distribution::Kind::kNormal: {
      // Box and Muller 1958, doi 10.1214/aoms/1177706645
      const double radius = std::sqrt(-2 * std::log1p(-first));
      return distribution.a + distribution.b * radius * std::cos(2 * std::numbers::pi * second);
    }
  }
  return 0;
}

}  // namespace stiction::cli
