// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/reference_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/expr/print.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;

// A component with a condition is modified and connected, and nothing else, also where the condition is true.
void ReferenceRules::CheckUnconditional(const ComponentElement& element, const ast::Identifier& name,
                                        const Context& context) {
  if (!element.condition || context.in_connect) return;
  reports_.Error(DiagnosticKind::ConditionalUse, name.span,
                 fmt::format("`{}` has a condition, and can only be modified and connected", element.name),
                 Label{element.condition->span, "the condition"},
                 "connect it with a component without a condition, and use that");
}

// The independent variable is an input of models and blocks.
void ReferenceRules::CheckTimeInModel(Span span, const Context& context) {
  const ast::Class* definition = context.scope ? context.scope->definition : nullptr;
  if (!definition) return;
  const ast::ClassKind kind = definition->kind;
  if (kind == ast::ClassKind::kModel || kind == ast::ClassKind::kBlock || kind == ast::ClassKind::kClass) return;
  reports_.Error(DiagnosticKind::TimeOutsideModel, span,
                 fmt::format("`time` is known in models and blocks, not in the {} `{}`", ast::ToString(kind),
                             definition->name.text),
                 "give the value where a component of it is declared");
}

// As far as the type of an index is known here: of a literal or of a scalar component.
std::optional<IndexType> ReferenceRules::TypeOfIndex(const ir::BoundExpression& index) {
  switch (index.kind) {
    case BoundKind::kInteger:
      return IndexType{ir::ScalarType::kInteger, {}};
    case BoundKind::kBoolean:
      return IndexType{ir::ScalarType::kBoolean, {}};
    case BoundKind::kEnumeration:
      return IndexType{ir::ScalarType::kEnumeration, index.type.enumeration};
    case BoundKind::kComponent: {
      const ir::Instance& instance = data_.At(index.instance);
      const bool is_scalar = instance.kind == ir::InstanceKind::kBuiltin && index.members.empty();
      if (!is_scalar) return std::nullopt;
      const bool is_enumeration = instance.scalar == ir::ScalarType::kEnumeration;
      return IndexType{instance.scalar, is_enumeration ? instance.enumeration : ir::EnumerationId()};
    }
    default:
      return std::nullopt;
  }
}

// A dimension that is declared by an enumeration, or by Boolean, has an index of that type, and only that has one.
void ReferenceRules::CheckIndexTypes(const std::vector<ir::BoundSubscript>& subscripts, ir::InstanceId id) {
  const auto types = data_.index_types.find(id);
  const auto text = [&](const IndexType& type) {
    return type.enumeration ? data_.At(type.enumeration).name : std::string(ir::Spelling(type.scalar));
  };
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const bool is_declared = types != data_.index_types.end() && d < types->second.size();
    const IndexType wanted = is_declared ? types->second[d] : IndexType();
    const auto type = subscripts[d].expression ? TypeOfIndex(*subscripts[d].expression) : std::nullopt;
    if (!type || *type == wanted) continue;
    reports_.Error(
        DiagnosticKind::TypeMismatch, subscripts[d].expression->span,
        fmt::format("dimension {} of `{}` is that of `{}`, and its index cannot be of type `{}` (MLS 10.5.1)", d + 1,
                    data_.At(id).name.str(), text(wanted), text(*type)),
        Label{data_.At(id).span, "declared here"});
  }
}

bool ReferenceRules::CheckSubscriptCount(const ast::ComponentReference::Part& part, ir::InstanceId id) {
  const size_t dims = data_.At(id).dims.size(), given = part.subscripts.size();
  if (given <= dims) return true;
  if (data_.WorkOf(id).is_broken) return false;  // why it has no dimensions was told
  reports_.Error(DiagnosticKind::TooManySubscripts, part.name.span,
                 fmt::format("`{}` has {} dimension{} and is given {} subscript{}", part.name.text, dims,
                             dims == 1 ? "" : "s", given, given == 1 ? "" : "s"),
                 Label{data_.At(id).span, "declared here"});
  return false;
}

bool ReferenceRules::CheckElementOfExpandable(const ast::ComponentReference::Part& part, ir::InstanceId id,
                                              const Context& context) {
  const Work& work = data_.WorkOf(id);
  if (context.in_connect) return true;
  const ir::Instance& instance = data_.At(id);
  if (work.is_added) {
    const ir::Instance& holder = data_.At(instance.parent);
    reports_.Error(DiagnosticKind::ElementNotPresent, part.name.span,
                   fmt::format("`{}` is not declared in the expandable connector `{}`: connects add it, and only they "
                               "can name it",
                               part.name.text, data_.At(holder.cls).full_name),
                   fmt::format("declare `{}` there, or connect it with a variable that can be read", part.name.text));
    return false;
  }
  const bool is_sliced = part.subscripts.size() == instance.dims.size() &&
                         std::all_of(part.subscripts.begin(), part.subscripts.end(),
                                     [](const auto& s) { return s.expression != nullptr; });
  if (!work.is_sizeless || is_sliced) return true;
  reports_.Error(DiagnosticKind::ElementNotPresent, part.name.span,
                 fmt::format("`{}` is an array of unknown size, `:`, in an expandable connector, and cannot be used as "
                             "a whole",
                             part.name.text),
                 Label{instance.span, "declared here"},
                 fmt::format("give subscripts, as in `{}[1:2]`, or declare its size", part.name.text));
  return false;
}

void ReferenceRules::ReportAbsent(const ast::Identifier& name, ir::InstanceId holder) {
  reports_.Error(DiagnosticKind::ElementNotPresent, name.span,
                 fmt::format("`{}` is not present in the expandable connector `{}`: no connect names it", name.text,
                             FullName(data_.tree, holder)),
                 fmt::format("connect something to `{}`, here or where a connector stands that is connected with `{}`",
                             name.text, FullName(data_.tree, holder)));
}

void ReferenceRules::ReportNoMember(ir::InstanceId holder, const ast::Identifier& name, const ast::Identifier& member,
                                    const Context& context) {
  const ir::Instance& instance = data_.At(holder);
  const Work& work = data_.WorkOf(holder);
  if (work.is_broken || (work.group && work.group->is_broken)) return;
  // A connect for which nothing was added is one that does not hold (Expandables).
  if (context.in_connect && instance.is_expandable) return;
  if (data_.IsRemoved(holder, member.text)) {
    if (context.in_connect) return;
    reports_.Error(DiagnosticKind::RemovedComponent, member.span,
                   fmt::format("`{}` is not there: its condition is false", member.text));
    return;
  }
  if (work.group && work.group->absent.contains(member.text)) return ReportAbsent(member, holder);
  // A declared component that is no child was reported.
  const bool is_declared = work.element && instance.kind != ir::InstanceKind::kBuiltin &&
                           (!work.group || work.group->components.contains(member.text));
  if (is_declared) return;
  std::vector<std::string> candidates;
  for (const auto& [candidate, child] : instance.child_by_name) candidates.push_back(candidate);
  const bool has_class = instance.kind == ir::InstanceKind::kComposite && instance.cls;
  const std::string what = has_class ? fmt::format(" of class `{}`", data_.At(instance.cls).full_name) : "";
  reports_.Error(DiagnosticKind::UnknownMember, member.span,
                 fmt::format("`{}`{} has no component `{}`", name.text, what, member.text),
                 DidYouMean(member.text, candidates));
}

}  // namespace stiction
