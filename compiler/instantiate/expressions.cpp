// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/instantiate/calls.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/outer_declarations.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/overloaded_name.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/expr/builtin_functions.h"
#include "compiler/ir/expr/print.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr Expressions::Bind(const ast::Expression& e, Scope* scope) {
  Context context{.scope = scope};
  return Bind(e, context);
}

// Longer than a screen: one case for each kind of expression.
BoundPtr Expressions::Bind(const ast::Expression& e, Context& context) {
  const auto with_operands = [&](BoundKind kind) -> BoundPtr {
    BoundPtr bound = MakeBound(kind, e.span);
    bound->unary = e.unary;
    bound->binary = e.binary;
    if (kind == BoundKind::kUnary) data_.operators.insert(ast::OverloadedName(e.unary));
    if (kind == BoundKind::kBinary) data_.operators.insert(ast::OverloadedName(e.binary));
    return BindOperands(e.operands, *bound, context) ? bound : nullptr;
  };
  const auto literal = [&](BoundKind kind, double number) {
    BoundPtr bound = MakeBound(kind, e.span);
    bound->number = number;
    return bound;
  };
  BoundPtr bound;
  switch (e.kind) {
    case ast::ExpressionKind::kInteger:
      return literal(BoundKind::kInteger, e.number);
    case ast::ExpressionKind::kReal:
      return literal(BoundKind::kReal, e.number);
    case ast::ExpressionKind::kBoolean:
      return literal(BoundKind::kBoolean, e.boolean ? 1 : 0);
    case ast::ExpressionKind::kString:
      bound = MakeBound(BoundKind::kString, e.span);
      bound->text = e.text;
      return bound;
    case ast::ExpressionKind::kReference:
      bound = BindReference(e.reference, context);
      if (bound) bound->span = e.span;
      return bound;
    case ast::ExpressionKind::kCall:
      return calls_.Bind(e, context);
    case ast::ExpressionKind::kPartialCall:
      reports_.Error(DiagnosticKind::ArgumentMismatch, e.span,
                     "a function can only be the argument of a function whose input is one (MLS 12.4.2)");
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
    case ast::ExpressionKind::kArray:
      return e.iterators.empty() ? with_operands(BoundKind::kArray)
                                 : BindComprehension(*e.operands[0], e.iterators, e.span, context);
    case ast::ExpressionKind::kMatrix:
      return BindMatrix(e, context);
    case ast::ExpressionKind::kSubscripted:
      bound = with_operands(BoundKind::kSubscripted);
      return bound && BindSubscripts(e.subscripts, bound->subscripts, bound->operands[0], context) ? bound : nullptr;
    case ast::ExpressionKind::kMember:
      bound = with_operands(BoundKind::kMember);
      if (bound) bound->text = e.member.text;
      return bound;
    case ast::ExpressionKind::kEnd:
      return BindEnd(e.span, context);
  }
  return nullptr;
}

BoundPtr Expressions::BindComprehension(const ast::Expression& body, const std::vector<ast::ForIndex>& indices,
                                        Span span, Context& context) {
  BoundPtr bound = MakeBound(BoundKind::kComprehension, span);
  UsedReferences used;
  CollectReferences(body, used);
  const size_t depth = context.iterators.size();
  BoundPtr value = BindIterators(indices, bound->iterators, context, used) ? Bind(body, context) : nullptr;
  context.iterators.resize(depth);
  if (!value) return nullptr;
  bound->operands.push_back(std::move(value));
  return bound;
}

BoundPtr Expressions::BindMatrix(const ast::Expression& e, Context& context) {
  BoundPtr bound = MakeBound(BoundKind::kMatrix, e.span);
  bool good = true;
  for (const auto& row : e.rows) {
    bound->rows.push_back(static_cast<int32_t>(row.size()));
    good = BindOperands(row, *bound, context) && good;
  }
  return good ? bound : nullptr;
}

