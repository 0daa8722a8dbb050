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

// Nothing if it cannot be read; errno tells why.
std::optional<std::string> ReadBytes(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::string bytes;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  constexpr size_t kChunk = 1 << 20;
  // One byte more than there should be, to see the end; pipes have no size.
  size_t wanted = unknown ? kChunk : size + 1;
  while (true) {
    const size_t before = bytes.size();
    bytes.resize(before + wanted);
    const size_t count = std::fread(bytes.data() + before, 1, wanted, file);
    bytes.resize(before + count);
    if (count < wanted) break;
    wanted = kChunk;
  }
  const bool wrong = std::ferror(file) != 0;
  const int reason = errno;
  std::fclose(file);
  errno = reason;
  if (wrong) return std::nullopt;
  return bytes;
}

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
  if (std::filesystem::is_directory(path, unknown))
    return fmt::format("cannot read '{}': it is a directory", path.string());
  const std::optional<std::string> bytes = ReadBytes(path);
  if (!bytes) return fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno));
  std::string name = path.filename().string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const bool claims_mat = name.ends_with(".mat");
  ReadTable read = claims_mat && !IsGzip(*bytes)
                       ? bytes->empty() ? ReadTable("the file is empty") : Checked(ParseMat(*bytes))
                       : ParseResult(*bytes);
  if (auto* wrong = std::get_if<std::string>(&read)) *wrong = fmt::format("{}: {}", path.string(), *wrong);
  return read;
}

}  // namespace stiction::runtime
