// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

struct Found;

/// Binds references: names become iterators, variables of functions, components, constants, enumeration literals and
/// types (MLS 5.3, 10.5). All functions return null, or false, after a report.
class References {
 public:
  References(Instantiation& data, Reports& reports, Names& names, Classes& classes, Groups& groups,
             Components& components, Expressions& expressions, Calls& calls, OuterDeclarations& outers,
             ReferenceRules& rules)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        groups_(groups),
        components_(components),
        expressions_(expressions),
        calls_(calls),
        outers_(outers),
        rules_(rules) {}

  /// @returns null also of a component that a condition removed, where the context drops such
  ir::BoundPtr Bind(const ast::ComponentReference& reference, Context& context);

 private:
  ir::BoundPtr BindIterator(const ast::ComponentReference& reference, int32_t number, Context& context);
  ir::BoundPtr BindComponent(const ast::ComponentReference& reference, const Found& found, Context& context);
  /// The parts of a reference from the one that names this instance.
  ir::BoundPtr BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                 Context& context);
  ir::BoundPtr BindLocalPath(const ast::ComponentReference& reference, Group& group, Context& context);
  ir::BoundPtr BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context);
  /// Binds the subscripts of the part with which `bound` ends.
  bool BindPartSubscripts(const ast::ComponentReference::Part& part, const ir::BoundPtr& bound, Context& context);
  /// The instance in which a member is looked up: of an array an element that has it, if there is one.
  ir::InstanceId HolderOf(ir::InstanceId id, const std::string& member);
  /// The values of an enumeration or Boolean as a range or an array; other types are reported.
  ir::BoundPtr AllValuesOf(const ResolvedType& type, const std::string& name, Span span);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Groups& groups_;
  Components& components_;
  Expressions& expressions_;
  Calls& calls_;
  OuterDeclarations& outers_;
  ReferenceRules& rules_;
};

}  // namespace stiction
