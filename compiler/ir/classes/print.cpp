// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/classes/print.h"

#include "compiler/ir/ast/print.h"

namespace stiction::ir {
namespace {

void PrintClass(std::ostream& out, const ClassTree& tree, ClassId id, const std::string& indent) {
  const ClassNode& node = tree.classes[id.index()];
  out << indent << (node.definition->partial ? "partial " : "") << ast::ToString(node.definition->kind) << " "
      << node.name << "\n";
  for (const ClassId nested : node.nested_order) PrintClass(out, tree, nested, indent + "  ");
}

}  // namespace

void Print(std::ostream& out, const ClassTree& tree) {
  for (const auto& [name, id] : tree.top_level) PrintClass(out, tree, id, "");
}

}  // namespace stiction::ir
