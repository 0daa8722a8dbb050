// SPDX-License-Identifier: BSD-3-Clause
// An event of a run that the user names by what is true from then on.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "runtime/program/program.h"

namespace stiction::cli {

/// `signal`, `signal=value`, `signal<number` or `signal>number`.
struct NamedEvent {
  enum class Kind { kChange, kEquals, kBelow, kAbove };
  std::string text;  // as given
  std::string signal;
  Kind kind = Kind::kChange;
  std::string wanted;  // "Stuck", "true", "0.1"
  double number = 0;   // once the signal is known
};

/// @returns the event, or what is wrong
std::variant<NamedEvent, std::string> ReadNamedEvent(const std::string& text);

/// Reads `wanted` as a value of the signal. @returns empty, or what is wrong
std::string BindNamedEvent(NamedEvent& event, const runtime::VariableInfo& signal);

/// Finds the first time of an event in the rows of a run. Between two rows a signal goes along a straight line.
class EventWatch {
 public:
  explicit EventWatch(NamedEvent event) : event_(std::move(event)) {}

  void Row(double time, double value);
  /// Nothing as long as it has not come.
  std::optional<double> time() const { return time_; }

 private:
  bool Holds(double value) const;

  NamedEvent event_;
  std::optional<double> time_;
  bool has_row_ = false;
  double last_time_ = 0, last_ = 0;
};

}  // namespace stiction::cli
