// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/assertion_watch.h"

#include <fmt/format.h>

namespace stiction::runtime {
namespace {

// An assertion of level warning is reported at most this often.
constexpr int kMaxWarnings = 10;

/// Without the blank lines that texts over several lines begin and end with: where one line is shown it is not empty.
std::string Trimmed(const std::string& message) {
  constexpr const char* kBlank = " \t\r\n";
  const size_t first = message.find_first_not_of(kBlank);
  return first == std::string::npos ? std::string()
                                    : message.substr(first, message.find_last_not_of(kBlank) + 1 - first);
}

}  // namespace

AssertionWatch::AssertionWatch(const Program& program, double* slots, Tape& tape, std::vector<std::string>& notes)
    : program_(program), slots_(slots), tape_(tape), notes_(notes), warnings_reported_(program.assertions.size()) {}

std::optional<AssertionFailure> AssertionWatch::CheckAll(double t) {
  tape_.ClearFailure();
  tape_.Run(program_.assertion_code, slots_);
  if (const auto& failure = tape_.failure()) {
    return AssertionFailure{failure->is_external ? Reason::kExternalFunctionFailed : Reason::kAssertion,
                            fmt::format("{} ({})", failure->message, failure->place)};
  }
  for (size_t i = 0; i < program_.assertions.size(); ++i) {
    const AssertionInfo& assertion = program_.assertions[i];
    if (assertion.is_action) continue;
    if (slots_[assertion.condition] != 0) {
      warned_.erase(i);
    } else if (warned_.insert(i).second) {
      if (auto failure = Violated(i, Format(assertion.message, slots_), t)) return failure;
    }
  }
  return std::nullopt;
}

std::optional<AssertionFailure> AssertionWatch::Take(const std::vector<EventEffects::Violation>& violations, double t) {
  for (const EventEffects::Violation& violation : violations) {
    if (auto failure = Violated(static_cast<size_t>(violation.assertion), violation.message, t)) return failure;
  }
  return std::nullopt;
}

std::optional<AssertionFailure> AssertionWatch::Violated(size_t assertion, const std::string& message, double t) {
  const AssertionInfo& info = program_.assertions[assertion];
  if (info.rule == AssertionInfo::Rule::kPositionJump) {
    return AssertionFailure{Reason::kPositionJump,
                            fmt::format("{} ({})\n  hint: let the mode begin where the equation holds, or give the "
                                        "position its value by reinit in the same event",
                                        message, info.place)};
  }
  if (info.rule == AssertionInfo::Rule::kImpulseIllDefined) {
    return AssertionFailure{Reason::kImpulseIllDefined,
                            fmt::format("{} ({})\n  hint: write it for the quantity that is kept: der(p) = f with "
                                        "p = m(v)*v instead of m(v)*der(v) = f - ...",
                                        message, info.place)};
  }
  if (!info.is_warning) {
    return AssertionFailure{Reason::kAssertion,
                            fmt::format("an assertion is violated: {} ({})", Trimmed(message), info.place)};
  }
  const int reported = ++warnings_reported_[assertion];
  if (reported > kMaxWarnings) return std::nullopt;
  notes_.push_back(fmt::format("at t = {:.12g} s an assertion of level warning is violated: {} ({}){}", t,
                               Trimmed(message), info.place, reported == kMaxWarnings ? "; it is not told again" : ""));
  return std::nullopt;
}

}  // namespace stiction::runtime
