// SPDX-License-Identifier: BSD-3-Clause
// Where the rows of a run go: a file or the standard output, and the table of parameters beside it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "runtime/program/program.h"
#include "runtime/results/parameter_table.h"
#include "runtime/results/result_writer.h"

namespace stiction::cli {

/// Of `-o`: the standard output in place of a file.
inline constexpr const char* kStandardOutput = "-";

/// Empty, or why the files of a run cannot be written in the end.
/// @param output of the result; empty: not known yet
/// @param inputs files that are read, as far as they are known
std::string WrongOutput(const CommandLine& line, const std::string& output, std::vector<std::string> inputs);

/// Keeps the standard output for the rows: what else is printed goes to stderr from now on.
/// @returns null if there is none
std::FILE* TakeStandardOutput();

/// The names to record, nothing for all; or what is wrong with those that were asked for.
std::variant<std::optional<std::vector<std::string>>, std::string> ChooseSignals(const CommandLine& line,
                                                                                 const runtime::Program& program);

/// The names of all variables that a result can hold.
std::vector<std::string> Recordable(const runtime::Program& program);

class ResultOutput {
 public:
  /// @param stream takes the rows; null: the file `path`
  /// @param chosen of ChooseSignals
  ResultOutput(const CommandLine& line, const std::string& path, std::FILE* stream,
               const std::optional<std::vector<std::string>>& chosen);

  /// What the run has to record.
  std::optional<std::vector<std::string>> Recorded(const runtime::Program& program) const;
  runtime::RowSink* sink() { return split_ ? static_cast<runtime::RowSink*>(split_.get()) : writer_.get(); }

  /// Completes the files. @returns nothing on success, else why one cannot be written
  std::optional<std::string> Finish();
  /// Marks the result with the reason why it ends early; takes the mark of an earlier run away if that is empty.
  std::optional<std::string> Mark(const std::string& reason) const;

  const std::string& path() const { return path_; }
  bool is_stream() const { return path_ == kStandardOutput; }
  size_t rows() const { return writer_->rows(); }
  size_t signals() const { return writer_->signals(); }

 private:
  std::string path_;
  std::string parameters_file_;
  std::optional<std::vector<std::string>> chosen_;
  std::unique_ptr<runtime::ResultWriter> writer_;
  std::unique_ptr<runtime::ParameterSplit> split_;  // null: parameters are columns
};

}  // namespace stiction::cli
