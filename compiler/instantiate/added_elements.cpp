// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/added_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

/// The least dimensions with which an array has all that is wanted, and what it has.
std::vector<int64_t> DimsFor(std::vector<int64_t> dims, const std::vector<WantedElement>& wanted) {
  dims.resize(wanted.front().index.size());
  for (const WantedElement& element : wanted) {
    for (size_t d = 0; d < dims.size(); ++d) dims[d] = std::max(dims[d], element.index[d]);
  }
  return dims;
}

}  // namespace

bool AddedElements::Add(ir::InstanceId holder, const std::string& name, const std::vector<WantedElement>& wanted,
                        Span span) {
  const std::optional<ir::InstanceId> child = data_.FindChild(holder, name);
  if (child) return CanGrow(*child) && Grow(*child, wanted, span);
  const ir::Instance& like = data_.At(wanted.front().like.instance);
  if (like.flow == ast::FlowPrefix::kFlow && like.kind == ir::InstanceKind::kBuiltin) {
    reports_.Error(DiagnosticKind::FlowInExpandable, span,
                   fmt::format("`{}` would be a flow variable of an expandable connector, which cannot have such: it "
                               "is connected with `{}`",
                               name, FullName(data_.tree, wanted.front().like.instance)),
                   Label{like.span, "declared here"}, "connect the whole connector in which the flow variable is");
    return false;
  }
  data_.AddChild(holder, New(holder, name, wanted, span));
  return true;
}

bool AddedElements::CanGrow(ir::InstanceId id) {
  const Work& work = data_.WorkOf(id);
  return work.is_sizeless || (work.is_added && !data_.At(id).dims.empty());
}

ir::InstanceId AddedElements::ElementAt(const Place& place) {
  const ir::Instance& instance = data_.At(place.instance);
  if (instance.kind != ir::InstanceKind::kArray || place.index.empty()) return place.instance;
  int64_t offset = 0;
  for (size_t d = 0; d < place.index.size(); ++d) offset = offset * instance.dims[d] + place.index[d] - 1;
  return instance.elements[static_cast<size_t>(offset)];
}

ir::InstanceId AddedElements::New(ir::InstanceId holder, const std::string& name,
                                  const std::vector<WantedElement>& wanted, Span span) {
  const ir::InstanceId like = wanted.front().like.instance;
  const std::vector<int64_t> dims = DimsFor({}, wanted);
  ir::InstanceId id;
  if (data_.At(like).kind == ir::InstanceKind::kBuiltin) {
    id = NewBuiltin(holder, name, like);
    data_.At(id).dims = dims;
  } else {
    id = data_.NewInstance(holder, name);
    data_.At(id).is_protected = data_.At(holder).is_protected;
  }
  data_.At(id).span = span;
  data_.At(id).type_span = data_.At(like).type_span;
  data_.WorkOf(id).is_added = true;
  if (data_.At(like).kind == ir::InstanceKind::kBuiltin) return id;
  if (dims.empty()) {
    MakeLike(id, like);
    return id;
  }
  ir::Instance& array = data_.At(id);
  array.kind = ir::InstanceKind::kArray;
  array.cls = data_.At(like).cls;
  array.class_kind = data_.At(like).class_kind;
  array.is_expandable = data_.At(like).is_expandable;
  array.variability = data_.At(like).variability;
  array.causality = data_.At(like).causality;
  data_.WorkOf(id).expanded = data_.WorkOf(id).bound = State::kDone;
  FillArray(id, dims, wanted);
  return id;
}

ir::InstanceId AddedElements::NewBuiltin(ir::InstanceId holder, const std::string& name, ir::InstanceId like) {
  const ir::InstanceId id = data_.NewInstance(holder, name);
  ir::Instance& instance = data_.At(id);
  const ir::Instance& from = data_.At(like);
  instance.kind = ir::InstanceKind::kBuiltin;
  instance.scalar = from.scalar;
  instance.enumeration = from.enumeration;
  instance.class_kind = from.class_kind;
  instance.variability = from.variability;
  instance.is_protected = data_.At(holder).is_protected;
  data_.WorkOf(id).expanded = data_.WorkOf(id).bound = State::kDone;
  like_of_[id] = like;
  return id;
}

