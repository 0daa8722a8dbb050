// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/interfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {
namespace {

using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;

class InterfaceCheck {
 public:
  InterfaceCheck(const ir::InstanceTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void Run() {
    for (const Instance& instance : tree_.instances) {
      if (instance.original || !instance.parent) continue;
      const bool is_connector = instance.class_kind == ast::ClassKind::kConnector;
      if (is_connector && instance.kind == InstanceKind::kComposite && !IsInConnector(instance)) CheckBalance(instance);
      if (!is_connector && instance.kind == InstanceKind::kBuiltin) CheckInput(instance);
    }
  }

 private:
  struct Count {
    int64_t flows = 0, potentials = 0;
  };

  const Instance& At(InstanceId id) const { return tree_.instances[id.index()]; }

  bool IsInConnector(const Instance& instance) const {
    for (InstanceId at = instance.parent; at; at = At(at).parent) {
      if (At(at).class_kind == ast::ClassKind::kConnector && At(at).elements.empty()) return true;
    }
    return false;
  }

  /// The residues of the constraint of an overdetermined type, or nothing if they are not known.
  std::optional<int64_t> SizeOfConstraint(const Instance& instance) const {
    for (const ir::FunctionVariable& v : tree_.functions[instance.equality_constraint.index()].variables) {
      if (v.causality != ir::Causality::kOutput) continue;
      int64_t size = 1;
      for (const int64_t extent : v.type.dims) size = extent < 0 || size < 0 ? -1 : size * extent;
      return size < 0 ? std::nullopt : std::optional(size);
    }
    return std::nullopt;
  }

  /// @returns false if a size is not known
  bool Add(const Instance& instance, Count& count) const {
    if (instance.variability <= ir::Variability::kParameter) return true;
    if (instance.equality_constraint) {
      const std::optional<int64_t> size = SizeOfConstraint(instance);
      count.potentials += size.value_or(0);
      return size.has_value();
    }
    if (instance.kind == InstanceKind::kBuiltin) {
      const bool is_signal = instance.causality != ir::Causality::kNone;
      if (is_signal || instance.flow == ast::FlowPrefix::kStream) return true;
      (instance.flow == ast::FlowPrefix::kFlow ? count.flows : count.potentials) += ElementCount(instance.dims);
      return true;
    }
    const auto add = [&](InstanceId part) { return Add(At(part), count); };
    return !instance.is_expandable && std::ranges::all_of(instance.children, add) &&
           std::ranges::all_of(instance.elements, add);
  }

  void CheckBalance(const Instance& connector) {
    Count count;
    if (connector.is_expandable || !Add(connector, count) || count.flows == count.potentials) return;
    if (!told_.insert(connector.span).second) return;
    diagnostics_
        .Error(DiagnosticKind::ConnectorUnbalanced, connector.span,
               fmt::format("the connector `{}` has {} flow variable{} and {} potential{}: as many of both are needed",
                           NameOf(connector), count.flows, count.flows == 1 ? "" : "s", count.potentials,
                           count.potentials == 1 ? "" : "s"))
        .hint =
        "declare what is missing, or make a variable `input`, `output` or a parameter; arrays and records count "
        "with all their elements";
  }

  std::string NameOf(const Instance& instance) const {
    return instance.name.str().empty() ? At(instance.parent).name.str() : instance.name.str();
  }

  /// The component of a model or block that holds an instance, through arrays and records; null: a connector does.
  const Instance* HolderOf(const Instance& instance) const {
    for (const Instance* at = &At(instance.parent);; at = &At(at->parent)) {
      if (at->class_kind == ast::ClassKind::kConnector) return nullptr;
      const bool is_part = at->kind == InstanceKind::kArray || ast::IsRecord(at->class_kind);
      if (!is_part || !at->parent) return at;
    }
  }

  void CheckInput(const Instance& instance) {
    const bool is_input = instance.causality == ir::Causality::kInput && !instance.is_declared_protected;
    if (!is_input || instance.binding || instance.variability <= ir::Variability::kParameter) return;
    if (ElementCount(instance.dims) == 0) return;
    const Instance* const holder = HolderOf(instance);
    if (!holder || !holder->parent || !told_inputs_.insert({holder->span, instance.span}).second) return;
    // A warning: models that give such inputs their values by equations outside are common, and are balanced as a
    // whole.
    Diagnostic& warning =
        diagnostics_.Warning(DiagnosticKind::InputNotConnected, holder->span,
                             fmt::format("the component `{}` is declared without a value for its input `{}`",
                                         NameOf(*holder), instance.name));
    warning.labels.push_back({instance.span, "the input is declared here"});
    warning.hint =
        fmt::format("give it one, `{}({} = ...)`, or make it a connector (MLS 4.7)", NameOf(*holder), instance.name);
  }

  const ir::InstanceTree& tree_;
  Diagnostics& diagnostics_;
  std::set<Span> told_;
  std::set<std::pair<Span, Span>> told_inputs_;  // component, input
};

}  // namespace

void CheckInterfaces(const ir::InstanceTree& tree, Diagnostics& diagnostics) {
  InterfaceCheck(tree, diagnostics).Run();
}

}  // namespace stiction::typecheck
