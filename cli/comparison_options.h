// SPDX-License-Identifier: BSD-3-Clause
// The tolerances of a comparison, from the command line and files.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/compare.h"

namespace stiction::cli {

using Literals = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The member `literals` of the report of a simulation: names of the values of signals.
/// @returns whether it is one
bool TakeLiterals(const nlohmann::ordered_json& json, Literals& literals);

/// Reads them from the report of a simulation. @returns empty, or what is wrong
std::string ReadLiterals(const std::string& path, Literals& literals);

/// Reads lines `NAME relative=R absolute=A time=T`, each of the three where wanted; `*` and `?` in the name stand for
/// others. What follows `#` is a comment.
/// @returns empty, or what is wrong, with the line
std::string ReadTolerances(const std::string& path,
                           std::vector<std::pair<std::string, runtime::SignalTolerance>>& tolerances);

}  // namespace stiction::cli
