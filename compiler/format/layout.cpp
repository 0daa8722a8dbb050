// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/format/layout.h"

#include <ModelicaParser.h>

namespace stiction::format {
namespace {

using P = grammar::ModelicaParser;
using parse::Children;
using parse::Node;

bool IsOpening(size_t type) { return type == P::LPAR || type == P::LBRK || type == P::LBRC; }
bool IsClosing(size_t type) { return type == P::RPAR || type == P::RBRK || type == P::RBRC; }

// Words that a parenthesis follows without a blank, as it does a name.
bool IsCalled(size_t type) {
  return type == P::IDENT || type == P::DER || type == P::INITIAL || type == P::PURE || type == P::CONNECT ||
         type == P::ENUMERATION || type == P::RBRK || type == P::RPAR;
}

bool IsTightOperator(size_t type) { return type == P::STAR || type == P::SLASH || type == P::CARET; }

// What surrounds the tokens of a rule.
struct Surroundings {
  bool in_annotation = false;  // tools write those: blanks stay
  bool in_argument = false;    // of a modification or a function: `a=1`
  bool is_tight = false;       // subscripts and ranges: `x[i+1]`, `1:n-1`
};

class LayoutWalk {
 public:
  std::vector<TokenLayout> Take() && { return std::move(tokens_); }

