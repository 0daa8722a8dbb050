#include "runtime/results/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace stiction::runtime {

std::optional<std::string> WriteAtomically(const std::filesystem::path& path,
                                           const std::function<bool(std::FILE*)>& write) {
  std::filesystem::path beside = path;
  beside += fmt::format(".{}.part", ::getpid());
  const auto failed = [&](int error) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    return fmt::format("cannot write {}: {}", path.string(), std::strerror(error));
  };
  std::FILE* file = std::fopen(beside.c_str(), "wb");
  if (file == nullptr) return failed(errno);
  errno = 0;
  const bool written = write(file) && std::ferror(file) == 0;
  const int write_error = errno;
  if (std::fclose(file) != 0) return failed(errno);
  if (!written) return failed(write_error != 0 ? write_error : EIO);
  if (std::rename(beside.c_str(), path.c_str()) != 0) return failed(errno);
  return std::nullopt;
}

}  // namespace stiction::runtime
