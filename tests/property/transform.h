// SPDX-License-Identifier: BSD-3-Clause
// Rewritings of a model's text that leave its meaning as it is.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"

namespace stiction::test {

/// The same sequence on every machine.
using Random = std::mt19937;

/// Permutes the elements and the equations of models, blocks and connectors, nested ones included (MLS 4.3: the order
/// of declaration is of no importance; MLS 8: equations have none). Records and functions keep their order, which is
/// that of their arguments.
void ShuffleOrder(ast::Class& cls, Random& random);

/// connect(a, b) becomes connect(b, a), in nested classes too.
void SwapConnects(ast::Class& cls);

/// Gives new names to the components that the class itself declares, so that they sort differently.
/// @returns the new name of each
std::map<std::string, std::string> RenameComponents(ast::Class& cls, Random& random);

/// Adds to the class a variable for each of `names`, which are names of differentiated Reals, and a relation that
/// never becomes true.
void AddObservers(ast::Class& cls, const std::vector<std::string>& names);

/// Parses the file `path`, which must be correct Modelica.
ast::StoredDefinition ReadModelica(const std::string& path);
void WriteModelica(const std::string& path, const ast::StoredDefinition& stored);

}  // namespace stiction::test
