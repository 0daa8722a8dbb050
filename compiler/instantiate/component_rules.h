// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Which prefixes and which class a component can have (MLS 4.4.2.2, 4.6, 9.3).
class ComponentRules {
 public:
  ComponentRules(Instantiation& data, Reports& reports) : data_(data), reports_(reports) {}

  /// Checks a component with its prefixes merged, before it is expanded.
  void Check(ir::InstanceId id, const ComponentElement& element, const ResolvedType& type);
  /// Checks that the connectors of all blocks are inputs and outputs. @pre the tree is expanded
  void CheckBlocks();

 private:
  void CheckPrefixOfModel(const ComponentElement& element, const ResolvedType& type);
  void CheckFixed(const ComponentElement& element, const ResolvedType& type);
  void CheckNestedPrefix(ir::InstanceId around, const ComponentElement& element, const ResolvedType& type);
  void CheckFlowType(const ir::Instance& instance, const ComponentElement& element, const ResolvedType& type);
  void CheckContainer(const ir::Instance& parent, const ComponentElement& element, const ResolvedType& type);
  /// A variable of a connector that is neither input nor output, or the invalid id.
  ir::InstanceId FindUndirected(ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
};

}  // namespace stiction