BoundPtr Expressions::BindEnd(Span span, const Context& context) {
  if (context.ends.empty()) {
    reports_.Error(DiagnosticKind::UnknownName, span, "`end` stands for a size only inside a subscript");
    return nullptr;
  }
  BoundPtr bound = MakeBound(BoundKind::kEnd, span);
  bound->end_of = context.ends.back().first;
  bound->end_position = context.ends.back().second;
  return bound;
}

bool Expressions::BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context) {
  bool good = true;
  for (const ast::ExpressionPtr& operand : from) {
    BoundPtr bound = operand ? Bind(*operand, context) : nullptr;
    if (operand && !bound) good = false;
    to.operands.push_back(std::move(bound));
  }
  return good;
}

bool Expressions::BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                                 const BoundPtr& of, Context& context) {
  const size_t limit = std::exchange(context.part_limit, SIZE_MAX);
  const bool bare = std::exchange(context.bare_last, false);
  bool good = true;
  for (size_t i = 0; i < from.size(); ++i) {
    ir::BoundSubscript subscript{nullptr, from[i].span};
    if (from[i].expression) {
      context.ends.emplace_back(of, static_cast<int32_t>(i));
      subscript.expression = Bind(*from[i].expression, context);
      context.ends.pop_back();
      good = good && subscript.expression;
    }
    to.push_back(std::move(subscript));
  }
  context.part_limit = limit;
  context.bare_last = bare;
  return good;
}

bool Expressions::BindIterators(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to,
                                Context& context, const UsedReferences& used) {
  for (const ast::ForIndex& index : indices) {
    ir::BoundIterator iterator;
    iterator.name = index.name.text;
    iterator.range = index.range ? Bind(*index.range, context) : ImplicitRange(index.name, used, context);
    if (!iterator.range) return false;
    iterator.number = next_iterator_++;
    context.iterators.emplace_back(iterator.name, iterator.number);
    to.push_back(std::move(iterator));
  }
  return true;
}

bool Expressions::IsInExpandable(const ast::ComponentReference& reference, size_t part, const Context& context) {
  const Found found = names_.LookUp(context.scope, reference.parts[0].name.text, reference.global);
  ir::InstanceId at = found.group ? found.group->instance : ir::InstanceId();
  for (size_t p = 0; at && p < part; ++p) {
    const std::optional<ir::InstanceId> child = data_.FindChild(at, reference.parts[p].name.text);
    if (!child) return false;
    components_.Expand(*child);
    if (data_.At(*child).is_expandable) return true;
    at = data_.At(*child).elements.empty() ? *child : data_.At(*child).elements.front();
  }
  return false;
}

BoundPtr Expressions::ImplicitRange(const ast::Identifier& name, const UsedReferences& used, Context& context) {
  for (const ast::ComponentReference* reference : used) {
    for (size_t p = 0; p < reference->parts.size(); ++p) {
      const auto& subscripts = reference->parts[p].subscripts;
      for (size_t k = 0; k < subscripts.size(); ++k) {
        const ast::Expression* s = subscripts[k].expression.get();
        const bool is_iterator = s && s->kind == ast::ExpressionKind::kReference && s->reference.parts.size() == 1 &&
                                 s->reference.parts[0].subscripts.empty() &&
                                 s->reference.parts[0].name.text == name.text;
        if (!is_iterator || IsInExpandable(*reference, p, context)) continue;
        Context prefix = context;
        prefix.part_limit = p + 1;
        prefix.bare_last = true;
        const BoundPtr array = BindReference(*reference, prefix);
        if (!array) return nullptr;
        if (BoundPtr values = ValuesOfDimension(*reference, p, k, context)) return values;
        BoundPtr size = MakeBound(BoundKind::kBuiltin, name.span);
        size->text = "size";
        size->operands = {array, ir::MakeInteger(static_cast<int64_t>(k) + 1, name.span)};
        BoundPtr range = MakeBound(BoundKind::kRange, name.span);
        range->operands = {ir::MakeInteger(1, name.span), size};
        return range;
      }
    }
  }
  reports_.Error(DiagnosticKind::IteratorRange, name.span,
                 fmt::format("iterator `{}` has no range, and no array is subscripted by it alone", name.text),
                 fmt::format("write `{} in 1:n`", name.text));
  return nullptr;
}

