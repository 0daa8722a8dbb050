// SPDX-License-Identifier: BSD-3-Clause
// The finished runs of a sweep, kept while others are under way: by one process or by several that share the file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stiction::cli {

/// A run that has come to its end, whatever that was.
struct FinishedRun {
  size_t run = 0;      // from 0
  std::string status;  // "done", "terminated", "stopped", "refused", "crashed", "timeout"
  std::string reason;  // of one that is not done; a sentence
  double time = 0;     // reached [s]
  std::vector<double> values;
  nlohmann::ordered_json curves;  // by signal [[t...], [v...]]; null without
};

nlohmann::ordered_json ToJson(const FinishedRun& run);
/// Nothing of what is none.
std::optional<FinishedRun> ReadFinishedRun(const nlohmann::ordered_json& json);

/// A file beside the table, TABLE.runs: a line that says which sweep it is of, then a line a run in the order in which
/// they end. It is locked while it is read or written.
class SweepJournal {
 public:
  explicit SweepJournal(std::filesystem::path path) : path_(std::move(path)) {}
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Makes the file, or reads that of an earlier or another process.
  /// @param sweep what the runs are of
  /// @returns empty, or what is wrong
  std::string Open(const std::string& sweep);
  /// @returns empty, or why it could not be written
  std::string Append(const FinishedRun& run);
  /// Reads what is there; if these are all runs, has them written by `write` and removes the file.
  /// @returns empty, or what is wrong
  std::string Close(size_t count, const std::function<std::string(const std::map<size_t, FinishedRun>&)>& write);

  /// By run: those known at the last reading and those appended since.
  const std::map<size_t, FinishedRun>& finished() const { return finished_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  class Lock;
  std::string Read(std::string& head);

  std::filesystem::path path_;
  int file_ = -1;
  std::map<size_t, FinishedRun> finished_;
};

}  // namespace stiction::cli
