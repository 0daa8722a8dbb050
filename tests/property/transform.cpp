// SPDX-License-Identifier: BSD-3-Clause
#include "tests/property/transform.h"

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "compiler/ir/ast/print.h"
#include "compiler/parse/parse.h"

namespace stiction::test {
namespace {

// Fisher and Yates; std::shuffle differs between libraries.
template <class T>
void Shuffle(std::vector<T>& items, Random& random) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

void ShuffleEquations(std::vector<ast::EquationPtr>& equations, Random& random) {
  Shuffle(equations, random);
  for (const ast::EquationPtr& equation : equations) {
    ShuffleEquations(equation->body, random);
    for (ast::Branch<ast::Equation>& branch : equation->branches) ShuffleEquations(branch.body, random);
  }
}

void SwapIn(std::vector<ast::EquationPtr>& equations) {
  for (const ast::EquationPtr& equation : equations) {
    if (equation->kind == ast::EquationKind::kConnect) std::swap(equation->from, equation->to);
    SwapIn(equation->body);
    for (ast::Branch<ast::Equation>& branch : equation->branches) SwapIn(branch.body);
  }
}

// Calls `visit` for each component reference that the class makes itself, and notes the names of its iterators.
class ReferenceWalk {
 public:
  explicit ReferenceWalk(std::function<void(ast::ComponentReference&)> visit) : visit_(std::move(visit)) {}

  void Walk(ast::Class& cls) {
    for (ast::Element& element : cls.elements) {
      if (element.component) Walk(*element.component);
      if (element.extends) Walk(element.extends->arguments);
      if (element.constraining_modification) Walk(*element.constraining_modification);
    }
    for (ast::EquationSection& section : cls.equations) Walk(section.equations);
    for (ast::AlgorithmSection& section : cls.algorithms) Walk(section.statements);
  }

  const std::set<std::string>& iterators() const { return iterators_; }

 private:
  void Walk(ast::Component& component) {
    Walk(component.type_subscripts);
    Walk(component.subscripts);
    if (component.modification) Walk(*component.modification);
    Walk(component.condition);
  }

  void Walk(ast::Modification& modification) {
    Walk(modification.arguments);
    Walk(modification.value);
  }

  void Walk(std::vector<ast::ModificationArgument>& arguments) {
    for (ast::ModificationArgument& argument : arguments) {
      if (argument.modification) Walk(*argument.modification);
      if (argument.component) Walk(*argument.component);
      if (argument.cls) Walk(argument.cls->base_arguments);
      if (argument.constraining_modification) Walk(*argument.constraining_modification);
    }
  }

  void Walk(std::vector<ast::Subscript>& subscripts) {
    for (ast::Subscript& subscript : subscripts) Walk(subscript.expression);
  }

  void Walk(std::vector<ast::ForIndex>& indices) {
    for (ast::ForIndex& index : indices) {
      iterators_.insert(index.name.text);
      Walk(index.range);
    }
  }

  void Walk(ast::ComponentReference& reference) {
    if (reference.parts.empty()) return;
    for (ast::ComponentReference::Part& part : reference.parts) Walk(part.subscripts);
    visit_(reference);
  }

  void Walk(const ast::ExpressionPtr& expression) {
    if (!expression) return;
    ast::Expression& e = *expression;
    if (e.kind == ast::ExpressionKind::kReference) Walk(e.reference);
    for (const ast::ExpressionPtr& operand : e.operands) Walk(operand);
    for (const ast::Argument& argument : e.arguments) Walk(argument.value);
    for (const std::vector<ast::ExpressionPtr>& row : e.rows) {
      for (const ast::ExpressionPtr& entry : row) Walk(entry);
    }
    Walk(e.iterators);
    Walk(e.subscripts);
  }

