// SPDX-License-Identifier: BSD-3-Clause
// Settings from outside the text, `--set chain.n=3`: outermost modifications, of single elements of arrays too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"
#include "compiler/ir/ast/print.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

constexpr size_t kMaxListed = 5;

// "wheel[2].radius"
std::string TextOf(const ModifierPath& path) {
  std::string text;
  for (const ModifierStep& step : path) {
    text += (text.empty() ? "" : ".") + step.name;
    if (!step.index.empty()) text += fmt::format("[{}]", fmt::join(step.index, ","));
  }
  return text;
}

// Whether all that `inner` gives a value to gets one from `outer`.
bool Covers(const ModifierPath& outer, const ModifierPath& inner) {
  if (outer.size() != inner.size()) return false;
  for (size_t i = 0; i < outer.size(); ++i) {
    const std::vector<int64_t>&a = outer[i].index, &b = inner[i].index;
    if (outer[i].name != inner[i].name || a.size() > b.size() || !std::equal(a.begin(), a.end(), b.begin())) {
      return false;
    }
  }
  return true;
}

std::string Listed(const std::vector<std::string>& names) {
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kMaxListed); ++i) {
    list += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
  }
  return list + (names.size() > kMaxListed ? ", ..." : "");
}

std::string SizeText(const std::vector<int64_t>& dims) {
  return dims.empty() ? "a scalar" : fmt::format("an array of the size {{{}}}", fmt::join(dims, ", "));
}

bool MayBe(const ir::BoundExpression& value, ir::ScalarType type) {
  switch (value.kind) {
    case ir::BoundKind::kReal:
    case ir::BoundKind::kInteger:
      return type == ir::ScalarType::kReal || type == ir::ScalarType::kInteger;
    case ir::BoundKind::kBoolean:
      return type == ir::ScalarType::kBoolean;
    case ir::BoundKind::kString:
      return type == ir::ScalarType::kString;
    case ir::BoundKind::kEnumeration:
      return type == ir::ScalarType::kEnumeration;
    default:
      return true;
  }
}

}  // namespace

bool Builder::ReadTarget(const Setting& setting, std::vector<ModifierStep>& path) {
  const ast::Expression& target = *setting.target;
  if (target.kind != ast::ExpressionKind::kReference || target.reference.global) {
    Report(DiagnosticKind::UnknownModifier, target.span, fmt::format("`{}` is no component to set", setting.name))
        .hint =
        "give the name of a parameter, such as `brake.mu`, of an element, `a[2]`, or of an attribute, `x.start`";
    return false;
  }
  for (const ast::ComponentReference::Part& part : target.reference.parts) {
    ModifierStep& step = path.emplace_back();
    step.name = part.name.text;
    step.span = part.name.span;
    for (const ast::Subscript& s : part.subscripts) {
      if (!s.expression || s.expression->kind != ast::ExpressionKind::kInteger) {
        Report(DiagnosticKind::NotYetSupported, s.span, "a subscript of what is set must be an Integer literal");
        return false;
      }
      step.index.push_back(static_cast<int64_t>(s.expression->number));
    }
  }
  return true;
}

// The last one first: it wins (MLS 7.2.4: of modifiers of one element the outermost).
Modifiers Builder::SettingModifiers(const Settings& settings, Scope* scope) {
  Modifiers result;
  for (size_t i = settings.size(); i-- > 0;) {
    std::vector<ModifierStep> path;
    if (!ReadTarget(settings[i], path)) continue;
    Modifier m;
    m.path = ModifierPath(std::move(path));
    m.value = settings[i].value.get();
    m.scope = scope;
    m.setting = static_cast<int32_t>(i) + 1;
    m.span = m.value->span;
    const auto later =
        std::find_if(result.begin(), result.end(), [&](const Modifier& other) { return Covers(other.path, m.path); });
    if (later != result.end()) {
      Warn(DiagnosticKind::DuplicateModifier, m.span,
           fmt::format("`{}` is set again by a later setting, `{} = {}`; this one has no effect", TextOf(m.path),
                       TextOf(later->path), ast::ToString(*later->value)),
           "of several settings of one thing the last holds; remove this one");
    }
    result.push_back(std::move(m));
  }
  return result;
}

void Builder::CheckSettings(const Modifiers& settings) {
  for (size_t i = settings.size(); i-- > 0;) CheckSetting(settings[i]);
}

