// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/unused_arguments.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;

/// By scalar input of a function: whether its statements read it.
class ReadInputs {
 public:
  ReadInputs(const ir::ExprPool& pool, const ir::Function& function)
      : pool_(pool), read_(static_cast<size_t>(function.input_count), false) {
    // What runs elsewhere, or for its effect, may look at all it is given.
    if (function.is_impure || function.destructor || function.body.empty()) {
      ReadAll();
    } else {
      Read(function.body);
    }
  }

  std::vector<bool> Take() { return std::move(read_); }

 private:
  void ReadAll() { std::fill(read_.begin(), read_.end(), true); }

  void Read(const ir::FunctionBody& body) {
    for (const ir::FunctionStatement& statement : body) {
      if (statement.kind == ir::FunctionStatement::Kind::kExternal) ReadAll();
      Read(statement.value);
      Read(statement.target.index);
      for (const ir::FunctionTarget& target : statement.targets) Read(target.index);
      for (const ExprId condition : statement.conditions) Read(condition);
      for (const ir::FunctionBody& inner : statement.bodies) Read(inner);
    }
  }

  void Read(ExprId e) {
    if (!e) return;
    symbolic::ForEachNode(pool_, e, [&](ExprId id) {
      const ir::ExprNode& node = pool_[id];
      if (node.op == Op::kLocalElement) ReadAll();  // which element is known at run time
      const auto slot = static_cast<size_t>(node.payload);
      if (node.op == Op::kLocal && slot < read_.size()) read_[slot] = true;
    });
  }

  const ir::ExprPool& pool_;
  std::vector<bool> read_;
};

/// The same of each function, with what its derivatives read of its inputs.
std::vector<std::vector<bool>> InputsRead(const ir::Dae& dae) {
  std::vector<std::vector<bool>> read;
  for (const ir::Function& function : dae.functions) read.push_back(ReadInputs(*dae.pool, function).Take());
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t f = 0; f < dae.functions.size(); ++f) {
      for (const ir::FunctionDerivative& derivative : dae.functions[f].derivatives) {
        const std::vector<bool>& by_derivative = read[derivative.function.index()];
        const auto note = [&](size_t input, size_t at) {
          if (read[f][input] || at >= by_derivative.size() || !by_derivative[at]) return;
          read[f][input] = has_changed = true;
        };
        for (size_t input = 0; input < read[f].size(); ++input) note(input, input);
        for (size_t k = 0; k < derivative.differentiated.size(); ++k) {
          note(static_cast<size_t>(derivative.differentiated[k]), read[f].size() + k);
        }
      }
    }
  }
  return read;
}

}  // namespace

void DropUnusedArguments(ir::Dae& dae) {
  if (dae.functions.empty()) return;
  ir::ExprPool& pool = *dae.pool;
  const std::vector<std::vector<bool>> read = InputsRead(dae);
  symbolic::ModelRewriter rewrite(pool, [&](const ir::ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kCall) return std::nullopt;
    const std::vector<bool>& of_function = read[static_cast<size_t>(node.payload)];
    ir::ExprNode call = node;
    bool drops = false;
    for (size_t k = 0; k < call.args.size() && k < of_function.size(); ++k) {
      if (of_function[k] || pool[call.args[k]].type != ir::ScalarType::kReal) continue;
      drops = drops || !ir::IsLiteral(pool[call.args[k]].op);
      call.args[k] = pool.Real(0);
    }
    return drops ? std::optional(pool.Make(std::move(call))) : std::nullopt;
  });
  for (ir::DaeEquation& equation : dae.equations) {
    equation.left = rewrite(equation.left);
    equation.right = rewrite(equation.right);
  }
}

}  // namespace stiction
