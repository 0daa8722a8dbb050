// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/verify.h"

#include "compiler/support/check.h"

namespace stiction::ast {
namespace {

class Verifier {
 public:
  void Visit(const Class& c, Span outer) {
    Within(c.span, outer, "class");
    Visit(c.name, c.span);
    Visit(c.base, c.span);
    Visit(c.base_subscripts, c.span);
    for (const ModificationArgument& a : c.base_arguments) Visit(a, c.span);
    for (const ModificationArgument& a : c.extends_arguments) Visit(a, c.span);
    for (const EnumerationLiteral& l : c.literals) {
      Visit(l.name, c.span);
      Visit(l.annotation, c.span);
    }
    for (const Identifier& a : c.der_arguments) Visit(a, c.span);
    for (const Element& e : c.elements) Visit(e, c.span);
    for (const EquationSection& s : c.equations) {
      Within(s.span, c.span, "equation section");
      Visit(s.equations, s.span);
    }
    for (const AlgorithmSection& s : c.algorithms) {
      Within(s.span, c.span, "algorithm section");
      Visit(s.statements, s.span);
    }
    if (c.external) Visit(*c.external, c.span);
    Visit(c.annotation, c.span);
  }

 private:
  static void Within(Span inner, Span outer, const char* what) {
    CHECK(inner && inner.source == outer.source && inner.begin <= inner.end && inner.begin >= outer.begin &&
              inner.end <= outer.end,
          "{} at [{}, {}) is not within [{}, {})", what, inner.begin, inner.end, outer.begin, outer.end);
  }

  void Visit(const Identifier& i, Span outer) { Within(i.span, outer, "identifier"); }

  void Visit(const Name& n, Span outer) {
    if (n.parts.empty()) return;
    Within(n.span, outer, "name");
    for (const Identifier& part : n.parts) Visit(part, n.span);
  }

  void Visit(const ComponentReference& r, Span outer) {
    CHECK(!r.parts.empty(), "a reference without a name");
    Within(r.span, outer, "reference");
    for (const ComponentReference::Part& part : r.parts) {
      Visit(part.name, r.span);
      Visit(part.subscripts, r.span);
    }
  }

  void Visit(const std::vector<Subscript>& subscripts, Span outer) {
    for (const Subscript& s : subscripts) {
      Within(s.span, outer, "subscript");
      Visit(s.expression, s.span);
    }
  }

  void Visit(const std::vector<ForIndex>& indices, Span outer) {
    for (const ForIndex& i : indices) {
      Visit(i.name, outer);
      Visit(i.range, outer);
    }
  }

  void Visit(const ExpressionPtr& expression, Span outer) {
    if (!expression) return;
    const Expression& e = *expression;
    Within(e.span, outer, "expression");
    VisitOperands(e);
    const bool has_reference = e.kind == ExpressionKind::kReference || e.kind == ExpressionKind::kCall ||
                               e.kind == ExpressionKind::kPartialCall;
    if (has_reference) Visit(e.reference, e.span);
    for (const Argument& a : e.arguments) {
      CHECK(a.value != nullptr, "an argument without a value");
      if (a.name) Visit(*a.name, e.span);
      Visit(a.value, e.span);
    }
    Visit(e.iterators, e.span);
    for (const std::vector<ExpressionPtr>& row : e.rows) {
      for (const ExpressionPtr& entry : row) Visit(entry, e.span);
    }
    Visit(e.subscripts, e.span);
    if (e.kind == ExpressionKind::kMember) Visit(e.member, e.span);
  }

  void VisitOperands(const Expression& e) {
    size_t least = 0;
    if (e.kind == ExpressionKind::kUnary || e.kind == ExpressionKind::kSubscripted ||
        e.kind == ExpressionKind::kMember) {
      least = 1;
    }
    if (e.kind == ExpressionKind::kBinary || e.kind == ExpressionKind::kRange) least = 2;
    if (e.kind == ExpressionKind::kIf) least = 3;
    CHECK(e.operands.size() >= least, "{} operands where {} are needed", e.operands.size(), least);
    for (const ExpressionPtr& operand : e.operands) {
      CHECK(operand || e.kind == ExpressionKind::kTuple, "an operand is missing");
      Visit(operand, e.span);
    }
  }

