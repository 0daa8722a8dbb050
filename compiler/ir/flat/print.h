// SPDX-License-Identifier: BSD-3-Clause
// The text form of the FlatModel: flat Modelica, one scalar a line.
#pragma once

#include <ostream>
#include <string>

#include "compiler/ir/expr/print.h"
#include "compiler/ir/flat/flat_model.h"

namespace stiction::ir {

/// The names that the expressions of a model refer to. @pre the model outlives the result
ExprNames NamesOf(const FlatModel& model);

/// "Mode.Stuck".
std::string LiteralName(const std::vector<Enumeration>& enumerations, EnumerationId enumeration, int ordinal);

/// "(start = 1.0, fixed = true, unit = "kg")", empty if nothing is given.
std::string AttributesText(const ExprPool& pool, const Attributes& attributes, const ExprNames& names);

/// "parameter ", "discrete ", ... : the prefix of a declaration, empty for continuous and for discrete-typed variables.
std::string VariabilityPrefix(Variability variability, ScalarType type);

/// Prints enumerations, functions, variables, initial equations and equations.
void Print(std::ostream& out, const FlatModel& model);

}  // namespace stiction::ir
