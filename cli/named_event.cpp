// SPDX-License-Identifier: BSD-3-Clause
#include "cli/named_event.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/open_translation.h"
#include "compiler/support/nearest_name.h"

namespace stiction::cli {

using Kind = NamedEvent::Kind;

std::variant<NamedEvent, std::string> ReadNamedEvent(const std::string& text) {
  NamedEvent event;
  event.text = text;
  const size_t at = text.find_first_of("=<>");
  event.signal = text.substr(0, at);
  if (at != std::string::npos) {
    event.kind = text[at] == '=' ? Kind::kEquals : text[at] == '<' ? Kind::kBelow : Kind::kAbove;
    event.wanted = text.substr(at + 1);
  }
  if (event.signal.empty() || (at != std::string::npos && event.wanted.empty())) {
    return fmt::format("--event takes SIGNAL, SIGNAL=VALUE, SIGNAL<NUMBER or SIGNAL>NUMBER, not '{}'", text);
  }
  return event;
}

std::string BindNamedEvent(NamedEvent& event, const runtime::VariableInfo& signal) {
  if (event.kind == Kind::kChange) {
    if (signal.type != runtime::ValueType::kReal || signal.kind == runtime::VariableKind::kDiscrete) return {};
    return fmt::format("`{0}` changes all the time\n  hint: say when: --event '{0}>NUMBER' or '{0}<NUMBER'",
                       event.signal);
  }
  std::vector<std::string> literals = signal.declaration().literals;
  if (signal.type == runtime::ValueType::kBoolean) literals = {"false", "true"};
  const auto literal = std::ranges::find(literals, event.wanted);
  if (literal != literals.end()) {
    const auto ordinal = static_cast<double>(literal - literals.begin());
    event.number = signal.type == runtime::ValueType::kBoolean ? ordinal : ordinal + 1;
    return {};
  }
  if (const std::optional<double> number = NumberIn(event.wanted)) {
    event.number = *number;
    return {};
  }
  std::string hint = DidYouMean(event.wanted, literals);
  if (hint.empty() && !literals.empty()) hint = fmt::format("its values are {}", fmt::join(literals, ", "));
  return fmt::format("`{}` is no value of `{}`{}", event.wanted, event.signal, hint.empty() ? "" : "\n  hint: " + hint);
}

bool EventWatch::Holds(double value) const {
  switch (event_.kind) {
    case Kind::kChange:
      return has_row_ && value != last_;
    case Kind::kEquals:
      return value == event_.number;
    case Kind::kBelow:
      return value < event_.number;
    case Kind::kAbove:
      return value > event_.number;
  }
  return false;
}

void EventWatch::Row(double time, double value) {
  if (time_) return;
  if (Holds(value)) {
    const bool crosses = event_.kind == Kind::kBelow || event_.kind == Kind::kAbove;
    const bool is_between = crosses && has_row_ && time > last_time_ && value != last_;
    time_ = is_between ? last_time_ + (time - last_time_) * (event_.number - last_) / (value - last_) : time;
  }
  has_row_ = true;
  last_time_ = time;
  last_ = value;
}

}  // namespace stiction::cli
