// SPDX-License-Identifier: BSD-3-Clause
// modelDescription.xml of an exported model.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fmi/model/exposed.h"
#include "runtime/program/program.h"

namespace stiction::fmi {

enum class Version : uint8_t { kFmi2, kFmi3 };

/// A unit by those of the SI: exponents of m, kg, s, A, K, mol, cd, times a factor.
struct BaseUnit {
  std::array<int, 7> exponents{};
  double factor = 1;
};
/// Nothing for a unit that is no product of these.
using ReadUnit = std::function<std::optional<BaseUnit>(const std::string&)>;

struct DescriptionOptions {
  Version version = Version::kFmi3;
  std::string identifier;  // of the model, of letters, digits and _: the name of its library
  std::string token;       // what tells this export from others
  std::string tool;        // that has made it
  ReadUnit read_unit;
};

/// @param program with separate start values (start_values.h), which `model` exposes
std::string DescribeModel(const runtime::Program& program, const ExposedModel& model,
                          const DescriptionOptions& options);

}  // namespace stiction::fmi
