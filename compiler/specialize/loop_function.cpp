// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/loop_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "compiler/expand/array_builtins.h"
#include "compiler/expand/flat_value.h"
#include "compiler/ir/instances/operators_of_models.h"

namespace stiction::flatten {
namespace {

using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundPtr;
using ir::BoundStatement;
using ir::FunctionVariable;

/// The type of a variable of any size.
ir::Type TypeOf(const LocalVariable& local) {
  ir::Type type{.kind = ir::Type::Kind::kScalar, .scalar = local.type, .enumeration = local.enumeration};
  type.dims.assign(local.dims.size(), -1);
  if (local.is_record) type.kind = ir::Type::Kind::kRecord;
  for (const LocalVariable& field : local.fields) type.members.push_back({field.name, TypeOf(field)});
  return type;
}

BoundPtr Make(BoundKind kind, const ir::Type& type, Span span) {
  auto made = std::make_shared<BoundExpression>();
  made->kind = kind;
  made->type = type;
  made->span = span;
  return made;
}

BoundPtr Literal(const ir::Type& type, double number, Span span) {
  const BoundKind kind = type.scalar == ir::ScalarType::kReal      ? BoundKind::kReal
                         : type.scalar == ir::ScalarType::kInteger ? BoundKind::kInteger
                         : type.scalar == ir::ScalarType::kBoolean ? BoundKind::kBoolean
                                                                   : BoundKind::kEnumeration;
  const BoundPtr literal = Make(kind, type, span);
  literal->number = number;
  return literal;
}

/// Copies the loop with local variables of a function in the place of what it reads and assigns.
class LoopCopy {
 public:
  LoopCopy(const ir::InstanceTree& tree, const std::vector<LocalVariable>* locals) : tree_(tree), around_(locals) {}

  LoopFunction Run(const BoundStatement& loop, size_t first_index) {
    NoteTargets({loop});
    NoteIterators({loop}, first_index);
    BoundStatement copy = Copy(loop);
    copy.indices.erase(copy.indices.begin(), copy.indices.begin() + static_cast<std::ptrdiff_t>(first_index));
    return Finish("$loop", std::move(copy));
  }

  std::optional<LoopFunction> Reduce(const BoundExpression& call) {
    BoundStatement loop{.kind = ast::StatementKind::kFor, .span = call.span};
    BoundPtr element;
    const BoundExpression& of = *call.operands.at(0);
    if (of.kind == BoundKind::kComprehension) {
      // The last iterator is the outermost (MLS 10.4.1.1).
      loop.indices.assign(of.iterators.rbegin(), of.iterators.rend());
      element = of.operands.at(0);
    } else if ((of.kind == BoundKind::kComponent || of.kind == BoundKind::kLocal) && of.members.empty()) {
      element = SliceElement(of, loop.indices);
    }
    if (loop.indices.empty()) return std::nullopt;
    for (const ir::BoundIterator& iterator : loop.indices) own_iterators_.insert(iterator.number);
    for (ir::BoundIterator& iterator : loop.indices) iterator.range = Copy(iterator.range);
    element = Copy(element);
    ir::Type type = call.type;
    type.dims.clear();
    const bool is_extremum = call.text == "min" || call.text == "max";
    const bool is_product = call.text == "product";
    const double first = is_extremum ? ExtremeOf(tree_, type, call.text == "min") : is_product ? 1 : 0;
    const BoundPtr result = Make(BoundKind::kLocal, type, call.span);
    result->text = "result";
    result->local = Add(ir::Causality::kOutput, result->text, type, call.span, Literal(type, first, call.span));
    BoundStatement turn{.kind = ast::StatementKind::kAssign, .target = result, .span = call.span};
    turn.value = Make(is_extremum ? BoundKind::kBuiltin : BoundKind::kBinary, type, call.span);
    if (is_extremum) turn.value->text = call.text;
    turn.value->binary = is_product ? ast::BinaryOperator::kMultiply : ast::BinaryOperator::kAdd;
    turn.value->operands = {result, element};
    loop.body.push_back(std::move(turn));
    return Finish("$" + call.text, std::move(loop));
  }

 private:
  LoopFunction Finish(std::string name, BoundStatement loop) {
    made_.function.name = std::move(name);
    made_.function.span = loop.span;
    made_.function.body.push_back(std::move(loop));
    for (size_t v = 0; v < made_.function.variables.size(); ++v) {
      made_.function.declaration_order.push_back(static_cast<int32_t>(v));
    }
    return std::move(made_);
  }

