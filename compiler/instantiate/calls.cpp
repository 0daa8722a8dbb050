// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_interfaces.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/operators.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/expr/builtin_functions.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/ir/instances/call_defaults.h"
#include "compiler/ir/instances/operators_of_models.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

namespace {

bool IsReduction(std::string_view name) {
  return name == "sum" || name == "product" || name == "min" || name == "max" || name == "array";
}

// The class around a place that is an instance, a function or a record constructor.
const Scope* InstanceOrFunction(const Scope* scope) {
  while (scope && !scope->group->instance && !scope->group->is_function) scope = scope->parent;
  return scope;
}

/// The position of the input that a named argument is for. @param inputs, names of the function, by position
std::optional<size_t> NamedInput(const ast::Identifier& name, const ir::FunctionInstance& function,
                                 const std::vector<size_t>& inputs, const std::vector<std::string>& names,
                                 Reports& reports) {
  const auto found = std::find(names.begin(), names.end(), name.text);
  if (found == names.end()) {
    reports.Error(DiagnosticKind::ArgumentMismatch, name.span,
                  fmt::format("function `{}` has no input `{}`", function.name, name.text),
                  Label{function.span, "declared here"}, DidYouMean(name.text, names));
    return std::nullopt;
  }
  const auto position = static_cast<size_t>(found - names.begin());
  const ir::FunctionVariable& input = function.variables[inputs[position]];
  if (!input.is_fixed_member) return position;
  reports.Error(DiagnosticKind::ArgumentMismatch, name.span,
                fmt::format("`{}` of the record `{}` is final or a constant, and the constructor takes no value for it "
                            "(MLS 12.6)",
                            input.name, function.name),
                Label{input.span, "declared here"}, "remove the argument");
  return std::nullopt;
}

}  // namespace

BoundPtr Calls::Bind(const ast::Expression& e, Context& context) {
  const ast::ComponentReference& callee = e.reference;
  const Found found = names_.LookUp(context.scope, callee.parts[0].name.text, callee.global);
  const bool is_predefined = found.element && !found.element->definition;
  if (!found || is_predefined) return BindPredefined(e, is_predefined, context);
  if (const Functional* functional = FunctionalOf(callee, found)) return BindFunctionalCall(e, *functional, context);
  ClassElement* element = FindCallee(callee, found, context);
  if (!element) return nullptr;
  const bool of_object = (element->name == "constructor" || element->name == "destructor") && element->scope &&
                         element->scope->definition && IsExternalObject(*element->scope->definition);
  if (of_object) {
    reports_.Error(
        DiagnosticKind::ExternalObjectUse, callee.span,
        fmt::format("the {} of an external object is called (MLS 12.9.7)", element->name),
        "declare a component `object = Class(...)`: it is constructed at the start and destructed at the end");
    return nullptr;
  }
  if (const ResolvedType type = classes_.Resolve(*element); type.kind == ResolvedType::Kind::kScalar) {
    if (type.scalar == ir::ScalarType::kEnumeration) return BindConversion(e, type, context);
  }
  if (const std::optional<Operators::FunctionList> constructors = operators_.ConstructorsOf(*element)) {
    return BindOverloaded(e, fmt::format("constructor of `{}`", element->name), *constructors, context);
  }
  const auto function = functions_.Of(*element, callee.span);
  if (!function) return nullptr;
  const std::string* builtin = externals_.BuiltinOf(*function);
  return builtin ? BindBuiltin(e, *builtin, context) : BindUserCall(e, *function, context);
}

