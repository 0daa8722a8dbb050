// SPDX-License-Identifier: BSD-3-Clause
#include "tests/property/flat.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "compiler/driver/compile.h"
#include "compiler/ir/flat/print.h"
#include "tests/support/command.h"

namespace stiction::test {
namespace {

// A name of one class of the text: "A.B[1]" -> "A_B_1_".
std::string Identifier(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '.' || c == '[' || c == ']' || c == ',' || c == ' '; }, '_');
  return name;
}

class Replacement {
 public:
  Replacement(ir::ExprPool& pool, const std::function<ir::ExprId(ir::ExprId)>& replace)
      : pool_(pool), replace_(replace) {}

  void Run(std::vector<ir::FlatEquation>& equations) {
    for (ir::FlatEquation& equation : equations) {
      if (equation.kind != ir::FlatEquation::Kind::kReinit) Run(equation.left);
      Run(equation.right);
      for (ir::FlatBranch& branch : equation.branches) {
        Run(branch.condition);
        Run(branch.body);
      }
    }
  }

  void Run(ir::ExprId& e) {
    if (e) e = Replaced(e);
  }

 private:
  ir::ExprId Replaced(ir::ExprId e) {
    if (const auto found = done_.find(e); found != done_.end()) return found->second;
    ir::ExprNode node = pool_[e];
    for (ir::ExprId& argument : node.args) argument = Replaced(argument);
    return done_[e] = replace_(node.args.empty() ? e : pool_.Make(node));
  }

  ir::ExprPool& pool_;
  const std::function<ir::ExprId(ir::ExprId)>& replace_;
  std::unordered_map<ir::ExprId, ir::ExprId> done_;
};

}  // namespace

ir::FlatModel FlatModelOf(const std::string& model) {
  ir::FlatModel flat;
  SourceMap sources;
  Diagnostics diagnostics;
  CompileOptions options;
  options.library_paths = {SourcePath("models")};
  options.model = model;
  options.dump = "flat";
  options.rewrite_flat = [&flat](const ir::FlatModel& found) { flat = found; };
  Compile(options, sources, diagnostics);
  if (!diagnostics.HasErrors()) return flat;
  std::ostringstream text;
  Print(text, diagnostics, sources);
  throw std::runtime_error(text.str());
}

std::string ModelicaText(ir::FlatModel model) {
  model.name = Identifier(model.name);
  for (ir::FlatVariable& variable : model.variables) {
    if (variable.name.find_first_of(".[") != std::string::npos) variable.name = "'" + variable.name + "'";
    // What a connector or a section is for.
    variable.is_flow = variable.is_protected = variable.is_final = false;
    variable.causality = ir::Causality::kNone;
  }
  for (ir::Enumeration& enumeration : model.enumerations) enumeration.name = Identifier(enumeration.name);
  for (ir::Function& function : model.functions) function.name = Identifier(function.name);
  std::ostringstream text;
  Print(text, model);
  return text.str();
}

void ReplaceExpressions(ir::FlatModel& model, const std::function<ir::ExprId(ir::ExprId)>& replace) {
  Replacement replacement(*model.pool, replace);
  for (ir::FlatVariable& variable : model.variables) {
    replacement.Run(variable.binding);
    ir::Attributes& attributes = variable.attributes;
    for (ir::ExprId* e : {&attributes.start, &attributes.fixed, &attributes.min, &attributes.max, &attributes.nominal})
      replacement.Run(*e);
  }
  replacement.Run(model.equations);
  replacement.Run(model.initial_equations);
}

}  // namespace stiction::test