  void StoredDefinition(const Node* tree) {
    Children child(tree);
    StartLine(0);
    while (!child.AtEnd()) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleClass_definition)) {
        Class(node, 0);
      } else if (!node->IsToken(static_cast<size_t>(antlr4::Token::EOF))) {
        Walk(node, {});
        if (node->IsToken(P::SEMI)) StartLine(0);
      }
    }
  }

 private:
  // The next token starts a line.
  void StartLine(int level) { StartLine(level, level); }
  void StartLine(int level, int comment_level) {
    starts_line_ = true;
    level_ = level;
    comment_level_ = comment_level;
  }

  void Class(const Node* definition, int level) {
    for (Children child(definition); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleClass_specifier)) {
        for (Children part(node); !part.AtEnd();) {
          const Node* one = part.Take();
          one->IsRule(P::RuleClass_body) ? ClassBody(one, level) : Walk(one, {});
        }
      } else {
        Walk(node, {});
      }
    }
  }

  void ClassBody(const Node* body, int level) {
    for (Children child(body); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleComposition)) {
        Composition(node, level);
      } else {
        if (node->IsToken(P::END)) StartLine(level, level + 1);
        Walk(node, {});
      }
    }
  }

  void Composition(const Node* composition, int level) {
    for (Children child(composition); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleElement_list)) {
        Items(node, level + 1);
      } else if (node->IsRule(P::RuleSection)) {
        StartLine(level, level + 1);
        Section(node, level);
      } else {
        if (node->IsToken(P::PUBLIC) || node->IsToken(P::PROTECTED) || node->IsRule(P::RuleExternal_clause)) {
          StartLine(level, level + 1);
        } else if (node->IsRule(P::RuleAnnotation_clause)) {
          StartLine(level + 1);
        }
        Walk(node, {});
      }
    }
  }

  void Section(const Node* section, int level) {
    for (Children child(section); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleEquation_list) || node->IsRule(P::RuleStatement_list)) {
        Items(node, level + 1);
      } else {
        if (node->IsRule(P::RuleAnnotation_clause)) StartLine(level + 1);
        Walk(node, {});
      }
    }
  }

  // Declarations, equations or statements, each with its semicolon.
  void Items(const Node* list, int level) {
    for (Children child(list); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->is_rule) StartLine(level);
      if (node->IsRule(P::RuleElement)) {
        Element(node, level);
      } else if (node->IsRule(P::RuleSome_equation) || node->IsRule(P::RuleStatement)) {
        Construct(node, level);
      } else {
        Walk(node, {});
      }
    }
  }

  void Element(const Node* element, int level) {
    for (Children child(element); !child.AtEnd();) {
      const Node* node = child.Take();
      node->IsRule(P::RuleClass_definition) ? Class(node, level) : Walk(node, {});
    }
  }

  // An equation or a statement, which may hold others.
  void Construct(const Node* construct, int level) {
    for (Children child(construct); !child.AtEnd();) {
      const Node* node = child.Take();
      if (node->IsRule(P::RuleEquation_list) || node->IsRule(P::RuleStatement_list)) {
        Items(node, level + 1);
      } else if (node->is_rule && HoldsItems(node->kind)) {
        Construct(node, level);
      } else {
        if (node->IsToken(P::ELSE) || node->IsToken(P::ELSEIF) || node->IsToken(P::ELSEWHEN) || node->IsToken(P::END)) {
          StartLine(level, level + 1);
        }
        Walk(node, {});
      }
    }
  }

  static bool HoldsItems(size_t rule) {
    switch (rule) {
      case P::RuleIf_equation:
      case P::RuleIf_statement:
      case P::RuleFor_equation:
      case P::RuleFor_statement:
      case P::RuleWhen_equation:
      case P::RuleWhen_statement:
      case P::RuleWhile_statement:
        return true;
      default:
        return false;
    }
  }

  // What stands on one line, if the line is long enough.
  void Walk(const Node* node, Surroundings around) {
    if (!node->is_rule) return Token(node, SpaceBefore(node->kind, around));
    Enter(node, around);
    const bool is_range = node->IsRule(P::RuleExpression) && Holds(node, P::COLON);
    const bool is_operand = node->IsRule(P::RuleOperand);
    if (is_range) around.is_tight = true;
    bool is_sign = is_operand;
    bool is_reference_start = IsPath(node->kind);
    for (Children child(node); !child.AtEnd();) {
      const Node* one = child.Take();
      if (one->is_rule) {
        is_sign = is_reference_start = false;
        Walk(one, around);
        continue;
      }
      Space space = SpaceBefore(one->kind, around);
      if (one->IsToken(P::DOT)) {
        // A leading dot (`.Modelica`) stands like a name.
        space = is_reference_start ? SpaceBefore(P::IDENT, around) : Space::kNone;
      } else if (node->IsRule(P::RuleOperation)) {
        space = SpaceAtOperator(one->kind, around);
      } else if (is_operand && (one->IsToken(P::LBRK) || (one->IsToken(P::LPAR) && is_sign))) {
        space = SpaceBefore(P::IDENT, around);  // a matrix, or an expression in parentheses
      }
      Token(one, space);
      if (is_sign && one->kind != P::NOT) glues_next_ = IsSign(one->kind);
      is_sign = is_sign && (IsSign(one->kind) || one->kind == P::NOT);
      if (node->IsRule(P::RuleOperation)) glues_next_ = SpaceAtOperator(one->kind, around) == Space::kNone;
      if (one->IsToken(P::DOT)) glues_next_ = true;
      is_reference_start = false;
    }
  }

  static void Enter(const Node* node, Surroundings& around) {
    switch (node->kind) {
      case P::RuleAnnotation_clause:
        around.in_annotation = true;
        break;
      case P::RuleArgument:
      case P::RuleFunction_argument:
        around.in_argument = true;
        break;
      case P::RuleShort_class_definition:
        around.in_argument = false;
        break;
      case P::RuleArray_subscripts:
        around.is_tight = true;
        break;
      case P::RuleFunction_call_args:
      case P::RuleExpression_list:
        around.is_tight = false;
        break;
      default:
        break;
    }
  }

  static bool IsSign(size_t type) {
    return type == P::PLUS || type == P::MINUS || type == P::DOTPLUS || type == P::DOTMINUS;
  }

  static bool IsPath(size_t rule) {
    return rule == P::RuleComponent_reference || rule == P::RuleType_specifier || rule == P::RuleName;
  }

  static bool Holds(const Node* node, size_t token) {
    for (Children child(node); !child.AtEnd();) {
      if (child.Take()->IsToken(token)) return true;
    }
    return false;
  }

  static Space SpaceAtOperator(size_t type, Surroundings around) {
    if (around.in_annotation) return Space::kAsWritten;
    if (IsTightOperator(type)) return Space::kNone;
    return around.is_tight && (type == P::PLUS || type == P::MINUS) ? Space::kNone : Space::kOne;
  }

  Space SpaceBefore(size_t type, Surroundings around) const {
    switch (type) {
      case P::SEMI:
      case P::COMMA:
      case P::RPAR:
      case P::RBRK:
      case P::RBRC:
      case P::DOTSTAR:  // import A.*
        return Space::kNone;
      default:
        break;
    }
    if (type == P::ANNOTATION) return Space::kOne;
    if (around.in_annotation) return Space::kAsWritten;
    if (glues_next_ || IsOpening(previous_)) return Space::kNone;
    switch (type) {
      case P::LPAR:
        return IsCalled(previous_) ? Space::kNone : Space::kOne;
      case P::LBRK:
      case P::COLON:
        return previous_ == P::COMMA ? Space::kOne : Space::kNone;
      case P::EQ:
      case P::ASSIGN:
        return around.in_argument ? Space::kAsWritten : Space::kOne;
      default:
        break;
    }
    if ((previous_ == P::EQ || previous_ == P::ASSIGN) && around.in_argument) return Space::kAsWritten;
    return previous_ == P::COLON ? Space::kNone : Space::kOne;
  }

  void Token(const Node* token, Space space) {
    const bool is_bracket = IsOpening(token->kind) || IsClosing(token->kind);
    TokenLayout layout{token->begin, token->end, token->kind, starts_line_, is_bracket, 0, 0, space};
    if (starts_line_) {
      layout.level = static_cast<uint16_t>(level_);
      layout.comment_level = static_cast<uint16_t>(comment_level_);
    }
    tokens_.push_back(layout);
    starts_line_ = false;
    glues_next_ = false;
    previous_ = token->kind;
  }

  std::vector<TokenLayout> tokens_;
  bool starts_line_ = false;  // of the next token, as what follows
  int level_ = 0, comment_level_ = 0;
  bool glues_next_ = false;
  size_t previous_ = 0;  // the type of the last token
};

}  // namespace

std::vector<TokenLayout> LayOut(const std::vector<parse::Node>& derivation) {
  LayoutWalk walk;
  walk.StoredDefinition(derivation.data());
  return std::move(walk).Take();
}

}  // namespace stiction::format
