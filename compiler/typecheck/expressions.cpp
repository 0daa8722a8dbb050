#include <fmt/format.h>

#include <algorithm>

#include "compiler/support/check.h"
#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ast::BinaryOperator;
using ast::UnaryOperator;
using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

ir::Type Scalar(ScalarType type) {
  ir::Type out;
  out.kind = TypeKind::kScalar;
  out.scalar = type;
  return out;
}

bool RecordsFit(const ir::Type& target, const ir::Type& source) {
  if (target.members.empty() || source.members.empty()) return true;
  if (target.members.size() != source.members.size()) return false;
  return std::all_of(target.members.begin(), target.members.end(), [&](const ir::TypeMember& wanted) {
    const auto found = std::find_if(source.members.begin(), source.members.end(),
                                    [&](const ir::TypeMember& m) { return m.name == wanted.name; });
    if (found == source.members.end() || !DimsFit(wanted.type.dims, found->type.dims)) return false;
    const ir::Type &a = wanted.type, &b = found->type;
    if (a.kind == TypeKind::kUnknown || b.kind == TypeKind::kUnknown) return true;
    const bool coerced = IsNumeric(a) && IsNumeric(b) && a.scalar == ScalarType::kReal;
    return (coerced || (a.kind == b.kind && a.scalar == b.scalar && a.enumeration == b.enumeration)) &&
           RecordsFit(a, b);
  });
}

bool DimsFit(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](int64_t x, int64_t y) { return x == y || x < 0 || y < 0; });
}

std::vector<int64_t> MergeDims(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> out = a;
  for (size_t d = 0; d < out.size(); ++d) {
    if (out[d] < 0) out[d] = b[d];
  }
  return out;
}

Variability EffectiveVariability(const ir::Instance& instance) {
  const bool discrete = instance.kind == ir::InstanceKind::kBuiltin && instance.scalar != ScalarType::kReal;
  return discrete ? std::min(instance.variability, Variability::kDiscrete) : instance.variability;
}

std::string NameOf(const ir::InstanceTree& tree, const ir::FunctionInstance* function, const BoundExpression& e) {
  std::string name;
  if (e.kind == BoundKind::kComponent) name = ir::FullName(tree, e.instance);
  if (e.kind == BoundKind::kLocal && function) name = function->variables[static_cast<size_t>(e.local)].name;
  if (name.empty()) return {};
  for (const ir::BoundMember& member : e.members) name += "." + member.name;
  return name;
}

std::string Checker::Describe(const ir::Type& type) const {
  std::string name;
  switch (type.kind) {
    case TypeKind::kUnknown:
      return "unknown";
    case TypeKind::kRecord:
      name = type.record.empty() ? "a record" : type.record;
      break;
    case TypeKind::kObject:
      name = type.record;
      break;
    case TypeKind::kTuple:
      return "a list of results";
    case TypeKind::kNone:
      return "no value";
    case TypeKind::kScalar:
      switch (type.scalar) {
        case ScalarType::kReal:
          name = "Real";
          break;
        case ScalarType::kInteger:
          name = "Integer";
          break;
        case ScalarType::kBoolean:
          name = "Boolean";
          break;
        case ScalarType::kString:
          name = "String";
          break;
        case ScalarType::kEnumeration:
          name = type.enumeration ? tree_.enumerations[type.enumeration.index()].name : "enumeration";
          break;
      }
  }
  if (type.dims.empty()) return name;
  std::string dims;
  for (const int64_t d : type.dims) dims += (dims.empty() ? "" : ", ") + (d < 0 ? ":" : std::to_string(d));
  return fmt::format("{}[{}]", name, dims);
}

bool Checker::RequireNumeric(const BoundExpression& e, const std::string& what) {
  if (IsNumeric(e.type)) return true;
  if (e.type.kind != TypeKind::kUnknown) {
    Error(DiagnosticKind::TypeMismatch, e.span, fmt::format("{} must be a number, found {}", what, Describe(e.type)));
  }
  return false;
}

void Checker::Check(const ir::BoundPtr& e) {
  if (!e || !done_.insert(e.get()).second) return;
  Type(*e);
}

