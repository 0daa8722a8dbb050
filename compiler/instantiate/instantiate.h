// ClassTree -> InstanceTree (MLS 5.6.1): extends, modifiers, redeclarations, conditional components; names are bound.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// @param settings modifications from outside, outermost: a component's name ("chain.n") and an expression
/// @returns the tree; after an error only what the diagnostics need
ir::InstanceTree Instantiate(const ir::ClassTree& classes, ir::ClassId model,
                             const std::vector<std::pair<std::string, std::shared_ptr<ast::Expression>>>& settings,
                             Diagnostics& diagnostics);

}  // namespace stiction
