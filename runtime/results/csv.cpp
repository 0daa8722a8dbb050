#include "runtime/results/csv.h"

#include <charconv>

#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

void AppendNumber(std::string& text, double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  (void)error;
  text.append(buffer, end);
}

void AppendHeader(std::string& text, const std::vector<VariableInfo>& signals) {
  text += "\"time\"";
  for (const VariableInfo& signal : signals) {
    text += ",\"";
    for (char c : signal.name) {
      if (c == '"') text += '"';
      text += c;
    }
    text += '"';
  }
  text += '\n';
}

void AppendRow(std::string& text, double time, const double* values, size_t count) {
  AppendNumber(text, time);
  for (size_t signal = 0; signal < count; ++signal) {
    text += ',';
    AppendNumber(text, values[signal]);
  }
  text += '\n';
}

class CsvWriter : public ResultWriter {
 public:
  explicit CsvWriter(const std::filesystem::path& path) : file_(path) {}

  void Begin(const std::vector<VariableInfo>& signals, Slot) override {
    count_ = signals.size();
    AppendHeader(text_, signals);
  }

  void Row(double time, const double* values) override {
    constexpr size_t kChunk = 1 << 20;
    AppendRow(text_, time, values, count_);
    ++rows_;
    if (text_.size() >= kChunk) Flush();
  }

  bool failed() const override { return file_.failed(); }
  size_t rows() const override { return rows_; }
  size_t signals() const override { return count_; }

  std::optional<std::string> Finish() override {
    Flush();
    return file_.Commit();
  }

 private:
  void Flush() {
    file_.Write(text_);
    text_.clear();
  }

  AtomicFile file_;
  std::string text_;
  size_t count_ = 0;
  size_t rows_ = 0;
};

}  // namespace

std::string ShortestNumber(double value) {
  std::string text;
  AppendNumber(text, value);
  return text;
}

std::string FormatCsv(const Trajectory& trajectory) {
  std::string text;
  AppendHeader(text, trajectory.signals);
  const size_t count = trajectory.signals.size();
  for (size_t row = 0; row < trajectory.rows(); ++row) {
    AppendRow(text, trajectory.times[row], trajectory.values.data() + row * count, count);
  }
  return text;
}

std::optional<std::string> WriteCsv(const Trajectory& trajectory, const std::filesystem::path& path) {
  CsvWriter writer(path);
  writer.Begin(trajectory.signals, kNoSlot);
  const size_t count = trajectory.signals.size();
  for (size_t row = 0; row < trajectory.rows() && !writer.failed(); ++row) {
    writer.Row(trajectory.times[row], trajectory.values.data() + row * count);
  }
  return writer.Finish();
}

std::unique_ptr<ResultWriter> MakeCsvWriter(const std::filesystem::path& path) {
  return std::make_unique<CsvWriter>(path);
}

}  // namespace stiction::runtime
