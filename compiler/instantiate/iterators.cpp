// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/iterators.h"

#include <fmt/format.h>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

bool Iterators::Bind(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to, Context& context,
                     const UsedReferences& used) {
  for (const ast::ForIndex& index : indices) {
    ir::BoundIterator iterator;
    iterator.name = index.name.text;
    iterator.range = index.range ? expressions_.Bind(*index.range, context) : ImplicitRange(index.name, used, context);
    if (!iterator.range) return false;
    iterator.number = next_++;
    context.iterators.emplace_back(iterator.name, iterator.number);
    to.push_back(std::move(iterator));
  }
  return true;
}

bool Iterators::IsInExpandable(const ast::ComponentReference& reference, size_t part, const Context& context) {
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

BoundPtr Iterators::ImplicitRange(const ast::Identifier& name, const UsedReferences& used, Context& context) {
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
        const BoundPtr array = references_.Bind(*reference, prefix);
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
BoundPtr Iterators::ValuesOfDimension(const ast::ComponentReference& reference, size_t part, size_t dimension,
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
  BoundPtr values = expressions_.Bind(*size, written[dimension].scope);
  return values && ir::ValuesOfType(*size, *values) ? values : nullptr;
}

}  // namespace stiction
