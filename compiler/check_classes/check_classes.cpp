// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/check_classes/check_classes.h"

#include <unordered_set>

#include "compiler/check_classes/rules.h"

namespace stiction {
namespace {

class Checks {
 public:
  explicit Checks(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void Check(const ast::Class& definition, const ast::Class* parent) {
    if (!checked_.insert(&definition).second) return;
    CheckSpecialization(definition, diagnostics_);
    CheckNames(definition, diagnostics_);
    CheckOperators(definition, parent, diagnostics_);
    CheckForms(definition, diagnostics_);
    CheckAnnotations(definition, diagnostics_);
    if (definition.kind == ast::ClassKind::kPackage) return;
    for (const ast::Element& element : definition.elements) {
      if (element.cls) Check(*element.cls, &definition);
    }
  }

 private:
  Diagnostics& diagnostics_;
  std::unordered_set<const ast::Class*> checked_;
};

}  // namespace

void CheckClasses(const ir::ClassTree& tree, const std::vector<ir::ClassId>& reached, Diagnostics& diagnostics) {
  Checks checks(diagnostics);
  for (const ir::ClassId id : reached) {
    const ir::ClassNode& node = tree.classes[id.index()];
    checks.Check(*node.definition, node.parent ? tree.classes[node.parent.index()].definition : nullptr);
  }
}

}  // namespace stiction