void Checker::Type(BoundExpression& e) {
  if (e.kind != BoundKind::kComprehension) {
    for (const ir::BoundPtr& operand : e.operands) Check(operand);
  }
  CheckSubscripts(e.subscripts);
  for (ir::BoundMember& member : e.members) CheckSubscripts(member.subscripts);
  e.variability = Variability::kConstant;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand && e.kind != BoundKind::kComprehension) e.variability = std::max(e.variability, operand->variability);
  }
  switch (e.kind) {
    case BoundKind::kReal:
      e.type = Scalar(ScalarType::kReal);
      return;
    case BoundKind::kInteger:
      e.type = Scalar(ScalarType::kInteger);
      return;
    case BoundKind::kBoolean:
      e.type = Scalar(ScalarType::kBoolean);
      return;
    case BoundKind::kString:
      e.type = Scalar(ScalarType::kString);
      return;
    case BoundKind::kEnumeration:
      e.type.kind = TypeKind::kScalar;
      e.type.scalar = ScalarType::kEnumeration;
      return;
    case BoundKind::kComponent:
      return TypeReference(e);
    case BoundKind::kLocal:
      return TypeLocal(e);
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      CHECK(found != iterators_.end(), "iterator {} is used outside its range", e.local);
      e.type = found->second.first;
      e.variability = found->second.second;
      return;
    }
    case BoundKind::kTime:
      e.type = Scalar(ScalarType::kReal);
      e.variability = Variability::kContinuous;
      return;
    case BoundKind::kUnary:
      return TypeUnary(e);
    case BoundKind::kBinary:
      return TypeBinary(e);
    case BoundKind::kIf:
      return TypeIf(e);
    case BoundKind::kRange:
      return TypeRange(e);
    case BoundKind::kArray:
      return TypeArray(e);
    case BoundKind::kMatrix:
      return TypeMatrix(e);
    case BoundKind::kComprehension:
      return TypeComprehension(e);
    case BoundKind::kTuple:
      e.type.kind = TypeKind::kTuple;
      return;
    case BoundKind::kSubscripted:
      e.type = ApplySubscripts(e.operands[0]->type, e.subscripts, e.span);
      return;
    case BoundKind::kMember:
      return TypeMember(e);
    case BoundKind::kEnd:
      return TypeEnd(e);
    case BoundKind::kBuiltin:
      return TypeBuiltin(e);
    case BoundKind::kCall:
      return TypeCall(e);
  }
}

void Checker::CheckSubscripts(std::vector<ir::BoundSubscript>& subscripts) {
  for (ir::BoundSubscript& subscript : subscripts) {
    if (!subscript.expression) continue;
    Check(subscript.expression);
    const ir::Type& type = subscript.expression->type;
    if (type.kind == TypeKind::kUnknown) continue;
    const bool index = IsKnown(type) && type.scalar != ScalarType::kReal && type.scalar != ScalarType::kString;
    if (!index) {
      Error(DiagnosticKind::TypeMismatch, subscript.expression->span,
            fmt::format("a subscript must be Integer, Boolean or an enumeration, found {}", Describe(type)));
    }
  }
}

ir::Type Checker::ApplySubscripts(ir::Type type, const std::vector<ir::BoundSubscript>& subscripts, Span span) {
  if (subscripts.empty() || type.kind == TypeKind::kUnknown) return type;
  if (subscripts.size() > type.dims.size()) {
    Error(DiagnosticKind::DimensionMismatch, span,
          fmt::format("{} subscript{} for {}", subscripts.size(), subscripts.size() == 1 ? "" : "s", Describe(type)));
    return {};
  }
  std::vector<int64_t> dims;
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (d >= subscripts.size() || !subscripts[d].expression) {
      dims.push_back(type.dims[d]);
      continue;
    }
    const std::vector<int64_t>& of = subscripts[d].expression->type.dims;
    if (of.size() > 1) {
      Error(DiagnosticKind::DimensionMismatch, subscripts[d].span, "a subscript must be a scalar or a vector");
      return {};
    }
    dims.insert(dims.end(), of.begin(), of.end());
  }
  type.dims = std::move(dims);
  return type;
}

ir::Type Checker::TypeOfInstance(ir::InstanceId id) const {
  const ir::Instance& instance = tree_.instances[id.index()];
  ir::Type type;
  type.dims = instance.dims;
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    type.kind = instance.object_class.empty() ? TypeKind::kScalar : TypeKind::kObject;
    type.scalar = instance.scalar;
    type.enumeration = instance.enumeration;
    type.record = instance.object_class;
  } else {
    type.kind = TypeKind::kRecord;
  }
  return type;
}

