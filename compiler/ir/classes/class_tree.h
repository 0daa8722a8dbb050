// SPDX-License-Identifier: BSD-3-Clause
// The ClassTree: every class that a model can reach, once, under its full name, with its enclosing scope (MLS 5.6.1
// "class tree"). Modifiers stand where they were written. Owns the syntax trees it points into.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/support/ids.h"
#include "compiler/support/source.h"

namespace stiction::ir {

using ClassId = Id<struct ClassTag>;

/// One class definition at its place. Redeclared and locally modified classes get nodes of their own at instantiation.
struct ClassNode {
  std::string name;       // simple name
  std::string full_name;  // "Modelica.Mechanics.Rotational"
  ClassId parent;         // lexically enclosing class; invalid at top level
  const ast::Class* definition = nullptr;
  const ast::Element* element = nullptr;  // the element that declares it in the parent; null at top level
  std::map<std::string, ClassId, std::less<>> nested;
  std::vector<ClassId> nested_order;  // in order of writing, or of package.order
  std::vector<std::string> unread;    // names of further classes of a package directory, which nothing needs
};

struct ClassTree {
  std::vector<ClassNode> classes;  // by ClassId
  std::map<std::string, ClassId, std::less<>> top_level;
  std::vector<std::string> unread;  // names of further classes of the libraries, which nothing needs
  std::vector<std::shared_ptr<const ast::StoredDefinition>> sources;
  /// Of each top-level class that was loaded, the directory of its file: where `modelica://` leads (MLS 13.5).
  std::map<std::string, std::string, std::less<>> directories;
};

}  // namespace stiction::ir
