// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expandables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

using Kind = NamedPlaces::Kind;

/// "bus.speed", up to the given number of parts.
std::string TextOf(const ConnectEnd& end, size_t parts = SIZE_MAX) {
  std::string text;
  for (size_t p = 0; p < std::min(parts, end.steps.size()); ++p) {
    text += (p > 0 ? "." : "") + end.steps[p].name->text;
  }
  return text;
}

}  // namespace

bool Expandables::Elaborate() {
  NoteConnectors();
  if (parent_.empty()) return true;
  const int64_t reports = reports_.count();
  connects_ = collector_.Collect();
  bool changed = true;
  while (changed) {
    const bool united = FollowKnown();
    if (ReportWithinItself()) return false;
    const bool augmented = Augment();
    changed = united || augmented || AddNamed();
    NoteConnectors();
  }
  ReportUnknown();
  const AugmentationSets sets = Sets();
  presence_.Finish(sets);
  signals_.Finish(sets, presence_);
  return reports == reports_.count();
}

void Expandables::NoteConnectors() {
  for (; noted_ < data_.tree.instances.size(); ++noted_) {
    const ir::InstanceId id(static_cast<int64_t>(noted_));
    const ir::Instance& instance = data_.At(id);
    if (instance.is_expandable && instance.kind == ir::InstanceKind::kComposite) parent_.emplace(id, id);
  }
}

ir::InstanceId Expandables::RootOf(ir::InstanceId connector) {
  ir::InstanceId root = connector;
  while (parent_.at(root) != root) root = parent_.at(root);
  while (connector != root) connector = std::exchange(parent_.at(connector), root);
  return root;
}

bool Expandables::Unite(ir::InstanceId a, ir::InstanceId b) {
  NoteConnectors();
  const ir::InstanceId x = RootOf(a), y = RootOf(b);
  if (x == y) return false;
  parent_.at(std::max(x, y)) = std::min(x, y);
  return true;
}

bool Expandables::UniteWithin(ir::InstanceId a, ir::InstanceId b) {
  const ir::Instance &first = data_.At(a), &second = data_.At(b);
  if (first.kind != second.kind || first.kind == ir::InstanceKind::kBuiltin) return false;
  if (first.kind == ir::InstanceKind::kComposite && first.is_expandable && second.is_expandable) return Unite(a, b);
  bool united = false;
  if (first.kind == ir::InstanceKind::kArray) {
    if (first.dims != second.dims) return false;
    for (size_t k = 0; k < first.elements.size(); ++k) {
      united = UniteWithin(first.elements[k], second.elements[k]) || united;
    }
    return united;
  }
  for (const ir::InstanceId child : first.children) {
    const std::optional<ir::InstanceId> other = data_.FindChild(b, data_.At(child).name);
    if (other) united = UniteWithin(child, *other) || united;
  }
  return united;
}

AugmentationSets Expandables::Sets() {
  NoteConnectors();
  std::map<ir::InstanceId, std::vector<ir::InstanceId>> by_root;
  for (const auto& [connector, up] : parent_) by_root[RootOf(connector)].push_back(connector);
  AugmentationSets sets;
  for (auto& [root, set] : by_root) sets.push_back(std::move(set));
  return sets;
}

bool Expandables::FollowKnown() {
  bool changed = false;
  for (ExpandableConnect& connect : connects_) {
    if (connect.is_done) continue;
    const NamedPlaces from = places_.Find(connect.from), to = places_.Find(connect.to);
    connect.is_done = from.kind == Kind::kNothing || to.kind == Kind::kNothing;
    if (from.kind == Kind::kOutOfRange || to.kind == Kind::kOutOfRange) {
      connect.is_done = true;
      ReportOutOfRange(from.kind == Kind::kOutOfRange ? connect.from : connect.to,
                       from.kind == Kind::kOutOfRange ? from : to);
    }
    if (from.kind != Kind::kKnown || to.kind != Kind::kKnown || from.dims != to.dims) continue;
    for (size_t k = 0; k < from.places.size(); ++k) Join(connect, from.places[k], to.places[k]);
    changed = connect.is_done = true;
  }
  return changed;
}

void Expandables::Join(const ExpandableConnect& connect, const Place& from, const Place& to) {
  presence_.Note(from);
  presence_.Note(to);
  const bool is_first = data_.At(from.instance).is_expandable, is_second = data_.At(to.instance).is_expandable;
  if (is_first == is_second) {
    UniteWithin(from.instance, to.instance);
    if (!is_first) signals_.Note(connect.scope, from, to, connect.span);
    return;
  }
  const ConnectEnd& bus = is_first ? connect.from : connect.to;
  const ConnectEnd& other = is_first ? connect.to : connect.from;
  reports_.Error(
      DiagnosticKind::ConnectExpandable, connect.span,
      fmt::format("`{}` is an expandable connector, `{}` is none: they cannot be connected", TextOf(bus),
                  TextOf(other)),
      Label{data_.At(is_first ? to.instance : from.instance).span, fmt::format("`{}` is declared here", TextOf(other))},
      fmt::format("connect it with an element: `{}.name`", TextOf(bus)));
}