std::vector<ir::TypeMember> Checker::MembersOfInstance(ir::InstanceId id) const {
  const ir::Instance& instance = tree_.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kArray) {
    return instance.elements.empty() ? std::vector<ir::TypeMember>{} : MembersOfInstance(instance.elements.front());
  }
  std::vector<ir::TypeMember> members;
  if (instance.class_kind != ast::ClassKind::kRecord && instance.class_kind != ast::ClassKind::kOperatorRecord) {
    return members;
  }
  for (const ir::InstanceId child : instance.children) {
    ir::Type type = TypeOfInstance(child);
    if (type.kind == TypeKind::kRecord) type.members = MembersOfInstance(child);
    members.push_back({tree_.instances[child.index()].name, std::move(type)});
  }
  return members;
}

ir::Type Checker::TypeOfPath(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                             const std::vector<ir::BoundMember>& members, size_t member, Span span,
                             Variability& variability) {
  const ir::Instance& instance = tree_.instances[id.index()];
  ir::Type type = ApplySubscripts(TypeOfInstance(id), subscripts, span);
  if (member == members.size() || type.kind == TypeKind::kUnknown) {
    if (type.kind == TypeKind::kRecord) type.members = MembersOfInstance(id);
    if (instance.kind == ir::InstanceKind::kBuiltin) variability = EffectiveVariability(instance);
    if (instance.kind != ir::InstanceKind::kBuiltin) variability = instance.variability;
    return type;
  }
  const ir::Instance* owner = &instance;
  if (instance.kind == ir::InstanceKind::kArray) {
    if (instance.elements.empty()) return {};
    owner = &tree_.instances[instance.elements.front().index()];
  }
  const auto child = owner->child_by_name.find(members[member].name);
  if (child == owner->child_by_name.end()) return {};
  ir::Type below = TypeOfPath(child->second, members[member].subscripts, members, member + 1, span, variability);
  below.dims.insert(below.dims.begin(), type.dims.begin(), type.dims.end());
  return below;
}

void Checker::TypeReference(BoundExpression& e) {
  e.variability = Variability::kContinuous;
  e.type = TypeOfPath(e.instance, e.subscripts, e.members, 0, e.span, e.variability);
  for (const ir::BoundSubscript& s : e.subscripts) {
    if (s.expression) e.variability = std::max(e.variability, s.expression->variability);
  }
}

void Checker::TypeLocal(BoundExpression& e) {
  CHECK(function_ && e.local >= 0 && static_cast<size_t>(e.local) < function_->variables.size(), "local {}", e.local);
  const ir::FunctionVariable& variable = function_->variables[static_cast<size_t>(e.local)];
  e.type = ApplySubscripts(variable.type, e.subscripts, e.span);
  e.variability = Variability::kContinuous;
  for (const ir::BoundMember& member : e.members) {
    const auto found = std::find_if(e.type.members.begin(), e.type.members.end(),
                                    [&](const ir::TypeMember& m) { return m.name == member.name; });
    CHECK(found != e.type.members.end(), "`{}` has no member `{}`", variable.name, member.name);
    ir::Type below = ApplySubscripts(found->type, member.subscripts, e.span);
    below.dims.insert(below.dims.begin(), e.type.dims.begin(), e.type.dims.end());
    e.type = std::move(below);
    if (e.type.kind == TypeKind::kUnknown) return;
  }
}

void Checker::TypeUnary(BoundExpression& e) {
  const BoundExpression& operand = *e.operands.at(0);
  e.type = operand.type;
  if (e.unary == UnaryOperator::kNot) {
    if (operand.type.kind != TypeKind::kUnknown &&
        !(IsKnown(operand.type) && operand.type.scalar == ScalarType::kBoolean)) {
      Error(DiagnosticKind::TypeMismatch, operand.span,
            fmt::format("`not` takes a Boolean, found {}", Describe(operand.type)));
      e.type = {};
    }
    return;
  }
  if (!RequireNumeric(operand, "the operand of a sign")) e.type = {};
}

