// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/setting_modifiers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

// "`a`, `b`, ...": the first of some names.
std::string Listed(const std::vector<std::string>& names) {
  constexpr size_t kMost = 5;
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    list += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
  }
  return list + (names.size() > kMost ? ", ..." : "");
}

// "wheel[2].radius"
std::string TextOf(const ModifierPath& path) {
  std::string text;
  for (const ModifierStep& step : path) {
    text += (text.empty() ? "" : ".") + step.name;
    if (!step.index.empty()) text += fmt::format("[{}]", fmt::join(step.index, ","));
  }
  return text;
}

// True if `outer` gives a value to everything that `inner` gives one to.
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

// An array of which all elements are one scalar.
ir::BoundPtr Filled(const ir::BoundPtr& scalar, const std::vector<int64_t>& dims, size_t depth) {
  if (depth == dims.size()) return scalar;
  const ir::BoundPtr array = MakeBound(ir::BoundKind::kArray, scalar->span);
  array->operands.assign(static_cast<size_t>(dims[depth]), Filled(scalar, dims, depth + 1));
  return array;
}

ir::BoundPtr ElementOf(const ir::BoundPtr& whole, int64_t index) {
  if (!whole) return whole;
  if (whole->kind == ir::BoundKind::kArray) {
    const auto at = static_cast<size_t>(index - 1);
    return at < whole->operands.size() ? whole->operands[at] : nullptr;
  }
  const ir::BoundPtr element = MakeBound(ir::BoundKind::kSubscripted, whole->span);
  element->operands = {whole};
  element->subscripts.push_back({ir::MakeInteger(index, whole->span), whole->span});
  return element;
}

// @param depth the dimension in which `whole` lies
ir::BoundPtr Replaced(const ir::BoundPtr& whole, const std::vector<int64_t>& dims, size_t depth,
                      const std::vector<int64_t>& element, const ir::BoundPtr& value) {
  if (depth == element.size()) return value;
  const ir::BoundPtr array = MakeBound(ir::BoundKind::kArray, value->span);
  for (int64_t i = 1; i <= dims[depth]; ++i) {
    ir::BoundPtr here = ElementOf(whole, i);
    array->operands.push_back(i == element[depth] ? Replaced(here, dims, depth + 1, element, value) : std::move(here));
  }
  return array;
}

// Of a number as it is written, with or without a sign.
std::optional<double> NumberOf(const ir::BoundExpression& value) {
  if (value.kind == ir::BoundKind::kReal || value.kind == ir::BoundKind::kInteger) return value.number;
  if (value.kind != ir::BoundKind::kUnary || value.operands.size() != 1) return std::nullopt;
  const bool is_minus = value.unary == ast::UnaryOperator::kMinus;
  if (!is_minus && value.unary != ast::UnaryOperator::kPlus) return std::nullopt;
  const std::optional<double> number = NumberOf(*value.operands.front());
  return number && is_minus ? -*number : number;
}

bool IsComplete(const ir::BoundPtr& value) {
  if (!value) return false;
  return value->kind != ir::BoundKind::kArray ||
         std::all_of(value->operands.begin(), value->operands.end(), IsComplete);
}

// A literal of the enumeration by its own name, or by as much of its full name as is given; arrays of them.
ir::BoundPtr LiteralOf(const ast::Expression& value, ir::EnumerationId id, const ir::Enumeration& type) {
  if (value.kind == ast::ExpressionKind::kArray && value.iterators.empty()) {
    ir::BoundPtr array = MakeBound(ir::BoundKind::kArray, value.span);
    for (const ast::ExpressionPtr& operand : value.operands) {
      array->operands.push_back(operand ? LiteralOf(*operand, id, type) : nullptr);
      if (!array->operands.back()) return nullptr;
    }
    return array;
  }
  if (value.kind != ast::ExpressionKind::kReference) return nullptr;
  std::string given;
  for (const ast::ComponentReference::Part& part : value.reference.parts) {
    if (!part.subscripts.empty()) return nullptr;
    given += "." + part.name.text;
  }
  for (size_t i = 0; i < type.literals.size(); ++i) {
    const std::string full = "." + type.name + "." + type.literals[i];
    if (value.reference.global ? full != given : !full.ends_with(given)) continue;
    return MakeEnumerationLiteral(id, static_cast<int64_t>(i) + 1, value.span);
  }
  return nullptr;
}

}  // namespace

