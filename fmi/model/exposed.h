// SPDX-License-Identifier: BSD-3-Clause
// What an exported model shows: the numbers of its variables are their value references, in modelDescription.xml and in
// the running model alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::fmi {

/// One variable; its number is its value reference.
struct Exposed {
  enum class Kind : uint8_t { kTime, kVariable, kDerivative, kIndicator };
  Kind kind = Kind::kVariable;
  std::string name;
  runtime::ValueType type = runtime::ValueType::kReal;
  runtime::Slot slot = runtime::kNoSlot;  // not of time and indicators
  bool negated = false;
  int32_t number = -1;  // of Program::variables; kDerivative: of Program::states; kIndicator: of indicators
  bool is_input = false, is_output = false;
  runtime::Slot start = runtime::kNoSlot;  // of the value that may be set before the run (start_values.h)
};

struct ExposedModel {
  std::vector<Exposed> variables;
  std::vector<int32_t> state_of, derivative_of;  // by state: the variables that are the state and its derivative
  std::vector<int32_t> indicators;  // what CrossingSearch::ReadIndicators gives of them, of relations, then held
  uint32_t first_indicator = 0;     // variable

  /// Whether derivatives by a variable can be had: it is an input, or a state.
  bool IsKnown(size_t variable) const;
};

/// @param starts of SeparateStartValues
ExposedModel Expose(const runtime::Program& program, const std::vector<runtime::Slot>& starts);

/// Empty, or why a program cannot run in an importer.
/// @param in_model_exchange whether with the importer's own method
std::string WhyNotExchanged(const runtime::Program& program, bool in_model_exchange);
/// Whether its whole state can be had: there is none in delays, nor in C code.
bool HasState(const runtime::Program& program);

}  // namespace stiction::fmi
