// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/parse/parse.h"

namespace stiction::editor {
namespace {

class WalkToPlace : public OccurrenceWalk {
 public:
  WalkToPlace(Snapshot& snapshot, uint32_t offset)
      : OccurrenceWalk(snapshot.meaning(), snapshot.tree()), source_(snapshot.source().id()), offset_(offset) {}

  std::optional<Occurrence> found;

 private:
  bool Holds(Span span) const { return span.source == source_ && span.begin <= offset_ && offset_ <= span.end; }
  bool WantsIn(Span span) const override { return Holds(span); }
  bool Wants(const ast::Identifier& identifier) const override { return Holds(identifier.span); }
  void Found(const ast::Identifier& identifier, const Declaration& declaration, ir::ClassId scope) override {
    // Of two that touch, the one that begins here.
    if (!found || identifier.span.begin > found->span.begin)
      found = {identifier.span, identifier.text, declaration, scope};
  }

  SourceId source_;
  uint32_t offset_;
};

class WalkToName : public OccurrenceWalk {
 public:
  WalkToName(Snapshot& snapshot, const ast::Identifier& name)
      : OccurrenceWalk(snapshot.meaning(), snapshot.tree()), meaning_(snapshot.meaning()), name_(name) {
    const std::string_view text = snapshot.source().text();
    for (size_t at = text.find(name.text); at != std::string_view::npos; at = text.find(name.text, at + 1)) {
      places_.push_back(static_cast<uint32_t>(at));
    }
  }

  std::set<Span> spans;

 private:
  bool WantsIn(Span span) const override {
    const auto place = std::ranges::lower_bound(places_, span.begin);
    return place != places_.end() && *place < span.end;
  }
  bool Wants(const ast::Identifier& identifier) const override { return identifier.text == name_.text; }
  void Found(const ast::Identifier& identifier, const Declaration& declaration, ir::ClassId) override {
    const ast::Identifier* name = meaning_.NameOf(declaration);
    if (name && name->span == name_.span) spans.insert(identifier.span);
  }

  Meaning& meaning_;
  const ast::Identifier& name_;
  std::vector<uint32_t> places_;
};

}  // namespace

std::optional<Occurrence> OccurrenceAt(Snapshot& snapshot, uint32_t offset) {
  if (!snapshot.is_current()) return std::nullopt;
  WalkToPlace walk(snapshot, offset);
  walk.Visit(snapshot.file(), snapshot.package());
  return walk.found;
}

std::vector<Span> OccurrencesOf(Snapshot& snapshot, const Declaration& declaration) {
  const ast::Identifier* name = snapshot.meaning().NameOf(declaration);
  if (!name || !snapshot.is_current()) return {};
  WalkToName walk(snapshot, *name);
  walk.Visit(snapshot.file(), snapshot.package());
  return {walk.spans.begin(), walk.spans.end()};
}

std::string WhyNotRenamed(Snapshot& snapshot, const Occurrence& occurrence, const std::string& name) {
  const ast::Identifier* declared = snapshot.meaning().NameOf(occurrence.declaration);
  if (!declared) return fmt::format("`{}` is not declared in a file that could be changed", occurrence.name);
  if (declared->span.source != snapshot.source().id()) {
    return fmt::format("`{}` is declared in another file, whose users would not be renamed", occurrence.name);
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::ExpressionPtr read = ParseExpression(sources.Add("name", name), diagnostics);
  const bool is_name = read && read->kind == ast::ExpressionKind::kReference && read->reference.parts.size() == 1 &&
                       read->reference.parts[0].name.text == name;
  if (!is_name) return fmt::format("`{}` is no name of Modelica", name);
  if (snapshot.meaning().First(occurrence.scope, name)) return fmt::format("`{}` means something here already", name);
  return {};
}

}  // namespace stiction::editor
