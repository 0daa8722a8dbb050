// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/print.h"

#include <fmt/format.h>

#include <cmath>
#include <forward_list>

#include "compiler/support/quote.h"

namespace stiction::ir {
namespace {

using namespace std::string_view_literals;

/// The levels of MLS 2.6 table of operators, weakest first.
enum Precedence : int {
  kAny = 0,
  kOrLevel,
  kAndLevel,
  kNotLevel,
  kRelationLevel,
  kSumLevel,
  kTermLevel,
  kPowLevel,
  kPrimary
};

int Level(const ExprNode& node) {
  switch (node.op) {
    case Op::kIf:
      return kAny;
    case Op::kOr:
      return kOrLevel;
    case Op::kAnd:
      return kAndLevel;
    case Op::kNot:
      return kNotLevel;
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
    case Op::kEq:
    case Op::kNe:
      return kRelationLevel;
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
    case Op::kConcat:
      return kSumLevel;
    case Op::kMul:
    case Op::kDiv:
      return kTermLevel;
    case Op::kPow:
      return kPowLevel;
    case Op::kReal:
    case Op::kInteger:
      return node.number < 0 ? kSumLevel : kPrimary;
    default:
      return kPrimary;
  }
}

/// Prints from a stack of pieces, so that a deep expression needs no deep call stack.
class Printer {
 public:
  Printer(const ExprPool& pool, const ExprNames& names) : pool_(pool), names_(names) {}

  std::string Run(ExprId e) {
    stack_.reserve(32);
    stack_.push_back(Operand(e, kAny));
    while (!stack_.empty()) {
      if (text_.size() > names_.length_limit) return text_ + "...";
      const Piece piece = stack_.back();
      stack_.pop_back();
      if (piece.e) {
        Expand(piece);
      } else {
        text_ += piece.literal;
      }
    }
    return std::move(text_);
  }

 private:
  /// An operand, or a text.
  struct Piece {
    Piece(std::string_view text) : literal(text) {}  // NOLINT(google-explicit-constructor): of lists of pieces
    Piece(ExprId operand, int level) : e(operand), at_least(level) {}

    ExprId e;
    int at_least = kAny;  // an operator that binds weaker gets parentheses
    std::string_view literal;
  };
  static Piece Operand(ExprId e, int at_least) { return {e, at_least}; }
  /// A text that is no literal, kept as long as this.
  std::string_view Made(std::string text) { return made_.emplace_front(std::move(text)); }

  /// Puts pieces so that the first is printed first.
  void Put(std::initializer_list<Piece> pieces) {
    for (auto piece = pieces.end(); piece != pieces.begin();) stack_.push_back(*--piece);
  }

  void Expand(const Piece& operand) {
    const ExprNode& node = pool_[operand.e];
    if (node.op == Op::kToReal) return Put({Operand(node.args[0], operand.at_least)});
    if (Level(node) < operand.at_least) {
      return Put({"("sv, Operand(operand.e, kAny), ")"sv});
    }
    const auto binary = [&](std::string_view op, int left, int right) {
      Put({Operand(node.args[0], left), op, Operand(node.args[1], right)});
    };
    const auto spaced = [&](int left, int right) {
      Put({Operand(node.args[0], left), " "sv, Spelling(node.op), " "sv, Operand(node.args[1], right)});
    };
    switch (node.op) {
      case Op::kOr:
        return binary(" or ", kOrLevel, kAndLevel);
      case Op::kAnd:
        return binary(" and ", kAndLevel, kNotLevel);
      case Op::kNot:
        return Put({"not "sv, Operand(node.args[0], kRelationLevel)});
      case Op::kLt:
      case Op::kLe:
      case Op::kGt:
      case Op::kGe:
      case Op::kEq:
      case Op::kNe:
        return spaced(kSumLevel, kSumLevel);
      case Op::kAdd:
      case Op::kSub:
      case Op::kConcat:
        return spaced(kSumLevel, kTermLevel);
      case Op::kNeg:
        return Put({"-"sv, Operand(node.args[0], kTermLevel)});
      case Op::kMul:
      case Op::kDiv:
        return binary(Spelling(node.op), kTermLevel, kPowLevel);
      case Op::kPow:
        return binary("^", kPrimary, kPrimary);
      case Op::kIf:
        return ExpandIf(node);
      case Op::kLocalElement:
        return Put({Made(ArrayName(node.payload) + "[1 + "), Operand(node.args[0], kTermLevel), "]"sv});
      case Op::kCall:
        return ExpandCall(node);
      case Op::kCallPartial: {
        stack_.emplace_back(Made(", " + SlotName(node.payload, node.wrt) + ")"));
        text_ += "partial(";
        return ExpandCall(node);
      }
      default:
        break;
    }
    if (node.args.empty()) {
      AppendLeaf(operand.e);
    } else {
      ExpandArguments(Spelling(node.op), node, "");
    }
  }