// Where an enumeration or Boolean is the size, its values are the range.
BoundPtr Expressions::ValuesOfDimension(const ast::ComponentReference& reference, size_t part, size_t dimension,
                                        const Context& context) {
  const Found found = names_.LookUp(context.scope, reference.parts[0].name.text, reference.global);
  if (!found.group) return nullptr;
  const ComponentElement* element = &found.group->components.find(found.name)->second;
  ResolvedType type = classes_.ResolveName(element->scope, element->declaration->type);
  for (size_t p = 1; p <= part; ++p) {
    if (type.kind != ResolvedType::Kind::kClass) return nullptr;
    const Group& group = *groups_.Build(type, data_.NewGroup());
    const auto member = group.components.find(reference.parts[p].name.text);
    if (member == group.components.end()) return nullptr;
    element = &member->second;
    type = classes_.ResolveName(element->scope, element->declaration->type);
  }
  const std::vector<ResolvedType::Dimension> written = WrittenDimensions(*element, type);
  const ast::Expression* size = dimension < written.size() ? written[dimension].subscript->expression.get() : nullptr;
  if (!size || size->kind != ast::ExpressionKind::kReference) return nullptr;
  BoundPtr values = Bind(*size, written[dimension].scope);
  return values && ir::ValuesOfType(*size, *values) ? values : nullptr;
}

BoundPtr Expressions::BindReference(const ast::ComponentReference& reference, Context& context) {
  const ast::Identifier& first = reference.parts[0].name;
  const bool is_single = reference.parts.size() == 1;
  if (!reference.global) {
    for (size_t i = context.iterators.size(); i-- > 0;) {
      if (context.iterators[i].first == first.text)
        return BindIterator(reference, context.iterators[i].second, context);
    }
    if (is_single && first.text == "time") {
      if (!calls_.AllowsOperator("time", reference.span, context)) return nullptr;
      CheckTimeInModel(reference.span, context);
      return MakeBound(BoundKind::kTime, reference.span);
    }
  }
  const Found found = names_.LookUp(context.scope, first.text, reference.global);
  if (found.element) return BindClassPath(reference, found.element, context);
  if (found.group) return BindComponent(reference, found, context);
  if (!reference.global && IsBuiltinFunction(first.text) && is_single) {
    reports_.Error(DiagnosticKind::UnknownName, first.span,
                   fmt::format("`{}` is a function and needs its arguments in parentheses", first.text));
  } else {
    names_.ReportUnknown(DiagnosticKind::UnknownName, first.span, first.text, context.scope);
  }
  return nullptr;
}

// A component with a condition is modified and connected, and nothing else, also where the condition is true.
void Expressions::CheckUnconditional(const ComponentElement& element, const ast::Identifier& name,
                                     const Context& context) {
  if (!element.condition || context.in_connect) return;
  reports_.Error(DiagnosticKind::ConditionalUse, name.span,
                 fmt::format("`{}` has a condition, and can only be modified and connected", element.name),
                 Label{element.condition->span, "the condition"},
                 "connect it with a component without a condition, and use that");
}

// The independent variable is an input of models and blocks.
void Expressions::CheckTimeInModel(Span span, const Context& context) {
  const ast::Class* definition = context.scope ? context.scope->definition : nullptr;
  if (!definition) return;
  const ast::ClassKind kind = definition->kind;
  if (kind == ast::ClassKind::kModel || kind == ast::ClassKind::kBlock || kind == ast::ClassKind::kClass) return;
  reports_.Error(DiagnosticKind::TimeOutsideModel, span,
                 fmt::format("`time` is known in models and blocks, not in the {} `{}`", ast::ToString(kind),
                             definition->name.text),
                 "give the value where a component of it is declared");
}

