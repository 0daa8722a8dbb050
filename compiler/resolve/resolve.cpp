// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/resolve.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/ast/print.h"
#include "compiler/resolve/loader.h"
#include "compiler/resolve/reach.h"
#include "compiler/support/library_paths.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

// Models and blocks that can be simulated, in order of writing; the classes inside of models are parts of them.
void CollectModels(const ir::ClassTree& tree, ir::ClassId id, std::vector<ir::ClassId>& into) {
  const ir::ClassNode& node = tree.classes[id.index()];
  const ast::Class& definition = *node.definition;
  const bool is_model = definition.kind == ast::ClassKind::kModel || definition.kind == ast::ClassKind::kBlock ||
                        definition.kind == ast::ClassKind::kClass;
  if (is_model && !definition.partial) into.push_back(id);
  if (definition.kind != ast::ClassKind::kPackage) return;
  for (const ir::ClassId nested : node.nested_order) CollectModels(tree, nested, into);
}

std::vector<ir::ClassId> ModelsOf(Loader& loader, const ir::ClassTree& tree, const std::vector<ir::ClassId>& given) {
  for (const ir::ClassId id : given) loader.LoadAll(id);
  loader.Finish();
  std::vector<ir::ClassId> models;
  for (const ir::ClassId id : given) CollectModels(tree, id, models);
  return models;
}

void ReportNoModel(Diagnostics& diagnostics) {
  diagnostics.Error(DiagnosticKind::NoModel, {}, "the given files hold no model that could be simulated").hint =
      "name one of a library with -m, or give a file with a non-partial model";
}

ir::ClassId SelectModel(Loader& loader, const ir::ClassTree& tree, const std::vector<ir::ClassId>& given,
                        Diagnostics& diagnostics) {
  const std::vector<ir::ClassId> models = ModelsOf(loader, tree, given);
  if (models.size() == 1) return models.front();
  if (models.empty()) {
    ReportNoModel(diagnostics);
    return {};
  }
  constexpr size_t kListed = 20;
  std::string list;
  for (size_t i = 0; i < models.size() && i < kListed; ++i) {
    list += (i == 0 ? "`" : ", `") + tree.classes[models[i].index()].full_name + "`";
  }
  if (models.size() > kListed) list += fmt::format(" and {} more", models.size() - kListed);
  diagnostics
      .Error(DiagnosticKind::ModelAmbiguous, {}, fmt::format("the given files hold {} models: {}", models.size(), list))
      .hint = "choose one with -m";
  return {};
}

// The class that a full name with misspelt parts means; empty if some part is near to nothing.
std::string NearestFullName(const std::string& name, Loader& loader) {
  std::string meant;
  ir::ClassId at;
  for (const std::string& part : PartsOfName(name)) {
    const std::vector<std::string> names = loader.NamesIn(at);
    const bool is_known = std::find(names.begin(), names.end(), part) != names.end();
    const std::string taken = is_known ? part : NearestName(part, names);
    if (taken.empty()) return {};
    meant += (meant.empty() ? "" : ".") + taken;
    at = at ? loader.Nested(at, taken) : loader.TopLevel(taken);
    if (!at) return {};
  }
  return meant;
}

// A hint about a full name that names nothing.
std::string WhatWasMeant(const std::string& name, Loader& loader, const ir::ClassTree& tree) {
  if (const std::string meant = NearestFullName(name, loader); !meant.empty()) {
    return fmt::format("did you mean `{}`?", meant);
  }
  // The last part alone, of what was loaded.
  const std::string last = name.substr(name.rfind('.') + 1);
  std::vector<std::string> names;
  for (const ir::ClassNode& node : tree.classes) names.push_back(node.name);
  const bool is_known = std::find(names.begin(), names.end(), last) != names.end();
  const std::string nearest = is_known ? last : NearestName(last, names);
  for (const ir::ClassNode& node : tree.classes) {
    if (!nearest.empty() && node.name == nearest) return fmt::format("did you mean `{}`?", node.full_name);
  }
  return kLibraryHint;
}

std::vector<ir::ClassId> LoadGiven(Loader& loader, const std::vector<std::string>& files) {
  std::vector<ir::ClassId> given;
  for (const std::string& file : files) {
    for (const ir::ClassId id : loader.LoadGiven(file)) given.push_back(id);
  }
  return given;
}