bool SettingModifiers::ReadTarget(const Setting& setting, std::vector<ModifierStep>& path) {
  const ast::Expression& target = *setting.target;
  if (target.kind != ast::ExpressionKind::kReference || target.reference.global) {
    reports_.Error(
        DiagnosticKind::UnknownModifier, target.span, fmt::format("`{}` is no component to set", setting.name),
        "give the name of a parameter, such as `brake.mu`, of an element, `a[2]`, or of an attribute, `x.start`");
    return false;
  }
  for (const ast::ComponentReference::Part& part : target.reference.parts) {
    ModifierStep& step = path.emplace_back();
    step.name = part.name.text;
    step.span = part.name.span;
    for (const ast::Subscript& s : part.subscripts) {
      if (!s.expression || s.expression->kind != ast::ExpressionKind::kInteger) {
        reports_.Error(DiagnosticKind::NotYetSupported, s.span,
                       "a subscript of what is set must be an Integer literal");
        return false;
      }
      step.index.push_back(static_cast<int64_t>(s.expression->number));
    }
  }
  return true;
}

ir::BoundPtr SettingModifiers::Opened(ir::BoundPtr value, const Modifier& setting, ir::InstanceId id) {
  if (!value || setting.setting <= 0 || data_.At(id).scalar != ir::ScalarType::kReal) return value;
  const int32_t place = open_[static_cast<size_t>(setting.setting - 1)];
  const std::optional<double> number = place >= 0 ? NumberOf(*value) : std::nullopt;
  if (!number) return value;
  ir::InstanceId& parameter = parameters_[static_cast<size_t>(place)];
  if (!parameter) {
    parameter = data_.NewInstance({}, fmt::format("set({})", place + 1));
    ir::Instance& instance = data_.At(parameter);
    instance.kind = ir::InstanceKind::kBuiltin;
    instance.variability = ir::Variability::kParameter;
    instance.binding = MakeBound(ir::BoundKind::kReal, value->span);
    instance.binding->number = *number;
    instance.span = instance.type_span = value->span;
    instance.open = place;
    data_.tree.open->values[static_cast<size_t>(place)].number = *number;
    data_.WorkOf(parameter).expanded = data_.WorkOf(parameter).bound = State::kDone;
  }
  ir::BoundPtr reference = MakeBound(ir::BoundKind::kComponent, value->span);
  reference->instance = parameter;
  return reference;
}

// The last one first: it wins (MLS 7.2.4: of modifiers of one element the outermost).
Modifiers SettingModifiers::Read(const Settings& settings, Scope* scope) {
  Modifiers result;
  for (const Setting& setting : settings) {
    open_.push_back(setting.is_open ? static_cast<int32_t>(parameters_.size()) : -1);
    if (setting.is_open) parameters_.emplace_back();
  }
  if (!parameters_.empty()) {
    data_.tree.open = std::make_shared<ir::OpenValues>();
    data_.tree.open->values.resize(parameters_.size());
  }
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
      reports_.Warning(DiagnosticKind::DuplicateModifier, m.span,
                       fmt::format("`{}` is set again by a later setting, `{} = {}`; this one has no effect",
                                   TextOf(m.path), TextOf(later->path), ast::ToString(*later->value)),
                       "of several settings of one thing the last holds; remove this one");
    }
    result.push_back(std::move(m));
  }
  return result;
}

void SettingModifiers::Check(const Modifiers& settings) {
  for (size_t i = settings.size(); i-- > 0;) CheckPath(settings[i]);
}

