// SPDX-License-Identifier: BSD-3-Clause
#include "cli/format_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/terminal.h"
#include "compiler/format/format.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

struct Counts {
  int files = 0, changed = 0, refused = 0, unwritten = 0;
};

// The .mo files below a directory, in the order of their names.
std::vector<std::string> FilesBelow(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(directory, error); entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (entry->path().extension() == ".mo" && entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The text in the layout; nothing, with messages, if it cannot be read.
std::optional<std::string> Formatted(const Source& source, const SourceMap& sources) {
  Diagnostics diagnostics;
  std::optional<std::string> text = Format(source, diagnostics);
  Print(std::cerr, diagnostics, sources, UseColour());
  return text;
}

int FormatStdin(const CommandLine& line) {
  SourceMap sources;
  const Source& source =
      sources.Add("<stdin>", {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()});
  const std::optional<std::string> text = Formatted(source, sources);
  if (!text) return kModelError;
  if (line.only_check) return *text == source.text() ? kDone : kComparisonFailed;
  std::cout << *text << std::flush;
  return kDone;
}

void FormatFile(const std::string& path, const CommandLine& line, Counts& counts) {
  SourceMap sources;
  const Source* source = sources.AddFile(path);
  ++counts.files;
  if (!source) {
    fmt::print(stderr, "stiction: cannot read '{}'\n", path);
    ++counts.unwritten;
    return;
  }
  const std::optional<std::string> text = Formatted(*source, sources);
  if (!text) {
    ++counts.refused;
    return;
  }
  if (*text == source->text()) return;
  ++counts.changed;
  if (line.only_check) {
    fmt::print("{}\n", path);
  } else if (const auto wrong = runtime::WriteAtomically(path, *text)) {
    fmt::print(stderr, "stiction: cannot write '{}': {}\n", path, *wrong);
    ++counts.unwritten;
  }
}

}  // namespace

int RunFormat(const CommandLine& line) {
  if (line.files == std::vector<std::string>{"-"}) return FormatStdin(line);
  Counts counts;
  for (const std::string& path : line.files) {
    if (!Exists(path)) return Refuse(fmt::format("there is no '{}'", path));
  }
  for (const std::string& path : line.files) {
    for (const std::string& file : IsDirectory(path) ? FilesBelow(path) : std::vector<std::string>{path}) {
      FormatFile(file, line, counts);
    }
  }
  if (!line.quiet) {
    fmt::print(stderr, "{} of {} files {}{}\n", counts.changed, counts.files,
               line.only_check ? "would change" : "changed",
               counts.refused > 0 ? fmt::format(", {} not read for their errors", counts.refused) : "");
  }
  if (counts.unwritten > 0) return kUsageError;
  if (counts.refused > 0) return kModelError;
  return line.only_check && counts.changed > 0 ? kComparisonFailed : kDone;
}

}  // namespace stiction::cli