BoundPtr Calls::BindPredefined(const ast::Expression& e, bool is_type, Context& context) {
  const ast::ComponentReference& callee = e.reference;
  const std::string& first = callee.parts[0].name.text;
  if (!AllowsNames(e)) return nullptr;
  if (callee.parts.size() == 1 && first == "String") return BindString(e, context);
  if (callee.parts.size() == 1 && FindBuiltinFunction(first)) return BindBuiltin(e, first, context);
  if (callee.parts.size() == 1 && first == "rooted") return BindBuiltin(e, "Connections.rooted", context);
  if (callee.parts.size() == 2 && first == "Connections") {
    const std::string operation = first + "." + callee.parts[1].name.text;
    if (FindBuiltinFunction(operation)) return BindBuiltin(e, operation, context);
    reports_.NotSupported(callee.span, fmt::format("`{}`", operation));
  } else if (IsNotCompiled(first) || first == "Connections" || first == "Subtask") {
    reports_.NotSupported(callee.span, fmt::format("`{}`", first));
  } else if (is_type) {
    reports_.Error(DiagnosticKind::NotAFunction, callee.span, fmt::format("type `{}` is not a function", first));
  } else if (!IsBroken(context.scope)) {
    std::vector<std::string> candidates = names_.VisibleNames(context.scope);
    for (const BuiltinFunction& b : BuiltinFunctions()) candidates.emplace_back(b.name);
    reports_.Error(DiagnosticKind::UnknownName, callee.parts[0].name.span,
                   fmt::format("unknown function `{}` in `{}`", first, names_.ScopeName(context.scope)),
                   DidYouMean(first, candidates));
  }
  return nullptr;
}

// Built-in operators are called with positional arguments, unless their definition says otherwise (MLS 3.7, 12.4.1).
bool Calls::AllowsNames(const ast::Expression& e) {
  constexpr std::array<std::string_view, 17> kNamed{
      "String",     "Clock",  "sample",   "subSample", "superSample",        "shiftSample",
      "backSample", "hold",   "previous", "noClock",   "interval",           "firstTick",
      "transition", "assert", "homotopy", "terminate", "spatialDistribution"};
  const std::string& name = e.reference.parts[0].name.text;
  if (e.reference.parts.size() > 1 || std::ranges::find(kNamed, name) != kNamed.end()) return true;
  if (!FindBuiltinFunction(name)) return true;
  const auto named = std::ranges::find_if(e.arguments, [](const ast::Argument& a) { return a.name.has_value(); });
  if (named == e.arguments.end()) return true;
  reports_.Error(DiagnosticKind::ArgumentMismatch, named->name->span,
                 fmt::format("the built-in function `{}` takes arguments by their position only", name),
                 fmt::format("write the value without `{} =`", named->name->text));
  return false;
}

// `E(i)` is the i-th of the values of E (MLS 4.8.5.3).
BoundPtr Calls::BindConversion(const ast::Expression& e, const ResolvedType& type, Context& context) {
  if (e.arguments.size() != 1 || e.arguments[0].name || !e.iterators.empty()) {
    reports_.Error(DiagnosticKind::ArgumentMismatch, e.span,
                   fmt::format("`{}` takes one Integer (MLS 4.8.5.3)", data_.At(type.enumeration).name));
    return nullptr;
  }
  BoundPtr values = MakeBound(BoundKind::kArray, e.span);
  const auto count = static_cast<int64_t>(data_.At(type.enumeration).literals.size());
  for (int64_t i = 1; i <= count; ++i) {
    values->operands.push_back(ir::MakeEnumerationLiteral(type.enumeration, i, e.span));
  }
  BoundPtr ordinal = expressions_.Bind(*e.arguments[0].value, context);
  if (!ordinal) return nullptr;
  BoundPtr bound = MakeBound(BoundKind::kSubscripted, e.span);
  bound->operands.push_back(std::move(values));
  bound->subscripts.push_back({std::move(ordinal), e.arguments[0].value->span});
  return bound;
}

ClassElement* Calls::FindCallee(const ast::ComponentReference& callee, const Found& found, Context& context) {
  if (found.element) return names_.FindClass(context.scope, NameOf(callee));
  if (callee.parts.size() > 1 && found.group->instance) return FindMemberFunction(callee, context);
  const ComponentElement& component = found.group->components.find(found.name)->second;
  reports_.Error(DiagnosticKind::NotAFunction, callee.span,
                 fmt::format("`{}` is a component, not a function", callee.parts[0].name.text),
                 Label{component.declaration->name.span, "declared here"});
  return nullptr;
}

