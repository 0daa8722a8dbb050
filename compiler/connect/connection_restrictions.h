// SPDX-License-Identifier: BSD-3-Clause
// The annotations `mustBeConnected` and `mayOnlyConnectOnce` of connectors (MLS 18.5).
#pragma once

#include <set>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

class ConnectionRestrictions {
 public:
  ConnectionRestrictions(const ir::InstanceTree& tree, Diagnostics& diagnostics)
      : tree_(tree), diagnostics_(diagnostics) {}

  bool IsEmpty() const { return tree_.connection_restrictions.empty(); }
  /// Takes the variables of one connection set that are seen from outside of their components, and the number of all.
  void AddSet(const std::vector<ir::InstanceId>& inside, size_t size);
  /// Reports the connectors that no set has and that ask for one.
  void Finish();

 private:
  /// The connector with annotations that a variable is of; invalid: none.
  ir::InstanceId Restricted(ir::InstanceId variable) const;
  bool HasStream(ir::InstanceId connector) const;

  const ir::InstanceTree& tree_;
  Diagnostics& diagnostics_;
  std::set<ir::InstanceId> connected_, told_;
};

}  // namespace stiction::flatten
