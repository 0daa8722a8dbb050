// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/instantiate.h"

#include <fmt/format.h>

#include "compiler/instantiate/builder.h"
#include "compiler/support/check.h"

namespace stiction {

ir::InstanceTree Instantiate(const ir::ClassTree& classes, ir::ClassId model, const Settings& settings,
                             Diagnostics& diagnostics) {
  CHECK(model && model.index() < classes.classes.size(), "class {} of {}", model.value, classes.classes.size());
  const Diagnostics before = diagnostics;
  try {
    return Builder(classes, diagnostics, true).Build(model, settings);
  } catch (const ElementsDiffer&) {
    diagnostics = before;
    return Builder(classes, diagnostics, false).Build(model, settings);
  }
}

Diagnostic& Builder::Report(DiagnosticKind kind, Span span, const std::string& message) {
  ++report_count_;
  if (quiet_) {
    discarded_ = {};
    return discarded_;
  }
  if (reported_.emplace(kind, span, message).second) return diagnostics_.Error(kind, span, message);
  discarded_ = {};
  return discarded_;
}

void Builder::Warn(DiagnosticKind kind, Span span, const std::string& message, const std::string& hint) {
  if (quiet_) return;
  if (reported_.emplace(kind, span, message).second) diagnostics_.Warning(kind, span, message).hint = hint;
}

void Builder::NotSupported(Span span, const std::string& feature) {
  Report(DiagnosticKind::NotYetSupported, span, feature + " is not supported yet");
}

ir::InstanceTree Builder::Build(ir::ClassId model, const Settings& settings) {
  const ir::ClassNode& node = classes_.classes[model.index()];
  EnterTopLevel();
  tree_.package_directories = classes_.directories;
  tree_.name = node.full_name;
  tree_.root = NewInstance({}, node.name);
  At(tree_.root).span = At(tree_.root).type_span = node.definition->name.span;
  At(tree_.root).comment = node.definition->comment;

  ClassElement element;
  element.name = node.name;
  element.cls = model;
  element.definition = node.definition;
  element.scope = StaticScope(node.parent);
  ResolvedType type = Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return std::move(tree_);
  const ast::ClassKind kind = type.restriction;
  const bool can_run = type.kind == ResolvedType::Kind::kClass && kind != ast::ClassKind::kPackage &&
                       kind != ast::ClassKind::kFunction && kind != ast::ClassKind::kConnector &&
                       kind != ast::ClassKind::kType && kind != ast::ClassKind::kRecord;
  if (!can_run || type.is_partial || !type.dims.empty()) {
    Report(DiagnosticKind::PartialClass, node.definition->name.span,
           fmt::format("`{}` {} and cannot be simulated", node.full_name,
                       type.is_partial ? "is partial" : "is neither a model nor a block"));
    return std::move(tree_);
  }
  At(tree_.root).cls = type.cls;
  At(tree_.root).class_kind = kind;
  // Settings see what the model sees, as in a class that extends it.
  Group* group = NewGroup();
  group->main = NewScope();
  WorkOf(tree_.root).group = group;
  const Modifiers set = SettingModifiers(settings, group->main);
  type.modifiers = Combine(set, type.modifiers);
  WorkOf(tree_.root).expanded = State::kDone;
  ExpandComposite(tree_.root, type);
  ExpandAll(tree_.root);
  BindAll(tree_.root);
  BindEquations(tree_.root);
  ReadExperiment(*node.definition, WorkOf(tree_.root).group->main);
  // Constants are found while binding, and binding them may find more.
  for (size_t i = 0; i < tree_.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    if (!At(id).parent && id != tree_.root) {
      ExpandAll(id);
      BindAll(id);
    }
  }
  CheckSettings(set);
  CheckRedeclarations();
  RequireObjectBindings();
  return std::move(tree_);
}

}  // namespace stiction
