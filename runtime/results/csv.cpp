#include "runtime/results/csv.h"

#include <charconv>
#include <cstdio>

#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

void AppendNumber(std::string& text, double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  (void)error;
  text.append(buffer, end);
}

void AppendHeader(std::string& text, const Trajectory& trajectory) {
  text += "\"time\"";
  for (const VariableInfo& signal : trajectory.signals) {
    text += ",\"";
    for (char c : signal.name) {
      if (c == '"') text += '"';
      text += c;
    }
    text += '"';
  }
  text += '\n';
}

void AppendRow(std::string& text, const Trajectory& trajectory, size_t row) {
  AppendNumber(text, trajectory.times[row]);
  for (size_t signal = 0; signal < trajectory.signals.size(); ++signal) {
    text += ',';
    AppendNumber(text, trajectory.at(row, signal));
  }
  text += '\n';
}

}  // namespace

std::string ShortestNumber(double value) {
  std::string text;
  AppendNumber(text, value);
  return text;
}

std::string FormatCsv(const Trajectory& trajectory) {
  std::string text;
  AppendHeader(text, trajectory);
  for (size_t row = 0; row < trajectory.rows(); ++row) AppendRow(text, trajectory, row);
  return text;
}

std::optional<std::string> WriteCsv(const Trajectory& trajectory, const std::filesystem::path& path) {
  return WriteAtomically(path, [&](std::FILE* file) {
    constexpr size_t kChunk = 1 << 20;
    std::string text;
    AppendHeader(text, trajectory);
    for (size_t row = 0; row <= trajectory.rows(); ++row) {
      if (row < trajectory.rows()) AppendRow(text, trajectory, row);
      if (text.size() < kChunk && row < trajectory.rows()) continue;
      if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) return false;
      text.clear();
    }
    return true;
  });
}

}  // namespace stiction::runtime
