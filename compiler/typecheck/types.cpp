// SPDX-License-Identifier: BSD-3-Clause
// Compatibility of types, and their names in messages.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

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
        case ScalarType::kClock:
          name = "Clock";
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

}  // namespace stiction::typecheck
