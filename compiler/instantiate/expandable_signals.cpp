// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expandable_signals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

std::string NameOf(const ir::InstanceTree& tree, const Place& place) {
  const std::string name = FullName(tree, place.instance);
  return place.index.empty() ? name : fmt::format("{}[{}]", name, fmt::join(place.index, ","));
}

}  // namespace

void ExpandableSignals::Note(ir::InstanceId scope, const Place& from, const Place& to, Span span) {
  for (const Place* place : {&from, &to}) {
    if (data_.At(place->instance).kind != ir::InstanceKind::kBuiltin) return;
  }
  const bool is_first = IsInExpandable(from), is_second = IsInExpandable(to);
  if (is_first && is_second) {
    const int a = Root(SignalOf(from)), b = Root(SignalOf(to));
    parent_[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
  } else if (is_first || is_second) {
    const Place &variable = is_first ? from : to, &other = is_first ? to : from;
    SignalOf(variable);
    uses_.push_back({scope, variable, other, span, CausalityOf(scope, other)});
  }
}

bool ExpandableSignals::IsInExpandable(const Place& place) {
  const ir::InstanceId holder = data_.At(place.instance).parent;
  return holder && data_.At(holder).is_expandable;
}

// An input of the component itself gives the signal to those within; its output may have an equation, or take it.
ir::Causality ExpandableSignals::CausalityOf(ir::InstanceId scope, const Place& other) {
  const ir::Causality causality = data_.At(other.instance).causality;
  if (causality == ir::Causality::kNone || !IsOutside(scope, other.instance)) return causality;
  return causality == ir::Causality::kInput ? ir::Causality::kOutput : ir::Causality::kNone;
}

bool ExpandableSignals::IsOutside(ir::InstanceId scope, ir::InstanceId connector) {
  ir::InstanceId below = connector;
  for (ir::InstanceId at = connector; at && at != scope; at = data_.At(at).parent) {
    if (data_.At(at).index.empty()) below = at;
  }
  return data_.At(below).class_kind == ast::ClassKind::kConnector;
}

bool ExpandableSignals::IsWithin(ir::InstanceId id, ir::InstanceId outer) {
  while (id && id != outer) id = data_.At(id).parent;
  return static_cast<bool>(id);
}

ir::InstanceId ExpandableSignals::OwnerOf(ir::InstanceId variable) {
  ir::InstanceId at = data_.At(variable).parent;
  while (at &&
         (data_.At(at).class_kind == ast::ClassKind::kConnector || data_.At(at).kind == ir::InstanceKind::kArray)) {
    at = data_.At(at).parent;
  }
  return at;
}

int ExpandableSignals::SignalOf(const Place& place) {
  const auto [found, is_new] = number_.try_emplace(place, static_cast<int>(parent_.size()));
  if (is_new) parent_.push_back(found->second);
  return found->second;
}

int ExpandableSignals::Root(int signal) {
  while (parent_[static_cast<size_t>(signal)] != signal) signal = parent_[static_cast<size_t>(signal)];
  return signal;
}

void ExpandableSignals::JoinSets(const AugmentationSets& sets, ExpandablePresence& presence) {
  for (const std::vector<ir::InstanceId>& set : sets) {
    for (const ir::InstanceId child : data_.At(set.front()).children) {
      if (data_.At(child).kind != ir::InstanceKind::kBuiltin) continue;
      std::set<std::vector<int64_t>> elements{{}};
      if (!data_.At(child).dims.empty()) elements = presence.ElementsOf(child);
      for (const ir::InstanceId connector : set) {
        const auto other = data_.FindChild(connector, data_.At(child).name);
        if (!other) continue;
        for (const std::vector<int64_t>& index : elements) {
          const int a = Root(SignalOf({child, index})), b = Root(SignalOf({*other, index}));
          parent_[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
        }
      }
    }
  }
}

void ExpandableSignals::Finish(const AugmentationSets& sets, ExpandablePresence& presence) {
  JoinSets(sets, presence);
  std::map<int, Signal> signals;
  for (const auto& [place, number] : number_) {
    Signal& signal = signals[Root(number)];
    signal.has_declared = signal.has_declared || !data_.WorkOf(place.instance).is_added;
  }
  for (const Use& use : uses_) {
    Signal& signal = signals[Root(number_.at(use.variable))];
    signal.uses.push_back(&use);
    signal.is_open = signal.is_open || (use.scope == data_.tree.root && IsOutside(use.scope, use.variable.instance) &&
                                        !data_.At(use.variable.instance).is_protected);
  }
  SetCausality(signals);
  for (const auto& [number, signal] : signals) Check(signal);
}

void ExpandableSignals::SetCausality(const std::map<int, Signal>& signals) {
  std::map<ir::InstanceId, ir::Causality> found;
  for (const auto& [number, signal] : signals) {
    for (const Use* use : signal.uses) {
      const ir::InstanceId variable = use->variable.instance;
      if (use->causality == ir::Causality::kNone || !IsOutside(use->scope, variable)) continue;
      const ir::InstanceId owner = OwnerOf(variable);
      const bool is_given = std::any_of(signal.uses.begin(), signal.uses.end(), [&](const Use* other) {
        return other->causality != ir::Causality::kInput && IsWithin(other->scope, owner);
      });
      const ir::Causality causality = is_given ? ir::Causality::kOutput : ir::Causality::kInput;
      const auto [entry, is_new] = found.try_emplace(variable, causality);
      // Elements of one array may have different directions, of which an array of ours has none.
      if (!is_new && entry->second != causality) entry->second = ir::Causality::kNone;
    }
  }
  for (const auto& [variable, causality] : found) {
    if (data_.At(variable).causality == ir::Causality::kNone) data_.At(variable).causality = causality;
  }
}

void ExpandableSignals::Check(const Signal& signal) {
  std::vector<const Use*> sources;
  bool has_unknown = signal.uses.empty() || signal.has_declared || signal.is_open;
  for (const Use* use : signal.uses) {
    if (use->causality == ir::Causality::kOutput) sources.push_back(use);
    has_unknown = has_unknown || use->causality == ir::Causality::kNone;
  }
  const Use* second = nullptr;
  for (const Use* source : sources) {
    if (!second && source->other != sources.front()->other) second = source;
  }
  if (second) {
    reports_.Error(
        DiagnosticKind::ConnectIncompatible, second->span,
        fmt::format("two sources drive one signal, `{}`: `{}` and `{}`", NameOf(data_.tree, second->variable),
                    NameOf(data_.tree, sources.front()->other), NameOf(data_.tree, second->other)),
        Label{sources.front()->span, "the first is connected here"},
        "connect one of them with an element of another name");
  } else if (sources.empty() && !has_unknown) {
    const Use& use = *signal.uses.front();
    reports_.Error(DiagnosticKind::ConnectExpandable, use.span,
                   fmt::format("nothing drives the signal `{}`: only inputs are connected with it, such as `{}`",
                               NameOf(data_.tree, use.variable), NameOf(data_.tree, use.other)),
                   "connect an output with an element of this name in one of the connected expandable connectors");
  }
}

}  // namespace stiction