bool Expandables::Augment() {
  bool changed = false;
  for (const std::vector<ir::InstanceId>& set : Sets()) {
    if (set.size() < 2) continue;
    std::vector<std::string> names;
    std::set<std::string_view> seen;
    for (const ir::InstanceId connector : set) {
      for (const ir::InstanceId child : data_.At(connector).children) {
        const std::string& name = data_.At(child).name;
        if (seen.insert(name).second) names.push_back(name);
      }
    }
    for (const std::string& name : names) changed = Augment(set, name) || changed;
  }
  return changed;
}

bool Expandables::Augment(const std::vector<ir::InstanceId>& set, const std::string& name) {
  std::vector<ir::InstanceId> having;
  for (const ir::InstanceId connector : set) {
    if (const auto child = data_.FindChild(connector, name)) having.push_back(*child);
  }
  // What is declared comes first.
  std::stable_sort(having.begin(), having.end(), [this](ir::InstanceId a, ir::InstanceId b) {
    return data_.WorkOf(a).is_added < data_.WorkOf(b).is_added;
  });
  bool changed = false;
  for (const ir::InstanceId like : having) {
    std::vector<WantedElement> wanted;
    for (const ir::InstanceId connector : set) {
      const auto child = data_.FindChild(connector, name);
      const bool may_lack =
          !child || (*child != like && added_.CanGrow(*child) && data_.At(*child).dims != data_.At(like).dims);
      if (!may_lack) continue;
      if (wanted.empty()) wanted = AllOf(like);
      if (!wanted.empty()) changed = added_.Add(connector, name, wanted, data_.At(like).span) || changed;
    }
  }
  const auto first = data_.FindChild(set.front(), name);
  for (size_t i = 1; first && i < set.size(); ++i) {
    const auto other = data_.FindChild(set[i], name);
    if (other) changed = UniteWithin(*first, *other) || changed;
  }
  return changed;
}

std::vector<WantedElement> Expandables::AllOf(ir::InstanceId id) {
  std::vector<std::vector<int64_t>> values;
  for (const int64_t size : data_.At(id).dims) {
    values.emplace_back(static_cast<size_t>(size));
    std::iota(values.back().begin(), values.back().end(), 1);
  }
  std::vector<WantedElement> all;
  const bool is_array = data_.At(id).kind == ir::InstanceKind::kArray;
  for (std::vector<int64_t>& index : Combinations(values)) {
    const Place like = is_array ? Place{added_.ElementAt({id, index}), {}} : Place{id, index};
    all.push_back({std::move(index), like});
  }
  return all;
}

bool Expandables::AddNamed() {
  bool added = false;
  for (ExpandableConnect& connect : connects_) {
    if (connect.is_done) continue;
    const NamedPlaces from = places_.Find(connect.from), to = places_.Find(connect.to);
    if (from.kind == Kind::kLacks) added = GrowOnTheWay(connect.from, from) || added;
    if (to.kind == Kind::kLacks) added = GrowOnTheWay(connect.to, to) || added;
    if (to.kind == Kind::kKnown) added = AddNamed(connect, connect.from, from, to) || added;
    if (from.kind == Kind::kKnown) added = AddNamed(connect, connect.to, to, from) || added;
  }
  return added;
}

bool Expandables::AddNamed(ExpandableConnect& connect, const ConnectEnd& end, const NamedPlaces& lacking,
                           const NamedPlaces& other) {
  const std::vector<int64_t>& outer = lacking.holder_dims;
  const bool fits = lacking.step + 1 == end.steps.size() && other.dims.size() >= outer.size() &&
                    std::equal(outer.begin(), outer.end(), other.dims.begin());
  if (!fits || other.places.empty() || lacking.holders.empty()) return false;
  const ConnectStep& step = end.steps[lacking.step];
  const auto count = static_cast<std::ptrdiff_t>(outer.size());
  const auto indices = IndicesOf(step, std::vector<int64_t>(other.dims.begin() + count, other.dims.end()));
  if (!indices) return false;
  bool added = false;
  for (size_t h = 0; h < lacking.holders.size(); ++h) {
    if (!data_.At(lacking.holders[h]).is_expandable) continue;
    std::vector<WantedElement> wanted;
    for (size_t k = 0; k < indices->size(); ++k) {
      wanted.push_back({(*indices)[k], other.places[h * indices->size() + k]});
    }
    const int64_t reports = reports_.count();
    added = added_.Add(lacking.holders[h], step.name->text, wanted, step.name->span) || added;
    connect.is_done = connect.is_done || reports != reports_.count();
  }
  return added;
}

