// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Reason() { return std::generic_category().message(errno); }

}  // namespace

Json ToJson(const FinishedRun& run) {
  Json values = Json::array();
  for (const double value : run.values) values.push_back(std::isfinite(value) ? Json(value) : Json());
  Json json{{"run", run.run}, {"status", run.status}, {"reason", run.reason}, {"time", run.time}, {"values", values}};
  if (!run.curves.is_null()) json["curves"] = run.curves;
  return json;
}

std::optional<FinishedRun> ReadFinishedRun(const Json& json) try {
  if (!json.is_object()) return std::nullopt;
  FinishedRun run;
  run.run = json.at("run").get<size_t>();
  run.status = json.at("status").get<std::string>();
  run.reason = json.at("reason").get<std::string>();
  run.time = json.at("time").get<double>();
  for (const Json& value : json.at("values")) {
    run.values.push_back(value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
  }
  if (json.contains("curves")) run.curves = json.at("curves");
  return run;
} catch (const Json::exception&) {
  return std::nullopt;
}

/// Held while other processes must not read or write. Where there are no locks it goes on without.
class SweepJournal::Lock {
 public:
  explicit Lock(int file) : file_(file) {
    while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() { flock(file_, LOCK_UN); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

SweepJournal::~SweepJournal() {
  if (file_ >= 0) close(file_);
}

std::string SweepJournal::Open(const std::string& sweep) {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file_ < 0) return fmt::format("cannot write '{}': {}", path_.string(), Reason());
  const Lock lock(file_);
  std::string head;
  if (std::string wrong = Read(head); !wrong.empty()) return wrong;
  if (head.empty()) {
    const std::string line = Json{{"sweep", sweep}}.dump() + "\n";
    if (write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      return fmt::format("cannot write '{}': {}", path_.string(), Reason());
    }
    return {};
  }
  const Json json = Json::parse(head, nullptr, false);
  if (json.is_object() && json.value("sweep", "") == sweep) return {};
  return fmt::format(
      "'{}' holds runs of another sweep: the model, the values or the options are others\n"
      "  hint: remove it to begin anew, or give the table another name",
      path_.string());
}

// The head is the first line. A line that a process could not finish counts as nothing, and ends here.
std::string SweepJournal::Read(std::string& head) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  lseek(file_, 0, SEEK_SET);
  for (ssize_t count = 0; (count = read(file_, buffer.data(), buffer.size())) != 0;) {
    if (count < 0) return fmt::format("cannot read '{}': {}", path_.string(), Reason());
    text.append(buffer.data(), static_cast<size_t>(count));
  }
  if (!text.empty() && text.back() != '\n' && write(file_, "\n", 1) != 1) {
    return fmt::format("cannot write '{}': {}", path_.string(), Reason());
  }
  finished_.clear();
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (head.empty()) {
      head = line;
    } else if (auto run = ReadFinishedRun(Json::parse(line, nullptr, false))) {
      const auto number = run->run;
      finished_.insert_or_assign(number, *std::move(run));
    }
  }
  return {};
}

std::string SweepJournal::Append(const FinishedRun& run) {
  const std::string line = ToJson(run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const Lock lock(file_);
  if (write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return fmt::format("cannot write '{}': {}", path_.string(), Reason());
  }
  finished_.insert_or_assign(run.run, run);
  return {};
}

std::string SweepJournal::Close(size_t count,
                                const std::function<std::string(const std::map<size_t, FinishedRun>&)>& write) {
  const Lock lock(file_);
  std::string head;
  if (std::string wrong = Read(head); !wrong.empty()) return wrong;
  struct stat info {};
  // Another process has written the table and removed the file.
  if (fstat(file_, &info) == 0 && info.st_nlink == 0) return {};
  if (finished_.size() < count) return {};
  if (std::string wrong = write(finished_); !wrong.empty()) return wrong;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  return {};
}

}  // namespace stiction::cli
