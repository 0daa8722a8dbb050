// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/result_output.h"
#include "compiler/support/nearest_name.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/incomplete.h"

namespace stiction::cli {

std::string ResultFileOf(const std::string& directory, size_t run, size_t count) {
  const size_t digits = std::to_string(count).size();
  return (std::filesystem::path(directory) / fmt::format("run-{:0{}}.mat", run + 1, digits)).string();
}

std::string PrepareResults(const std::string& directory) {
  std::error_code wrong;
  std::filesystem::create_directories(directory, wrong);
  if (wrong) return fmt::format("cannot make '{}': {}", directory, wrong.message());
  return runtime::WhyNotWritable(ResultFileOf(directory, 0, 1));
}

std::variant<std::vector<std::string>, std::string> WantedSignals(const CommandLine& line,
                                                                  const runtime::Program& program) {
  auto chosen = ChooseSignals(line, program);
  if (auto* wrong = std::get_if<std::string>(&chosen)) return std::move(*wrong);
  auto& names = std::get<std::optional<std::vector<std::string>>>(chosen);
  const std::vector<std::string> known = Recordable(program);
  if (!names) return known;
  for (const std::string& name : *names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string hint = DidYouMean(name, known);
    return fmt::format("the model {} has no variable `{}` to record{}", program.model, name,
                       hint.empty() ? "" : "\n  hint: " + hint);
  }
  return *std::move(names);
}

void ResultOfRun::Begin(const std::vector<runtime::VariableInfo>& signals, runtime::Slot time) {
  const auto middle = signals.begin() + static_cast<std::ptrdiff_t>(count_);
  table_.Begin({signals.begin(), middle}, time);
  writer_->Begin({middle, signals.end()}, time);
}

void ResultOfRun::Row(double time, const double* values) {
  table_.Row(time, values);
  writer_->Row(time, values + count_);
}

std::optional<std::string> ResultOfRun::Finish(const std::string& ends_early) {
  if (auto failure = writer_->Finish()) return failure;
  return runtime::MarkIncomplete(file_, ends_early);
}

}  // namespace stiction::cli
