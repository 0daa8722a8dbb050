// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What can be redeclared, and how (MLS 7.3, 7.3.3). The types are compared by Redeclarations.
class RedeclarationRules {
 public:
  RedeclarationRules(const Instantiation& data, Reports& reports) : data_(data), reports_(reports) {}

  /// Checks the redeclaration of an element by a modifier.
  /// @param modifiers those of its class, outermost first; the first redeclaration among them is the one
  /// @returns whether it can be redeclared
  bool CheckModifier(const ast::Element& element, const Modifiers& modifiers, std::string_view name);
  /// Reports that a class is redeclared as a component, or the other way round.
  void ReportOtherKind(const ast::Element& element, Span span);
  /// Checks an element `redeclare ...` of a class against what it inherits under that name.
  void CheckElement(const ComponentElement& original, const ComponentElement& replacement);
  void CheckElement(const ClassElement& original, const ClassElement& replacement);
  /// Checks that the elements `redeclare ...` of a class body inherit something to redeclare.
  void CheckInherited(const Scope& part);
  /// Checks that an element `redeclare ...` is neither redeclared nor modified in the extends-clause as well.
  /// @param own the modifiers of an extends-clause of the class body; loses those that an element repeats
  void CheckOnce(const Scope& part, Modifiers& own);

 private:
  void ReportNotReplaceable(std::string_view what, const std::string& name, Span span, Span declared);
  void ReportFinal(const std::string& name, Span span, Span declared);
  void CheckCondition(const ast::Component& component);
  void CheckConstant(const ast::Component& component, Span span);
  void CheckVisibility(const std::string& name, bool was_protected, bool is_protected, Span span, Span declared);

  const Instantiation& data_;
  Reports& reports_;
};

}  // namespace stiction
