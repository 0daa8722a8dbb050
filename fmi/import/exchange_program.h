// SPDX-License-Identifier: BSD-3-Clause
// The Program that stands for a model of others.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::fmi {

/// What calls the model. Locals: the inputs, then the outputs.
struct ExchangeEntries {
  runtime::ExternalCode::Entry derivatives;  // time, states, epoch -> derivatives, indicators
  runtime::ExternalCode::Entry along;        // time, states, epoch, direction -> derivatives along that direction
  runtime::ExternalCode::Entry values;       // time, states, epoch -> continuous variables
  runtime::ExternalCode::Entry event;        // time, states, relations of indicators, epoch -> epoch, next time
  runtime::ExternalCode::Entry outcome;      // epoch -> states are others, the run ends, states, discrete variables
};

/// Its sizes and values at the start.
struct ExchangeLayout {
  std::string name;
  std::vector<std::string> state_names;
  std::vector<double> states, nominals;  // nominal 1: not declared
  size_t indicator_count = 0;
  std::vector<runtime::VariableInfo> variables;  // shown ones, without slots
  /// By shown variable: what it is, and which one of them.
  struct Place {
    enum class Kind : uint8_t { kState, kDerivative, kContinuous, kDiscrete, kFixed };
    Kind kind = Kind::kFixed;
    size_t index = 0;
  };
  std::vector<Place> places;
  std::vector<double> discretes, fixed;
  size_t continuous_count = 0;
  double next_time = 0;
  int32_t equation_count = 0;
};

/// Relations are `indicator > 0`, held between events; an epoch is what lies between two events. At an event, what
/// differs from before tells the model, which goes to its next epoch.
runtime::Program MakeExchangeProgram(const ExchangeLayout& layout, const ExchangeEntries& entries);

}  // namespace stiction::fmi
