// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "compiler/ir/ast/ast.h"

namespace stiction::ast {

/// Visits what one class is made of, outer things before those in them: not the classes inside of it, and no
/// annotations.
class Walk {
 public:
  virtual ~Walk() = default;

  void Through(const Class& definition);

 protected:
  virtual void At(const Expression&) {}
  virtual void At(const Equation&) {}
  virtual void At(const Statement&) {}
  virtual void At(const Modification&) {}
  /// Iterators of one construct.
  virtual void At(const std::vector<ForIndex>&) {}

 private:
  void Visit(const Element& element);
  void Visit(const Component& component);
  void Visit(const Equation& equation);
  void Visit(const Statement& statement);
  void Visit(const std::vector<ModificationArgument>& arguments);
  void Visit(const std::vector<Subscript>& subscripts);
  void Visit(const std::vector<ForIndex>& indices);
  void Visit(const Modification* modification);
  void Visit(const Expression* expression);
  void Visit(const ComponentReference& reference);
};

}  // namespace stiction::ast
