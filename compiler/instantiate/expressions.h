// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Binds expressions (MLS 3, 10): operators, arrays, subscripts and comprehensions. References, iterators and calls are
/// bound by classes of their own. All functions return null, or false, after a report.
class Expressions {
 public:
  Expressions(Instantiation& data, Reports& reports, References& references, Iterators& iterators, Calls& calls)
      : data_(data), reports_(reports), references_(references), iterators_(iterators), calls_(calls) {}

  ir::BoundPtr Bind(const ast::Expression& e, Context& context);
  ir::BoundPtr Bind(const ast::Expression& e, Scope* scope);
  /// `body for indices`
  ir::BoundPtr BindComprehension(const ast::Expression& body, const std::vector<ast::ForIndex>& indices, Span span,
                                 Context& context);
  /// @param of what is subscripted, the size of which `end` is
  bool BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                      const ir::BoundPtr& of, Context& context);

 private:
  bool BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context);
  ir::BoundPtr BindMatrix(const ast::Expression& e, Context& context);
  ir::BoundPtr BindEnd(Span span, const Context& context);

  Instantiation& data_;
  Reports& reports_;
  References& references_;
  Iterators& iterators_;
  Calls& calls_;
};

}  // namespace stiction
