// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/instantiate/added_elements.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Sets of connected expandable connectors, which have the same elements; each in order of the instances.
using AugmentationSets = std::vector<std::vector<ir::InstanceId>>;

/// Which elements of expandable connectors are present. What is declared there is potentially present, and present
/// where a connect names it; the rest is undefined, and removed (MLS 9.1.3). Elements of a present array that are not
/// present have the default value of their type.
class ExpandablePresence {
 public:
  ExpandablePresence(Instantiation& data, Reports& reports) : data_(data), reports_(reports) {}

  /// Notes that a connect names this, and so all that it lies in.
  void Note(const Place& place);
  /// What is present in one connector of a set is so in all. Removes what is not.
  void Finish(const AugmentationSets& sets);
  /// The subscripts of the present elements of a built-in array.
  const std::set<std::vector<int64_t>>& ElementsOf(ir::InstanceId id) { return elements_[id]; }

 private:
  void Spread(const std::vector<ir::InstanceId>& set, const std::string& name);
  bool IsPresent(ir::InstanceId id);
  void Remove(ir::InstanceId connector);
  /// Gives the elements of an array that are not present their default value.
  void SetDefaults(ir::InstanceId array);
  void SetDefault(ir::InstanceId variable, const std::vector<int64_t>& index);
  void SetDefaultWithin(ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
  std::set<ir::InstanceId> present_;
  std::map<ir::InstanceId, std::set<std::vector<int64_t>>> elements_;  // of built-in arrays
};

}  // namespace stiction