void SettingModifiers::CheckPath(const Modifier& setting) {
  ir::InstanceId at = data_.tree.root;
  for (const ModifierStep& step : setting.path) {
    if (data_.At(at).kind == ir::InstanceKind::kBuiltin) return;  // an attribute
    std::optional<ir::InstanceId> child = data_.OwnInner(at, step.name);
    if (!child) child = data_.FindChild(at, step.name);
    if (!child) return ReportUnknown(setting, at, step);
    if (data_.At(*child).parent != at) {
      reports_.Error(DiagnosticKind::UnknownModifier, step.span,
                     fmt::format("`{}` is an outer component and has no value of its own here", TextOf(setting.path)),
                     fmt::format("set what it stands for, `{}`", FullName(data_.tree, *child)));
      return;
    }
    at = *child;
    const std::vector<int64_t>& dims = data_.At(at).dims;
    if (step.index.size() > dims.size()) {
      reports_.Error(DiagnosticKind::TooManySubscripts, step.span,
                     fmt::format("`{}` has {} dimension{} and is given {} subscript{}", step.name, dims.size(),
                                 dims.size() == 1 ? "" : "s", step.index.size(), step.index.size() == 1 ? "" : "s"),
                     Label{data_.At(at).span, "declared here"});
      return;
    }
    for (size_t d = 0; d < step.index.size(); ++d) {
      if (step.index[d] >= 1 && step.index[d] <= dims[d]) continue;
      reports_.Error(
          DiagnosticKind::SubscriptOutOfRange, step.span,
          fmt::format("subscript {} of `{}` is out of range: it lies in 1:{}", step.index[d], step.name, dims[d]),
          Label{data_.At(at).span, "declared here"});
      return;
    }
    if (data_.At(at).kind != ir::InstanceKind::kArray) continue;
    if (data_.At(at).elements.empty()) return;
    int64_t position = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      position = position * dims[d] + (d < step.index.size() ? step.index[d] - 1 : 0);
    }
    at = data_.At(at).elements[static_cast<size_t>(position)];
  }
  CheckSettable(setting, at);
}

void SettingModifiers::ReportUnknown(const Modifier& setting, ir::InstanceId holder, const ModifierStep& step) {
  const Group* group = data_.WorkOf(holder).group;
  if (data_.WorkOf(holder).is_broken || !group || group->is_broken || group->classes.contains(step.name)) return;
  if (data_.IsRemoved(holder, step.name)) {
    reports_.Error(DiagnosticKind::RemovedComponent, step.span,
                   fmt::format("`{}` is not there: its condition is false", step.name));
    return;
  }
  std::vector<std::string> candidates;
  for (const auto& [name, child] : data_.At(holder).child_by_name) candidates.push_back(name);
  std::sort(candidates.begin(), candidates.end());
  const std::string what = names_.ScopeName(group->main);
  Diagnostic& error = reports_.Error(DiagnosticKind::UnknownModifier, step.span,
                                     fmt::format("`{}` has no element `{}` to modify", what, step.name));
  error.hint = DidYouMean(step.name, candidates);
  if (!error.hint.empty()) return;
  // The same name further down, or up.
  const std::string& last = setting.path[setting.path.size() - 1].name;
  std::vector<std::string> elsewhere;
  for (size_t i = 0; i < data_.tree.instances.size(); ++i) {
    const ir::Instance& instance = data_.tree.instances[i];
    if (instance.parent && instance.name.str() == last && instance.variability <= ir::Variability::kParameter) {
      elsewhere.push_back(FullName(data_.tree, ir::InstanceId(static_cast<int64_t>(i))));
    }
  }
  if (!elsewhere.empty()) error.hint = fmt::format("there is {}", Listed(elsewhere));
}

