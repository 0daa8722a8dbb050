// SPDX-License-Identifier: BSD-3-Clause
// Instances that the shared expressions of alike elements refer to.
#pragma once

#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::ir {

/// An element that is like the first of its array has the expressions of the first, in which instances of its own stand
/// in the place of those of the first. At the start each instance stands for itself.
class Counterparts {
 public:
  explicit Counterparts(const InstanceTree& tree);

  InstanceId Of(InstanceId id) const { return counterpart_[id.index()]; }

  /// Visits the elements of an array, each while the expressions of its original are its own.
  /// @pre what the array lies in is being visited
  template <class Visit>
  void ForEachElement(const std::vector<InstanceId>& elements, const Visit& visit) {
    const InstanceId outer = element_;
    for (const InstanceId element : elements) {
      Enter(element);
      visit(element);
    }
    if (!elements.empty()) Leave(elements.front(), outer);
  }
  /// From now on the expressions of the original of an element are its own. @pre what it lies in has been entered
  void Enter(InstanceId element);
  /// After elements of an array were entered in turn. @param outer what `element` gave before
  void Leave(InstanceId first_element, InstanceId outer);
  /// The innermost element whose expressions are those of another; invalid: none.
  InstanceId element() const { return element_; }

 private:
  void Put(InstanceId counterpart, InstanceId original);

  const InstanceTree* tree_;
  std::vector<InstanceId> counterpart_;
  InstanceId element_;
};

}  // namespace stiction::ir
