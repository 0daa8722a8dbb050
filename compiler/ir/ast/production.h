// SPDX-License-Identifier: BSD-3-Clause
// The productions of expressions (MLS A.2.7) from the tightest to the loosest: which operand needs parentheses.
#pragma once

#include <utility>

namespace stiction::ast {

enum class Production {
  kPrimary,
  kFactor,
  kTerm,
  kSign,
  kArithmetic,
  kRelation,
  kLogicalFactor,
  kLogicalTerm,
  kLogicalExpression,
  kSimpleExpression,
  kAnyExpression
};

/// The loosest production allowed on each side of an operator of `production`; of a prefix operator, both are that of
/// its operand.
/// @pre kFactor .. kLogicalExpression
std::pair<Production, Production> OperandsOf(Production production);

}  // namespace stiction::ast
