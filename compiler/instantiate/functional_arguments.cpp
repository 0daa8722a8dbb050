// SPDX-License-Identifier: BSD-3-Clause
// Functions as arguments of functions (MLS 12.4.2). A function that takes functions is made anew for each choice of
// them, so that no later phase meets one: where it calls its argument, it calls that function, and the values that a
// partial application gives are inputs of its own.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/calls.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_interfaces.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

namespace {

std::vector<int32_t> InputsOf(const ir::FunctionInstance& function) {
  std::vector<int32_t> inputs;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    if (function.variables[i].causality == ir::Causality::kInput) inputs.push_back(static_cast<int32_t>(i));
  }
  return inputs;
}

/// The values that a function argument has brought into the function around a call.
std::vector<BoundPtr> GivenValues(const ir::FunctionInstance& function, const Functional& functional, Span span) {
  std::vector<BoundPtr> values;
  for (size_t k = 0; k < functional.given.size(); ++k) {
    BoundPtr local = MakeBound(BoundKind::kLocal, span);
    local->local = functional.first_local + static_cast<int32_t>(k);
    local->text = function.variables[static_cast<size_t>(functional.given[k])].name;
    values.push_back(std::move(local));
  }
  return values;
}

}  // namespace

const Functional* FunctionalOf(const ast::ComponentReference& reference, const Found& found) {
  if (!found.group || found.element || reference.parts.size() != 1) return nullptr;
  const auto functional = found.group->functionals.find(found.name);
  return functional == found.group->functionals.end() ? nullptr : &functional->second;
}

BoundPtr Calls::BindFunctionalCall(const ast::Expression& e, const Functional& functional, Context& context) {
  const ir::FunctionInstance& function = data_.At(functional.function);
  const std::vector<int32_t> inputs = InputsOf(function);
  const std::vector<BoundPtr> values = GivenValues(function, functional, e.span);
  std::map<size_t, BoundPtr> given;
  for (size_t k = 0; k < values.size(); ++k) {
    const auto at = std::find(inputs.begin(), inputs.end(), functional.given[k]);
    given[static_cast<size_t>(at - inputs.begin())] = values[k];
  }
  const std::string* const builtin = externals_.BuiltinOf(functional.function);
  BoundPtr call = BindUserCall(e, functional.function, context, given);
  if (!call || !builtin) return call;
  call->kind = BoundKind::kBuiltin;
  call->text = *builtin;
  call->function = {};
  return call;
}

std::optional<Functional> Calls::BindFunctional(const ast::Expression& e, Context& context,
                                                std::vector<BoundPtr>& values) {
  if (e.kind != ast::ExpressionKind::kPartialCall && e.kind != ast::ExpressionKind::kReference) {
    reports_.Error(DiagnosticKind::ArgumentMismatch, e.span, "this argument must be a function (MLS 12.4.2)",
                   "give its name, or `function f(a = ...)` with values for some of its inputs");
    return std::nullopt;
  }
  const ast::ComponentReference& name = e.reference;
  const Found found = names_.LookUp(context.scope, name.parts[0].name.text, name.global);
  Functional functional;
  if (const Functional* passed_on = FunctionalOf(name, found)) {
    functional = *passed_on;
    values = GivenValues(data_.At(functional.function), functional, e.span);
    functional.first_local = 0;
  } else {
    if (!found || (found.element && !found.element->definition)) {
      reports_.Error(
          DiagnosticKind::UnknownName, name.parts[0].name.span,
          fmt::format("unknown function `{}` in `{}`", name.parts[0].name.text, names_.ScopeName(context.scope)),
          IsBuiltinFunction(name.parts[0].name.text)
              ? "a built-in function is no argument: declare a function that calls it"
              : DidYouMean(name.parts[0].name.text, names_.VisibleNames(context.scope)));
      return std::nullopt;
    }
    ClassElement* element = FindCallee(name, found, context);
    const auto function = element ? functions_.Of(*element, name.span) : std::nullopt;
    if (!function) return std::nullopt;
    if (data_.At(*function).is_generic) {
      reports_.NotSupported(e.span, "a function that takes functions as an argument of a function");
      return std::nullopt;
    }
    functional.function = *function;
  }
  return GiveInputs(e, context, functional, values) ? std::optional(functional) : std::nullopt;
}

bool Calls::GiveInputs(const ast::Expression& e, Context& context, Functional& functional,
                       std::vector<BoundPtr>& values) {
  for (const ast::Argument& argument : e.arguments) {
    if (!argument.name) return false;  // reported where it was parsed
    const ir::FunctionInstance& function = data_.At(functional.function);
    std::vector<std::string> names;
    int32_t input = -1;
    for (const int32_t i : InputsOf(function)) {
      names.push_back(function.variables[static_cast<size_t>(i)].name);
      if (names.back() == argument.name->text) input = i;
    }
    if (input < 0 || std::ranges::count(functional.given, input) > 0) {
      reports_.Error(
          DiagnosticKind::ArgumentMismatch, argument.name->span,
          input < 0 ? fmt::format("function `{}` has no input `{}`", function.name, argument.name->text)
                    : fmt::format("input `{}` of function `{}` is given twice", argument.name->text, function.name),
          Label{function.span, "declared here"}, input < 0 ? DidYouMean(argument.name->text, names) : "");
      return false;
    }
    BoundPtr value = expressions_.Bind(*argument.value, context);
    if (!value) return false;
    functional.given.push_back(input);
    values.push_back(std::move(value));
  }
  return true;
}

bool Calls::CallFor(const std::vector<const ast::Expression*>& functionals, ir::BoundExpression& call,
                    Context& context) {
  const ir::FunctionInstanceId generic = call.function;
  const std::vector<int32_t> inputs = InputsOf(data_.At(generic));
  std::map<std::string, Functional, std::less<>> chosen;
  std::vector<BoundPtr> operands;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::FunctionVariable& input = data_.At(generic).variables[static_cast<size_t>(inputs[i])];
    if (!input.is_functional) {
      operands.push_back(call.operands[i]);
      continue;
    }
    const std::string name = input.name;
    if (!functionals[i]) {
      reports_.Error(DiagnosticKind::ArgumentMismatch, call.span,
                     fmt::format("the function `{}` that `{}` takes is not given", name, data_.At(generic).name),
                     Label{input.span, "declared here"});
      return false;
    }
    std::vector<BoundPtr> values;
    const std::optional<Functional> functional = BindFunctional(*functionals[i], context, values);
    if (!functional) return false;
    chosen.emplace(name, *functional);
    operands.insert(operands.end(), values.begin(), values.end());
  }
  const auto function = functions_.For(generic, chosen);
  if (!function) return false;
  call.function = *function;
  call.operands = std::move(operands);
  return true;
}

}  // namespace stiction
