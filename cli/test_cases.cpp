// SPDX-License-Identifier: BSD-3-Clause
#include "cli/test_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/common.h"
#include "compiler/parse/parse.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kVendor = "__Stiction";

// Both forms write the same numbers; a case whose numbers mean nothing is written wrongly.
void CheckNumbers(TestCase& test_case) {
  const auto check = [&](const char* name, const std::optional<double>& value, bool fits, const char* wanted) {
    if (value && !fits && test_case.wrong.empty()) {
      test_case.wrong = fmt::format("{}: \"{}\" must be {}, not {}", test_case.source.string(), name, wanted, *value);
    }
  };
  const auto at_least_0 = [](const std::optional<double>& value) {
    return value && *value >= 0 && std::isfinite(*value);
  };
  check("timeLimit", test_case.time_limit, test_case.time_limit > 0.0, "positive");
  check("tolerance", test_case.tolerance, test_case.tolerance >= 0.0 && test_case.tolerance < 1.0, "between 0 and 1");
  check("absolute", test_case.absolute, at_least_0(test_case.absolute), "finite and not negative");
  check("timeTolerance", test_case.time_tolerance, at_least_0(test_case.time_tolerance), "finite and not negative");
}

// ---- reference.json ---------------------------------------------------------------------------

// Takes members of an object, and remembers the first that is of another kind than wanted.
class Members {
 public:
  Members(const Json& object, TestCase& test_case) : object_(object), case_(test_case) {}

  void Take(const char* name, std::optional<double>& target) {
    if (const Json* value = Find(name, "a number", [](const Json& j) { return j.is_number(); })) {
      target = value->get<double>();
    }
  }
  void Take(const char* name, std::string& target) {
    if (const Json* value = Find(name, "a text", [](const Json& j) { return j.is_string(); })) {
      target = value->get<std::string>();
    }
  }
  void Take(const char* name, std::vector<std::string>& target) {
    const auto is_list = [](const Json& j) {
      return j.is_array() && std::all_of(j.begin(), j.end(), [](const Json& item) { return item.is_string(); });
    };
    if (const Json* value = Find(name, "a list of texts", is_list)) target = value->get<std::vector<std::string>>();
  }
  const Json* TakeObject(const char* name) {
    return Find(name, "an object", [](const Json& j) { return j.is_object(); });
  }

 private:
  template <class Fits>
  const Json* Find(const char* name, const char* kind, Fits fits) {
    const auto found = object_.find(name);
    if (found == object_.end() || found->is_null()) return nullptr;
    if (fits(*found)) return &*found;
    if (case_.wrong.empty()) case_.wrong = fmt::format("{}: \"{}\" must be {}", case_.source.string(), name, kind);
    return nullptr;
  }

  const Json& object_;
  TestCase& case_;
};

std::string OriginOf(const std::string& generator, const std::string& source) {
  return generator.empty() || source.empty() ? generator + source : fmt::format("{}; {}", generator, source);
}

// Relative to the directory of the case.
void Resolve(const fs::path& directory, std::vector<std::string>& paths) {
  for (std::string& path : paths) path = (directory / path).lexically_normal().string();
}

