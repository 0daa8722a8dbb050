// SPDX-License-Identifier: BSD-3-Clause
// Expressions: names become instances, iterators, locals, literals (MLS 3, 5.3).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/builder.h"
#include "compiler/instantiate/builtin_functions.h"
#include "compiler/support/check.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr Builder::Make(BoundKind kind, Span span) {
  auto e = std::make_shared<ir::BoundExpression>();
  e->kind = kind;
  e->span = span;
  return e;
}

BoundPtr Builder::Integer(int64_t value, Span span) {
  BoundPtr e = Make(BoundKind::kInteger, span);
  e->number = static_cast<double>(value);
  return e;
}

bool Builder::BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context) {
  bool good = true;
  for (const ast::ExpressionPtr& operand : from) {
    BoundPtr bound = operand ? BindExpression(*operand, context) : nullptr;
    if (operand && !bound) good = false;
    to.operands.push_back(std::move(bound));
  }
  return good;
}

BoundPtr Builder::BindExpression(const ast::Expression& e, Context& context) {
  const auto with_operands = [&](BoundKind kind) -> BoundPtr {
    BoundPtr bound = Make(kind, e.span);
    bound->unary = e.unary;
    bound->binary = e.binary;
    return BindOperands(e.operands, *bound, context) ? bound : nullptr;
  };
  const auto literal = [&](BoundKind kind, double number) {
    BoundPtr bound = Make(kind, e.span);
    bound->number = number;
    return bound;
  };
  switch (e.kind) {
    case ast::ExpressionKind::kInteger:
      return literal(BoundKind::kInteger, e.number);
    case ast::ExpressionKind::kReal:
      return literal(BoundKind::kReal, e.number);
    case ast::ExpressionKind::kBoolean:
      return literal(BoundKind::kBoolean, e.boolean ? 1 : 0);
    case ast::ExpressionKind::kString: {
      BoundPtr bound = Make(BoundKind::kString, e.span);
      bound->text = e.text;
      return bound;
    }
    case ast::ExpressionKind::kReference: {
      BoundPtr bound = BindReference(e.reference, context);
      if (bound) bound->span = e.span;
      return bound;
    }
    case ast::ExpressionKind::kCall:
      return BindCall(e, context);
    case ast::ExpressionKind::kPartialCall:
      NotSupported(e.span, "a function as an argument of a function");
      return nullptr;
    case ast::ExpressionKind::kUnary:
      return with_operands(BoundKind::kUnary);
    case ast::ExpressionKind::kBinary:
      return with_operands(BoundKind::kBinary);
    case ast::ExpressionKind::kIf:
      return with_operands(BoundKind::kIf);
    case ast::ExpressionKind::kRange:
      return with_operands(BoundKind::kRange);
    case ast::ExpressionKind::kTuple:
      return with_operands(BoundKind::kTuple);
    case ast::ExpressionKind::kArray: {
      if (e.iterators.empty()) return with_operands(BoundKind::kArray);
      BoundPtr bound = Make(BoundKind::kComprehension, e.span);
      std::vector<const ast::ComponentReference*> used;
      CollectReferences(*e.operands[0], used);
      const size_t depth = context.iterators.size();
      const bool good =
          BindIterators(e.iterators, bound->iterators, context, used) && BindOperands(e.operands, *bound, context);
      context.iterators.resize(depth);
      return good ? bound : nullptr;
    }
    case ast::ExpressionKind::kMatrix: {
      BoundPtr bound = Make(BoundKind::kMatrix, e.span);
      bool good = true;
      for (const auto& row : e.rows) {
        bound->rows.push_back(static_cast<int32_t>(row.size()));
        good = BindOperands(row, *bound, context) && good;
      }
      return good ? bound : nullptr;
    }
    case ast::ExpressionKind::kSubscripted: {
      BoundPtr bound = with_operands(BoundKind::kSubscripted);
      if (!bound || !BindSubscripts(e.subscripts, bound->subscripts, bound->operands[0], context)) return nullptr;
      return bound;
    }
    case ast::ExpressionKind::kMember: {
      BoundPtr bound = with_operands(BoundKind::kMember);
      if (bound) bound->text = e.member.text;
      return bound;
    }
    case ast::ExpressionKind::kEnd: {
      if (context.ends.empty()) {
        Report(DiagnosticKind::UnknownName, e.span, "`end` stands for a size only inside a subscript");
        return nullptr;
      }
      BoundPtr bound = Make(BoundKind::kEnd, e.span);
      bound->end_of = context.ends.back().first;
      bound->end_position = context.ends.back().second;
      return bound;
    }
  }
  return nullptr;
}

