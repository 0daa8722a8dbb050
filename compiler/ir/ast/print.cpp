// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/print.h"

#include <array>

#include "compiler/support/quote.h"

namespace stiction::ast {
namespace {

std::string Subscripts(const std::vector<Subscript>& subscripts) {
  std::string text;
  for (const Subscript& s : subscripts) {
    text += text.empty() ? "[" : ", ";
    text += s.expression ? ToString(*s.expression) : ":";
  }
  return text.empty() ? text : text + "]";
}

std::string Arguments(const std::vector<ModificationArgument>& arguments) {
  std::string text = "(";
  for (const ModificationArgument& argument : arguments) {
    if (text.size() > 1) text += ", ";
    text += ToString(argument);
  }
  return text + ")";
}

// The arguments of a base class or of a redeclared type; `()` says nothing there.
std::string OptionalArguments(const std::vector<ModificationArgument>& arguments) {
  return arguments.empty() ? std::string() : Arguments(arguments);
}

std::string Comment(const std::string& comment) { return comment.empty() ? comment : " " + Quote(comment); }

std::string Annotation(const AnnotationPtr& annotation) {
  return annotation ? " annotation" + Arguments(annotation->arguments) : std::string();
}

std::string Prefix(const TypePrefix& prefix) {
  static constexpr std::array<std::string_view, 3> kFlow = {"", "flow ", "stream "};
  static constexpr std::array<std::string_view, 4> kVariability = {"", "discrete ", "parameter ", "constant "};
  static constexpr std::array<std::string_view, 3> kCausality = {"", "input ", "output "};
  std::string text(kFlow[static_cast<size_t>(prefix.flow)]);
  text += kVariability[static_cast<size_t>(prefix.variability)];
  text += kCausality[static_cast<size_t>(prefix.causality)];
  return text;
}

std::string Constraint(const std::optional<Name>& constraining, const std::unique_ptr<Modification>& modification) {
  if (!constraining) return {};
  return " constrainedby " + ToString(*constraining) +
         (modification ? OptionalArguments(modification->arguments) : std::string());
}

std::string ToText(const Component& c) {
  std::string text = Prefix(c.prefix) + ToString(c.type) + Subscripts(c.type_subscripts) + " " + c.name.text +
                     Subscripts(c.subscripts);
  if (c.modification) text += ToString(*c.modification);
  if (c.condition) text += " if " + ToString(*c.condition);
  return text + Comment(c.comment) + Annotation(c.annotation);
}

std::string Head(const Class& cls) {
  std::string text;
  if (cls.encapsulated) text += "encapsulated ";
  if (cls.partial) text += "partial ";
  if (cls.expandable) text += "expandable ";
  if (cls.pure) text += "pure ";
  if (cls.impure) text += "impure ";
  text += ToString(cls.kind);
  text += ' ';
  return text;
}

// A class of one line: everything but kLong and kExtends.
std::string ShortClass(const Class& cls) {
  std::string text = Head(cls) + cls.name.text + " = ";
  if (cls.form == ClassForm::kEnumeration) {
    text += "enumeration(";
    if (cls.enumeration_open) text += ':';
    for (size_t i = 0; i < cls.literals.size(); ++i) {
      if (i > 0) text += ", ";
      text += cls.literals[i].name.text + Comment(cls.literals[i].comment) + Annotation(cls.literals[i].annotation);
    }
    text += ')';
  } else if (cls.form == ClassForm::kDer) {
    text += "der(" + ToString(cls.base);
    for (const Identifier& argument : cls.der_arguments) text += ", " + argument.text;
    text += ')';
  } else {
    text += Prefix(cls.base_prefix) + ToString(cls.base) + Subscripts(cls.base_subscripts) +
            OptionalArguments(cls.base_arguments);
  }
  return text + Comment(cls.comment) + Annotation(cls.annotation);
}

std::string ToText(const Import& import) {
  switch (import.kind) {
    case Import::Kind::kRenaming:
      return "import " + import.alias.text + " = " + ToString(import.name);
    case Import::Kind::kUnqualified:
      return "import " + ToString(import.name) + ".*";
    case Import::Kind::kList: {
      std::string text = "import " + ToString(import.name) + ".{";
      for (size_t i = 0; i < import.names.size(); ++i) text += (i > 0 ? ", " : "") + import.names[i].text;
      return text + "}";
    }
    default:
      return "import " + ToString(import.name);
  }
}

std::string Indices(const std::vector<ForIndex>& indices) {
  std::string text = "for ";
  for (size_t i = 0; i < indices.size(); ++i) {
    if (i > 0) text += ", ";
    text += indices[i].name.text;
    if (indices[i].range) text += " in " + ToString(*indices[i].range);
  }
  return text + " loop";
}

class Printer {
 public:
  explicit Printer(std::ostream& out) : out_(out) {}

