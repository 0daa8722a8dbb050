// SPDX-License-Identifier: BSD-3-Clause
// The whole results of the runs of a sweep: a file each.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "runtime/program/program.h"
#include "runtime/results/result_writer.h"

namespace stiction::cli {

/// The file of a run: DIRECTORY/run-07.mat of the seventh of 50.
std::string ResultFileOf(const std::string& directory, size_t run, size_t count);

/// Empty, or why the directory of `--results` cannot be made or written.
std::string PrepareResults(const std::string& directory);

/// The signals of whole results, or what is wrong.
std::variant<std::vector<std::string>, std::string> WantedSignals(const CommandLine& line,
                                                                  const runtime::Program& program);

/// Passes what a table needs of each row to another sink, and writes the rest to a file.
class ResultOfRun : public runtime::RowSink {
 public:
  /// @param table gets the first `count` signals
  ResultOfRun(runtime::RowSink& table, size_t count, const std::string& file)
      : table_(table), count_(count), file_(file), writer_(runtime::MakeResultWriter(file)) {}

  void Begin(const std::vector<runtime::VariableInfo>& signals, runtime::Slot time) override;
  void Row(double time, const double* values) override;
  bool failed() const override { return writer_->failed(); }

  /// Completes the file, and marks it if the run ended early. @returns nothing on success, else why it cannot be
  /// written
  std::optional<std::string> Finish(const std::string& ends_early);

 private:
  runtime::RowSink& table_;
  size_t count_;
  std::string file_;
  std::unique_ptr<runtime::ResultWriter> writer_;
};

}  // namespace stiction::cli
