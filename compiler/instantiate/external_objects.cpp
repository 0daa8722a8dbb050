// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/external_objects.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/reports.h"

namespace stiction {

std::optional<ir::FunctionInstanceId> ExternalObjects::FunctionOf(const ResolvedType& type, const std::string& name,
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
  const std::optional<ir::FunctionInstanceId> id = functions_.Of(found->second, use);
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
  const std::optional<ir::FunctionInstanceId> destructor = FunctionOf(type, "destructor", use);
  if (!destructor) return std::nullopt;
  data_.At(*id).destructor = destructor;
  return id;
}

void ExternalObjects::Require() {
  for (const ir::Instance& instance : data_.tree.instances) {
    if (instance.object_class.empty() || instance.binding) continue;
    ReportNotConstructed(instance.name, instance.span, instance.object_class);
  }
}

void ExternalObjects::ReportNotConstructed(const std::string& object, Span span, const std::string& of_class) {
  reports_.Error(DiagnosticKind::ExternalObjectUse, span,
                 fmt::format("the external object `{}` is not constructed (MLS 12.9.7)", object),
                 fmt::format("declare it as `{0} {1} = {0}(...)`", of_class, object));
}

}  // namespace stiction
