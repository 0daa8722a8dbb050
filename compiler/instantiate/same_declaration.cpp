// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/same_declaration.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/names.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

struct Scoped {
  const ast::Expression* expression;
  Scope* scope;
};

class Comparison {
 public:
  Comparison(Names& names, Classes& classes) : names_(names), classes_(classes) {}

  bool Same(const Modifiers& a, const Modifiers& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const Modifier& x, const Modifier& y) { return Same(x, y); });
  }

  bool Same(const std::vector<ResolvedType::Dimension>& a, const std::vector<ResolvedType::Dimension>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& x, const auto& y) {
      return Same(Scoped{x.subscript->expression.get(), x.scope}, Scoped{y.subscript->expression.get(), y.scope});
    });
  }

 private:
  bool Same(const Modifier& a, const Modifier& b) {
    const bool same_path =
        std::equal(a.path.begin(), a.path.end(), b.path.begin(), b.path.end(),
                   [](const ModifierStep& x, const ModifierStep& y) { return x.name == y.name && x.each == y.each; });
    return same_path && a.redeclare == b.redeclare && a.bound == b.bound && a.is_break == b.is_break &&
           Same(Scoped{a.value, a.scope}, Scoped{b.value, b.scope});
  }

  bool Same(const Scoped& a, const Scoped& b) {
    if (!a.expression || !b.expression) return a.expression == b.expression;
    const ast::Expression &x = *a.expression, &y = *b.expression;
    // An expression that declares names is compared as it is written.
    if (!x.iterators.empty() || !y.iterators.empty()) return ast::ToString(x) == ast::ToString(y);
    return x.kind == y.kind && x.number == y.number && x.boolean == y.boolean && SameText(x, y) && x.unary == y.unary &&
           x.binary == y.binary && x.member.text == y.member.text && Same(x.reference, a.scope, y.reference, b.scope) &&
           SameParts(x, a.scope, y, b.scope);
  }

  bool SameParts(const ast::Expression& x, Scope* in_x, const ast::Expression& y, Scope* in_y) {
    const auto same = [&](const ast::ExpressionPtr& p, const ast::ExpressionPtr& q) {
      return Same(Scoped{p.get(), in_x}, Scoped{q.get(), in_y});
    };
    const auto same_row = [&](const auto& p, const auto& q) {
      return std::equal(p.begin(), p.end(), q.begin(), q.end(), same);
    };
    return same_row(x.operands, y.operands) &&
           std::equal(x.rows.begin(), x.rows.end(), y.rows.begin(), y.rows.end(), same_row) &&
           std::equal(x.subscripts.begin(), x.subscripts.end(), y.subscripts.begin(), y.subscripts.end(),
                      [&](const auto& p, const auto& q) { return same(p.expression, q.expression); }) &&
           std::equal(x.arguments.begin(), x.arguments.end(), y.arguments.begin(), y.arguments.end(),
                      [&](const ast::Argument& p, const ast::Argument& q) {
                        const bool both = p.name && q.name;
                        return (both ? p.name->text == q.name->text : !p.name && !q.name) && same(p.value, q.value);
                      });
  }

  // Of a number the value counts, not how it is written.
  static bool SameText(const ast::Expression& x, const ast::Expression& y) {
    return x.kind != ast::ExpressionKind::kString || x.text == y.text;
  }

  bool Same(const ast::ComponentReference& x, Scope* in_x, const ast::ComponentReference& y, Scope* in_y) {
    if (x.parts.empty() || y.parts.empty()) return x.parts.size() == y.parts.size();
    const Target p = TargetOf(x, in_x), q = TargetOf(y, in_y);
    if (!p.home || !q.home) return ast::ToString(x) == ast::ToString(y);
    return p.home == q.home && p.rest == q.rest;
  }

  /// Where a path of classes leads to, and what is left of the reference there.
  struct Target {
    const ast::Class* home = nullptr;  // of the component, or the class
    std::string rest;
  };

  // Nothing of a reference with subscripts: it is compared as it is written.
  Target TargetOf(const ast::ComponentReference& reference, Scope* scope) {
    const auto has_subscripts = [](const auto& part) { return !part.subscripts.empty(); };
    if (std::any_of(reference.parts.begin(), reference.parts.end(), has_subscripts)) return {};
    Found found = names_.LookUp(scope, reference.parts[0].name.text, reference.global);
    size_t i = 0;
    while (found.element && i + 1 < reference.parts.size()) {
      Group* group = classes_.Enter(*found.element);
      if (!group) return {};
      found = Names::FindIn(*group, reference.parts[++i].name.text);
    }
    Target target;
    if (found.element) target.home = found.element->definition;
    if (!found.group) return target;
    target.home = found.group->main->definition;
    for (; i < reference.parts.size(); ++i) target.rest += "." + reference.parts[i].name.text;
    return target;
  }

  Names& names_;
  Classes& classes_;
};

