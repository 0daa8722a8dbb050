// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/read_result.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>

#include "runtime/results/gunzip.h"
#include "runtime/results/read_csv.h"
#include "runtime/results/read_mat.h"

namespace stiction::runtime {
namespace {

/// A file that is read from its begin to its end.
class File {
 public:
  explicit File(const std::filesystem::path& path) : file_(std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr) error_ = errno;
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    size_ = unknown ? 0 : size;
  }
  ~File() {
    if (file_ != nullptr) std::fclose(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// Reads up to `count` bytes more behind the others. @returns false if there are none
  bool Append(std::string& bytes, size_t count) {
    if (file_ == nullptr) return false;
    const size_t before = bytes.size();
    bytes.resize(before + count);
    bytes.resize(before + std::fread(bytes.data() + before, 1, count, file_));
    if (std::ferror(file_) != 0 && error_ == 0) error_ = errno;
    return bytes.size() > before;
  }

  /// Of the system: why it cannot be read; 0 if it can.
  int error() const { return error_; }
  /// 0 if it has none (a pipe).
  size_t size() const { return size_; }

 private:
  std::FILE* file_;
  int error_ = 0;
  size_t size_ = 0;
};

// Two signals of one name: which of them is meant nobody can tell. Aliases of one column are no matter.
std::string TwiceNamed(const ResultTable& table) {
  std::unordered_map<std::string_view, size_t> first;
  for (size_t i = 0; i < table.names.size(); ++i) {
    const auto [found, is_new] = first.try_emplace(table.names[i], i);
    if (is_new) continue;
    const bool same = !table.sources.empty() && table.sources[i].column == table.sources[found->second].column &&
                      table.sources[i].negated == table.sources[found->second].negated;
    if (!same) {
      return fmt::format("signals {} and {} are both called '{}'", found->second + 1, i + 1,
                         table.names[i].substr(0, 60));
    }
  }
  return {};
}

ReadTable Checked(ReadTable read) {
  if (const auto* table = std::get_if<ResultTable>(&read)) {
    if (std::string wrong = TwiceNamed(*table); !wrong.empty()) return wrong;
  }
  return read;
}

}  // namespace

ReadTable ParseResult(std::string_view bytes) {
  if (IsGzip(bytes)) {
    const auto unpacked = Gunzip(bytes);
    if (const auto* wrong = std::get_if<std::string>(&unpacked)) return *wrong;
    const std::string& inner = std::get<Unpacked>(unpacked).bytes;
    return Checked(LooksLikeMat(inner) ? ParseMat(inner) : ParseCsv(inner));
  }
  return Checked(LooksLikeMat(bytes) ? ParseMat(bytes) : ParseCsv(bytes));
}

ReadTable ReadResult(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::file_type type = std::filesystem::status(path, unknown).type();
  if (type == std::filesystem::file_type::directory)
    return fmt::format("cannot read '{}': it is a directory", path.string());
  // Some have no end.
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block)
    return fmt::format("cannot read '{}': it is a device", path.string());
  if (path.extension() == ".mo") {
    return fmt::format("'{}' is a model, not a result\n  hint: 'stiction simulate {}' makes one", path.string(),
                       path.string());
  }
  constexpr size_t kPart = 1 << 22;
  File file(path);
  std::string bytes;
  file.Append(bytes, kPart);
  std::string name = path.filename().string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const bool is_packed = IsGzip(bytes);
  const bool claims_mat = name.ends_with(".mat") && !is_packed;
  ReadTable read;
  if (claims_mat || is_packed || LooksLikeMat(bytes)) {
    if (file.size() > bytes.size()) file.Append(bytes, file.size() - bytes.size());
    while (file.Append(bytes, kPart)) {
    }
    if (claims_mat) {
      read = bytes.empty() ? ReadTable("the file is empty") : Checked(ParseMat(bytes));
    } else {
      read = ParseResult(bytes);
    }
  } else {
    // Comma-separated values are read part by part.
    const MoreText more = [&](std::string_view& rest) {
      bytes.erase(0, bytes.size() - rest.size());
      const bool is_longer = file.Append(bytes, kPart);
      rest = bytes;
      return is_longer;
    };
    read = Checked(ParseCsv(bytes, more, file.size()));
  }
  if (file.error() != 0) return fmt::format("cannot read '{}': {}", path.string(), std::strerror(file.error()));
  if (std::holds_alternative<std::string>(read) && path.extension() == ".mo") {
    return fmt::format("'{}' is a model, no result: 'stiction simulate' makes one of it", path.string());
  }
  if (auto* wrong = std::get_if<std::string>(&read)) *wrong = fmt::format("{}: {}", path.string(), *wrong);
  return read;
}

}  // namespace stiction::runtime
