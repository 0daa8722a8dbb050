// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/operators/texts.h"

#include <cstdio>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace stiction {
namespace {

class Table {
 public:
  double NumberOf(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
    texts_.emplace_back(text);
    const auto number = static_cast<double>(texts_.size());
    numbers_.emplace(texts_.back(), number);
    return number;
  }

  const std::string& TextOf(double number) {
    static const std::string kEmpty;
    const std::lock_guard lock(mutex_);
    const bool inside = number >= 1 && number <= static_cast<double>(texts_.size());
    return inside ? texts_[static_cast<size_t>(number) - 1] : kEmpty;
  }

 private:
  std::mutex mutex_;
  std::deque<std::string> texts_;  // they never move
  std::unordered_map<std::string_view, double> numbers_;
};

Table& Texts() {
  static Table table;
  return table;
}

}  // namespace

double NumberOf(std::string_view text) { return Texts().NumberOf(text); }
const std::string& TextOf(double number) { return Texts().TextOf(number); }

double JoinedTexts(double first, double second) { return NumberOf(TextOf(first) + TextOf(second)); }

double FormattedText(double value, double pattern) {
  const std::string& format = TextOf(pattern);
  if (format.empty()) return NumberOf({});
  if (format.back() == 's') return NumberOf(Printed(format, TextOf(value).c_str()));
  if (format.find("ll") == std::string::npos) return NumberOf(Printed(format, value));
  return NumberOf(Printed(format, static_cast<long long>(value)));
}

double ComparedTexts(double first, double second) {
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