void SettingModifiers::CheckSettable(const Modifier& setting, ir::InstanceId id) {
  if (data_.WorkOf(id).is_broken) return;
  const ir::Instance& instance = data_.At(id);
  const std::string name = TextOf(setting.path);
  if (instance.kind == ir::InstanceKind::kBuiltin && instance.variability <= ir::Variability::kParameter) {
    CheckSize(setting, id);
    return CheckSizes(setting, id);
  }
  if (instance.causality == ir::Causality::kInput || instance.variability <= ir::Variability::kParameter) return;
  if (instance.kind != ir::InstanceKind::kBuiltin) return ReportNoValue(setting, id);
  // A start value says nothing where it is final, or where a declaration equation gives the value.
  const ComponentElement* element = data_.WorkOf(id).element;
  const bool has_own =
      element && std::any_of(element->modifiers.begin(), element->modifiers.end(), [](const auto& m) {
        if (m.path.empty()) return m.HasValue() && m.setting == 0;
        return m.path.size() == 1 && m.path.front().name == "start" && (m.is_final || m.path.front().final);
      });
  reports_.Error(DiagnosticKind::VariabilityMismatch, setting.path.front().span,
                 fmt::format("`{}` is no parameter: equations determine it during the simulation", name),
                 Label{instance.span, "declared here"},
                 has_own ? fmt::format("declare `{}` as a parameter", name)
                         : fmt::format("set its start value, `{}.start={}`, or declare it as a parameter", name,
                                       ast::ToString(*setting.value)));
}

void SettingModifiers::ReportNoValue(const Modifier& setting, ir::InstanceId id) {
  const std::string name = TextOf(setting.path);
  std::vector<std::string> parameters;
  for (const ir::InstanceId child : data_.At(id).children) {
    const ir::Instance& instance = data_.At(child);
    const bool is_parameter = instance.variability <= ir::Variability::kParameter;
    if (is_parameter && !instance.is_protected && !instance.is_final)
      parameters.push_back(name + "." + instance.name.str());
  }
  reports_.Error(DiagnosticKind::UnknownModifier, setting.path.front().span,
                 fmt::format("`{}` is a component of other variables, and no parameter", name),
                 Label{data_.At(id).span, "declared here"},
                 parameters.empty() ? "" : fmt::format("set one of its parameters: {}", Listed(parameters)));
}

void SettingModifiers::CheckSize(const Modifier& setting, ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  for (ir::InstanceId at = instance.parent; at; at = data_.At(at).parent) {
    if (!data_.At(at).index.empty()) return;
  }
  const size_t taken = std::min(setting.path[setting.path.size() - 1].index.size(), instance.dims.size());
  const std::vector<int64_t> wanted(instance.dims.begin() + static_cast<std::ptrdiff_t>(taken), instance.dims.end());
  const ir::BoundPtr value = reports_.Quietly([&] { return Bind(setting, id); });
  if (!value) return;
  const auto given = bindings_.DimensionsOf(*value);
  if (!given || *given == wanted) return;
  const std::string name = TextOf(setting.path), text = ast::ToString(*setting.value);
  Diagnostic& error =
      reports_.Error(DiagnosticKind::DimensionMismatch, setting.span,
                     fmt::format("`{}` is {}, and `{}` is {}", name, SizeText(wanted), text, SizeText(*given)),
                     Label{instance.span, "declared here"});
  if (given->empty()) {
    error.hint = fmt::format("give all values, such as --set '{}=fill({}, {})', or set one element", name, text,
                             fmt::join(wanted, ", "));
  }
}

void SettingModifiers::CheckSizes(const Modifier& setting, ir::InstanceId size) {
  const ir::Instance& set = data_.At(size);
  if (set.scalar != ir::ScalarType::kInteger || !set.dims.empty() || !set.parent) return;
  const std::string& name = set.name;
  for (const ir::InstanceId id : data_.At(set.parent).children) {
    const ir::Instance& sibling = data_.At(id);
    const ComponentElement* element = data_.WorkOf(id).element;
    const ir::BoundPtr value = sibling.binding;
    if (!element || !value || sibling.dims.empty()) continue;
    UsedReferences used;
    for (const ResolvedType::Dimension& d : element->dims) {
      if (d.subscript->expression) CollectReferences(*d.subscript->expression, used);
    }
    const bool is_sized = std::any_of(used.begin(), used.end(), [&](const ast::ComponentReference* reference) {
      return reference->parts.size() == 1 && reference->parts.front().name.text == name;
    });
    if (!is_sized) continue;
    const auto dims = bindings_.DimensionsOf(*value);
    if (!dims || *dims == sibling.dims || dims->size() != sibling.dims.size()) continue;
    const std::string path = FullName(data_.tree, id);
    reports_.Error(DiagnosticKind::DimensionMismatch, value->span,
                   fmt::format("`{}` has the size {{{}}} where `{}` was set, but its value has the size {{{}}}", path,
                               fmt::join(sibling.dims, ", "), name, fmt::join(*dims, ", ")),
                   Label{setting.span, fmt::format("`{}` is a size of `{}`", name, sibling.name.str())},
                   fmt::format("give a value of that size too: --set '{}={{...}}'", path));
  }
}

