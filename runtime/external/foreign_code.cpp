// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/foreign_code.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <thread>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr std::array<int, 5> kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int kTooLong = SIGVTALRM;  // from the watch
constexpr int kSimulationStopped = 3;

/// The call that runs on this thread.
struct Running {
  sigjmp_buf out;
  const std::string* function;
  std::vector<std::string>* warnings;
};

thread_local Running call;  // not on the stack, which C code may write over
thread_local Running* running = nullptr;
std::array<struct sigaction, kCrashes.size()> before;  // us
const char* left_because = nullptr;
void (*cleanup)() = nullptr;

// ---- what a crash elsewhere tells ---------------------------------------------------------------

/// Names of functions that have run, where a handler of a signal can read them.
std::array<char, 1024> have_run{};
size_t have_run_size = 0;

void NoteRun(const std::string& function) {
  // The memory of most functions stays where it is: one comparison a call.
  static thread_local const std::string* last = nullptr;
  if (last == &function) return;
  last = &function;
  const std::string_view known(have_run.data(), have_run_size);
  const std::string entry = (known.empty() ? "" : ", ") + function;
  if (known.find(function) != std::string_view::npos || have_run_size + entry.size() > have_run.size()) return;
  entry.copy(have_run.data() + have_run_size, entry.size());
  have_run_size += entry.size();
}

void Tell(std::string_view text) { static_cast<void>(!write(STDERR_FILENO, text.data(), text.size())); }

// Once: where the stack is damaged, what comes next crashes too, and that is no crash in C code.
void Leave(int signal) {
  if (std::exchange(running, nullptr) != nullptr) siglongjmp(call.out, signal);
}

extern "C" void OnCrash(int signal, siginfo_t* info, void* /*context*/) {
  Leave(signal);
  if (have_run_size > 0) {
    Tell(
        "stiction: the process crashed outside of C code, which may have damaged its memory before: look at the "
        "external functions that had run, ");
    Tell({have_run.data(), have_run_size});
    Tell("; the result is lost\n");
    if (cleanup != nullptr) cleanup();
    _exit(kSimulationStopped);
  }
  // No C code of others: as if we were not there.
  for (size_t i = 0; i < kCrashes.size(); ++i) {
    if (kCrashes[i] == signal) sigaction(signal, &before[i], nullptr);
  }
  // A fault comes again when the instruction does.
  const bool is_fault = info != nullptr && info->si_code > 0 && signal != SIGABRT;
  if (!is_fault) static_cast<void>(raise(signal));
}

extern "C" void OnExit() {
  if (running == nullptr) return;
  fmt::print(stderr, "stiction: the external function {} ended the process by exit(); the result is lost\n",
             *running->function);
  std::fflush(stderr);
  if (cleanup != nullptr) cleanup();
  _exit(kSimulationStopped);
}

// ---- calls that do not end ----------------------------------------------------------------------

double time_limit = 0;                // [s]
std::atomic<uint64_t> call_count{0};  // odd while a call runs on the watched thread

extern "C" void OnTooLong(int signal) { Leave(signal); }

double ProcessorTime(pthread_t thread) {
  clockid_t clock{};
  timespec time{};
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A call that waits for something takes no time of the processor, and may do so for long. @pre `watched` lives as long
// as the process
void Watch(pthread_t watched) {
  uint64_t last = 0;
  double begin = 0;
  while (true) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const uint64_t now = call_count.load();
    if (now % 2 == 0) continue;
    if (now != last) {
      last = now;
      begin = ProcessorTime(watched);
    } else if (ProcessorTime(watched) - begin > time_limit) {
      pthread_kill(watched, kTooLong);
    }
  }
}

// The thread of the first call is watched.
bool StartWatch() {
  struct sigaction action {};
  action.sa_handler = OnTooLong;
  action.sa_flags = SA_NODEFER | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(kTooLong, &action, nullptr);
  // Signals are for the threads that work.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread(Watch, pthread_self()).detach();
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  return true;
}

bool WatchForCrashes() {
  struct sigaction action {};
  action.sa_sigaction = OnCrash;
  // On a stack of its own: it may be the stack that is full. Not deferred: the handler is left by a jump, and the
  // signal would stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kCrashes.size(); ++i) sigaction(kCrashes[i], &action, &before[i]);
  std::atexit(OnExit);
  return time_limit <= 0 || StartWatch();
}

// For the life of the thread, unless it has one.
bool HasSignalStack() {
  constexpr size_t kSize = 1 << 16;
  static thread_local std::vector<char> memory;
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_DISABLE) == 0) return true;
  memory.resize(kSize);
  stack = {};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  return sigaltstack(&stack, nullptr) == 0;
}

std::string WhyLeft(int signal) {
  if (left_because != nullptr) return fmt::format("the C code {}", left_because);
  if (signal != kTooLong) return fmt::format("the C code crashed: {}", strsignal(signal));
  return fmt::format("the C code did not come back within {} s of processor time; does it end? --call-limit gives more",
                     time_limit);
}

}  // namespace

int RunForeign(ExternalCode::Entry entry, double* locals, void** objects, const std::string& function,
               std::string& message, std::vector<std::string>& warnings) {
  static const bool watching = WatchForCrashes();
  static thread_local const bool has_stack = HasSignalStack();
  static_cast<void>(watching && has_stack);
  NoteRun(function);
  call.function = &function;
  call.warnings = &warnings;
  const char* text = "";
  // The mask of signals is not saved: that would be a call of the system each time.
  if (const int signal = sigsetjmp(call.out, 0); signal != 0) {
    call_count.fetch_add(1);
    message = WhyLeft(signal);
    return 2;
  }
  running = &call;
  call_count.fetch_add(1);
  const int failed = entry(locals, objects, &text);
  running = nullptr;
  call_count.fetch_add(1);
  if (failed != 0) message = *text != '\0' ? text : "it failed";
  return failed;
}

bool IsForeignRunning() { return running != nullptr; }

void LeaveForeign(const char* why) {
  if (running == nullptr) return;
  left_because = why;
  Leave(kTooLong);
}

void SetForeignTimeLimit(double seconds) { time_limit = seconds; }

void SetForeignCleanup(void (*what)()) { cleanup = what; }

void HearForeignWarning(const char* text) {
  if (running == nullptr) {
    fmt::print(stderr, "warning: {}\n", text);
    return;
  }
  std::string line(text);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  running->warnings->push_back(std::move(line));
}

}  // namespace stiction::runtime
