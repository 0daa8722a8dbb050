// Calls: built-in operators and functions, user functions with named and default arguments (MLS 3.7, 12.4).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"
#include "compiler/instantiate/dependency_order.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

using ir::BoundKind;
using ir::BoundPtr;

struct Builtin {
  std::string_view name;
  size_t least, most;
  std::vector<std::string_view> formals;
};

constexpr size_t kMany = 1000;

// Built-in operators and functions that are compiled, with their numbers of arguments and the names of these.
const std::vector<Builtin>& Builtins() {
  static const std::vector<Builtin> all{
      {"der", 1, 1, {"x"}},
      {"pre", 1, 1, {"y"}},
      {"edge", 1, 1, {"b"}},
      {"change", 1, 1, {"v"}},
      {"initial", 0, 0, {}},
      {"terminal", 0, 0, {}},
      {"sample", 2, 2, {"start", "interval"}},
      {"reinit", 2, 2, {"x", "expr"}},
      {"assert", 2, 3, {"condition", "message", "level"}},
      {"terminate", 1, 1, {"message"}},
      {"noEvent", 1, 1, {"expr"}},
      {"smooth", 2, 2, {"p", "expr"}},
      {"homotopy", 2, 2, {"actual", "simplified"}},
      {"delay", 2, 3, {"expr", "delayTime", "delayMax"}},
      {"abs", 1, 1, {"v"}},
      {"sign", 1, 1, {"v"}},
      {"sqrt", 1, 1, {"v"}},
      {"div", 2, 2, {"x", "y"}},
      {"mod", 2, 2, {"x", "y"}},
      {"rem", 2, 2, {"x", "y"}},
      {"ceil", 1, 1, {"x"}},
      {"floor", 1, 1, {"x"}},
      {"integer", 1, 1, {"x"}},
      {"Integer", 1, 1, {"e"}},
      {"String", 1, 5, {"", "minimumLength", "leftJustified", "significantDigits", "format"}},
      {"sin", 1, 1, {"u"}},
      {"cos", 1, 1, {"u"}},
      {"tan", 1, 1, {"u"}},
      {"asin", 1, 1, {"u"}},
      {"acos", 1, 1, {"u"}},
      {"atan", 1, 1, {"u"}},
      {"atan2", 2, 2, {"u1", "u2"}},
      {"sinh", 1, 1, {"u"}},
      {"cosh", 1, 1, {"u"}},
      {"tanh", 1, 1, {"u"}},
      {"exp", 1, 1, {"u"}},
      {"log", 1, 1, {"u"}},
      {"log10", 1, 1, {"u"}},
      {"min", 1, 2, {"x", "y"}},
      {"max", 1, 2, {"x", "y"}},
      {"sum", 1, 1, {"A"}},
      {"product", 1, 1, {"A"}},
      {"ndims", 1, 1, {"A"}},
      {"size", 1, 2, {"A", "i"}},
      {"scalar", 1, 1, {"A"}},
      {"vector", 1, 1, {"A"}},
      {"matrix", 1, 1, {"A"}},
      {"transpose", 1, 1, {"A"}},
      {"outerProduct", 2, 2, {"v1", "v2"}},
      {"identity", 1, 1, {"n"}},
      {"diagonal", 1, 1, {"v"}},
      {"zeros", 1, kMany, {}},
      {"ones", 1, kMany, {}},
      {"fill", 2, kMany, {"s"}},
      {"linspace", 3, 3, {"x1", "x2", "n"}},
      {"symmetric", 1, 1, {"A"}},
      {"cross", 2, 2, {"x", "y"}},
      {"skew", 1, 1, {"x"}},
      {"cat", 2, kMany, {"k"}},
      {"cardinality", 1, 1, {"c"}},
      {"Connections.branch", 2, 2, {}},
      {"Connections.root", 1, 1, {}},
      {"Connections.potentialRoot", 1, 2, {"", "priority"}},
      {"Connections.isRoot", 1, 1, {}},
      {"Connections.rooted", 1, 1, {}},
      {"array", 1, kMany, {}}};
  return all;
}

constexpr std::array<std::string_view, 21> kNotCompiled{
    "inStream", "actualStream", "semiLinear",  "spatialDistribution", "getInstanceName", "pure",         "promote",
    "previous", "hold",         "subSample",   "superSample",         "shiftSample",     "backSample",   "noClock",
    "interval", "firstTick",    "activeState", "initialState",        "transition",      "ticksInState", "timeInState"};

