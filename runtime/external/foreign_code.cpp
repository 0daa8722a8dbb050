#include "runtime/external/foreign_code.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stiction::runtime {
namespace {

constexpr std::array<int, 5> kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// The call that runs on this thread.
struct Running {
  sigjmp_buf out;
  const std::string* function;
  std::vector<std::string>* warnings;
};

thread_local Running* running = nullptr;
std::array<struct sigaction, kCrashes.size()> before;  // us

extern "C" void OnCrash(int signal, siginfo_t* info, void* /*context*/) {
  if (running != nullptr) siglongjmp(running->out, signal);
  // Not in C code of others: as if we were not there.
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
  constexpr int kSimulationStopped = 3;
  _exit(kSimulationStopped);
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
  return true;
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

}  // namespace

int RunForeign(ExternalCode::Entry entry, double* locals, void** objects, const std::string& function,
               std::string& message, std::vector<std::string>& warnings) {
  static const bool watching = WatchForCrashes();
  static thread_local const bool has_stack = HasSignalStack();
  static_cast<void>(watching && has_stack);
  Running call;
  call.function = &function;
  call.warnings = &warnings;
  const char* text = "";
  // The mask of signals is not saved: that would be a call of the system each time.
  if (const int signal = sigsetjmp(call.out, 0); signal != 0) {
    running = nullptr;
    message = fmt::format("the C code crashed: {}", strsignal(signal));
    return 2;
  }
  running = &call;
  const int failed = entry(locals, objects, &text);
  running = nullptr;
  if (failed != 0) message = *text != '\0' ? text : "it failed";
  return failed != 0 ? 1 : 0;
}

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
