// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/array_builtins.h"
#include "compiler/ir/instances/bound.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <string_view>

#include "compiler/expand/element_wise.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {
namespace {

using ir::BoundExpression;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

/// Expands one call of a built-in array function to scalars (MLS 10.3). One method for each function, hence their
/// number.
class ArrayBuiltin {
 public:
  ArrayBuiltin(Expander& expander, const BoundExpression& call)
      : expander_(expander), pool_(expander.pool()), call_(call), name_(call.text) {}

  FlatValue Rank() { return MakeScalar(pool_, pool_.Integer(static_cast<int64_t>(Operand(0).dims.size()))); }

  FlatValue Size() {
    const FlatValue of = Operand(0);
    if (call_.operands.size() == 1) {
      FlatValue out;
      out.type = ScalarType::kInteger;
      out.dims = {static_cast<int64_t>(of.dims.size())};
      for (const int64_t d : of.dims) out.elements.push_back(pool_.Integer(d));
      return out;
    }
    const int64_t d = Integer(1, "the dimension asked for");
    if (d < 1 || d > static_cast<int64_t>(of.dims.size())) {
      Fail(DiagnosticKind::SubscriptOutOfRange, call_.operands[1]->span,
           fmt::format("there is no dimension {}: the array has {}", d, of.dims.size()));
    }
    return MakeScalar(pool_, pool_.Integer(of.dims[static_cast<size_t>(d - 1)]));
  }

  FlatValue Fill() { return Filled(Operand(0), 1); }
  FlatValue Zeros() { return Filled(MakeScalar(pool_, pool_.Integer(0)), 0); }
  FlatValue Ones() { return Filled(MakeScalar(pool_, pool_.Integer(1)), 0); }

  FlatValue Identity() {
    const int64_t n = expander_.ConstantSize(*call_.operands.at(0), "a dimension");
    FlatValue ones;
    ones.type = ScalarType::kInteger;
    ones.dims = {n};
    ones.elements.assign(static_cast<size_t>(n), pool_.Integer(1));
    return DiagonalOf(ones);
  }

  FlatValue Diagonal() { return DiagonalOf(Operand(0, 1)); }

  FlatValue Linspace() {
    const ExprId from = ToReal(pool_, expander_.ExpandScalar(*call_.operands.at(0)));
    const ExprId to = ToReal(pool_, expander_.ExpandScalar(*call_.operands.at(1)));
    const int64_t n = expander_.ConstantSize(*call_.operands.at(2), "the number of points");
    if (n < 2) Fail(DiagnosticKind::DimensionMismatch, call_.operands[2]->span, "`linspace` needs at least 2 points");
    FlatValue out;
    out.dims = {n};
    for (int64_t k = 0; k < n; ++k) {
      const ExprId part = pool_.Real(static_cast<double>(k) / static_cast<double>(n - 1));
      out.elements.push_back(Add(from, Mul(Sub(to, from), part)));
    }
    return out;
  }

  FlatValue Transposed() {
    const FlatValue matrix = Operand(0);
    if (matrix.dims.size() < 2) RequireRank(matrix, 2, 0);
    return Transpose(matrix);
  }

  FlatValue Symmetric() {
    FlatValue m = Operand(0, 2);
    for (int64_t i = 0; i < m.dims[0]; ++i) {
      for (int64_t j = 0; j < i; ++j) {
        m.elements[static_cast<size_t>(i * m.dims[1] + j)] = m.elements[static_cast<size_t>(j * m.dims[1] + i)];
      }
    }
    return m;
  }

  FlatValue OuterProduct() {
    const FlatValue a = Operand(0);
    FlatValue b = Operand(1);
    RequireRank(a, 1, 0);
    RequireRank(b, 1, 1);
    b.dims = {1, b.dims[0]};
    return expander_.Multiply(Promote(a, 2), b, call_.span);
  }

  FlatValue Cross() {
    const FlatValue a = VectorOf3(0);
    const FlatValue b = VectorOf3(1);
    FlatValue out;
    out.type = b.type == ScalarType::kReal ? b.type : a.type;
    out.dims = {3};
    for (size_t i = 0; i < 3; ++i) {
      const size_t j = (i + 1) % 3, k = (i + 2) % 3;
      out.elements.push_back(Sub(Mul(a.elements[j], b.elements[k]), Mul(a.elements[k], b.elements[j])));
    }
    return out;
  }

  FlatValue Skew() {
    const FlatValue a = VectorOf3(0);
    const ExprId zero = ZeroOf(a.type);
    const auto& x = a.elements;
    const auto minus = [&](ExprId e) { return Unary(pool_, Op::kNeg, e); };
    FlatValue out;
    out.type = a.type;
    out.dims = {3, 3};
    out.elements = {zero, minus(x[2]), x[1], x[2], zero, minus(x[0]), minus(x[1]), x[0], zero};
    return out;
  }

