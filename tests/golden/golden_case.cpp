// SPDX-License-Identifier: BSD-3-Clause
#include "tests/golden/golden_case.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace stiction::golden {
namespace {

constexpr std::string_view kRun = "// run: ";
constexpr std::string_view kExit = "// exit: ";
constexpr std::string_view kStderr = "// stderr: ";
constexpr std::string_view kExpect = "// expect:";
constexpr std::string_view kOutput = "//|";

std::string_view Trimmed(std::string_view line) {
  const size_t begin = line.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

std::vector<std::string> Lines(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> LinesOf(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Lines(in);
}

// `// error: text [Kind]`, `// warning-anywhere: ...`
std::optional<Message> ReadMessage(std::string_view line, bool& anywhere) {
  for (const char* severity : {"error", "warning", "note"}) {
    for (const char* place : {"", "-anywhere"}) {
      const std::string head = fmt::format("// {}{}: ", severity, place);
      if (!Trimmed(line).starts_with(head)) continue;
      anywhere = *place != '\0';
      return Message{0, 0, severity, std::string(Trimmed(line).substr(head.size()))};
    }
  }
  return std::nullopt;
}

// `//     ^`: the column the message above it is about.
bool IsCaret(std::string_view line) {
  const std::string_view text = Trimmed(line);
  return text.starts_with("//") && text.ends_with('^') && text.find_first_not_of(' ', 2) == text.size() - 1;
}

bool IsExpectation(std::string_view line) {
  bool anywhere = false;
  return ReadMessage(line, anywhere) || IsCaret(line) || line.starts_with(kStderr) || line.starts_with(kExit) ||
         line.starts_with(kExpect) || line.starts_with(kOutput);
}

std::string ShellQuoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// The messages in the text of stderr; those about other files count as without a line. The clause behind
// the kind is left out: the registry tells it once.
std::vector<Message> ReadMessages(const std::vector<std::string>& lines, const std::string& file) {
  static const std::regex kPlaced(R"(^(.+?):(\d+):(\d+): (error|warning|note): (.* \[\w+)(?:; MLS [0-9A-Z.]+)?\]$)");
  static const std::regex kPlain(R"(^(?:<generated>: )?(error|warning|note): (.* \[\w+)(?:; MLS [0-9A-Z.]+)?\]$)");
  std::vector<Message> messages;
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_match(line, match, kPlain)) {
      messages.push_back({0, 0, match[1], match[2].str() + "]"});
    } else if (std::regex_match(line, match, kPlaced)) {
      const bool here = match[1] == file;
      messages.push_back(
          {here ? std::stoi(match[2]) : 0, here ? std::stoi(match[3]) : 0, match[4], match[5].str() + "]"});
    }
  }
  return messages;
}

bool Matches(const Message& expected, const Message& actual) {
  return expected.severity == actual.severity && expected.text == actual.text && expected.line == actual.line &&
         (expected.column == 0 || expected.column == actual.column);
}

std::string Describe(const Message& m) {
  const std::string place = m.line == 0 ? "anywhere" : fmt::format("line {}", m.line);
  return fmt::format("{}{}: {}: {}", place, m.column ? fmt::format(", column {}", m.column) : "", m.severity, m.text);
}

}  // namespace

std::string Message::kind() const {
  const size_t open = text.rfind('[');
  return open == std::string::npos ? std::string() : text.substr(open + 1, text.size() - open - 2);
}

int GoldenCase::exit_code() const { return written_exit_code.value_or(must_fail() ? 1 : 0); }

std::optional<GoldenCase> Read(const std::filesystem::path& path, std::string& problem) {
  GoldenCase test;
  test.path = path;
  test.lines = LinesOf(path);
  if (test.lines.empty() || !test.lines.front().starts_with(kRun)) {
    problem = "the first line must be '// run: ARGUMENTS'";
    return std::nullopt;
  }
  test.arguments = test.lines.front().substr(kRun.size());
  std::vector<size_t> waiting;  // messages whose line comes next
  for (size_t i = 1; i < test.lines.size(); ++i) {
    const std::string& line = test.lines[i];
    bool anywhere = false;
    if (auto message = ReadMessage(line, anywhere)) {
      if (!anywhere) waiting.push_back(test.messages.size());
      test.messages.push_back(*std::move(message));
    } else if (IsCaret(line) && !waiting.empty()) {
      test.messages[waiting.back()].column = static_cast<int>(line.size());
    } else if (line.starts_with(kExit)) {
      test.written_exit_code = std::atoi(line.c_str() + kExit.size());
    } else if (line.starts_with(kStderr)) {
      test.stderr_parts.push_back(line.substr(kStderr.size()));
    } else if (line.starts_with(kOutput)) {
      test.output.push_back(line.size() > kOutput.size() ? line.substr(kOutput.size() + 1) : std::string());
    } else if (!line.starts_with(kExpect)) {
      for (const size_t m : waiting) test.messages[m].line = static_cast<int>(i + 1);
      waiting.clear();
    }
  }
  if (!waiting.empty()) {
    problem = "a '// error:' stands above no line";
    return std::nullopt;
  }
  return test;
}