// The elements of one component: of an array with subscripts that are known, which choose one (MLS 5.3.2).
Group* Calls::GroupOf(const ir::BoundExpression& holder) {
  if (holder.kind != BoundKind::kComponent || !holder.members.empty()) return nullptr;
  const ir::Instance& instance = data_.At(holder.instance);
  if (holder.subscripts.empty()) return data_.WorkOf(holder.instance).group;
  if (instance.kind != ir::InstanceKind::kArray || holder.subscripts.size() != instance.dims.size()) return nullptr;
  int64_t position = 0;
  for (size_t d = 0; d < instance.dims.size(); ++d) {
    const ir::BoundPtr& subscript = holder.subscripts[d].expression;
    const std::optional<Value> value = subscript ? Evaluate(data_.tree, *subscript) : std::nullopt;
    if (!value || !value->dims.empty() || value->numbers.size() != 1) return nullptr;
    const auto index = static_cast<int64_t>(value->numbers.front());
    if (index < 1 || index > instance.dims[d]) return nullptr;
    position = position * instance.dims[d] + index - 1;
  }
  return data_.WorkOf(ir::OriginalOf(data_.tree, instance.elements[static_cast<size_t>(position)])).group;
}

ClassElement* Calls::FindMemberFunction(const ast::ComponentReference& callee, Context& context) {
  Context prefix = context;
  size_t components = 1;
  BoundPtr holder;
  Group* group = nullptr;
  for (;; ++components) {
    prefix.part_limit = components;
    holder = references_.Bind(callee, prefix);
    if (!holder) return nullptr;
    group = GroupOf(*holder);
    if (!group) {
      reports_.Error(DiagnosticKind::NotAFunction, callee.span,
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
      const ir::Instance& instance = data_.At(holder->instance);
      reports_.Error(DiagnosticKind::NotAFunction, here.span,
                     fmt::format("`{}` has no function `{}`", callee.parts[p - 1].name.text, here.text),
                     Label{instance.span, fmt::format("`{}` is declared here", instance.name)},
                     DidYouMean(here.text, candidates));
      return nullptr;
    }
    names_.CheckPublic(Found{nullptr, {}, &found->second}, group->main, here.span);
    if (p + 1 == callee.parts.size()) return &found->second;
    const int64_t reports = reports_.count();
    group = classes_.Enter(found->second);
    if (group) continue;
    if (reports == reports_.count()) {
      reports_.Error(DiagnosticKind::NotAFunction, callee.parts[p + 1].name.span,
                     fmt::format("`{}` has no function `{}`", here.text, callee.parts[p + 1].name.text));
    }
    return nullptr;
  }
}

BoundPtr Calls::BindUserCall(const ast::Expression& e, ir::FunctionInstanceId function, Context& context,
                             const std::map<size_t, BoundPtr>& given) {
  if (!e.iterators.empty()) {
    reports_.NotSupported(e.span, "a reduction by a user-defined function");
    return nullptr;
  }
  std::vector<size_t> inputs;  // local of each input
  std::vector<std::string> names;
  std::vector<const ast::Expression*> functionals;
  const std::string full_name = data_.At(function).name;
  const Span declared = data_.At(function).span;
  for (size_t i = 0; i < data_.At(function).variables.size(); ++i) {
    const ir::FunctionVariable& v = data_.At(function).variables[i];
    if (v.causality != ir::Causality::kInput) continue;
    inputs.push_back(i);
    names.push_back(v.name);
  }
  BoundPtr bound = MakeBound(BoundKind::kCall, e.span);
  bound->function = function;
  bound->operands.resize(inputs.size());
  functionals.resize(inputs.size());
  for (const auto& [position, value] : given) bound->operands[position] = value;
  size_t next = 0;
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    while (given.contains(next)) ++next;
    size_t position = next++;
    if (argument.name) {
      const std::optional<size_t> named = NamedInput(*argument.name, data_.At(function), inputs, names, reports_);
      if (!named) return nullptr;
      position = *named;
    }
    if (position >= inputs.size()) {
      reports_.Error(DiagnosticKind::ArgumentMismatch, argument.value->span,
                     fmt::format("function `{}` has {} input{}, and is given more arguments", full_name, inputs.size(),
                                 inputs.size() == 1 ? "" : "s"),
                     Label{declared, "declared here"});
      return nullptr;
    }
    if (bound->operands[position] || functionals[position]) {
      reports_.Error(DiagnosticKind::ArgumentMismatch, argument.value->span,
                     fmt::format("input `{}` of function `{}` is given twice", names[position], full_name));
      return nullptr;
    }
    if (data_.At(function).variables[inputs[position]].is_functional) {
      functionals[position] = argument.value.get();
      continue;
    }
    bound->operands[position] = expressions_.Bind(*argument.value, context);
    good = good && bound->operands[position];
  }
  if (!good) return nullptr;
  if (data_.At(function).is_generic && !CallFor(functionals, *bound, context)) return nullptr;
  const bool is_complete = std::find(bound->operands.begin(), bound->operands.end(), nullptr) == bound->operands.end();
  return is_complete || FillDefaults(*bound) ? bound : nullptr;
}