const Builtin* FindBuiltin(std::string_view name) {
  const auto& all = Builtins();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Builtin& b) { return b.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool IsNotCompiled(std::string_view name) {
  return std::find(kNotCompiled.begin(), kNotCompiled.end(), name) != kNotCompiled.end();
}

bool IsReduction(std::string_view name) {
  return name == "sum" || name == "product" || name == "min" || name == "max" || name == "array";
}

// A default value for one call: the function's inputs are replaced by the arguments.
BoundPtr Substitute(const BoundPtr& e, const std::map<int32_t, BoundPtr>& argument_of_local) {
  if (!e) return nullptr;
  auto copy = std::make_shared<ir::BoundExpression>(*e);
  const auto subscripts = [&](std::vector<ir::BoundSubscript>& list) {
    for (ir::BoundSubscript& s : list) s.expression = Substitute(s.expression, argument_of_local);
  };
  for (BoundPtr& operand : copy->operands) operand = Substitute(operand, argument_of_local);
  subscripts(copy->subscripts);
  for (ir::BoundMember& member : copy->members) subscripts(member.subscripts);
  for (ir::BoundIterator& iterator : copy->iterators) iterator.range = Substitute(iterator.range, argument_of_local);
  copy->end_of = Substitute(copy->end_of, argument_of_local);
  if (e->kind != BoundKind::kLocal) return copy;
  const auto argument = argument_of_local.find(e->local);
  if (argument == argument_of_local.end() || !argument->second) return copy;
  BoundPtr result = argument->second;
  const auto wrap_subscripts = [&](const std::vector<ir::BoundSubscript>& list) {
    if (list.empty()) return;
    auto wrapped = std::make_shared<ir::BoundExpression>();
    wrapped->kind = BoundKind::kSubscripted;
    wrapped->span = e->span;
    wrapped->operands = {result};
    wrapped->subscripts = list;
    result = wrapped;
  };
  wrap_subscripts(copy->subscripts);
  for (const ir::BoundMember& member : copy->members) {
    auto wrapped = std::make_shared<ir::BoundExpression>();
    wrapped->kind = BoundKind::kMember;
    wrapped->span = e->span;
    wrapped->text = member.name;
    wrapped->operands = {result};
    result = wrapped;
    wrap_subscripts(member.subscripts);
  }
  return result;
}

bool IsRecord(ast::ClassKind kind) {
  return kind == ast::ClassKind::kRecord || kind == ast::ClassKind::kOperatorRecord;
}

}  // namespace

bool IsBuiltinFunction(std::string_view name) { return FindBuiltin(name) || IsNotCompiled(name); }

