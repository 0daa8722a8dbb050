// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/connect_places.h"

#include <numeric>
#include <utility>

namespace stiction {

std::vector<std::vector<int64_t>> Combinations(const std::vector<std::vector<int64_t>>& values) {
  std::vector<std::vector<int64_t>> all{{}};
  for (const std::vector<int64_t>& of_dimension : values) {
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t>& prefix : all) {
      for (const int64_t value : of_dimension) {
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

NamedPlaces ConnectPlaces::Find(const ConnectEnd& end) {
  NamedPlaces out;
  std::vector<ir::InstanceId> holders{end.holder};
  for (size_t s = 0; s < end.steps.size(); ++s) {
    const ConnectStep& step = end.steps[s];
    std::vector<Place> places;
    std::vector<int64_t> dims;
    bool lacks = false;
    for (const ir::InstanceId holder : holders) {
      const std::optional<ir::InstanceId> child = data_.FindChild(holder, step.name->text);
      if (!child && !data_.At(holder).is_expandable) return {};
      if (!child && data_.IsRemoved(holder, step.name->text)) return {};
      dims.clear();
      const Taken taken = child ? Select(*child, step, s + 1 == end.steps.size(), places, dims) : Taken::kTooFew;
      if (taken == Taken::kWrong) return {};
      if (taken == Taken::kOutOfRange) return {.kind = NamedPlaces::Kind::kOutOfRange, .step = s};
      lacks = lacks || taken == Taken::kTooFew;
    }
    out.step = s;
    out.holder_dims = out.dims;
    out.holders = std::move(holders);
    if (lacks) {
      out.kind = NamedPlaces::Kind::kLacks;
      return out;
    }
    out.dims.insert(out.dims.end(), dims.begin(), dims.end());
    holders.clear();
    for (const Place& place : places) holders.push_back(place.instance);
    out.places = std::move(places);
  }
  out.kind = NamedPlaces::Kind::kKnown;
  return out;
}

ConnectPlaces::Taken ConnectPlaces::Select(ir::InstanceId id, const ConnectStep& step, bool is_last,
                                           std::vector<Place>& places, std::vector<int64_t>& dims) {
  const ir::Instance& instance = data_.At(id);
  if (instance.kind == ir::InstanceKind::kComposite || instance.dims.empty()) {
    if (!step.subscripts.empty()) return Taken::kOutOfRange;
    if (instance.kind == ir::InstanceKind::kBuiltin && !is_last) return Taken::kWrong;
    places.push_back({id, {}});
    return Taken::kAll;
  }
  if (step.subscripts.size() > instance.dims.size()) return Taken::kOutOfRange;
  if (instance.kind == ir::InstanceKind::kBuiltin && !is_last) return Taken::kWrong;
  std::vector<std::vector<int64_t>> values;
  for (size_t d = 0; d < instance.dims.size(); ++d) {
    const IndexSet whole{.is_whole = true, .keeps_dimension = true, .values = {}};
    const IndexSet& index = d < step.subscripts.size() ? step.subscripts[d] : whole;
    std::vector<int64_t>& of_dimension = values.emplace_back(index.values);
    if (index.is_whole) {
      of_dimension.resize(static_cast<size_t>(instance.dims[d]));
      std::iota(of_dimension.begin(), of_dimension.end(), 1);
    }
    if (index.keeps_dimension) dims.push_back(static_cast<int64_t>(of_dimension.size()));
    for (const int64_t value : of_dimension) {
      if (value > instance.dims[d]) return added_.CanGrow(id) ? Taken::kTooFew : Taken::kOutOfRange;
    }
  }
  for (std::vector<int64_t>& index : Combinations(values)) {
    if (instance.kind == ir::InstanceKind::kBuiltin) {
      places.push_back({id, std::move(index)});
    } else {
      places.push_back({added_.ElementAt({id, std::move(index)}), {}});
    }
  }
  return Taken::kAll;
}

}  // namespace stiction
