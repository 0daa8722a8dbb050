// SPDX-License-Identifier: BSD-3-Clause
#include "cli/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "cli/exit_code.h"

namespace stiction::cli {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Started with standard output nowhere and standard error in the log; -1 if that cannot be.
pid_t Start(const std::vector<std::string>& arguments, const std::filesystem::path& log,
            const std::filesystem::path& temporary) {
  std::vector<char*> argv;
  std::string name = "stiction";
  argv.push_back(name.data());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::string own = "TMPDIR=" + temporary.string();
  std::vector<char*> environment{own.data()};
  for (char** variable = environ; *variable; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) environment.push_back(*variable);
  }
  environment.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) {
    // Here too: whoever is first. A child that is gone already needs no group.
    if (child > 0) setpgid(child, child);
    return child;
  }
  // Between fork and exec only what POSIX allows after a fork of one thread of several. A group of its own, so that
  // what the child starts (a C compiler) can be ended with it.
  setpgid(0, 0);
  const int in = open("/dev/null", O_RDONLY);
  const int out = open("/dev/null", O_WRONLY);
  const int err = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const bool ready = in >= 0 && out >= 0 && err >= 0 && dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
                     dup2(err, STDERR_FILENO) >= 0;
  // A parent that is killed cannot end its children: the system does.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() != parent) _exit(kOwnError);
  if (ready) execve("/proc/self/exe", argv.data(), environment.data());
  _exit(kOwnError);
}

void End(pid_t child) {
  if (kill(-child, SIGKILL) != 0) kill(child, SIGKILL);
}

}  // namespace

ChildResult RunSelf(const std::vector<std::string>& arguments, const std::filesystem::path& log,
                    const std::filesystem::path& temporary, double time_limit, const std::atomic<bool>& interrupted) {
  ChildResult result;
  const pid_t child = Start(arguments, log, temporary);
  if (child < 0) {
    result.exit_code = kOwnError;
    return result;
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(time_limit);
  auto wait = std::chrono::microseconds(500);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, WNOHANG, &usage) == 0) {
    result.timed_out = std::chrono::steady_clock::now() > deadline;
    result.interrupted = interrupted.load();
    if (result.timed_out || result.interrupted) {
      End(child);
      wait4(child, &status, 0, &usage);
      break;
    }
    std::this_thread::sleep_for(wait);
    wait = std::min(wait * 2, std::chrono::microseconds(20000));
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return result;
}

}  // namespace stiction::cli
