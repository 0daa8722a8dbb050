// SPDX-License-Identifier: BSD-3-Clause
// What a name means where it stands, as far as the text alone tells: modifications are not applied, a replaceable class
// is the declared one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/resolve/class_lookup.h"

namespace stiction::editor {

/// What was declared: exactly one of class, component, literal, index and predefined is set.
struct Declaration {
  ir::ClassId cls;
  const ast::Component* component = nullptr;
  const ast::EnumerationLiteral* literal = nullptr;
  const ast::Identifier* index = nullptr;  // of a loop
  std::string predefined;                  // a type or attribute of the language: "Real", "start"
  ir::ClassId owner;                       // of a component: the class that declares it; of a literal: the enumeration

  explicit operator bool() const { return cls || component || literal || index || !predefined.empty(); }
};

/// A thing of a class or a scope, for lists.
struct NamedDeclaration {
  std::string name;
  Declaration declaration;
};

class Meaning {
 public:
  Meaning(ClassLookup& lookup, Loader& loader, const ir::ClassTree& tree)
      : lookup_(lookup), loader_(loader), tree_(tree) {}

  /// The first identifier of a name (MLS 5.3.1), in a class.
  Declaration First(ir::ClassId scope, const std::string& name);
  /// An identifier behind a dot, or of a modifier (MLS 5.3.2).
  Declaration Member(const Declaration& of, const std::string& name);
  Declaration OfParts(ir::ClassId scope, const std::vector<std::string>& parts, bool global);

  /// The class of a component, or the class itself. Invalid for a type of the language.
  ir::ClassId ClassOf(const Declaration& declaration);
  /// The predefined type or the enumeration that a class is in the end: "Real"; empty for what has members.
  std::string PredefinedTypeOf(const Declaration& declaration);
  /// The value of an attribute such as `unit`, of the innermost declaration that sets it.
  const ast::Expression* AttributeOf(const Declaration& declaration, std::string_view attribute);
  /// The value of a constant or parameter as a number, as far as numbers, constants and arithmetic tell it.
  std::optional<double> ValueOf(ir::ClassId scope, const ast::Expression& expression, int depth = 0);

  /// Components, nested classes and literals, inherited ones too.
  std::vector<NamedDeclaration> MembersOf(const Declaration& declaration);
  /// All that a name without dots may mean in a class.
  std::vector<NamedDeclaration> NamesIn(ir::ClassId scope);

  /// The identifier that declares it; null for what the language declares.
  const ast::Identifier* NameOf(const Declaration& declaration) const;

  const ast::Class& Definition(ir::ClassId id) const { return lookup_.Definition(id); }
  const std::string& FullName(ir::ClassId id) const { return tree_.classes[id.index()].full_name; }
  ir::ClassId Nested(ir::ClassId parent, const std::string& name) { return loader_.Nested(parent, name); }

 private:
  Declaration OwnMember(ir::ClassId cls, const std::string& name);
  Declaration Imported(ir::ClassId scope, const std::string& name);
  ir::ClassId Enumeration(ir::ClassId cls);
  void AddMembers(ir::ClassId cls, std::vector<NamedDeclaration>& members, int depth);
  void AddImports(ir::ClassId scope, std::vector<NamedDeclaration>& names);

  ClassLookup& lookup_;
  Loader& loader_;
  const ir::ClassTree& tree_;
};

}  // namespace stiction::editor
