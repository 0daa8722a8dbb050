// SPDX-License-Identifier: BSD-3-Clause
// One golden test: a Modelica text with what the command must say about it, in comments of the same file. The format is
// described in README.md.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stiction::golden {

/// A message the command must give (expected), or gave (actual).
struct Message {
  int line = 0;          // 0: without a line of this file
  int column = 0;        // 0: not told
  std::string severity;  // "error", "warning" or "note"
  std::string text;      // with the kind: "unknown name 'y' [NameUnknown]"

  std::string kind() const;
};

struct GoldenCase {
  std::filesystem::path path;
  std::vector<std::string> lines;  // of the file
  std::string arguments;           // of `// run:`
  std::optional<int> written_exit_code;
  std::vector<Message> messages;          // lines as counted in the file
  std::vector<std::string> stderr_parts;  // `// stderr:`
  std::vector<std::string> output;        // of `// expect:`

  int exit_code() const;
  bool must_fail() const { return path.filename().string().starts_with("fail_"); }
};

/// What one run of the command gave.
struct Outcome {
  int exit_code = 0;
  std::vector<std::string> output;
  std::vector<Message> messages;
  std::string error_text;  // all of stderr
};

/// Reads a golden file. @returns nothing, and a reason in `problem`, if it is none.
std::optional<GoldenCase> Read(const std::filesystem::path& path, std::string& problem);

/// Runs the command in the case's folder on its file.
Outcome RunCommand(const GoldenCase& test, const std::string& command, const std::filesystem::path& scratch);

/// The differences between what is expected and what came; empty if there are none.
std::string Compare(const GoldenCase& test, const Outcome& outcome);

/// The file's text with the expectations replaced by the outcome.
std::string Rewrite(const GoldenCase& test, const Outcome& outcome);

}  // namespace stiction::golden
