// SPDX-License-Identifier: BSD-3-Clause
#include "tests/property/rescale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "compiler/units/unit.h"

namespace stiction::test {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::ScalarType;

// Exponents of force, length, time and the unit of the curve parameter.
using Dimension = std::array<double, 4>;
constexpr Dimension kNumber{};
constexpr Dimension kTimeDimension{0, 0, 1, 0};

Dimension Combine(const Dimension& a, const Dimension& b, double times) {
  Dimension sum{};
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + times * b[i];
  return sum;
}

// kg = N.s2/m; other base units stay what they are.
std::optional<Dimension> DimensionOfUnit(std::string_view text) {
  const std::optional<Unit> unit = ParseUnit(text);
  if (!unit) return std::nullopt;
  const auto [m, kg, s] = std::array{unit->exponents[0], unit->exponents[1], unit->exponents[2]};
  return Dimension{kg, m - kg, s + 2 * kg, 0};
}

bool IsCurveParameter(const std::string& name) { return name == "sa" || name.ends_with(".sa"); }

class Rescaler {
 public:
  Rescaler(ir::FlatModel& model, const Scale& scale) : model_(model), pool_(*model.pool), scale_(scale) {}

  std::vector<double> Run() {
    for (const ir::FlatVariable& variable : model_.variables) dimensions_.push_back(Declared(variable));
    do {
      has_changed_ = false;
      natural_.clear();
      for (const ir::FlatVariable& variable : model_.variables) {
        if (variable.binding) Infer(variable.binding);
      }
      Infer(model_.equations);
      Infer(model_.initial_equations);
    } while (has_changed_);
    for (std::optional<Dimension>& dimension : dimensions_) dimension = dimension.value_or(kNumber);
    natural_.clear();

    for (size_t v = 0; v < model_.variables.size(); ++v) {
      ir::FlatVariable& variable = model_.variables[v];
      const Dimension& own = *dimensions_[v];
      ir::Attributes& attributes = variable.attributes;
      for (ExprId* value :
           {&variable.binding, &attributes.start, &attributes.min, &attributes.max, &attributes.nominal}) {
        if (*value) *value = Scaled(*value, own);
      }
    }
    Rewrite(model_.equations);
    Rewrite(model_.initial_equations);
    std::vector<double> factors;
    for (const std::optional<Dimension>& dimension : dimensions_) factors.push_back(Factor(*dimension));
    return factors;
  }

 private:
  std::optional<Dimension> Declared(const ir::FlatVariable& variable) const {
    if (variable.type != ScalarType::kReal) return kNumber;
    std::optional<Dimension> dimension = DimensionOfUnit(variable.attributes.unit.str());
    const bool is_given =
        variable.variability == ir::Variability::kConstant || variable.variability == ir::Variability::kParameter;
    if (IsCurveParameter(variable.name)) {
      dimension = dimension.value_or(kNumber);
      (*dimension)[3] = 1;
    } else if (!dimension && is_given) {
      dimension = kNumber;
    }
    return dimension;
  }

  double Factor(const Dimension& dimension) const {
    const auto power = [](double base, double exponent) { return exponent == 0 ? 1 : std::pow(base, exponent); };
    return power(scale_.force, dimension[0]) * power(scale_.length, dimension[1]) * power(scale_.time, dimension[2]) *
           power(scale_.curve, dimension[3]);
  }

  // The arguments of which the value is one, or a sum.
  static std::vector<ExprId> Terms(const ExprNode& node) {
    switch (node.op) {
      case Op::kAdd:
      case Op::kSub:
      case Op::kMin:
      case Op::kMax:
      case Op::kLt:
      case Op::kLe:
      case Op::kGt:
      case Op::kGe:
      case Op::kEq:
      case Op::kNe:
        return {node.args[0], node.args[1]};
      case Op::kIf:
        return {node.args[1], node.args[2]};
      case Op::kNeg:
      case Op::kAbs:
      case Op::kNoEvent:
      case Op::kDelay:
        return {node.args[0]};
      case Op::kSmooth:
        return {node.args[1]};
      default:
        return {};
    }
  }