void Checker::TypeBinary(BoundExpression& e) {
  const BoundExpression &a = *e.operands.at(0), &b = *e.operands.at(1);
  if (a.type.kind == TypeKind::kUnknown || b.type.kind == TypeKind::kUnknown) return;
  switch (e.binary) {
    case BinaryOperator::kAnd:
    case BinaryOperator::kOr:
      for (const BoundExpression* operand : {&a, &b}) {
        if (IsKnown(operand->type) && operand->type.scalar == ScalarType::kBoolean) continue;
        Error(DiagnosticKind::TypeMismatch, operand->span,
              fmt::format("`{}` takes Booleans, found {}", e.binary == BinaryOperator::kAnd ? "and" : "or",
                          Describe(operand->type)));
        return;
      }
      if (!DimsFit(a.type.dims, b.type.dims)) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("the operands have different dimensions: {} and {}", Describe(a.type), Describe(b.type)));
        return;
      }
      e.type = a.type;
      return;
    case BinaryOperator::kLess:
    case BinaryOperator::kLessEqual:
    case BinaryOperator::kGreater:
    case BinaryOperator::kGreaterEqual:
    case BinaryOperator::kEqual:
    case BinaryOperator::kNotEqual: {
      const bool fits = (IsNumeric(a.type) && IsNumeric(b.type)) ||
                        (IsKnown(a.type) && IsKnown(b.type) && a.type.scalar == b.type.scalar &&
                         a.type.enumeration == b.type.enumeration);
      if (!fits) {
        Error(DiagnosticKind::TypeMismatch, e.span,
              fmt::format("cannot compare {} with {}", Describe(a.type), Describe(b.type)));
        return;
      }
      if (!a.type.dims.empty() || !b.type.dims.empty()) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("only scalars can be compared, found {} and {}", Describe(a.type), Describe(b.type)));
        return;
      }
      e.type = Scalar(ScalarType::kBoolean);
      // A relation changes at events only (MLS 3.8.3); under noEvent see there.
      e.variability = std::min(e.variability, Variability::kDiscrete);
      return;
    }
    default:
      TypeArithmetic(e);
  }
}

void Checker::TypeArithmetic(BoundExpression& e) {
  const BoundExpression &a = *e.operands[0], &b = *e.operands[1];
  const bool plus = e.binary == BinaryOperator::kAdd || e.binary == BinaryOperator::kElementAdd;
  const auto is_string = [](const ir::Type& t) { return IsKnown(t) && t.scalar == ScalarType::kString; };
  const bool strings = plus && is_string(a.type) && is_string(b.type);
  if (!strings && (!IsNumeric(a.type) || !IsNumeric(b.type))) {
    const BoundExpression& wrong = IsNumeric(a.type) ? b : a;
    Error(DiagnosticKind::TypeMismatch, e.span,
          fmt::format("cannot calculate with {} and {}", Describe(a.type), Describe(b.type)))
        .labels.push_back({wrong.span, fmt::format("this is {}", Describe(wrong.type))});
    return;
  }
  const bool integers = a.type.scalar == ScalarType::kInteger && b.type.scalar == ScalarType::kInteger;
  const bool real = e.binary == BinaryOperator::kDivide || e.binary == BinaryOperator::kElementDivide ||
                    e.binary == BinaryOperator::kPower || e.binary == BinaryOperator::kElementPower;
  ir::Type out = Scalar(strings ? ScalarType::kString : integers && !real ? ScalarType::kInteger : ScalarType::kReal);
  const std::vector<int64_t>&x = a.type.dims, &y = b.type.dims;
  const auto mismatch = [&](const char* act, const char* hint = "") {
    Error(DiagnosticKind::DimensionMismatch, e.span,
          fmt::format("cannot {} {} and {}", act, Describe(a.type), Describe(b.type)))
        .hint = hint;
  };
  switch (e.binary) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kSubtract:
      if (!DimsFit(x, y)) {
        const char* hint = plus ? "use `.+` to add to each element" : "use `.-` to subtract from each element";
        mismatch(plus ? "add" : "subtract", x.empty() != y.empty() ? hint : "");
        return;
      }
      out.dims = MergeDims(x, y);
      break;
    case BinaryOperator::kMultiply:
      if (x.empty() || y.empty()) {
        out.dims = x.empty() ? y : x;
        break;
      }
      if (x.size() > 2 || y.size() > 2 || !DimsFit({x.back()}, {y.front()})) return mismatch("multiply");
      if (x.size() == 2) out.dims.push_back(x[0]);
      if (y.size() == 2) out.dims.push_back(y[1]);
      break;
    case BinaryOperator::kDivide:
      if (!y.empty()) {
        Error(DiagnosticKind::DimensionMismatch, e.span, fmt::format("cannot divide by {}", Describe(b.type))).hint =
            "use `./` to divide by each element";
        return;
      }
      out.dims = x;
      break;
    case BinaryOperator::kPower:
      if (!y.empty() || (!x.empty() && (x.size() != 2 || !DimsFit({x[0]}, {x[1]})))) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("cannot raise {} to the power of {}", Describe(a.type), Describe(b.type)))
            .hint = "use `.^` for the power of each element";
        return;
      }
      out.dims = x;
      break;
    default:  // element-wise, a scalar with all elements
      if (!x.empty() && !y.empty() && !DimsFit(x, y)) return mismatch("combine the elements of");
      out.dims = x.empty() ? y : y.empty() ? x : MergeDims(x, y);
  }
  e.type = out;
}

