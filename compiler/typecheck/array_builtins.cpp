// SPDX-License-Identifier: BSD-3-Clause
// The built-in functions of arrays (MLS 10.3).
#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "compiler/ir/instances/bound.h"
#include "compiler/typecheck/checker.h"
#include "compiler/typecheck/overloads.h"

namespace stiction::typecheck {

using ir::ScalarType;

/// A call of one: each sets the type and the variability, or reports what does not fit.
class ArrayBuiltin {
 public:
  ArrayBuiltin(Checker& checker, ir::BoundExpression& call)
      : checker_(checker), call_(call), name_(call.text), first_(call.operands[0]->type) {}

  void Size() {
    const bool is_of_one = name_ == "size" && call_.operands.size() == 2;
    if (is_of_one && !RequireInteger(1)) return;
    call_.variability = is_of_one ? call_.operands[1]->variability : ir::Variability::kConstant;
    call_.type = typecheck::Scalar(ScalarType::kInteger);
    if (name_ == "size" && !is_of_one) call_.type.dims = {static_cast<int64_t>(first_.dims.size())};
  }

  void Filled() {
    const size_t skip = name_ == "fill" ? 1 : 0;
    ir::Type type = skip ? first_ : typecheck::Scalar(ScalarType::kInteger);
    std::vector<int64_t> dims;
    for (size_t k = skip; k < call_.operands.size(); ++k) {
      if (!RequireInteger(k)) return;
      dims.push_back(SizeOf(k));
    }
    type.dims.insert(type.dims.begin(), dims.begin(), dims.end());
    call_.type = type;
  }

  void Identity() {
    if (!RequireInteger(0)) return;
    call_.type = typecheck::Scalar(ScalarType::kInteger);
    call_.type.dims = {SizeOf(0), SizeOf(0)};
  }

  void Linspace() {
    for (const size_t end : {0, 1}) {
      if (!checker_.RequireNumeric(*call_.operands[end], "an end of `linspace`")) return;
    }
    if (!RequireInteger(2)) return;
    call_.type = typecheck::Scalar(ScalarType::kReal);
    call_.type.dims = {SizeOf(2)};
  }

  void Reduction() {
    const bool is_numeric = name_ == "sum" || name_ == "product";
    const ir::BoundExpression& of = *call_.operands[0];
    if (name_ == "sum" && HasOperators(first_) && !first_.dims.empty()) return Overloads(checker_, call_).Sum();
    if (is_numeric && !checker_.RequireNumeric(of, fmt::format("the argument of `{}`", name_))) return;
    if (first_.dims.empty()) {
      checker_.Error(DiagnosticKind::DimensionMismatch, of.span,
                     fmt::format("`{}` of one argument takes an array, found {}", name_, checker_.Describe(first_)));
      return;
    }
    const size_t iterators = ir::ReducedDimensions(call_);
    if (iterators == 0 || first_.dims.size() == iterators) return Scalar();
    if (name_ != "sum") {
      checker_.Error(DiagnosticKind::DimensionMismatch, of.span,
                     fmt::format("`{}` with iterators takes scalars (MLS 10.3.4.1)", name_));
      return;
    }
    call_.type = first_;
    call_.type.dims.erase(call_.type.dims.begin(), call_.type.dims.begin() + static_cast<std::ptrdiff_t>(iterators));
  }

  void Array() {
    if (call_.operands[0]->kind == ir::BoundKind::kComprehension) {
      call_.type = first_;
    } else {
      checker_.TypeArray(call_);
    }
  }

  void Scalar() {
    call_.type = first_;
    call_.type.dims.clear();
  }

  void Vector() {
    call_.type = first_;
    call_.type.dims = {ElementCount(first_.dims)};
  }

  void Matrix() {
    call_.type = first_;
    call_.type.dims.resize(2, 1);
  }

  void Cat() {
    if (!RequireInteger(0)) return;
    const ir::Type& of_first = call_.operands[1]->type;
    call_.type = of_first;
    const int64_t along = SizeOf(0);
    for (size_t k = 2; k < call_.operands.size(); ++k) {
      const ir::Type& part = call_.operands[k]->type;
      const bool fits = (IsNumeric(of_first) && IsNumeric(part)) ||
                        (of_first.kind == part.kind && of_first.scalar == part.scalar &&
                         of_first.enumeration == part.enumeration && RecordsFit(of_first, part));
      if (!fits) {
        checker_.Error(DiagnosticKind::TypeMismatch, call_.operands[k]->span,
                       fmt::format("`cat` joins arrays of one type, found {} and {}", checker_.Describe(of_first),
                                   checker_.Describe(part)));
        call_.type = {};
        return;
      }
      if (part.scalar == ScalarType::kReal) call_.type.scalar = ScalarType::kReal;
      if (part.dims.size() != of_first.dims.size()) {
        checker_.Error(
            DiagnosticKind::DimensionMismatch, call_.operands[k]->span,
            fmt::format("`cat` cannot join {} and {}", checker_.Describe(of_first), checker_.Describe(part)));
        call_.type = {};
        return;
      }
      if (along < 1 || along > static_cast<int64_t>(part.dims.size())) continue;
      int64_t& size = call_.type.dims[static_cast<size_t>(along - 1)];
      const int64_t more = part.dims[static_cast<size_t>(along - 1)];
      size = size < 0 || more < 0 ? -1 : size + more;
    }
  }