  /// The element of a slice, with one iterator for each of its ranges.
  static BoundPtr SliceElement(const BoundExpression& slice, std::vector<ir::BoundIterator>& iterators) {
    const ir::Type integer{.kind = ir::Type::Kind::kScalar, .scalar = ir::ScalarType::kInteger};
    auto element = std::make_shared<BoundExpression>(slice);
    element->type.dims.clear();
    for (size_t d = 0; d < slice.subscripts.size(); ++d) {
      BoundPtr range = slice.subscripts[d].expression;
      if (!range) {
        auto whole = std::make_shared<BoundExpression>(slice);
        whole->subscripts.clear();
        const BoundPtr size = Make(BoundKind::kBuiltin, integer, slice.span);
        size->text = "size";
        size->operands = {whole, Literal(integer, static_cast<double>(d) + 1, slice.span)};
        range = Make(BoundKind::kRange, integer, slice.span);
        range->operands = {Literal(integer, 1, slice.span), size};
      } else if (range->kind != BoundKind::kRange) {
        continue;
      }
      const BoundPtr at = Make(BoundKind::kIterator, integer, slice.span);
      at->local = -2 - static_cast<int32_t>(d);  // numbers of iterators that are written are not negative
      element->subscripts[d].expression = at;
      iterators.push_back({at->local, "i", range});
    }
    return element;
  }

  void NoteTargets(const std::vector<BoundStatement>& statements) {
    const auto note = [this](const BoundPtr& target) {
      if (target && target->kind == BoundKind::kComponent) assigned_.insert(target->instance);
    };
    for (const BoundStatement& s : statements) {
      note(s.target);
      if (s.target && s.target->kind == BoundKind::kTuple) {
        for (const BoundPtr& target : s.target->operands) note(target);
      }
      for (const auto& branch : s.branches) NoteTargets(branch.body);
      NoteTargets(s.body);
    }
  }

  void NoteIterators(const std::vector<BoundStatement>& statements, size_t first_index) {
    for (const BoundStatement& s : statements) {
      for (size_t i = first_index; i < s.indices.size(); ++i) own_iterators_.insert(s.indices[i].number);
      for (const auto& branch : s.branches) NoteIterators(branch.body, 0);
      NoteIterators(s.body, 0);
    }
  }

  BoundStatement Copy(const BoundStatement& from) {
    BoundStatement to = from;
    to.target = Copy(from.target);
    to.value = Copy(from.value);
    for (ir::BoundIterator& iterator : to.indices) iterator.range = Copy(iterator.range);
    for (auto& branch : to.branches) {
      branch.condition = Copy(branch.condition);
      for (BoundStatement& inner : branch.body) inner = Copy(inner);
    }
    for (BoundStatement& inner : to.body) inner = Copy(inner);
    return to;
  }

  BoundPtr Copy(const BoundPtr& from) {
    if (!from) return nullptr;
    switch (from->kind) {
      case BoundKind::kComponent:
        return LocalOf(*from);
      case BoundKind::kLocal:
        return LocalOfCaller(*from);
      case BoundKind::kTime:
        if (!time_) time_ = Argument(from, "time", {.kind = ir::Type::Kind::kScalar});
        return time_;
      case BoundKind::kIterator: {
        if (own_iterators_.contains(from->local)) break;
        BoundPtr& argument = outer_iterators_[from->local];
        if (!argument) argument = Argument(from, from->text, from->type);
        return argument;
      }
      case BoundKind::kBuiltin:
        // It is evaluated before the loop.
        if (!ir::IsOperatorOfModels(from->text)) break;
        if (DependsOnLoop(*from)) {
          Fail(DiagnosticKind::NotYetSupported, from->span,
               fmt::format("`{}` of what a loop changes is not supported yet where the number of turns is known during "
                           "the simulation only",
                           from->text));
        }
        return Argument(from, from->text, from->type);
      default:
        break;
    }
    auto to = std::make_shared<BoundExpression>(*from);
    for (const ir::BoundIterator& iterator : to->iterators) own_iterators_.insert(iterator.number);
    for (ir::BoundIterator& iterator : to->iterators) iterator.range = Copy(iterator.range);
    for (BoundPtr& operand : to->operands) operand = Copy(operand);
    CopySubscripts(to->subscripts);
    for (ir::BoundMember& member : to->members) CopySubscripts(member.subscripts);
    to->end_of = Copy(to->end_of);
    return to;
  }

