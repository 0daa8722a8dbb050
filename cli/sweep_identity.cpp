// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_identity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string_view>

#include "cli/test_cases.h"
#include "runtime/operators/text_hash.h"

namespace stiction::cli {
namespace {

/// Enough to tell one sweep from the next.
class Hash {
 public:
  void Add(std::string_view text) {
    value_ = runtime::TextHash(text, value_);
    value_ = runtime::TextHash("\x1F", value_);  // where one text ends
  }
  std::string Text() const { return fmt::format("{:016x}", value_); }

 private:
  uint64_t value_ = runtime::TextHash("");
};

}  // namespace

std::string IdentityOf(const CommandLine& line, const SweepRuns& runs, const SweepOutputs& outputs,
                       const std::vector<std::string>& sources) {
  Hash hash;
  hash.Add(STICTION_VERSION);
  hash.Add(line.model);
  for (const auto& [name, value] : line.settings) hash.Add(name + "=" + value);
  for (const std::string& name : runs.names) hash.Add(name);
  for (const std::vector<std::string>& values : runs.values) {
    for (const std::string& value : values) hash.Add(value);
  }
  for (const std::string& column : outputs.Columns()) hash.Add(column);
  const auto number = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string(); };
  for (const std::string& option :
       {number(line.start_time), number(line.stop_time), number(line.interval), number(line.intervals),
        number(line.tolerance), line.solver, line.form, std::string(line.plot_file.empty() ? "" : "with curves"),
        line.results_directory, fmt::format("{}", fmt::join(line.signals, ","))}) {
    hash.Add(option);
  }
  // Settings are sources too, which are no files; those of the runs differ.
  for (const std::string& path : sources) {
    if (!path.starts_with("--set")) hash.Add(ReadText(path));
  }
  return hash.Text();
}

}  // namespace stiction::cli