void Checker::TypeIf(BoundExpression& e) {
  ir::Type type;
  for (size_t k = 0; k + 1 < e.operands.size(); k += 2) CheckCondition(e.operands[k], "an if-expression", false);
  const auto join = [&](const BoundExpression& value) {
    if (value.type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) {
      type = value.type;
      return;
    }
    const bool numeric = IsNumeric(type) && IsNumeric(value.type);
    const bool same = type.kind == value.type.kind && type.scalar == value.type.scalar &&
                      type.enumeration == value.type.enumeration && RecordsFit(type, value.type);
    if (!numeric && !same) {
      Error(DiagnosticKind::TypeMismatch, value.span,
            fmt::format("the branches of an if-expression have different types: {} and {}", Describe(type),
                        Describe(value.type)));
    } else if (type.dims.size() != value.type.dims.size()) {
      Error(DiagnosticKind::DimensionMismatch, value.span,
            fmt::format("the branches of an if-expression have different dimensions: {} and {}", Describe(type),
                        Describe(value.type)));
    } else if (value.type.scalar == ScalarType::kReal) {
      type.scalar = ScalarType::kReal;
    }
    // A parameter condition may choose between sizes (MLS 3.6.5): which one is known when flattening.
    for (size_t d = 0; d < type.dims.size() && d < value.type.dims.size(); ++d) {
      if (type.dims[d] != value.type.dims[d]) type.dims[d] = -1;
    }
  };
  for (size_t k = 1; k < e.operands.size(); k += 2) join(*e.operands[k]);
  join(*e.operands.back());
  e.type = type;
}

void Checker::TypeArray(BoundExpression& e) {
  ir::Type type;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) type = operand->type;
    const bool numeric = IsNumeric(type) && IsNumeric(operand->type);
    const bool same = type.kind == operand->type.kind && type.scalar == operand->type.scalar &&
                      type.enumeration == operand->type.enumeration;
    if (!numeric && !same) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("the elements of an array have different types: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (!DimsFit(type.dims, operand->type.dims)) {
      Error(DiagnosticKind::DimensionMismatch, operand->span,
            fmt::format("the elements of an array have different dimensions: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (operand->type.scalar == ScalarType::kReal) type.scalar = ScalarType::kReal;
    type.dims = MergeDims(type.dims, operand->type.dims);
  }
  type.dims.insert(type.dims.begin(), static_cast<int64_t>(e.operands.size()));
  e.type = type;
}

void Checker::TypeMatrix(BoundExpression& e) {
  ir::Type type;
  size_t rank = 2;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) type = operand->type;
    if (!(IsNumeric(type) && IsNumeric(operand->type)) && type.scalar != operand->type.scalar) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("the elements of a matrix have different types: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (operand->type.scalar == ScalarType::kReal) type.scalar = ScalarType::kReal;
    rank = std::max(rank, operand->type.dims.size());
  }
  type.dims.clear();
  size_t next = 0;
  for (const int32_t count : e.rows) {
    std::vector<int64_t> row;
    for (int32_t k = 0; k < count; ++k, ++next) {
      std::vector<int64_t> part = e.operands[next]->type.dims;
      part.resize(rank, 1);
      if (k == 0) {
        row = part;
        continue;
      }
      for (size_t d = 0; d < rank; ++d) {
        if (d == 1) {
          row[d] = row[d] < 0 || part[d] < 0 ? -1 : row[d] + part[d];
        } else if (!DimsFit({row[d]}, {part[d]})) {
          Error(DiagnosticKind::DimensionMismatch, e.operands[next]->span,
                "the parts of a row of a matrix have different heights");
          return;
        }
      }
    }
    if (type.dims.empty()) {
      type.dims = row;
      continue;
    }
    for (size_t d = 0; d < rank; ++d) {
      if (d == 0) {
        type.dims[d] = type.dims[d] < 0 || row[d] < 0 ? -1 : type.dims[d] + row[d];
      } else if (!DimsFit({type.dims[d]}, {row[d]})) {
        Error(DiagnosticKind::DimensionMismatch, e.span, "the rows of a matrix have different lengths");
        return;
      }
    }
  }
  e.type = type;
}

