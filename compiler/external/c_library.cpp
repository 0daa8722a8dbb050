// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/external/c_library.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <utility>

#include "compiler/external/c_wrapper.h"
#include "compiler/support/check.h"
#include "runtime/external/foreign_library.h"

extern char** environ;

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCompiler = "cc";

/// A directory of its own below the system's for temporary files; gone with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    std::string pattern = ((error ? fs::path("/tmp") : base) / "stiction-XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  /// Empty if it could not be made.
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool Write(const fs::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  return static_cast<bool>(out.flush());
}

// ---- signals while the compiler runs ------------------------------------------------------------

volatile std::sig_atomic_t child_to_end = 0;
volatile std::sig_atomic_t asked_to_end = 0;

extern "C" void EndChild(int signal) {
  asked_to_end = signal;
  if (child_to_end > 0) kill(-child_to_end, SIGTERM);
}

/// During its life a signal that would end the process ends the child first; the process follows when this goes, and
/// what was destructed before is in order.
class EndsWithChild {
 public:
  EndsWithChild() {
    struct sigaction action {};
    action.sa_handler = EndChild;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
    }
  }
  ~EndsWithChild() {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
    const int signal = asked_to_end;
    asked_to_end = 0;
    if (signal != 0) static_cast<void>(raise(signal));
  }
  EndsWithChild(const EndsWithChild&) = delete;
  EndsWithChild& operator=(const EndsWithChild&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

/// Runs a command with its output in a file. @returns nothing if it cannot be started, else its exit code
std::optional<int> RunCommand(const std::vector<std::string>& words, const fs::path& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // Messages in English, whatever the user's language: some are looked at here.
  std::string locale = "LC_ALL=C";
  std::vector<char*> environment{locale.data()};
  for (char** variable = environ; *variable; ++variable) {
    if (std::string_view(*variable).substr(0, 7) != "LC_ALL=") environment.push_back(*variable);
  }
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  // A group of its own: what the command starts ends with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return std::nullopt;
  child_to_end = child;
  if (asked_to_end != 0) kill(-child, SIGTERM);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  child_to_end = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// All calls in one text: functions of one library often share the text of their annotation `Include`.
std::string SourceOf(const std::vector<CCall>& calls) {
  std::string text = "#include \"ModelicaUtilities.h\"\n";
  std::vector<std::string> seen;
  const auto add_once = [&](const std::string& part, const std::string& where) {
    if (std::find(seen.begin(), seen.end(), part) != seen.end()) return;
    seen.push_back(part);
    text += fmt::format("#line 1 \"{}\"\n{}\n", where, part);
  };
  for (const CCall& call : calls) {
    const ir::ExternalCall& external = *call.external;
    for (const std::string& include : external.source.includes) {
      add_once(include, fmt::format("annotation Include of {}", call.function));
    }
    if (external.source.includes.empty()) {
      add_once(CPrototype(external), fmt::format("declaration of {}", call.function));
    }
  }
  text +=
      "extern int stiction_enter(int (*call)(double*, void**), double*, void**, const char**);\n"
      "extern int stiction_fail(const char*);\nextern int stiction_is_whole(const char*);\n"
      "extern int stiction_damage(const char*, int, long);\n"
      "extern double stiction_number_of(const char*);\nextern const char* stiction_text_of(double);\n";
  for (const CCall& call : calls) {
    text += fmt::format("#line 1 \"call of {}\"\n", call.function);
    text += CWrapper(call.entry, *call.external, *call.code);
  }
  return text;
}

// The C sources beside the headers that a text includes, and those beside the headers that these include: where a
// library comes with the sources of its C code (MLS 12.9.4, Resources/C-Sources) but was not built.
void AddSources(const std::string& text, const std::vector<std::string>& directories,
                std::vector<std::string>& sources) {
  static const std::regex kInclude(R"(#\s*include\s*[<"]([^">]+)\.h[">])");
  for (std::sregex_iterator at(text.begin(), text.end(), kInclude), end; at != end; ++at) {
    for (const std::string& directory : directories) {
      const fs::path path = fs::path(directory) / ((*at)[1].str() + ".c");
      if (!fs::is_regular_file(path) || std::find(sources.begin(), sources.end(), path) != sources.end()) continue;
      sources.push_back(path.string());
      std::ifstream in(path);
      AddSources(std::string(std::istreambuf_iterator<char>(in), {}), directories, sources);
    }
  }
}

// The name of a library as an argument of the linker: a file where there is one, else -lNAME.
std::string LibraryArgument(const std::string& name, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    for (const char* platform : {"linux64", ""}) {
      for (const std::string& file : {name, "lib" + name + ".so", "lib" + name + ".a"}) {
        const fs::path path = fs::path(directory) / platform / file;
        if (fs::is_regular_file(path)) return path.string();
      }
    }
  }
  return "-l" + name;
}

std::vector<std::string> Command(const std::vector<CCall>& calls, bool is_run_once, const fs::path& directory) {
  std::vector<std::string> words{kCompiler, "-shared",           "-fPIC", is_run_once ? "-O0" : "-O2",
                                 "-w",      "-Wl,--no-undefined"};
  // What a call of the translation has to say, the run says when it makes the call.
  if (is_run_once) words.push_back("-DSTICTION_QUIET");
  // C code must not end the process, double it, or close what it writes to.
  for (const char* name : {"exit", "_exit", "_Exit", "quick_exit", "fork", "vfork", "execv", "execve", "execvp",
                           "execl", "execlp", "execle", "closefrom", "close_range", "close", "fclose"})
    words.push_back(fmt::format("-Wl,--wrap={}", name));
  std::vector<std::string> libraries;
  const auto add_once = [](std::vector<std::string>& into, const std::string& word) {
    if (std::find(into.begin(), into.end(), word) == into.end()) into.push_back(word);
  };
  for (const CCall& call : calls) {
    const ir::ExternalSource& source = call.external->source;
    for (const std::string& path : source.include_directories) add_once(words, "-I" + path);
    for (const std::string& name : source.libraries) {
      const std::string library = LibraryArgument(name, source.library_directories);
      std::vector<std::string> sources;
      if (library.starts_with("-l")) {
        for (const std::string& text : source.includes) AddSources(text, source.include_directories, sources);
      }
      if (!sources.empty()) {
        for (const std::string& path : sources) add_once(libraries, path);
        continue;
      }
      add_once(libraries, library);
      if (library.ends_with(".so")) {
        add_once(libraries, "-Wl,-rpath," + fs::path(library).parent_path().string());
      }
    }
  }
  words.push_back("-I" + directory.string());
  words.insert(words.end(), {"-o", (directory / "calls.so").string(), (directory / "calls.c").string(),
                             (directory / "utilities.c").string()});
  words.insert(words.end(), libraries.begin(), libraries.end());
  words.push_back("-lm");
  return words;
}

// The first line that tells an error, without the temporary directory's name.
std::string FirstError(const fs::path& output, const fs::path& directory) {
  std::ifstream in(output);
  std::string first;
  for (std::string line; std::getline(in, line);) {
    for (size_t at; (at = line.find(directory.string() + "/")) != std::string::npos;) {
      line.erase(at, directory.string().size() + 1);
    }
    if (first.empty()) first = line;
    // The linker puts places in machine code in front.
    for (const char* what : {"undefined reference", "cannot find"}) {
      if (const size_t at = line.find(what); at != std::string::npos) return line.substr(at);
    }
    if (line.find("error:") != std::string::npos) return line;
  }
  return first;
}

// The call that a message of the compiler is about; the first if that cannot be told.
size_t CallOf(const std::vector<CCall>& calls, const std::string& message) {
  const auto about = std::find_if(calls.begin(), calls.end(), [&](const CCall& call) {
    return message.find(call.function + ":") != std::string::npos ||
           message.find(fmt::format("`{}'", call.code->c_name)) != std::string::npos ||
           message.find(fmt::format("`{}_call'", call.entry)) != std::string::npos;
  });
  return about == calls.end() ? 0 : static_cast<size_t>(about - calls.begin());
}

// Loads the compiled library and takes the entries of its calls.
std::optional<CFailure> Load(const fs::path& path, std::vector<CCall>& calls) {
  std::vector<runtime::ForeignEntry> entries;
  for (CCall& call : calls) entries.push_back({call.entry, &call.code->entry});
  const std::optional<std::string> why = runtime::LoadForeignLibrary(path, entries);
  if (!why) return std::nullopt;
  return CFailure{0, fmt::format("the compiled external functions cannot be loaded: {}", *why), ""};
}

}  // namespace