bool Builder::BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                             const BoundPtr& of, Context& context) {
  const size_t limit = std::exchange(context.part_limit, SIZE_MAX);
  const bool bare = std::exchange(context.bare_last, false);
  bool good = true;
  for (size_t i = 0; i < from.size(); ++i) {
    ir::BoundSubscript subscript{nullptr, from[i].span};
    if (from[i].expression) {
      context.ends.emplace_back(of, static_cast<int32_t>(i));
      subscript.expression = BindExpression(*from[i].expression, context);
      context.ends.pop_back();
      good = good && subscript.expression;
    }
    to.push_back(std::move(subscript));
  }
  context.part_limit = limit;
  context.bare_last = bare;
  return good;
}

BoundPtr Builder::EnumerationLiteral(ir::EnumerationId type, int64_t ordinal, Span span) {
  BoundPtr literal = Make(BoundKind::kEnumeration, span);
  literal->number = static_cast<double>(ordinal);
  literal->type.enumeration = type;
  literal->type.scalar = ir::ScalarType::kEnumeration;
  literal->type.kind = ir::Type::Kind::kScalar;
  return literal;
}

BoundPtr Builder::EnumerationRange(const ResolvedType& type, Span span) {
  BoundPtr range = Make(BoundKind::kRange, span);
  const auto count = static_cast<int64_t>(tree_.enumerations[type.enumeration.index()].literals.size());
  for (const int64_t ordinal : {int64_t{1}, count}) {
    range->operands.push_back(EnumerationLiteral(type.enumeration, ordinal, span));
  }
  return range;
}

BoundPtr Builder::BindReference(const ast::ComponentReference& reference, Context& context) {
  const ast::ComponentReference::Part& first = reference.parts[0];
  const bool is_single = reference.parts.size() == 1;
  if (!reference.global) {
    for (size_t i = context.iterators.size(); i-- > 0;) {
      if (context.iterators[i].first != first.name.text) continue;
      BoundPtr bound = Make(BoundKind::kIterator, reference.span);
      bound->local = context.iterators[i].second;
      bound->text = first.name.text;
      if (!is_single) {
        Report(DiagnosticKind::UnknownMember, reference.parts[1].name.span,
               fmt::format("iterator `{}` has no member `{}`", first.name.text, reference.parts[1].name.text));
        return nullptr;
      }
      return BindSubscripts(first.subscripts, bound->subscripts, bound, context) ? bound : nullptr;
    }
    if (is_single && first.name.text == "time") {
      if (!AllowsOperator("time", reference.span, context)) return nullptr;
      return Make(BoundKind::kTime, reference.span);
    }
  }
  const Found found = reference.global ? LookUpGlobal(first.name.text) : LookUp(context.scope, first.name.text);
  if (found.kind == Found::Kind::kNothing) {
    if (!reference.global && IsBuiltinFunction(first.name.text) && is_single) {
      Report(DiagnosticKind::UnknownName, first.name.span,
             fmt::format("`{}` is a function and needs its arguments in parentheses", first.name.text));
    } else {
      ReportUnknown(DiagnosticKind::UnknownName, first.name.span, first.name.text, context.scope);
    }
    return nullptr;
  }
  if (found.kind == Found::Kind::kClass) return BindClassPath(reference, found.element, context);
  if (found.group->is_function) return BindLocalPath(reference, 0, *found.group, context);
  if (!found.group->instance) {
    const ir::InstanceId constant = ConstantOf(*found.group, found.name, first.name.span);
    return constant ? BindComponentPath(reference, 0, constant, context) : nullptr;
  }
  if (found.group != context.scope->group) {
    const ComponentElement& element = found.group->components.find(found.name)->second;
    if (element.declaration->prefix.variability != ast::Variability::kConstant) {
      Report(DiagnosticKind::NotAConstant, first.name.span,
             fmt::format("`{}` belongs to the enclosing class `{}`, of which only constants can be used",
                         first.name.text, ScopeName(found.group->main)))
          .labels.push_back({element.declaration->name.span, "declared here"});
      return nullptr;
    }
  }
  const std::optional<ir::InstanceId> child = FindChild(found.group->instance, found.name);
  if (child) return BindComponentPath(reference, 0, *child, context);
  if (IsRemoved(found.group->instance, found.name)) {
    context.removed = true;
    if (!context.drop_removed) {
      Report(DiagnosticKind::RemovedComponent, first.name.span,
             fmt::format("`{}` is not there: its condition is false", first.name.text))
          .hint = "a conditional component may only be used in connect";
    }
  }
  return nullptr;
}