BoundPtr Expressions::BindIterator(const ast::ComponentReference& reference, int32_t number, Context& context) {
  const ast::ComponentReference::Part& first = reference.parts[0];
  BoundPtr bound = MakeBound(BoundKind::kIterator, reference.span);
  bound->local = number;
  bound->text = first.name.text;
  if (reference.parts.size() > 1) {
    const ast::Identifier& member = reference.parts[1].name;
    reports_.Error(DiagnosticKind::UnknownMember, member.span,
                   fmt::format("iterator `{}` has no member `{}`", first.name.text, member.text));
    return nullptr;
  }
  return BindSubscripts(first.subscripts, bound->subscripts, bound, context) ? bound : nullptr;
}

BoundPtr Expressions::BindComponent(const ast::ComponentReference& reference, const Found& found, Context& context) {
  const ast::Identifier& first = reference.parts[0].name;
  if (found.group->is_function) return BindLocalPath(reference, *found.group, context);
  if (!found.group->instance) {
    const ir::InstanceId constant = components_.ConstantOf(*found.group, found.name, first.span);
    return constant ? BindComponentPath(reference, 0, constant, context) : nullptr;
  }
  const ComponentElement& element = found.group->components.find(found.name)->second;
  if (found.group != context.scope->group) {
    if (element.prefix.variability != ast::Variability::kConstant) {
      reports_.Error(DiagnosticKind::EnclosingVariable, first.span,
                     fmt::format("`{}` belongs to the enclosing class `{}`, of which only constants can be used",
                                 first.text, names_.ScopeName(found.group->main)),
                     Label{element.declaration->name.span, "declared here"});
      return nullptr;
    }
  }
  const bool asks_element = element.outer && reference.parts.size() > 1 && context.part_limit > 1;
  if (asks_element && !outers_.HasElement(element, reference.parts[1].name)) return nullptr;
  const std::optional<ir::InstanceId> child = data_.FindChild(found.group->instance, found.name);
  if (child) {
    CheckUnconditional(found.group->components.find(found.name)->second, first, context);
    return BindComponentPath(reference, 0, *child, context);
  }
  if (data_.IsRemoved(found.group->instance, found.name) && !context.in_connect) {
    reports_.Error(DiagnosticKind::RemovedComponent, first.span,
                   fmt::format("`{}` is not there: its condition is false", first.text),
                   "a conditional component may only be used in connect");
  }
  if (found.group->absent.contains(found.name)) ReportAbsent(first, found.group->instance);
  return nullptr;
}

BoundPtr Expressions::BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                        Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  BoundPtr bound = MakeBound(BoundKind::kComponent, reference.span);
  ir::InstanceId current = id;
  bool direct = true;  // the instance is known without evaluating subscripts
  for (size_t p = part;; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    components_.Expand(current);
    if (direct) {
      bound->instance = current;
    } else {
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (!here.subscripts.empty() && !(context.bare_last && p + 1 == count)) {
      if (!BindPartSubscripts(here, bound, context) || !CheckSubscriptCount(here, current)) return nullptr;
      CheckIndexTypes(bound->members.empty() ? bound->subscripts : bound->members.back().subscripts, current);
    }
    if (!CheckElementOfExpandable(here, current, context)) return nullptr;
    if (p + 1 == count) return bound;
    const ast::Identifier& next = reference.parts[p + 1].name;
    if (data_.At(current).kind == ir::InstanceKind::kArray) {
      direct = false;
      if (data_.At(current).elements.empty()) {
        // Nothing to look the member up in, and nothing that could be read: an empty array.
        for (size_t rest = p + 1; rest < count; ++rest) {
          bound->members.push_back({reference.parts[rest].name.text, {}, reference.parts[rest].name.span});
        }
        return bound;
      }
    }
    const ir::InstanceId holder = HolderOf(current, next.text);
    const std::optional<ir::InstanceId> child = data_.FindChild(holder, next.text);
    if (!child) {
      ReportNoMember(holder, here.name, next, context);
      return nullptr;
    }
    if (Group* group = data_.WorkOf(holder).group) {
      const Found member = Names::FindIn(*group, next.text);
      names_.CheckPublic(member, group->main, next.span);
      if (member.group) CheckUnconditional(group->components.find(next.text)->second, next, context);
    }
    current = *child;
  }
}