bool Calls::Takes(ir::FunctionInstanceId function, const std::vector<ast::Argument>& arguments) {
  std::vector<const ir::FunctionVariable*> open;  // null: given
  for (const ir::FunctionVariable& v : data_.At(function).variables) {
    if (v.causality == ir::Causality::kInput) open.push_back(&v);
  }
  for (size_t k = 0; k < arguments.size(); ++k) {
    auto input = open.begin() + static_cast<std::ptrdiff_t>(std::min(k, open.size()));
    if (const auto& name = arguments[k].name) {
      input = std::find_if(open.begin(), open.end(), [&](const auto* v) { return v && v->name == name->text; });
    }
    if (input == open.end() || !*input) return false;
    *input = nullptr;
  }
  return std::all_of(open.begin(), open.end(), [](const auto* v) { return !v || v->binding; });
}

BoundPtr Calls::BindOverloaded(const ast::Expression& e, const std::string& what,
                               const std::vector<ir::FunctionInstanceId>& functions, Context& context) {
  if (functions.size() == 1) return BindUserCall(e, functions.front(), context);
  BoundPtr overloaded = MakeBound(BoundKind::kOverloaded, e.span);
  overloaded->text = what;
  std::string hint;
  for (const ir::FunctionInstanceId function : functions) {
    hint += fmt::format("{}`{}`", hint.empty() ? "there are " : ", ", data_.At(function).name);
    if (!Takes(function, e.arguments)) continue;
    overloaded->operands.push_back(BindUserCall(e, function, context));
    if (!overloaded->operands.back()) return nullptr;
  }
  if (overloaded->operands.size() == 1) return overloaded->operands.front();
  if (!overloaded->operands.empty()) return overloaded;
  reports_.Error(DiagnosticKind::ArgumentMismatch, e.span,
                 fmt::format("no {} takes arguments of this number and these names (MLS 14.3)", what), hint);
  return nullptr;
}

BoundPtr Calls::BindString(const ast::Expression& e, Context& context) {
  const std::vector<ast::Argument>& arguments = e.arguments;
  const std::vector<std::string_view>& formals = FindBuiltinFunction("String")->formals;
  const bool is_builtin = std::all_of(arguments.begin(), arguments.end(), [&](const ast::Argument& argument) {
    return !argument.name || std::find(formals.begin(), formals.end(), argument.name->text) != formals.end();
  });
  std::vector<ir::FunctionInstanceId> functions = operators_.All("'String'");
  std::erase_if(functions, [&](ir::FunctionInstanceId function) { return !Takes(function, arguments); });
  if (functions.empty()) return BindBuiltin(e, "String", context);
  BoundPtr overloaded = MakeBound(BoundKind::kOverloaded, e.span);
  overloaded->text = "`String`";
  if (is_builtin) overloaded->operands.push_back(BindBuiltin(e, "String", context));
  for (const ir::FunctionInstanceId function : functions) {
    overloaded->operands.push_back(BindUserCall(e, function, context));
  }
  const std::vector<BoundPtr>& calls = overloaded->operands;
  return std::find(calls.begin(), calls.end(), nullptr) == calls.end() ? overloaded : nullptr;
}

bool Calls::FillDefaults(ir::BoundExpression& call) {
  const ir::FunctionInstance& function = data_.At(call.function);
  const std::optional<ir::MissingInput> missing = ir::FillDefaults(function, call);
  if (!missing) return true;
  const ir::FunctionVariable& variable = function.variables[missing->variable];
  const std::string why = missing->needs ? fmt::format(", and its default needs `{}`, which has no value",
                                                       function.variables[*missing->needs].name)
                                         : " and has no default";
  reports_.Error(DiagnosticKind::ArgumentMismatch, call.span,
                 fmt::format("input `{}` of function `{}` is not given{}", variable.name, function.name, why),
                 Label{variable.span, "declared here"});
  return false;
}

