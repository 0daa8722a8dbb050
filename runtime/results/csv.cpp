#include "runtime/results/csv.h"

#include <bit>
#include <charconv>
#include <cstring>

#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

// The longest shortest number: -2.2250738585072014e-308.
constexpr size_t kLongest = 24;

// Puts the shortest text that reads back as `value`. @returns its end; at most kLongest characters further
char* PutNumber(char* at, double value) { return std::to_chars(at, at + kLongest, value == 0 ? 0.0 : value).ptr; }

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

// The rows of a table as text. A number that is the one above it, to the bit, has the text of the one above: at an
// event the states stand twice, and what sticks stays.
class RowText {
 public:
  explicit RowText(size_t count) : above_(count) {}

  void Append(std::string& text, double time, const double* values) {
    const size_t begin = text.size();
    text.resize(begin + (kLongest + 1) * (above_.size() + 1));
    char* at = PutNumber(text.data() + begin, time);
    for (Cell& cell : above_) {
      const uint64_t bits = std::bit_cast<uint64_t>(*values);
      if (bits != cell.bits || cell.length == 0) {
        cell.length = static_cast<uint32_t>(PutNumber(cell.text, *values) - cell.text);
        cell.bits = bits;
      }
      *at++ = ',';
      std::memcpy(at, cell.text, kLongest);  // there is room for it, and a fixed length is fast
      at += cell.length;
      ++values;
    }
    *at++ = '\n';
    text.resize(static_cast<size_t>(at - text.data()));
  }

 private:
  struct Cell {
    uint64_t bits = 0;
    uint32_t length = 0;  // 0: nothing yet
    char text[kLongest] = {};
  };
  std::vector<Cell> above_;  // the last row, by signal
};

class CsvWriter : public ResultWriter {
 public:
  explicit CsvWriter(const std::filesystem::path& path) : file_(path) {}

  void Begin(const std::vector<VariableInfo>& signals, Slot) override {
    count_ = signals.size();
    row_text_ = RowText(count_);
    AppendHeader(text_, signals);
  }

  void Row(double time, const double* values) override {
    constexpr size_t kChunk = 1 << 20;
    row_text_.Append(text_, time, values);
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
  RowText row_text_{0};
  size_t count_ = 0;
  size_t rows_ = 0;
};

}  // namespace

std::string ShortestNumber(double value) {
  char text[kLongest];
  return {text, PutNumber(text, value)};
}

std::string FormatCsv(const Trajectory& trajectory) {
  std::string text;
  AppendHeader(text, trajectory.signals);
  const size_t count = trajectory.signals.size();
  RowText row_text(count);
  for (size_t row = 0; row < trajectory.rows(); ++row) {
    row_text.Append(text, trajectory.times[row], trajectory.values.data() + row * count);
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
