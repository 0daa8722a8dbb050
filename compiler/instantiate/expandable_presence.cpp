// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expandable_presence.h"

#include <algorithm>
#include <utility>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {

void ExpandablePresence::Note(const Place& place) {
  if (data_.At(place.instance).kind == ir::InstanceKind::kBuiltin && !place.index.empty()) {
    elements_[place.instance].insert(place.index);
  }
  for (ir::InstanceId at = place.instance; at; at = data_.At(at).parent) present_.insert(at);
}

void ExpandablePresence::Finish(const AugmentationSets& sets) {
  for (const std::vector<ir::InstanceId>& set : sets) {
    std::set<std::string> names;
    for (const ir::InstanceId connector : set) {
      for (const ir::InstanceId child : data_.At(connector).children) names.insert(data_.At(child).name);
    }
    for (const std::string& name : names) Spread(set, name);
  }
  for (const std::vector<ir::InstanceId>& set : sets) {
    for (const ir::InstanceId connector : set) Remove(connector);
    // The connects between those of a set make the others equal.
    for (const ir::InstanceId child : data_.At(set.front()).children) SetDefaults(child);
  }
}

void ExpandablePresence::Spread(const std::vector<ir::InstanceId>& set, const std::string& name) {
  bool is_present = false;
  std::set<std::vector<int64_t>> of_builtin, of_array;
  std::vector<ir::InstanceId> all;
  for (const ir::InstanceId connector : set) {
    const auto child = data_.FindChild(connector, name);
    if (!child) continue;
    all.push_back(*child);
    is_present = is_present || present_.contains(*child);
    of_builtin.insert(elements_[*child].begin(), elements_[*child].end());
    for (const ir::InstanceId element : data_.At(*child).elements) {
      if (present_.contains(element)) of_array.insert(data_.At(element).index);
    }
  }
  if (!is_present) return;
  for (const ir::InstanceId child : all) {
    present_.insert(child);
    if (data_.At(child).kind == ir::InstanceKind::kBuiltin) elements_[child] = of_builtin;
    for (const ir::InstanceId element : data_.At(child).elements) {
      if (of_array.contains(data_.At(element).index)) present_.insert(element);
    }
  }
}

bool ExpandablePresence::IsPresent(ir::InstanceId id) {
  return present_.contains(id) || data_.At(id).variability <= ir::Variability::kParameter;
}

void ExpandablePresence::Remove(ir::InstanceId connector) {
  for (const ir::InstanceId child : data_.At(connector).children) {
    if (IsPresent(child)) continue;
    data_.WorkOf(child).is_removed = true;
    data_.WorkOf(connector).group->absent.insert(data_.At(child).name);
  }
  const auto is_removed = [this](ir::InstanceId child) { return data_.WorkOf(child).is_removed; };
  data_.At(connector).child_by_name.erase_if(is_removed);
  std::erase_if(data_.At(connector).children, is_removed);
}

void ExpandablePresence::SetDefaults(ir::InstanceId array) {
  const ir::Instance& instance = data_.At(array);
  if (instance.variability <= ir::Variability::kParameter) return;
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    for (int64_t position = 0; !instance.dims.empty() && position < ElementCount(instance.dims); ++position) {
      const std::vector<int64_t> index = IndexAt(position, instance.dims);
      if (!elements_[array].contains(index)) SetDefault(array, index);
    }
  }
  for (const ir::InstanceId element : instance.elements) {
    if (!instance.is_expandable && !present_.contains(element)) SetDefaultWithin(element);
  }
}

void ExpandablePresence::SetDefaultWithin(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  if (instance.flow != ast::FlowPrefix::kNone) {
    reports_.NotSupported(data_.At(id).span,
                          "an array of connectors with flow variables in an expandable connector, of which some "
                          "elements are not connected,");
    return;
  }
  if (instance.kind == ir::InstanceKind::kBuiltin && instance.variability > ir::Variability::kParameter) {
    for (int64_t position = 0; position < ElementCount(instance.dims); ++position) {
      SetDefault(id, IndexAt(position, instance.dims));
    }
  }
  for (const ir::InstanceId child : instance.children) SetDefaultWithin(child);
  for (const ir::InstanceId element : instance.elements) SetDefaultWithin(element);
}

void ExpandablePresence::SetDefault(ir::InstanceId variable, const std::vector<int64_t>& index) {
  const ir::Instance& instance = data_.At(variable);
  ir::BoundEquation equation{.kind = ast::EquationKind::kEquality, .span = instance.span};
  equation.left = ir::MakeBound(ir::BoundKind::kComponent, instance.span);
  equation.left->instance = variable;
  for (const int64_t i : index) {
    equation.left->subscripts.push_back({ir::MakeInteger(i, instance.span), instance.span});
  }
  switch (instance.scalar) {
    case ir::ScalarType::kReal:
      equation.right = ir::MakeBound(ir::BoundKind::kReal, instance.span);
      break;
    case ir::ScalarType::kInteger:
      equation.right = ir::MakeInteger(0, instance.span);
      break;
    case ir::ScalarType::kBoolean:
      equation.right = ir::MakeBound(ir::BoundKind::kBoolean, instance.span);
      break;
    case ir::ScalarType::kString:
      equation.right = ir::MakeBound(ir::BoundKind::kString, instance.span);
      break;
    case ir::ScalarType::kEnumeration:
      equation.right = ir::MakeEnumerationLiteral(instance.enumeration, 1, instance.span);
      break;
    case ir::ScalarType::kClock:
      reports_.NotSupported(instance.span, "an array of clocks of which some elements are not connected");
      return;
  }
  ir::InstanceId holder = instance.parent;
  while (data_.At(holder).kind != ir::InstanceKind::kComposite) holder = data_.At(holder).parent;
  data_.At(holder).equations.push_back(std::move(equation));
}

}  // namespace stiction