bool Calls::AllowsOperator(const std::string& name, Span span, const Context& context) {
  const Scope* scope = InstanceOrFunction(context.scope);
  const bool in_function = scope && scope->group->is_function && !ast::IsRecord(scope->group->main->definition->kind);
  if (!in_function) return true;
  reports_.Error(DiagnosticKind::OperatorInFunction, span,
                 fmt::format("`{}` cannot stand in a function (MLS 12.2)", name),
                 "a function depends on its inputs only: give it the value as an input");
  return false;
}

std::optional<int64_t> Calls::SizeSoFar(const ast::Expression& e, const Context& context) {
  if (data_.dims_so_far.empty() || e.arguments.size() != 2) return std::nullopt;
  const ast::Expression *of = e.arguments[0].value.get(), *dimension = e.arguments[1].value.get();
  if (!of || of->kind != ast::ExpressionKind::kReference || of->reference.parts.size() != 1) return std::nullopt;
  const ast::ComponentReference::Part& part = of->reference.parts[0];
  if (!part.subscripts.empty() || !dimension || dimension->kind != ast::ExpressionKind::kInteger) return std::nullopt;
  const Found found = names_.LookUp(context.scope, part.name.text, of->reference.global);
  if (!found.group || !found.group->instance) return std::nullopt;
  const std::optional<ir::InstanceId> child = data_.FindChild(found.group->instance, found.name);
  const auto known = child ? data_.dims_so_far.find(*child) : data_.dims_so_far.end();
  if (known == data_.dims_so_far.end()) return std::nullopt;
  const double d = dimension->number;
  const bool is_there = d >= 1 && d <= static_cast<double>(known->second.size());
  return is_there ? known->second[static_cast<size_t>(d) - 1] : std::nullopt;
}

// `pure(f(...))` (MLS 12.3) is the call, allowed where an impure one is not.
BoundPtr Calls::BindPure(const ast::Expression& e, Context& context) {
  const ast::Expression* call = e.arguments.size() == 1 ? e.arguments[0].value.get() : nullptr;
  if (call && call->kind == ast::ExpressionKind::kCall) {
    BoundPtr bound = expressions_.Bind(*call, context);
    if (bound && bound->kind == BoundKind::kCall) bound->number = 1;
    return bound;
  }
  reports_.Error(DiagnosticKind::ArgumentMismatch, e.span, "`pure` takes the call of a function (MLS 12.3)");
  return nullptr;
}

bool Calls::FillStringOptions(const ast::Expression& e, ir::BoundExpression& call) {
  const auto unnamed = std::find_if(e.arguments.begin() + (e.arguments.empty() ? 0 : 1), e.arguments.end(),
                                    [](const auto& a) { return !a.name; });
  if (unnamed != e.arguments.end()) {
    reports_.Error(DiagnosticKind::ArgumentMismatch, unnamed->value->span,
                   "the options of `String` are given by name only",
                   "write `String(value, significantDigits = ...)`, or another option");
    return false;
  }
  // Either a format, or minimumLength, leftJustified, significantDigits (MLS 3.7.1).
  if (call.operands.size() == 5 && e.arguments.size() > 2) {
    reports_.Error(DiagnosticKind::ArgumentMismatch, e.span, "`String` takes a format or other options, not both");
    return false;
  }
  for (size_t i = 1; i < call.operands.size(); ++i) {
    if (call.operands[i]) continue;
    call.operands[i] = i == 2 ? MakeBound(BoundKind::kBoolean, e.span) : ir::MakeInteger(i == 3 ? 6 : 0, e.span);
    if (i == 2) call.operands[i]->number = 1;
  }
  return true;
}