bool Expressions::BindPartSubscripts(const ast::ComponentReference::Part& part, const BoundPtr& bound,
                                     Context& context) {
  const auto whole = std::make_shared<ir::BoundExpression>(*bound);
  std::vector<ir::BoundSubscript> subscripts;
  if (!BindSubscripts(part.subscripts, subscripts, whole, context)) return false;
  (bound->members.empty() ? bound->subscripts : bound->members.back().subscripts) = std::move(subscripts);
  return true;
}

// As far as the type of an index is known here: of a literal or of a scalar component.
std::optional<IndexType> Expressions::TypeOfIndex(const ir::BoundExpression& index) {
  switch (index.kind) {
    case BoundKind::kInteger:
      return IndexType{ir::ScalarType::kInteger, {}};
    case BoundKind::kBoolean:
      return IndexType{ir::ScalarType::kBoolean, {}};
    case BoundKind::kEnumeration:
      return IndexType{ir::ScalarType::kEnumeration, index.type.enumeration};
    case BoundKind::kComponent: {
      const ir::Instance& instance = data_.At(index.instance);
      const bool is_scalar = instance.kind == ir::InstanceKind::kBuiltin && index.members.empty();
      if (!is_scalar) return std::nullopt;
      const bool is_enumeration = instance.scalar == ir::ScalarType::kEnumeration;
      return IndexType{instance.scalar, is_enumeration ? instance.enumeration : ir::EnumerationId()};
    }
    default:
      return std::nullopt;
  }
}

// A dimension that is declared by an enumeration, or by Boolean, has an index of that type, and only that has one.
void Expressions::CheckIndexTypes(const std::vector<ir::BoundSubscript>& subscripts, ir::InstanceId id) {
  const auto types = data_.index_types.find(id);
  const auto text = [&](const IndexType& type) {
    return type.enumeration ? data_.At(type.enumeration).name : std::string(ir::Spelling(type.scalar));
  };
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const bool is_declared = types != data_.index_types.end() && d < types->second.size();
    const IndexType wanted = is_declared ? types->second[d] : IndexType();
    const auto type = subscripts[d].expression ? TypeOfIndex(*subscripts[d].expression) : std::nullopt;
    if (!type || *type == wanted) continue;
    reports_.Error(
        DiagnosticKind::TypeMismatch, subscripts[d].expression->span,
        fmt::format("dimension {} of `{}` is that of `{}`, and its index cannot be of type `{}` (MLS 10.5.1)", d + 1,
                    data_.At(id).name.str(), text(wanted), text(*type)),
        Label{data_.At(id).span, "declared here"});
  }
}

bool Expressions::CheckSubscriptCount(const ast::ComponentReference::Part& part, ir::InstanceId id) {
  const size_t dims = data_.At(id).dims.size(), given = part.subscripts.size();
  if (given <= dims) return true;
  if (data_.WorkOf(id).is_broken) return false;  // why it has no dimensions was told
  reports_.Error(DiagnosticKind::TooManySubscripts, part.name.span,
                 fmt::format("`{}` has {} dimension{} and is given {} subscript{}", part.name.text, dims,
                             dims == 1 ? "" : "s", given, given == 1 ? "" : "s"),
                 Label{data_.At(id).span, "declared here"});
  return false;
}

// The elements of an array of expandable connectors need not have the same components.
ir::InstanceId Expressions::HolderOf(ir::InstanceId id, const std::string& member) {
  const ir::Instance& instance = data_.At(id);
  if (instance.kind != ir::InstanceKind::kArray) return id;
  const auto found = std::find_if(instance.elements.begin(), instance.elements.end(),
                                  [&](ir::InstanceId element) { return data_.FindChild(element, member).has_value(); });
  return found == instance.elements.end() ? instance.elements.front() : *found;
}

