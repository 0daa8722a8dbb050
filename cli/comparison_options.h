// The tolerances of a comparison, from the command line and files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/compare.h"

namespace stiction::cli {

/// Reads lines `NAME relative=R absolute=A time=T`, each of the three where wanted; `*` and `?` in the name stand for
/// others. What follows `#` is a comment.
/// @returns empty, or what is wrong, with the line
std::string ReadTolerances(const std::string& path,
                           std::vector<std::pair<std::string, runtime::SignalTolerance>>& tolerances);

}  // namespace stiction::cli