BoundPtr Builder::BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                    Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  BoundPtr bound = Make(BoundKind::kComponent, reference.span);
  ir::InstanceId current = id;
  bool direct = true;  // the instance is known without evaluating subscripts
  for (size_t p = part;; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    Expand(current);
    if (direct) {
      bound->instance = current;
    } else {
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (!here.subscripts.empty() && !(context.bare_last && p + 1 == count)) {
      const auto whole = std::make_shared<ir::BoundExpression>(*bound);
      std::vector<ir::BoundSubscript> subscripts;
      if (!BindSubscripts(here.subscripts, subscripts, whole, context)) return nullptr;
      if (subscripts.size() > At(current).dims.size()) {
        auto& error = Report(
            DiagnosticKind::TooManySubscripts, here.name.span,
            fmt::format("`{}` has {} dimension{} and is given {} subscript{}", here.name.text, At(current).dims.size(),
                        At(current).dims.size() == 1 ? "" : "s", subscripts.size(), subscripts.size() == 1 ? "" : "s"));
        error.labels.push_back({At(current).span, "declared here"});
        return nullptr;
      }
      (direct ? bound->subscripts : bound->members.back().subscripts) = std::move(subscripts);
    }
    if (p + 1 == count) return bound;
    const ast::Identifier& next = reference.parts[p + 1].name;
    ir::InstanceId holder = current;
    if (At(current).kind == ir::InstanceKind::kArray) {
      direct = false;
      if (At(current).elements.empty()) {
        // Nothing to look the member up in, and nothing that could be read: an empty array.
        for (size_t rest = p + 1; rest < count; ++rest) {
          bound->members.push_back({reference.parts[rest].name.text, {}, reference.parts[rest].name.span});
        }
        return bound;
      }
      holder = At(current).elements.front();
    }
    const ir::Instance& instance = At(holder);
    const std::optional<ir::InstanceId> child = FindChild(holder, next.text);
    if (!child) {
      const Group* group = WorkOf(holder).group;
      if (WorkOf(holder).is_broken || (group && group->is_broken)) return nullptr;
      if (IsRemoved(holder, next.text)) {
        context.removed = true;
        if (context.drop_removed) return nullptr;
        Report(DiagnosticKind::RemovedComponent, next.span,
               fmt::format("`{}` is not there: its condition is false", next.text));
        return nullptr;
      }
      if (WorkOf(holder).element == nullptr || instance.kind == ir::InstanceKind::kBuiltin ||
          (group && !group->components.contains(next.text))) {
        std::vector<std::string> candidates;
        for (const auto& [name, member] : instance.child_by_name) candidates.push_back(name);
        const std::string what = instance.kind == ir::InstanceKind::kComposite && instance.cls
                                     ? fmt::format(" of class `{}`", classes_.classes[instance.cls.index()].full_name)
                                     : "";
        Report(DiagnosticKind::UnknownMember, next.span,
               fmt::format("`{}`{} has no component `{}`", reference.parts[p].name.text, what, next.text))
            .hint = DidYouMean(next.text, candidates);
      }
      return nullptr;
    }
    current = *child;
  }
}

