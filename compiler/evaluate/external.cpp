// SPDX-License-Identifier: BSD-3-Clause
// External functions that the translation itself may call: file names and Strings, in C names as libraries write them.
#include <algorithm>
#include <filesystem>

#include "compiler/evaluate/evaluator.h"

namespace stiction {
namespace {

using ir::ScalarType;

constexpr std::string_view kScheme = "modelica://";

bool IsText(const std::vector<Value>& arguments, size_t i) {
  return i < arguments.size() && arguments[i].dims.empty() && arguments[i].texts.size() == 1;
}

bool IsNumber(const std::vector<Value>& arguments, size_t i) {
  return i < arguments.size() && arguments[i].dims.empty() && arguments[i].numbers.size() == 1;
}

std::string Lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

std::optional<std::string> ResourcePath(const ir::InstanceTree& tree, const std::string& uri) {
  namespace fs = std::filesystem;
  if (uri.starts_with("file://")) return uri.substr(7);
  if (!uri.starts_with(kScheme)) {
    std::error_code error;
    const fs::path path = fs::absolute(uri, error);
    return error ? uri : path.lexically_normal().string();
  }
  const std::string rest = uri.substr(kScheme.size());
  const size_t slash = std::min(rest.find('/'), rest.size());
  std::string package = rest.substr(0, slash);
  std::string below;
  if (const size_t dot = package.find('.'); dot != std::string::npos) {
    below = package.substr(dot + 1);
    package.resize(dot);
  }
  const auto directory = tree.package_directories.find(package);
  if (directory == tree.package_directories.end()) return std::nullopt;
  const fs::path inside = fs::path(directory->second).lexically_normal();
  fs::path path = inside;
  for (size_t begin = 0; begin < below.size();) {
    const size_t end = std::min(below.find('.', begin), below.size());
    path /= below.substr(begin, end - begin);
    begin = end + 1;
  }
  if (slash + 1 < rest.size()) path += "/" + rest.substr(slash + 1);
  path = path.lexically_normal();
  // The resources of a package lie in its directory (MLS 13.5).
  const fs::path below_it = path.lexically_relative(inside);
  if (below_it.empty() || *below_it.begin() == "..") return std::nullopt;
  return path.string();
}

std::optional<Value> EvaluateExternal(const ir::InstanceTree& tree, const std::string& name,
                                      const std::vector<Value>& arguments) {
  if (name == "ModelicaInternal_fullPathName" && IsText(arguments, 0)) {
    const std::optional<std::string> path = ResourcePath(tree, arguments[0].texts[0]);
    if (!path) return std::nullopt;
    return TextValue(*path);
  }
  if (name == "ModelicaStrings_length" && IsText(arguments, 0)) {
    return ScalarValue(ScalarType::kInteger, static_cast<double>(arguments[0].texts[0].size()));
  }
  if (name == "ModelicaStrings_skipWhiteSpace" && IsText(arguments, 0) && IsNumber(arguments, 1)) {
    const std::string& text = arguments[0].texts[0];
    const double start = std::clamp(arguments[1].numbers[0], 1.0, static_cast<double>(text.size()) + 1);
    const size_t at = text.find_first_not_of(" \t\n\v\f\r", static_cast<size_t>(start) - 1);
    return ScalarValue(ScalarType::kInteger, static_cast<double>(std::min(at, text.size()) + 1));
  }
  if (name == "ModelicaStrings_substring" && IsText(arguments, 0) && IsNumber(arguments, 1) && IsNumber(arguments, 2)) {
    const std::string& text = arguments[0].texts[0];
    const double start = std::max(arguments[1].numbers[0], 1.0);
    const double end = std::min(arguments[2].numbers[0], static_cast<double>(text.size()));
    if (end < start) return TextValue("");
    return TextValue(text.substr(static_cast<size_t>(start) - 1, static_cast<size_t>(end - start) + 1));
  }
  if (name == "ModelicaStrings_compare" && IsText(arguments, 0) && IsText(arguments, 1) && IsNumber(arguments, 2)) {
    const bool exact = arguments[2].numbers[0] != 0;
    const std::string a = exact ? arguments[0].texts[0] : Lower(arguments[0].texts[0]);
    const std::string b = exact ? arguments[1].texts[0] : Lower(arguments[1].texts[0]);
    Value order = ScalarValue(ScalarType::kInteger, a < b ? 1 : a == b ? 2 : 3);  // Types.Compare: Less, Equal, Greater
    return order;
  }
  return std::nullopt;
}

namespace {

// A variable of the function that an argument names as a whole.
const ir::FunctionVariable* WholeVariable(const ir::FunctionInstance& function, const ir::BoundExpression& e) {
  if (e.kind != ir::BoundKind::kLocal || !e.subscripts.empty() || !e.members.empty()) return nullptr;
  return &function.variables[static_cast<size_t>(e.local)];
}

Value ValueOf(const ir::ForeignValue& given, const ir::FunctionVariable& variable) {
  return {variable.type.scalar, variable.type.enumeration, given.dims, given.numbers, given.texts};
}

}  // namespace

// The result of an external function in the frame of its call.
bool Evaluator::RunExternal(const ir::FunctionInstance& function) {
  const ir::BoundExternal& external = *function.external;
  std::vector<Value> arguments;
  for (const ir::BoundPtr& argument : external.arguments) {
    auto value = Eval(*argument);
    if (!value) break;
    arguments.push_back(std::move(*value));
  }
  const bool has_all = arguments.size() == external.arguments.size();
  std::optional<Value> result =
      has_all && external.result ? EvaluateExternal(tree_, external.function, arguments) : std::nullopt;
  if (!result) return RunForeign(function);
  const ir::Type& type = function.variables[static_cast<size_t>(external.result->local)].type;
  result->type = type.scalar;
  result->enumeration = type.enumeration;
  return Assign(*external.result, *result);
}

std::optional<ir::ForeignValue> Evaluator::ForeignArgument(const ir::BoundExternal& external,
                                                           const ir::BoundExpression& e) {
  const ir::FunctionVariable* variable = WholeVariable(*frames_.back()->function, e);
  if (variable && variable->type.kind != ir::Type::Kind::kScalar) return std::nullopt;
  auto value = Eval(e);
  if (!value) return std::nullopt;
  ir::ForeignValue argument;
  argument.type = variable ? variable->type.scalar : value->type;
  argument.is_size = e.kind == ir::BoundKind::kBuiltin && e.text == "size";
  argument.is_output = variable && ir::IsWritten(external, *variable);
  argument.dims = std::move(value->dims);
  argument.numbers = std::move(value->numbers);
  argument.texts = std::move(value->texts);
  return argument;
}

// A call of C code, if such may run. Objects have no value at translation; what is called for its effect only has it at
// run time.
bool Evaluator::RunForeign(const ir::FunctionInstance& function) {
  const ir::BoundExternal& external = *function.external;
  if (!tree_.foreign || function.destructor || external.language == "builtin") return false;
  ir::ForeignCall call{function.name, external.function, external.is_fortran(), external.source, {}, {}};
  for (const ir::BoundPtr& argument : external.arguments) {
    auto value = ForeignArgument(external, *argument);
    if (!value) return false;
    call.arguments.push_back(std::move(*value));
  }
  if (external.result) call.result = ForeignArgument(external, *external.result);
  if (external.result && !call.result) return false;
  const bool has_output = std::any_of(call.arguments.begin(), call.arguments.end(),
                                      [](const ir::ForeignValue& argument) { return argument.is_output; });
  if (!has_output && !call.result) return false;
  if (!tree_.foreign->Call(call, foreign_ == Foreign::kMayRun)) {
    lacks_foreign_ = lacks_foreign_ || foreign_ == Foreign::kIfKnown;
    return false;
  }
  for (size_t i = 0; i < external.arguments.size(); ++i) {
    const ir::BoundExpression& argument = *external.arguments[i];
    if (!call.arguments[i].is_output) continue;
    if (!Assign(argument, ValueOf(call.arguments[i], *WholeVariable(function, argument)))) return false;
  }
  return !external.result ||
         Assign(*external.result, ValueOf(*call.result, *WholeVariable(function, *external.result)));
}

}  // namespace stiction
