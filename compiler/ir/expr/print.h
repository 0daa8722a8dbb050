// SPDX-License-Identifier: BSD-3-Clause
// Expressions and functions as Modelica text: infix, with as few parentheses as the grammar allows, numbers in the
// shortest form that reads back to the same value.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"

namespace stiction::ir {

/// Names of the things to which an expression refers by id: each function appends one. A function that is left empty
/// prints as a letter and the number.
struct ExprNames {
  std::function<void(VariableId, std::string& to)> variable;
  std::function<void(EnumerationId, int ordinal, std::string& to)> literal;
  std::function<void(RelationId, std::string& to)> relation;
  const std::vector<Function>* functions = nullptr;
  /// The function whose body is printed: names of kLocal and kLocalElement.
  const Function* local = nullptr;
  /// An expression is a DAG and may be exponentially longer as text: past this many characters it ends in "...".
  size_t length_limit = 100'000;
};

/// "if c then a + b*x else noEvent(y)". A kToReal is silent, as in Modelica; a further output of a call prints as
/// "f(x).out", a partial derivative as "partial(f(x).out, in)".
std::string ToString(const ExprPool& pool, ExprId e, const ExprNames& names);

/// "0.1", "2.0", "1e-05": the shortest decimal that reads back to the same Real.
std::string RealText(double value);
std::string_view Spelling(ScalarType type);

/// A function as Modelica text, with two blanks of indentation a level.
std::string ToString(const ExprPool& pool, const Function& function, const ExprNames& names);

}  // namespace stiction::ir