  void Write(const Class& cls, const std::string& prefixes, const std::string& suffix) {
    if (cls.form != ClassForm::kLong && cls.form != ClassForm::kExtends) {
      Line(prefixes + ShortClass(cls) + suffix + ";");
      return;
    }
    const bool extends = cls.form == ClassForm::kExtends;
    Line(prefixes + Head(cls) + (extends ? "extends " : "") + cls.name.text + OptionalArguments(cls.extends_arguments) +
         Comment(cls.comment));
    ++depth_;
    WriteElements(cls.elements);
    --depth_;
    for (const EquationSection& section : cls.equations) {
      Line(section.initial ? "initial equation" : "equation");
      Body(section.equations);
    }
    for (const AlgorithmSection& section : cls.algorithms) {
      Line(section.initial ? "initial algorithm" : "algorithm");
      Body(section.statements);
    }
    ++depth_;
    if (cls.external) Write(*cls.external);
    if (cls.annotation) Line("annotation" + Arguments(cls.annotation->arguments) + ";");
    --depth_;
    Line("end " + cls.name.text + suffix + ";");
  }

 private:
  void Line(const std::string& text) { out_ << std::string(static_cast<size_t>(2 * depth_), ' ') << text << '\n'; }

  template <class T>
  void Body(const std::vector<std::unique_ptr<T>>& body) {
    ++depth_;
    for (const std::unique_ptr<T>& entry : body) Write(*entry);
    --depth_;
  }

  void WriteElements(const std::vector<Element>& elements) {
    auto visibility = Visibility::kPublic;
    for (const Element& element : elements) {
      if (element.visibility != visibility) {
        visibility = element.visibility;
        --depth_;
        Line(visibility == Visibility::kPublic ? "public" : "protected");
        ++depth_;
      }
      Write(element);
    }
  }

  void Write(const Element& e) {
    if (e.import) {
      Line(ToText(*e.import) + ";");
    } else if (e.extends) {
      Line("extends " + ToString(e.extends->base) + OptionalArguments(e.extends->arguments) +
           Annotation(e.extends->annotation) + ";");
    } else {
      std::string prefixes;
      if (e.redeclare) prefixes += "redeclare ";
      if (e.final) prefixes += "final ";
      if (e.inner) prefixes += "inner ";
      if (e.outer) prefixes += "outer ";
      if (e.replaceable) prefixes += "replaceable ";
      const std::string constraint = Constraint(e.constraining, e.constraining_modification);
      if (e.cls) {
        Write(*e.cls, prefixes, constraint);
      } else {
        Line(prefixes + ToText(*e.component) + constraint + ";");
      }
    }
  }

  void Write(const External& external) {
    std::string text = "external";
    if (!external.language.empty()) text += " " + Quote(external.language);
    if (external.result) text += " " + ToString(*external.result) + " =";
    if (!external.function.text.empty()) {
      text += " " + external.function.text + "(";
      for (size_t i = 0; i < external.arguments.size(); ++i) {
        text += (i > 0 ? ", " : "") + ToString(*external.arguments[i]);
      }
      text += ")";
    }
    Line(text + Annotation(external.annotation) + ";");
  }

  template <class T>
  void WriteBranches(const std::vector<Branch<T>>& branches, const std::string& keyword, const std::string& comment) {
    for (size_t i = 0; i < branches.size(); ++i) {
      if (branches[i].condition) {
        Line((i > 0 ? "else" : "") + keyword + " " + ToString(*branches[i].condition) + " then");
      } else {
        Line("else");
      }
      Body(branches[i].body);
    }
    Line("end " + keyword + comment + ";");
  }

