// SPDX-License-Identifier: BSD-3-Clause
// Sentences about equations and what went wrong in them.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// "x = a/b (Block.mo:3:5)", with its derivation if it has one. @param equation number in Program::equations
std::string Describe(const Program& program, int32_t equation);
/// So, one a line under the first; of many only the first.
std::string ListEquations(const Program& program, const std::vector<int32_t>& equations);
/// True for unknowns that the compiler introduced: of no use to a modeller.
bool IsGeneratedName(const std::string& name);
/// "a, b and c"; generated names only if there are no others.
std::string JoinNames(std::vector<std::string> names);
/// Why the code of `range` gave a value that is not finite: "division by zero", "logarithm of -1", ...; "" if it did
/// not.
/// @param slots as the code left them
std::string ExplainNotFinite(const Program& program, Range range, const double* slots);

}  // namespace stiction::runtime
