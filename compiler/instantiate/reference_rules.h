// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What references may name, and with which subscripts (MLS 3.6.7, 4.4.5, 9.1.3, 10.5.1).
class ReferenceRules {
 public:
  ReferenceRules(Instantiation& data, Reports& reports) : data_(data), reports_(reports) {}

  /// Reports a component with a condition that is neither modified nor connected.
  void CheckUnconditional(const ComponentElement& element, const ast::Identifier& name, const Context& context);
  /// Reports `time` outside of models and blocks.
  void CheckTimeInModel(Span span, const Context& context);
  void CheckIndexTypes(const std::vector<ir::BoundSubscript>& subscripts, ir::InstanceId id);
  /// @returns false if there are more subscripts than dimensions
  bool CheckSubscriptCount(const ast::ComponentReference::Part& part, ir::InstanceId id);
  /// Reports an element that only connects added to an expandable connector, and an array of unknown size as a whole:
  /// expressions cannot read those (MLS 9.1.3).
  bool CheckElementOfExpandable(const ast::ComponentReference::Part& part, ir::InstanceId id, const Context& context);
  /// Reports an element of an expandable connector that is declared, and not present.
  void ReportAbsent(const ast::Identifier& name, ir::InstanceId holder);
  /// Reports that an instance has no such component, unless why is told already. @param name of the instance
  void ReportNoMember(ir::InstanceId holder, const ast::Identifier& name, const ast::Identifier& member,
                      const Context& context);

 private:
  std::optional<IndexType> TypeOfIndex(const ir::BoundExpression& index);

  Instantiation& data_;
  Reports& reports_;
};

}  // namespace stiction
