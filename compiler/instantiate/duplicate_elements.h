// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Elements of one name in one class: the same, inherited on two ways, or an error (MLS 5.6.1.4, 7.1).
class DuplicateElements {
 public:
  DuplicateElements(Reports& reports, Names& names, Classes& classes)
      : reports_(reports), names_(names), classes_(classes) {}

  /// Adds a component that is declared or inherited already, and not redeclared.
  /// @param part the class body that declares it
  void Add(ComponentElement& first, ComponentElement entry, const Group& group, const Scope& part);
  void Check(const ClassElement& first, const ClassElement& second);
  /// Reports a component and a class of one name.
  void ReportTwoKinds(const std::string& name, Span span, Span other, const Group& group);

 private:
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  std::map<std::pair<const ast::Class*, const ast::Class*>, bool> same_contents_;
};

}  // namespace stiction
