// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/check_functions/assignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace stiction {
namespace {

using ast::StatementKind;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::FunctionVariable;

enum class Assigned { kNever, kOnSomePaths, kAlways };

/// By variable; nothing where no path leads.
using State = std::optional<std::vector<Assigned>>;

State Join(const State& a, const State& b) {
  if (!a || !b) return a ? a : b;
  std::vector<Assigned> joined = *a;
  for (size_t v = 0; v < joined.size(); ++v) {
    if (joined[v] != (*b)[v]) joined[v] = Assigned::kOnSomePaths;
  }
  return joined;
}

class Walk {
 public:
  Walk(const ir::FunctionInstance& function, Diagnostics& diagnostics)
      : function_(function), diagnostics_(diagnostics), told_(function.variables.size(), false) {}

  /// @returns whether anything was reported
  bool Run() {
    state_.emplace();
    for (const FunctionVariable& variable : function_.variables) {
      state_->push_back(HasValue(variable) ? Assigned::kAlways : Assigned::kNever);
    }
    for (const FunctionVariable& variable : function_.variables) {
      if (variable.causality != ir::Causality::kInput && variable.binding) Read(*variable.binding);
      for (const BoundStatement& member : variable.member_values) Read(*member.value);
    }
    if (!function_.external) {
      Statements(function_.body);
      Return();
    }
    return std::find(told_.begin(), told_.end(), true) != told_.end();
  }

 private:
  static bool HasValue(const FunctionVariable& variable) {
    const bool is_empty_record = variable.type.kind == ir::Type::Kind::kRecord && variable.type.members.empty();
    const std::vector<int64_t>& dims = variable.type.dims;
    return variable.causality == ir::Causality::kInput || variable.binding || !variable.member_values.empty() ||
           is_empty_record || std::find(dims.begin(), dims.end(), 0) != dims.end();
  }

  void Read(const BoundExpression& e) {
    if (e.kind == BoundKind::kLocal) ReadLocal(e);
    // These ask for the size only.
    const bool asks_size = e.kind == BoundKind::kBuiltin && (e.text == "size" || e.text == "ndims");
    const bool is_logic =
        e.kind == BoundKind::kBinary && (e.binary == ast::BinaryOperator::kAnd || e.binary == ast::BinaryOperator::kOr);
    for (size_t k = asks_size ? 1 : 0; k < e.operands.size(); ++k) {
      const bool is_conditional = k > 0 && (e.kind == BoundKind::kIf || is_logic);
      conditions_ += is_conditional ? 1 : 0;
      if (e.operands[k]) Read(*e.operands[k]);
      conditions_ -= is_conditional ? 1 : 0;
    }
    ReadSubscripts(e);
    for (const ir::BoundIterator& iterator : e.iterators) Read(*iterator.range);
  }

  void ReadSubscripts(const BoundExpression& e) {
    for (const ir::BoundSubscript& subscript : e.subscripts) {
      if (subscript.expression) Read(*subscript.expression);
    }
    for (const ir::BoundMember& member : e.members) {
      for (const ir::BoundSubscript& subscript : member.subscripts) {
        if (subscript.expression) Read(*subscript.expression);
      }
    }
  }

  /// True if there may be no element to assign: then a branch that assigns nothing may be right.
  static bool MayBeEmpty(const FunctionVariable& variable) {
    const std::vector<int64_t>& dims = variable.type.dims;
    return std::find(dims.begin(), dims.end(), -1) != dims.end();
  }

  void ReadLocal(const BoundExpression& e) {
    const auto v = static_cast<size_t>(e.local);
    if (!state_ || told_[v] || (*state_)[v] == Assigned::kAlways) return;
    // A conditional read may happen in a later turn only, and a part of an array may be empty in the first.
    const bool is_array = !function_.variables[v].type.dims.empty();
    if (is_first_turn_ && ((*state_)[v] != Assigned::kNever || conditions_ > 0 || is_array)) return;
    told_[v] = true;
    const std::string& name = function_.variables[v].name;
    if ((*state_)[v] == Assigned::kNever) {
      diagnostics_
          .Error(DiagnosticKind::VariableUnassigned, e.span,
                 fmt::format("`{}` is read here before anything is assigned to it{}", name,
                             is_first_turn_ ? ", in the first turn of the loop" : ""))
          .hint = "assign it before, or give its declaration a value";
    } else if (!MayBeEmpty(function_.variables[v])) {
      diagnostics_
          .Warning(DiagnosticKind::VariableUnassigned, e.span,
                   fmt::format("`{}` is read here, and some branches before assign nothing to it", name))
          .hint = "assign it in each branch, or give its declaration a value";
    }
  }

  void Assign(const BoundExpression& target) {
    if (target.kind == BoundKind::kTuple) {
      for (const ir::BoundPtr& one : target.operands) {
        if (one) Assign(*one);
      }
      return;
    }
    ReadSubscripts(target);
    if (target.kind == BoundKind::kLocal && state_) (*state_)[static_cast<size_t>(target.local)] = Assigned::kAlways;
  }

  void Statements(const std::vector<BoundStatement>& statements) {
    for (const BoundStatement& statement : statements) Visit(statement);
  }

