// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/server.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/lsp/answers.h"
#include "cli/lsp/places.h"

namespace stiction::lsp {
namespace {

constexpr std::chrono::milliseconds kPause{300};  // without edits, before a file is checked as a whole

}  // namespace

int Server::Run() {
  while (!is_over_) {
    while (const auto text = reader_.Next()) {
      Handle(*text);
      if (is_over_) break;
    }
    if (is_over_ || reader_.is_broken()) break;
    TellSyntax();
    Wait();
  }
  check_.Stop();
  return was_shut_down_ ? 0 : 1;
}

void Server::Wait() {
  pollfd watched[2] = {{STDIN_FILENO, POLLIN, 0}, {check_.descriptor(), POLLIN, 0}};
  int timeout = -1;
  for (const auto& [uri, time] : to_check_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(time - Clock::now()).count() + 1;
    const int milliseconds = static_cast<int>(std::max<int64_t>(left, 0));
    if (!check_.is_running()) timeout = timeout < 0 ? milliseconds : std::min(timeout, milliseconds);
  }
  const int ready = poll(watched, check_.is_running() ? 2 : 1, timeout);
  if (ready < 0 && errno != EINTR) is_over_ = true;
  if (ready > 0 && watched[0].revents != 0) return ReadInput();
  if (ready > 0 && check_.is_running() && watched[1].revents != 0) {
    if (check_.Read()) TellCheck();
    return;
  }
  StartNextCheck();
}

void Server::ReadInput() {
  char bytes[65536];
  const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count > 0) {
    reader_.Add({bytes, static_cast<size_t>(count)});
  } else if (count == 0 || errno != EINTR) {
    is_over_ = true;
  }
}

void Server::Handle(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) return Send(Refusal(nullptr, kParseError, "the message is no object of JSON"));
  const Json id = message.value("id", Json());
  try {
    Handle(message);
  } catch (const Refused& refused) {
    if (!id.is_null()) Send(Refusal(id, refused.code, refused.message));
  } catch (const Json::exception& wrong) {
    if (!id.is_null()) Send(Refusal(id, kInvalidParams, wrong.what()));
  }
}

void Server::Handle(const Json& message) {
  if (!message.contains("method")) return;  // an answer to us, who ask nothing
  const std::string method = message.at("method");
  const Json params = message.value("params", Json::object());
  if (!message.contains("id")) return Notified(method, params);
  const Json& id = message["id"];
  if (method == "initialize") return Send(Answer(id, Initialize(params)));
  if (method == "shutdown") {
    was_shut_down_ = true;
    return Send(Answer(id, nullptr));
  }
  constexpr int kNotInitialized = -32002;
  if (!documents_) throw Refused{kNotInitialized, "initialize comes first"};
  Send(Answer(id, ResultOf(method, params, *documents_)));
}

Json Server::Initialize(const Json& params) {
  const Json options = params.value("initializationOptions", Json());
  if (options.is_object()) {
    const auto paths = options.value("libraryPaths", std::vector<std::string>());
    library_paths_.insert(library_paths_.begin(), paths.begin(), paths.end());
  }
  documents_.emplace(library_paths_);
  return Capabilities();
}

void Server::Notified(const std::string& method, const Json& params) {
  if (method == "exit") is_over_ = true;
  if (!documents_ || is_over_ || !params.is_object() || !params.contains("textDocument")) return;
  const std::string uri = params["textDocument"].at("uri");
  if (method == "textDocument/didOpen") {
    documents_->Open(params);
    Edited(uri);
  } else if (method == "textDocument/didChange") {
    documents_->Change(params);
    Edited(uri);
  } else if (method == "textDocument/didSave") {
    if (documents_->IsOpen(uri)) Edited(uri);
  } else if (method == "textDocument/didClose") {
    documents_->Close(params);
    if (checked_uri_ == uri) check_.Stop();
    edited_.erase(uri);
    to_check_.erase(uri);
    Publish(uri, Json::array());
    with_errors_.erase(uri);
  }
}

void Server::Edited(const std::string& uri) {
  if (!documents_->IsOpen(uri)) return;
  if (checked_uri_ == uri) check_.Stop();
  edited_.insert(uri);
  to_check_[uri] = Clock::now() + kPause;
}

void Server::TellSyntax() {
  for (const std::string& uri : std::exchange(edited_, {})) {
    const Source& source = documents_->TextOf(uri);
    editor::Workspace& workspace = documents_->Current();
    Json diagnostics = Json::array();
    for (const Diagnostic& diagnostic : workspace.SyntaxOf(source.path()).all()) {
      diagnostics.push_back(ToJson(diagnostic, workspace.sources(), source));
    }
    const bool is_sound = diagnostics.empty();
    if (!is_sound) to_check_.erase(uri);  // there is nothing that could be checked
    // What a check told stays until the next one tells it anew, unless there are other errors now.
    const bool had_errors = is_sound ? with_errors_.erase(uri) > 0 : !with_errors_.insert(uri).second;
    if (!is_sound || had_errors) Publish(uri, std::move(diagnostics));
  }
}

void Server::StartNextCheck() {
  if (check_.is_running()) return;
  for (const auto& [uri, time] : to_check_) {
    if (time > Clock::now()) continue;
    checked_uri_ = uri;
    check_.Start(documents_->Current(), documents_->TextOf(uri).path());
    to_check_.erase(uri);
    return;
  }
}

void Server::TellCheck() {
  if (documents_->IsOpen(checked_uri_)) Publish(checked_uri_, check_.Take());
}

void Server::Publish(const std::string& uri, Json diagnostics) {
  Json params{{"uri", uri}, {"diagnostics", std::move(diagnostics)}};
  if (documents_->IsOpen(uri)) {
    if (const Json version = documents_->VersionOf(uri); !version.is_null()) params["version"] = version;
  }
  Send(Notification("textDocument/publishDiagnostics", std::move(params)));
}

void Server::Send(const Json& message) {
  std::string text = Framed(message);
  for (std::string_view left = text; !left.empty();) {
    const ssize_t written = write(STDOUT_FILENO, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      is_over_ = true;
      return;
    }
    left.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace stiction::lsp
