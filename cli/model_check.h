// SPDX-License-Identifier: BSD-3-Clause
// What `stiction check` says of one model, and the form in which programs read it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/model_counts.h"
#include "compiler/support/diagnostics.h"

namespace stiction::cli {

enum class Verdict {
  kSound,      // can be simulated
  kComponent,  // sound, and to be connected in a model before it can be simulated
  kOpen,       // a partial class in it is to be redeclared first, or a parameter to be given a value
  kRefused,    // has errors
  kTimeout,
  kInterrupted,
  kCrashed  // an error of Stiction itself
};

/// "sound", "component", "open", "refused", "timeout", "interrupted", "crashed".
std::string_view Name(Verdict verdict);

/// A diagnostic as data.
struct Finding {
  std::string severity, kind, clause;
  std::string file;  // empty: of no place
  int line = 0, column = 0;
  std::string message, hint;
  std::string text;  // as it is printed
};

struct ModelCheck {
  std::string model;
  Verdict verdict = Verdict::kCrashed;
  std::vector<Finding> findings;
  std::string trouble;                // of one that did not come to its end
  double cpu_seconds = 0;             // of the whole check
  std::optional<ModelCounts> counts;  // of one that can be simulated
};

std::vector<Finding> FindingsOf(const Diagnostics& diagnostics, const SourceMap& sources);

ModelCheck JudgeModel(std::string model, const Diagnostics& diagnostics, const SourceMap& sources);

/// {"models": [{"model", "verdict", "cpu_seconds", "equations", "unknowns", "states", "trouble",
///              "diagnostics": [{"severity", "kind", ...}]}],
///  "diagnostics": [...]}
/// @param of_reading what is wrong before any model is looked at
nlohmann::ordered_json ToJson(const std::vector<ModelCheck>& checks, const std::vector<Finding>& of_reading = {});

/// The one check of a report as ToJson makes it; nothing if it is none.
std::optional<ModelCheck> FromJson(const nlohmann::ordered_json& report);

}  // namespace stiction::cli
