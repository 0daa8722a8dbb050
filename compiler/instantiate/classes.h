// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"
#include "compiler/instantiate/redeclaration_rules.h"

namespace stiction {

/// Resolves classes to types, and gathers the elements of classes in groups (MLS 5.6.1, 7).
///
/// A short class, or a type that extends a predefined one, stands for its base; other classes stand for their
/// definition. A group has the own and inherited elements of a class. Each comes with the modifications and the
/// redeclaration that reach it.
class Classes {
 public:
  Classes(Instantiation& data, Reports& reports, ModifierReader& modifiers, Names& names,
          Redeclarations& redeclarations, BaseRules& base_rules)
      : data_(data),
        reports_(reports),
        modifiers_(modifiers),
        names_(names),
        redeclarations_(redeclarations),
        base_rules_(base_rules) {}

  ResolvedType Resolve(ClassElement& element);
  /// Reports a name that leads to no class.
  ResolvedType ResolveName(Scope* scope, const ast::Name& name);
  /// The scope in a class without modifications; null of the invalid id, the top level.
  Scope* StaticScope(ir::ClassId id);
  /// The elements of a class, to look up further parts of a name in; null if it has none.
  Group* Enter(ClassElement& element);
  /// A nested class as a class body declares it, without modifications.
  ClassElement Declared(const ast::Element& element, Scope& part) const;
  /// Fills the group of a class. @returns the group @pre type.kind is kClass
  Group* BuildGroup(const ResolvedType& type, Group* group);

 private:
  ResolvedType ResolveDefined(const ClassElement& element, const ast::Class& definition);
  ResolvedType ResolveShort(const ast::Class& definition, Scope* scope, const Modifiers& modifiers);
  std::optional<ResolvedType> AsOnlyBase(const ResolvedType& type);
  ir::EnumerationId EnumerationOf(const ast::Class& definition, const std::string& name);

  /// @param derived the class that extends this one; null: the class of the group
  /// @param is_protected whether the extends-clause is
  Scope* AddPart(Group& group, const ResolvedType& type, Scope* derived, bool is_protected = false);
  void AddClasses(Group& group, Scope& part, const Modifiers& modifiers);
  void AddClass(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  void ReportTwoKinds(const std::string& name, Span span, Span other, const Group& group);
  template <class Element>
  void NoteRedeclared(const Element& original, const Element& replacement, const Modifiers& modifiers);
  void CheckTwin(const ClassElement& first, const ClassElement& second);
  void RedeclareClass(ClassElement& entry, const Modifiers& modifiers);
  /// What a declaration asks of its redeclarations beyond the type: the modifiers of its constraining clause, without
  /// one those of the declaration; of a redeclaration, those of its constraining clause only (MLS 7.3.2).
  Modifiers ConstraintOf(const ast::Element& element, Scope* scope);
  Modifiers ConstraintOf(const ast::ModificationArgument& redeclaration, Scope* scope);
  /// The inner class for which an outer one stands; the class itself if there is none (MLS 5.4).
  ClassElement& InnerOf(ClassElement& element);
  /// Notes the connects without which a base class is extended.
  void CheckDeselected(const Modifiers& own, Scope& base);
  void Deselect(const ast::Extends& extends, Scope& base);
  void AddExtends(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  void AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  /// @param own the modifiers of the declaration; after it those of the redeclaration
  /// @pre `modifiers` redeclare the component
  void RedeclareComponent(ComponentElement& entry, Modifiers& own, const Modifiers& modifiers, Scope& part);
  /// One that is declared or inherited already, and not redeclared.
  void AddAgain(ComponentElement& first, ComponentElement entry, const Group& group, const Scope& part);
  /// True of the redeclaration of a component with its own type that gives its dimensions (MLS 7.3.3).
  bool OnlyGivesDimensions(const ComponentElement& original, const Modifier& redeclaration);
  void CheckModifiers(const Modifiers& modifiers, const Scope& scope);
  void CheckModifiesPublic(const Modifier& modifier, Group& group);
  /// The modifiers that a short class gives to its base; none of other classes.
  Modifiers BaseArguments(const ast::Class& definition, Scope* scope);
  const BodyNames* NamesOf(const ast::Class& definition, ir::ClassId cls);

  Instantiation& data_;
  Reports& reports_;
  ModifierReader& modifiers_;
  Names& names_;
  Redeclarations& redeclarations_;
  BaseRules& base_rules_;
  RedeclarationRules redeclaration_rules_{data_, reports_};
  std::map<ir::ClassId, Group*> static_groups_;
  std::map<const ast::Class*, ir::EnumerationId> enumeration_ids_;
  std::map<std::pair<const ast::Class*, ir::ClassId>, BodyNames> names_of_body_;
  std::map<std::pair<const ast::Class*, const ast::Class*>, bool> same_contents_;
  int depth_ = 0;  // of the definitions and base classes that are being followed
};

}  // namespace stiction