  void Transpose() {
    if (!RequireNumeric()) return;
    call_.type = first_;
    if (first_.dims.size() < 2 && !RequireRank(0, 2)) return;
    std::swap(call_.type.dims[0], call_.type.dims[1]);
  }

  void Symmetric() {
    if (!RequireNumeric() || !RequireRank(0, 2)) return;
    const std::vector<int64_t>& dims = first_.dims;
    if (dims[0] >= 0 && dims[1] >= 0 && dims[0] != dims[1]) {
      checker_.Error(DiagnosticKind::DimensionMismatch, call_.operands[0]->span,
                     fmt::format("`symmetric` takes a square matrix, found {}", checker_.Describe(first_)));
      return;
    }
    call_.type = first_;
  }

  void SquareOfVector() {
    if (!RequireNumeric() || !RequireRank(0, 1) || (name_ == "skew" && !RequireThree(0))) return;
    call_.type = first_;
    call_.type.dims = {first_.dims[0], first_.dims[0]};
  }

  void OfTwoVectors() {
    if (!RequireNumeric() || !RequireRank(0, 1) || !RequireRank(1, 1)) return;
    if (name_ == "cross" && (!RequireThree(0) || !RequireThree(1))) return;
    const ir::Type& second = call_.operands[1]->type;
    call_.type = first_;
    if (second.scalar == ScalarType::kReal) call_.type.scalar = ScalarType::kReal;
    if (name_ == "outerProduct") call_.type.dims = {first_.dims[0], second.dims[0]};
  }

 private:
  bool RequireInteger(size_t k) {
    const ir::Type& type = call_.operands[k]->type;
    if (IsKnown(type) && type.scalar == ScalarType::kInteger && type.dims.empty()) return true;
    checker_.Error(
        DiagnosticKind::TypeMismatch, call_.operands[k]->span,
        fmt::format("argument {} of `{}` must be an Integer, found {}", k + 1, name_, checker_.Describe(type)));
    return false;
  }

  bool RequireRank(size_t k, size_t rank) {
    const ir::Type& type = call_.operands[k]->type;
    if (type.dims.size() == rank) return true;
    checker_.Error(
        DiagnosticKind::DimensionMismatch, call_.operands[k]->span,
        fmt::format("`{}` takes a {}, found {}", name_, rank == 1 ? "vector" : "matrix", checker_.Describe(type)));
    return false;
  }

  /// @pre the operand is a vector
  bool RequireThree(size_t k) {
    const ir::Type& type = call_.operands[k]->type;
    if (type.dims[0] < 0 || type.dims[0] == 3) return true;
    checker_.Error(DiagnosticKind::DimensionMismatch, call_.operands[k]->span,
                   fmt::format("`{}` takes vectors of 3 elements, found {}", name_, checker_.Describe(type)));
    return false;
  }

  bool RequireNumeric() {
    for (const ir::BoundPtr& operand : call_.operands) {
      if (!checker_.RequireNumeric(*operand, fmt::format("an argument of `{}`", name_))) return false;
    }
    return true;
  }

  /// The value of an operand as a size, -1 if it is not known.
  int64_t SizeOf(size_t k) const {
    const std::optional<Value> value = Evaluate(checker_.tree_, *call_.operands[k]);
    return value ? AsSize(*value).value_or(-1) : -1;
  }

  Checker& checker_;
  ir::BoundExpression& call_;
  const std::string& name_;
  const ir::Type first_;  // of the first operand
};

void Checker::TypeArrayBuiltin(ir::BoundExpression& e) {
  using Rule = void (ArrayBuiltin::*)();
  static const std::map<std::string_view, Rule> rules = {{"ndims", &ArrayBuiltin::Size},
                                                         {"size", &ArrayBuiltin::Size},
                                                         {"fill", &ArrayBuiltin::Filled},
                                                         {"zeros", &ArrayBuiltin::Filled},
                                                         {"ones", &ArrayBuiltin::Filled},
                                                         {"identity", &ArrayBuiltin::Identity},
                                                         {"linspace", &ArrayBuiltin::Linspace},
                                                         {"sum", &ArrayBuiltin::Reduction},
                                                         {"product", &ArrayBuiltin::Reduction},
                                                         {"min", &ArrayBuiltin::Reduction},
                                                         {"max", &ArrayBuiltin::Reduction},
                                                         {"array", &ArrayBuiltin::Array},
                                                         {"scalar", &ArrayBuiltin::Scalar},
                                                         {"vector", &ArrayBuiltin::Vector},
                                                         {"matrix", &ArrayBuiltin::Matrix},
                                                         {"cat", &ArrayBuiltin::Cat},
                                                         {"transpose", &ArrayBuiltin::Transpose},
                                                         {"symmetric", &ArrayBuiltin::Symmetric},
                                                         {"diagonal", &ArrayBuiltin::SquareOfVector},
                                                         {"skew", &ArrayBuiltin::SquareOfVector},
                                                         {"outerProduct", &ArrayBuiltin::OfTwoVectors},
                                                         {"cross", &ArrayBuiltin::OfTwoVectors}};
  if (const auto rule = rules.find(e.text); rule != rules.end()) (ArrayBuiltin(*this, e).*rule->second)();
}

}  // namespace stiction::typecheck