  FlatValue Cat() {
    const int64_t along = Integer(0, "the dimension to join along");
    std::vector<FlatValue> parts;
    for (size_t i = 1; i < call_.operands.size(); ++i) {
      parts.push_back(Operand(i));
      const std::vector<int64_t>&dims = parts.back().dims, &first = parts.front().dims;
      bool fits = dims.size() == first.size() && along >= 1 && along <= static_cast<int64_t>(dims.size());
      for (size_t d = 0; fits && d < dims.size(); ++d) {
        fits = static_cast<int64_t>(d) == along - 1 || dims[d] == first[d];
      }
      if (!fits) {
        Fail(DiagnosticKind::DimensionMismatch, call_.operands[i]->span,
             fmt::format("cannot join arrays {} and {} along dimension {}", Describe(first), Describe(dims), along));
      }
    }
    std::vector<int64_t> dims = parts.front().dims;
    for (size_t i = 1; i < parts.size(); ++i) {
      dims[static_cast<size_t>(along - 1)] += parts[i].dims[static_cast<size_t>(along - 1)];
    }
    RequirePossible(dims, call_.span);
    return Concatenate(parts, static_cast<size_t>(along - 1));
  }

  FlatValue Scalar() {
    FlatValue value = WithLargeDimensions(0);
    value.dims.clear();
    return value;
  }

  FlatValue Vector() {
    FlatValue value = WithLargeDimensions(1);
    value.dims = {Count(value.dims)};
    return value;
  }

  FlatValue Matrix() {
    FlatValue value = Promote(Operand(0), 2);
    for (size_t d = 2; d < value.dims.size(); ++d) {
      if (value.dims[d] != 1) {
        Fail(DiagnosticKind::DimensionMismatch, call_.span, "the array has more than 2 dimensions");
      }
    }
    value.dims.resize(2);
    return value;
  }

  FlatValue Sum() { return Reduction(Op::kAdd); }
  FlatValue Product() { return Reduction(Op::kMul); }
  FlatValue Min() { return Reduction(Op::kMin); }
  FlatValue Max() { return Reduction(Op::kMax); }

 private:
  FlatValue Operand(size_t i) { return expander_.Expand(*call_.operands.at(i)); }
  FlatValue Operand(size_t i, size_t rank) {
    FlatValue value = Operand(i);
    RequireRank(value, rank, i);
    return value;
  }
  int64_t Integer(size_t i, const char* what) { return expander_.ConstantInteger(*call_.operands.at(i), what); }

  void RequireRank(const FlatValue& value, size_t rank, size_t i) {
    if (value.dims.size() == rank) return;
    Fail(DiagnosticKind::DimensionMismatch, call_.operands[i]->span,
         fmt::format("`{}` takes {}, found {}", name_, rank == 1 ? "a vector" : "a matrix",
                     value.dims.empty() ? "a scalar" : "an array " + Describe(value.dims)));
  }

  FlatValue VectorOf3(size_t i) {
    FlatValue value = Operand(i, 1);
    if (value.dims[0] != 3) {
      Fail(DiagnosticKind::DimensionMismatch, call_.span, fmt::format("`{}` takes vectors of 3", name_));
    }
    return value;
  }

  /// The first operand, of which at most so many dimensions are other than 1.
  FlatValue WithLargeDimensions(size_t most) {
    FlatValue value = Operand(0);
    size_t large = 0;
    for (const int64_t d : value.dims) large += d != 1 ? 1 : 0;
    if (large > most) {
      Fail(DiagnosticKind::DimensionMismatch, call_.span,
           fmt::format("an array {} has no `{}`", Describe(value.dims), name_));
    }
    return value;
  }

  /// @param skip operands before the dimensions
  FlatValue Filled(const FlatValue& value, size_t skip) {
    std::vector<int64_t> dims;
    for (size_t i = skip; i < call_.operands.size(); ++i) {
      dims.push_back(expander_.ConstantSize(*call_.operands.at(i), "a dimension"));
    }
    std::vector<int64_t> whole = dims;
    whole.insert(whole.end(), value.dims.begin(), value.dims.end());
    RequirePossible(whole, call_.span);
    FlatValue out = Stack(std::vector<FlatValue>(static_cast<size_t>(Count(dims)), value), dims);
    out.type = value.type;
    out.enumeration = value.enumeration;
    return out;
  }

  FlatValue DiagonalOf(const FlatValue& diagonal) {
    const int64_t n = diagonal.dims[0];
    RequirePossible({n, n}, call_.span);
    FlatValue out;
    out.type = diagonal.type;
    out.dims = {n, n};
    const ExprId zero = ZeroOf(out.type);
    for (int64_t i = 0; i < n * n; ++i) {
      out.elements.push_back(i % (n + 1) == 0 ? diagonal.elements[static_cast<size_t>(i / (n + 1))] : zero);
    }
    return out;
  }

  FlatValue Reduced(Op op, const FlatValue& of) {
    const bool is_product = op == Op::kMul;
    ExprId result = of.type == ScalarType::kInteger ? pool_.Integer(is_product) : pool_.Real(is_product);
    for (size_t k = 0; k < of.elements.size(); ++k) {
      result = k == 0 ? of.elements[0] : Arithmetic(pool_, op, result, of.elements[k]);
    }
    return MakeScalar(pool_, result);
  }

