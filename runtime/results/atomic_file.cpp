// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace stiction::runtime {
namespace {

namespace fs = std::filesystem;

/// The names of unfinished files where a handler of a signal can read them.
struct Unfinished {
  std::atomic<bool> is_taken{false};
  std::atomic<bool> is_named{false};
  std::array<char, 4096> name{};
};
constexpr size_t kMaxUnfinished = 64;  // at a time; what is more is not removed by a signal
std::array<Unfinished, kMaxUnfinished> unfinished;

size_t Remember(const std::string& name) {
  for (size_t i = 0; i < kMaxUnfinished; ++i) {
    Unfinished& entry = unfinished[i];
    if (name.size() >= entry.name.size()) break;
    if (entry.is_taken.exchange(true)) continue;
    std::memcpy(entry.name.data(), name.c_str(), name.size() + 1);
    entry.is_named = true;
    return i;
  }
  return kMaxUnfinished;
}

void Forget(size_t place) {
  if (place >= kMaxUnfinished) return;
  unfinished[place].is_named = false;
  unfinished[place].is_taken = false;
}

// A name that nobody has yet, in the same directory: several may be written at a time. Names have at most NAME_MAX
// bytes.
std::string NameBeside(const fs::path& path) {
  static std::atomic<int> count{0};
  constexpr size_t kMaxBytes = 200;
  const std::string name = path.filename().string().substr(0, kMaxBytes);
  return (path.parent_path() / fmt::format("{}.{}.{}.part", name, ::getpid(), ++count)).string();
}

std::string WhyNotReplaced(const fs::path& path) {
  const std::string name = path.string();
  if (path.filename().empty()) return fmt::format("'{}' is the name of a directory", name);
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0) {
    return errno == ENOENT ? std::string() : fmt::format("cannot write {}: {}", name, std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) return fmt::format("'{}' is a directory", name);
  if (!S_ISREG(info.st_mode)) {
    const char* kind = S_ISLNK(info.st_mode)    ? "a symbolic link"
                       : S_ISFIFO(info.st_mode) ? "a FIFO"
                       : S_ISSOCK(info.st_mode) ? "a socket"
                                                : "a device";
    return fmt::format("'{}' is {}, and only regular files are replaced", name, kind);
  }
  if (access(path.c_str(), W_OK) != 0) return fmt::format("cannot write {}: {}", name, std::strerror(errno));
  return {};
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& path) : path_(path) {
  failure_ = WhyNotReplaced(path);
  if (!failed()) Open();
}

void AtomicFile::Open() {
  constexpr int kTrials = 100;  // a name that is taken is of a process that was killed, or a trap
  int descriptor = -1;
  for (int i = 0; i < kTrials && descriptor < 0; ++i) {
    beside_ = NameBeside(path_);
    place_ = Remember(beside_);
    descriptor = open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) break;
    const int error = errno;
    Forget(place_);
    if (error != EEXIST) return Keep(error);
  }
  if (descriptor < 0) return Keep(EEXIST);
  file_ = fdopen(descriptor, "wb");
  if (file_ != nullptr) return;
  const int error = errno;
  close(descriptor);
  Keep(error);
  Drop();
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  Drop();
}

void AtomicFile::Drop() {
  file_ = nullptr;
  unlink(beside_.c_str());
  Forget(place_);
}

void AtomicFile::Keep(int error) {
  if (failed()) return;
  failure_ = fmt::format("cannot write {}: {}", path_.string(), std::strerror(error != 0 ? error : EIO));
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

void AtomicFile::KeepModeOfOld() {
  constexpr mode_t kPermissions = 0777;
  struct stat old {};
  if (lstat(path_.c_str(), &old) == 0 && fchmod(fileno(file_), old.st_mode & kPermissions) != 0) Keep(errno);
}

std::optional<std::string> AtomicFile::Commit() {
  if (file_ != nullptr) {
    // Again: it may have changed since.
    if (!failed()) failure_ = WhyNotReplaced(path_);
    if (!failed()) KeepModeOfOld();
    errno = 0;
    if (std::fclose(file_) != 0) Keep(errno);
    file_ = nullptr;
    if (!failed() && std::rename(beside_.c_str(), path_.c_str()) != 0) Keep(errno);
    if (failed()) {
      Drop();
    } else {
      Forget(place_);
    }
  }
  if (!failed()) return std::nullopt;
  return failure_;
}

std::string WhyNotWritable(const fs::path& path) {
  const fs::path folder = path.parent_path();
  std::error_code unknown;
  if (!folder.empty() && !fs::is_directory(folder, unknown)) {
    return fmt::format("the directory '{}' for '{}' does not exist", folder.string(), path.filename().string());
  }
  if (std::string wrong = WhyNotReplaced(path); !wrong.empty()) return wrong;
  // Permissions, a full or a read-only file system: only an attempt tells.
  const std::string beside = NameBeside(path);
  const int descriptor = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
  close(descriptor);
  unlink(beside.c_str());
  return {};
}

void RemoveUnfinishedFiles() {
  for (const Unfinished& entry : unfinished) {
    if (entry.is_named) unlink(entry.name.data());
  }
}

std::optional<std::string> WriteAtomically(const fs::path& path, const std::function<bool(std::FILE*)>& write) {
  AtomicFile file(path);
  file.WriteBy(write);
  return file.Commit();
}

std::optional<std::string> WriteAtomically(const fs::path& path, std::string_view text) {
  AtomicFile file(path);
  file.Write(text);
  return file.Commit();
}

}  // namespace stiction::runtime
