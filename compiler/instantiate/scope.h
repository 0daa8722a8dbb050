// SPDX-License-Identifier: BSD-3-Clause
// Scopes of name lookup: their elements, and the modifications that reach them (MLS 5, 7).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction {

/// A function that a function is given as an argument, with those of its inputs that have values already
/// (MLS 12.4.2.1).
struct Functional {
  ir::FunctionInstanceId function;
  std::vector<int32_t> given;  // variables of `function`
  int32_t first_local = 0;     // where it is called: the variable that holds the first of these values, then the others

  friend auto operator<=>(const Functional&, const Functional&) = default;
};

struct Scope;
struct Group;

/// One step of the path from a modified class to what a modification gives a value to.
struct ModifierStep {
  std::string name;
  bool each = false;
  bool final = false;
  Span span;
  std::vector<int64_t> index;  // of a setting: the element of an array (`a[2]`), or its leading subscripts
};

/// The steps from a modified class to what is modified. What remains after the first shares the memory of all.
class ModifierPath {
 public:
  ModifierPath() = default;
  explicit ModifierPath(std::vector<ModifierStep> steps)
      : steps_(std::make_shared<const std::vector<ModifierStep>>(std::move(steps))) {}

  size_t size() const { return steps_ ? steps_->size() - first_ : 0; }
  bool empty() const { return size() == 0; }
  const ModifierStep& operator[](size_t i) const { return (*steps_)[first_ + i]; }
  const ModifierStep& front() const { return (*this)[0]; }
  const ModifierStep* begin() const { return steps_ ? steps_->data() + first_ : nullptr; }
  const ModifierStep* end() const { return begin() + size(); }
  /// @pre not empty
  ModifierPath WithoutFirst() const {
    ModifierPath rest = *this;
    ++rest.first_;
    return rest;
  }

 private:
  std::shared_ptr<const std::vector<ModifierStep>> steps_;
  size_t first_ = 0;
};

/// One leaf of a modification: the path to it and its value. A modifier environment is a list of them, outermost
/// first: the first that fits wins (MLS 7.2.4).
struct Modifier {
  ModifierPath path;
  const ast::Expression* value = nullptr;
  ir::BoundPtr bound;  // a value bound already (member of a record's binding)
  const ast::ModificationArgument* redeclare = nullptr;
  bool is_break = false;            // `= break`: no value
  bool is_final = false;            // a step already taken was final
  bool of_array = false;            // it went through a component array, with `each` or without
  bool of_component = false;        // a component's modifier of what is in it: of public elements only (MLS 4.1)
  bool of_type = false;             // a type gives it, to each element of an array of that type
  bool is_deselection = false;      // `break name`: the base class is extended without this component (MLS 7.4)
  Scope* scope = nullptr;           // where it was written
  std::vector<int64_t> subscripts;  // of the elements of component arrays that it went through
  std::vector<int64_t> extents;     // the sizes of these arrays, one for each subscript
  std::vector<int64_t> element;     // it is for this element of the array that it has reached; empty: for all
  int32_t setting = 0;              // its place among the settings from outside, from 1; 0: written in the model
  Span span;

  bool HasValue() const { return value != nullptr || bound != nullptr || is_break; }
};
using Modifiers = std::vector<Modifier>;

/// A nested class as seen in one group: with the modifications and the redeclaration that reach it.
struct ClassElement {
  std::string name;
  ir::ClassId cls;                         // invalid: predefined, or a redeclaration in a modifier
  const ast::Class* definition = nullptr;  // null: a predefined type
  ir::ScalarType predefined = ir::ScalarType::kReal;
  ir::EnumerationId enumeration;  // predefined enumerations
  bool unsupported = false;       // predefined, not compiled (ExternalObject)
  Scope* scope = nullptr;         // the lexically enclosing one
  const ast::Element* element = nullptr;
  bool is_protected = false;
  const ast::ModificationArgument* redeclared_by = nullptr;  // the modifier that gave the definition
  Modifiers modifiers;
  Modifiers constraint;                    // what holds for its redeclarations, too (MLS 7.3.2)
  std::shared_ptr<ClassElement> replaced;  // of `redeclare class extends`: the inherited class (MLS 7.3.1)
  Group* entered = nullptr;                // its elements, where it is used as a package with modifications
};

/// A type name followed through short classes: what it stands for in the end.
struct ResolvedType {
  enum class Kind { kError, kScalar, kClass };
  Kind kind = Kind::kError;
  ir::ScalarType scalar = ir::ScalarType::kReal;
  ir::EnumerationId enumeration;
  ir::ClassId cls;                         // kClass: a long class
  const ast::Class* definition = nullptr;  // kClass
  std::shared_ptr<ClassElement> replaced;  // kClass: of `class extends`
  Scope* parent = nullptr;                 // kClass: its lexically enclosing scope
  Modifiers modifiers;
  struct Dimension {
    const ast::Subscript* subscript;
    Scope* scope;
  };
  std::vector<Dimension> dims;  // of short classes
  ast::TypePrefix prefix;       // of short classes
  ast::ClassKind restriction = ast::ClassKind::kClass;
  bool is_partial = false;
};