// The libraries that a class says it uses, and that are not found (MLS 18.8.2). Without one the model may still do.
void CheckUses(const ast::Class& definition, const std::vector<std::string>& known, Diagnostics& diagnostics) {
  if (!definition.annotation) return;
  for (const ast::ModificationArgument& argument : definition.annotation->arguments) {
    const bool is_uses = argument.name.parts.size() == 1 && argument.name.parts[0].text == "uses";
    if (!is_uses || !argument.modification) continue;
    for (const ast::ModificationArgument& library : argument.modification->arguments) {
      if (library.name.parts.empty()) continue;
      const ast::Identifier& name = library.name.parts[0];
      if (std::find(known.begin(), known.end(), name.text) != known.end()) continue;
      diagnostics
          .Warning(DiagnosticKind::LibraryMissing, name.span,
                   fmt::format("`{}` uses the library `{}`, which is not found", definition.name.text, name.text))
          .hint = kLibraryHint;
    }
  }
}

ir::ClassId FindModel(const std::string& name, Loader& loader, Reach& reach, const ir::ClassTree& tree,
                      Diagnostics& diagnostics) {
  const ir::ClassId model = reach.ByFullName(name);
  if (!model) {
    diagnostics
        .Error(DiagnosticKind::ClassNotFound, {},
               fmt::format("model `{}` is neither in the given files nor in the libraries", name))
        .hint = WhatWasMeant(name, loader, tree);
  }
  return model;
}

}  // namespace

std::vector<std::string> ModelsIn(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  ir::ClassTree tree;
  Loader loader(options, sources, diagnostics, tree);
  std::vector<ir::ClassId> given = LoadGiven(loader, options.files);
  if (!options.model.empty()) {
    Reach reach(loader, tree);
    const ir::ClassId named = FindModel(options.model, loader, reach, tree, diagnostics);
    if (!named) return {};
    // What is no package is checked itself, and says itself what is wrong with it.
    if (tree.classes[named.index()].definition->kind != ast::ClassKind::kPackage) return {options.model};
    given = {named};
  }
  const std::vector<ir::ClassId> models = ModelsOf(loader, tree, given);
  if (models.empty() && options.model.empty() && !diagnostics.HasErrors()) ReportNoModel(diagnostics);
  std::vector<std::string> names;
  for (const ir::ClassId id : models) names.push_back(tree.classes[id.index()].full_name);
  return names;
}

std::optional<std::vector<ListedClass>> ClassesIn(const ResolveOptions& options, SourceMap& sources,
                                                  Diagnostics& diagnostics) {
  ir::ClassTree tree;
  Loader loader(options, sources, diagnostics, tree);
  std::vector<ir::ClassId> listed = LoadGiven(loader, options.files);
  if (diagnostics.HasErrors()) return std::nullopt;
  if (!options.model.empty()) {
    Reach reach(loader, tree);
    listed = {FindModel(options.model, loader, reach, tree, diagnostics)};
    if (!listed.front()) return std::nullopt;
  }
  if (listed.size() == 1) {
    if (tree.classes[listed.front().index()].definition->kind != ast::ClassKind::kPackage) return std::nullopt;
    loader.LoadAll(listed.front());
    loader.Finish();
    listed = tree.classes[listed.front().index()].nested_order;
  }
  std::vector<ListedClass> classes;
  for (const ir::ClassId id : listed) {
    const ast::Class& definition = *tree.classes[id.index()].definition;
    const std::string prefix = definition.partial ? "partial " : definition.expandable ? "expandable " : "";
    classes.push_back({definition.name.text, prefix + std::string(ast::ToString(definition.kind)), definition.comment});
  }
  return classes;
}

Resolved Resolve(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  Resolved result;
  Loader loader(options, sources, diagnostics, result.classes);
  const std::vector<ir::ClassId> given = LoadGiven(loader, options.files);
  if (diagnostics.HasErrors()) return result;
  Reach reach(loader, result.classes);
  const ir::ClassId model = options.model.empty()
                                ? SelectModel(loader, result.classes, given, diagnostics)
                                : FindModel(options.model, loader, reach, result.classes, diagnostics);
  if (model) reach.From(model);
  result.reached = reach.Touched();
  const std::vector<std::string> libraries = loader.NamesIn({});
  for (const ir::ClassId id : result.reached)
    CheckUses(*result.classes.classes[id.index()].definition, libraries, diagnostics);
  loader.Finish();
  if (!diagnostics.HasErrors()) result.model = model;
  return result;
}

}  // namespace stiction
