// SPDX-License-Identifier: BSD-3-Clause
// A linearized model as a MATLAB v4 file.
#pragma once

#include <string>
#include <vector>

namespace stiction::runtime {

/// By rows; no row may be shorter than `columns`.
struct NamedMatrix {
  std::string name;
  std::vector<std::vector<double>> rows;
  size_t columns = 0;
};

/// Texts, one a row, filled up with blanks.
struct NamedTexts {
  std::string name;
  std::vector<std::string> texts;
};

/// The bytes of a file with these matrices, numbers as doubles.
/// @source The MathWorks, MAT-File Format, Level 4
std::string FormatMatrices(const std::vector<NamedMatrix>& matrices, const std::vector<NamedTexts>& texts);

}  // namespace stiction::runtime
