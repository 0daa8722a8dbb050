// SPDX-License-Identifier: BSD-3-Clause
#include "cli/work_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "stiction-cases-";
constexpr const char* kLock = "lock";

// A directory that is being made has no lock for a moment.
bool IsOld(const fs::path& path) {
  constexpr auto kLongEnough = std::chrono::seconds(10);
  std::error_code wrong;
  const auto changed = fs::last_write_time(path, wrong);
  return !wrong && fs::file_time_type::clock::now() - changed > kLongEnough;
}

bool IsOurs(const fs::path& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

// Directories that killed processes have left behind.
void RemoveAbandoned(const fs::path& base) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(base, ignored)) {
    const fs::path& path = entry.path();
    if (!path.filename().string().starts_with(kPrefix) || !IsOurs(path) || !IsOld(path)) continue;
    const int lock = open((path / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
    close(lock);
  }
}

}  // namespace

WorkDirectory::WorkDirectory() {
  std::error_code wrong;
  const fs::path base = fs::temp_directory_path(wrong);
  if (!wrong) RemoveAbandoned(base);
  std::string name = (base / fmt::format("{}XXXXXX", kPrefix)).string();
  if (!wrong && ::mkdtemp(name.data()) == nullptr) wrong.assign(errno, std::generic_category());
  if (wrong) {
    failure_ = fmt::format(
        "cannot make a directory for temporary files: {}\n  hint: TMPDIR must name a directory that can be written",
        wrong.message());
    return;
  }
  path_ = name;
  lock_ = open((path_ / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) return;
  // Where there are no locks, nobody else can have one either: it stays until its owner removes it.
  static_cast<void>(flock(lock_, LOCK_EX | LOCK_NB));
}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace stiction::cli
