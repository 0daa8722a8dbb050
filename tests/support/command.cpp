// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/command.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace stiction::test {
namespace {

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    read_end = ends[0];
    write_end = ends[1];
  }
};

// Appends what can be read; false at the end of the stream.
bool Drain(int descriptor, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count <= 0) return false;
  text.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

}  // namespace

CommandResult Run(const std::string& program, const std::vector<std::string>& arguments, double timeout_seconds) {
  std::vector<char*> argv;
  argv.push_back(const_cast<char*>(program.c_str()));
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  Pipe out;
  Pipe err;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    dup2(out.write_end, STDOUT_FILENO);
    dup2(err.write_end, STDERR_FILENO);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  close(out.write_end);
  close(err.write_end);

  CommandResult result;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout_seconds * STICTION_TEST_PATIENCE);
  std::array<pollfd, 2> streams{{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
  std::array<std::string*, 2> texts{&result.out, &result.err};
  int open_streams = 2;
  while (open_streams > 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (left <= 0) {
      result.timed_out = true;
      kill(child, SIGKILL);
      break;
    }
    poll(streams.data(), streams.size(), static_cast<int>(left));
    for (std::size_t i = 0; i < streams.size(); ++i) {
      if (streams[i].fd < 0 || streams[i].revents == 0) continue;
      if (!Drain(streams[i].fd, *texts[i])) {
        streams[i].fd = -1;
        --open_streams;
      }
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(out.read_end);
  close(err.read_end);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

CommandResult RunOnTerminal(const std::vector<std::string>& arguments, unsigned short columns, const std::string& sight,
                            double timeout_seconds) {
  std::vector<char*> argv{const_cast<char*>(STICTION_COMMAND)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  winsize size{};
  size.ws_col = columns;
  size.ws_row = 24;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("no terminal");
  if (child == 0) {
    execv(STICTION_COMMAND, argv.data());
    _exit(127);
  }
  CommandResult result;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout_seconds * STICTION_TEST_PATIENCE);
  bool pressed = false;
  pollfd stream{terminal, POLLIN, 0};
  while (true) {
    if (std::chrono::steady_clock::now() > deadline) {
      result.timed_out = true;
      kill(child, SIGKILL);
      break;
    }
    if (poll(&stream, 1, 100) > 0 && !Drain(terminal, result.out)) break;
    if (!pressed && result.out.find(sight) != std::string::npos) {
      constexpr char kInterrupt = 3;
      pressed = write(terminal, &kInterrupt, 1) == 1;
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

CommandResult RunStiction(const std::vector<std::string>& arguments, double timeout_seconds) {
  return Run(STICTION_COMMAND, arguments, timeout_seconds);
}

std::string SourcePath(const std::string& relative) { return std::string(STICTION_SOURCE_DIR) + "/" + relative; }

}  // namespace stiction::test