  void ExpandIf(const ExprNode& node) {
    const bool chained = pool_[node.args[2]].op == Op::kIf;
    Put({"if "sv, Operand(node.args[0], kAny), " then "sv, Operand(node.args[1], kAny),
         chained ? " else"sv : " else "sv, Operand(node.args[2], kAny)});
  }

  void ExpandArguments(std::string_view name, const ExprNode& node, const std::string& suffix) {
    stack_.emplace_back(suffix.empty() ? ")"sv : Made(")" + suffix));
    for (size_t i = node.args.size(); i-- > 0;) {
      stack_.push_back(Operand(node.args[i], kAny));
      if (i > 0) stack_.emplace_back(", "sv);
    }
    text_ += name;
    text_ += '(';
  }

  void ExpandCall(const ExprNode& node) {
    std::string suffix;
    std::string name = fmt::format("f{}", node.payload);
    if (const Function* function = FunctionOf(node.payload)) {
      name = function->name;
      if (function->output_count > 1) suffix = "." + SlotName(node.payload, function->input_count + node.output);
    } else if (node.output > 0) {
      suffix = fmt::format(".{}", node.output);
    }
    ExpandArguments(name, node, suffix);
  }

  void AppendLeaf(ExprId e) {
    const ExprNode& node = pool_[e];
    switch (node.op) {
      case Op::kEnumeration: {
        const int ordinal = static_cast<int>(node.number);
        if (names_.literal) return names_.literal(node.enumeration, ordinal, text_);
        text_ += fmt::format("enumeration{}.{}", node.enumeration.value, ordinal);
        return;
      }
      case Op::kVariable:
        return AppendVariable(node.payload);
      case Op::kPre:
        text_ += "pre(";
        AppendVariable(node.payload);
        text_ += ')';
        return;
      case Op::kRelation:
        if (names_.relation) return names_.relation(RelationId(node.payload), text_);
        text_ += fmt::format("c{}", node.payload);
        return;
      default:
        text_ += Leaf(e);
    }
  }

  std::string Leaf(ExprId e) const {
    const ExprNode& node = pool_[e];
    switch (node.op) {
      case Op::kReal:
        return RealText(node.number);
      case Op::kInteger:
        return fmt::format("{:.0f}", node.number);
      case Op::kBoolean:
        return node.number != 0 ? "true" : "false";
      case Op::kString:
        return Quote(pool_.Text(e));
      case Op::kTime:
        return "time";
      case Op::kInitial:
        return "initial()";
      case Op::kTerminal:
        return "terminal()";
      case Op::kSampleTick:
        return fmt::format("tick{}", node.payload);
      case Op::kHeld:
        return fmt::format("held{}", node.payload);
      case Op::kDelayed:
        return fmt::format("delayed{}", node.payload);
      case Op::kLocal:
        return LocalName(node.payload);
      case Op::kClock:
      case Op::kInterval:
      case Op::kFirstTick:
        return std::string(Spelling(node.op)) + "()";
      default:
        return std::string(Spelling(node.op));
    }
  }

  void AppendVariable(int32_t id) {
    if (names_.variable) return names_.variable(VariableId(id), text_);
    text_ += fmt::format("v{}", id);
  }

  std::string LocalName(int32_t slot) const {
    if (names_.local && static_cast<size_t>(slot) < names_.local->slots.size()) {
      return names_.local->slots[static_cast<size_t>(slot)].name;
    }
    return fmt::format("s{}", slot);
  }

  std::string ArrayName(int32_t slot) const {
    const std::string name = LocalName(slot);
    return name.substr(0, name.rfind('['));
  }

  const Function* FunctionOf(int32_t id) const {
    if (!names_.functions || static_cast<size_t>(id) >= names_.functions->size()) return nullptr;
    return &(*names_.functions)[static_cast<size_t>(id)];
  }

  std::string SlotName(int32_t function_id, int32_t slot) const {
    const Function* function = FunctionOf(function_id);
    if (!function) return fmt::format("s{}", slot);
    return function->slots[static_cast<size_t>(slot)].name;
  }

  const ExprPool& pool_;
  const ExprNames& names_;
  std::string text_;
  std::vector<Piece> stack_;
  std::forward_list<std::string> made_;
};

}  // namespace

std::string ToString(const ExprPool& pool, ExprId e, const ExprNames& names) { return Printer(pool, names).Run(e); }

std::string RealText(double value) {
  std::string text = fmt::format("{}", value);
  if (std::isfinite(value) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string_view Spelling(ScalarType type) {
  switch (type) {
    case ScalarType::kReal:
      return "Real";
    case ScalarType::kInteger:
      return "Integer";
    case ScalarType::kBoolean:
      return "Boolean";
    case ScalarType::kString:
      return "String";
    case ScalarType::kEnumeration:
      return "enumeration";
    case ScalarType::kClock:
      return "Clock";
  }
  return "?";
}

}  // namespace stiction::ir
