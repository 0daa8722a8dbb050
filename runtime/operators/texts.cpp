// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/operators/texts.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "runtime/operators/text_hash.h"

namespace stiction {
namespace {

// Integers that no model counts to, and that doubles have exactly.
constexpr double kFirst = 0x1p51;
constexpr uint64_t kCount = uint64_t{1} << 51;

class Table {
 public:
  double NumberOf(std::string_view text) {
    const std::lock_guard lock(mutex_);
    for (uint64_t place = runtime::TextHash(text) % kCount;; place = (place + 1) % kCount) {
      const double number = kFirst + static_cast<double>(place);
      const auto [entry, is_new] = texts_.try_emplace(number, text);
      if (is_new || entry->second == text) return number;
    }
  }

  const std::string& TextOf(double number) {
    static const std::string kEmpty;
    const std::lock_guard lock(mutex_);
    const auto found = texts_.find(number);
    return found == texts_.end() ? kEmpty : found->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<double, std::string> texts_;  // whose elements never move
};

Table& Texts() {
  static Table table;
  return table;
}

}  // namespace

double NumberOf(std::string_view text) { return Texts().NumberOf(text); }
const std::string& TextOf(double number) { return Texts().TextOf(number); }

double JoinedTexts(double first, double second) {
  if (std::isnan(first) || std::isnan(second)) return first + second;
  const std::string &begin = TextOf(first), &end = TextOf(second);
  if (begin.size() + end.size() > kMaxText) return std::nan("");
  return NumberOf(begin + end);
}

double FormattedText(double value, double pattern) {
  if (std::isnan(value) && TextOf(pattern).ends_with('s')) return value;
  const std::string& format = TextOf(pattern);
  if (format.empty()) return NumberOf({});
  if (format.back() == 's') return NumberOf(Printed(format, TextOf(value).c_str()));
  if (format.find("ll") == std::string::npos) return NumberOf(Printed(format, value));
  return NumberOf(Printed(format, static_cast<long long>(value)));
}

double ComparedTexts(double first, double second) {
  if (std::isnan(first) || std::isnan(second)) return first + second;
  const int order = TextOf(first).compare(TextOf(second));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

template <class Value>
std::string Printed(const std::string& pattern, Value value) {
  std::string text(static_cast<size_t>(std::snprintf(nullptr, 0, pattern.c_str(), value)) + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern.c_str(), value);
  text.pop_back();
  return text;
}

template std::string Printed(const std::string&, double);
template std::string Printed(const std::string&, long long);
template std::string Printed(const std::string&, const char*);

}  // namespace stiction
