// SPDX-License-Identifier: BSD-3-Clause
// The `stiction` command.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "cli/check_command.h"
#include "cli/command_line.h"
#include "cli/compare_command.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/fmu_command.h"
#include "cli/format_command.h"
#include "cli/info_command.h"
#include "cli/linearize_command.h"
#include "cli/lsp_command.h"
#include "cli/new_command.h"
#include "cli/plot_command.h"
#include "cli/simulate_command.h"
#include "cli/sweep_command.h"
#include "cli/test_command.h"
#include "runtime/external/foreign_code.h"
#include "runtime/results/atomic_file.h"

namespace {

// CHECK has told what broke before it aborts; what is left is to leave with the code of an own error.
void LeaveAfterAbort(int) {
  stiction::runtime::RemoveUnfinishedFiles();
  _exit(stiction::cli::kOwnError);
}

int Run(const stiction::cli::CommandLine& line) {
  switch (line.command) {
    case stiction::cli::Command::kCheck:
      return RunCheck(line);
    case stiction::cli::Command::kDump:
      return RunDump(line);
    case stiction::cli::Command::kSimulate:
      return RunSimulate(line);
    case stiction::cli::Command::kCompare:
      return RunCompare(line);
    case stiction::cli::Command::kTest:
      return RunTest(line);
    case stiction::cli::Command::kPlot:
      return RunPlot(line);
    case stiction::cli::Command::kNew:
      return RunNew(line);
    case stiction::cli::Command::kCompletions:
      fmt::print("{}", line.completions);
      return stiction::cli::kDone;
    case stiction::cli::Command::kSweep:
      return RunSweep(line);
    case stiction::cli::Command::kInfo:
      return RunInfo(line);
    case stiction::cli::Command::kLinearize:
      return RunLinearize(line);
    case stiction::cli::Command::kFormat:
      return RunFormat(line);
    case stiction::cli::Command::kLsp:
      return RunLsp(line);
    case stiction::cli::Command::kFmu:
      return RunFmu(line);
  }
  return stiction::cli::kOwnError;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, LeaveAfterAbort);
  stiction::runtime::SetForeignCleanup(stiction::runtime::RemoveUnfinishedFiles);
  try {
    const stiction::cli::CommandLineResult result = stiction::cli::ReadCommandLine(argc, argv);
    const int code = result.command_line ? Run(*result.command_line) : result.exit_code;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    throw std::system_error(errno, std::generic_category(), "cannot write to the standard output");
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "stiction: the memory of this machine is not enough for this model\n");
    return stiction::cli::kModelError;
  } catch (const std::system_error& error) {
    // Nobody reads what is printed any more, or its file system is full.
    std::fputs(fmt::format("stiction: {}\n", error.what()).c_str(), stderr);
    return stiction::cli::kUsageError;
  } catch (const std::exception& error) {
    std::fputs(fmt::format("stiction: an error of Stiction itself: {}\nPlease report it.\n", error.what()).c_str(),
               stderr);
    return stiction::cli::kOwnError;
  }
}
