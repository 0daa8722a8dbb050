// SPDX-License-Identifier: BSD-3-Clause
// modelDescription.xml of a model that somebody else has made, as far as a run needs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiction::fmi {

/// The types of both versions.
enum class ImportedType : uint8_t {
  kFloat64,
  kFloat32,
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kBoolean,
  kString,
  kEnumeration,
  kBinary,
  kClock
};

struct ImportedVariable {
  std::string name, description, unit, causality, variability, initial;
  ImportedType type = ImportedType::kFloat64;
  uint32_t reference = 0;
  std::optional<std::string> start;
  std::vector<std::string> literals;  // of an enumeration, whose values are 1, 2, ...
  int64_t derivative_of = -1;         // number of the variable
  bool is_array = false;

  bool IsContinuous() const { return variability == "continuous"; }
  bool IsFixed() const { return variability == "fixed" || variability == "constant"; }
};

/// A kind of model: Model Exchange or Co-Simulation.
struct ImportedKind {
  std::string identifier;  // the name of its library
  bool needs_completed_step = true;
  bool can_vary_step = false;
  bool has_event_mode = false;
  bool gives_derivatives = false;
};

struct ImportedModel {
  int version = 3;
  std::string name, token, tool, description;
  std::optional<ImportedKind> exchange, stepped;
  std::vector<ImportedVariable> variables;
  std::vector<size_t> states, derivatives;  // numbers of variables
  size_t indicator_count = 0;               // FMI 2.0; of 3.0 the model itself tells it
  std::optional<double> start_time, stop_time, tolerance, step;
};

/// @returns or what is wrong
std::variant<ImportedModel, std::string> ReadDescription(const std::string& path);

}  // namespace stiction::fmi
