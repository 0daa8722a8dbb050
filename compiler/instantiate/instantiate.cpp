// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/instantiate.h"

#include <fmt/format.h>

#include "compiler/instantiate/added_elements.h"
#include "compiler/instantiate/alike_elements.h"
#include "compiler/instantiate/base_rules.h"
#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/calls.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/component_dimensions.h"
#include "compiler/instantiate/component_rules.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/connection_annotations.h"
#include "compiler/instantiate/deselections.h"
#include "compiler/instantiate/duplicate_elements.h"
#include "compiler/instantiate/equations.h"
#include "compiler/instantiate/expandable_connects.h"
#include "compiler/instantiate/expandables.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_interfaces.h"
#include "compiler/instantiate/external_objects.h"
#include "compiler/instantiate/function_annotations.h"
#include "compiler/instantiate/function_variables.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/inner_components.h"
#include "compiler/instantiate/iterators.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/operators.h"
#include "compiler/instantiate/outer_declarations.h"
#include "compiler/instantiate/redeclaration_rules.h"
#include "compiler/instantiate/redeclarations.h"
#include "compiler/instantiate/redeclared_elements.h"
#include "compiler/instantiate/reference_rules.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/instantiate/setting_modifiers.h"
#include "compiler/support/check.h"

namespace stiction {
namespace {

/// Instantiates one model. Its members are the classes of this phase, hence their number, each with the others that it
/// calls. Everything is done on demand: an instance is expanded and bound when a name leads to it, so that dimensions,
/// conditions and constants can be evaluated while the tree is growing.
class Instantiator {
 public:
  Instantiator(const ir::ClassTree& classes, Diagnostics& diagnostics, std::shared_ptr<ir::ForeignFunctions> foreign,
               bool share_elements)
      : data_{.classes = classes, .share_elements = share_elements}, reports_(diagnostics) {
    data_.tree.foreign = std::move(foreign);
  }

  /// @throws ElementsDiffer if elements cannot share what is bound
  ir::InstanceTree Build(ir::ClassId model, const Settings& settings);

 private:
  /// The model as its package declares it.
  ClassElement ElementOf(ir::ClassId model);
  /// Returns true if a type can be simulated; else reports why not.
  bool CheckModel(const ir::ClassNode& model, const ResolvedType& type);
  /// Reads the experiment annotation (MLS 18.4).
  void ReadExperiment(const ast::Class& model, Scope* scope);

  Instantiation data_;
  Reports reports_;
  ModifierReader modifiers_{reports_};
  Names names_{data_, reports_, classes_};
  BaseRules base_rules_{data_, reports_, names_};
  Classes classes_{data_, reports_, modifiers_, names_, groups_, base_rules_};

  Groups groups_{data_,         reports_,        modifiers_,          names_,
                 classes_,      base_rules_,     redeclared_,         duplicates_,
                 deselections_, redeclarations_, redeclaration_rules_};
  RedeclaredElements redeclared_{modifiers_, classes_, redeclarations_, redeclaration_rules_};
  DuplicateElements duplicates_{reports_, names_, classes_};
  Deselections deselections_{reports_, names_, classes_};
  Redeclarations redeclarations_{data_, reports_, classes_, groups_};
  RedeclarationRules redeclaration_rules_{data_, reports_};

  ComponentRules component_rules_{data_, reports_};
  Components components_{data_,        reports_, modifiers_, names_,           classes_,    groups_, bindings_,
                         expressions_, objects_, outers_,    component_rules_, dimensions_, inners_, alikes_};
  ComponentDimensions dimensions_{data_, reports_, modifiers_, bindings_, expressions_};
  AlikeElements alikes_{data_, components_, inners_};
  InnerComponents inners_{data_, reports_, classes_};
  OuterDeclarations outers_{data_, reports_, classes_, groups_, redeclarations_, inners_, bindings_, expressions_};
  Bindings bindings_{data_, reports_, components_, expressions_, settings_};
  Expressions expressions_{data_, reports_, references_, iterators_, calls_};
  References references_{data_,       reports_,     names_, classes_, groups_,
                         components_, expressions_, calls_, outers_,  reference_rules_};
  ReferenceRules reference_rules_{data_, reports_};
  Iterators iterators_{data_, reports_, names_, classes_, groups_, components_, expressions_, references_};
  Calls calls_{data_, reports_, names_, classes_, expressions_, references_, functions_, externals_, operators_};
  Functions functions_{data_,      reports_,   names_,       classes_,   groups_,
                       equations_, variables_, annotations_, externals_, objects_};
  FunctionVariables variables_{data_, reports_, classes_, groups_, bindings_, expressions_, objects_};
  FunctionAnnotations annotations_{data_, reports_, names_, functions_};
  ExternalInterfaces externals_{data_, reports_, bindings_, expressions_, references_};
  ExternalObjects objects_{data_, reports_, classes_, functions_};
  Operators operators_{data_, classes_, functions_};
  Equations equations_{data_, reports_, names_, expressions_, references_, iterators_, functions_};
  SettingModifiers settings_{data_, reports_, names_, bindings_};

