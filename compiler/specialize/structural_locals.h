// SPDX-License-Identifier: BSD-3-Clause
// Variables of functions whose values give sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

/// Whether a specialisation has to know the value of a variable.
enum class Structural : uint8_t {
  kNo,
  kIfKnown,  // it gives the size of a value, such as `n` in `x[1:n]`: without it that value cannot be expanded
  kRequired  // it gives the dimensions of a variable
};

/// What the scalar variables of a function are, by variable number; transitively through the initial values of
/// protected variables.
std::vector<Structural> StructuralLocals(const ir::FunctionInstance& function);

}  // namespace stiction::flatten
