// SPDX-License-Identifier: BSD-3-Clause
// Findings in the form that code scanning services read.
#pragma once

#include <string>
#include <vector>

#include "cli/model_check.h"

namespace stiction::cli {

/// SARIF 2.1.0; what several models share is one result.
/// @source OASIS, Static Analysis Results Interchange Format 2.1.0
std::string FormatSarif(const std::vector<ModelCheck>& checks, const std::vector<Finding>& of_reading);

}  // namespace stiction::cli