  void Visit(const BoundStatement& statement) {
    switch (statement.kind) {
      case StatementKind::kAssign:
      case StatementKind::kMultiAssign:
        Read(*statement.value);
        Assign(*statement.target);
        return;
      case StatementKind::kCall:
        Read(*statement.value);
        if (Stops(*statement.value)) state_.reset();
        return;
      case StatementKind::kIf:
        return VisitIf(statement);
      case StatementKind::kFor:
        for (const ir::BoundIterator& iterator : statement.indices) Read(*iterator.range);
        return VisitLoop(statement.body);
      case StatementKind::kWhile: {
        Read(*statement.branches.at(0).condition);
        // Inside of another loop it may run in a later turn of that only.
        const int is_inner = is_first_turn_ ? 1 : 0;
        conditions_ += is_inner;
        VisitLoop(statement.branches[0].body);
        conditions_ -= is_inner;
        return;
      }
      case StatementKind::kReturn:
        Return();
        state_.reset();
        return;
      case StatementKind::kBreak:
        state_.reset();
        return;
      case StatementKind::kWhen:
        return;
    }
  }

  /// `assert(false, ...)`: the function does not go on.
  static bool Stops(const BoundExpression& call) {
    if (call.kind != BoundKind::kBuiltin || call.text != "assert" || call.operands.empty()) return false;
    return call.operands[0]->kind == BoundKind::kBoolean && call.operands[0]->number == 0;
  }

  void VisitIf(const BoundStatement& statement) {
    State after;
    bool has_else = false;
    for (size_t b = 0; b < statement.branches.size(); ++b) {
      const auto& branch = statement.branches[b];
      conditions_ += b == 0 ? 0 : 1;
      if (branch.condition) Read(*branch.condition);
      conditions_ += b == 0 ? 1 : 0;
      has_else = has_else || !branch.condition;
      const State before = state_;
      Statements(branch.body);
      --conditions_;
      after = Join(after, state_);
      state_ = before;
    }
    state_ = has_else ? after : Join(after, state_);
  }

  /// In the first turn only what stands before the loop is assigned; what an earlier turn may have assigned counts as
  /// assigned in the next and after the loop.
  void VisitLoop(const std::vector<BoundStatement>& body) {
    const State before = state_;
    const bool is_inner = std::exchange(is_first_turn_, true);
    const int conditions = std::exchange(conditions_, is_inner ? conditions_ : 0);
    Statements(body);
    conditions_ = conditions;
    is_first_turn_ = is_inner;
    state_ = before;
    MarkTargets(body);
    if (is_inner) return;
    const State after = state_;
    Statements(body);
    state_ = after;
  }

  void MarkTargets(const std::vector<BoundStatement>& statements) {
    for (const BoundStatement& statement : statements) {
      if (statement.target) MarkTarget(*statement.target);
      for (const auto& branch : statement.branches) MarkTargets(branch.body);
      MarkTargets(statement.body);
    }
  }

  void MarkTarget(const BoundExpression& target) {
    if (target.kind == BoundKind::kLocal && state_) (*state_)[static_cast<size_t>(target.local)] = Assigned::kAlways;
    if (target.kind != BoundKind::kTuple) return;
    for (const ir::BoundPtr& one : target.operands) {
      if (one) MarkTarget(*one);
    }
  }

  static bool HasTarget(const BoundExpression& target, size_t v) {
    if (target.kind == BoundKind::kLocal) return static_cast<size_t>(target.local) == v;
    return target.kind == BoundKind::kTuple && std::any_of(target.operands.begin(), target.operands.end(),
                                                           [v](const auto& one) { return one && HasTarget(*one, v); });
  }

  static bool IsAssignedIn(const std::vector<BoundStatement>& statements, size_t v) {
    return std::any_of(statements.begin(), statements.end(), [v](const BoundStatement& s) {
      return (s.target && HasTarget(*s.target, v)) || IsAssignedIn(s.body, v) ||
             std::any_of(s.branches.begin(), s.branches.end(),
                         [v](const auto& branch) { return IsAssignedIn(branch.body, v); });
    });
  }

  /// The outputs, where the function returns.
  void Return() {
    for (size_t v = 0; state_ && !is_first_turn_ && v < function_.variables.size(); ++v) {
      const FunctionVariable& variable = function_.variables[v];
      if (variable.causality != ir::Causality::kOutput || told_[v] || (*state_)[v] == Assigned::kAlways) continue;
      told_[v] = true;
      if (!IsAssignedIn(function_.body, v)) {
        diagnostics_
            .Error(DiagnosticKind::VariableUnassigned, variable.span,
                   fmt::format("the output `{}` of `{}` gets no value", variable.name, function_.name))
            .hint = "assign it, or give its declaration a value";
        continue;
      }
      if (MayBeEmpty(variable)) continue;
      diagnostics_
          .Warning(DiagnosticKind::VariableUnassigned, variable.span,
                   fmt::format("`{}` can return before the output `{}` is assigned", function_.name, variable.name))
          .hint = "assign it in each branch, or give its declaration a value";
    }
  }

  const ir::FunctionInstance& function_;
  Diagnostics& diagnostics_;
  std::vector<bool> told_;  // by variable
  State state_;
  bool is_first_turn_ = false;
  int conditions_ = 0;  // that stand around what is visited
};

}  // namespace

bool CheckAssigned(const ir::FunctionInstance& function, Diagnostics& diagnostics) {
  // A function without an algorithm is an interface that others extend.
  if (function.is_record_constructor || function.destructor || function.partial_of) return false;
  if (function.body.empty() && !function.external) return false;
  return Walk(function, diagnostics).Run();
}

}  // namespace stiction
