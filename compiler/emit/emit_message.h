// SPDX-License-Identifier: BSD-3-Clause
// String expressions as messages: literal text with values in between.
#pragma once

#include "compiler/emit/code_builder.h"
#include "compiler/ir/dae/dae.h"

namespace stiction::emit {

/// The pieces of a String expression: literals, concatenations, String(x) and String parameters. Values are computed by
/// `builder`.
runtime::Message EmitMessage(const ir::Dae& dae, CodeBuilder& builder, ir::ExprId text);

/// The texts that a value in a slot prints as: the literals of an enumeration, {"false", "true"}, or nothing for
/// numbers.
std::vector<std::string> LiteralsOf(const ir::Dae& dae, ir::ScalarType type, ir::EnumerationId enumeration);

}  // namespace stiction::emit
