// SPDX-License-Identifier: BSD-3-Clause
// Calls of built-in operators and functions (MLS 3.7, 10.3).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/instantiate/builder.h"
#include "compiler/instantiate/builtin_functions.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

namespace {

bool IsReduction(std::string_view name) {
  return name == "sum" || name == "product" || name == "min" || name == "max" || name == "array";
}

// What no function may call (MLS 12.2).
bool IsOfModels(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kNames{"der",  "initial", "terminal", "sample", "pre",
                                                           "edge", "change",  "reinit",   "delay",  "cardinality"};
  return name.starts_with("Connections.") || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// The class around a place that is an instance, a function or a record constructor.
const Scope* InstanceOrFunction(const Scope* scope) {
  while (scope && !scope->group->instance && !scope->group->is_function) scope = scope->parent;
  return scope;
}

}  // namespace

bool Builder::AllowsOperator(const std::string& name, Span span, const Context& context) {
  const Scope* scope = InstanceOrFunction(context.scope);
  const bool in_function = scope && scope->group->is_function && !ast::IsRecord(scope->group->main->definition->kind);
  if (!in_function) return true;
  Report(DiagnosticKind::OperatorInFunction, span, fmt::format("`{}` cannot stand in a function (MLS 12.2)", name))
      .hint = "a function depends on its inputs only: give it the value as an input";
  return false;
}

BoundPtr Builder::BindBuiltin(const ast::Expression& e, const std::string& name, Context& context) {
  if (IsOfModels(name) && !AllowsOperator(name, e.span, context)) return nullptr;
  const BuiltinFunction& builtin = *FindBuiltinFunction(name);
  BoundPtr bound = Make(BoundKind::kBuiltin, e.span);
  bound->text = name;
  if (!e.iterators.empty()) {
    if (!IsReduction(name)) {
      Report(DiagnosticKind::ArgumentMismatch, e.span, fmt::format("`{}` cannot be used as a reduction", name));
      return nullptr;
    }
    BoundPtr values = Make(BoundKind::kComprehension, e.span);
    std::vector<const ast::ComponentReference*> used;
    CollectReferences(*e.arguments[0].value, used);
    const size_t depth = context.iterators.size();
    if (BindIterators(e.iterators, values->iterators, context, used)) {
      values->operands.push_back(BindExpression(*e.arguments[0].value, context));
    }
    context.iterators.resize(depth);
    if (values->operands.empty() || !values->operands[0]) return nullptr;
    if (name == "array") return values;
    bound->operands.push_back(values);
    return bound;
  }
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    size_t position = bound->operands.size();
    if (argument.name) {
      const auto formal = std::find(builtin.formals.begin(), builtin.formals.end(), argument.name->text);
      if (formal == builtin.formals.end()) {
        Report(DiagnosticKind::ArgumentMismatch, argument.name->span,
               fmt::format("`{}` has no argument `{}`", name, argument.name->text));
        return nullptr;
      }
      position = static_cast<size_t>(formal - builtin.formals.begin());
    }
    if (position >= bound->operands.size()) bound->operands.resize(position + 1);
    if (bound->operands[position]) {
      Report(DiagnosticKind::ArgumentMismatch, argument.value->span,
             fmt::format("`{}` is given the argument `{}` twice", name, argument.name->text));
      return nullptr;
    }
    bound->operands[position] = BindExpression(*argument.value, context);
    good = good && bound->operands[position];
  }
  if (!good) return nullptr;
  if (name == "String") {
    // Either a format, or minimumLength, leftJustified, significantDigits (MLS 3.7.1).
    if (bound->operands.size() == 5 && e.arguments.size() > 2) {
      Report(DiagnosticKind::ArgumentMismatch, e.span, "`String` takes a format or other options, not both");
      return nullptr;
    }
    for (size_t i = 1; i < bound->operands.size(); ++i) {
      if (bound->operands[i]) continue;
      bound->operands[i] = i == 2 ? Make(BoundKind::kBoolean, e.span) : Integer(i == 3 ? 6 : 0, e.span);
      if (i == 2) bound->operands[i]->number = 1;
    }
  }
  if (name == "getInstanceName" && e.arguments.empty()) return InstanceName(e.span, context);
  const size_t count = bound->operands.size();
  const bool has_gap = std::find(bound->operands.begin(), bound->operands.end(), nullptr) != bound->operands.end();
  if (count < builtin.least || count > builtin.most || has_gap) {
    const std::string wanted = builtin.least == builtin.most    ? fmt::format("{}", builtin.least)
                               : builtin.most == kManyArguments ? fmt::format("at least {}", builtin.least)
                                                                : fmt::format("{} or {}", builtin.least, builtin.most);
    Report(DiagnosticKind::ArgumentMismatch, e.span,
           fmt::format("`{}` takes {} argument{}, not {}", name, wanted, wanted == "1" ? "" : "s", e.arguments.size()));
    return nullptr;
  }
  return bound;
}

BoundPtr Builder::InstanceName(Span span, const Context& context) {
  const Scope* scope = InstanceOrFunction(context.scope);
  if (!scope || !scope->group->instance) {
    NotSupported(span, "`getInstanceName` in a function");
    return nullptr;
  }
  NoteOwnPlace(scope->group->instance);
  BoundPtr name = Make(BoundKind::kString, span);
  name->text = At(tree_.root).name;
  const std::string path = ir::FullName(tree_, scope->group->instance);
  if (!path.empty()) name->text += "." + path;
  return name;
}

}  // namespace stiction
