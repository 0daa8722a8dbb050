// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Makes instances of declared components and expands them: type, merged prefixes, elements, children without those
/// whose condition is false (MLS 4.4). Dimensions, inner components for outer ones, and elements of arrays that are
/// like others are found by classes of their own.
class Components {
 public:
  Components(Instantiation& data, Reports& reports, ModifierReader& modifiers, Names& names, Classes& classes,
             Groups& groups, Bindings& bindings, Expressions& expressions, ExternalObjects& objects,
             OuterDeclarations& outers, ComponentRules& rules, ComponentDimensions& dimensions, InnerComponents& inners,
             AlikeElements& alikes)
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
        rules_(rules),
        dimensions_(dimensions),
        inners_(inners),
        alikes_(alikes) {}

  void Expand(ir::InstanceId id);
  /// Expands an instance and all in it.
  void ExpandAll(ir::InstanceId id);
  void ExpandComposite(ir::InstanceId id, const ResolvedType& type);
  /// A constant of a package or of a class used like one, as an instance outside the model.
  /// @returns the invalid id after reporting that it is none
  ir::InstanceId ConstantOf(Group& group, const std::string& name, Span use);
  /// Makes an instance a composite of the class of another one, with all that modifies it there but its own value.
  /// @param like an expanded composite that is declared, or the element of a declared array
  void ExpandLike(ir::InstanceId id, ir::InstanceId like);
  /// Makes an element of an array of composites what the declaration of the array says.
  void ExpandElement(ir::InstanceId element);

 private:
  ir::InstanceId NewComponent(ir::InstanceId parent, const ComponentElement& element);
  void CreateChildren(ir::InstanceId id);
  bool IsConditionFalse(const ComponentElement& element);
  void NoteOuterOutput(ir::InstanceId id, const ComponentElement& element, ir::InstanceId inner);
  void ExpandTyped(ir::InstanceId id);
  void ExpandObject(ir::InstanceId id, const ResolvedType& type);
  void ExpandArray(ir::InstanceId id, const ResolvedType& type, const std::vector<int64_t>& dims);
  /// The type of one element of an array of composites. @param outer the modifiers of the array
  ResolvedType TypeOfElement(const ResolvedType& type, const Modifiers& outer, const std::vector<int64_t>& index,
                             const std::vector<int64_t>& dims);

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
  ComponentDimensions& dimensions_;
  InnerComponents& inners_;
  AlikeElements& alikes_;
};

}  // namespace stiction
