// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/completion.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "compiler/editor/cursor.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/expr/builtin_functions.h"

namespace stiction::editor {
namespace {

constexpr std::array<std::string_view, 58> kWords{
    "algorithm",    "and",           "annotation",  "block",     "break",      "class",     "connect",  "connector",
    "constant",     "constrainedby", "der",         "discrete",  "each",       "else",      "elseif",   "elsewhen",
    "encapsulated", "end",           "enumeration", "equation",  "expandable", "extends",   "external", "false",
    "final",        "flow",          "for",         "function",  "if",         "import",    "impure",   "in",
    "initial",      "inner",         "input",       "loop",      "model",      "not",       "operator", "or",
    "outer",        "output",        "package",     "parameter", "partial",    "protected", "public",   "pure",
    "record",       "redeclare",     "replaceable", "return",    "stream",     "then",      "true",     "type",
    "when",         "while"};

bool BeginsWith(std::string_view name, std::string_view prefix) {
  return name.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), name.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
         });
}

class Collector {
 public:
  Collector(Meaning& meaning, std::string prefix) : meaning_(meaning), prefix_(std::move(prefix)) {}

  void Add(const NamedDeclaration& named) {
    const Declaration& declaration = named.declaration;
    Completion completion{named.name, {}, {}, SymbolKind::kVariable};
    if (declaration.component) {
      const ast::Component& component = *declaration.component;
      const bool is_fixed = component.prefix.variability >= ast::Variability::kParameter;
      completion.kind = is_fixed ? SymbolKind::kConstant : SymbolKind::kVariable;
      completion.detail = ast::ToString(component.type);
      completion.comment = component.comment;
    } else if (declaration.cls) {
      const ast::Class& definition = meaning_.Definition(declaration.cls);
      completion.kind = KindOf(definition);
      completion.detail = ast::ToString(definition.kind);
      completion.comment = definition.comment;
    } else if (declaration.literal) {
      completion.kind = SymbolKind::kLiteral;
      completion.comment = declaration.literal->comment;
    } else if (!declaration.predefined.empty()) {
      completion.kind = SymbolKind::kType;
    } else {
      completion.kind = SymbolKind::kPackage;  // of a file that has not been read
    }
    Add(std::move(completion));
  }

  void Add(Completion completion) {
    if (BeginsWith(completion.name, prefix_) && names_.insert(completion.name).second) {
      all_.push_back(std::move(completion));
    }
  }

  std::vector<Completion> Take() && {
    std::ranges::sort(all_, {}, &Completion::name);
    return std::move(all_);
  }

 private:
  Meaning& meaning_;
  std::string prefix_;
  std::set<std::string> names_;
  std::vector<Completion> all_;
};

// The names that an argument or a modifier in the parentheses may have.
void AddNamesOf(const Cursor& cursor, Meaning& meaning, ir::ClassId scope, Collector& collector) {
  Declaration target = meaning.OfParts(scope, cursor.around, false);
  for (const std::string& name : cursor.inside) target = meaning.Member(target, name);
  const bool is_call = cursor.kind == Cursor::Around::kArguments;
  for (const NamedDeclaration& member : meaning.MembersOf(target)) {
    const ast::Component* component = member.declaration.component;
    const bool is_input = component && component->prefix.causality == ast::Causality::kInput;
    const bool is_of_record = target.cls && IsRecord(meaning.Definition(target.cls).kind);
    if (!is_call || is_input || is_of_record) collector.Add(member);
  }
}

}  // namespace

Completions CompletionsAt(Snapshot& snapshot, uint32_t offset) {
  const Source& source = snapshot.source();
  const Cursor cursor = ReadCursor(source.text(), offset);
  Completions completions{{source.id(), cursor.prefix_begin, offset}, {}};
  if (cursor.is_in_text) return completions;
  Meaning& meaning = snapshot.meaning();
  const ir::ClassId scope = snapshot.ClassAt(offset);
  Collector collector(meaning, cursor.prefix);
  if (!cursor.path.empty()) {
    for (const NamedDeclaration& member : meaning.MembersOf(meaning.OfParts(scope, cursor.path, false))) {
      if (member.declaration.predefined.empty()) collector.Add(member);  // attributes are set, not read
    }
  } else {
    const bool names_only = cursor.kind == Cursor::Around::kModifiers && cursor.is_name_place;
    if (cursor.kind != Cursor::Around::kNothing && cursor.is_name_place) {
      AddNamesOf(cursor, meaning, scope, collector);
    }
    if (!names_only) {
      for (const NamedDeclaration& named : meaning.NamesIn(scope)) collector.Add(named);
      for (const BuiltinFunction& function : BuiltinFunctions()) {
        const bool is_name = function.name.find('.') == std::string_view::npos;  // `Connections.branch` is not
        if (is_name) collector.Add({std::string(function.name), "", "", SymbolKind::kFunction});
      }
      for (const std::string_view word : kWords) collector.Add({std::string(word), "", "", std::nullopt});
    }
  }
  completions.all = std::move(collector).Take();
  return completions;
}

}  // namespace stiction::editor
