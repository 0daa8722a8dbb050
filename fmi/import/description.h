// SPDX-License-Identifier: BSD-3-Clause
// modelDescription.xml of a model that somebody else has made, as far as a run needs it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
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

struct ImportedLiteral {
  std::string name;
  int64_t value = 0;
};

struct ImportedVariable {
  std::string name, description, unit, causality, variability, initial;
  ImportedType type = ImportedType::kFloat64;
  uint32_t reference = 0;
  std::optional<std::string> start;
  std::vector<ImportedLiteral> literals;  // of an enumeration
  int64_t derivative_of = -1;             // number of the variable
  // An element of an array is a variable of its own: `a[1,2]`, with the reference of the array.
  uint32_t element = 0, array_size = 1;
  bool is_element = false;

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
  std::vector<std::string> input_clocks;    // which an importer has to tick
  std::set<uint32_t> sizes;                 // references of structural parameters that are sizes of arrays
  std::optional<double> start_time, stop_time, tolerance, step;
};

/// @returns or what is wrong
std::variant<ImportedModel, std::string> ReadDescription(const std::string& path);

}  // namespace stiction::fmi
