// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "compiler/instantiate/instantiation.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Result of a lookup: a component of a group, or a class, or nothing.
struct Found {
  explicit operator bool() const { return group || element; }
  bool IsProtected() const;
  /// The name in its declaration; no place if it is predefined.
  Span declared() const;

  Group* group = nullptr;           // of the component
  std::string name;                 // of the component
  ClassElement* element = nullptr;  // the class
};

/// The name that a reference without subscripts is.
ast::Name NameOf(const ast::ComponentReference& reference);

/// Name lookup (MLS 5.3): enclosing scopes, imports, the top level with the predefined types.
class Names {
 public:
  Names(Instantiation& data, Reports& reports, Classes& classes);

  /// @param global whether the name is written with a leading dot
  Found LookUp(Scope* scope, std::string_view name, bool global = false);
  static Found FindIn(Group& group, std::string_view name);
  /// @returns null after reporting that there is no such class
  ClassElement* FindClass(Scope* scope, const ast::Name& name);

  /// The first class of a path of classes that is replaceable, or null.
  ClassElement* FindReplaceable(Scope* scope, const ast::Name& name, int depth = 0);
  /// Reports a protected element that is found in a class or a component with a dot (MLS 4.1).
  void CheckPublic(const Found& found, const Scope* holder, Span span);
  /// Reports what cannot be found with a dot in a class (MLS 4.1, 5.3.2).
  /// @param inside its elements
  void CheckFoundInClass(const Found& found, const ClassElement& holder, const Group& inside, Span span);

  /// "Modelica.Blocks", as messages call a scope.
  std::string ScopeName(const Scope* scope) const;
  std::vector<std::string> VisibleNames(Scope* scope) const;
  /// Names of the classes in a package directory that were not read.
  std::vector<std::string> UnreadClasses(const Scope& scope) const {
    return scope.cls ? data_.At(scope.cls).unread : std::vector<std::string>();
  }
  /// Reports the name unless a base class that might declare it is not known.
  void ReportUnknown(DiagnosticKind kind, Span span, std::string_view name, Scope* scope);
  /// A question about what was meant; empty if nothing is near.
  /// The import clause that gives a name where it is looked up; null: none does.
  static const ast::Import* ImportOf(const Scope* scope, std::string_view name);
  std::string NearUnknown(std::string_view name, Scope* scope, bool is_class);

 private:
  Found LookUpGlobal(std::string_view name);
  Found LookUpImport(Scope* scope, std::string_view name);
  Found LookUpUnqualifiedImport(Scope* scope, std::string_view name);
  /// A full name from the top level, as imports have them.
  /// @param scope where the import stands
  Found FindPath(const Scope* scope, const ast::Name& name);
  /// Reports an import from something else than a package (MLS 13.2.1).
  void CheckImportsFromPackage(const Scope* scope, const Group& holder, Span span);
  Found FindInPackage(const Scope* scope, const ast::Name& package, std::string_view name);

  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  std::map<std::string, ClassElement, std::less<>> top_level_;
};

}  // namespace stiction
