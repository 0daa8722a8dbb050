// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/extract.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>

#include "fmi/zip/zip_library.h"

namespace stiction::fmi {
namespace {

namespace fs = std::filesystem;

constexpr zip_int64_t kMostFiles = 100000;
constexpr zip_uint64_t kMostBytes = zip_uint64_t{4} << 30;  // of all that is in it
constexpr zip_uint64_t kMostRatio = 2000;                   // of bytes unpacked and packed; deflate comes to 1032

// Empty, or what is wrong with the name of a file.
std::string WrongName(std::string_view name) {
  const bool is_absolute = name.starts_with('/') || (name.size() > 1 && name[1] == ':');
  bool leads_out = is_absolute || name.empty() || name.find('\0') != std::string_view::npos ||
                   name.find('\\') != std::string_view::npos;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    leads_out = leads_out || name.substr(begin, end - begin) == "..";
    begin = end + 1;
  }
  return leads_out ? fmt::format("it holds a file '{}', which would lie outside of it", name) : std::string();
}

bool IsLink(const ZipLibrary& zip, zip_t* archive, zip_uint64_t at) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip.file_get_external_attributes(archive, at, 0, &system, &attributes) != 0) return false;
  constexpr zip_uint32_t kKind = 0170000, kSymbolicLink = 0120000;
  return system == ZIP_OPSYS_UNIX && (attributes >> 16 & kKind) == kSymbolicLink;
}

// Looks at all of it. @returns empty, or why it is refused
std::string Judge(const ZipLibrary& zip, zip_t* archive) {
  const zip_int64_t count = zip.get_num_entries(archive, 0);
  if (count > kMostFiles) return fmt::format("it holds {} files", count);
  zip_uint64_t total = 0;
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t stat;
    if (zip.stat_index(archive, static_cast<zip_uint64_t>(i), 0, &stat) != 0) return zip.strerror(archive);
    constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    if ((stat.valid & kNeeded) != kNeeded) return "it does not tell the sizes of its files";
    if (std::string wrong = WrongName(stat.name); !wrong.empty()) return wrong;
    if (IsLink(zip, archive, static_cast<zip_uint64_t>(i))) return fmt::format("it holds a link, '{}'", stat.name);
    total += std::min(stat.size, kMostBytes);
    if (total > kMostBytes || stat.size / kMostRatio > stat.comp_size)
      return fmt::format("unpacked it would take more space than any model needs ('{}')", stat.name);
  }
  return {};
}

std::string ExtractFile(const ZipLibrary& zip, zip_t* archive, zip_uint64_t at, const fs::path& folder) {
  zip_stat_t stat;
  zip.stat_index(archive, at, 0, &stat);
  const fs::path path = folder / stat.name;
  std::error_code wrong;
  fs::create_directories(std::string_view(stat.name).ends_with('/') ? path : path.parent_path(), wrong);
  if (wrong) return fmt::format("{}: {}", stat.name, wrong.message());
  if (std::string_view(stat.name).ends_with('/')) return {};
  const std::unique_ptr<zip_file_t, decltype(zip.fclose)> file(zip.fopen_index(archive, at, 0), zip.fclose);
  if (!file) return fmt::format("{}: {}", stat.name, zip.strerror(archive));
  std::ofstream out(path, std::ios::binary);
  std::array<char, 1 << 16> buffer;
  zip_uint64_t written = 0;
  zip_int64_t size = 0;
  // What it really holds counts, not what it says.
  while (out && written <= stat.size && (size = zip.fread(file.get(), buffer.data(), buffer.size())) > 0) {
    out.write(buffer.data(), size);
    written += static_cast<zip_uint64_t>(size);
  }
  if (size < 0 || written != stat.size) return fmt::format("'{}' in it is damaged", stat.name);
  out.close();
  return out ? std::string() : fmt::format("'{}' cannot be written: is the disk full?", stat.name);
}

}  // namespace

std::string Extract(const std::string& archive, const fs::path& folder) {
  const ZipLibrary* const library = ZipLibrary::Get();
  if (library == nullptr) return ZipLibrary::Failure();
  const ZipLibrary& zip = *library;
  int code = 0;
  const std::unique_ptr<zip_t, decltype(zip.discard)> opened(zip.open(archive.c_str(), ZIP_RDONLY, &code), zip.discard);
  if (!opened) return zip.Describe(code);
  if (std::string wrong = Judge(zip, opened.get()); !wrong.empty()) return wrong;
  for (zip_int64_t i = 0; i < zip.get_num_entries(opened.get(), 0); ++i) {
    if (std::string wrong = ExtractFile(zip, opened.get(), static_cast<zip_uint64_t>(i), folder); !wrong.empty())
      return wrong;
  }
  return {};
}

}  // namespace stiction::fmi