  // What the units of its parts make of an expression; nothing where a number, or time as a number, leaves it open.
  std::optional<Dimension> Natural(ExprId e) {
    if (const auto found = natural_.find(e); found != natural_.end()) return found->second;
    const ExprNode& node = pool_[e];
    std::optional<Dimension> dimension;
    switch (node.op) {
      case Op::kVariable:
      case Op::kPre:
        if (node.type == ScalarType::kReal) dimension = dimensions_[static_cast<size_t>(node.payload)];
        break;
      case Op::kDer:
        if (const auto of = Natural(node.args[0])) dimension = Combine(*of, kTimeDimension, -1);
        break;
      case Op::kMul:
      case Op::kDiv: {
        const auto left = Natural(node.args[0]);
        const auto right = Natural(node.args[1]);
        if (left && right) dimension = Combine(*left, *right, node.op == Op::kMul ? 1 : -1);
        break;
      }
      case Op::kPow: {
        const auto base = Natural(node.args[0]);
        if (base && IsLiteral(node.args[1])) dimension = Combine(kNumber, *base, pool_[Plain(node.args[1])].number);
        break;
      }
      case Op::kSqrt:
        if (const auto of = Natural(node.args[0])) dimension = Combine(kNumber, *of, 0.5);
        break;
      default:
        for (const ExprId term : Terms(node)) {
          if (pool_[term].type != ScalarType::kReal) continue;
          if (!dimension) dimension = Natural(term);
        }
    }
    natural_.emplace(e, dimension);
    return dimension;
  }

  ExprId Plain(ExprId e) const { return pool_[e].op == Op::kToReal ? Plain(pool_[e].args[0]) : e; }
  bool IsLiteral(ExprId e) const {
    const Op op = pool_[Plain(e)].op;
    return op == Op::kReal || op == Op::kInteger;
  }

  // --- Units that were not declared

  void Assign(ExprId e, const Dimension& dimension) {
    const ExprNode& node = pool_[e];
    if (node.type != ScalarType::kReal || IsRelation(node.op)) return;
    if (node.op == Op::kVariable || node.op == Op::kPre) {
      std::optional<Dimension>& own = dimensions_[static_cast<size_t>(node.payload)];
      if (own) return;
      own = dimension;
      has_changed_ = true;
    } else if (node.op == Op::kDer) {
      Assign(node.args[0], Combine(dimension, kTimeDimension, 1));
    } else {
      for (const ExprId term : Terms(node)) Assign(term, dimension);
    }
  }

  void InferPair(ExprId left, ExprId right) {
    if (const auto dimension = Natural(left)) Assign(right, *dimension);
    if (const auto dimension = Natural(right)) Assign(left, *dimension);
  }

  void Infer(ExprId e) {
    const ExprNode& node = pool_[e];
    for (const ExprId argument : node.args) Infer(argument);
    const std::vector<ExprId> terms = Terms(node);
    if (terms.size() == 2) InferPair(terms[0], terms[1]);
  }

  void Infer(const std::vector<ir::FlatEquation>& equations) {
    for (const ir::FlatEquation& equation : equations) {
      if (equation.left) Infer(equation.left);
      if (equation.right) Infer(equation.right);
      if (equation.kind == ir::FlatEquation::Kind::kEquality) InferPair(equation.left, equation.right);
      for (const ir::FlatBranch& branch : equation.branches) {
        if (branch.condition) Infer(branch.condition);
        Infer(branch.body);
      }
    }
  }

  // --- The model in the new units

  ExprId Times(ExprId e, double factor) {
    if (factor == 1) return e;
    if (IsLiteral(e)) return pool_.Real(factor * pool_[Plain(e)].number);
    return pool_.Binary(Op::kMul, pool_.Real(factor), e);
  }

  ExprId Rebuilt(const ExprNode& node, ir::Arguments arguments) {
    ExprNode copy = node;
    copy.args = std::move(arguments);
    return pool_.Make(copy);
  }

