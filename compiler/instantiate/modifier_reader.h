// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unordered_map>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Reads modifications as they are written into modifier environments, and merges environments (MLS 7.2).
class ModifierReader {
 public:
  explicit ModifierReader(Reports& reports) : reports_(reports) {}

  Modifiers Read(const std::vector<ast::ModificationArgument>& arguments, Scope* scope);
  /// @param modification null: none
  Modifiers Read(const ast::Modification* modification, Scope* scope);
  /// The modifiers that a short class gives to its base; none of other classes.
  Modifiers BaseArguments(const ast::Class& definition, Scope* scope);
  /// What a declaration asks of its redeclarations beyond the type: the modifiers of its constraining clause, without
  /// one those of the declaration; of a redeclaration, those of its constraining clause only (MLS 7.3.2).
  Modifiers ConstraintOf(const ast::Element& element, Scope* scope);
  Modifiers ConstraintOf(const ast::ModificationArgument& redeclaration, Scope* scope);
  /// Puts outer modifiers before inner ones, and reports those of what is final.
  /// @param element what is modified, for messages; empty: a class
  Modifiers Combine(Modifiers outer, const Modifiers& inner, const std::string& element = {});
  /// Reports `each` in the modifiers of what is no array (MLS 7.2.5).
  void CheckEach(const Modifiers& modifiers);

 private:
  /// The modifiers of an argument list, without scopes.
  void CheckRedeclaredOnce(const Modifiers& modifiers);
  Modifiers ReadOnce(const std::vector<ast::ModificationArgument>& arguments);
  void ReadArgument(const ast::ModificationArgument& argument, std::vector<ModifierStep> path, Modifiers& into);

  Reports& reports_;
  std::unordered_map<const std::vector<ast::ModificationArgument>*, Modifiers> read_;  // without scopes
};

}  // namespace stiction