  void Visit(const std::unique_ptr<Modification>& modification, Span outer) {
    if (!modification) return;
    Within(modification->span, outer, "modification");
    for (const ModificationArgument& a : modification->arguments) Visit(a, modification->span);
    Visit(modification->value, modification->span);
  }

  void Visit(const ModificationArgument& a, Span outer) {
    Within(a.span, outer, "modifier");
    Visit(a.name, a.span);
    Visit(a.modification, a.span);
    if (a.component) Visit(*a.component, a.span);
    if (a.cls) Visit(*a.cls, a.span);
    if (a.constraining) Visit(*a.constraining, a.span);
    Visit(a.constraining_modification, a.span);
    if (a.kind == ModificationArgument::Kind::kBreakConnect) {
      Visit(a.from, a.span);
      Visit(a.to, a.span);
    }
  }

  void Visit(const Component& c, Span outer) {
    Within(c.span, outer, "component");
    Visit(c.type, c.span);
    Visit(c.type_subscripts, c.span);
    Visit(c.name, c.span);
    Visit(c.subscripts, c.span);
    Visit(c.modification, c.span);
    Visit(c.condition, c.span);
    Visit(c.annotation, c.span);
  }

  void Visit(const Element& e, Span outer) {
    Within(e.span, outer, "element");
    const int set = (e.import ? 1 : 0) + (e.extends ? 1 : 0) + (e.cls ? 1 : 0) + (e.component ? 1 : 0);
    CHECK(set == 1, "an element is {} things at once", set);
    if (e.import) {
      Within(e.import->span, e.span, "import");
      Visit(e.import->name, e.import->span);
      for (const Identifier& name : e.import->names) Visit(name, e.import->span);
    }
    if (e.extends) {
      Within(e.extends->span, e.span, "extends");
      Visit(e.extends->base, e.extends->span);
      for (const ModificationArgument& a : e.extends->arguments) Visit(a, e.extends->span);
      Visit(e.extends->annotation, e.extends->span);
    }
    if (e.cls) Visit(*e.cls, e.span);
    if (e.component) Visit(*e.component, e.span);
    if (e.constraining) Visit(*e.constraining, e.span);
    Visit(e.constraining_modification, e.span);
  }

  void Visit(const External& e, Span outer) {
    Within(e.span, outer, "external");
    if (e.result) Visit(*e.result, e.span);
    for (const ExpressionPtr& a : e.arguments) Visit(a, e.span);
    Visit(e.annotation, e.span);
  }

  template <class T>
  void Visit(const std::vector<Branch<T>>& branches, Span outer) {
    for (const Branch<T>& branch : branches) {
      Visit(branch.condition, outer);
      Visit(branch.body, outer);
    }
  }

  void Visit(const std::vector<EquationPtr>& equations, Span outer) {
    for (const EquationPtr& equation : equations) {
      const Equation& e = *equation;
      Within(e.span, outer, "equation");
      Visit(e.left, e.span);
      Visit(e.right, e.span);
      Visit(e.branches, e.span);
      Visit(e.indices, e.span);
      Visit(e.body, e.span);
      if (e.kind == EquationKind::kConnect) {
        Visit(e.from, e.span);
        Visit(e.to, e.span);
      }
    }
  }

  void Visit(const std::vector<StatementPtr>& statements, Span outer) {
    for (const StatementPtr& statement : statements) {
      const Statement& s = *statement;
      Within(s.span, outer, "statement");
      Visit(s.target, s.span);
      Visit(s.value, s.span);
      Visit(s.branches, s.span);
      Visit(s.indices, s.span);
      Visit(s.body, s.span);
    }
  }
};

}  // namespace

void Verify(const StoredDefinition& stored, const Source& source) {
  const Span file{source.id(), 0, static_cast<uint32_t>(source.text().size())};
  for (const std::unique_ptr<Class>& cls : stored.classes) Verifier().Visit(*cls, file);
}

}  // namespace stiction::ast
