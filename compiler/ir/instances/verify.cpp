// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/verify.h"

#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

class Verifier {
 public:
  explicit Verifier(const InstanceTree& tree) : tree_(tree) {}

  void All() const {
    for (size_t i = 0; i < tree_.instances.size(); ++i) One(InstanceId(static_cast<int64_t>(i)));
    for (const FunctionInstance& function : tree_.functions) {
      for (const FunctionVariable& v : function.variables) {
        if (v.binding) Expression(*v.binding);
        CHECK(v.dims.size() == v.type.dims.size(), "variable {} of {}", v.name, function.name);
      }
      if (!function.is_generic) DeclarationOrder(function);
      Statements(function.body);
    }
  }

 private:
  static void DeclarationOrder(const FunctionInstance& function) {
    std::vector<bool> placed(function.variables.size(), false);
    for (const int32_t v : function.declaration_order) {
      const bool is_new = v >= 0 && static_cast<size_t>(v) < placed.size() && !placed[static_cast<size_t>(v)];
      CHECK(is_new, "variable {} in the order of {}", v, function.name);
      placed[static_cast<size_t>(v)] = true;
    }
    CHECK(function.declaration_order.size() == placed.size(), "the order of {}", function.name);
  }

  void One(InstanceId id) const {
    const Instance& instance = tree_.instances[id.index()];
    CHECK(instance.children.empty() || instance.kind == InstanceKind::kComposite, "{}", FullName(tree_, id));
    CHECK(instance.elements.empty() || instance.kind == InstanceKind::kArray, "{}", FullName(tree_, id));
    for (const InstanceId child : instance.children) {
      CHECK(tree_.instances[child.index()].parent == id, "{}", FullName(tree_, child));
    }
    for (const InstanceId element : instance.elements) {
      CHECK(tree_.instances[element.index()].parent == id, "{}", FullName(tree_, element));
    }
    if (instance.kind == InstanceKind::kArray) {
      int64_t count = 1;
      for (const int64_t d : instance.dims) count *= d;
      CHECK(count == static_cast<int64_t>(instance.elements.size()), "{}", FullName(tree_, id));
    }
    if (instance.original) Alike(id);
    if (instance.binding) Expression(*instance.binding);
    for (const auto& [name, value] : instance.attributes) Expression(*value);
    Equations(instance.equations);
    Equations(instance.initial_equations);
    for (const BoundAlgorithm& algorithm : instance.algorithms) Statements(algorithm.statements);
    for (const BoundAlgorithm& algorithm : instance.initial_algorithms) Statements(algorithm.statements);
  }

  void Alike(InstanceId id) const {
    const Instance& instance = tree_.instances[id.index()];
    const Instance& original = tree_.instances[instance.original.index()];
    CHECK(!original.original, "{}", FullName(tree_, id));
    CHECK(instance.attributes.empty(), "{}", FullName(tree_, id));
    CHECK(instance.equations.empty() && instance.initial_equations.empty(), "{}", FullName(tree_, id));
    CHECK(instance.algorithms.empty() && instance.initial_algorithms.empty(), "{}", FullName(tree_, id));
    CHECK(instance.kind == original.kind && instance.dims == original.dims, "{}", FullName(tree_, id));
    CHECK(instance.children.size() == original.children.size(), "{}", FullName(tree_, id));
    for (size_t i = 0; i < instance.children.size(); ++i) {
      CHECK(tree_.instances[instance.children[i].index()].original == original.children[i], "{}", FullName(tree_, id));
    }
  }

  void Subscripts(const std::vector<BoundSubscript>& subscripts) const {
    for (const BoundSubscript& s : subscripts) {
      if (s.expression) Expression(*s.expression);
    }
  }

  void Expression(const BoundExpression& e) const {
    if (e.kind == BoundKind::kComponent) {
      CHECK(e.instance && e.instance.index() < tree_.instances.size(), "instance {}", e.instance.value);
    }
    if (e.kind == BoundKind::kCall) {
      CHECK(e.function && e.function.index() < tree_.functions.size(), "function {}", e.function.value);
    }
    for (const BoundPtr& operand : e.operands) {
      CHECK(operand || e.kind == BoundKind::kTuple, "missing operand of kind {}", static_cast<int>(e.kind));
      if (operand) Expression(*operand);
    }
    Subscripts(e.subscripts);
    for (const BoundMember& member : e.members) Subscripts(member.subscripts);
    Iterators(e.iterators);
  }

  void Iterators(const std::vector<BoundIterator>& iterators) const {
    for (const BoundIterator& i : iterators) {
      CHECK(i.range && i.number >= 0, "iterator {}", i.name);
      Expression(*i.range);
    }
  }

  void Equations(const std::vector<BoundEquation>& equations) const {
    for (const BoundEquation& e : equations) {
      for (const BoundPtr& part : {e.left, e.right, e.from, e.to}) {
        if (part) Expression(*part);
      }
      Iterators(e.indices);
      Equations(e.body);
      for (const auto& branch : e.branches) {
        if (branch.condition) Expression(*branch.condition);
        Equations(branch.body);
      }
    }
  }

  void Statements(const std::vector<BoundStatement>& statements) const {
    for (const BoundStatement& s : statements) {
      if (s.target) Expression(*s.target);
      if (s.value) Expression(*s.value);
      Iterators(s.indices);
      Statements(s.body);
      for (const auto& branch : s.branches) {
        if (branch.condition) Expression(*branch.condition);
        Statements(branch.body);
      }
    }
  }

  const InstanceTree& tree_;
};

}  // namespace

void Verify(const InstanceTree& tree) { Verifier(tree).All(); }

}  // namespace stiction::ir
