// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "compiler/ir/expr/print.h"

namespace stiction::ir {
namespace {

class FunctionPrinter {
 public:
  FunctionPrinter(const ExprPool& pool, const Function& function, const ExprNames& names)
      : pool_(pool), function_(function), names_(names) {
    names_.local = &function;
  }

  std::string Run() {
    text_ = fmt::format("function {}\n", function_.name);
    for (size_t i = 0; i < function_.slots.size(); ++i) Declaration(i);
    text_ += "algorithm\n";
    Body(function_.body, 1);
    return text_ + fmt::format("end {};\n", function_.name);
  }

 private:
  void Declaration(size_t slot) {
    const size_t inputs = static_cast<size_t>(function_.input_count);
    const size_t outputs = inputs + static_cast<size_t>(function_.output_count);
    if (slot == outputs) text_ += "protected\n";
    const char* causality = slot < inputs ? "input " : (slot < outputs ? "output " : "");
    const FunctionSlot& s = function_.slots[slot];
    text_ += fmt::format("  {}{} {};\n", causality, Spelling(s.type), s.name);
  }

  void Line(int level, const std::string& line) {
    text_ += std::string(static_cast<size_t>(2 * level), ' ') + line + "\n";
  }

  std::string Text(ExprId e) const { return ToString(pool_, e, names_); }

  std::string Target(const FunctionTarget& target) const {
    if (target.slot < 0) return "";
    const std::string& name = function_.slots[static_cast<size_t>(target.slot)].name;
    if (!target.index) return name;
    return fmt::format("{}[1 + {}]", name.substr(0, name.rfind('[')), Text(target.index));
  }

  void Body(const FunctionBody& body, int level) {
    for (const FunctionStatement& statement : body) Statement(statement, level);
  }

  void Statement(const FunctionStatement& statement, int level) {
    using Kind = FunctionStatement::Kind;
    switch (statement.kind) {
      case Kind::kAssign:
        return Line(level, fmt::format("{} := {};", Target(statement.target), Text(statement.value)));
      case Kind::kCallAssign: {
        std::string targets;
        for (size_t i = 0; i < statement.targets.size(); ++i) {
          targets += (i > 0 ? ", " : "") + Target(statement.targets[i]);
        }
        std::string arguments;
        for (const ExprId arg : pool_[statement.value].args) arguments += (arguments.empty() ? "" : ", ") + Text(arg);
        const size_t callee = static_cast<size_t>(pool_[statement.value].payload);
        const std::string name = names_.functions && callee < names_.functions->size()
                                     ? (*names_.functions)[callee].name
                                     : fmt::format("f{}", callee);
        return Line(level, fmt::format("({}) := {}({});", targets, name, arguments));
      }
      case Kind::kIf:
        for (size_t i = 0; i < statement.bodies.size(); ++i) {
          if (i < statement.conditions.size()) {
            Line(level, fmt::format("{} {} then", i == 0 ? "if" : "elseif", Text(statement.conditions[i])));
          } else {
            Line(level, "else");
          }
          Body(statement.bodies[i], level + 1);
        }
        return Line(level, "end if;");
      case Kind::kWhile:
        Line(level, fmt::format("while {} loop", Text(statement.conditions[0])));
        Body(statement.bodies[0], level + 1);
        return Line(level, "end while;");
      case Kind::kBreak:
        return Line(level, "break;");
      case Kind::kReturn:
        return Line(level, "return;");
      case Kind::kAssert:
        return Line(level, fmt::format("assert({}, {});", Text(statement.conditions[0]), Text(statement.value)));
      case Kind::kExternal:
        return Line(level, ExternalText(statement));
    }
  }

  // "external y = f(x, n, a[1])"; an array by its first element.
  std::string ExternalText(const FunctionStatement& statement) const {
    const auto slot = [this](int32_t s) { return function_.slots[static_cast<size_t>(s)].name; };
    std::string text = "external ";
    if (statement.external->result) text += slot(statement.external->result->slot) + " = ";
    text += statement.external->function + "(";
    std::string separator;
    for (const ExternalArgument& argument : statement.external->arguments) {
      const bool is_value = argument.value >= 0;
      text += separator +
              (is_value ? Text(statement.conditions[static_cast<size_t>(argument.value)]) : slot(argument.slot));
      separator = ", ";
    }
    return text + ");";
  }

  const ExprPool& pool_;
  const Function& function_;
  ExprNames names_;
  std::string text_;
};

}  // namespace

std::string ToString(const ExprPool& pool, const Function& function, const ExprNames& names) {
  return FunctionPrinter(pool, function, names).Run();
}

}  // namespace stiction::ir
