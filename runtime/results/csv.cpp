// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/results/atomic_file.h"
#include "runtime/results/shortest_number.h"

namespace stiction::runtime {
namespace {

void AppendHeader(std::string& text, const std::vector<VariableInfo>& signals) {
  AppendQuoted(text, "time");
  for (const VariableInfo& signal : signals) AppendQuoted(text += ',', signal.name);
  text += '\n';
}

void AppendUnits(std::string& text, const std::vector<VariableInfo>& signals) {
  AppendQuoted(text, "s");
  for (const VariableInfo& signal : signals) AppendQuoted(text += ',', signal.declaration().unit);
  text += '\n';
}

// The rows of a table as text. Numbers that are those above them, to the bit, have the text of those above: at an event
// time and states stand twice, and what sticks stays.
class RowText {
 public:
  static constexpr size_t kMinRoom = 1 << 18;

  explicit RowText(size_t count) : above_(count), begin_(count + 1) {}

  void Append(double time, const double* values) {
    const size_t count = above_.size();
    const size_t most = end_ + (kShortestRoom + 1) * (count + 1) + 1;
    if (room_ < most) MakeRoom(std::max(kMinRoom, 2 * most));
    if (!has_above_) DifferFrom(time, values);
    const char* const row_above = buffer_.get() + row_;
    char* const row = buffer_.get() + end_;
    uint64_t* const above = above_.data();
    size_t* const begin = begin_.data();
    char* at = AppendTime(time, row_above, row);
    for (size_t k = 0; k < count;) {
      const uint64_t bits = std::bit_cast<uint64_t>(values[k]);
      if (bits == above[k]) {
        const size_t first = k;
        k = SameUntil(k + 1, values);
        at = Repeat(first, k, row_above, row, at);
        continue;
      }
      above[k] = bits;
      begin[k] = static_cast<size_t>(at - row);
      *at++ = ',';
      at = PutShortest(at, values[k++]);
    }
    begin[count] = static_cast<size_t>(at - row);
    *at++ = '\n';
    row_ = end_;
    end_ += static_cast<size_t>(at - row);
  }

  /// Rows appended since the last Clear.
  std::string_view text() const { return {buffer_.get() + cleared_, end_ - cleared_}; }

  // The last row stays, for the next one.
  void Clear() {
    std::copy(buffer_.get() + row_, buffer_.get() + end_, buffer_.get());
    end_ -= row_;
    row_ = 0;
    cleared_ = end_;
  }

 private:
  void MakeRoom(size_t room) {
    auto larger = std::make_unique_for_overwrite<char[]>(room);
    std::copy_n(buffer_.get(), end_, larger.get());
    buffer_ = std::move(larger);
    room_ = room;
  }

  // Before the first row: none of its cells is one above.
  void DifferFrom(double time, const double* values) {
    has_above_ = true;
    time_above_ = ~std::bit_cast<uint64_t>(time);
    for (size_t k = 0; k < above_.size(); ++k) above_[k] = ~std::bit_cast<uint64_t>(values[k]);
  }

  size_t SameUntil(size_t k, const double* values) const {
    while (k < above_.size() && std::bit_cast<uint64_t>(values[k]) == above_[k]) ++k;
    return k;
  }

  // @returns its end
  char* AppendTime(double time, const char* row_above, char* at) {
    const uint64_t bits = std::bit_cast<uint64_t>(time);
    if (bits != time_above_) {
      time_above_ = bits;
      return PutShortest(at, time);
    }
    char cell[kShortestRoom];
    std::memcpy(cell, row_above, kShortestRoom);
    std::memcpy(at, cell, kShortestRoom);
    return at + begin_[0];
  }

  // Copies cells of the row above. @returns the end of the copy
  char* Repeat(size_t first, size_t last, const char* row_above, const char* row, char* at) {
    const char* const from = row_above + begin_[first];
    const size_t length = begin_[last] - begin_[first];
    if (length <= kShortestRoom) {
      char cells[kShortestRoom];  // there is room for so many, and a fixed length is fast
      std::memcpy(cells, from, kShortestRoom);
      std::memcpy(at, cells, kShortestRoom);
    } else {
      std::memcpy(at, from, length);
    }
    const size_t shift = static_cast<size_t>(at - row) - begin_[first];
    if (shift != 0) {
      for (size_t k = first; k < last; ++k) begin_[k] += shift;
    }
    return at + length;
  }

