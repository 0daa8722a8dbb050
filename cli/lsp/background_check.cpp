// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/background_check.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>

#include "cli/lsp/places.h"
#include "compiler/driver/compile.h"

namespace stiction::lsp {
namespace {

constexpr rlim_t kSeconds = 60;              // of processor time
constexpr rlim_t kBytes = rlim_t{4} << 30U;  // of memory

int SeverityOf(Severity severity) { return severity == Severity::kError ? 1 : severity == Severity::kWarning ? 2 : 3; }

void Limit(int resource, rlim_t most) {
  const rlimit limit{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

// What a component leaves to its user is no fault of it; nor is a file without models.
class Choice {
 public:
  explicit Choice(const Diagnostics& diagnostics)
      : is_open_(LeavesAChoice(diagnostics)),
        is_component_(std::ranges::any_of(
            diagnostics.all(), [](const Diagnostic& told) { return told.kind == DiagnosticKind::ComponentAlone; })) {}

  bool IsWorthTelling(const Diagnostic& diagnostic) const {
    switch (diagnostic.kind) {
      case DiagnosticKind::NoModel:
      case DiagnosticKind::ModelAmbiguous:
      case DiagnosticKind::ComponentAlone:
      case DiagnosticKind::ExternalCode:
        return false;
      case DiagnosticKind::MissingInner:
        return !is_open_ && !is_component_;
      default:
        return !is_open_ || diagnostic.severity != Severity::kError;
    }
  }

 private:
  bool is_open_, is_component_;
};

// The child's part: a line of diagnostics for each model.
void CheckModels(editor::Workspace& workspace, const std::string& path, int descriptor) {
  CompileOptions options;
  options.files = {path};
  options.library_paths = workspace.library_paths();
  options.open_source = [&workspace](const std::string& file) { return workspace.Open(file); };
  options.accept_components = true;
  options.verify = false;
  options.external_code = false;  // who opens a file does not run it yet
  SourceMap& sources = workspace.sources();
  const Source& source = workspace.TextOf(path);
  std::set<std::string> told;
  const auto tell = [&](const Diagnostics& diagnostics) {
    const Choice choice(diagnostics);
    Json fresh = Json::array();
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      if (!choice.IsWorthTelling(diagnostic)) continue;
      Json one = ToJson(diagnostic, sources, source);
      if (told.insert(one.dump(-1, ' ', false, Json::error_handler_t::replace)).second) fresh.push_back(std::move(one));
    }
    WriteAll(descriptor, fresh.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  };
  Diagnostics of_reading;
  const std::vector<std::string> models = ModelsToCompile(options, sources, of_reading);
  tell(of_reading);
  if (of_reading.HasErrors()) return;
  for (const std::string& model : models) {
    options.model = model;
    Diagnostics diagnostics;
    Compile(options, sources, diagnostics);
    tell(diagnostics);
  }
}

}  // namespace

Json ToJson(const Diagnostic& diagnostic, const SourceMap& sources, const Source& source) {
  const bool is_here = diagnostic.span && diagnostic.span.source == source.id();
  Json related = Json::array();
  if (diagnostic.span && !is_here) {
    related.push_back({{"location", LocationOf(sources, diagnostic.span)}, {"message", "here"}});
  }
  for (const Label& label : diagnostic.labels) {
    if (label.span) related.push_back({{"location", LocationOf(sources, label.span)}, {"message", label.text}});
  }
  std::string message = diagnostic.message;
  if (!diagnostic.hint.empty()) message += "\n" + diagnostic.hint;
  Json told{{"range", RangeOf(source, is_here ? diagnostic.span : Span{source.id(), 0, 0})},
            {"severity", SeverityOf(diagnostic.severity)},
            {"code", Name(diagnostic.kind)},
            {"source", "stiction"},
            {"message", std::move(message)}};
  if (!related.empty()) told["relatedInformation"] = std::move(related);
  return told;
}

void BackgroundCheck::Start(editor::Workspace& workspace, const std::string& path) {
  Stop();
  int ends[2];
  if (pipe(ends) != 0) return;
  path_ = path;
  said_.clear();
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    close(STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);  // stdout is the protocol's
    Limit(RLIMIT_CPU, kSeconds);
#ifndef __SANITIZE_ADDRESS__
    Limit(RLIMIT_AS, kBytes);
#endif
    try {
      CheckModels(workspace, path, ends[1]);
    } catch (const std::exception&) {  // the limit of memory
    }
    _exit(0);
  }
  close(ends[1]);
  if (child_ < 0) {
    close(ends[0]);
    return;
  }
  descriptor_ = ends[0];
}

void BackgroundCheck::Stop() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  if (descriptor_ >= 0) close(descriptor_);
  child_ = descriptor_ = -1;
}

bool BackgroundCheck::Read() {
  char bytes[4096];
  const ssize_t count = read(descriptor_, bytes, sizeof bytes);
  if (count > 0) {
    said_.append(bytes, static_cast<size_t>(count));
    return false;
  }
  Stop();
  return true;
}

Json BackgroundCheck::Take() {
  Json all = Json::array();
  std::istringstream lines(said_);
  for (std::string line; std::getline(lines, line);) {
    const Json some = Json::parse(line, nullptr, false);
    if (!some.is_array()) continue;  // it was ended while it wrote
    for (const Json& one : some) all.push_back(one);
  }
  return all;
}

}  // namespace stiction::lsp
