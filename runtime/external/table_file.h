// SPDX-License-Identifier: BSD-3-Clause
// Tables in files: the text format of the Modelica Standard Library, MATLAB's MAT files, comma-separated values.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/external/matrix.h"

namespace stiction::runtime {

struct TableFile {
  std::filesystem::path path;
  std::string table;            // its name in the file; a file of comma-separated values holds one without a name
  std::string delimiter = ",";  // comma-separated values: between two numbers; its first character counts
  int header_lines = 0;         // comma-separated values: that are passed over
};

/// The matrix, or a sentence that names file, line and table, what is there and the way out.
using ReadMatrix = std::variant<Matrix, std::string>;

/// Reads one table. The file's name decides: `.csv`, `.mat`, any other is text.
/// @errors a file that cannot be read, no such table (with the names that are there), a matrix that is not as declared,
///   what is no number, a format that is none of these
ReadMatrix ReadTableFile(const TableFile& file);

/// As ReadTableFile for contents already read. `file` gives the names for messages.
///
/// Text: a line `#1`, then `double name(rows, columns)` (or `float`) and its numbers row by row, any number of times;
/// space, tab, line end, `,` and `;` separate, `#` begins a comment.
ReadMatrix ParseTableText(std::string_view contents, const TableFile& file);

/// Lines of numbers, all of the same count. Blanks as delimiter may stand more than once.
ReadMatrix ParseTableCsv(std::string_view contents, const TableFile& file);

/// MAT files of version 4, and of version 5 as MATLAB's `-v6` and (compressed) `-v7` write them; of either byte order.
/// Elements of structures have names with dots. Version 7.3, sparse, complex and text matrices are refused.
/// @source The MathWorks, MAT-File Format
ReadMatrix ParseTableMat(std::string_view contents, const TableFile& file);

}  // namespace stiction::runtime
