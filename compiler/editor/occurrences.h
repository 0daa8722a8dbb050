// SPDX-License-Identifier: BSD-3-Clause
// Every identifier of a file that names something, with what it means.
#pragma once

#include <string>
#include <vector>

#include "compiler/editor/meaning.h"

namespace stiction::editor {

/// Visits the identifiers of a file, each once; one method for each construct that holds names, hence their number.
/// What an identifier means is looked for only where it is wanted: most lookups of a large file would be for nothing.
class OccurrenceWalk {
 public:
  OccurrenceWalk(Meaning& meaning, const ir::ClassTree& tree) : meaning_(meaning), tree_(tree) {}
  virtual ~OccurrenceWalk() = default;
  OccurrenceWalk(const OccurrenceWalk&) = delete;
  OccurrenceWalk& operator=(const OccurrenceWalk&) = delete;

  /// @param parent the package of the file's within clause; invalid for none
  void Visit(const ast::StoredDefinition& file, ir::ClassId parent);

 protected:
  /// False if nothing in the span is wanted.
  virtual bool WantsIn(Span) const { return true; }
  virtual bool Wants(const ast::Identifier& identifier) const = 0;
  /// @param declaration empty if it means nothing that is known
  virtual void Found(const ast::Identifier& identifier, const Declaration& declaration, ir::ClassId scope) = 0;

 private:
  void VisitClass(ir::ClassId id);
  void VisitElement(ir::ClassId scope, const ast::Element& element);
  void VisitComponent(ir::ClassId scope, const ast::Component& component, const Declaration& target);
  void VisitName(ir::ClassId scope, const ast::Name& name);
  void VisitImport(ir::ClassId scope, const ast::Import& import);
  void VisitReference(ir::ClassId scope, const ast::ComponentReference& reference);
  void VisitSubscripts(ir::ClassId scope, const std::vector<ast::Subscript>& subscripts);
  void VisitExpression(ir::ClassId scope, const ast::Expression* e);
  void VisitCall(ir::ClassId scope, const ast::Expression& call);
  void VisitModification(ir::ClassId scope, const ast::Modification* modification, const Declaration& target);
  void VisitArguments(ir::ClassId scope, const std::vector<ast::ModificationArgument>& arguments,
                      const Declaration& target);
  void VisitAnnotation(ir::ClassId scope, const ast::Modification* annotation);
  void VisitEquation(ir::ClassId scope, const ast::Equation& equation);
  void VisitStatement(ir::ClassId scope, const ast::Statement& statement);
  /// Opens the indices of a loop. @returns how many
  size_t Open(ir::ClassId scope, const std::vector<ast::ForIndex>& indices);
  void Close(size_t indices) { indices_.resize(indices_.size() - indices); }
  Declaration First(ir::ClassId scope, const std::string& name);
  Declaration TypeOf(ir::ClassId scope, const ast::Name& name);

  Meaning& meaning_;
  const ir::ClassTree& tree_;
  std::vector<const ast::Identifier*> indices_;  // of the loops around, innermost last
};

/// The identifier at a place.
struct Occurrence {
  Span span;
  std::string name;
  Declaration declaration;
  ir::ClassId scope;
};

}  // namespace stiction::editor