BoundPtr Builder::BindCall(const ast::Expression& e, Context& context) {
  const ast::ComponentReference& callee = e.reference;
  const std::string& first = callee.parts[0].name.text;
  const Found found = callee.global ? LookUpGlobal(first) : LookUp(context.scope, first);
  const bool predefined = found.kind == Found::Kind::kClass && !found.element->definition;
  if (found.kind == Found::Kind::kNothing || predefined) {
    if (callee.parts.size() == 1 && FindBuiltin(first)) return BindBuiltin(e, first, context);
    if (callee.parts.size() == 1 && first == "rooted") return BindBuiltin(e, "Connections.rooted", context);
    if (callee.parts.size() == 2 && first == "Connections") {
      const std::string operation = first + "." + callee.parts[1].name.text;
      if (FindBuiltin(operation)) return BindBuiltin(e, operation, context);
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
    for (const Builtin& b : Builtins()) candidates.emplace_back(b.name);
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

BoundPtr Builder::BindBuiltin(const ast::Expression& e, const std::string& name, Context& context) {
  const Builtin& builtin = *FindBuiltin(name);
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
  const size_t count = bound->operands.size();
  const bool has_gap = std::find(bound->operands.begin(), bound->operands.end(), nullptr) != bound->operands.end();
  if (count < builtin.least || count > builtin.most || has_gap) {
    const std::string wanted = builtin.least == builtin.most ? fmt::format("{}", builtin.least)
                               : builtin.most == kMany       ? fmt::format("at least {}", builtin.least)
                                                             : fmt::format("{} or {}", builtin.least, builtin.most);
    Report(DiagnosticKind::ArgumentMismatch, e.span,
           fmt::format("`{}` takes {} argument{}, not {}", name, wanted, wanted == "1" ? "" : "s", e.arguments.size()));
    return nullptr;
  }
  return bound;
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
    value_of_local[local] = Substitute(variable.binding, value_of_local);
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

std::optional<ir::FunctionInstanceId> Builder::FunctionOf(ClassElement& element, Span use) {
  const ResolvedType type = Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return std::nullopt;
  if (type.kind == ResolvedType::Kind::kClass && IsExternalObject(*type.definition)) {
    return ObjectFunction(type, "constructor", use);
  }
  const bool is_function = type.kind == ResolvedType::Kind::kClass &&
                           (type.restriction == ast::ClassKind::kFunction ||
                            type.restriction == ast::ClassKind::kOperatorFunction || IsRecord(type.restriction));
  if (!is_function) {
    auto& error = Report(DiagnosticKind::NotAFunction, use, fmt::format("`{}` is not a function", element.name));
    if (element.definition) error.labels.push_back({element.definition->name.span, "declared here"});
    return std::nullopt;
  }
  const bool is_plain = type.modifiers.empty() && !type.replaced;
  const auto key = std::tuple(type.cls, static_cast<const Scope*>(type.parent),
                              is_plain ? nullptr : static_cast<const ClassElement*>(&element));
  if (const auto found = function_ids_.find(key); found != function_ids_.end()) return found->second;
  if (type.is_partial) {
    Report(DiagnosticKind::PartialClass, use,
           fmt::format("function `{}` is partial and cannot be called", element.name))
        .labels.push_back({type.definition->name.span, "declared here"});
    function_ids_[key] = std::nullopt;
    return std::nullopt;
  }
  const ir::FunctionInstanceId id(static_cast<int64_t>(tree_.functions.size()));
  function_ids_[key] = id;
  ir::FunctionInstance& function = tree_.functions.emplace_back();
  function.name = classes_.classes[type.cls.index()].full_name;
  function.cls = type.cls;
  function.span = type.definition->name.span;
  function.is_record_constructor = IsRecord(type.restriction);
  Group* group = NewGroup();
  group->is_function = true;
  BuildGroup(type, group);
  int32_t next = 0;
  for (const std::string& name : group->order) group->locals[name] = next++;
  bool good = true;
  for (const std::string& name : group->order) {
    const ComponentElement& component = group->components.find(name)->second;
    ir::FunctionVariable variable;
    Context context;
    context.scope = component.scope;
    good = FillVariable(component, variable, group->locals.find(name)->second, context) && good;
    if (tree_.functions[id.index()].is_record_constructor) {
      variable.causality = ir::Causality::kInput;
      variable.member_values.clear();
    }
    tree_.functions[id.index()].variables.push_back(std::move(variable));
  }
  good = OrderDeclarations(tree_.functions[id.index()]) && good;
  if (good && !tree_.functions[id.index()].is_record_constructor) {
    std::vector<ir::BoundStatement> body;
    for (Scope* part : group->parts) {
      if (const ast::External* external = part->definition->external.get()) {
        if (external->language == "builtin" && FindBuiltin(external->function.text)) {
          external_builtins_[id] = external->function.text;
        } else {
          good = ReadExternal(*external, part, id) && good;
        }
      }
      Context context;
      context.scope = part;
      for (const ast::AlgorithmSection& section : part->definition->algorithms) {
        BindStatements(section.statements, body, context);
      }
    }
    tree_.functions[id.index()].body = std::move(body);
    for (Scope* part : group->parts) ReadFunctionAnnotations(*part->definition, part, id);
  }
  if (!good) function_ids_[key] = std::nullopt;
  return function_ids_[key];
}

bool Builder::OrderDeclarations(ir::FunctionInstance& function) {
  const auto report = [&](Span span, const std::vector<std::string>& names) {
    const std::string what = names.size() == 1 ? fmt::format("`{}` needs its own value", names[0])
                                               : fmt::format("`{}` need each other's values", fmt::join(names, "`, `"));
    Report(DiagnosticKind::CyclicDefinition, span,
           fmt::format("the declarations of `{}` have no order: {} (MLS 12.4.4)", function.name, what))
        .hint = "assign one of them in the algorithm";
    return false;
  };
  for (ir::FunctionVariable& variable : function.variables) {
    const DependencyOrder of_members = OrderOfMemberValues(variable.member_values);
    if (!of_members.cycle.empty()) {
      std::vector<std::string> names;
      for (const size_t i : of_members.cycle) {
        std::string name = variable.name;
        for (const ir::BoundMember& member : variable.member_values[i].target->members) name += "." + member.name;
        names.push_back(std::move(name));
      }
      return report(variable.span, names);
    }
    std::vector<ir::BoundStatement> sorted;
    for (const size_t i : of_members.order) sorted.push_back(std::move(variable.member_values[i]));
    variable.member_values = std::move(sorted);
  }
  const DependencyOrder order = OrderOfVariables(function);
  if (!order.cycle.empty()) {
    std::vector<std::string> names;
    for (const size_t v : order.cycle) names.push_back(function.variables[v].name);
    return report(function.variables[order.cycle.front()].span, names);
  }
  for (const size_t v : order.order) function.declaration_order.push_back(static_cast<int32_t>(v));
  return true;
}

bool Builder::FillVariable(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number,
                           Context& context) {
  variable.name = element.name;
  variable.span = element.declaration->name.span;
  const ResolvedType type = ResolveName(element.scope, element.declaration->type);
  if (type.kind == ResolvedType::Kind::kError) return false;
  const ast::Causality causality = element.declaration->prefix.causality != ast::Causality::kNone
                                       ? element.declaration->prefix.causality
                                       : type.prefix.causality;
  if (causality == ast::Causality::kInput) variable.causality = ir::Causality::kInput;
  if (causality == ast::Causality::kOutput) variable.causality = ir::Causality::kOutput;
  if (type.kind == ResolvedType::Kind::kClass) {
    if (IsExternalObject(*type.definition)) {
      variable.type.kind = ir::Type::Kind::kObject;
      variable.type.scalar = ir::ScalarType::kInteger;
      variable.type.record = classes_.classes[type.cls.index()].full_name;
    } else if (!IsRecord(type.restriction)) {
      NotSupported(element.declaration->type.span, type.restriction == ast::ClassKind::kFunction
                                                       ? "a function as an argument of a function"
                                                       : "a function variable that is no record");
      return false;
    } else {
      variable.type.kind = ir::Type::Kind::kRecord;
      variable.type.record = classes_.classes[type.cls.index()].full_name;
      ResolvedType modified = type;
      modified.modifiers = element.modifiers;
      std::erase_if(modified.modifiers, [](const Modifier& modifier) { return modifier.path.empty(); });
      modified.modifiers.insert(modified.modifiers.end(), type.modifiers.begin(), type.modifiers.end());
      if (!FillRecord(modified, variable, number)) return false;
    }
  } else {
    variable.type.kind = ir::Type::Kind::kScalar;
    variable.type.scalar = type.scalar;
    variable.type.enumeration = type.enumeration;
  }
  std::vector<ResolvedType::Dimension> dims;
  for (const ast::Subscript& s : element.declaration->subscripts) dims.push_back({&s, element.scope});
  for (const ast::Subscript& s : element.declaration->type_subscripts) dims.push_back({&s, element.scope});
  dims.insert(dims.end(), type.dims.begin(), type.dims.end());
  bool good = true;
  for (const ResolvedType::Dimension& d : dims) {
    ir::BoundSubscript subscript{nullptr, d.subscript->span};
    int64_t size = -1;
    if (d.subscript->expression) {
      Context inside = context;
      inside.scope = d.scope;
      subscript.expression = BindExpression(*d.subscript->expression, inside);
      if (subscript.expression) {
        Ready(*subscript.expression);
        const auto value = Evaluate(tree_, *subscript.expression);
        if (value && value->dims.empty() && value->numbers.size() == 1) size = static_cast<int64_t>(value->numbers[0]);
      } else {
        good = false;
      }
    }
    variable.dims.push_back(std::move(subscript));
    variable.type.dims.push_back(size);
  }
  const Modifiers modifiers = element.modifiers;
  if (const Modifier* value = FindValue(modifiers); value && !value->is_break) {
    variable.binding = BindModifier(*value);
    good = good && variable.binding;
  }
  if (variable.binding || variable.causality == ir::Causality::kInput) variable.member_values.clear();
  return good;
}

bool Builder::FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number) {
  if (std::find(filling_.begin(), filling_.end(), type.cls) != filling_.end()) {
    Report(DiagnosticKind::RecursiveComponent, variable.span,
           fmt::format("`{}` would contain itself without end", variable.type.record));
    return false;
  }
  filling_.push_back(type.cls);
  Group* group = NewGroup();
  group->is_function = true;
  BuildGroup(type, group);
  // References between the members, which may stand next to references to variables of the function.
  std::map<int32_t, BoundPtr> siblings;
  for (const std::string& name : group->order) {
    const BoundPtr sibling = Make(BoundKind::kLocal, variable.span);
    sibling->local = number;
    sibling->text = variable.name;
    sibling->members.push_back({name, {}, variable.span});
    group->locals[name] = next_member_;
    siblings[next_member_++] = sibling;
  }
  bool good = true;
  for (const std::string& name : group->order) {
    const ComponentElement& component = group->components.find(name)->second;
    const int32_t place = group->locals.find(name)->second;
    const BoundPtr& sibling = siblings[place];
    ir::FunctionVariable member;
    Context context;
    context.scope = component.scope;
    good = FillVariable(component, member, place, context) && good;
    variable.type.members.push_back({member.name, member.type});
    const auto assign = [&](const BoundPtr& target, const BoundPtr& value, Span span) {
      ir::BoundStatement statement{.kind = ast::StatementKind::kAssign, .span = span};
      statement.target = target;
      statement.value = value;
      variable.member_values.push_back(std::move(statement));
    };
    if (member.binding) assign(sibling, Substitute(member.binding, siblings), member.binding->span);
    for (const ir::BoundStatement& inner : member.member_values) {
      const auto target = std::make_shared<ir::BoundExpression>(*sibling);
      target->members.insert(target->members.end(), inner.target->members.begin(), inner.target->members.end());
      assign(target, Substitute(inner.value, siblings), inner.span);
    }
  }
  filling_.pop_back();
  return good;
}

}  // namespace stiction