  // An expression whose value is that of `e` in the model as it was, times the factor of `target`.
  ExprId Scaled(ExprId e, const Dimension& target) {
    const ExprNode node = pool_[e];
    if (node.type != ScalarType::kReal) return Rewritten(e);
    switch (node.op) {
      case Op::kReal:
      case Op::kToReal:
        return Times(node.op == Op::kReal ? e : Rebuilt(node, {Rewritten(node.args[0])}), Factor(target));
      case Op::kVariable:
      case Op::kPre:
        return Times(e, Factor(Combine(target, *Natural(e), -1)));
      case Op::kTime:
        return Times(e, Factor(Combine(target, kTimeDimension, -1)));
      case Op::kDer: {
        const Dimension of = Natural(node.args[0]).value_or(kNumber);
        const ExprId rate = Rebuilt(node, {Scaled(node.args[0], of)});
        return Times(rate, Factor(Combine(target, Combine(of, kTimeDimension, -1), -1)));
      }
      case Op::kMul: {
        const auto left = Natural(node.args[0]);
        const auto right = Natural(node.args[1]);
        if (left && right) break;
        // A factor without unit takes what is missing.
        const Dimension first = left ? *left : Combine(target, right.value_or(kNumber), -1);
        const Dimension second = left ? Combine(target, *left, -1) : right.value_or(kNumber);
        return Rebuilt(node, {Scaled(node.args[0], first), Scaled(node.args[1], second)});
      }
      case Op::kDiv: {
        const auto left = Natural(node.args[0]);
        const auto right = Natural(node.args[1]);
        if (left && right) break;
        const Dimension first = left ? *left : Combine(target, right.value_or(kNumber), 1);
        const Dimension second = left ? Combine(*left, target, -1) : right.value_or(kNumber);
        return Rebuilt(node, {Scaled(node.args[0], first), Scaled(node.args[1], second)});
      }
      default:
        break;
    }
    const Dimension natural = Natural(e).value_or(target);
    ir::Arguments arguments;
    Dimension made = kNumber;  // the dimension of what the arguments below give
    if (node.op == Op::kMul || node.op == Op::kDiv || node.op == Op::kSqrt) {
      for (const ExprId argument : node.args)
        arguments.push_back(Scaled(argument, Natural(argument).value_or(kNumber)));
      made = Natural(e).value_or(kNumber);
    } else if (node.op == Op::kPow && Natural(e)) {
      arguments = {Scaled(node.args[0], *Natural(node.args[0])), node.args[1]};
      made = natural;
    } else if (const std::vector<ExprId> terms = Terms(node); !terms.empty()) {
      for (const ExprId argument : node.args) {
        const bool is_term = std::find(terms.begin(), terms.end(), argument) != terms.end();
        arguments.push_back(Scaled(argument, is_term ? natural : node.op == Op::kDelay ? kTimeDimension : kNumber));
      }
      made = natural;
    } else {
      for (const ExprId argument : node.args) arguments.push_back(Scaled(argument, kNumber));
    }
    return Times(Rebuilt(node, std::move(arguments)), Factor(Combine(target, made, -1)));
  }

  bool ContainsTime(ExprId e) const {
    const ExprNode& node = pool_[e];
    return node.op == Op::kTime ||
           std::any_of(node.args.begin(), node.args.end(), [this](ExprId a) { return ContainsTime(a); });
  }

  // An expression that is no Real: the same value, at the new instant.
  ExprId Rewritten(ExprId e) {
    const ExprNode node = pool_[e];
    if (node.args.empty()) return e;
    Dimension of_arguments = kNumber;
    if (node.op == Op::kSample) {
      of_arguments = kTimeDimension;
    } else if (IsRelation(node.op)) {
      std::optional<Dimension> side = Natural(node.args[0]);
      if (!side) side = Natural(node.args[1]);
      of_arguments = side.value_or(ContainsTime(node.args[0]) || ContainsTime(node.args[1]) ? kTimeDimension : kNumber);
    }
    ir::Arguments arguments;
    for (const ExprId argument : node.args) arguments.push_back(Scaled(argument, of_arguments));
    return Rebuilt(node, std::move(arguments));
  }

  void Rewrite(std::vector<ir::FlatEquation>& equations) {
    for (ir::FlatEquation& equation : equations) {
      if (equation.left && equation.right && equation.kind != ir::FlatEquation::Kind::kAssert) {
        std::optional<Dimension> side = Natural(equation.left);
        if (!side) side = Natural(equation.right);
        equation.left = Scaled(equation.left, side.value_or(kNumber));
        equation.right = Scaled(equation.right, side.value_or(kNumber));
      } else if (equation.left) {
        equation.left = Rewritten(equation.left);
      }
      for (ir::FlatBranch& branch : equation.branches) {
        if (branch.condition) branch.condition = Rewritten(branch.condition);
        Rewrite(branch.body);
      }
    }
  }

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  const Scale scale_;
  std::vector<std::optional<Dimension>> dimensions_;  // by variable
  std::unordered_map<ExprId, std::optional<Dimension>> natural_;
  bool has_changed_ = false;
};

}  // namespace

std::vector<double> Rescale(ir::FlatModel& model, const Scale& scale) { return Rescaler(model, scale).Run(); }

}  // namespace stiction::test