std::optional<CFailure> LoadCalls(std::vector<CCall>& calls, bool is_run_once, const std::string& copy) {
  const EndsWithChild ends_with_child;
  const TemporaryDirectory directory;
  const fs::path output = directory.path() / "messages";
  if (directory.path().empty() || !Write(directory.path() / "calls.c", SourceOf(calls)) ||
      !Write(directory.path() / "utilities.c", CRuntime()) ||
      !Write(directory.path() / "ModelicaUtilities.h", CUtilities())) {
    return CFailure{0, "the C code of an external function cannot be written to the temporary directory",
                    "set TMPDIR to a directory with free space"};
  }
  const std::optional<int> code = RunCommand(Command(calls, is_run_once, directory.path()), output);
  if (!code || *code == 127) {
    return CFailure{0,
                    fmt::format("`{}` is an external C function that needs a C compiler, and there is no command `{}`",
                                calls.front().function, kCompiler),
                    "install a C compiler (Debian: gcc)"};
  }
  if (*code != 0) {
    const std::string error = FirstError(output, directory.path());
    const size_t call = CallOf(calls, error);
    return CFailure{call, fmt::format("the C code of `{}` does not compile: {}", calls[call].function, error),
                    "see the annotations Include, IncludeDirectory, Library and LibraryDirectory of the function"};
  }
  std::error_code wrong;
  if (!copy.empty() && !fs::copy_file(directory.path() / "calls.so", copy, wrong)) {
    return CFailure{0, fmt::format("the compiled external functions cannot be kept as {}: {}", copy, wrong.message()),
                    ""};
  }
  return Load(directory.path() / "calls.so", calls);
}

}  // namespace stiction
