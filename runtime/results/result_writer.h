// SPDX-License-Identifier: BSD-3-Clause
// A result file that grows row by row while the simulation runs.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "runtime/results/row_sink.h"

namespace stiction::runtime {

/// The file appears when Finish is called; if that never happens there is none. Memory does not grow with the rows.
class ResultWriter : public RowSink {
 public:
  virtual size_t rows() const = 0;
  virtual size_t signals() const = 0;
  /// Completes the file and gives it its name. Once.
  /// @returns nothing on success, else a sentence with the system's reason
  virtual std::optional<std::string> Finish() = 0;
};

/// What may vary in files of comma-separated values.
struct CsvFormat {
  bool units = false;  // a second header: the unit of each column in quotes
};

/// By the extension: `.mat` a MATLAB v4 trajectory, else comma-separated values.
std::unique_ptr<ResultWriter> MakeResultWriter(const std::filesystem::path& path, const CsvFormat& format = {});

}  // namespace stiction::runtime
