// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string_view>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What a class may extend (MLS 4.5.2, 4.6, 5.6.1, 7.1).
class BaseRules {
 public:
  BaseRules(Instantiation& data, Reports& reports, Names& names) : data_(data), reports_(reports), names_(names) {}

  /// Reports what is wrong with an extends-clause. @param base what it names
  void Check(Scope& part, const ast::Extends& extends, const ResolvedType& base);
  /// Reports the base of a short class that is of the wrong kind.
  void CheckShort(const ast::Class& definition, const ResolvedType& base);
  /// Reports what constrains an element and is replaceable itself (MLS 7.1.4).
  void CheckConstraint(Scope& part, const ast::Element& element);

 private:
  void CheckKind(const ast::Class& derived, const ResolvedType& base, Span span);
  void CheckExpandable(const ast::Class& derived, const ast::Class& base, Span span);
  void CheckAlone(const ast::Class& derived, const ast::Extends& extends, const ResolvedType& base);
  void CheckName(Scope& part, const ast::Name& name);
  void CheckNotReplaceable(Scope& part, const ast::Name& name, std::string_view what, std::string_view hint);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  std::set<const ast::Extends*> checked_;
  std::set<const ast::Element*> constraints_;
  std::set<const ast::Class*> told_;  // classes of which it was told that a base does not stand alone
};

}  // namespace stiction