bool Expressions::CheckElementOfExpandable(const ast::ComponentReference::Part& part, ir::InstanceId id,
                                           const Context& context) {
  const Work& work = data_.WorkOf(id);
  if (context.in_connect) return true;
  const ir::Instance& instance = data_.At(id);
  if (work.is_added) {
    const ir::Instance& holder = data_.At(instance.parent);
    reports_.Error(DiagnosticKind::ElementNotPresent, part.name.span,
                   fmt::format("`{}` is not declared in the expandable connector `{}`: connects add it, and only they "
                               "can name it",
                               part.name.text, data_.At(holder.cls).full_name),
                   fmt::format("declare `{}` there, or connect it with a variable that can be read", part.name.text));
    return false;
  }
  const bool is_sliced = part.subscripts.size() == instance.dims.size() &&
                         std::all_of(part.subscripts.begin(), part.subscripts.end(),
                                     [](const auto& s) { return s.expression != nullptr; });
  if (!work.is_sizeless || is_sliced) return true;
  reports_.Error(DiagnosticKind::ElementNotPresent, part.name.span,
                 fmt::format("`{}` is an array of unknown size, `:`, in an expandable connector, and cannot be used as "
                             "a whole",
                             part.name.text),
                 Label{instance.span, "declared here"},
                 fmt::format("give subscripts, as in `{}[1:2]`, or declare its size", part.name.text));
  return false;
}

void Expressions::ReportAbsent(const ast::Identifier& name, ir::InstanceId holder) {
  reports_.Error(DiagnosticKind::ElementNotPresent, name.span,
                 fmt::format("`{}` is not present in the expandable connector `{}`: no connect names it", name.text,
                             FullName(data_.tree, holder)),
                 fmt::format("connect something to `{}`, here or where a connector stands that is connected with `{}`",
                             name.text, FullName(data_.tree, holder)));
}

void Expressions::ReportNoMember(ir::InstanceId holder, const ast::Identifier& name, const ast::Identifier& member,
                                 const Context& context) {
  const ir::Instance& instance = data_.At(holder);
  const Work& work = data_.WorkOf(holder);
  if (work.is_broken || (work.group && work.group->is_broken)) return;
  // A connect for which nothing was added is one that does not hold (Expandables).
  if (context.in_connect && instance.is_expandable) return;
  if (data_.IsRemoved(holder, member.text)) {
    if (context.in_connect) return;
    reports_.Error(DiagnosticKind::RemovedComponent, member.span,
                   fmt::format("`{}` is not there: its condition is false", member.text));
    return;
  }
  if (work.group && work.group->absent.contains(member.text)) return ReportAbsent(member, holder);
  // A declared component that is no child was reported.
  const bool is_declared = work.element && instance.kind != ir::InstanceKind::kBuiltin &&
                           (!work.group || work.group->components.contains(member.text));
  if (is_declared) return;
  std::vector<std::string> candidates;
  for (const auto& [candidate, child] : instance.child_by_name) candidates.push_back(candidate);
  const bool has_class = instance.kind == ir::InstanceKind::kComposite && instance.cls;
  const std::string what = has_class ? fmt::format(" of class `{}`", data_.At(instance.cls).full_name) : "";
  reports_.Error(DiagnosticKind::UnknownMember, member.span,
                 fmt::format("`{}`{} has no component `{}`", name.text, what, member.text),
                 DidYouMean(member.text, candidates));
}