/// A declared component with the modifications that reach it through `extends` and from outside.
struct ComponentElement {
  /// Takes over what a redeclaration leaves open of what it replaces: prefixes, dimensions, the condition (MLS 7.3).
  void InheritFrom(const ComponentElement& replaced);

  std::string name;
  const ast::Component* declaration = nullptr;
  const ast::Element* element = nullptr;
  Scope* scope = nullptr;  // where it is declared
  Modifiers modifiers;
  Modifiers constraint;  // what holds for its redeclarations, too (MLS 7.3.2)
  ast::TypePrefix prefix;
  std::vector<ResolvedType::Dimension> dims;  // those of the declaration, not of its type
  const ast::Expression* condition = nullptr;
  Scope* condition_scope = nullptr;
  bool inner = false;
  bool outer = false;
  bool is_deselected = false;  // the class is extended without it (MLS 7.4)
  bool is_protected = false;
  const ast::ModificationArgument* redeclared_by = nullptr;  // the modifier that gave the declaration
};

/// A component as one class body declares it, without modifications.
ComponentElement DeclaredComponent(const ast::Element& element, const ast::Component& declaration, Scope* scope);

/// Names declared in a class body, and its imports.
struct BodyNames {
  std::set<std::string, std::less<>> declared;
  std::vector<const ast::Import*> imports;
};

/// One class body of a group: the class itself or one of its base classes.
struct Scope {
  ir::ClassId cls;
  const ast::Class* definition = nullptr;
  Scope* parent = nullptr;  // lexically enclosing; null: top level
  Group* group = nullptr;
  std::vector<Scope*> bases;
  std::vector<const ast::ModificationArgument*> deselected;  // connects without which it is extended (MLS 7.4)
  bool is_protected = false;                                 // of a base class: what it brings in is (MLS 7.1.2)
  const BodyNames* names = nullptr;                          // shared by all scopes of this body
};

/// The elements of a class, own and inherited: of an instance, of a function, or of a package.
struct Group {
  Scope* main = nullptr;
  ir::InstanceId instance;  // the composite; invalid: a package or a function
  bool is_function = false;
  bool is_broken = false;          // a base class is not known: what is missing may be in it
  std::vector<std::string> order;  // of the components
  std::map<std::string, ComponentElement, std::less<>> components;
  std::map<std::string, ClassElement, std::less<>> classes;
  std::vector<Scope*> parts;                                     // base classes first, as their equations stand
  std::set<std::string, std::less<>> removed;                    // components whose condition is false
  std::set<std::string, std::less<>> absent;                     // of an expandable connector: declared, not present
  std::map<std::string, ir::InstanceId, std::less<>> constants;  // of a package: as far as used
  std::map<std::string, int32_t, std::less<>> locals;            // of a function
  std::map<std::string, Functional, std::less<>> functionals;    // of a function: the functions that it was given
};

/// True if a class body or one of its base classes declares the name.
bool Declares(const Scope& scope, std::string_view name);

/// True if a base class of an enclosing class is unknown: a name that is not found may be declared there.
bool IsBroken(const Scope* scope);

/// The modifiers of an element, out of those of its class; redeclarations of the element itself are not among them.
Modifiers Descend(const Modifiers& modifiers, std::string_view name);

/// True of a redeclaration of the element `name`.
bool IsRedeclaration(const Modifier& modifier, std::string_view name);

/// The redeclaration of the element `name`, or null.
const Modifier* FindRedeclaration(const Modifiers& modifiers, std::string_view name);

/// The modifiers of one element of a component array (MLS 7.2.5): what is not `each` is subscripted.
Modifiers SplitForElement(const Modifiers& modifiers, const std::vector<int64_t>& index,
                          const std::vector<int64_t>& dims);

/// True if the elements of a component array all get the same modifiers.
bool IsSameForElements(const Modifiers& modifiers);

/// The value that the environment gives to the modified element itself as a whole, or null.
const Modifier* FindValue(const Modifiers& modifiers);

/// The prefixes of a declaration, completed by those of its type (MLS 4.4.2.2).
ast::TypePrefix MergePrefix(ast::TypePrefix outer, const ast::TypePrefix& inner);

/// The dimensions of a component as they are written: of its declaration, then of its type.
std::vector<ResolvedType::Dimension> WrittenDimensions(const ComponentElement& element, const ResolvedType& type);

/// True if a class extends ExternalObject directly (MLS 12.9.7).
bool IsExternalObject(const ast::Class& definition);

}  // namespace stiction
