// SPDX-License-Identifier: BSD-3-Clause
// How large a model is.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "runtime/program/program.h"

namespace stiction::cli {

struct ModelCounts {
  long unknowns = 0;  // and as many equations: a model of others is refused
  size_t states = 0;

  /// "132 equations, 132 unknowns, 8 states"
  std::string Text() const;
  /// {"equations", "unknowns", "states"}
  nlohmann::ordered_json ToJson() const;
};

ModelCounts CountsOf(const runtime::Program& program);

}  // namespace stiction::cli