void Builder::CheckSetting(const Modifier& setting) {
  ir::InstanceId at = tree_.root;
  for (const ModifierStep& step : setting.path) {
    if (At(at).kind == ir::InstanceKind::kBuiltin) return;  // an attribute
    const std::optional<ir::InstanceId> child = FindChild(at, step.name);
    if (!child) return ReportUnknownSetting(setting, at, step);
    if (At(*child).parent != at) {
      Report(DiagnosticKind::UnknownModifier, step.span,
             fmt::format("`{}` is an outer component and has no value of its own here", TextOf(setting.path)))
          .hint = fmt::format("set what it stands for, `{}`", FullName(tree_, *child));
      return;
    }
    at = *child;
    const std::vector<int64_t>& dims = At(at).dims;
    if (step.index.size() > dims.size()) {
      Report(DiagnosticKind::TooManySubscripts, step.span,
             fmt::format("`{}` has {} dimension{} and is given {} subscript{}", step.name, dims.size(),
                         dims.size() == 1 ? "" : "s", step.index.size(), step.index.size() == 1 ? "" : "s"))
          .labels.push_back({At(at).span, "declared here"});
      return;
    }
    for (size_t d = 0; d < step.index.size(); ++d) {
      if (step.index[d] >= 1 && step.index[d] <= dims[d]) continue;
      Report(DiagnosticKind::SubscriptOutOfRange, step.span,
             fmt::format("subscript {} of `{}` is out of range: it lies in 1:{}", step.index[d], step.name, dims[d]))
          .labels.push_back({At(at).span, "declared here"});
      return;
    }
    if (At(at).kind != ir::InstanceKind::kArray) continue;
    if (At(at).elements.empty()) return;
    int64_t position = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      position = position * dims[d] + (d < step.index.size() ? step.index[d] - 1 : 0);
    }
    at = At(at).elements[static_cast<size_t>(position)];
  }
  CheckSettable(setting, at);
}

void Builder::ReportUnknownSetting(const Modifier& setting, ir::InstanceId holder, const ModifierStep& step) {
  const Group* group = WorkOf(holder).group;
  if (WorkOf(holder).is_broken || !group || group->is_broken || group->classes.contains(step.name)) return;
  if (IsRemoved(holder, step.name)) {
    Report(DiagnosticKind::RemovedComponent, step.span,
           fmt::format("`{}` is not there: its condition is false", step.name));
    return;
  }
  std::vector<std::string> candidates;
  for (const auto& [name, child] : At(holder).child_by_name) candidates.push_back(name);
  std::sort(candidates.begin(), candidates.end());
  const std::string what = ScopeName(group->main);
  Diagnostic& error = Report(DiagnosticKind::UnknownModifier, step.span,
                             fmt::format("`{}` has no element `{}` to modify", what, step.name));
  error.hint = DidYouMean(step.name, candidates);
  if (!error.hint.empty()) return;
  // The same name further down, or up.
  const std::string& last = setting.path[setting.path.size() - 1].name;
  std::vector<std::string> elsewhere;
  for (size_t i = 0; i < tree_.instances.size(); ++i) {
    const ir::Instance& instance = tree_.instances[i];
    if (instance.parent && instance.name.str() == last && instance.variability <= ir::Variability::kParameter) {
      elsewhere.push_back(FullName(tree_, ir::InstanceId(static_cast<int64_t>(i))));
    }
  }
  if (!elsewhere.empty()) error.hint = fmt::format("there is {}", Listed(elsewhere));
}

void Builder::CheckSettable(const Modifier& setting, ir::InstanceId id) {
  if (WorkOf(id).is_broken) return;
  const ir::Instance& instance = At(id);
  const std::string name = TextOf(setting.path);
  if (instance.kind == ir::InstanceKind::kBuiltin && instance.variability <= ir::Variability::kParameter) {
    CheckSize(setting, id);
    return CheckSizes(setting, id);
  }
  if (instance.causality == ir::Causality::kInput || instance.variability <= ir::Variability::kParameter) return;
  if (instance.kind != ir::InstanceKind::kBuiltin) return ReportNoValue(setting, id);
  Diagnostic& error = Report(DiagnosticKind::VariabilityMismatch, setting.path.front().span,
                             fmt::format("`{}` is no parameter: equations determine it during the simulation", name));
  error.labels.push_back({instance.span, "declared here"});
  // A start value says nothing where it is final, or where a declaration equation gives the value.
  const ComponentElement* element = WorkOf(id).element;
  const bool has_own =
      element && std::any_of(element->modifiers.begin(), element->modifiers.end(), [](const auto& m) {
        if (m.path.empty()) return m.HasValue() && m.setting == 0;
        return m.path.size() == 1 && m.path.front().name == "start" && (m.is_final || m.path.front().final);
      });
  if (!has_own) {
    error.hint = fmt::format("set its start value, `{}.start={}`, or declare it as a parameter", name,
                             ast::ToString(*setting.value));
  } else {
    error.hint = fmt::format("declare `{}` as a parameter", name);
  }
}

