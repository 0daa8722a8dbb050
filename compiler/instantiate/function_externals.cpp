// SPDX-License-Identifier: BSD-3-Clause
// External interfaces of functions (MLS 12.9), and the functions of external objects (MLS 12.9.7).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
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

std::optional<ir::FunctionInstanceId> Functions::ObjectFunction(const ResolvedType& type, const std::string& name,
                                                                Span use) {
  Group* group = classes_.StaticScope(type.cls)->group;
  const auto found = group->classes.find(name);
  if (found == group->classes.end()) {
    reports_.Error(DiagnosticKind::ExternalObjectClass, type.definition->name.span,
                   fmt::format("`{}` extends ExternalObject and has no function `{}` (MLS 12.9.7)",
                               data_.At(type.cls).full_name, name),
                   Label{use, "used here"});
    return std::nullopt;
  }
  const std::optional<ir::FunctionInstanceId> id = Of(found->second, use);
  if (!id) return std::nullopt;
  ir::FunctionInstance& function = data_.At(*id);
  const bool is_constructor = name == "constructor";
  const ir::Causality causality = is_constructor ? ir::Causality::kOutput : ir::Causality::kInput;
  const bool has_object =
      std::any_of(function.variables.begin(), function.variables.end(), [&](const ir::FunctionVariable& v) {
        return v.causality == causality && v.type.kind == ir::Type::Kind::kObject && v.type.dims.empty();
      });
  const auto outputs = std::count_if(function.variables.begin(), function.variables.end(),
                                     [](const auto& v) { return v.causality == ir::Causality::kOutput; });
  if (!function.external || !has_object || outputs != (is_constructor ? 1 : 0)) {
    reports_.Error(DiagnosticKind::ExternalObjectClass, function.span,
                   is_constructor
                       ? "a constructor is an external function whose only output is the object (MLS 12.9.7)"
                       : "a destructor is an external function that takes the object and returns nothing (MLS 12.9.7)",
                   Label{use, "used here"});
    return std::nullopt;
  }
  if (!is_constructor) return id;
  const std::optional<ir::FunctionInstanceId> destructor = ObjectFunction(type, "destructor", use);
  if (!destructor) return std::nullopt;
  data_.At(*id).destructor = destructor;
  return id;
}

void Functions::RequireObjects() {
  for (const ir::Instance& instance : data_.tree.instances) {
    if (instance.object_class.empty() || instance.binding) continue;
    NotConstructed(instance.name, instance.span, instance.object_class);
  }
}

void Functions::NotConstructed(const std::string& object, Span span, const std::string& of_class) {
  reports_.Error(DiagnosticKind::ExternalObjectUse, span,
                 fmt::format("the external object `{}` is not constructed (MLS 12.9.7)", object),
                 fmt::format("declare it as `{0} {1} = {0}(...)`", of_class, object));
}

bool Functions::ReadExternal(const ast::External& external, Scope* scope, ir::FunctionInstanceId id) {
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
      read->result = expressions_.BindReference(*external.result, context);
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

bool Functions::ReadSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source) {
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

}  // namespace stiction