void TakeMembers(const Json& json, TestCase& test_case) {
  Members members(json, test_case);
  members.Take("model", test_case.model);
  members.Take("startTime", test_case.start_time);
  members.Take("stopTime", test_case.stop_time);
  members.Take("interval", test_case.interval);
  members.Take("tolerance", test_case.solver_tolerance);
  members.Take("timeLimit", test_case.time_limit);
  members.Take("signals", test_case.signals);
  members.Take("files", test_case.files);
  members.Take("libraries", test_case.library_paths);
  std::string reference;
  members.Take("reference", reference);
  if (!reference.empty()) test_case.reference = test_case.source.parent_path() / reference;
  std::string source;
  members.Take("generator", test_case.generator);
  members.Take("source", source);
  test_case.origin = OriginOf(test_case.generator, source);
  if (const Json* compare = members.TakeObject("compare")) {
    Members tolerances(*compare, test_case);
    tolerances.Take("tolerance", test_case.tolerance);
    tolerances.Take("absolute", test_case.absolute);
    tolerances.Take("timeTolerance", test_case.time_tolerance);
  }
  if (const Json* set = members.TakeObject("set")) {
    for (const auto& [name, value] : set->items()) {
      test_case.parameters.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
}

TestCase CaseOfJson(const fs::path& path) {
  TestCase test_case;
  test_case.source = path;
  test_case.settings = path;
  const fs::path directory = path.parent_path();
  test_case.reference = directory / "reference.csv";
  for (const char* other : {"reference.csv.gz", "reference.mat"}) {
    if (!Exists(test_case.reference) && Exists(directory / other)) test_case.reference = directory / other;
  }
  test_case.model = directory.filename().string();
  const Json json = Json::parse(ReadText(path), nullptr, false);
  if (!json.is_object()) {
    test_case.wrong = fmt::format("{}: this is no JSON object", path.string());
    return test_case;
  }
  test_case.model.clear();
  TakeMembers(json, test_case);
  if (test_case.model.empty()) {
    test_case.model = directory.filename().string();
    if (test_case.wrong.empty()) test_case.wrong = fmt::format("{}: \"model\" is missing", path.string());
  }
  CheckNumbers(test_case);
  Resolve(directory, test_case.files);
  Resolve(directory, test_case.library_paths);
  return test_case;
}

TestCase CaseWithoutJson(const fs::path& reference) {
  TestCase test_case;
  test_case.source = reference;
  test_case.reference = reference;
  test_case.model = reference.parent_path().filename().string();
  test_case.wrong = fmt::format("{}: there is no reference.json beside it that tells the model", reference.string());
  return test_case;
}

// ---- annotations ------------------------------------------------------------------------------

const ast::ModificationArgument* FindArgument(const std::vector<ast::ModificationArgument>& arguments,
                                              std::string_view name) {
  for (const ast::ModificationArgument& argument : arguments) {
    if (argument.name.parts.size() == 1 && argument.name.parts[0].text == name) return &argument;
  }
  return nullptr;
}

// Reads the arguments of `test(...)`.
class AnnotationReader {
 public:
  AnnotationReader(const Source& source, TestCase& test_case) : source_(source), case_(test_case) {}

  void Read(const ast::Modification& test) {
    for (const ast::ModificationArgument& argument : test.arguments) ReadArgument(argument);
  }

 private:
  void ReadArgument(const ast::ModificationArgument& argument) {
    const std::string name = argument.name.parts.empty() ? std::string() : argument.name.parts.back().text;
    const ast::Expression* value = argument.modification ? argument.modification->value.get() : nullptr;
    std::optional<double>* number = name == "tolerance"       ? &case_.tolerance
                                    : name == "absolute"      ? &case_.absolute
                                    : name == "timeTolerance" ? &case_.time_tolerance
                                    : name == "timeLimit"     ? &case_.time_limit
                                                              : nullptr;
    if (number != nullptr) {
      if (!value || (value->kind != ast::ExpressionKind::kReal && value->kind != ast::ExpressionKind::kInteger)) {
        return Refuse(argument.span, fmt::format("`{}` of the test annotation must be a number", name));
      }
      *number = value->number;
    } else if (name == "reference") {
      if (!value || value->kind != ast::ExpressionKind::kString) {
        return Refuse(argument.span, "`reference` of the test annotation must be a text");
      }
      case_.reference = case_.source.parent_path() / value->text;
    } else if (name == "signals") {
      const bool is_list = value && value->kind == ast::ExpressionKind::kArray &&
                           std::all_of(value->operands.begin(), value->operands.end(), [](const auto& item) {
                             return item && item->kind == ast::ExpressionKind::kString;
                           });
      if (!is_list) return Refuse(argument.span, "`signals` of the test annotation must be a list of texts");
      for (const auto& item : value->operands) case_.signals.push_back(item->text);
    } else {
      Refuse(argument.span,
             fmt::format("`{}` is no part of a test annotation; there are reference, signals, tolerance, absolute, "
                         "timeTolerance and timeLimit",
                         name));
    }
  }

  void Refuse(Span span, const std::string& what) {
    if (!case_.wrong.empty()) return;
    const auto place = source_.Locate(span.begin);
    case_.wrong = fmt::format("{}:{}:{}: {}", case_.source.string(), place.line, place.column, what);
  }

  const Source& source_;
  TestCase& case_;
};

// The annotations of one file and of the classes in its classes.
class FileReader {
 public:
  FileReader(const fs::path& path, std::vector<TestCase>& cases) : path_(path), cases_(cases) {}

  void Read() {
    SourceMap sources;
    Diagnostics diagnostics;
    const Source* source = sources_of(sources);
    if (source == nullptr) return;
    const ast::StoredDefinition stored = Parse(*source, diagnostics);
    if (diagnostics.HasErrors() && stored.classes.empty()) {
      TestCase broken;
      broken.model = path_.stem().string();
      broken.source = path_;
      broken.wrong =
          fmt::format("{} has syntax errors\n  hint: 'stiction check {}' tells them", path_.string(), path_.string());
      cases_.push_back(std::move(broken));
      return;
    }
    std::string within;
    if (stored.within) {
      for (const ast::Identifier& part : stored.within->parts) within += part.text + ".";
      depth_ = stored.within->parts.size();
    }
    for (const auto& cls : stored.classes) ReadClass(*source, *cls, within);
  }

 private:
  const Source* sources_of(SourceMap& sources) const { return sources.AddFile(path_.string()); }

  void ReadClass(const Source& source, const ast::Class& cls, const std::string& prefix) {
    const std::string name = prefix + cls.name.text;
    if (cls.annotation) {
      const ast::ModificationArgument* vendor = FindArgument(cls.annotation->arguments, kVendor);
      const ast::ModificationArgument* test =
          vendor && vendor->modification ? FindArgument(vendor->modification->arguments, "test") : nullptr;
      if (test) AddCase(source, name, test->modification.get());
    }
    for (const ast::Element& element : cls.elements) {
      if (element.cls) ReadClass(source, *element.cls, name + ".");
    }
  }

  void AddCase(const Source& source, const std::string& model, const ast::Modification* test) {
    TestCase test_case;
    test_case.model = model;
    test_case.source = path_;
    const fs::path directory = path_.parent_path();
    test_case.reference = directory / "references" / (model + ".csv");
    // The directory in which the top-level package lies: one up for each package above this file, and one more where
    // the file is the package itself.
    fs::path root = fs::absolute(path_).lexically_normal().parent_path();
    const size_t up = depth_ + (path_.filename() == "package.mo" ? 1 : 0);
    for (size_t i = 0; i < up; ++i) root = root.parent_path();
    test_case.library_paths.push_back(root.string());
    if (up == 0) test_case.files.push_back(path_.string());
    if (test) AnnotationReader(source, test_case).Read(*test);
    CheckNumbers(test_case);
    test_case.settings = test_case.reference;
    test_case.settings.replace_extension(".json");
    const Json json = Json::parse(ReadText(test_case.settings), nullptr, false);
    if (json.is_object()) {
      test_case.generator = json.value("generator", Json("")).is_string() ? json.value("generator", "") : "";
      test_case.origin =
          OriginOf(test_case.generator, json.value("source", Json("")).is_string() ? json.value("source", "") : "");
    }
    cases_.push_back(std::move(test_case));
  }

  fs::path path_;
  size_t depth_ = 0;
  std::vector<TestCase>& cases_;
};

void ReadFile(const fs::path& path, std::vector<TestCase>& cases) {
  if (path.extension() == ".mo") {
    if (ReadText(path).find(kVendor) != std::string::npos) FileReader(path, cases).Read();
  } else if (path.filename() == "reference.json") {
    cases.push_back(CaseOfJson(path));
  } else if (path.filename() == "reference.csv" && !Exists(path.parent_path() / "reference.json")) {
    cases.push_back(CaseWithoutJson(path));
  }
}

bool IsHidden(const fs::path& path) { return path.filename().string().starts_with("."); }

// The files below a directory, and the directories that could not be read.
void CollectFiles(const fs::path& directory, std::set<fs::path>& files, std::vector<std::string>& unread) {
  std::error_code wrong;
  fs::directory_iterator entry(directory, wrong);
  for (; !wrong && entry != fs::end(entry); entry.increment(wrong)) {
    std::error_code unknown;
    if (IsHidden(entry->path())) continue;
    if (entry->is_directory(unknown)) {
      if (!entry->is_symlink(unknown)) CollectFiles(entry->path(), files, unread);
    } else if (entry->is_regular_file(unknown)) {
      files.insert(entry->path().lexically_normal());
    }
  }
  if (wrong) unread.push_back(fmt::format("cannot read '{}': {}", directory.string(), wrong.message()));
}

}  // namespace

std::string ReadText(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<TestCase> FindTestCases(const std::vector<std::string>& places, std::vector<std::string>& unread) {
  std::set<fs::path> files;
  for (const std::string& place : places) {
    if (IsDirectory(place)) {
      CollectFiles(place, files, unread);
    } else {
      files.insert(fs::path(place).lexically_normal());
    }
  }
  std::sort(unread.begin(), unread.end());
  std::vector<TestCase> cases;
  for (const fs::path& file : files) ReadFile(file, cases);
  return cases;
}

}  // namespace stiction::cli
