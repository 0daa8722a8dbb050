// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/linear_mat.h"

#include <algorithm>

#include "runtime/results/mat_header.h"

namespace stiction::runtime {

std::string FormatMatrices(const std::vector<NamedMatrix>& matrices, const std::vector<NamedTexts>& texts) {
  std::string bytes;
  for (const NamedMatrix& matrix : matrices) {
    bytes += MatHeader(kMatDouble, matrix.rows.size(), matrix.columns, matrix.name);
    for (size_t column = 0; column < matrix.columns; ++column) {
      for (const std::vector<double>& row : matrix.rows) {
        bytes.append(reinterpret_cast<const char*>(&row[column]), sizeof(double));
      }
    }
  }
  for (const NamedTexts& named : texts) {
    size_t longest = 0;
    for (const std::string& text : named.texts) longest = std::max(longest, text.size());
    bytes += MatHeader(kMatText, named.texts.size(), longest, named.name);
    for (size_t column = 0; column < longest; ++column) {
      for (const std::string& text : named.texts) bytes += column < text.size() ? text[column] : ' ';
    }
  }
  return bytes;
}

}  // namespace stiction::runtime
