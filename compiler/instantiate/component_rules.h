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
  /// Returns true if a component can be of this class; else reports why not.
  bool CheckClass(ir::InstanceId id, const ResolvedType& type);
  /// Reports flow variables of an operator record that cannot be added up (MLS 9.2). @pre its group is built
  void CheckFlowOfOperatorRecord(ir::InstanceId id);
  /// Checks that the connectors of all blocks are inputs and outputs. @pre the tree is expanded
  void CheckBlocks();

 private:
  void CheckPrefixOfModel(const ComponentElement& element, const ResolvedType& type);
  void CheckFixed(const ComponentElement& element, const ResolvedType& type);
  void CheckNestedPrefix(ir::InstanceId around, const ComponentElement& element, const ResolvedType& type);
  void CheckFlowType(const ir::Instance& instance, const ComponentElement& element, const ResolvedType& type);
  void CheckContainer(const ir::Instance& parent, const ComponentElement& element, const ResolvedType& type);
  bool IsRecursive(ir::InstanceId id, ir::ClassId cls);
  /// A variable of a connector that is neither input nor output, or the invalid id.
  ir::InstanceId FindUndirected(ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
};

}  // namespace stiction
