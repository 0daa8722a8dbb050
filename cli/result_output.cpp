// SPDX-License-Identifier: BSD-3-Clause
#include "cli/result_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <unordered_set>

#include "cli/common.h"
#include "cli/signal_choice.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/csv.h"
#include "runtime/results/incomplete.h"
#include "runtime/results/read_result.h"

namespace stiction::cli {
namespace {

// The names in a result file that variables of the model have.
std::variant<std::vector<std::string>, std::string> SignalsOf(const std::string& file,
                                                              const std::vector<std::string>& recordable) {
  runtime::ReadTable read = runtime::ReadResult(file);
  if (auto* const wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  const std::unordered_set<std::string_view> known(recordable.begin(), recordable.end());
  std::vector<std::string> names = std::get<runtime::ResultTable>(std::move(read)).names;
  std::erase_if(names, [&known](const std::string& name) { return !known.contains(name); });
  return names;
}

std::unique_ptr<runtime::ResultWriter> MakeWriter(const std::string& path, std::FILE* stream, bool units) {
  const runtime::CsvFormat format{.units = units};
  return stream != nullptr ? runtime::MakeCsvWriter(stream, format) : runtime::MakeResultWriter(path, format);
}

}  // namespace

std::vector<std::string> Recordable(const runtime::Program& program) {
  std::vector<std::string> names;
  for (const runtime::VariableInfo& variable : program.variables) {
    if (variable.type != runtime::ValueType::kString) names.push_back(variable.name);
  }
  return names;
}

std::string WrongOutput(const CommandLine& line, const std::string& output, std::vector<std::string> inputs) {
  const bool is_stream = output == kStandardOutput;
  const std::string extension = std::filesystem::path(output).extension().string();
  if (!output.empty() && !is_stream && extension != ".csv" && extension != ".mat") {
    return fmt::format("'{}': results are .csv or .mat files, or - for the standard output", output);
  }
  if (line.units && extension == ".mat") return "--units is for comma-separated values; .mat files have units";
  if (!line.parameters_file.empty() && std::filesystem::path(line.parameters_file).extension() != ".csv") {
    return fmt::format("'{}': tables of parameters are .csv files", line.parameters_file);
  }
  const std::string file = is_stream ? std::string() : output;
  const std::string mark = file.empty() ? std::string() : runtime::IncompleteMarkOf(file).string();
  const std::vector<std::string> signal_files = SignalFilesOf(line.signals);
  inputs.insert(inputs.end(), signal_files.begin(), signal_files.end());
  inputs.push_back(line.signals_of);
  return WhyNotWritable({{file, "the result"},
                         {mark, "the mark of the result"},
                         {line.parameters_file, "the table of parameters"},
                         {line.report_file, "the report"}},
                        inputs);
}

std::FILE* TakeStandardOutput() {
  const int rows = dup(STDOUT_FILENO);
  if (rows < 0) return nullptr;
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return fdopen(rows, "wb");
}

std::variant<std::optional<std::vector<std::string>>, std::string> ChooseSignals(const CommandLine& line,
                                                                                 const runtime::Program& program) {
  if (line.signals.empty() && line.signals_of.empty()) return std::nullopt;
  const std::vector<std::string> recordable = Recordable(program);
  std::variant<std::vector<std::string>, std::string> names;
  if (!line.signals_of.empty()) {
    names = SignalsOf(line.signals_of, recordable);
  } else {
    names = ReadSignals(line.signals);
    if (const auto* wanted = std::get_if<std::vector<std::string>>(&names)) names = ExpandPatterns(*wanted, recordable);
  }
  if (auto* const wrong = std::get_if<std::string>(&names)) return std::move(*wrong);
  return std::optional(std::get<std::vector<std::string>>(std::move(names)));
}

ResultOutput::ResultOutput(const CommandLine& line, const std::string& path, std::FILE* stream,
                           const std::optional<std::vector<std::string>>& chosen)
    : path_(path),
      parameters_file_(line.parameters_file),
      chosen_(chosen),
      writer_(MakeWriter(path, stream, line.units)) {
  if (parameters_file_.empty()) return;
  std::unordered_set<std::string> kept;
  if (chosen_) kept.insert(chosen_->begin(), chosen_->end());
  split_ = std::make_unique<runtime::ParameterSplit>(*writer_, std::move(kept));
}

std::optional<std::vector<std::string>> ResultOutput::Recorded(const runtime::Program& program) const {
  if (!split_ || !chosen_) return chosen_;
  std::vector<std::string> names = *chosen_;
  const std::unordered_set<std::string> chosen(names.begin(), names.end());
  for (const runtime::VariableInfo& variable : program.variables) {
    const bool is_parameter =
        variable.kind == runtime::VariableKind::kParameter && variable.type != runtime::ValueType::kString;
    if (is_parameter && !chosen.contains(variable.name)) names.push_back(variable.name);
  }
  return names;
}

std::optional<std::string> ResultOutput::Finish() {
  if (auto failure = writer_->Finish()) return failure;
  if (split_) return runtime::WriteAtomically(parameters_file_, split_->Table());
  return std::nullopt;
}

std::optional<std::string> ResultOutput::Mark(const std::string& reason) const {
  if (is_stream()) return std::nullopt;
  return runtime::MarkIncomplete(path_, reason);
}

}  // namespace stiction::cli