void Builder::ReportNoValue(const Modifier& setting, ir::InstanceId id) {
  std::vector<std::string> parameters;
  for (const ir::InstanceId child : At(id).children) {
    const bool is_free = At(child).variability <= ir::Variability::kParameter && !At(child).is_protected;
    if (is_free && !At(child).is_final) parameters.push_back(TextOf(setting.path) + "." + At(child).name.str());
  }
  Diagnostic& error =
      Report(DiagnosticKind::UnknownModifier, setting.path.front().span,
             fmt::format("`{}` is a component of other variables, and no parameter", TextOf(setting.path)));
  error.labels.push_back({At(id).span, "declared here"});
  if (!parameters.empty()) error.hint = fmt::format("set one of its parameters: {}", Listed(parameters));
}

// Whether the value has the size of what is set, where no array of components comes in between.
void Builder::CheckSize(const Modifier& setting, ir::InstanceId id) {
  for (ir::InstanceId at = At(id).parent; at; at = At(at).parent) {
    if (!At(at).index.empty()) return;
  }
  const std::vector<int64_t>& dims = At(id).dims;
  const size_t taken = std::min(setting.path[setting.path.size() - 1].index.size(), dims.size());
  const std::vector<int64_t> wanted(dims.begin() + static_cast<std::ptrdiff_t>(taken), dims.end());
  const bool quiet = std::exchange(quiet_, true);
  const ir::BoundPtr value = BindSetting(setting, id);
  quiet_ = quiet;
  if (!value) return;
  Ready(*value);
  const auto given = Dimensions(tree_, *value);
  if (!given || *given == wanted) return;
  const std::string name = TextOf(setting.path);
  Diagnostic& error = Report(DiagnosticKind::DimensionMismatch, setting.span,
                             fmt::format("`{}` is {}, and `{}` is {}", name, SizeText(wanted),
                                         ast::ToString(*setting.value), SizeText(*given)));
  error.labels.push_back({At(id).span, "declared here"});
  if (given->empty()) {
    error.hint = fmt::format("give all values, such as --set '{}=fill({}, {})', or set one element", name,
                             ast::ToString(*setting.value), fmt::join(wanted, ", "));
  }
}

// What else has a size of its own although its declaration says that the Integer that was set gives it.
void Builder::CheckSizes(const Modifier& setting, ir::InstanceId size) {
  if (At(size).scalar != ir::ScalarType::kInteger || !At(size).dims.empty() || !At(size).parent) return;
  const std::string& name = At(size).name;
  for (const ir::InstanceId sibling : At(At(size).parent).children) {
    const ComponentElement* element = WorkOf(sibling).element;
    const ir::BoundPtr value = At(sibling).binding;
    if (!element || !value || At(sibling).dims.empty()) continue;
    std::vector<const ast::ComponentReference*> used;
    for (const ast::Subscript& s : element->declaration->subscripts) {
      if (s.expression) CollectReferences(*s.expression, used);
    }
    const bool is_sized = std::any_of(used.begin(), used.end(), [&](const ast::ComponentReference* reference) {
      return reference->parts.size() == 1 && reference->parts.front().name.text == name;
    });
    if (!is_sized) continue;
    Ready(*value);
    const auto dims = Dimensions(tree_, *value);
    if (!dims || *dims == At(sibling).dims || dims->size() != At(sibling).dims.size()) continue;
    Diagnostic& error =
        Report(DiagnosticKind::DimensionMismatch, value->span,
               fmt::format("`{}` has the size {{{}}} where `{}` was set, but its value has the size {{{}}}",
                           FullName(tree_, sibling), fmt::join(At(sibling).dims, ", "), name, fmt::join(*dims, ", ")));
    error.labels.push_back({setting.span, fmt::format("`{}` is a size of `{}`", name, At(sibling).name.str())});
    error.hint = fmt::format("give a value of that size too: --set '{}={{...}}'", FullName(tree_, sibling));
  }
}

