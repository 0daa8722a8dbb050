// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/ir/expr/print.h"
#include "compiler/ir/instances/counterparts.h"

namespace stiction::ir {
namespace {

std::string_view Spelling(ast::BinaryOperator op) {
  static constexpr std::string_view spellings[] = {"+",  "-", "*",  "/", "^",  ".+", ".-", ".*",  "./",
                                                   ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or"};
  return spellings[static_cast<size_t>(op)];
}

std::string_view Spelling(ast::UnaryOperator op) {
  static constexpr std::string_view spellings[] = {"+", "-", ".+", ".-", "not "};
  return spellings[static_cast<size_t>(op)];
}

// Writes expressions; knows the tree and, inside a function, whose locals are meant.
class Writer {
 public:
  Writer(const InstanceTree& tree, const FunctionInstance* function, const Counterparts* counterparts = nullptr)
      : tree_(tree), function_(function), counterparts_(counterparts) {}

  // Longer than a screen: one case for each kind of expression.
  std::string Expression(const BoundExpression& e) const {
    switch (e.kind) {
      case BoundKind::kReal: {
        const std::string text = fmt::format("{}", e.number);
        return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
      }
      case BoundKind::kInteger:
        return fmt::format("{:.0f}", e.number);
      case BoundKind::kBoolean:
        return e.number != 0 ? "true" : "false";
      case BoundKind::kString:
        return fmt::format("\"{}\"", e.text);
      case BoundKind::kEnumeration: {
        const Enumeration& enumeration = tree_.enumerations[e.type.enumeration.index()];
        return enumeration.name + "." + enumeration.literals[static_cast<size_t>(e.number) - 1];
      }
      case BoundKind::kComponent:
        return FullName(tree_, counterparts_ ? counterparts_->Of(e.instance) : e.instance) + Rest(e);
      case BoundKind::kLocal:
        return (function_ ? function_->variables[static_cast<size_t>(e.local)].name : fmt::format("local{}", e.local)) +
               Rest(e);
      case BoundKind::kIterator:
        return e.text + Rest(e);
      case BoundKind::kTime:
        return "time";
      case BoundKind::kUnary:
        return fmt::format("({}{})", Spelling(e.unary), Expression(*e.operands[0]));
      case BoundKind::kBinary:
        return fmt::format("({} {} {})", Expression(*e.operands[0]), Spelling(e.binary), Expression(*e.operands[1]));
      case BoundKind::kIf: {
        std::string text;
        for (size_t i = 0; i + 1 < e.operands.size(); i += 2) {
          text += fmt::format("{} {} then {} ", i == 0 ? "if" : "elseif", Expression(*e.operands[i]),
                              Expression(*e.operands[i + 1]));
        }
        return fmt::format("({}else {})", text, Expression(*e.operands.back()));
      }
      case BoundKind::kRange:
        return fmt::format("{}", fmt::join(All(e), ":"));
      case BoundKind::kArray:
        return fmt::format("{{{}}}", fmt::join(All(e), ", "));
      case BoundKind::kMatrix: {
        std::string text = "[";
        size_t next = 0;
        for (size_t r = 0; r < e.rows.size(); ++r) {
          text += r == 0 ? "" : "; ";
          for (int32_t i = 0; i < e.rows[r]; ++i) text += (i == 0 ? "" : ", ") + Expression(*e.operands[next++]);
        }
        return text + "]";
      }
      case BoundKind::kComprehension:
        return fmt::format("{{{} for {}}}", Expression(*e.operands[0]), Iterators(e.iterators));
      case BoundKind::kTuple:
        return fmt::format("({})", fmt::join(All(e), ", "));
      case BoundKind::kSubscripted:
        return fmt::format("({}){}", Expression(*e.operands[0]), Subscripts(e.subscripts));
      case BoundKind::kMember:
        return fmt::format("({}).{}", Expression(*e.operands[0]), e.text);
      case BoundKind::kEnd:
        return "end";
      case BoundKind::kBuiltin:
        return fmt::format("{}({})", e.text, fmt::join(All(e), ", "));
      case BoundKind::kCall:
        return fmt::format("{}({})", tree_.functions[e.function.index()].name, fmt::join(All(e), ", "));
      case BoundKind::kOverloaded:
        return Expression(*e.operands.front());
    }
    return {};
  }

  std::string Iterators(const std::vector<BoundIterator>& iterators) const {
    std::vector<std::string> all;
    for (const BoundIterator& i : iterators) all.push_back(fmt::format("{} in {}", i.name, Expression(*i.range)));
    return fmt::format("{}", fmt::join(all, ", "));
  }

  void Equations(std::ostream& out, const std::vector<BoundEquation>& equations, const std::string& indent) const {
    for (const BoundEquation& e : equations) OneEquation(out, e, indent);
  }

  void Statements(std::ostream& out, const std::vector<BoundStatement>& statements, const std::string& indent) const {
    for (const BoundStatement& s : statements) OneStatement(out, s, indent);
  }

 private:
  std::vector<std::string> All(const BoundExpression& e) const {
    std::vector<std::string> texts;
    for (const BoundPtr& operand : e.operands) texts.push_back(operand ? Expression(*operand) : "");
    return texts;
  }

  std::string Subscripts(const std::vector<BoundSubscript>& subscripts) const {
    if (subscripts.empty()) return {};
    std::vector<std::string> texts;
    for (const BoundSubscript& s : subscripts) texts.push_back(s.expression ? Expression(*s.expression) : ":");
    return fmt::format("[{}]", fmt::join(texts, ","));
  }

  std::string Rest(const BoundExpression& e) const {
    std::string text = Subscripts(e.subscripts);
    for (const BoundMember& m : e.members) text += "." + m.name + Subscripts(m.subscripts);
    return text;
  }

  void OneEquation(std::ostream& out, const BoundEquation& e, const std::string& indent) const {
    switch (e.kind) {
      case ast::EquationKind::kEquality:
        out << indent << Expression(*e.left) << " = " << Expression(*e.right) << ";\n";
        break;
      case ast::EquationKind::kCall:
        out << indent << Expression(*e.left) << ";\n";
        break;
      case ast::EquationKind::kConnect:
        out << indent << "connect(" << Expression(*e.from) << ", " << Expression(*e.to) << ");\n";
        break;
      case ast::EquationKind::kFor:
        out << indent << "for " << Iterators(e.indices) << " loop\n";
        Equations(out, e.body, indent + "  ");
        out << indent << "end for;\n";
        break;
      case ast::EquationKind::kIf:
      case ast::EquationKind::kWhen: {
        const std::string_view word = e.kind == ast::EquationKind::kIf ? "if" : "when";
        Branches(out, e.branches, word, indent,
                 [&](const std::vector<BoundEquation>& body) { Equations(out, body, indent + "  "); });
        break;
      }
    }
  }

  template <class T, class Body>
  void Branches(std::ostream& out, const std::vector<BoundBranch<T>>& branches, std::string_view word,
                const std::string& indent, const Body& body) const {
    for (size_t i = 0; i < branches.size(); ++i) {
      if (branches[i].condition) {
        out << indent << (i == 0 ? "" : "else") << word << " " << Expression(*branches[i].condition)
            << (word == "while" ? " loop\n" : " then\n");
      } else {
        out << indent << "else\n";
      }
      body(branches[i].body);
    }
    out << indent << "end " << word << ";\n";
  }

  void OneStatement(std::ostream& out, const BoundStatement& s, const std::string& indent) const {
    const auto inner = [&](const std::vector<BoundStatement>& body) { Statements(out, body, indent + "  "); };
    switch (s.kind) {
      case ast::StatementKind::kAssign:
      case ast::StatementKind::kMultiAssign:
        out << indent << Expression(*s.target) << " := " << Expression(*s.value) << ";\n";
        break;
      case ast::StatementKind::kCall:
        out << indent << Expression(*s.value) << ";\n";
        break;
      case ast::StatementKind::kIf:
      case ast::StatementKind::kWhen:
      case ast::StatementKind::kWhile:
        Branches(out, s.branches,
                 s.kind == ast::StatementKind::kIf     ? "if"
                 : s.kind == ast::StatementKind::kWhen ? "when"
                                                       : "while",
                 indent, inner);
        break;
      case ast::StatementKind::kFor:
        out << indent << "for " << Iterators(s.indices) << " loop\n";
        inner(s.body);
        out << indent << "end for;\n";
        break;
      case ast::StatementKind::kBreak:
        out << indent << "break;\n";
        break;
      case ast::StatementKind::kReturn:
        out << indent << "return;\n";
        break;
    }
  }

  const InstanceTree& tree_;
  const FunctionInstance* function_;
  const Counterparts* counterparts_;  // null: each instance stands for itself
};

std::string TypeText(const InstanceTree& tree, ScalarType type, EnumerationId enumeration) {
  if (type == ScalarType::kEnumeration) return tree.enumerations[enumeration.index()].name;
  return std::string(ir::Spelling(type));
}

std::string Prefixes(Variability variability, Causality causality, ast::FlowPrefix flow) {
  std::string text;
  if (flow == ast::FlowPrefix::kFlow) text += "flow ";
  if (flow == ast::FlowPrefix::kStream) text += "stream ";
  if (variability == Variability::kConstant) text += "constant ";
  if (variability == Variability::kParameter) text += "parameter ";
  if (variability == Variability::kDiscrete) text += "discrete ";
  if (causality == Causality::kInput) text += "input ";
  if (causality == Causality::kOutput) text += "output ";
  return text;
}

void PrintInstance(std::ostream& out, const InstanceTree& tree, InstanceId id, Counterparts& counterparts,
                   const std::string& indent) {
  const Instance& instance = tree.instances[id.index()];
  const Instance& bound = tree.instances[OriginalOf(tree, id).index()];
  const Writer writer(tree, nullptr, &counterparts);
  const std::string dims = instance.dims.empty() ? "" : fmt::format("[{}]", fmt::join(instance.dims, ","));
  const std::string name =
      instance.index.empty() ? instance.name.str() : fmt::format("[{}]", fmt::join(instance.index, ","));
  out << indent << (instance.is_protected ? "protected " : "") << (instance.is_final ? "final " : "");
  if (instance.kind == InstanceKind::kBuiltin) {
    out << Prefixes(instance.variability, instance.causality, instance.flow)
        << TypeText(tree, instance.scalar, instance.enumeration) << " " << name << dims;
    if (!bound.attributes.empty()) {
      std::vector<std::string> all;
      for (const auto& [attribute, value] : bound.attributes) {
        all.push_back(attribute + " = " + writer.Expression(*value));
      }
      out << "(" << fmt::format("{}", fmt::join(all, ", ")) << ")";
    }
    if (instance.binding) out << " = " << writer.Expression(*instance.binding);
    out << ";\n";
    return;
  }
  out << (instance.class_kind == ast::ClassKind::kConnector ? "connector " : "component ") << name << dims << "\n";
  for (const InstanceId child : instance.children) PrintInstance(out, tree, child, counterparts, indent + "  ");
  counterparts.ForEachElement(
      instance.elements, [&](InstanceId element) { PrintInstance(out, tree, element, counterparts, indent + "  "); });
  if (!bound.initial_equations.empty()) {
    out << indent << "initial equation\n";
    writer.Equations(out, bound.initial_equations, indent + "  ");
  }
  if (!bound.equations.empty()) {
    out << indent << "equation\n";
    writer.Equations(out, bound.equations, indent + "  ");
  }
  for (const BoundAlgorithm& algorithm : bound.initial_algorithms) {
    out << indent << "initial algorithm\n";
    writer.Statements(out, algorithm.statements, indent + "  ");
  }
  for (const BoundAlgorithm& algorithm : bound.algorithms) {
    out << indent << "algorithm\n";
    writer.Statements(out, algorithm.statements, indent + "  ");
  }
}

}  // namespace

std::string ToString(const InstanceTree& tree, const BoundExpression& expression, const FunctionInstance* function) {
  return Writer(tree, function).Expression(expression);
}

void Print(std::ostream& out, const InstanceTree& tree) {
  if (!tree.root) return;
  Counterparts counterparts(tree);
  for (size_t i = 0; i < tree.instances.size(); ++i) {
    const InstanceId id(static_cast<int64_t>(i));
    if (id != tree.root && !tree.instances[i].parent) PrintInstance(out, tree, id, counterparts, "");
  }
  PrintInstance(out, tree, tree.root, counterparts, "");
  for (const FunctionInstance& function : tree.functions) {
    const Writer writer(tree, &function);
    out << (function.is_record_constructor ? "record " : "function ") << function.name << "\n";
    for (const FunctionVariable& v : function.variables) {
      std::vector<std::string> dims;
      for (const BoundSubscript& d : v.dims) dims.push_back(d.expression ? writer.Expression(*d.expression) : ":");
      out << "  " << Prefixes(Variability::kContinuous, v.causality, ast::FlowPrefix::kNone)
          << (v.type.kind == Type::Kind::kRecord ? v.type.record : TypeText(tree, v.type.scalar, v.type.enumeration))
          << " " << v.name << (dims.empty() ? "" : fmt::format("[{}]", fmt::join(dims, ",")))
          << (v.binding ? " := " + writer.Expression(*v.binding) : "") << ";\n";
      writer.Statements(out, v.member_values, "    ");
    }
    if (!function.body.empty()) {
      out << "algorithm\n";
      writer.Statements(out, function.body, "  ");
    }
  }
}

}  // namespace stiction::ir
