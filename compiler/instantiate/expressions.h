// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

struct Found;

/// Binds expressions: names become iterators, variables of functions, components, constants, enumeration literals and
/// types (MLS 3, 5.3, 10). All functions return null, or false, after a report.
class Expressions {
 public:
  Expressions(Instantiation& data, Reports& reports, Names& names, Classes& classes, Groups& groups,
              Components& components, Calls& calls, OuterDeclarations& outers)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        groups_(groups),
        components_(components),
        calls_(calls),
        outers_(outers) {}

  ir::BoundPtr Bind(const ast::Expression& e, Context& context);
  ir::BoundPtr Bind(const ast::Expression& e, Scope* scope);
  /// @returns null also of a component that a condition removed, where the context drops such
  ir::BoundPtr BindReference(const ast::ComponentReference& reference, Context& context);
  /// `body for indices`
  ir::BoundPtr BindComprehension(const ast::Expression& body, const std::vector<ast::ForIndex>& indices, Span span,
                                 Context& context);
  /// Adds the iterators to the context.
  /// @param used references in the body, from which ranges follow that are not written (MLS 11.2.2.3)
  bool BindIterators(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to, Context& context,
                     const UsedReferences& used);

 private:
  bool BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context);
  void CheckUnconditional(const ComponentElement& element, const ast::Identifier& name, const Context& context);
  void CheckTimeInModel(Span span, const Context& context);
  ir::BoundPtr BindMatrix(const ast::Expression& e, Context& context);
  ir::BoundPtr BindEnd(Span span, const Context& context);
  /// True of an element of an expandable connector, the size of which is no range (MLS 11.2.2.1).
  bool IsInExpandable(const ast::ComponentReference& reference, size_t part, const Context& context);
  /// The values over which the dimension of an array goes whose size is a type; null of other sizes (MLS 11.2.2.1).
  ir::BoundPtr ValuesOfDimension(const ast::ComponentReference& reference, size_t part, size_t dimension,
                                 const Context& context);
  ir::BoundPtr ImplicitRange(const ast::Identifier& name, const UsedReferences& used, Context& context);
  /// @param of what is subscripted, the size of which `end` is
  bool BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                      const ir::BoundPtr& of, Context& context);

  ir::BoundPtr BindIterator(const ast::ComponentReference& reference, int32_t number, Context& context);
  ir::BoundPtr BindComponent(const ast::ComponentReference& reference, const Found& found, Context& context);
  /// The parts of a reference from the one that names this instance.
  ir::BoundPtr BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                 Context& context);
  ir::BoundPtr BindLocalPath(const ast::ComponentReference& reference, Group& group, Context& context);
  ir::BoundPtr BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context);
  /// Binds the subscripts of the part with which `bound` ends.
  bool BindPartSubscripts(const ast::ComponentReference::Part& part, const ir::BoundPtr& bound, Context& context);
  std::optional<IndexType> TypeOfIndex(const ir::BoundExpression& index);
  void CheckIndexTypes(const std::vector<ir::BoundSubscript>& subscripts, ir::InstanceId id);
  bool CheckSubscriptCount(const ast::ComponentReference::Part& part, ir::InstanceId id);
  /// The instance in which a member is looked up: of an array an element that has it, if there is one.
  ir::InstanceId HolderOf(ir::InstanceId id, const std::string& member);
  /// Reports an element that only connects added to an expandable connector, and an array of unknown size as a whole:
  /// expressions cannot read those (MLS 9.1.3).
  bool CheckElementOfExpandable(const ast::ComponentReference::Part& part, ir::InstanceId id, const Context& context);
  void ReportAbsent(const ast::Identifier& name, ir::InstanceId holder);
  void ReportNoMember(ir::InstanceId holder, const ast::Identifier& name, const ast::Identifier& member,
                      const Context& context);
  /// The values of an enumeration or Boolean as a range or an array; other types are reported.
  ir::BoundPtr AllValuesOf(const ResolvedType& type, const std::string& name, Span span);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Groups& groups_;
  Components& components_;
  Calls& calls_;
  OuterDeclarations& outers_;
  int32_t next_iterator_ = 0;
};

}  // namespace stiction
