// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What a connect joins with something else: a component, or one element of an array of a built-in type.
struct Place {
  ir::InstanceId instance;
  std::vector<int64_t> index;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// An element that an expandable connector is to have: that of a component with these subscripts, of the type of
/// another component.
struct WantedElement {
  std::vector<int64_t> index;  // empty of a scalar
  Place like;
};

/// Adds elements to expandable connectors, each of the type of what it is connected with, and gives arrays in them the
/// size that their subscripts ask for (MLS 9.1.3).
class AddedElements {
 public:
  AddedElements(Instantiation& data, Reports& reports, Components& components, Bindings& bindings)
      : data_(data), reports_(reports), components_(components), bindings_(bindings) {}

  /// Sees that an expandable connector has a component of this name with all that is wanted of it.
  /// @pre `wanted` is not empty, its subscripts are equally many
  /// @returns true if something was added
  bool Add(ir::InstanceId holder, const std::string& name, const std::vector<WantedElement>& wanted, Span span);
  /// True of an array whose size is what connects ask for.
  bool CanGrow(ir::InstanceId id);
  /// The element of an array of composites, or the component itself without subscripts.
  ir::InstanceId ElementAt(const Place& place);
  /// Gives added variables the unit and quantity, added parameters the value of what they are made like.
  /// @pre all instances are bound
  void Finish();

 private:
  ir::InstanceId New(ir::InstanceId holder, const std::string& name, const std::vector<WantedElement>& wanted,
                     Span span);
  ir::InstanceId NewBuiltin(ir::InstanceId holder, const std::string& name, ir::InstanceId like);
  void MakeLike(ir::InstanceId id, ir::InstanceId like);
  bool Grow(ir::InstanceId id, const std::vector<WantedElement>& wanted, Span span);
  /// Makes the elements of an array of composites that it lacks.
  void FillArray(ir::InstanceId array, const std::vector<int64_t>& dims, const std::vector<WantedElement>& wanted);
  void CopyAttributes(ir::InstanceId from, ir::InstanceId to);
  /// Takes values and directions from what is within an added component.
  void DropOwn(ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
  Components& components_;
  Bindings& bindings_;
  std::map<ir::InstanceId, ir::InstanceId> like_of_;  // of those added: the component after which each was made
};

}  // namespace stiction