// A literal of the enumeration by its own name, or by as much of its full name as is given; arrays of them.
ir::BoundPtr Builder::LiteralOf(const ast::Expression& value, ir::EnumerationId enumeration) {
  if (value.kind == ast::ExpressionKind::kArray && value.iterators.empty()) {
    ir::BoundPtr array = Make(ir::BoundKind::kArray, value.span);
    for (const ast::ExpressionPtr& operand : value.operands) {
      array->operands.push_back(operand ? LiteralOf(*operand, enumeration) : nullptr);
      if (!array->operands.back()) return nullptr;
    }
    return array;
  }
  if (value.kind != ast::ExpressionKind::kReference) return nullptr;
  const ir::Enumeration& type = tree_.enumerations[enumeration.index()];
  std::string given;
  for (const ast::ComponentReference::Part& part : value.reference.parts) {
    if (!part.subscripts.empty()) return nullptr;
    given += "." + part.name.text;
  }
  for (size_t i = 0; i < type.literals.size(); ++i) {
    const std::string full = "." + type.name + "." + type.literals[i];
    if (value.reference.global ? full != given : !full.ends_with(given)) continue;
    return EnumerationLiteral(enumeration, static_cast<int64_t>(i) + 1, value.span);
  }
  return nullptr;
}

ir::BoundPtr Builder::BindSetting(const Modifier& setting, ir::InstanceId id) {
  const ir::ScalarType type = At(id).scalar;
  if (!setting.value || setting.bound || type == ir::ScalarType::kReal || type == ir::ScalarType::kInteger) {
    return BindModifier(setting);
  }
  if (type == ir::ScalarType::kEnumeration) {
    Modifier literal = setting;
    literal.bound = LiteralOf(*setting.value, At(id).enumeration);
    if (literal.bound) return BindModifier(literal);
  }
  // What is no value of this type has a better explanation than a name that is not known.
  const bool quiet = std::exchange(quiet_, true);
  ir::BoundPtr bound = BindModifier(setting);
  quiet_ = quiet;
  if (bound && MayBe(*bound, type)) return bound;
  const std::string name = FullName(tree_, id);
  const std::string given = ast::ToString(*setting.value);
  if (type == ir::ScalarType::kString) {
    Report(DiagnosticKind::TypeMismatch, setting.span, fmt::format("`{}` is a String, and `{}` is none", name, given))
        .hint = fmt::format("a String has quotes, which the shell must leave: --set '{}=\"{}\"'", name, given);
  } else if (type == ir::ScalarType::kBoolean) {
    Report(DiagnosticKind::TypeMismatch, setting.span, fmt::format("`{}` is a Boolean, and `{}` is none", name, given))
        .hint = "give `true` or `false`";
  } else {
    const ir::Enumeration& enumeration = tree_.enumerations[At(id).enumeration.index()];
    Diagnostic& error = Report(DiagnosticKind::TypeMismatch, setting.span,
                               fmt::format("`{}` has the type `{}`, an enumeration, and `{}` is none of its values",
                                           name, enumeration.name, given));
    const bool is_name = setting.value->kind == ast::ExpressionKind::kReference;
    if (is_name) error.hint = DidYouMean(setting.value->reference.parts.back().name.text, enumeration.literals);
    if (error.hint.empty()) error.hint = fmt::format("give one of {}", Listed(enumeration.literals));
  }
  return nullptr;
}

