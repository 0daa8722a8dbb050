// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/instantiate/scope.h"
#include "compiler/ir/instances/instance_tree.h"

namespace stiction {

// The classes of this phase, each in the header of its name. Those of the first two groups know no instances.
class Reports;         // errors and warnings
class ModifierReader;  // modifications as environments
class Names;           // lookup
class Classes;         // types of classes
class BaseRules;       // what a class may extend

class Groups;              // elements of classes
class RedeclaredElements;  // elements in the place of others
class DuplicateElements;   // elements of one name
class Deselections;        // what is left out of a base class
class Redeclarations;      // comparison with the constraining type
class RedeclarationRules;  // what may be redeclared

class ComponentRules;       // prefixes and classes that components can have
class Components;           // instances of declared components
class ComponentDimensions;  // their dimensions
class AlikeElements;        // elements of component arrays that are like others
class InnerComponents;      // components for which outer ones stand
class OuterDeclarations;    // what outer components ask of the inner ones
class Bindings;             // values and attributes of instances
class Expressions;          // expressions
class References;           // references with bound names
class ReferenceRules;       // what they may name
class Iterators;            // iterators of loops and comprehensions
class Calls;                // calls of functions and built-in operators
class Equations;            // equations and statements
class SettingModifiers;     // `--set`

class Functions;            // functions that are called
class FunctionVariables;    // their variables
class FunctionAnnotations;  // their annotations
class ExternalInterfaces;   // their external clauses
class ExternalObjects;      // classes that extend ExternalObject
class Operators;            // operators of operator records

class ExpandableConnects;  // connects that name expandable connectors
class AddedElements;       // elements that connects add to expandable connectors
class Expandables;         // the elaboration of expandable connectors

/// The most definitions and base classes that may lead to one another; a class beyond it is taken for a cycle.
constexpr int kMaxDefinitions = 100;

/// Thrown where something of an element of a component array turns out to depend on which element it is.
struct ElementsDiffer {};

/// Progress of an instance that is expanded or bound on demand.
enum class State : uint8_t { kNew, kRunning, kDone };

/// Working state of an instance while the tree grows.
struct Work {
  const ComponentElement* element = nullptr;
  Modifiers modifiers;
  Group* group = nullptr;  // of a composite
  State expanded = State::kNew;
  State bound = State::kNew;
  bool is_broken = false;    // its class is not known
  bool is_alike = false;     // an array: its elements are like the first
  bool value_ready = false;  // bound with all that the value depends on
  bool is_removed =
      false;              // its condition is false, or it is an element of an expandable connector that is not present
  bool is_added = false;  // a connect added it to an expandable connector (MLS 9.1.3)
  bool is_sizeless = false;  // it is declared in an expandable connector with the size `:`
};

/// Context in which an expression, an equation or a statement is bound.
struct Context {
  Scope* scope = nullptr;
  std::vector<std::pair<std::string, int32_t>> iterators;
  std::vector<std::pair<ir::BoundPtr, int32_t>> ends;  // what `end` belongs to
  bool in_connect = false;                             // an end: a removed component is no error
  size_t part_limit = SIZE_MAX;                        // a reference is bound up to this part ...
  bool bare_last = false;                              // ... and this part without its subscripts
  bool in_model = false;                               // statements: of a model, not of a function
  int loops = 0;                                       // statements: around them
  bool in_when = false;                                // equations and statements: in a when-clause
  int statements_around = 0;                           // loops, branches and when-statements
};

/// The type of the index of one dimension (MLS 10.5.1).
struct IndexType {
  ir::ScalarType scalar = ir::ScalarType::kInteger;
  ir::EnumerationId enumeration;

  bool operator==(const IndexType&) const = default;
};

/// The tree of one model while it is built, and the scopes and groups that names are looked up in. Instances, scopes
/// and groups never move.
struct Instantiation {
  const ir::ClassNode& At(ir::ClassId id) const { return classes.classes[id.index()]; }
  ir::Instance& At(ir::InstanceId id) { return tree.instances[id.index()]; }
  ir::FunctionInstance& At(ir::FunctionInstanceId id) { return tree.functions[id.index()]; }
  ir::Enumeration& At(ir::EnumerationId id) { return tree.enumerations[id.index()]; }
  Work& WorkOf(ir::InstanceId id) { return work[id.index()]; }

  Group* NewGroup() { return &groups.emplace_back(); }
  Scope* NewScope() { return &scopes.emplace_back(); }
  /// @throws ModelTooLarge
  ir::InstanceId NewInstance(ir::InstanceId parent, InternedText name);
  /// Adds an element to an array, with the index and what it has of the array. @throws ModelTooLarge
  ir::InstanceId NewElement(ir::InstanceId array, std::vector<int64_t> index);
  void AddChild(ir::InstanceId parent, ir::InstanceId child);
  /// The component of a composite that has this name, unless its condition is false.
  std::optional<ir::InstanceId> FindChild(ir::InstanceId id, const std::string& name);
  /// The inner component of a declaration `inner outer` in a composite, where its name stands for the outer one
  /// (MLS 5.4).
  std::optional<ir::InstanceId> OwnInner(ir::InstanceId id, const std::string& name) const;
  /// True if a composite has a component of this name whose condition is false.
  bool IsRemoved(ir::InstanceId id, const std::string& name);
  /// A nested class as a class body declares it, without modifications.
  ClassElement DeclaredClass(const ast::Element& element, Scope& part) const;
  /// Notes that something in an instance depends on its place in the model. @throws ElementsDiffer
  void NoteOwnPlace(ir::InstanceId id);
  /// Notes the type of a value: its operators may be used if it is an operator record.
  void NoteType(const ResolvedType& type) {
    if (type.definition->kind != ast::ClassKind::kOperatorRecord) return;
    tree.operator_records[type.cls].name = At(type.cls).full_name;
  }

  const ir::ClassTree& classes;
  std::set<std::string, std::less<>> operators;  // names of those that occur in expressions, "'+'"
  int definitions_followed = 0;                  // definitions and base classes that lead to one another, at the moment
  bool share_elements;  // elements of component arrays with the same modification share what is bound
  ir::InstanceTree tree;
  std::deque<Work> work;  // by InstanceId
  /// Of components whose dimensions are being found: those that are known, as `A[:, size(A, 1)]` asks for (MLS 10.1).
  std::map<ir::InstanceId, std::vector<std::optional<int64_t>>> dims_so_far;
  std::map<std::pair<ir::InstanceId, std::string>, ir::InstanceId> own_inners;  // see OwnInner
  /// By dimension, of arrays of which one dimension at least is that of an enumeration or of Boolean.
  std::map<ir::InstanceId, std::vector<IndexType>> index_types;
  std::deque<Group> groups;
  std::deque<Scope> scopes;
};

}  // namespace stiction
