// SPDX-License-Identifier: BSD-3-Clause
// Equations of Programs made by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "runtime/program/program.h"

namespace stiction::test {

/// @returns the number of a new equation with this text, which stands at `place`
inline int32_t AddEquation(runtime::Program& program, std::string text, std::string place) {
  runtime::EquationSource source{.place = std::move(place), .derivation = ""};
  program.equations.push_back({std::move(text), std::make_shared<const runtime::EquationSource>(std::move(source))});
  return static_cast<int32_t>(program.equations.size()) - 1;
}

}  // namespace stiction::test
