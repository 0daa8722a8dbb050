// SPDX-License-Identifier: BSD-3-Clause
// The language server as editors see it: messages over pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/command.h"
#include "tests/support/library.h"

namespace stiction::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// A server and what an editor says to it.
class Client {
 public:
  explicit Client(const std::vector<std::string>& arguments = {}) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) std::abort();
    child_ = fork();
    if (child_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
      std::vector<const char*> words{STICTION_COMMAND, "lsp"};
      for (const std::string& word : arguments) words.push_back(word.c_str());
      words.push_back(nullptr);
      execv(STICTION_COMMAND, const_cast<char**>(words.data()));
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    signal(SIGPIPE, SIG_IGN);
    Ask("initialize", {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", Json::object()}});
  }
  ~Client() {
    if (child_ > 0) kill(child_, SIGKILL);
    Wait();
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void Tell(const std::string& method, const Json& params) {
    Send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  /// @returns the whole answer, with `result` or `error`
  Json Ask(const std::string& method, const Json& params) {
    const int id = ++asked_;
    Send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    return Until([id](const Json& message) { return message.contains("id") && message["id"] == id; });
  }
  /// The next diagnostics that are as wanted.
  Json Diagnostics(const std::function<bool(const Json&)>& wanted) {
    return Until([&](const Json& message) {
      return message.value("method", "") == "textDocument/publishDiagnostics" &&
             wanted(message["params"]["diagnostics"]);
    })["params"]["diagnostics"];
  }
  void Open(const std::string& path, const std::string& text) {
    Tell("textDocument/didOpen",
         {{"textDocument", {{"uri", "file://" + path}, {"languageId", "modelica"}, {"version", 1}, {"text", text}}}});
  }
  void Replace(const std::string& path, const std::string& text) {
    Tell("textDocument/didChange",
         {{"textDocument", {{"uri", "file://" + path}, {"version", 2}}}, {"contentChanges", {{{"text", text}}}}});
  }
  void Send(const Json& message) {
    const std::string text = message.dump();
    Write("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
  }
  void Write(const std::string& bytes) {
    for (size_t at = 0; at < bytes.size();) {
      const ssize_t written = write(to_, bytes.data() + at, bytes.size() - at);
      if (written <= 0) return;
      at += static_cast<size_t>(written);
    }
  }
  void CloseInput() { close(to_); }
  int Wait() {
    int status = 0;
    if (child_ > 0) waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  Json Until(const std::function<bool(const Json&)>& wanted) {
    for (;;) {
      const size_t head = buffer_.find("\r\n\r\n");
      if (head != std::string::npos) {
        const size_t length = std::stoul(buffer_.substr(std::string("Content-Length: ").size()));
        if (buffer_.size() >= head + 4 + length) {
          const Json message = Json::parse(buffer_.substr(head + 4, length));
          buffer_.erase(0, head + 4 + length);
          if (wanted(message)) return message;
          continue;
        }
      }
      pollfd watched{from_, POLLIN, 0};
      constexpr int kPatience = 60000 * STICTION_TEST_PATIENCE;
      char bytes[65536];
      const ssize_t count = poll(&watched, 1, kPatience) > 0 ? read(from_, bytes, sizeof bytes) : 0;
      if (count <= 0) {
        ADD_FAILURE() << "the server says no more";
        return Json::object({{"result", nullptr}, {"params", {{"diagnostics", Json::array()}}}});
      }
      buffer_.append(bytes, static_cast<size_t>(count));
    }
  }

  pid_t child_ = -1;
  int to_ = -1, from_ = -1, asked_ = 0;
  std::string buffer_;
};

Json At(const std::string& path, int line, int character) {
  return {{"textDocument", {{"uri", "file://" + path}}}, {"position", {{"line", line}, {"character", character}}}};
}

bool IsEmpty(const Json& list) { return list.empty(); }
bool IsNotEmpty(const Json& list) { return !list.empty(); }

TEST(Lsp, TellsErrorsOfSyntaxAndOfTheWholeModel) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("M.mo");
  Client client;
  client.Open(path, "model M\n  Real x\n  Real y = ;\nequation\n  x = 1;\nend M;\n");
  const Json syntax = client.Diagnostics(IsNotEmpty);
  ASSERT_EQ(syntax.size(), 2U);
  EXPECT_EQ(syntax[0]["range"]["start"], Json({{"line", 1}, {"character", 8}}));
  EXPECT_EQ(syntax[0]["code"], "SyntaxError");
  EXPECT_EQ(syntax[1]["range"]["start"]["line"], 2);
  client.Replace(path, "model M\n  Real x;\nequation\n  x = \"\xC3\xA4\" + yy;\nend M;\n");
  client.Diagnostics(IsEmpty);
  const Json whole = client.Diagnostics(IsNotEmpty);
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_THAT(whole[0]["message"].get<std::string>(), HasSubstr("unknown name `yy`"));
  EXPECT_EQ(whole[0]["range"]["start"], Json({{"line", 3}, {"character", 12}}));  // in units of UTF-16
  client.Replace(path, "model M\n  Real x;\nequation\n  x = 1;\nend M;\n");
  client.Diagnostics(IsEmpty);
}

TEST(Lsp, RunsNoCodeOfTheModel) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("M.mo"), touched = directory.File("touched");
  Client client;
  client.Open(
      path,
      "model M\n  function touch\n    output Integer n;\n    external \"C\" n = touch_it() annotation(Include = \""
      "#include <stdio.h>\nstatic int touch_it(void) { fclose(fopen(\\\"" +
          touched +
          "\\\", \\\"w\\\")); return 2; }\");\n  end touch;\n  constant Integer n = touch();\n"
          "  Real x = n*time;\n  Real y(unit = \"furlong\") = touch();\nend M;\n");
  const Json told = client.Diagnostics(IsNotEmpty);
  ASSERT_EQ(told.size(), 1U) << told;
  EXPECT_EQ(told[0]["code"], "UnknownUnit");
  EXPECT_FALSE(std::filesystem::exists(touched));
}

TEST(Lsp, EndsAsTheProtocolSays) {
  Client client;
  EXPECT_TRUE(client.Ask("shutdown", nullptr)["result"].is_null());
  client.Tell("exit", nullptr);
  EXPECT_EQ(client.Wait(), 0);
  Client gone;
  gone.CloseInput();
  EXPECT_EQ(gone.Wait(), 1);
}

TEST(Lsp, RefusesWhatItDoesNotKnow) {
  Client client;
  EXPECT_EQ(client.Ask("textDocument/nothing", Json::object())["error"]["code"], -32601);
  EXPECT_EQ(client.Ask("textDocument/hover", Json::object())["error"]["code"], -32602);
  EXPECT_EQ(client.Ask("textDocument/hover", At("/nowhere.mo", 0, 0))["error"]["code"], -32602);
  client.Write("Content-Length: 3\r\n\r\n{a}");
  EXPECT_TRUE(client.Ask("shutdown", nullptr)["result"].is_null());
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The promise: within 100 ms on a file of MultiBody, behind an edit, once the libraries have been read. The limit here
// leaves room for a machine that is busy with other tests.
TEST(Lsp, AnswersSoonOnAFileOfMultiBody) {
  const std::vector<std::string> libraries = LibraryDirectories();
  if (libraries.empty()) GTEST_SKIP() << kNoLibrary;
  const std::string path = libraries.front() + "/Modelica/Mechanics/MultiBody/Joints/Revolute.mo";
  std::string text = ReadText(path);
  if (text.empty()) GTEST_SKIP() << path << " is not there";
  const std::string declaration = "SI.Angle phi(start=0";
  const size_t at = text.find(declaration);
  ASSERT_NE(at, std::string::npos);
  const auto line = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  const auto column = static_cast<int>(at - text.rfind('\n', at) - 1);
  Client client;
  client.Open(path, text);
  client.Ask("textDocument/hover", At(path, line, column + 4));
  constexpr double kLimit = 1.0 * STICTION_TEST_PATIENCE;
  for (const char* method : {"textDocument/hover", "textDocument/definition", "textDocument/completion",
                             "textDocument/documentHighlight", "textDocument/documentSymbol"}) {
    client.Replace(path, text += "\n");
    const auto begin = std::chrono::steady_clock::now();
    const Json answer = client.Ask(method, At(path, line, column + 4));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_FALSE(answer["result"].is_null()) << method;
    EXPECT_LT(seconds, kLimit) << method;
    RecordProperty(std::string(method).substr(13), std::to_string(seconds));
  }
  const Json hover = client.Ask("textDocument/hover", At(path, line, column + 9));
  EXPECT_THAT(hover["result"]["contents"]["value"].get<std::string>(), HasSubstr("Unit: `rad`"));
}

}  // namespace
}  // namespace stiction::test