void AddedElements::MakeLike(ir::InstanceId id, ir::InstanceId like) {
  like_of_[id] = like;
  for (auto at = like_of_.find(like); at != like_of_.end(); at = like_of_.find(like)) like = at->second;
  components_.ExpandLike(id, like);
}

bool AddedElements::Grow(ir::InstanceId id, const std::vector<WantedElement>& wanted, Span span) {
  if (data_.At(id).dims.size() != wanted.front().index.size()) {
    reports_.Error(DiagnosticKind::ConnectExpandable, span,
                   fmt::format("`{}` has {} dimensions in other connects, and {} here", FullName(data_.tree, id),
                               data_.At(id).dims.size(), wanted.front().index.size()),
                   Label{data_.At(id).span, "there"}, "give it as many subscripts in all connects");
    return false;
  }
  const bool is_builtin = data_.At(id).kind == ir::InstanceKind::kBuiltin;
  if (is_builtin != (data_.At(wanted.front().like.instance).kind == ir::InstanceKind::kBuiltin)) return false;
  const std::vector<int64_t> dims = DimsFor(data_.At(id).dims, wanted);
  if (dims == data_.At(id).dims) return false;
  if (is_builtin) {
    data_.At(id).dims = dims;
  } else {
    FillArray(id, dims, wanted);
  }
  return true;
}

void AddedElements::FillArray(ir::InstanceId array, const std::vector<int64_t>& dims,
                              const std::vector<WantedElement>& wanted) {
  if (ElementCount(dims) > kLargestArray) {
    throw ModelTooLarge{data_.At(array).span,
                        fmt::format("array `{}` has more than {} elements", data_.At(array).name, kLargestArray)};
  }
  std::map<std::vector<int64_t>, ir::InstanceId> known;
  for (const ir::InstanceId element : data_.At(array).elements) known[data_.At(element).index] = element;
  data_.At(array).elements.clear();
  data_.At(array).dims = dims;
  std::vector<ir::InstanceId> elements;
  for (int64_t position = 0; position < ElementCount(dims); ++position) {
    const std::vector<int64_t> index = IndexAt(position, dims);
    if (const auto found = known.find(index); found != known.end()) {
      elements.push_back(found->second);
      continue;
    }
    const ir::InstanceId element = data_.NewElement(array, index);
    elements.push_back(element);
    if (data_.WorkOf(array).is_sizeless) {
      components_.ExpandElement(element);
      continue;
    }
    const auto same = std::find_if(wanted.begin(), wanted.end(), [&](const auto& w) { return w.index == index; });
    MakeLike(element, ElementAt(same == wanted.end() ? wanted.front().like : same->like));
  }
  data_.At(array).elements = std::move(elements);
}

void AddedElements::Finish() {
  for (const auto& [id, like] : like_of_) {
    if (data_.At(id).kind != ir::InstanceKind::kBuiltin) {
      DropOwn(id);
      continue;
    }
    bindings_.Bind(like);
    CopyAttributes(like, id);
    if (data_.At(id).variability > ir::Variability::kParameter || data_.At(id).dims != data_.At(like).dims) continue;
    const ir::BoundPtr value = ir::MakeBound(ir::BoundKind::kComponent, data_.At(id).span);
    value->instance = like;
    data_.At(id).binding = value;
  }
}

// Of an array the values that it has for each element are left out: those of the added one stand in another order.
void AddedElements::CopyAttributes(ir::InstanceId from, ir::InstanceId to) {
  for (const char* name : {"unit", "displayUnit", "quantity"}) {
    const auto& attributes = ir::AttributesOf(data_.tree, from);
    const auto found = attributes.find(name);
    if (found == attributes.end()) continue;
    const auto dims = bindings_.DimensionsOf(*found->second);
    if (dims && dims->empty()) data_.At(to).attributes.emplace(name, found->second);
  }
}

// The values of what it is made like reach it through the connect. Which way they go depends on all that is connected.
void AddedElements::DropOwn(ir::InstanceId id) {
  ir::Instance& instance = data_.At(id);
  if (instance.kind == ir::InstanceKind::kBuiltin && instance.variability > ir::Variability::kParameter) {
    instance.binding = nullptr;
    if (!data_.At(instance.parent).is_expandable) instance.causality = ir::Causality::kNone;
  }
  for (const ir::InstanceId child : instance.children) DropOwn(child);
  for (const ir::InstanceId element : instance.elements) DropOwn(element);
}

}  // namespace stiction