ir::BoundPtr SettingModifiers::Bind(const Modifier& setting, ir::InstanceId id) {
  const ir::ScalarType type = data_.At(id).scalar;
  if (!setting.value || setting.bound || type == ir::ScalarType::kReal || type == ir::ScalarType::kInteger) {
    return Opened(bindings_.ValueOf(setting), setting, id);
  }
  if (type == ir::ScalarType::kEnumeration) {
    const ir::EnumerationId enumeration = data_.At(id).enumeration;
    Modifier literal = setting;
    literal.bound = LiteralOf(*setting.value, enumeration, data_.At(enumeration));
    if (literal.bound) return bindings_.ValueOf(literal);
  }
  // A value of the wrong type deserves a better explanation than an unknown name.
  const ir::BoundPtr bound = reports_.Quietly([&] { return bindings_.ValueOf(setting); });
  if (bound && MayBe(*bound, type)) return bound;
  const std::string name = FullName(data_.tree, id);
  const std::string given = ast::ToString(*setting.value);
  if (type == ir::ScalarType::kString) {
    reports_.Error(DiagnosticKind::TypeMismatch, setting.span,
                   fmt::format("`{}` is a String, and `{}` is none", name, given),
                   fmt::format("a String has quotes, which the shell must leave: --set '{}=\"{}\"'", name, given));
  } else if (type == ir::ScalarType::kBoolean) {
    reports_.Error(DiagnosticKind::TypeMismatch, setting.span,
                   fmt::format("`{}` is a Boolean, and `{}` is none", name, given), "give `true` or `false`");
  } else {
    const ir::Enumeration& enumeration = data_.At(data_.At(id).enumeration);
    Diagnostic& error =
        reports_.Error(DiagnosticKind::TypeMismatch, setting.span,
                       fmt::format("`{}` has the type `{}`, an enumeration, and `{}` is none of its values", name,
                                   enumeration.name, given));
    const bool is_name = setting.value->kind == ast::ExpressionKind::kReference;
    if (is_name) error.hint = DidYouMean(setting.value->reference.parts.back().name.text, enumeration.literals);
    if (error.hint.empty()) error.hint = fmt::format("give one of {}", Listed(enumeration.literals));
  }
  return nullptr;
}

ir::BoundPtr SettingModifiers::WithElements(ir::BoundPtr whole, const Modifiers& modifiers, ir::InstanceId id,
                                            std::string_view attribute) {
  const std::vector<int64_t>& dims = data_.At(id).dims;
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
    const ir::BoundPtr value = !in_range           ? nullptr
                               : attribute.empty() ? Bind(m, id)
                                                   : Opened(bindings_.ValueOf(m), m, id);
    if (!value) return whole;  // told already, or by Check
    if (whole && !attribute.empty() && !changed) {
      const auto size = bindings_.DimensionsOf(*whole);
      if (size && size->empty()) whole = Filled(whole, dims, 0);
    }
    whole = Replaced(whole, dims, 0, m.element, value);
    changed = true;
  }
  if (changed && !IsComplete(whole)) {
    const std::string name = FullName(data_.tree, id) + (attribute.empty() ? "" : ".") + std::string(attribute);
    reports_.Error(DiagnosticKind::ModifierSizeMismatch, whole->span,
                   fmt::format("only some elements of `{}` are set, and the others have no value", name),
                   fmt::format("set all: --set '{}={{...}}'", name));
    return nullptr;
  }
  return whole;
}

}  // namespace stiction