std::optional<std::vector<std::vector<int64_t>>> Expandables::IndicesOf(const ConnectStep& step,
                                                                        const std::vector<int64_t>& of) {
  std::vector<std::vector<int64_t>> values;
  size_t taken = 0;
  const auto all_of = [&] {
    values.emplace_back(static_cast<size_t>(of[taken++]));
    std::iota(values.back().begin(), values.back().end(), 1);
  };
  for (const IndexSet& index : step.subscripts) {
    if (index.keeps_dimension && taken == of.size()) return std::nullopt;
    if (index.is_whole) {
      all_of();
      continue;
    }
    values.push_back(index.values);
    if (index.keeps_dimension && static_cast<int64_t>(index.values.size()) != of[taken++]) return std::nullopt;
  }
  while (taken < of.size()) all_of();
  return Combinations(values);
}

bool Expandables::GrowOnTheWay(const ConnectEnd& end, const NamedPlaces& lacking) {
  const ConnectStep& step = end.steps[lacking.step];
  bool grown = false;
  for (const ir::InstanceId holder : lacking.holders) {
    const auto child = data_.FindChild(holder, step.name->text);
    const bool is_open = child && lacking.step + 1 < end.steps.size() && added_.CanGrow(*child) &&
                         data_.At(*child).kind == ir::InstanceKind::kArray &&
                         step.subscripts.size() == data_.At(*child).dims.size();
    if (!is_open) continue;
    std::vector<std::vector<int64_t>> values;
    for (const IndexSet& index : step.subscripts) values.push_back(index.values);
    const std::vector<ir::InstanceId>& elements = data_.At(*child).elements;
    const Place like{elements.empty() ? *child : elements.front(), {}};
    std::vector<WantedElement> wanted;
    for (std::vector<int64_t>& index : Combinations(values)) wanted.push_back({std::move(index), like});
    grown = (!wanted.empty() && added_.Add(holder, step.name->text, wanted, step.name->span)) || grown;
  }
  return grown;
}

bool Expandables::ReportWithinItself() {
  for (const auto& [connector, up] : parent_) {
    const ir::InstanceId root = RootOf(connector);
    for (ir::InstanceId around = data_.At(connector).parent; around; around = data_.At(around).parent) {
      if (!parent_.contains(around) || RootOf(around) != root) continue;
      reports_.Error(DiagnosticKind::ConnectExpandable, data_.At(connector).span,
                     fmt::format("the expandable connector `{}` is connected with `{}`, in which it lies: it would "
                                 "have to contain itself",
                                 FullName(data_.tree, connector), FullName(data_.tree, around)),
                     "connect it with another one");
      return true;
    }
  }
  return false;
}

void Expandables::ReportOutOfRange(const ConnectEnd& end, const NamedPlaces& named) {
  const ast::Identifier& name = *end.steps[named.step].name;
  reports_.Error(DiagnosticKind::SubscriptOutOfRange, name.span,
                 fmt::format("the array `{}` has no element with these subscripts", TextOf(end, named.step + 1)));
}

void Expandables::ReportUnknown() {
  for (const ExpandableConnect& connect : connects_) {
    if (connect.is_done) continue;
    const NamedPlaces from = places_.Find(connect.from), to = places_.Find(connect.to);
    for (const auto* side : {&from, &to}) {
      const ConnectEnd& end = side == &from ? connect.from : connect.to;
      if (side->kind != Kind::kLacks || side->step + 1 == end.steps.size()) continue;
      const std::string name = TextOf(end, side->step + 1);
      reports_.Error(DiagnosticKind::ConnectExpandable, end.steps[side->step].name->span,
                     fmt::format("`{}` is not declared, so `{}` cannot be added to it: a connect adds elements to "
                                 "declared components only",
                                 name, end.steps[side->step + 1].name->text),
                     fmt::format("declare `{}` in `{}`, or connect it with an expandable connector", name,
                                 data_.At(data_.At(side->holders.front()).cls).full_name));
    }
    if (from.kind == Kind::kLacks && to.kind == Kind::kLacks) {
      reports_.Error(DiagnosticKind::ConnectExpandable, connect.span,
                     fmt::format("neither `{}` nor `{}` is declared, and no other connect tells what they are",
                                 TextOf(connect.from), TextOf(connect.to)),
                     "connect one of them with a declared connector, or declare it");
    } else if (from.kind == Kind::kLacks || to.kind == Kind::kLacks) {
      const bool is_first = from.kind == Kind::kLacks;
      const ConnectEnd& end = is_first ? connect.from : connect.to;
      if ((is_first ? from : to).step + 1 < end.steps.size()) continue;
      reports_.Error(DiagnosticKind::ConnectExpandable, connect.span,
                     fmt::format("`{}` cannot be added: its subscripts do not have the dimensions of `{}`", TextOf(end),
                                 TextOf(is_first ? connect.to : connect.from)),
                     "give one subscript for each dimension, or none");
    }
  }
}

}  // namespace stiction
