// SPDX-License-Identifier: BSD-3-Clause
// A linearized model for people, for programs, and for MATLAB and its like.
#pragma once

#include <string>

#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// The mode that it holds for, then states, inputs, outputs and the matrices, with the names of rows and columns.
std::string FormatLinearization(const runtime::Linearization& linear);

/// {"model", "time", "states": [{"name", "unit", "value", "derivative"}], "inputs", "outputs", "A": [[...]], "B", "C",
///  "D", "mode": {...}, "relations": {...}, "constraints"}
std::string LinearizationJson(const std::string& model, const runtime::Linearization& linear);

/// A MATLAB v4 file: A, B, C, D, and the names xName, uName, yName; the same as nx, ABCD and xuyName, as
/// Modelica_LinearSystems2 reads them.
std::string LinearizationMat(const runtime::Linearization& linear);

}  // namespace stiction::cli
