// SPDX-License-Identifier: BSD-3-Clause
// External functions and objects (MLS 12.9).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

std::optional<ir::FunctionInstanceId> Builder::ObjectFunction(const ResolvedType& type, const std::string& name,
                                                              Span use) {
  Group* group = StaticScope(type.cls)->group;
  const auto found = group->classes.find(name);
  if (found == group->classes.end()) {
    Report(DiagnosticKind::ExternalObjectClass, type.definition->name.span,
           fmt::format("`{}` extends ExternalObject and has no function `{}` (MLS 12.9.7)",
                       classes_.classes[type.cls.index()].full_name, name))
        .labels.push_back({use, "used here"});
    return std::nullopt;
  }
  const std::optional<ir::FunctionInstanceId> id = FunctionOf(found->second, use);
  if (!id) return std::nullopt;
  ir::FunctionInstance& function = tree_.functions[id->index()];
  const bool is_constructor = name == "constructor";
  const ir::Causality causality = is_constructor ? ir::Causality::kOutput : ir::Causality::kInput;
  const bool has_object =
      std::any_of(function.variables.begin(), function.variables.end(), [&](const ir::FunctionVariable& v) {
        return v.causality == causality && v.type.kind == ir::Type::Kind::kObject && v.type.dims.empty();
      });
  const auto outputs = std::count_if(function.variables.begin(), function.variables.end(),
                                     [](const auto& v) { return v.causality == ir::Causality::kOutput; });
  if (!function.external || !has_object || outputs != (is_constructor ? 1 : 0)) {
    Report(DiagnosticKind::ExternalObjectClass, function.span,
           is_constructor
               ? "a constructor is an external function whose only output is the object (MLS 12.9.7)"
               : "a destructor is an external function that takes the object and returns nothing (MLS 12.9.7)")
        .labels.push_back({use, "used here"});
    return std::nullopt;
  }
  function.is_object_constructor = is_constructor;
  return id;
}

void Builder::RequireObjectBindings() {
  for (const ir::Instance& instance : tree_.instances) {
    if (instance.object_class.empty() || instance.binding) continue;
    Report(DiagnosticKind::ExternalObjectUse, instance.span,
           fmt::format("the external object `{}` is not constructed (MLS 12.9.7)", instance.name))
        .hint = fmt::format("declare it as `{0} {1} = {0}(...)`", instance.object_class, instance.name);
  }
}

BoundPtr Builder::FunctionVariable(ir::FunctionInstanceId function, size_t variable, Span span) {
  BoundPtr local = Make(BoundKind::kLocal, span);
  local->local = static_cast<int32_t>(variable);
  local->text = tree_.functions[function.index()].variables[variable].name;
  return local;
}

bool Builder::ReadExternal(const ast::External& external, Scope* scope, ir::FunctionInstanceId id) {
  const std::string name = tree_.functions[id.index()].name;
  const std::string language = external.language.empty() ? "C" : external.language;
  if (language != "C" && language != "builtin") {
    NotSupported(external.span, fmt::format("the language \"{}\" of an external function", language));
    return false;
  }
  auto read = std::make_shared<ir::BoundExternal>();
  read->language = language;
  read->span = external.span;
  read->is_pure = scope->definition->pure;
  read->function = external.function.text;
  Context context;
  context.scope = scope;
  bool good = true;
  if (!external.function.text.empty()) {
    if (external.result) {
      read->result = BindReference(*external.result, context);
      good = good && read->result;
    }
    for (const ast::ExpressionPtr& argument : external.arguments) {
      read->arguments.push_back(BindExpression(*argument, context));
      good = good && read->arguments.back();
    }
  } else {
    // The default mapping (MLS 12.9.3): the name of the function, its inputs and outputs in order of declaration, each
    // array followed by its sizes; a single scalar output is the result.
    read->function = name.substr(name.rfind('.') + 1);
    const std::vector<ir::FunctionVariable> variables = tree_.functions[id.index()].variables;
    const auto outputs = std::count_if(variables.begin(), variables.end(), [](const ir::FunctionVariable& v) {
      return v.causality == ir::Causality::kOutput;
    });
    for (size_t v = 0; v < variables.size(); ++v) {
      if (variables[v].causality == ir::Causality::kNone) continue;
      const BoundPtr local = FunctionVariable(id, v, external.span);
      if (variables[v].causality == ir::Causality::kOutput && outputs == 1 && variables[v].type.dims.empty()) {
        read->result = local;
        continue;
      }
      read->arguments.push_back(local);
      for (size_t d = 0; d < variables[v].type.dims.size(); ++d) {
        BoundPtr size = Make(BoundKind::kBuiltin, external.span);
        size->text = "size";
        size->operands = {FunctionVariable(id, v, external.span), Integer(static_cast<int64_t>(d) + 1, external.span)};
        read->arguments.push_back(std::move(size));
      }
    }
  }
  if (language == "builtin") {
    NotSupported(external.span, fmt::format("the built-in function `{}` of an external clause", read->function));
    return false;
  }
  good = ReadExternalSource(external.annotation.get(), scope, read->source) && good;
  tree_.functions[id.index()].external = std::move(read);
  return good;
}

bool Builder::ReadExternalSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source) {
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
        Context context;
        context.scope = scope;
        const BoundPtr bound = BindExpression(*argument.modification->value, context);
        if (!bound) return false;
        Ready(*bound);
        const std::optional<Value> value = Evaluate(tree_, *bound);
        if (!value || value->texts.empty()) {
          Report(DiagnosticKind::NotConstant, argument.modification->value->span,
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
      if (const std::optional<std::string> path = ResourcePath(tree_, uri)) into->push_back(*path);
    }
  }
  return true;
}

}  // namespace stiction
