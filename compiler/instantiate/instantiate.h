// SPDX-License-Identifier: BSD-3-Clause
// ClassTree -> InstanceTree (MLS 5.6.1): extends, modifiers, redeclarations, conditional components; names are bound.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// A modification from outside the text, `chain.n = 3`; what it modifies is an expression as it was read.
struct Setting {
  std::string name;  // as given
  std::shared_ptr<ast::Expression> target;
  std::shared_ptr<ast::Expression> value;
  /// A number for a Real is a value that may be another one afterwards.
  bool is_open = false;
};
using Settings = std::vector<Setting>;

/// @param settings outermost modifications; of two of the same thing the later holds
/// Each open one is an entry of InstanceTree::open, in their order
/// @param foreign what sizes, conditions and constants may call
/// @returns the tree; after an error only what the diagnostics need
ir::InstanceTree Instantiate(const ir::ClassTree& classes, ir::ClassId model, const Settings& settings,
                             Diagnostics& diagnostics, const std::shared_ptr<ir::ForeignFunctions>& foreign = nullptr);

}  // namespace stiction