  void Walk(std::vector<ast::EquationPtr>& equations) {
    for (const ast::EquationPtr& equation : equations) {
      Walk(equation->left);
      Walk(equation->right);
      Walk(equation->from);
      Walk(equation->to);
      Walk(equation->indices);
      WalkBranches(equation->branches);
      Walk(equation->body);
    }
  }

  void Walk(std::vector<ast::StatementPtr>& statements) {
    for (const ast::StatementPtr& statement : statements) {
      Walk(statement->target);
      Walk(statement->value);
      Walk(statement->indices);
      WalkBranches(statement->branches);
      Walk(statement->body);
    }
  }

  template <class T>
  void WalkBranches(std::vector<ast::Branch<T>>& branches) {
    for (ast::Branch<T>& branch : branches) {
      Walk(branch.condition);
      Walk(branch.body);
    }
  }

  std::function<void(ast::ComponentReference&)> visit_;
  std::set<std::string> iterators_;
};

ast::StoredDefinition ParseOrThrow(const Source& source, const SourceMap& sources) {
  Diagnostics diagnostics;
  ast::StoredDefinition stored = Parse(source, diagnostics);
  if (!diagnostics.HasErrors()) return stored;
  std::ostringstream text;
  Print(text, diagnostics, sources);
  throw std::runtime_error(text.str());
}

}  // namespace

void ShuffleOrder(ast::Class& cls, Random& random) {
  for (ast::Element& element : cls.elements) {
    if (element.cls) ShuffleOrder(*element.cls, random);
  }
  using Kind = ast::ClassKind;
  if (cls.kind != Kind::kModel && cls.kind != Kind::kBlock && cls.kind != Kind::kConnector) return;
  Shuffle(cls.elements, random);
  for (ast::EquationSection& section : cls.equations) ShuffleEquations(section.equations, random);
}

void SwapConnects(ast::Class& cls) {
  for (ast::Element& element : cls.elements) {
    if (element.cls) SwapConnects(*element.cls);
  }
  for (ast::EquationSection& section : cls.equations) SwapIn(section.equations);
}

std::map<std::string, std::string> RenameComponents(ast::Class& cls, Random& random) {
  ReferenceWalk look([](const ast::ComponentReference&) {});
  look.Walk(cls);
  std::map<std::string, std::string> new_names;
  for (ast::Element& element : cls.elements) {
    if (!element.component || element.redeclare || element.inner || element.outer) continue;
    ast::Identifier& name = element.component->name;
    if (look.iterators().contains(name.text)) continue;
    const auto letter = static_cast<char>('a' + random() % 26);
    const std::string new_name = fmt::format("{}{}_{}", letter, random() % 100, name.text);
    new_names[name.text] = new_name;
    name.text = new_name;
  }
  ReferenceWalk rename([&](ast::ComponentReference& reference) {
    const auto found = new_names.find(reference.parts.front().name.text);
    if (!reference.global && found != new_names.end()) reference.parts.front().name.text = found->second;
  });
  rename.Walk(cls);
  return new_names;
}

void AddObservers(ast::Class& cls, const std::vector<std::string>& names) {
  std::string text = "model M\n";
  for (size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("  Real observer{} = 2*{} - der({});\n", i, names[i], names[i]);
    text += fmt::format("  Boolean isFar{} = {} > 1e9;\n", i, names[i]);
  }
  text += "end M;\n";
  SourceMap sources;
  ast::StoredDefinition stored = ParseOrThrow(sources.Add("observers", text), sources);
  for (ast::Element& element : stored.classes.front()->elements) {
    cls.elements.insert(cls.elements.begin(), std::move(element));
  }
}

ast::StoredDefinition ReadModelica(const std::string& path) {
  SourceMap sources;
  const Source* source = sources.AddFile(path);
  if (!source) throw std::runtime_error("cannot read " + path);
  return ParseOrThrow(*source, sources);
}

void WriteModelica(const std::string& path, const ast::StoredDefinition& stored) {
  std::ofstream out(path, std::ios::binary);
  Print(out, stored);
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace stiction::test
