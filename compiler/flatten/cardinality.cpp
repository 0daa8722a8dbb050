#include "compiler/flatten/cardinality.h"

namespace stiction::flatten {
namespace {

using ast::EquationKind;
using ir::BoundEquation;

class Counter {
 public:
  explicit Counter(Expander& expander) : expander_(expander) {}

  void Count(const BoundEquation& equation) {
    switch (equation.kind) {
      case EquationKind::kConnect:
        try {
          for (const ir::BoundPtr& side : {equation.from, equation.to}) {
            for (const Endpoint& end : expander_.Resolve(*side).elements) ++counts_[{end.instance, end.element}];
          }
        } catch (const ExpansionError&) {
        }
        return;
      case EquationKind::kFor:
        return CountFor(equation, 0);
      case EquationKind::kIf:
        for (const auto& branch : equation.branches) {
          if (branch.condition && !expander_.EvaluatedCondition(*branch.condition).value_or(false)) continue;
          return CountAll(branch.body);
        }
        return;
      default:
        return;
    }
  }

  ConnectCounts Take() { return std::move(counts_); }

 private:
  void CountAll(const std::vector<BoundEquation>& body) {
    for (const BoundEquation& equation : body) Count(equation);
  }

  void CountFor(const BoundEquation& equation, size_t index) {
    if (index == equation.indices.size()) return CountAll(equation.body);
    const ir::BoundIterator& iterator = equation.indices[index];
    std::vector<ir::ExprId> values;
    try {
      values = expander_.RangeValues(iterator);
    } catch (const ExpansionError&) {
      return;
    }
    for (const ir::ExprId at : values) {
      expander_.Bind(iterator.number, at);
      CountFor(equation, index + 1);
    }
    expander_.Unbind(iterator.number);
  }

  Expander& expander_;
  ConnectCounts counts_;
};

}  // namespace

ConnectCounts CountConnects(const ir::InstanceTree& tree, Expander& expander) {
  Counter counter(expander);
  for (const ir::Instance& instance : tree.instances) {
    for (const BoundEquation& equation : instance.equations) counter.Count(equation);
  }
  return counter.Take();
}

}  // namespace stiction::flatten
