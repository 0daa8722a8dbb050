// SPDX-License-Identifier: BSD-3-Clause
// What a call calls, and its arguments: by position, by name and by default (MLS 12.4).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/builder.h"
#include "compiler/instantiate/builtin_functions.h"
#include "compiler/instantiate/dependency_order.h"
#include "compiler/instantiate/substitute_locals.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr Builder::BindCall(const ast::Expression& e, Context& context) {
  const ast::ComponentReference& callee = e.reference;
  const std::string& first = callee.parts[0].name.text;
  const Found found = callee.global ? LookUpGlobal(first) : LookUp(context.scope, first);
  const bool predefined = found.kind == Found::Kind::kClass && !found.element->definition;
  if (found.kind == Found::Kind::kNothing || predefined) {
    if (callee.parts.size() == 1 && FindBuiltinFunction(first)) return BindBuiltin(e, first, context);
    if (callee.parts.size() == 1 && first == "rooted") return BindBuiltin(e, "Connections.rooted", context);
    if (callee.parts.size() == 2 && first == "Connections") {
      const std::string operation = first + "." + callee.parts[1].name.text;
      if (FindBuiltinFunction(operation)) return BindBuiltin(e, operation, context);
      NotSupported(callee.span, fmt::format("`{}`", operation));
      return nullptr;
    }
    if (IsNotCompiled(first) || first == "Connections" || first == "Subtask" || first == "Clock") {
      NotSupported(callee.span, fmt::format("`{}`", first));
      return nullptr;
    }
    if (predefined) {
      Report(DiagnosticKind::NotAFunction, callee.span, fmt::format("type `{}` is not a function", first));
      return nullptr;
    }
    for (const Scope* s = context.scope; s; s = s->parent) {
      if (s->group->is_broken) return nullptr;
    }
    std::vector<std::string> candidates = VisibleNames(context.scope);
    for (const BuiltinFunction& b : BuiltinFunctions()) candidates.emplace_back(b.name);
    Report(DiagnosticKind::UnknownName, callee.parts[0].name.span,
           fmt::format("unknown function `{}` in `{}`", first, ScopeName(context.scope)))
        .hint = DidYouMean(first, candidates);
    return nullptr;
  }
  ClassElement* element = nullptr;
  if (found.kind == Found::Kind::kComponent && callee.parts.size() > 1 && found.group->instance) {
    element = FindMemberFunction(callee, context);
  } else if (found.kind == Found::Kind::kComponent) {
    const ComponentElement& component = found.group->components.find(found.name)->second;
    Report(DiagnosticKind::NotAFunction, callee.span, fmt::format("`{}` is a component, not a function", first))
        .labels.push_back({component.declaration->name.span, "declared here"});
    return nullptr;
  } else {
    ast::Name name;
    name.global = callee.global;
    name.span = callee.span;
    for (const auto& part : callee.parts) name.parts.push_back(part.name);
    element = FindClass(context.scope, name);
  }
  if (!element) return nullptr;
  const bool of_object = (element->name == "constructor" || element->name == "destructor") && element->scope &&
                         element->scope->definition && IsExternalObject(*element->scope->definition);
  if (of_object) {
    Report(DiagnosticKind::ExternalObjectUse, callee.span,
           fmt::format("the {} of an external object is called (MLS 12.9.7)", element->name))
        .hint = "declare a component `object = Class(...)`: it is constructed at the start and destructed at the end";
    return nullptr;
  }
  const auto function = FunctionOf(*element, callee.span);
  if (!function) return nullptr;
  if (const auto builtin = external_builtins_.find(*function); builtin != external_builtins_.end()) {
    return BindBuiltin(e, builtin->second, context);
  }
  return BindUserCall(e, *function, context);
}

ClassElement* Builder::FindMemberFunction(const ast::ComponentReference& callee, Context& context) {
  Context prefix = context;
  size_t components = 1;
  BoundPtr holder;
  Group* group = nullptr;
  for (;; ++components) {
    prefix.part_limit = components;
    holder = BindReference(callee, prefix);
    if (!holder) return nullptr;
    group = holder->kind == BoundKind::kComponent ? WorkOf(holder->instance).group : nullptr;
    const bool is_single = group && holder->subscripts.empty() && holder->members.empty();
    if (!is_single) {
      Report(DiagnosticKind::NotAFunction, callee.span,
             fmt::format("`{}` has no functions that could be called", callee.parts[components - 1].name.text));
      return nullptr;
    }
    if (components + 1 == callee.parts.size() || !group->components.contains(callee.parts[components].name.text)) break;
  }
  for (size_t p = components;; ++p) {
    const ast::Identifier& here = callee.parts[p].name;
    const auto found = group->classes.find(here.text);
    if (found == group->classes.end()) {
      std::vector<std::string> candidates;
      for (const auto& [candidate, nested] : group->classes) candidates.push_back(candidate);
      auto& error = Report(DiagnosticKind::NotAFunction, here.span,
                           fmt::format("`{}` has no function `{}`", callee.parts[p - 1].name.text, here.text));
      error.labels.push_back(
          {At(holder->instance).span, fmt::format("`{}` is declared here", At(holder->instance).name)});
      error.hint = DidYouMean(here.text, candidates);
      return nullptr;
    }
    if (p + 1 == callee.parts.size()) return &found->second;
    const int64_t reports = report_count_;
    group = Enter(found->second);
    if (group) continue;
    if (reports == report_count_) {
      Report(DiagnosticKind::NotAFunction, callee.parts[p + 1].name.span,
             fmt::format("`{}` has no function `{}`", here.text, callee.parts[p + 1].name.text));
    }
    return nullptr;
  }
}

