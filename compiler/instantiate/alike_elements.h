// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Elements of component arrays that get the same modifiers are alike (MLS 7.2.5): names in the first are looked up,
/// and the first is expanded and bound; the others are made after it.
class AlikeElements {
 public:
  AlikeElements(Instantiation& data, Components& components, InnerComponents& inners)
      : data_(data), components_(components), inners_(inners) {}

  /// @param other an element of the same array, or the element in the place of which this one stands
  void Make(ir::InstanceId element, ir::InstanceId other);
  /// Expands a component within such an element. @pre it has an original
  void Expand(ir::InstanceId id);

 private:
  void CreateChildren(ir::InstanceId id);

  Instantiation& data_;
  Components& components_;
  InnerComponents& inners_;
};

}  // namespace stiction