namespace {

// An array of which all elements are one scalar.
ir::BoundPtr Filled(const ir::BoundPtr& scalar, const std::vector<int64_t>& dims, size_t depth) {
  if (depth == dims.size()) return scalar;
  auto array = std::make_shared<ir::BoundExpression>();
  array->kind = ir::BoundKind::kArray;
  array->span = scalar->span;
  array->operands.assign(static_cast<size_t>(dims[depth]), Filled(scalar, dims, depth + 1));
  return array;
}

ir::BoundPtr ElementOf(const ir::BoundPtr& whole, int64_t index) {
  if (!whole) return whole;
  if (whole->kind == ir::BoundKind::kArray) {
    const auto at = static_cast<size_t>(index - 1);
    return at < whole->operands.size() ? whole->operands[at] : nullptr;
  }
  auto subscript = std::make_shared<ir::BoundExpression>();
  subscript->kind = ir::BoundKind::kInteger;
  subscript->span = whole->span;
  subscript->number = static_cast<double>(index);
  auto element = std::make_shared<ir::BoundExpression>();
  element->kind = ir::BoundKind::kSubscripted;
  element->span = whole->span;
  element->operands = {whole};
  element->subscripts.push_back({subscript, whole->span});
  return element;
}

// @param depth the dimension in which `whole` lies
ir::BoundPtr Replaced(const ir::BoundPtr& whole, const std::vector<int64_t>& dims, size_t depth,
                      const std::vector<int64_t>& element, const ir::BoundPtr& value) {
  if (depth == element.size()) return value;
  auto array = std::make_shared<ir::BoundExpression>();
  array->kind = ir::BoundKind::kArray;
  array->span = value->span;
  for (int64_t i = 1; i <= dims[depth]; ++i) {
    ir::BoundPtr here = ElementOf(whole, i);
    array->operands.push_back(i == element[depth] ? Replaced(here, dims, depth + 1, element, value) : std::move(here));
  }
  return array;
}

bool IsComplete(const ir::BoundPtr& value) {
  if (!value) return false;
  return value->kind != ir::BoundKind::kArray ||
         std::all_of(value->operands.begin(), value->operands.end(), IsComplete);
}

}  // namespace

ir::BoundPtr Builder::DefaultAttribute(std::string_view attribute, ir::InstanceId id) {
  const ir::ScalarType type = At(id).scalar;
  if (attribute == "fixed") {
    ir::BoundPtr fixed = Make(ir::BoundKind::kBoolean, At(id).span);
    fixed->number = At(id).variability <= ir::Variability::kParameter ? 1 : 0;
    return fixed;
  }
  if (attribute != "start") return nullptr;
  if (type == ir::ScalarType::kEnumeration) {
    return EnumerationLiteral(At(id).enumeration, 1, At(id).span);
  }
  return Make(type == ir::ScalarType::kReal      ? ir::BoundKind::kReal
              : type == ir::ScalarType::kInteger ? ir::BoundKind::kInteger
              : type == ir::ScalarType::kBoolean ? ir::BoundKind::kBoolean
                                                 : ir::BoundKind::kString,
              At(id).span);
}

ir::BoundPtr Builder::WithElements(ir::BoundPtr whole, const Modifiers& modifiers, ir::InstanceId id,
                                   std::string_view attribute) {
  const std::vector<int64_t>& dims = At(id).dims;
  const auto fits = [&](const Modifier& m) {
    const bool is_here = attribute.empty() ? m.path.empty() : m.path.size() == 1 && m.path.front().name == attribute;
    return is_here && m.HasValue();
  };
  // The last whole value stands first, and what is set of elements before it has no effect.
  const auto last =
      std::find_if(modifiers.begin(), modifiers.end(), [&](const Modifier& m) { return fits(m) && m.element.empty(); });
  const int32_t since = last == modifiers.end() ? 0 : last->setting;
  bool changed = false;
  for (size_t k = modifiers.size(); k-- > 0;) {
    const Modifier& m = modifiers[k];
    if (!fits(m) || m.element.empty() || m.setting < since || m.element.size() > dims.size()) continue;
    bool in_range = true;
    for (size_t d = 0; d < m.element.size(); ++d) in_range = in_range && m.element[d] >= 1 && m.element[d] <= dims[d];
    const ir::BoundPtr value = !in_range ? nullptr : attribute.empty() ? BindSetting(m, id) : BindModifier(m);
    if (!value) return whole;  // told already, or by CheckSetting
    if (whole && !attribute.empty() && !changed) {
      Ready(*whole);
      const auto size = Dimensions(tree_, *whole);
      if (size && size->empty()) whole = Filled(whole, dims, 0);
    }
    whole = Replaced(whole, dims, 0, m.element, value);
    changed = true;
  }
  if (changed && !IsComplete(whole)) {
    const std::string name = FullName(tree_, id) + (attribute.empty() ? "" : ".") + std::string(attribute);
    Report(DiagnosticKind::ModifierSizeMismatch, whole->span,
           fmt::format("only some elements of `{}` are set, and the others have no value", name))
        .hint = fmt::format("set all: --set '{}={{...}}'", name);
    return nullptr;
  }
  return whole;
}

}  // namespace stiction