void Checker::TypeRange(BoundExpression& e) {
  ir::Type type;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (!operand->type.dims.empty() || !IsKnown(operand->type) || operand->type.scalar == ScalarType::kString) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("a range needs scalar bounds, found {}", Describe(operand->type)));
      return;
    }
    if (type.kind == TypeKind::kUnknown || operand->type.scalar == ScalarType::kReal) type = operand->type;
  }
  const std::optional<std::vector<int64_t>> dims = Dimensions(tree_, e);
  type.dims = dims && dims->size() == 1 ? *dims : std::vector<int64_t>{-1};
  e.type = type;
}

void Checker::CheckIterators(std::vector<ir::BoundIterator>& iterators) {
  for (ir::BoundIterator& iterator : iterators) {
    Check(iterator.range);
    ir::Type type = iterator.range->type;
    if (type.kind != TypeKind::kUnknown && type.dims.size() != 1) {
      Error(DiagnosticKind::DimensionMismatch, iterator.range->span,
            fmt::format("`{}` must run over a vector, found {}", iterator.name, Describe(type)));
    }
    type.dims.clear();
    iterators_[iterator.number] = {type, iterator.range->variability};
  }
}

void Checker::TypeComprehension(BoundExpression& e) {
  // The last iterator is the outermost dimension (MLS 10.4.1.1).
  CheckIterators(e.iterators);
  Check(e.operands.at(0));
  e.variability = e.operands[0]->variability;
  e.type = e.operands[0]->type;
  if (e.type.kind == TypeKind::kUnknown) return;
  std::vector<int64_t> leading;
  for (size_t k = e.iterators.size(); k-- > 0;) {
    const ir::Type& range = e.iterators[k].range->type;
    leading.push_back(range.dims.size() == 1 ? range.dims[0] : -1);
    e.variability = std::max(e.variability, e.iterators[k].range->variability);
  }
  e.type.dims.insert(e.type.dims.begin(), leading.begin(), leading.end());
}

void Checker::TypeMember(BoundExpression& e) {
  const BoundExpression& record = *e.operands.at(0);
  const std::vector<ir::TypeMember>& members = record.type.members;
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const ir::TypeMember& m) { return m.name == e.text; });
  if (found != members.end()) {
    e.type = ApplySubscripts(found->type, e.subscripts, e.span);
    e.type.dims.insert(e.type.dims.begin(), record.type.dims.begin(), record.type.dims.end());
  } else if (!members.empty() || IsKnown(record.type)) {
    Error(DiagnosticKind::UnknownMember, e.span,
          fmt::format("the value is {} and has no member `{}`", Describe(record.type), e.text));
  } else if (record.kind == BoundKind::kComponent && record.members.empty()) {
    Variability variability = record.variability;
    ir::BoundMember member{.name = e.text, .subscripts = e.subscripts, .span = e.span};
    e.type = TypeOfPath(record.instance, record.subscripts, {member}, 0, e.span, variability);
  }
}

void Checker::TypeEnd(BoundExpression& e) {
  e.type = Scalar(ScalarType::kInteger);
  if (!e.end_of) return;
  Check(e.end_of);
  const std::vector<int64_t>& dims = e.end_of->type.dims;
  if (e.end_position >= 0 && static_cast<size_t>(e.end_position) < dims.size() &&
      dims[static_cast<size_t>(e.end_position)] >= 0) {
    e.kind = BoundKind::kInteger;
    e.number = static_cast<double>(dims[static_cast<size_t>(e.end_position)]);
    e.end_of.reset();
  }
}

}  // namespace stiction::typecheck
