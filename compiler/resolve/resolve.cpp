#include "compiler/resolve/resolve.h"

#include <fmt/format.h>

#include "compiler/resolve/loader.h"
#include "compiler/resolve/reach.h"
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

ir::ClassId SelectModel(Loader& loader, const ir::ClassTree& tree, const std::vector<ir::ClassId>& given,
                        Diagnostics& diagnostics) {
  for (const ir::ClassId id : given) loader.LoadAll(id);
  loader.FinishOrder();
  std::vector<ir::ClassId> models;
  for (const ir::ClassId id : given) CollectModels(tree, id, models);
  if (models.size() == 1) return models.front();
  if (models.empty()) {
    diagnostics.Error(DiagnosticKind::NoModel, {}, "the given files hold no model that could be simulated").hint =
        "name one of a library with -m, or give a file with a non-partial model";
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

}  // namespace

Resolved Resolve(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  Resolved result;
  Loader loader(options, sources, diagnostics, result.classes);
  std::vector<ir::ClassId> given;
  for (const std::string& file : options.files) {
    for (const ir::ClassId id : loader.LoadGiven(file)) given.push_back(id);
  }
  if (diagnostics.HasErrors()) return result;
  Reach reach(loader, result.classes);
  ir::ClassId model;
  if (options.model.empty()) {
    model = SelectModel(loader, result.classes, given, diagnostics);
  } else {
    model = reach.ByFullName(options.model);
    if (!model) {
      std::vector<std::string> candidates;
      for (const ir::ClassNode& node : result.classes.classes) candidates.push_back(node.full_name);
      diagnostics
          .Error(DiagnosticKind::ClassNotFound, {},
                 fmt::format("model `{}` is neither in the given files nor in the libraries", options.model))
          .hint = DidYouMean(options.model, candidates);
    }
  }
  if (model) reach.From(model);
  loader.FinishOrder();
  if (!diagnostics.HasErrors()) result.model = model;
  return result;
}

}  // namespace stiction