  void Write(const Equation& e) {
    const std::string comment = Comment(e.comment);
    switch (e.kind) {
      case EquationKind::kEquality: {
        // An if-expression or a range with its colon cannot stand alone on the left of `=`.
        Line(LeftSide(*e.left) + " = " + ToString(*e.right) + comment + ";");
        break;
      }
      case EquationKind::kCall:
        Line(ToString(*e.left) + comment + ";");
        break;
      case EquationKind::kConnect:
        Line("connect(" + ToString(e.from) + ", " + ToString(e.to) + ")" + comment + ";");
        break;
      case EquationKind::kIf:
        WriteBranches(e.branches, "if", comment);
        break;
      case EquationKind::kWhen:
        WriteBranches(e.branches, "when", comment);
        break;
      case EquationKind::kFor:
        Line(Indices(e.indices));
        Body(e.body);
        Line("end for" + comment + ";");
        break;
    }
  }

  static std::string LeftSide(const Expression& left) {
    const bool loose = left.kind == ExpressionKind::kIf || left.kind == ExpressionKind::kRange;
    return loose ? "(" + ToString(left) + ")" : ToString(left);
  }

  void Write(const Statement& s) {
    const std::string comment = Comment(s.comment);
    switch (s.kind) {
      case StatementKind::kAssign:
      case StatementKind::kMultiAssign:
        Line(ToString(*s.target) + " := " + ToString(*s.value) + comment + ";");
        break;
      case StatementKind::kCall:
        Line(ToString(*s.value) + comment + ";");
        break;
      case StatementKind::kIf:
        WriteBranches(s.branches, "if", comment);
        break;
      case StatementKind::kWhen:
        WriteBranches(s.branches, "when", comment);
        break;
      case StatementKind::kFor:
        Line(Indices(s.indices));
        Body(s.body);
        Line("end for" + comment + ";");
        break;
      case StatementKind::kWhile:
        Line("while " + ToString(*s.branches.front().condition) + " loop");
        Body(s.branches.front().body);
        Line("end while" + comment + ";");
        break;
      case StatementKind::kBreak:
        Line("break" + comment + ";");
        break;
      case StatementKind::kReturn:
        Line("return" + comment + ";");
        break;
    }
  }

  std::ostream& out_;
  int depth_ = 0;
};

}  // namespace

void Print(std::ostream& out, const StoredDefinition& stored) {
  if (stored.within) out << "within" << (stored.within->parts.empty() ? "" : " ") << ToString(*stored.within) << ";\n";
  for (const std::unique_ptr<Class>& cls : stored.classes) Print(out, *cls);
}

void Print(std::ostream& out, const Class& cls) { Printer(out).Write(cls, cls.final ? "final " : "", ""); }

std::string ToString(const Modification& modification) {
  std::string text;
  if (!modification.arguments.empty() || (!modification.value && !modification.value_is_break)) {
    text += Arguments(modification.arguments);
  }
  if (modification.value_is_break) text += " = break";
  if (modification.value) text += " = " + ToString(*modification.value);
  return text;
}

std::string ToString(const ModificationArgument& a) {
  using Kind = ModificationArgument::Kind;
  if (a.kind == Kind::kBreakConnect) return "break connect(" + ToString(a.from) + ", " + ToString(a.to) + ")";
  if (a.kind == Kind::kBreakComponent) return "break " + ToString(a.name);
  std::string text;
  if (a.redeclare) text += "redeclare ";
  if (a.each) text += "each ";
  if (a.final) text += "final ";
  if (a.replaceable) text += "replaceable ";
  switch (a.kind) {
    case Kind::kRedeclareComponent:
      text += ToText(*a.component);
      break;
    case Kind::kRedeclareClass:
      text += ShortClass(*a.cls);
      break;
    default:
      text += ToString(a.name) + (a.modification ? ToString(*a.modification) : std::string());
  }
  return text + Constraint(a.constraining, a.constraining_modification) + Comment(a.comment);
}

std::string_view ToString(ClassKind kind) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "class",   "model",    "record",   "block",           "connector",        "type",
      "package", "function", "operator", "operator record", "operator function"};
  return kWords[static_cast<size_t>(kind)];
}

}  // namespace stiction::ast