  FlatValue Reduction(Op op) {
    try {
      const FlatValue of = Operand(0);
      const size_t iterators = ir::ReducedDimensions(call_);
      if (iterators > 0 && !call_.type.dims.empty()) return SumOfArrays(of, iterators);
      const bool is_extremum = op == Op::kMin || op == Op::kMax;
      return of.elements.empty() && is_extremum ? Extreme(op == Op::kMin) : Reduced(op, of);
    } catch (const ExpansionError& error) {
      if (error.diagnostic.kind != DiagnosticKind::NotConstant) throw;
      const std::optional<FlatValue> value = expander_.ReduceByLoop(call_);
      if (!value) throw;
      return *value;
    }
  }

  // Element by element, over the leading dimensions.
  FlatValue SumOfArrays(const FlatValue& of, size_t leading) {
    FlatValue sum = of;
    // The type knows what nothing is made of.
    sum.dims = of.elements.empty()
                   ? call_.type.dims
                   : std::vector<int64_t>(of.dims.begin() + static_cast<std::ptrdiff_t>(leading), of.dims.end());
    if (ElementCount(sum.dims) < 0) {
      Fail(DiagnosticKind::NotConstant, call_.span, "the size of a sum of no arrays must be known at compile time");
    }
    sum.elements.assign(static_cast<size_t>(Count(sum.dims)), ZeroOf(of.type));
    const size_t count = sum.elements.size();
    for (size_t k = 0; k < of.elements.size(); ++k) {
      ExprId& element = sum.elements[k % count];
      element = k < count ? of.elements[k] : Add(element, of.elements[k]);
    }
    return sum;
  }

  FlatValue Extreme(bool greatest) {
    Value value{.type = call_.type.scalar, .enumeration = call_.type.enumeration};
    value.numbers = {ExtremeOf(expander_.context().tree, call_.type, greatest)};
    return expander_.Literals(value);
  }

  ExprId ZeroOf(ScalarType type) { return type == ScalarType::kInteger ? pool_.Integer(0) : pool_.Real(0); }
  ExprId Add(ExprId x, ExprId y) { return Arithmetic(pool_, Op::kAdd, x, y); }
  ExprId Sub(ExprId x, ExprId y) { return Arithmetic(pool_, Op::kSub, x, y); }
  ExprId Mul(ExprId x, ExprId y) { return Arithmetic(pool_, Op::kMul, x, y); }

  Expander& expander_;
  ir::ExprPool& pool_;
  const BoundExpression& call_;
  const std::string& name_;
};

}  // namespace

double ExtremeOf(const ir::InstanceTree& tree, const ir::Type& type, bool greatest) {
  switch (type.scalar) {
    case ScalarType::kBoolean:
      return greatest ? 1 : 0;
    case ScalarType::kInteger:
      return greatest ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int32_t>::min();
    case ScalarType::kEnumeration:
      return greatest ? static_cast<double>(tree.enumerations[type.enumeration.index()].literals.size()) : 1;
    default:
      return greatest ? std::numeric_limits<double>::max() : std::numeric_limits<double>::lowest();
  }
}

std::optional<FlatValue> ExpandArrayBuiltin(Expander& expander, const BoundExpression& call) {
  using Function = FlatValue (ArrayBuiltin::*)();
  static const std::map<std::string_view, Function> table = {{"ndims", &ArrayBuiltin::Rank},
                                                             {"size", &ArrayBuiltin::Size},
                                                             {"fill", &ArrayBuiltin::Fill},
                                                             {"zeros", &ArrayBuiltin::Zeros},
                                                             {"ones", &ArrayBuiltin::Ones},
                                                             {"identity", &ArrayBuiltin::Identity},
                                                             {"diagonal", &ArrayBuiltin::Diagonal},
                                                             {"linspace", &ArrayBuiltin::Linspace},
                                                             {"transpose", &ArrayBuiltin::Transposed},
                                                             {"symmetric", &ArrayBuiltin::Symmetric},
                                                             {"outerProduct", &ArrayBuiltin::OuterProduct},
                                                             {"cross", &ArrayBuiltin::Cross},
                                                             {"skew", &ArrayBuiltin::Skew},
                                                             {"cat", &ArrayBuiltin::Cat},
                                                             {"scalar", &ArrayBuiltin::Scalar},
                                                             {"vector", &ArrayBuiltin::Vector},
                                                             {"matrix", &ArrayBuiltin::Matrix},
                                                             {"sum", &ArrayBuiltin::Sum},
                                                             {"product", &ArrayBuiltin::Product},
                                                             {"min", &ArrayBuiltin::Min},
                                                             {"max", &ArrayBuiltin::Max}};
  const auto found = table.find(call.text);
  if (found == table.end()) return std::nullopt;
  return (ArrayBuiltin(expander, call).*found->second)();
}

}  // namespace stiction::flatten