Outcome RunCommand(const GoldenCase& test, const std::string& command, const std::filesystem::path& scratch) {
  const std::string file = test.path.filename().string();
  std::string arguments = test.arguments;
  if (arguments.find("{file}") == std::string::npos) arguments += " {file}";
  if (arguments.starts_with("check")) arguments += " --quiet";  // what is wrong counts, not how large the model is
  ReplaceAll(arguments, "{file}", ShellQuoted(file));
  ReplaceAll(arguments, "{scratch}", ShellQuoted(scratch.string()));
  const std::filesystem::path out = scratch / "stdout";
  const std::filesystem::path err = scratch / "stderr";
  const std::string line = fmt::format("cd {} && env MODELICAPATH= timeout 60 {} {} >{} 2>{} </dev/null",
                                       ShellQuoted(test.path.parent_path().string()), ShellQuoted(command), arguments,
                                       ShellQuoted(out.string()), ShellQuoted(err.string()));
  const int status = std::system(line.c_str());
  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  outcome.output = LinesOf(out);
  const std::vector<std::string> error_lines = LinesOf(err);
  outcome.messages = ReadMessages(error_lines, file);
  for (const std::string& l : error_lines) outcome.error_text += l + "\n";
  return outcome;
}

std::string Compare(const GoldenCase& test, const Outcome& outcome) {
  std::string differences;
  if (outcome.exit_code != test.exit_code()) {
    differences += fmt::format("exit code {} where {} is expected\n", outcome.exit_code, test.exit_code());
  }
  std::vector<Message> unexpected = outcome.messages;
  for (const Message& expected : test.messages) {
    const auto found = std::find_if(unexpected.begin(), unexpected.end(),
                                    [&](const Message& actual) { return Matches(expected, actual); });
    if (found == unexpected.end()) {
      differences += "missing     " + Describe(expected) + "\n";
    } else {
      unexpected.erase(found);
    }
  }
  for (const Message& message : unexpected) differences += "unexpected  " + Describe(message) + "\n";
  for (const std::string& part : test.stderr_parts) {
    if (outcome.error_text.find(part) == std::string::npos) differences += "stderr lacks  " + part + "\n";
  }
  const size_t lines = std::max(test.output.size(), outcome.output.size());
  for (size_t i = 0; i < lines; ++i) {
    const std::string* expected = i < test.output.size() ? &test.output[i] : nullptr;
    const std::string* actual = i < outcome.output.size() ? &outcome.output[i] : nullptr;
    if (expected && actual && *expected == *actual) continue;
    differences += fmt::format("output line {}\n  expected  {}\n  actual    {}\n", i + 1,
                               expected ? *expected : "(no line)", actual ? *actual : "(no line)");
    break;
  }
  if (!differences.empty() && !outcome.error_text.empty()) differences += "stderr was:\n" + outcome.error_text;
  return differences;
}

std::string Rewrite(const GoldenCase& test, const Outcome& outcome) {
  std::ostringstream out;
  out << test.lines.front() << '\n';
  const int default_exit_code = test.must_fail() ? 1 : 0;
  if (outcome.exit_code != default_exit_code) out << kExit << outcome.exit_code << '\n';
  for (const std::string& part : test.stderr_parts) out << kStderr << part << '\n';
  for (const Message& m : outcome.messages) {
    if (m.line == 0) out << "// " << m.severity << "-anywhere: " << m.text << '\n';
  }
  for (size_t i = 1; i < test.lines.size(); ++i) {
    const std::string& line = test.lines[i];
    if (IsExpectation(line)) continue;
    for (const Message& m : outcome.messages) {
      if (m.line != static_cast<int>(i + 1)) continue;
      const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
      out << indent << "// " << m.severity << ": " << m.text << '\n';
      const auto caret = static_cast<size_t>(m.column);
      if (caret > indent.size() + 2) {
        out << indent << "//" << std::string(caret - indent.size() - 3, ' ') << "^\n";
      }
    }
    out << line << '\n';
  }
  if (!outcome.output.empty()) out << kExpect << '\n';
  for (const std::string& line : outcome.output) out << kOutput << (line.empty() ? "" : " ") << line << '\n';
  return out.str();
}

}  // namespace stiction::golden
