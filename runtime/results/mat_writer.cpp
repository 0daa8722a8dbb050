// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/mat_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "runtime/program/check.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/mat_header.h"

namespace stiction::runtime {
namespace {

// The offset of the number of columns in a header.
constexpr long kColumnsAt = 2 * sizeof(int32_t);

// Texts as columns of equal length, filled up with zeros.
std::string TextMatrix(const std::string& name, const std::vector<std::string>& texts) {
  size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string matrix = MatHeader(kMatText, longest, texts.size(), name);
  for (const std::string& text : texts) {
    matrix += text;
    matrix.append(longest - text.size(), '\0');
  }
  return matrix;
}

// Dymola's Aclass has four rows of characters; MATLAB stores column by column.
std::string ClassMatrix() {
  constexpr size_t kWidth = 11;
  const std::string rows[] = {"Atrajectory", "1.1", "", "binTrans"};
  std::string matrix = MatHeader(kMatText, std::size(rows), kWidth, "Aclass");
  for (size_t column = 0; column < kWidth; ++column) {
    for (const std::string& row : rows) matrix += column < row.size() ? row[column] : ' ';
  }
  return matrix;
}

std::string Bytes(const void* data, size_t size) { return {static_cast<const char*>(data), size}; }

// Empty of a Real.
std::string TypeOf(const VariableInfo& signal) {
  switch (signal.type) {
    case ValueType::kBoolean:
      return "Boolean";
    case ValueType::kInteger:
      return "Integer";
    case ValueType::kEnumeration:
      return fmt::format("enumeration({})", fmt::join(signal.declaration().literals, ","));
    default:
      return {};
  }
}

std::string DescriptionOf(const VariableInfo& signal) {
  const Declaration& declaration = signal.declaration();
  std::string text = declaration.comment;
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string brackets = declaration.unit;
  if (const std::string type = TypeOf(signal); !type.empty()) brackets += ":#(type=" + type + ")";
  if (!brackets.empty()) text += (text.empty() ? "[" : " [") + brackets + "]";
  return text;
}

class MatWriter : public ResultWriter {
 public:
  explicit MatWriter(const std::filesystem::path& path) : file_(path) {}

  void Begin(const std::vector<VariableInfo>& signals, Slot time) override {
    signals_ = signals.size();
    AssignPlaces(signals, time);
    std::vector<std::string> names{"time"};
    std::vector<std::string> descriptions{"time [s]"};
    for (const VariableInfo& signal : signals) {
      names.push_back(signal.name);
      descriptions.push_back(DescriptionOf(signal));
    }
    file_.Write(ClassMatrix());
    file_.Write(TextMatrix("name", names));
    file_.Write(TextMatrix("description", descriptions));
    file_.Write(MatHeader(kMatInt32, 4, info_.size() / 4, "dataInfo"));
    file_.Write(Bytes(info_.data(), info_.size() * sizeof(int32_t)));
  }

  void Row(double time, const double* values) override {
    if (rows_ == 0) BeginData(time, values);
    last_time_ = time;
    Append(time);
    for (const size_t signal : varying_) Append(values[signal]);
    ++rows_;
    constexpr size_t kChunk = 1 << 20;
    if (buffer_.size() >= kChunk) Flush();
  }

  bool failed() const override { return file_.failed(); }
  size_t rows() const override { return rows_; }
  size_t signals() const override { return signals_; }

  std::optional<std::string> Finish() override {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> no_values(signals_, kNone);
    if (rows_ == 0) BeginData(kNone, no_values.data());
    Flush();
    RT_CHECK(rows_ <= size_t{std::numeric_limits<int32_t>::max()}, "{} rows", rows_);
    const auto columns = static_cast<int32_t>(rows_);
    file_.Patch(data_2_ + kColumnsAt, Bytes(&columns, sizeof columns));
    if (rows_ > 0) file_.Patch(stop_time_at_, Bytes(&last_time_, sizeof last_time_));
    return file_.Commit();
  }

 private:
  // Rows of dataInfo: table (1 constants, 2 trajectory, 0 time), row there with sign, linear, not defined outside.
  void AddInfo(int32_t table, int32_t row) { info_.insert(info_.end(), {table, row, 0, table == 0 ? -1 : 0}); }

  void AssignPlaces(const std::vector<VariableInfo>& signals, Slot time) {
    std::unordered_set<Slot> constants;
    for (const VariableInfo& signal : signals) {
      if (signal.kind == VariableKind::kParameter) constants.insert(signal.slot);
    }
    // A negated Boolean is no negative number: it takes a row of its own.
    struct Place {
      int32_t table, row;
      bool negated;  // the signal that the row was made for
    };
    std::map<std::pair<Slot, bool>, Place> places;
    AddInfo(0, 1);
    for (size_t i = 0; i < signals.size(); ++i) {
      const VariableInfo& signal = signals[i];
      const bool inverted = signal.negated && signal.type == ValueType::kBoolean;
      if (signal.slot == time && time != kNoSlot && !signal.negated) {
        AddInfo(2, 1);
        continue;
      }
      const int32_t table = constants.contains(signal.slot) ? 1 : 2;
      std::vector<size_t>& rows = table == 1 ? constant_ : varying_;
      const auto [found, is_new] = places.try_emplace({signal.slot, inverted});
      if (is_new) {
        rows.push_back(i);
        found->second = {table, static_cast<int32_t>(rows.size() + 1), signal.negated};
      }
      const Place& place = found->second;
      AddInfo(table, signal.negated == place.negated ? place.row : -place.row);
    }
  }

  // data_1 with the constants of the first row, and the header of data_2.
  void BeginData(double time, const double* values) {
    file_.Write(MatHeader(kMatDouble, constant_.size() + 1, 2, "data_1"));
    stop_time_at_ = file_.size() + static_cast<long>((constant_.size() + 1) * sizeof(double));
    for (int column = 0; column < 2; ++column) {
      Append(time);
      for (const size_t signal : constant_) Append(values[signal]);
    }
    Flush();
    data_2_ = file_.size();
    file_.Write(MatHeader(kMatDouble, varying_.size() + 1, 0, "data_2"));
  }

  void Append(double value) { buffer_.append(Bytes(&value, sizeof value)); }

  void Flush() {
    file_.Write(buffer_);
    buffer_.clear();
  }

  AtomicFile file_;
  size_t signals_ = 0;
  size_t rows_ = 0;
  std::vector<int32_t> info_;
  std::vector<size_t> constant_;  // signals that have a row of data_1, in order
  std::vector<size_t> varying_;   // of data_2
  std::string buffer_;
  double last_time_ = 0;
  long stop_time_at_ = 0;
  long data_2_ = 0;
};

}  // namespace

std::unique_ptr<ResultWriter> MakeMatWriter(const std::filesystem::path& path) {
  return std::make_unique<MatWriter>(path);
}

}  // namespace stiction::runtime
