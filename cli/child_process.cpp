#include "cli/child_process.h"

#include <fcntl.h>
#include <spawn.h>
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
pid_t Start(const std::vector<std::string>& arguments, const std::filesystem::path& log) {
  std::vector<char*> argv;
  std::string name = "stiction";
  argv.push_back(name.data());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  pid_t child = -1;
  const int wrong = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return wrong == 0 ? child : -1;
}

}  // namespace

ChildResult RunSelf(const std::vector<std::string>& arguments, const std::filesystem::path& log, double time_limit,
                    const std::atomic<bool>& interrupted) {
  ChildResult result;
  const pid_t child = Start(arguments, log);
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
      kill(child, SIGKILL);
      wait4(child, &status, 0, &usage);
      break;
    }
    std::this_thread::sleep_for(wait);
    wait = std::min(wait * 2, std::chrono::microseconds(20000));
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // Ctrl-C goes to the child too, which ends in order.
  if (interrupted.load() && result.exit_code == kSimulationStopped) result.interrupted = true;
  result.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return result;
}

}  // namespace stiction::cli