BoundPtr Builder::BindLocalPath(const ast::ComponentReference& reference, size_t part, Group& group, Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  BoundPtr bound = Make(BoundKind::kLocal, reference.span);
  bound->local = group.locals.find(reference.parts[part].name.text)->second;
  bound->text = reference.parts[part].name.text;
  Group* inside = nullptr;
  const ComponentElement* element = &group.components.find(reference.parts[part].name.text)->second;
  for (size_t p = part; p < count; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    if (p > part) {
      const ResolvedType type = ResolveName(element->scope, element->declaration->type);
      inside = nullptr;
      if (type.kind == ResolvedType::Kind::kClass) inside = BuildGroup(type, NewGroup());
      const auto member = inside ? inside->components.find(here.name.text) : group.components.end();
      if (!inside || member == inside->components.end()) {
        std::vector<std::string> candidates = inside ? inside->order : std::vector<std::string>{};
        Report(DiagnosticKind::UnknownMember, here.name.span,
               fmt::format("`{}` has no component `{}`", reference.parts[p - 1].name.text, here.name.text))
            .hint = DidYouMean(here.name.text, candidates);
        return nullptr;
      }
      element = &member->second;
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (here.subscripts.empty() || (context.bare_last && p + 1 == count)) continue;
    const auto whole = std::make_shared<ir::BoundExpression>(*bound);
    std::vector<ir::BoundSubscript> subscripts;
    if (!BindSubscripts(here.subscripts, subscripts, whole, context)) return nullptr;
    (p == part ? bound->subscripts : bound->members.back().subscripts) = std::move(subscripts);
  }
  return bound;
}

BoundPtr Builder::BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context) {
  for (size_t p = 0;; ++p) {
    const bool is_last = p + 1 == reference.parts.size();
    const ast::Identifier& here = reference.parts[p].name;
    const ResolvedType type = Resolve(*element);
    if (type.kind == ResolvedType::Kind::kError) return nullptr;
    const bool is_enumeration = type.kind == ResolvedType::Kind::kScalar && type.scalar == ir::ScalarType::kEnumeration;
    if (is_last) {
      if (is_enumeration) return EnumerationRange(type, reference.span);
      if (type.kind == ResolvedType::Kind::kScalar && type.scalar == ir::ScalarType::kBoolean) {
        BoundPtr both = Make(BoundKind::kArray, reference.span);
        for (const double value : {0.0, 1.0}) {
          BoundPtr literal = Make(BoundKind::kBoolean, reference.span);
          literal->number = value;
          both->operands.push_back(std::move(literal));
        }
        return both;
      }
      Report(DiagnosticKind::ClassAsValue, reference.span, fmt::format("`{}` is a class, not a value", here.text));
      return nullptr;
    }
    const ast::Identifier& next = reference.parts[p + 1].name;
    std::vector<std::string> candidates;
    if (is_enumeration) {
      const std::vector<std::string>& literals = tree_.enumerations[type.enumeration.index()].literals;
      const auto literal = std::find(literals.begin(), literals.end(), next.text);
      if (literal != literals.end() && p + 2 == reference.parts.size()) {
        return EnumerationLiteral(type.enumeration, literal - literals.begin() + 1, reference.span);
      }
      candidates = literals;
    } else if (Group* group = Enter(*element)) {
      const Found found = FindIn(*group, next.text);
      if (found.kind == Found::Kind::kComponent) {
        const ir::InstanceId constant = ConstantOf(*group, found.name, next.span);
        return constant ? BindComponentPath(reference, p + 1, constant, context) : nullptr;
      }
      if (found.kind == Found::Kind::kClass) {
        element = found.element;
        continue;
      }
      candidates = UnreadClasses(*group->main);
      candidates.insert(candidates.end(), group->order.begin(), group->order.end());
      for (const auto& [name, entry] : group->classes) candidates.push_back(name);
    }
    Report(DiagnosticKind::UnknownMember, next.span,
           fmt::format("`{}` has no {} `{}`", here.text, is_enumeration ? "literal" : "element", next.text))
        .hint = DidYouMean(next.text, candidates);
    return nullptr;
  }
}

BoundPtr Builder::ImplicitRange(const ast::Identifier& name, const std::vector<const ast::ComponentReference*>& used,
                                Context& context) {
  for (const ast::ComponentReference* reference : used) {
    for (size_t p = 0; p < reference->parts.size(); ++p) {
      const auto& subscripts = reference->parts[p].subscripts;
      for (size_t k = 0; k < subscripts.size(); ++k) {
        const ast::Expression* s = subscripts[k].expression.get();
        const bool is_iterator = s && s->kind == ast::ExpressionKind::kReference && s->reference.parts.size() == 1 &&
                                 s->reference.parts[0].subscripts.empty() &&
                                 s->reference.parts[0].name.text == name.text;
        if (!is_iterator) continue;
        Context prefix = context;
        prefix.part_limit = p + 1;
        prefix.bare_last = true;
        const BoundPtr array = BindReference(*reference, prefix);
        if (!array) return nullptr;
        BoundPtr size = Make(BoundKind::kBuiltin, name.span);
        size->text = "size";
        size->operands = {array, Integer(static_cast<int64_t>(k) + 1, name.span)};
        BoundPtr range = Make(BoundKind::kRange, name.span);
        range->operands = {Integer(1, name.span), size};
        return range;
      }
    }
  }
  Report(DiagnosticKind::IteratorRange, name.span,
         fmt::format("iterator `{}` has no range, and no array is subscripted by it alone", name.text))
      .hint = fmt::format("write `{} in 1:n`", name.text);
  return nullptr;
}

bool Builder::BindIterators(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to,
                            Context& context, const std::vector<const ast::ComponentReference*>& used) {
  for (const ast::ForIndex& index : indices) {
    ir::BoundIterator iterator;
    iterator.name = index.name.text;
    iterator.range = index.range ? BindExpression(*index.range, context) : ImplicitRange(index.name, used, context);
    if (!iterator.range) return false;
    iterator.number = next_iterator_++;
    context.iterators.emplace_back(iterator.name, iterator.number);
    to.push_back(std::move(iterator));
  }
  return true;
}

}  // namespace stiction