BoundPtr Calls::BindBuiltin(const ast::Expression& e, const std::string& name, Context& context) {
  if (name == "pure") return BindPure(e, context);
  if (name == "size") {
    if (const std::optional<int64_t> size = SizeSoFar(e, context)) return ir::MakeInteger(*size, e.span);
  }
  if (ir::IsOperatorOfModels(name) && !AllowsOperator(name, e.span, context)) return nullptr;
  const BuiltinFunction& builtin = *FindBuiltinFunction(name);
  BoundPtr bound = MakeBound(BoundKind::kBuiltin, e.span);
  bound->text = name;
  if (name == "sum") data_.operators.insert("'+'");
  if (!e.iterators.empty()) {
    if (!IsReduction(name)) {
      reports_.Error(DiagnosticKind::ArgumentMismatch, e.span, fmt::format("`{}` cannot be used as a reduction", name));
      return nullptr;
    }
    BoundPtr values = expressions_.BindComprehension(*e.arguments[0].value, e.iterators, e.span, context);
    if (!values || name == "array") return values;
    bound->number = 1;
    bound->operands.push_back(values);
    return bound;
  }
  if (!BindArguments(e.arguments, builtin, *bound, context)) return nullptr;
  if (name == "String" && !FillStringOptions(e, *bound)) return nullptr;
  if (name == "transition" && bound->operands.size() >= 3) FillTransition(*bound);
  if (name == "spatialDistribution" && bound->operands.size() >= 4) {
    bound->operands.resize(6);
    for (const size_t i : {4, 5}) {
      if (bound->operands[i]) continue;
      bound->operands[i] = MakeBound(BoundKind::kArray, e.span);
      bound->operands[i]->operands = {ir::MakeInteger(0, e.span), ir::MakeInteger(i == 4 ? 1 : 0, e.span)};
    }
  }
  if (name == "getInstanceName" && e.arguments.empty()) return InstanceName(e.span, context);
  const size_t count = bound->operands.size();
  const bool has_gap = std::find(bound->operands.begin(), bound->operands.end(), nullptr) != bound->operands.end();
  if (count >= builtin.least && count <= builtin.most && !has_gap) return bound;
  const std::string wanted = builtin.least == builtin.most    ? fmt::format("{}", builtin.least)
                             : builtin.most == kManyArguments ? fmt::format("at least {}", builtin.least)
                                                              : fmt::format("{} or {}", builtin.least, builtin.most);
  reports_.Error(
      DiagnosticKind::ArgumentMismatch, e.span,
      fmt::format("`{}` takes {} argument{}, not {}", name, wanted, wanted == "1" ? "" : "s", e.arguments.size()));
  return nullptr;
}

// The defaults of MLS 17.1: immediate, reset, not synchronized, of priority 1.
void Calls::FillTransition(ir::BoundExpression& transition) {
  transition.operands.resize(7);
  for (size_t i = 3; i < 7; ++i) {
    if (transition.operands[i]) continue;
    transition.operands[i] =
        i == 6 ? ir::MakeInteger(1, transition.span) : MakeBound(BoundKind::kBoolean, transition.span);
    if (i < 5) transition.operands[i]->number = 1;
  }
}

bool Calls::BindArguments(const std::vector<ast::Argument>& arguments, const BuiltinFunction& builtin,
                          ir::BoundExpression& call, Context& context) {
  bool good = true;
  for (const ast::Argument& argument : arguments) {
    size_t position = call.operands.size();
    if (argument.name) {
      const auto formal = std::find(builtin.formals.begin(), builtin.formals.end(), argument.name->text);
      if (formal == builtin.formals.end()) {
        reports_.Error(DiagnosticKind::ArgumentMismatch, argument.name->span,
                       fmt::format("`{}` has no argument `{}`", builtin.name, argument.name->text));
        return false;
      }
      position = static_cast<size_t>(formal - builtin.formals.begin()) % builtin.most;
    }
    if (position >= call.operands.size()) call.operands.resize(position + 1);
    if (call.operands[position]) {
      reports_.Error(DiagnosticKind::ArgumentMismatch, argument.value->span,
                     fmt::format("`{}` is given the argument `{}` twice", builtin.name, argument.name->text));
      return false;
    }
    call.operands[position] = expressions_.Bind(*argument.value, context);
    good = good && call.operands[position];
  }
  return good;
}

BoundPtr Calls::InstanceName(Span span, const Context& context) {
  const Scope* scope = InstanceOrFunction(context.scope);
  if (!scope || !scope->group->instance) {
    reports_.NotSupported(span, "`getInstanceName` in a function");
    return nullptr;
  }
  data_.NoteOwnPlace(scope->group->instance);
  BoundPtr name = MakeBound(BoundKind::kString, span);
  name->text = data_.At(data_.tree.root).name;
  const std::string path = ir::FullName(data_.tree, scope->group->instance);
  if (!path.empty()) name->text += "." + path;
  return name;
}

}  // namespace stiction
