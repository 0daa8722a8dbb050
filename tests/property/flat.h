// SPDX-License-Identifier: BSD-3-Clause
// Flat models: read from models/ and rewritten by a test.
#pragma once

#include <functional>
#include <string>

#include "compiler/ir/flat/flat_model.h"

namespace stiction::test {

/// The flat model of a class of models/. @errors throws std::runtime_error with what the compiler says
ir::FlatModel FlatModelOf(const std::string& model);

/// As one class without components, to be compiled by itself (functions of arrays excepted): a variable "a.b[1]" is
/// called 'a.b[1]' there.
std::string ModelicaText(ir::FlatModel model);

/// Replaces each expression of the model, from the leaves up, by what `replace` makes of it; its arguments have been
/// replaced before. The target of a reinit stays.
void ReplaceExpressions(ir::FlatModel& model, const std::function<ir::ExprId(ir::ExprId)>& replace);

}  // namespace stiction::test