BoundPtr Expressions::BindLocalPath(const ast::ComponentReference& reference, Group& group, Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  const std::string& first = reference.parts[0].name.text;
  if (group.functionals.contains(first)) {
    reports_.Error(
        DiagnosticKind::ArgumentMismatch, reference.span,
        fmt::format("`{}` is a function: it can be called or passed on, and has no value (MLS 12.4.2)", first));
    return nullptr;
  }
  BoundPtr bound = MakeBound(BoundKind::kLocal, reference.span);
  bound->local = group.locals.find(first)->second;
  bound->text = first;
  const ComponentElement* element = &group.components.find(first)->second;
  for (size_t p = 0; p < count; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    if (p > 0) {
      const ResolvedType type = classes_.ResolveName(element->scope, element->declaration->type);
      const Group* inside = type.kind == ResolvedType::Kind::kClass ? groups_.Build(type, data_.NewGroup()) : nullptr;
      const auto member = inside ? inside->components.find(here.name.text) : group.components.end();
      if (!inside || member == inside->components.end()) {
        reports_.Error(DiagnosticKind::UnknownMember, here.name.span,
                       fmt::format("`{}` has no component `{}`", reference.parts[p - 1].name.text, here.name.text),
                       DidYouMean(here.name.text, inside ? inside->order : std::vector<std::string>{}));
        return nullptr;
      }
      element = &member->second;
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (here.subscripts.empty() || (context.bare_last && p + 1 == count)) continue;
    if (!BindPartSubscripts(here, bound, context)) return nullptr;
  }
  return bound;
}

BoundPtr Expressions::BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context) {
  for (size_t p = 0;; ++p) {
    const ast::Identifier& here = reference.parts[p].name;
    const ResolvedType type = classes_.Resolve(*element);
    if (type.kind == ResolvedType::Kind::kError) return nullptr;
    const bool is_enumeration = type.kind == ResolvedType::Kind::kScalar && type.scalar == ir::ScalarType::kEnumeration;
    if (p + 1 == reference.parts.size()) return AllValuesOf(type, here.text, reference.span);
    const ast::Identifier& next = reference.parts[p + 1].name;
    std::vector<std::string> candidates;
    if (is_enumeration) {
      const std::vector<std::string>& literals = data_.At(type.enumeration).literals;
      const auto literal = std::find(literals.begin(), literals.end(), next.text);
      if (literal != literals.end() && p + 2 == reference.parts.size()) {
        return MakeEnumerationLiteral(type.enumeration, literal - literals.begin() + 1, reference.span);
      }
      candidates = literals;
    } else if (Group* group = classes_.Enter(*element)) {
      const Found found = Names::FindIn(*group, next.text);
      names_.CheckFoundInClass(found, *element, *group, next.span);
      if (found.group) {
        const ir::InstanceId constant = components_.ConstantOf(*group, found.name, next.span);
        return constant ? BindComponentPath(reference, p + 1, constant, context) : nullptr;
      }
      if (found.element) {
        element = found.element;
        continue;
      }
      candidates = names_.UnreadClasses(*group->main);
      candidates.insert(candidates.end(), group->order.begin(), group->order.end());
      for (const auto& [name, entry] : group->classes) candidates.push_back(name);
    }
    reports_.Error(DiagnosticKind::UnknownMember, next.span,
                   fmt::format("`{}` has no {} `{}`", here.text, is_enumeration ? "literal" : "element", next.text),
                   DidYouMean(next.text, candidates));
    return nullptr;
  }
}

BoundPtr Expressions::AllValuesOf(const ResolvedType& type, const std::string& name, Span span) {
  const bool is_scalar = type.kind == ResolvedType::Kind::kScalar;
  if (is_scalar && type.scalar == ir::ScalarType::kEnumeration) {
    const auto count = static_cast<int64_t>(data_.At(type.enumeration).literals.size());
    BoundPtr range = MakeBound(BoundKind::kRange, span);
    for (const int64_t ordinal : {int64_t{1}, count}) {
      range->operands.push_back(MakeEnumerationLiteral(type.enumeration, ordinal, span));
    }
    return range;
  }
  if (is_scalar && type.scalar == ir::ScalarType::kBoolean) {
    BoundPtr both = MakeBound(BoundKind::kArray, span);
    for (const double value : {0.0, 1.0}) {
      both->operands.push_back(MakeBound(BoundKind::kBoolean, span));
      both->operands.back()->number = value;
    }
    return both;
  }
  reports_.Error(DiagnosticKind::ClassAsValue, span, fmt::format("`{}` is a class, not a value", name));
  return nullptr;
}

}  // namespace stiction