  void CopySubscripts(std::vector<ir::BoundSubscript>& subscripts) {
    for (ir::BoundSubscript& subscript : subscripts) subscript.expression = Copy(subscript.expression);
  }

  bool DependsOnLoop(const BoundExpression& e) const {
    if (e.kind == BoundKind::kIterator && own_iterators_.contains(e.local)) return true;
    const auto depends = [this](const BoundPtr& of) { return of && DependsOnLoop(*of); };
    return std::any_of(e.operands.begin(), e.operands.end(), depends) ||
           std::any_of(e.subscripts.begin(), e.subscripts.end(), [&](const auto& s) { return depends(s.expression); });
  }

  BoundPtr LocalOf(const BoundExpression& reference) {
    const ir::Instance& instance = tree_.instances[reference.instance.index()];
    if (!reference.members.empty() || instance.kind != ir::InstanceKind::kBuiltin || !instance.object_class.empty()) {
      Fail(
          DiagnosticKind::NotYetSupported, reference.span,
          "a variable of an array of components in a loop whose number of turns is known during the simulation only is "
          "not supported yet in a model",
          "move the loop into a function");
    }
    const auto [place, is_new] = locals_.try_emplace(reference.instance, -1);
    if (is_new) place->second = AddVariable(reference, instance);
    auto local = std::make_shared<BoundExpression>(reference);
    local->kind = BoundKind::kLocal;
    local->local = place->second;
    local->text = instance.name;
    CopySubscripts(local->subscripts);
    return local;
  }

  BoundPtr LocalOfCaller(const BoundExpression& reference) {
    const LocalVariable& local = around_->at(static_cast<size_t>(reference.local));
    BoundPtr& input = inputs_of_caller_[reference.local];
    if (!input) {
      auto whole = std::make_shared<BoundExpression>(reference);
      whole->subscripts.clear();
      whole->members.clear();
      whole->type = TypeOf(local);
      input = Argument(whole, local.name, whole->type);
    }
    auto to = std::make_shared<BoundExpression>(reference);
    to->local = input->local;
    CopySubscripts(to->subscripts);
    for (ir::BoundMember& member : to->members) CopySubscripts(member.subscripts);
    return to;
  }

  int32_t AddVariable(const BoundExpression& reference, const ir::Instance& instance) {
    ir::Type type{.kind = ir::Type::Kind::kScalar, .scalar = instance.scalar, .enumeration = instance.enumeration};
    type.dims = instance.dims;
    auto whole = std::make_shared<BoundExpression>(reference);
    whole->subscripts.clear();
    whole->type = type;
    const BoundPtr before = Argument(whole, instance.name, type);
    if (!assigned_.contains(reference.instance)) return before->local;
    made_.targets.push_back(whole);
    return Add(ir::Causality::kOutput, instance.name, type, reference.span, before);
  }

  BoundPtr Argument(const BoundPtr& value, const std::string& name, const ir::Type& type) {
    made_.arguments.push_back(value);
    auto local = std::make_shared<BoundExpression>(
        BoundExpression{.kind = BoundKind::kLocal, .span = value->span, .type = type, .text = name});
    local->local = Add(ir::Causality::kInput, name, type, value->span, nullptr);
    return local;
  }

  int32_t Add(ir::Causality causality, const std::string& name, const ir::Type& type, Span span, BoundPtr binding) {
    FunctionVariable variable;
    variable.name = name;
    variable.causality = causality;
    variable.type = type;
    variable.binding = std::move(binding);
    variable.span = span;
    made_.function.variables.push_back(std::move(variable));
    return static_cast<int32_t>(made_.function.variables.size()) - 1;
  }

  const ir::InstanceTree& tree_;
  const std::vector<LocalVariable>* around_;
  LoopFunction made_;
  std::set<ir::InstanceId> assigned_;
  std::set<int32_t> own_iterators_;
  std::map<ir::InstanceId, int32_t> locals_;  // what is read and assigned
  std::map<int32_t, BoundPtr> inputs_of_caller_;
  std::map<int32_t, BoundPtr> outer_iterators_;
  BoundPtr time_;
};

}  // namespace

LoopFunction MakeLoopFunction(const ir::InstanceTree& tree, const BoundStatement& loop, size_t first_index) {
  return LoopCopy(tree, nullptr).Run(loop, first_index);
}

std::optional<LoopFunction> MakeReduction(const ir::InstanceTree& tree, const std::vector<LocalVariable>* locals,
                                          const BoundExpression& call) {
  return LoopCopy(tree, locals).Reduce(call);
}

}  // namespace stiction::flatten
