// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Thrown where something of an element of a component array turns out to depend on which element it is.
struct ElementsDiffer {};

/// Makes instances of declared components and expands them: type, merged prefixes, dimensions, elements, children
/// without those whose condition is false, and inner components for outer ones (MLS 4.4, 5.4, 10.1).
///
/// Elements of a component array that get the same modifiers are alike (MLS 7.2.5): names in the first are looked up,
/// and the first is expanded and bound; the others are made after it.
class Components {
 public:
  Components(Instantiation& data, Reports& reports, ModifierReader& modifiers, Names& names, Classes& classes,
             Groups& groups, Bindings& bindings, Expressions& expressions, ExternalObjects& objects,
             OuterDeclarations& outers, ComponentRules& rules)
      : data_(data),
        reports_(reports),
        modifiers_(modifiers),
        names_(names),
        classes_(classes),
        groups_(groups),
        bindings_(bindings),
        expressions_(expressions),
        objects_(objects),
        outers_(outers),
        rules_(rules) {}

  void Expand(ir::InstanceId id);
  /// Expands an instance and all in it.
  void ExpandAll(ir::InstanceId id);
  void ExpandComposite(ir::InstanceId id, const ResolvedType& type);
  /// A constant of a package or of a class used like one, as an instance outside the model.
  /// @returns the invalid id after reporting that it is none
  ir::InstanceId ConstantOf(Group& group, const std::string& name, Span use);
  void AddChild(ir::InstanceId parent, ir::InstanceId child);
  /// Adds an element to an array, with the index and what it has of the array.
  ir::InstanceId NewElement(ir::InstanceId array, std::vector<int64_t> index);
  /// Makes an instance a composite of the class of another one, with all that modifies it there but its own value.
  /// @param like an expanded composite that is declared, or the element of a declared array
  void ExpandLike(ir::InstanceId id, ir::InstanceId like);
  /// Makes an element of an array of composites what the declaration of the array says.
  void ExpandElement(ir::InstanceId element);
  std::optional<ir::InstanceId> FindInner(ir::InstanceId from, const std::string& name);
  /// Notes that something in an instance depends on its place in the model. @throws ElementsDiffer
  void NoteOwnPlace(ir::InstanceId id);

 private:
  ir::InstanceId NewComponent(ir::InstanceId parent, const ComponentElement& element);
  void CreateChildren(ir::InstanceId id);
  bool IsConditionFalse(const ComponentElement& element);
  /// @returns false if the expression has no value for another reason
  bool ReportMissingValue(const ir::BoundExpression& expression, const std::string& what);
  void NoteOuterOutput(ir::InstanceId id, const ComponentElement& element, ir::InstanceId inner);
  /// The component for which an outer component stands.
  std::optional<ir::InstanceId> InnerOf(ir::InstanceId parent, const ComponentElement& element);
  /// The one component of the model for all that look for an inner component of this name and class in vain.
  ir::InstanceId DefaultInner(const ComponentElement& element, const ResolvedType& type);

  /// The dimensions of a component of this type, empty of a scalar.
  /// @returns nothing after reporting that they are not known, or that the array would be too large
  std::optional<std::vector<int64_t>> DimsOf(ir::InstanceId id, const ResolvedType& type);
  std::optional<std::vector<int64_t>> FindDims(ir::InstanceId id, const ResolvedType& type,
                                               const std::vector<ResolvedType::Dimension>& written);
  /// The dimensions of the value that is given to a component with an open size. @param count the least number of them
  std::optional<std::vector<int64_t>> DimsOfValue(ir::InstanceId id, const ResolvedType& type, size_t count, Span open);
  std::optional<int64_t> SizeOf(ir::InstanceId id, size_t d, const ResolvedType::Dimension& dimension);
  void NoteIndexType(ir::InstanceId id, size_t d, const ir::BoundExpression& values);

  /// True of a variable in an expandable connector: the size `:` is what connects make of it (MLS 9.1.3).
  bool MayBeSizeless(ir::InstanceId id);
  void ExpandTyped(ir::InstanceId id);
  /// Returns true if a component can be of this class; else reports why not.
  bool CheckClass(ir::InstanceId id, const ResolvedType& type);
  /// Reports flow variables of an operator record that cannot be added up (MLS 9.2).
  void CheckFlowOfOperatorRecord(ir::InstanceId id);
  void ExpandObject(ir::InstanceId id, const ResolvedType& type);
  void ExpandArray(ir::InstanceId id, const ResolvedType& type, const std::vector<int64_t>& dims);
  /// The type of one element of an array of composites. @param outer the modifiers of the array
  ResolvedType TypeOfElement(const ResolvedType& type, const Modifiers& outer, const std::vector<int64_t>& index,
                             const std::vector<int64_t>& dims);
  /// @param other an element of the same array, or the element in the place of which this one stands
  void MakeAlike(ir::InstanceId element, ir::InstanceId other);
  void ExpandAlike(ir::InstanceId id);
  void CreateAlikeChildren(ir::InstanceId id);
  bool IsRecursive(ir::InstanceId id, ir::ClassId cls);

  Instantiation& data_;
  Reports& reports_;
  ModifierReader& modifiers_;
  Names& names_;
  Classes& classes_;
  Groups& groups_;
  Bindings& bindings_;
  Expressions& expressions_;
  ExternalObjects& objects_;
  OuterDeclarations& outers_;
  ComponentRules& rules_;
  std::map<std::tuple<std::string, const ast::Class*, const Scope*, ir::ScalarType, ir::EnumerationId>, ir::InstanceId>
      default_inners_;
};

}  // namespace stiction