/// The value, and those attributes that the other declaration gives as well, by name.
Modifiers Common(Modifiers modifiers, const Modifiers& of_other) {
  std::erase_if(modifiers, [&](const Modifier& m) {
    const auto is_of_same = [&m](const Modifier& n) {
      return !n.path.empty() && n.path.front().name == m.path.front().name;
    };
    return !m.path.empty() && std::none_of(of_other.begin(), of_other.end(), is_of_same);
  });
  std::stable_sort(modifiers.begin(), modifiers.end(), [](const Modifier& a, const Modifier& b) {
    const auto name = [](const Modifier& m) { return m.path.empty() ? std::string() : m.path.front().name; };
    return name(a) < name(b);
  });
  return modifiers;
}

// Without strings, which may be descriptions, and without annotations.
std::string Bare(const std::string& text) {
  const std::string_view word = " annotation(";
  std::string bare;
  bool in_string = false;
  int depth = 0;  // of parentheses of an annotation
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string && text[i] == '\\') ++i;
    if (in_string || text[i] == '"') continue;
    if (depth == 0 && text.compare(i, word.size(), word) == 0) {
      depth = 1;
      i += word.size() - 1;
    } else if (depth > 0) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    } else if (text[i] != ' ' && text[i] != '\n') {
      bare += text[i];
    }
  }
  return bare;
}

std::string BareText(const ast::Class& definition) {
  std::ostringstream text;
  ast::Print(text, definition);
  return Bare(text.str());
}

}  // namespace

bool HaveSameContents(const ast::Class& a, const ast::Class& b) { return BareText(a) == BareText(b); }

Likeness CompareDeclarations(Names& names, Classes& classes, const ComponentElement& a, const ComponentElement& b) {
  const bool same_prefixes = a.prefix.flow == b.prefix.flow && a.prefix.variability == b.prefix.variability &&
                             a.prefix.causality == b.prefix.causality && a.inner == b.inner && a.outer == b.outer;
  if (!same_prefixes) return Likeness::kDifferent;
  const ResolvedType x = classes.ResolveName(a.scope, a.declaration->type);
  const ResolvedType y = classes.ResolveName(b.scope, b.declaration->type);
  Comparison comparison(names, classes);
  const bool same_type = x.kind == y.kind && x.scalar == y.scalar && x.enumeration == y.enumeration &&
                         x.definition == y.definition && comparison.Same(x.dims, y.dims) &&
                         comparison.Same(x.modifiers, y.modifiers) && comparison.Same(a.dims, b.dims);
  if (!same_type) return Likeness::kDifferent;
  if (comparison.Same(a.modifiers, b.modifiers)) return Likeness::kSame;
  const bool is_consistent = comparison.Same(Common(a.modifiers, b.modifiers), Common(b.modifiers, a.modifiers));
  return x.kind == ResolvedType::Kind::kScalar && is_consistent ? Likeness::kOtherAttributes : Likeness::kDifferent;
}

}  // namespace stiction
