// SPDX-License-Identifier: BSD-3-Clause
// Operators of operator records (MLS 14): each use becomes a call of the function that fits.
#pragma once

#include <string>
#include <vector>

#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

/// One use of an overloaded operator. What it becomes is an ordinary call; no later phase knows of operators of
/// records.
class Overloads {
 public:
  /// @param use becomes the call
  Overloads(Checker& checker, ir::BoundExpression& use) : checker_(checker), tree_(checker.tree_), use_(use) {}

  /// -a, not a (MLS 14.6). @pre its operand is an operator record or an array of such
  void Unary();
  /// a op b (MLS 14.5). @pre one operand at least is an operator record or an array of such
  void Binary();
  /// sum(v), with '+' and '0' (MLS 10.3.4).
  void Sum();
  /// One of several calls: constructors (MLS 14.3), `String` (MLS 14.4).
  void Choose();

 private:
  using Calls = std::vector<ir::BoundPtr>;

  /// The calls of an operator that match the operands as they are, else those that do with one of them converted by a
  /// constructor (MLS 14.5, rules 2 and 3). @param by_elements whether to match the elements of arrays
  Calls Matches(bool by_elements);
  Calls DirectMatches(bool by_elements);
  Calls ConvertedMatches(bool by_elements);
  /// A call with these arguments, and defaults for further inputs; null if they do not match the inputs (MLS 14.2).
  ir::BoundPtr Match(ir::FunctionInstanceId function, const std::vector<ir::BoundPtr>& arguments,
                     bool by_elements) const;
  /// The functions of an operator in the class of a value; none if that is no operator record.
  const std::vector<ir::FunctionInstanceId>& OperatorOf(const ir::Type& type, const std::string& name) const;
  /// Makes the use the only match. @returns false if there is none; several are reported
  bool Take(const Calls& matches);
  /// The operators of arrays from those of their elements (MLS 14.5, rule 4).
  void BinaryOfArrays();
  /// Matrix products, as loops of a function. @param element the call for two elements
  void Product(const ir::BoundExpression& element);
  bool FitForElements();
  void CallAdded(const std::string& key, std::vector<ir::BoundPtr> arguments, ir::FunctionInstance function);
  void Become(const ir::BoundPtr& call);
  void ReportNone(const std::string& why = {});

  Checker& checker_;
  ir::InstanceTree& tree_;
  ir::BoundExpression& use_;
  std::string name_;  // of the operator, "'+'"
};

/// True of an operator record, and of an array of such.
inline bool HasOperators(const ir::Type& type) { return static_cast<bool>(type.operators); }

}  // namespace stiction::typecheck