  ExpandableConnects connects_{data_, reports_, names_, bindings_, expressions_, references_, iterators_};
  AddedElements added_{data_, reports_, components_, bindings_};
  Expandables expandables_{data_, reports_, connects_, added_};
};

ClassElement Instantiator::ElementOf(ir::ClassId model) {
  const ir::ClassNode& node = data_.At(model);
  Scope* const scope = classes_.StaticScope(node.parent);
  // What `class extends` extends, its package inherits (MLS 7.3.1).
  if (node.definition->form == ast::ClassForm::kExtends && scope) {
    const auto found = scope->group->classes.find(node.name);
    if (found != scope->group->classes.end() && found->second.cls == model) return found->second;
  }
  ClassElement element;
  element.name = node.name;
  element.cls = model;
  element.definition = node.definition;
  element.scope = scope;
  return element;
}

ir::InstanceTree Instantiator::Build(ir::ClassId model, const Settings& settings) {
  const ir::ClassNode& node = data_.At(model);
  ir::InstanceTree& tree = data_.tree;
  tree.package_directories = data_.classes.directories;
  tree.name = node.full_name;
  tree.root = data_.NewInstance({}, node.name);
  ir::Instance& root = data_.At(tree.root);
  root.span = root.type_span = node.definition->name.span;
  root.comment = node.definition->comment;

  ClassElement element = ElementOf(model);
  ResolvedType type = classes_.Resolve(element);
  if (type.kind == ResolvedType::Kind::kError || !CheckModel(node, type)) return std::move(tree);
  root.cls = type.cls;
  root.class_kind = type.restriction;
  // Settings see what the model sees, as in a class that extends it.
  Group* group = data_.NewGroup();
  group->main = data_.NewScope();
  data_.WorkOf(tree.root).group = group;
  const Modifiers set = settings_.Read(settings, group->main);
  type.modifiers = modifiers_.Combine(set, type.modifiers);
  components_.ExpandComposite(tree.root, type);
  components_.ExpandAll(tree.root);
  component_rules_.CheckBlocks();
  // What equations name in expandable connectors is there before they are bound.
  if (!expandables_.Elaborate()) return std::move(tree);
  bindings_.BindAll(tree.root);
  added_.Finish();
  equations_.BindAll(tree.root);
  ReadExperiment(*node.definition, group->main);
  operators_.Build();
  // Constants are found while binding, and binding them may find more.
  for (size_t i = 0; i < tree.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    if (data_.At(id).parent || id == tree.root) continue;
    components_.ExpandAll(id);
    bindings_.BindAll(id);
  }
  settings_.Check(set);
  redeclarations_.Check();
  outers_.Check();
  objects_.Require();
  NoteConnectionAnnotations(data_);
  return std::move(tree);
}

bool Instantiator::CheckModel(const ir::ClassNode& model, const ResolvedType& type) {
  const ast::ClassKind kind = type.restriction;
  const bool can_run = type.kind == ResolvedType::Kind::kClass && kind != ast::ClassKind::kPackage &&
                       kind != ast::ClassKind::kFunction && kind != ast::ClassKind::kConnector &&
                       kind != ast::ClassKind::kType && kind != ast::ClassKind::kRecord;
  if (can_run && !type.is_partial && type.dims.empty()) return true;
  reports_.Error(DiagnosticKind::PartialClass, model.definition->name.span,
                 fmt::format("`{}` {} and cannot be simulated", model.full_name,
                             type.is_partial ? "is partial" : "is neither a model nor a block"));
  return false;
}

void Instantiator::ReadExperiment(const ast::Class& model, Scope* scope) {
  if (!model.annotation) return;
  for (const ast::ModificationArgument& argument : model.annotation->arguments) {
    if (argument.name.parts.size() != 1 || argument.name.parts[0].text != "experiment" || !argument.modification) {
      continue;
    }
    for (const ast::ModificationArgument& setting : argument.modification->arguments) {
      if (setting.name.parts.empty() || !setting.modification || !setting.modification->value) continue;
      const std::string& name = setting.name.parts[0].text;
      std::optional<double>* target = name == "StartTime"   ? &data_.tree.experiment.start_time
                                      : name == "StopTime"  ? &data_.tree.experiment.stop_time
                                      : name == "Interval"  ? &data_.tree.experiment.interval
                                      : name == "Tolerance" ? &data_.tree.experiment.tolerance
                                                            : nullptr;
      if (!target) continue;
      Context context{.scope = scope};
      const ir::BoundPtr bound = expressions_.Bind(*setting.modification->value, context);
      if (!bound) continue;
      const auto value = bindings_.Evaluate(*bound);
      const bool is_number = value && (value->type == ir::ScalarType::kReal || value->type == ir::ScalarType::kInteger);
      if (is_number && value->dims.empty()) {
        *target = value->numbers[0];
      } else {
        reports_.Error(DiagnosticKind::ExperimentNotConstant, bound->span,
                       fmt::format("`{}` of the experiment annotation must be a number known when translating", name));
      }
    }
  }
}

}  // namespace

ir::InstanceTree Instantiate(const ir::ClassTree& classes, ir::ClassId model, const Settings& settings,
                             Diagnostics& diagnostics, const std::shared_ptr<ir::ForeignFunctions>& foreign) {
  CHECK(model && model.index() < classes.classes.size(), "class {} of {}", model.value, classes.classes.size());
  const Diagnostics before = diagnostics;
  try {
    return Instantiator(classes, diagnostics, foreign, true).Build(model, settings);
  } catch (const ElementsDiffer&) {
    diagnostics = before;
    return Instantiator(classes, diagnostics, foreign, false).Build(model, settings);
  }
}

}  // namespace stiction
