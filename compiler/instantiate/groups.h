// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Gathers the own and inherited elements of classes in groups, each with the modifications and the redeclaration that
/// reach it (MLS 5.6.1, 7).
class Groups {
 public:
  Groups(Instantiation& data, Reports& reports, ModifierReader& modifiers, Names& names, Classes& classes,
         BaseRules& base_rules, RedeclaredElements& redeclared, DuplicateElements& duplicates,
         Deselections& deselections, Redeclarations& redeclarations, RedeclarationRules& redeclaration_rules)
      : data_(data),
        reports_(reports),
        modifiers_(modifiers),
        names_(names),
        classes_(classes),
        base_rules_(base_rules),
        redeclared_(redeclared),
        duplicates_(duplicates),
        deselections_(deselections),
        redeclarations_(redeclarations),
        redeclaration_rules_(redeclaration_rules) {}

  /// Fills the group of a class. @returns the group @pre type.kind is kClass
  Group* Build(const ResolvedType& type, Group* group);

 private:
  /// @param derived the class that extends this one; null: the class of the group
  /// @param is_protected whether the extends-clause is
  Scope* AddPart(Group& group, const ResolvedType& type, Scope* derived, bool is_protected = false);
  void AddExtends(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  void AddClasses(Group& group, Scope& part, const Modifiers& modifiers);
  void AddClass(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  void AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  void CheckModifiers(const Modifiers& modifiers, const Scope& scope);
  void CheckModifiesPublic(const Modifier& modifier, Group& group);
  const BodyNames* NamesOf(const ast::Class& definition, ir::ClassId cls);

  Instantiation& data_;
  Reports& reports_;
  ModifierReader& modifiers_;
  Names& names_;
  Classes& classes_;
  BaseRules& base_rules_;
  RedeclaredElements& redeclared_;
  DuplicateElements& duplicates_;
  Deselections& deselections_;
  Redeclarations& redeclarations_;
  RedeclarationRules& redeclaration_rules_;
  std::map<std::pair<const ast::Class*, ir::ClassId>, BodyNames> names_of_body_;
};

}  // namespace stiction
