// A result of a simulation read back from comma-separated values, ours or another tool's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stiction::runtime {

/// Named signals over non-decreasing times; an event has two rows of the same time.
struct ResultTable {
  std::vector<std::string> names;            // without the time
  std::vector<double> times;                 // [s]
  std::vector<std::vector<double>> columns;  // by signal, each as long as `times`

  /// Nothing if there is no such signal.
  std::optional<size_t> Find(std::string_view name) const;
};

/// Reads `"time","a","b"` and rows of numbers, the time first (its name in any case, quotes where wanted).
/// @returns the table, or a sentence that says what is wrong and in which line: no header, a row of another length, a
/// number that is none, a time before that of the row above
std::variant<ResultTable, std::string> ParseResult(std::string_view text);

/// Reads a file. @returns as ParseResult, the sentence with the file's name
std::variant<ResultTable, std::string> ReadResult(const std::filesystem::path& path);

}  // namespace stiction::runtime
