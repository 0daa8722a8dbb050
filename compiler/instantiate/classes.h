// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Resolves classes to types (MLS 4.5, 5.6.1): a short class, or a type that extends a predefined one, stands for its
/// base; other classes stand for their definition. Enters classes in which names are looked up.
class Classes {
 public:
  Classes(Instantiation& data, Reports& reports, ModifierReader& modifiers, Names& names, Groups& groups,
          BaseRules& base_rules)
      : data_(data),
        reports_(reports),
        modifiers_(modifiers),
        names_(names),
        groups_(groups),
        base_rules_(base_rules) {}

  ResolvedType Resolve(ClassElement& element);
  /// Reports a name that leads to no class.
  ResolvedType ResolveName(Scope* scope, const ast::Name& name);
  /// The scope in a class without modifications; null of the invalid id, the top level.
  Scope* StaticScope(ir::ClassId id);
  /// The elements of a class, to look up further parts of a name in; null if it has none.
  Group* Enter(ClassElement& element);

 private:
  ResolvedType ResolveDefined(const ClassElement& element, const ast::Class& definition);
  ResolvedType ResolveShort(const ast::Class& definition, Scope* scope, const Modifiers& modifiers);
  std::optional<ResolvedType> AsOnlyBase(const ResolvedType& type);
  ir::EnumerationId EnumerationOf(const ast::Class& definition, const std::string& name);
  /// The inner class for which an outer one stands; the class itself if there is none (MLS 5.4).
  ClassElement& InnerOf(ClassElement& element);

  Instantiation& data_;
  Reports& reports_;
  ModifierReader& modifiers_;
  Names& names_;
  Groups& groups_;
  BaseRules& base_rules_;
  std::map<ir::ClassId, Group*> static_groups_;
  std::map<const ast::Class*, ir::EnumerationId> enumeration_ids_;
};

}  // namespace stiction
