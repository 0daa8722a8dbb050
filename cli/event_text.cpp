// SPDX-License-Identifier: BSD-3-Clause
#include "cli/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace stiction::cli {
namespace {

using runtime::EventChange;
using runtime::EventElement;
using runtime::EventKind;
using runtime::EventPass;
using runtime::EventRecord;
using runtime::EventRelation;
using runtime::EventSolve;

constexpr size_t kMaxElements = 8;   // that changed, and names in a line
constexpr size_t kMaxUnchanged = 4;  // elements in all, of which some stayed as they were
constexpr size_t kMaxPasses = 10;

std::string_view Title(EventKind kind) {
  switch (kind) {
    case EventKind::kStart:
      return "start";
    case EventKind::kTime:
      return "time event";
    case EventKind::kState:
      return "state event";
    case EventKind::kInstant:
      return "state event: what held before did so for an instant only";
    case EventKind::kEnd:
      return "end";
  }
  return "";
}

// Text under a heading that stands in its first line only.
std::string Line(std::string_view heading, std::string_view text) { return fmt::format("  {:<9} {}\n", heading, text); }

std::string WithPlace(const std::string& text, const std::string& place) {
  return place.empty() ? text : fmt::format("{} ({})", text, place);
}

// Six digits, or as many as it takes to tell the operands apart.
std::pair<std::string, std::string> Operands(const EventRelation& relation) {
  const double left = relation.left + 0.0;  // never -0
  const double right = relation.right + 0.0;
  for (const int digits : {6, 10}) {
    std::string left_text = fmt::format("{:.{}g}", left, digits);
    std::string right_text = fmt::format("{:.{}g}", right, digits);
    if (left_text != right_text || left == right) return {std::move(left_text), std::move(right_text)};
  }
  return {fmt::format("{}", left), fmt::format("{}", right)};
}

std::string Names(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMaxElements); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kMaxElements) text += fmt::format(" and {} more", names.size() - kMaxElements);
  return text;
}

std::string Describe(const EventSolve& solve) {
  std::string layers;
  for (const std::string& layer : solve.layers) layers += (layers.empty() ? "" : ", ") + layer;
  std::string text = fmt::format("mixed block of {}: {}", Names(solve.elements), layers);
  if (solve.trials > 0) {
    text += fmt::format(", {} trial{}", solve.trials, solve.trials == 1 ? "" : "s");
  }
  return text;
}

// The relations that fired stand above already.
bool IsNews(const EventRecord& event, size_t pass, const EventChange& change) {
  return pass > 0 || std::none_of(event.fired.begin(), event.fired.end(), [&](const EventChange& fired) {
           return fired.what == change.what && fired.place == change.place;
         });
}

std::string Passes(const EventRecord& event) {
  std::string text;
  for (size_t i = 0; i < event.passes.size(); ++i) {
    const EventPass& pass = event.passes[i];
    if (i == kMaxPasses) {
      text += Line("...", fmt::format("{} more passes", event.passes.size() - kMaxPasses));
      break;
    }
    std::string heading = fmt::format("pass {}", i + 1);
    const auto add = [&](const std::string& line) {
      text += Line(heading, line);
      heading.clear();
    };
    for (const EventChange& change : pass.changes) {
      if (IsNews(event, i, change)) add(WithPlace(change.what, change.place));
    }
    // A later pass without a change confirms what the one before has found.
    if (!pass.changes.empty() || i == 0) {
      for (const EventSolve& solve : pass.solves) add(Describe(solve));
    }
    if (!heading.empty() && event.passes.size() > 1) add("nothing changes");
  }
  return text;
}

std::string Describe(const EventRelation& relation) {
  const auto [left, right] = Operands(relation);
  return WithPlace(fmt::format("{} is {}: {} {} {}{}", relation.text, relation.holds, left, relation.op, right,
                               relation.is_tied ? ", a tie that stays as it was" : ""),
                   relation.place);
}

std::string Elements(const EventRecord& event) {
  std::vector<const EventElement*> told;
  for (const bool changed : {true, false}) {
    for (const EventElement& element : event.elements) {
      const size_t most = changed ? kMaxElements : kMaxUnchanged;
      if (element.changed == changed && told.size() < most) told.push_back(&element);
    }
  }
  std::string text;
  for (const EventElement* element : told) {
    std::string line = element->name;
    for (size_t i = 0; i < element->values.size(); ++i) line += (i > 0 ? ", " : ": ") + element->values[i];
    text += Line("element", line);
    for (const EventRelation& relation : element->relations) text += Line("", "  " + Describe(relation));
  }
  if (event.elements.size() > told.size()) {
    text += Line("...", fmt::format("{} more element{}", event.elements.size() - told.size(),
                                    event.elements.size() - told.size() == 1 ? "" : "s"));
  }
  return text;
}

}  // namespace

std::string FormatEvent(const EventRecord& event) {
  std::string text = fmt::format("t = {:.12g} s: {}\n", event.time, Title(event.kind));
  std::string heading = "fired";
  for (const EventChange& change : event.fired) {
    text += Line(heading, WithPlace(change.what, change.place));
    heading.clear();
  }
  for (const EventSolve& solve : event.initial) text += Line("initial", Describe(solve));
  text += Passes(event) + Elements(event);
  if (!event.failure.empty()) text += Line("failed", event.failure.substr(0, event.failure.find('\n')));
  return text;
}

}  // namespace stiction::cli