BoundPtr Builder::BindUserCall(const ast::Expression& e, ir::FunctionInstanceId function, Context& context) {
  if (!e.iterators.empty()) {
    NotSupported(e.span, "a reduction by a user-defined function");
    return nullptr;
  }
  std::vector<size_t> inputs;  // local of each input
  std::vector<std::string> names;
  const std::string full_name = tree_.functions[function.index()].name;
  const Span declared = tree_.functions[function.index()].span;
  for (size_t i = 0; i < tree_.functions[function.index()].variables.size(); ++i) {
    const ir::FunctionVariable& v = tree_.functions[function.index()].variables[i];
    if (v.causality != ir::Causality::kInput) continue;
    inputs.push_back(i);
    names.push_back(v.name);
  }
  BoundPtr bound = Make(BoundKind::kCall, e.span);
  bound->function = function;
  bound->operands.resize(inputs.size());
  size_t next = 0;
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    size_t position = next++;
    if (argument.name) {
      const auto found = std::find(names.begin(), names.end(), argument.name->text);
      if (found == names.end()) {
        auto& error = Report(DiagnosticKind::ArgumentMismatch, argument.name->span,
                             fmt::format("function `{}` has no input `{}`", full_name, argument.name->text));
        error.labels.push_back({declared, "declared here"});
        error.hint = DidYouMean(argument.name->text, names);
        return nullptr;
      }
      position = static_cast<size_t>(found - names.begin());
    }
    if (position >= inputs.size()) {
      Report(DiagnosticKind::ArgumentMismatch, argument.value->span,
             fmt::format("function `{}` has {} input{}, and is given more arguments", full_name, inputs.size(),
                         inputs.size() == 1 ? "" : "s"))
          .labels.push_back({declared, "declared here"});
      return nullptr;
    }
    if (bound->operands[position]) {
      Report(DiagnosticKind::ArgumentMismatch, argument.value->span,
             fmt::format("input `{}` of function `{}` is given twice", names[position], full_name));
      return nullptr;
    }
    bound->operands[position] = BindExpression(*argument.value, context);
    good = good && bound->operands[position];
  }
  if (!good) return nullptr;
  const bool is_complete = std::find(bound->operands.begin(), bound->operands.end(), nullptr) == bound->operands.end();
  return is_complete || FillDefaults(*bound, inputs) ? bound : nullptr;
}

bool Builder::FillDefaults(ir::BoundExpression& call, const std::vector<size_t>& inputs) {
  const ir::FunctionInstance& function = tree_.functions[call.function.index()];
  std::map<int32_t, BoundPtr> value_of_local;
  for (size_t i = 0; i < inputs.size(); ++i) value_of_local[static_cast<int32_t>(inputs[i])] = call.operands[i];
  for (const int32_t local : function.declaration_order) {
    const ir::FunctionVariable& variable = function.variables[static_cast<size_t>(local)];
    if (value_of_local[local] || !variable.binding) continue;
    for (const int32_t used : LocalsOf(*variable.binding)) {
      if (value_of_local[used] || variable.causality != ir::Causality::kInput) continue;
      Report(DiagnosticKind::ArgumentMismatch, call.span,
             fmt::format("input `{}` of function `{}` is not given, and its default needs `{}`, which has no value",
                         variable.name, function.name, function.variables[static_cast<size_t>(used)].name))
          .labels.push_back({variable.span, "declared here"});
      return false;
    }
    value_of_local[local] = SubstituteLocals(variable.binding, value_of_local);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    call.operands[i] = value_of_local[static_cast<int32_t>(inputs[i])];
    if (call.operands[i]) continue;
    const ir::FunctionVariable& variable = function.variables[inputs[i]];
    Report(DiagnosticKind::ArgumentMismatch, call.span,
           fmt::format("input `{}` of function `{}` is not given and has no default", variable.name, function.name))
        .labels.push_back({variable.span, "declared here"});
    return false;
  }
  return true;
}

}  // namespace stiction
