// SPDX-License-Identifier: BSD-3-Clause
#include "cli/worker_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <deque>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kSpent = '\x04';  // ends the line of a process that does no further job

struct Worker {
  pid_t process = -1;
  int to = -1, from = -1;   // pipes
  std::deque<size_t> jobs;  // what it is at, and what waits in the pipe
  Clock::time_point since;  // of the first of them
  bool is_quick = false;    // the last job took no longer than it takes to wake up
  std::string told;         // as far as it is read
};

bool WriteAll(int file, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

/// In the copy: a number in, a line out, until nothing comes in any more.
[[noreturn]] void Work(const ForkedJobs& jobs, int in, int out) {
  for (size_t job = 0; read(in, &job, sizeof job) == static_cast<ssize_t>(sizeof job);) {
    std::string told = jobs.work(job);
    const bool is_spent = jobs.is_spent();
    if (is_spent) told += kSpent;
    if (!WriteAll(out, told + "\n") || is_spent) break;
  }
  runtime::RemoveUnfinishedFiles();
  _exit(0);
}

class Pool {
 public:
  Pool(const ForkedJobs& jobs, const std::function<bool()>& stop) : jobs_(jobs), stop_(stop) {}
  ~Pool() {
    for (Worker& worker : workers_) End(worker);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::string Run() {
    workers_.resize(static_cast<size_t>(jobs_.processes));
    for (Worker& worker : workers_) {
      if (!GiveJobs(worker, std::nullopt)) break;
    }
    while (failure_.empty() && IsAnyBusy() && !stop_()) {
      Wait();
      EndLateOnes();
    }
    if (stop_()) LetThemEnd();
    return failure_;
  }

 private:
  bool IsAnyBusy() const {
    for (const Worker& worker : workers_) {
      if (!worker.jobs.empty()) return true;
    }
    return false;
  }

  /// One job, or, if they are quick, a second one that waits until it is done: the process never has to.
  /// @returns false if there is no job left
  bool GiveJobs(Worker& worker, std::optional<size_t> last) {
    while (worker.jobs.size() < (worker.is_quick ? 2 : 1)) {
      const std::optional<size_t> job = jobs_.next(last);
      if (!job) break;
      last = job;
      if (worker.jobs.empty()) worker.since = Clock::now();
      worker.jobs.push_back(*job);
      if (worker.process >= 0) Send(worker, *job);
    }
    if (worker.jobs.empty()) {
      End(worker);
      return false;
    }
    if (worker.process >= 0) return true;
    if (!Start(worker)) return false;
    for (const size_t job : worker.jobs) Send(worker, job);
    return true;
  }

  // Where the process is gone the end of its pipe tells.
  static void Send(const Worker& worker, size_t job) {
    static_cast<void>(WriteAll(worker.to, std::string(reinterpret_cast<const char*>(&job), sizeof job)));
  }

  bool Start(Worker& worker) {
    std::array<int, 2> to{-1, -1}, from{-1, -1};
    const pid_t parent = getpid();
    const bool has_pipes = pipe2(to.data(), O_CLOEXEC) == 0 && pipe2(from.data(), O_CLOEXEC) == 0;
    const pid_t child = has_pipes ? fork() : -1;
    if (child == 0) {
      // A parent that is killed cannot end its children: the system does.
      if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() != parent) _exit(0);
      for (const Worker& other : workers_) {
        if (other.to >= 0) close(other.to);
        if (other.from >= 0) close(other.from);
      }
      close(to[1]);
      close(from[0]);
      Work(jobs_, to[0], from[1]);
    }
    if (child < 0) failure_ = fmt::format("cannot start a process: {}", std::generic_category().message(errno));
    for (const int file : {to[0], from[1]}) {
      if (file >= 0) close(file);
    }
    worker.process = child;
    worker.to = to[1];
    worker.from = from[0];
    worker.told.clear();
    return child >= 0;
  }

  void Wait() {
    constexpr int kPatience = 100;  // [ms]
    std::vector<pollfd> files;
    std::vector<size_t> owners;
    for (size_t i = 0; i < workers_.size(); ++i) {
      if (workers_[i].jobs.empty()) continue;
      files.push_back({workers_[i].from, POLLIN, 0});
      owners.push_back(i);
    }
    if (poll(files.data(), files.size(), kPatience) <= 0) return;
    for (size_t i = 0; i < files.size(); ++i) {
      if (files[i].revents != 0) Read(workers_[owners[i]]);
    }
  }

  void Read(Worker& worker) {
    std::array<char, 1 << 16> buffer{};
    const ssize_t count = read(worker.from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) return Fail(worker, ForkedJobs::Failure::kCrashed);
    worker.told.append(buffer.data(), static_cast<size_t>(count));
    for (size_t end = 0; (end = worker.told.find('\n')) != std::string::npos;) {
      std::string line = worker.told.substr(0, end);
      worker.told.erase(0, end + 1);
      TakeLine(worker, std::move(line));
    }
  }

  void TakeLine(Worker& worker, std::string line) {
    constexpr auto kQuick = std::chrono::milliseconds(20);
    const bool is_spent = line.ends_with(kSpent);
    if (is_spent) line.pop_back();
    const size_t job = worker.jobs.front();
    worker.jobs.pop_front();
    const Clock::time_point now = Clock::now();
    worker.is_quick = now - std::exchange(worker.since, now) < kQuick;
    jobs_.done(job, line);
    if (is_spent) End(worker);
    GiveJobs(worker, is_spent ? std::nullopt : std::optional(job));
  }

  void EndLateOnes() {
    if (!(jobs_.time_limit > 0)) return;
    const auto limit = std::chrono::duration<double>(jobs_.time_limit);
    for (Worker& worker : workers_) {
      if (!worker.jobs.empty() && Clock::now() - worker.since > limit) Fail(worker, ForkedJobs::Failure::kTimeout);
    }
  }

  /// What it was at is lost; another process takes its place.
  void Fail(Worker& worker, ForkedJobs::Failure failure) {
    const size_t job = worker.jobs.front();
    worker.jobs.pop_front();
    worker.since = Clock::now();
    worker.is_quick = false;
    if (failure == ForkedJobs::Failure::kTimeout) kill(worker.process, SIGKILL);
    const int status = End(worker);
    if (stop_()) return;
    jobs_.failed(job, failure, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    GiveJobs(worker, std::nullopt);
  }

  // They have been interrupted themselves if the terminal did it.
  void LetThemEnd() {
    constexpr auto kGrace = std::chrono::seconds(4);
    for (const Worker& worker : workers_) {
      if (worker.process > 0) kill(worker.process, SIGTERM);
    }
    const auto until = Clock::now() + kGrace;
    for (Worker& worker : workers_) {
      for (int* const file : {&worker.to, &worker.from}) {
        if (*file >= 0) close(std::exchange(*file, -1));
      }
      while (worker.process > 0 && waitpid(worker.process, nullptr, WNOHANG) == 0 && Clock::now() < until) {
        usleep(2000);
      }
      if (worker.process > 0 && Clock::now() >= until) kill(worker.process, SIGKILL);
      worker.process = -1;
    }
  }

  /// @returns its status
  static int End(Worker& worker) {
    if (worker.to >= 0) close(std::exchange(worker.to, -1));
    int status = 0;
    while (worker.process > 0 && waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    worker.process = -1;
    if (worker.from >= 0) close(std::exchange(worker.from, -1));
    return status;
  }

  const ForkedJobs& jobs_;
  const std::function<bool()>& stop_;
  std::vector<Worker> workers_;
  std::string failure_;
};

}  // namespace

std::string Run(const ForkedJobs& jobs, const std::function<bool()>& stop) { return Pool(jobs, stop).Run(); }

}  // namespace stiction::cli
