// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/external_interfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/expr/builtin_functions.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

namespace {

BoundPtr LocalOf(const ir::FunctionInstance& function, size_t variable, Span span) {
  BoundPtr local = MakeBound(BoundKind::kLocal, span);
  local->local = static_cast<int32_t>(variable);
  local->text = function.variables[variable].name;
  return local;
}

// The default mapping (MLS 12.9.3): the name of the function, its inputs and outputs in order of declaration, each
// array followed by its sizes; a single scalar output is the result.
void MapByDefault(const ir::FunctionInstance& function, ir::BoundExternal& external) {
  external.function = function.name.substr(function.name.rfind('.') + 1);
  const auto outputs = std::count_if(function.variables.begin(), function.variables.end(),
                                     [](const auto& v) { return v.causality == ir::Causality::kOutput; });
  for (size_t v = 0; v < function.variables.size(); ++v) {
    const ir::FunctionVariable& variable = function.variables[v];
    if (variable.causality == ir::Causality::kNone) continue;
    const BoundPtr local = LocalOf(function, v, external.span);
    if (variable.causality == ir::Causality::kOutput && outputs == 1 && variable.type.dims.empty()) {
      external.result = local;
      continue;
    }
    external.arguments.push_back(local);
    for (size_t d = 0; d < variable.type.dims.size(); ++d) {
      BoundPtr size = MakeBound(BoundKind::kBuiltin, external.span);
      size->text = "size";
      size->operands = {LocalOf(function, v, external.span),
                        ir::MakeInteger(static_cast<int64_t>(d) + 1, external.span)};
      external.arguments.push_back(std::move(size));
    }
  }
}

}  // namespace

bool ExternalInterfaces::Read(const ast::External& external, Scope* scope, ir::FunctionInstanceId id) {
  if (external.language == "builtin" && FindBuiltinFunction(external.function.text)) {
    builtins_[id] = external.function.text;
    return true;
  }
  const std::string language = external.language.empty() ? "C" : external.language;
  if (language != "C" && language != "FORTRAN 77" && language != "builtin") {
    reports_.Error(DiagnosticKind::FunctionClass, external.span,
                   fmt::format("no external function is in the language \"{}\" (MLS 12.9)", language),
                   "write \"C\", \"FORTRAN 77\" or \"builtin\"");
    return false;
  }
  auto read = std::make_shared<ir::BoundExternal>();
  read->language = language;
  read->span = external.span;
  read->is_pure = scope->definition->pure;
  read->function = external.function.text;
  bool good = true;
  if (external.function.text.empty()) {
    MapByDefault(data_.At(id), *read);
  } else {
    Context context{.scope = scope};
    if (external.result) {
      read->result = references_.Bind(*external.result, context);
      good = good && read->result;
    }
    for (const ast::ExpressionPtr& argument : external.arguments) {
      read->arguments.push_back(expressions_.Bind(*argument, context));
      good = good && read->arguments.back();
    }
  }
  if (language == "builtin") {
    reports_.NotSupported(external.span,
                          fmt::format("the built-in function `{}` of an external clause", read->function));
    return false;
  }
  good = ReadSource(external.annotation.get(), scope, read->source) && good;
  data_.At(id).external = std::move(read);
  return good;
}

bool ExternalInterfaces::ReadSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source) {
  // Directories next to the top-level package that holds the function (MLS 12.9.4).
  const Scope* top = scope;
  while (top->parent) top = top->parent;
  const std::string library = fmt::format("modelica://{}/Resources/", top->definition->name.text);
  std::vector<std::string> include_directories{library + "Include"}, library_directories{library + "Library"};
  if (annotation) {
    const std::array<std::pair<std::string_view, std::vector<std::string>*>, 4> known{{
        {"Include", &source.includes},
        {"IncludeDirectory", &include_directories},
        {"Library", &source.libraries},
        {"LibraryDirectory", &library_directories},
    }};
    for (const ast::ModificationArgument& argument : annotation->arguments) {
      if (argument.name.parts.size() != 1 || !argument.modification || !argument.modification->value) continue;
      for (const auto& [name, into] : known) {
        if (argument.name.parts[0].text != name) continue;
        const BoundPtr bound = expressions_.Bind(*argument.modification->value, scope);
        if (!bound) return false;
        const std::optional<Value> value = bindings_.Evaluate(*bound);
        if (!value || value->texts.empty()) {
          reports_.Error(DiagnosticKind::NotConstant, argument.modification->value->span,
                         fmt::format("the annotation `{}` must be a String, or an array of Strings, that is known when "
                                     "translating (MLS 12.9.4)",
                                     name));
          return false;
        }
        *into = value->texts;
      }
    }
  }
  for (const auto& [uris, into] : {std::pair(&include_directories, &source.include_directories),
                                   std::pair(&library_directories, &source.library_directories)}) {
    for (const std::string& uri : *uris) {
      if (const std::optional<std::string> path = ResourcePath(data_.tree, uri)) into->push_back(*path);
    }
  }
  return true;
}

const std::string* ExternalInterfaces::BuiltinOf(ir::FunctionInstanceId id) const {
  const auto found = builtins_.find(id);
  return found == builtins_.end() ? nullptr : &found->second;
}

}  // namespace stiction
