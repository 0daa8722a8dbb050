#include "runtime/results/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

namespace stiction::runtime {
namespace {

// Several may be written at a time by one process.
std::string Suffix() {
  static std::atomic<int> count{0};
  return fmt::format(".{}.{}.part", ::getpid(), ++count);
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path), beside_(path) {
  beside_ += Suffix();
  errno = 0;
  file_ = std::fopen(beside_.c_str(), "wb");
  if (file_ == nullptr) Keep(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(beside_, ignored);
}

void AtomicFile::Keep(int error) {
  if (error_ == 0) error_ = error != 0 ? error : EIO;
}

void AtomicFile::Write(std::string_view bytes) {
  if (failed() || bytes.empty()) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) Keep(errno);
  size_ += static_cast<long>(bytes.size());
}

void AtomicFile::Patch(long offset, std::string_view bytes) {
  if (failed()) return;
  errno = 0;
  if (fseeko(file_, offset, SEEK_SET) != 0) return Keep(errno);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) Keep(errno);
  if (fseeko(file_, 0, SEEK_END) != 0) Keep(errno);
}

void AtomicFile::WriteBy(const std::function<bool(std::FILE*)>& write) {
  if (failed()) return;
  errno = 0;
  if (!write(file_) || std::ferror(file_) != 0) Keep(errno);
}

std::optional<std::string> AtomicFile::Commit() {
  if (file_ != nullptr) {
    errno = 0;
    if (std::fclose(file_) != 0) Keep(errno);
    file_ = nullptr;
    errno = 0;
    if (!failed() && std::rename(beside_.c_str(), path_.c_str()) != 0) Keep(errno);
  }
  if (!failed()) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(beside_, ignored);
  return fmt::format("cannot write {}: {}", path_.string(), std::strerror(error_));
}

std::optional<std::string> WriteAtomically(const std::filesystem::path& path,
                                           const std::function<bool(std::FILE*)>& write) {
  AtomicFile file(path);
  file.WriteBy(write);
  return file.Commit();
}

std::optional<std::string> WriteAtomically(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.Write(text);
  return file.Commit();
}

}  // namespace stiction::runtime