  std::unique_ptr<char[]> buffer_;
  size_t room_ = 0;
  size_t cleared_ = 0, row_ = 0, end_ = 0;  // in the buffer: what is new, the last row, the end of the text
  bool has_above_ = false;
  uint64_t time_above_ = 0;      // bits of the last row
  std::vector<uint64_t> above_;  // likewise
  std::vector<size_t> begin_;    // of its cells in the row, each with its comma, and their end
};

/// A stream that others read while it is written.
class StreamFile {
 public:
  explicit StreamFile(std::FILE* stream) : stream_(stream) {}
  ~StreamFile() { Close(); }
  StreamFile(const StreamFile&) = delete;
  StreamFile& operator=(const StreamFile&) = delete;

  void Write(std::string_view bytes) {
    if (failed() || bytes.empty()) return;
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) error_ = errno != 0 ? errno : EIO;
  }
  bool failed() const { return error_ != 0; }
  std::optional<std::string> Commit() {
    Close();
    if (!failed()) return std::nullopt;
    return fmt::format("cannot write the result: {}", std::strerror(error_));
  }

 private:
  void Close() {
    if (stream_ == nullptr) return;
    errno = 0;
    if (std::fclose(stream_) != 0 && !failed()) error_ = errno != 0 ? errno : EIO;
    stream_ = nullptr;
  }

  std::FILE* stream_;
  int error_ = 0;
};

/// Rows become text many at a time: between two of them a simulation runs through more code than a processor keeps
/// close. `File` is an AtomicFile or a StreamFile.
template <typename File>
class CsvWriter : public ResultWriter {
 public:
  template <typename Place>
  CsvWriter(const Place& place, const CsvFormat& format) : file_(place), format_(format) {}

  void Begin(const std::vector<VariableInfo>& signals, Slot) override {
    count_ = signals.size();
    row_text_ = RowText(count_);
    numbers_.resize(std::max<size_t>(1, kNumbers / (count_ + 1)) * (count_ + 1));
    std::string header;
    AppendHeader(header, signals);
    if (format_.units) AppendUnits(header, signals);
    file_.Write(header);
  }

  void Row(double time, const double* values) override {
    if (waiting_ == numbers_.size()) AppendWaiting();
    double* const row = numbers_.data() + waiting_;
    row[0] = time;
    std::copy_n(values, count_, row + 1);
    waiting_ += count_ + 1;
    ++rows_;
  }

  bool failed() const override { return file_.failed(); }
  size_t rows() const override { return rows_; }
  size_t signals() const override { return count_; }

  std::optional<std::string> Finish() override {
    AppendWaiting();
    Flush();
    return file_.Commit();
  }

 private:
  static constexpr size_t kNumbers = 2048;  // that may wait, or one row if it has more

  void AppendWaiting() {
    constexpr size_t kChunk = RowText::kMinRoom;
    for (size_t at = 0; at < waiting_; at += count_ + 1) {
      row_text_.Append(numbers_[at], numbers_.data() + at + 1);
      if (row_text_.text().size() >= kChunk) Flush();
    }
    waiting_ = 0;
  }

  void Flush() {
    file_.Write(row_text_.text());
    row_text_.Clear();
  }

  File file_;
  CsvFormat format_;
  RowText row_text_{0};
  std::vector<double> numbers_;  // of rows that wait, time first
  size_t waiting_ = 0;           // so many of them
  size_t count_ = 0;
  size_t rows_ = 0;
};

}  // namespace

void AppendQuoted(std::string& text, std::string_view what) {
  text += '"';
  for (const char c : what) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

std::string FormatCsv(const Trajectory& trajectory) {
  std::string text;
  AppendHeader(text, trajectory.signals);
  const size_t count = trajectory.signals.size();
  RowText row_text(count);
  for (size_t row = 0; row < trajectory.rows(); ++row) {
    row_text.Append(trajectory.times[row], trajectory.values.data() + row * count);
  }
  return text.append(row_text.text());
}

std::optional<std::string> WriteCsv(const Trajectory& trajectory, const std::filesystem::path& path) {
  CsvWriter<AtomicFile> writer(path, {});
  writer.Begin(trajectory.signals, kNoSlot);
  const size_t count = trajectory.signals.size();
  for (size_t row = 0; row < trajectory.rows() && !writer.failed(); ++row) {
    writer.Row(trajectory.times[row], trajectory.values.data() + row * count);
  }
  return writer.Finish();
}

std::unique_ptr<ResultWriter> MakeCsvWriter(const std::filesystem::path& path, const CsvFormat& format) {
  return std::make_unique<CsvWriter<AtomicFile>>(path, format);
}

std::unique_ptr<ResultWriter> MakeCsvWriter(std::FILE* stream, const CsvFormat& format) {
  return std::make_unique<CsvWriter<StreamFile>>(stream, format);
}

}  // namespace stiction::runtime
