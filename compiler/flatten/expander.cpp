#include "compiler/flatten/expander.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/flatten/element_wise.h"
#include "compiler/flatten/functions.h"
#include "compiler/flatten/scalar.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ast::BinaryOperator;
using ast::UnaryOperator;
using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

constexpr int64_t kLongestRange = 1'000'000;

}  // namespace

FlatValue Expander::Expand(const BoundExpression& e) {
  const auto scalar = [&](ExprId id) { return MakeScalar(pool(), id); };
  switch (e.kind) {
    case BoundKind::kReal:
      return scalar(pool().Real(e.number));
    case BoundKind::kInteger:
      return scalar(pool().Integer(static_cast<int64_t>(e.number)));
    case BoundKind::kBoolean:
      return scalar(pool().Boolean(e.number != 0));
    case BoundKind::kString:
      return scalar(pool().String(e.text));
    case BoundKind::kEnumeration:
      return scalar(pool().EnumerationLiteral(e.type.enumeration, static_cast<int>(e.number)));
    case BoundKind::kComponent:
      return ExpandReference(e);
    case BoundKind::kLocal:
      return ExpandLocal(e);
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      CHECK(found != iterators_.end(), "iterator {} is not in force", e.local);
      return scalar(found->second);
    }
    case BoundKind::kTime:
      return scalar(pool().Time());
    case BoundKind::kUnary:
      return ExpandUnary(e);
    case BoundKind::kBinary:
      return ExpandBinary(e);
    case BoundKind::kIf:
      return ExpandIf(e);
    case BoundKind::kRange:
      return ExpandRange(e);
    case BoundKind::kArray:
      return ExpandArray(e);
    case BoundKind::kMatrix:
      return ExpandMatrix(e);
    case BoundKind::kComprehension:
      return ExpandComprehension(e);
    case BoundKind::kTuple:
      Fail(DiagnosticKind::NotYetSupported, e.span,
           "a list of results is only possible on the left of a function call");
    case BoundKind::kSubscripted:
      return ExpandSubscripted(e);
    case BoundKind::kMember: {
      const FlatValue record = Expand(*e.operands.at(0));
      return SelectElements(FieldOf(record, e.text, e.span), e.subscripts, e.span);
    }
    case BoundKind::kEnd: {
      CHECK(e.end_of, "`end` stands in no subscript");
      const FlatValue of = Expand(*e.end_of);
      CHECK(e.end_position >= 0 && e.end_position < static_cast<int32_t>(of.dims.size()), "`end` at {} of {}",
            e.end_position, Describe(of.dims));
      return scalar(pool().Integer(of.dims[static_cast<size_t>(e.end_position)]));
    }
    case BoundKind::kBuiltin:
      return ExpandBuiltin(e);
    case BoundKind::kCall: {
      if (const std::optional<Value> known = EvaluatedOfStrings(e)) return Literals(*known);
      std::vector<FlatValue> outputs = ExpandCall(e);
      if (outputs.empty()) Fail(DiagnosticKind::TypeMismatch, e.span, "the function has no result to use here");
      return std::move(outputs.front());
    }
  }
  CHECK(false, "unknown kind of expression");
  return {};
}

ExprId Expander::ExpandScalar(const BoundExpression& e) {
  const FlatValue value = Expand(e);
  if (!value.IsScalar()) {
    Fail(DiagnosticKind::DimensionMismatch, e.span,
         fmt::format("expected a scalar, found an array {}", Describe(value.dims)));
  }
  return value.elements.front();
}

std::optional<Value> Expander::Evaluated(const BoundExpression& e) {
  IteratorValues values;
  for (const auto& [number, id] : iterators_) {
    const ir::ExprNode& node = pool()[id];
    if (!ir::IsLiteral(node.op) || node.op == Op::kString) continue;
    values[number] = {
        .type = node.type, .enumeration = node.enumeration, .dims = {}, .numbers = {node.number}, .texts = {}};
  }
  const std::optional<ir::BoundPtr> queried = context_.graph ? WithGraphQueries(e) : std::nullopt;
  return Evaluate(context_.tree, queried ? **queried : e, values);
}

// Strings are no values of the simulation: what is computed from known ones is computed here.
std::optional<Value> Expander::EvaluatedOfStrings(const BoundExpression& call) {
  const std::vector<ir::FunctionVariable>& variables = context_.tree.functions[call.function.index()].variables;
  const bool takes_string = std::any_of(variables.begin(), variables.end(), [](const ir::FunctionVariable& v) {
    return v.causality == ir::Causality::kInput && v.type.kind == ir::Type::Kind::kScalar &&
           v.type.scalar == ScalarType::kString;
  });
  return takes_string && !locals_ ? Evaluated(call) : std::nullopt;
}

std::optional<bool> Expander::EvaluatedCondition(const BoundExpression& e) {
  const std::optional<Value> value = Evaluated(e);
  if (!value || value->numbers.size() != 1) return std::nullopt;
  return value->numbers.front() != 0;
}

FlatValue Expander::Literals(const Value& value) {
  FlatValue out;
  out.type = value.type;
  out.enumeration = value.enumeration;
  out.dims = value.dims;
  for (const std::string& text : value.texts) out.elements.push_back(pool().String(text));
  for (const double number : value.numbers) {
    switch (value.type) {
      case ScalarType::kReal:
        out.elements.push_back(pool().Real(number));
        break;
      case ScalarType::kInteger:
        out.elements.push_back(pool().Integer(static_cast<int64_t>(number)));
        break;
      case ScalarType::kBoolean:
        out.elements.push_back(pool().Boolean(number != 0));
        break;
      case ScalarType::kEnumeration:
        out.elements.push_back(pool().EnumerationLiteral(value.enumeration, static_cast<int>(number)));
        break;
      case ScalarType::kString:
        break;
    }
  }
  return out;
}

int64_t Expander::ConstantInteger(const BoundExpression& e, const char* what) {
  const ExprId id = ExpandScalar(e);
  if (ir::IsLiteral(pool()[id].op)) return std::llround(pool()[id].number);
  const std::optional<Value> value = Evaluated(e);
  if (!value || value->numbers.size() != 1) {
    Fail(DiagnosticKind::NotConstant, e.span, fmt::format("{} must be known at compile time", what),
         "use a constant, or a parameter that has a value");
  }
  return std::llround(value->numbers.front());
}

// ---- references -------------------------------------------------------------------------------

FlatValue Expander::ExpandReference(const BoundExpression& e) {
  return ResolveValue(e.instance, e.subscripts, e.members, 0, e.span);
}

Endpoints Expander::Resolve(const BoundExpression& e) {
  return ResolveEndpoints(e.instance, e.subscripts, e.members, 0, e.span);
}

ir::InstanceId Expander::Child(ir::InstanceId instance, const ir::BoundMember& member) {
  const ir::Instance& parent = context_.tree.instances[instance.index()];
  const auto found = parent.child_by_name.find(member.name);
  if (found == parent.child_by_name.end()) {
    Fail(DiagnosticKind::UnknownMember, member.span,
         fmt::format("`{}` has no member `{}`", ir::FullName(context_.tree, instance), member.name));
  }
  return found->second;
}

FlatValue Expander::ValueOf(ir::InstanceId id) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  FlatValue out;
  switch (instance.kind) {
    case ir::InstanceKind::kBuiltin: {
      out.type = instance.scalar;
      out.enumeration = instance.enumeration;
      out.dims = instance.dims;
      if (instance.variability == ir::Variability::kConstant) {
        auto [entry, added] = context_.constants.try_emplace(id);
        if (added) {
          const BoundExpression reference{
              .kind = BoundKind::kComponent, .span = instance.span, .type = {}, .text = {}, .instance = id};
          if (const std::optional<Value> value = Evaluate(context_.tree, reference); value) {
            FlatValue literals = Literals(*value);
            for (ExprId& element : literals.elements) element = Coerce(pool(), element, instance.scalar);
            // x/unitTorque keeps its unit only as long as the constant 1 N.m does not vanish as a factor.
            const bool carries_unit =
                instance.scalar == ir::ScalarType::kReal && context_.variables[id.index()] &&
                std::any_of(literals.elements.begin(), literals.elements.end(),
                            [&](ExprId element) { return std::abs(pool()[element].number) == 1; });
            if (!carries_unit) entry->second = std::move(literals.elements);
          }
        }
        if (entry->second) {
          out.elements = *entry->second;
          return out;
        }
      }
      const ir::VariableId first = context_.variables[id.index()];
      CHECK(first, "`{}` has no variables", ir::FullName(context_.tree, id));
      for (int64_t k = 0; k < Count(out.dims); ++k) {
        out.elements.push_back(Read(ir::VariableId(first.value + k), out.type, out.enumeration));
      }
      return out;
    }
    case ir::InstanceKind::kArray: {
      std::vector<FlatValue> values;
      for (const ir::InstanceId element : instance.elements) values.push_back(ValueOf(element));
      return Stack(values, instance.dims);
    }
    case ir::InstanceKind::kComposite:
      out.is_record = true;
      for (const ir::InstanceId child : instance.children) {
        out.fields.push_back({context_.tree.instances[child.index()].name, ValueOf(child)});
      }
      return out;
  }
  return out;
}

FlatValue Expander::ResolveValue(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                                 const std::vector<ir::BoundMember>& members, size_t member, Span span) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kComposite && member < members.size()) {
    return ResolveValue(Child(id, members[member]), members[member].subscripts, members, member + 1, span);
  }
  if (instance.kind == ir::InstanceKind::kArray && !(subscripts.empty() && member == members.size())) {
    const std::vector<Index> index = ExpandSubscripts(subscripts, instance.dims, span);
    std::vector<FlatValue> values;
    if (!AreConstant(subscripts, index)) {
      for (const ir::InstanceId element : instance.elements) {
        values.push_back(ResolveValue(element, {}, members, member, span));
      }
      return SelectElements(Stack(values, instance.dims), subscripts, span);
    }
    const std::vector<Positions> positions = ConstantPositions(index, subscripts, instance.dims, span);
    for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
      values.push_back(ResolveValue(instance.elements[static_cast<size_t>(k)], {}, members, member, span));
    }
    const std::vector<int64_t> dims = SelectedDims(positions);
    return dims.empty() ? values.front() : Stack(values, dims);
  }
  if (subscripts.empty()) return ValueOf(id);
  const ir::VariableId first = context_.variables[id.index()];
  const std::vector<Index> index = ExpandSubscripts(subscripts, instance.dims, span);
  if (instance.variability == ir::Variability::kConstant || !first || !AreConstant(subscripts, index)) {
    return SelectElements(ValueOf(id), subscripts, span);
  }
  // Only the elements asked for: a loop over a long array stays linear.
  const std::vector<Positions> positions = ConstantPositions(index, subscripts, instance.dims, span);
  FlatValue out;
  out.type = instance.scalar;
  out.enumeration = instance.enumeration;
  out.dims = SelectedDims(positions);
  for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
    out.elements.push_back(Read(ir::VariableId(first.value + k), out.type, out.enumeration));
  }
  return out;
}

ExprId Expander::Read(ir::VariableId v, ScalarType type, ir::EnumerationId enumeration) {
  if (assigned_) {
    if (const auto found = assigned_->find(v); found != assigned_->end()) return found->second;
  }
  return pool().Variable(v, type, enumeration);
}

FlatValue Expander::ExpandTarget(const BoundExpression& e) {
  const AssignedValues* values = std::exchange(assigned_, nullptr);
  targeted_ = values;
  try {
    FlatValue target = Expand(e);
    assigned_ = values;
    targeted_ = nullptr;
    return target;
  } catch (const ExpansionError&) {
    assigned_ = values;
    targeted_ = nullptr;
    throw;
  }
}

Endpoints Expander::ResolveEndpoints(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                                     const std::vector<ir::BoundMember>& members, size_t member, Span span) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kComposite) {
    if (member == members.size()) return {.dims = {}, .elements = {{id, 0}}};
    return ResolveEndpoints(Child(id, members[member]), members[member].subscripts, members, member + 1, span);
  }
  const std::vector<Positions> positions =
      ConstantPositions(ExpandSubscripts(subscripts, instance.dims, span), subscripts, instance.dims, span);
  Endpoints out{.dims = SelectedDims(positions), .elements = {}};
  bool first = true;
  for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
    if (instance.kind == ir::InstanceKind::kBuiltin) {
      out.elements.push_back({id, k});
      continue;
    }
    const Endpoints below = ResolveEndpoints(instance.elements[static_cast<size_t>(k)], {}, members, member, span);
    if (first) out.dims.insert(out.dims.end(), below.dims.begin(), below.dims.end());
    first = false;
    out.elements.insert(out.elements.end(), below.elements.begin(), below.elements.end());
  }
  return out;
}

// ---- subscripts -------------------------------------------------------------------------------

std::vector<Expander::Index> Expander::ExpandSubscripts(const std::vector<ir::BoundSubscript>& subscripts,
                                                        const std::vector<int64_t>& dims, Span span) {
  if (subscripts.size() > dims.size()) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("{} subscripts for {}", subscripts.size(),
                     dims.empty() ? "a scalar" : fmt::format("an array with {} dimensions", dims.size())));
  }
  std::vector<Index> out(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d >= subscripts.size() || !subscripts[d].expression) {
      for (int64_t i = 1; i <= dims[d]; ++i) out[d].at.push_back(pool().Integer(i));
      continue;
    }
    const AssignedValues* outside = assigned_;
    if (targeted_) assigned_ = targeted_;
    const FlatValue value = Expand(*subscripts[d].expression);
    assigned_ = outside;
    out[d].single = value.dims.empty();
    for (ExprId at : value.elements) {
      const ir::ExprNode& node = pool()[at];
      if (ir::IsLiteral(node.op)) {
        // Boolean subscripts: false is 1, true is 2; enumerations by ordinal (MLS 10.5).
        const auto position = static_cast<int64_t>(node.number) + (node.op == Op::kBoolean ? 1 : 0);
        if (position < 1 || position > dims[d]) {
          Fail(DiagnosticKind::SubscriptOutOfRange, subscripts[d].span,
               fmt::format("subscript {} is out of range 1:{}", position, dims[d]));
        }
        at = pool().Integer(position);
      } else if (node.type == ScalarType::kEnumeration) {
        at = Unary(pool(), Op::kOrdinal, at);
      } else if (node.type == ScalarType::kBoolean) {
        at = Conditional(pool(), at, pool().Integer(2), pool().Integer(1));
      }
      out[d].at.push_back(at);
    }
  }
  return out;
}

std::vector<ExprId> Expander::Offsets(const std::vector<Index>& index, const std::vector<int64_t>& dims) {
  std::vector<ExprId> offsets = {pool().Integer(0)};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<ExprId> next;
    for (const ExprId base : offsets) {
      const ExprId row = Arithmetic(pool(), Op::kMul, base, pool().Integer(dims[d]));
      for (const ExprId at : index[d].at) {
        next.push_back(Arithmetic(pool(), Op::kAdd, row, Arithmetic(pool(), Op::kSub, at, pool().Integer(1))));
      }
    }
    offsets = std::move(next);
  }
  return offsets;
}

std::vector<Positions> Expander::ConstantPositions(const std::vector<Index>& index,
                                                   const std::vector<ir::BoundSubscript>& subscripts,
                                                   const std::vector<int64_t>& dims, Span span) {
  std::vector<Positions> out(index.size());
  for (size_t d = 0; d < index.size(); ++d) {
    out[d].single = index[d].single;
    bool literal = true;
    for (const ExprId at : index[d].at) {
      literal = literal && pool()[at].op == Op::kInteger;
      if (literal) out[d].at.push_back(static_cast<int64_t>(pool()[at].number));
    }
    if (literal) continue;
    const std::optional<Value> value = Evaluated(*subscripts[d].expression);
    if (!value || value->numbers.size() != index[d].at.size()) {
      Fail(DiagnosticKind::NotYetSupported, subscripts[d].span ? subscripts[d].span : span,
           "a subscript whose value changes during the simulation is not supported yet");
    }
    out[d].at.clear();
    for (const double number : value->numbers) {
      const int64_t at = static_cast<int64_t>(number) + (value->type == ScalarType::kBoolean ? 1 : 0);
      if (at < 1 || at > dims[d]) {
        Fail(DiagnosticKind::SubscriptOutOfRange, subscripts[d].span ? subscripts[d].span : span,
             fmt::format("subscript {} is out of range 1:{}", at, dims[d]));
      }
      out[d].at.push_back(at);
    }
  }
  return out;
}

bool Expander::AreConstant(const std::vector<ir::BoundSubscript>& subscripts, const std::vector<Index>& index) {
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const bool are_literals =
        std::all_of(index[d].at.begin(), index[d].at.end(), [&](ExprId at) { return pool()[at].op == Op::kInteger; });
    if (!are_literals && !Evaluated(*subscripts[d].expression)) return false;
  }
  return true;
}

// By dimension: whether the subscript is known or of a type whose every value is in range: an enumeration or Boolean
// (MLS 10.5).
std::vector<Expander::Bound> Expander::BoundsOf(const std::vector<Index>& index,
                                                const std::vector<ir::BoundSubscript>& subscripts,
                                                const std::vector<int64_t>& dims) const {
  std::vector<Bound> bounds(dims.size());
  for (size_t d = 0; d < subscripts.size(); ++d) {
    if (!subscripts[d].expression) continue;
    const ir::Type& type = subscripts[d].expression->type;
    const bool is_literal = std::all_of(index[d].at.begin(), index[d].at.end(),
                                        [&](ExprId at) { return (*context_.flat.pool)[at].op == Op::kInteger; });
    if (is_literal) continue;
    int64_t values = 0;
    if (type.scalar == ScalarType::kBoolean) values = 2;
    if (type.scalar == ScalarType::kEnumeration) {
      values = static_cast<int64_t>(context_.tree.enumerations[type.enumeration.index()].literals.size());
    }
    bounds[d] = {subscripts[d].span, values > 0 && values <= dims[d]};
  }
  return bounds;
}

// One element chosen during the simulation: a branch for each position that a subscript can take.
ExprId Expander::ElementByMode(const FlatValue& value, const std::vector<ExprId>& at, const std::vector<Bound>& bounds,
                               size_t d, int64_t offset) {
  if (d == at.size()) return value.elements[static_cast<size_t>(offset)];
  const auto element = [&](int64_t position) {
    return ElementByMode(value, at, bounds, d + 1, offset * value.dims[d] + position - 1);
  };
  if (pool()[at[d]].op == Op::kInteger) return element(static_cast<int64_t>(pool()[at[d]].number));
  if (!bounds[d].in_range) {
    const auto among = [&](auto&& self, int64_t low, int64_t high) -> ExprId {
      if (low == high) return element(low);
      const int64_t middle = (low + high) / 2;
      const ExprId is_low = Compare(pool(), Op::kLe, at[d], pool().Integer(middle));
      return Conditional(pool(), is_low, self(self, low, middle), self(self, middle + 1, high));
    };
    const ExprId from_first = Compare(pool(), Op::kGe, at[d], pool().Integer(1));
    const ExprId to_last = Compare(pool(), Op::kLe, at[d], pool().Integer(value.dims[d]));
    const ExprId otherwise = OutOfRange(value.type, value.enumeration, at[d], value.dims[d], bounds[d].span);
    return Conditional(pool(), Logic(pool(), Op::kAnd, from_first, to_last), among(among, 1, value.dims[d]), otherwise);
  }
  ExprId chosen = element(value.dims[d]);
  for (int64_t position = value.dims[d] - 1; position >= 1; --position) {
    const ExprId is_chosen = pool().Binary(Op::kEq, at[d], pool().Integer(position));
    chosen = Conditional(pool(), is_chosen, element(position), chosen);
  }
  return chosen;
}

ExprId Expander::OutOfRange(ScalarType type, ir::EnumerationId enumeration, ExprId at, int64_t n, Span span) {
  ir::FlatModel& flat = context_.flat;
  const auto [entry, added] = context_.range_checks.try_emplace({type, enumeration.value, n, span});
  if (added) {
    entry->second = ir::FunctionId(static_cast<int64_t>(flat.functions.size()));
    ir::Function check;
    check.name = fmt::format("$subscript{}", context_.range_checks.size());
    check.slots = {{"i", ScalarType::kInteger}, {"element", type}};
    check.input_count = 1;
    check.output_count = 1;
    check.origin = {.span = span, .derivation = {}};
    const ExprId i = pool().Make({.op = Op::kLocal, .type = ScalarType::kInteger, .payload = 0});
    const ExprId reaches = Compare(pool(), Op::kGe, i, pool().Integer(1));
    const ExprId is_within = Compare(pool(), Op::kLe, i, pool().Integer(n));
    ExprId element = pool().Integer(0);
    if (type == ScalarType::kReal) element = pool().Real(0);
    if (type == ScalarType::kBoolean) element = pool().Boolean(false);
    if (type == ScalarType::kEnumeration) element = pool().EnumerationLiteral(enumeration, 1);
    check.body.push_back({.kind = ir::FunctionStatement::Kind::kAssert,
                          .value = pool().String(fmt::format("a subscript is out of range 1:{} (MLS 10.5)", n)),
                          .conditions = {Logic(pool(), Op::kAnd, reaches, is_within)},
                          .origin = check.origin});
    check.body.push_back({.kind = ir::FunctionStatement::Kind::kAssign,
                          .target = {.slot = 1, .extent = 1, .index = {}},
                          .value = element,
                          .origin = check.origin});
    flat.functions.push_back(std::move(check));
  }
  return pool().Make({.op = Op::kCall,
                      .type = type,
                      .payload = entry->second.value,
                      .output = 0,
                      .enumeration = enumeration,
                      .args = {at}});
}

FlatValue Expander::SelectByMode(const FlatValue& value, const std::vector<Index>& index,
                                 const std::vector<Bound>& bounds) {
  FlatValue out;
  out.type = value.type;
  out.enumeration = value.enumeration;
  std::vector<std::vector<ExprId>> selected = {{}};
  for (const Index& i : index) {
    if (!i.single) out.dims.push_back(static_cast<int64_t>(i.at.size()));
    std::vector<std::vector<ExprId>> next;
    for (const std::vector<ExprId>& before : selected) {
      for (const ExprId at : i.at) {
        next.push_back(before);
        next.back().push_back(at);
      }
    }
    selected = std::move(next);
  }
  for (const std::vector<ExprId>& at : selected) out.elements.push_back(ElementByMode(value, at, bounds, 0, 0));
  return out;
}

FlatValue Expander::SelectElements(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts,
                                   Span span) {
  if (subscripts.empty()) return value;
  const std::vector<Index> index = ExpandSubscripts(subscripts, value.dims, span);
  const bool is_text = value.type == ScalarType::kString;
  if (AreConstant(subscripts, index) || value.is_record || is_text || value.elements.empty()) {
    return Select(value, ConstantPositions(index, subscripts, value.dims, span));
  }
  return SelectByMode(value, index, BoundsOf(index, subscripts, value.dims));
}

FlatValue Expander::SelectConstant(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts,
                                   Span span) {
  if (subscripts.empty()) return value;
  return Select(value, ConstantPositions(ExpandSubscripts(subscripts, value.dims, span), subscripts, value.dims, span));
}

// Outside of loops and functions an expression has one value.
const FlatValue& Expander::WholeOf(const ir::BoundPtr& array) {
  const auto found = context_.wholes.find(array.get());
  if (found != context_.wholes.end()) return found->second.second;
  FlatValue value = Expand(*array);
  return context_.wholes.insert_or_assign(array.get(), std::pair(array, std::move(value))).first->second.second;
}

FlatValue Expander::ExpandSubscripted(const BoundExpression& e) {
  const ir::BoundPtr& array = e.operands.at(0);
  if (locals_ || !iterators_.empty() || assigned_) return SelectElements(Expand(*array), e.subscripts, e.span);
  return SelectElements(WholeOf(array), e.subscripts, e.span);
}

FlatValue Expander::ExpandLocal(const BoundExpression& e) {
  CHECK(locals_ && e.local >= 0 && e.local < static_cast<int32_t>(locals_->size()), "local {} outside its function",
        e.local);
  const LocalVariable& local = MemberOf((*locals_)[static_cast<size_t>(e.local)], e.members, e.span);
  if (local.is_record) return WholeRecord(local);
  const std::vector<ir::BoundSubscript>& subscripts = e.members.empty() ? e.subscripts : e.members.back().subscripts;
  FlatValue out;
  out.type = local.type;
  out.enumeration = local.enumeration;
  if (!local.constant.empty()) {
    out.dims = local.dims;
    out.elements = local.constant;
    return SelectConstant(out, subscripts, e.span);
  }
  const std::vector<Index> index = ExpandSubscripts(subscripts, local.dims, e.span);
  for (const Index& i : index) {
    if (!i.single) out.dims.push_back(static_cast<int64_t>(i.at.size()));
  }
  for (const ExprId offset : Offsets(index, local.dims)) {
    ir::ExprNode node{.op = Op::kLocal, .type = local.type, .payload = local.first, .enumeration = local.enumeration};
    if (pool()[offset].op == Op::kInteger) {
      node.payload += static_cast<int32_t>(pool()[offset].number);
    } else {
      node.op = Op::kLocalElement;
      node.args = {offset};
    }
    out.elements.push_back(pool().Make(std::move(node)));
  }
  return out;
}

// ---- operators --------------------------------------------------------------------------------

FlatValue Expander::ExpandUnary(const BoundExpression& e) {
  FlatValue value = Expand(*e.operands.at(0));
  if (e.unary == UnaryOperator::kPlus || e.unary == UnaryOperator::kElementPlus) return value;
  const Op op = e.unary == UnaryOperator::kNot ? Op::kNot : Op::kNeg;
  for (ExprId& element : value.elements) element = Unary(pool(), op, element);
  return value;
}

FlatValue Expander::Multiply(const FlatValue& a, const FlatValue& b, Span span) {
  const auto mul = [&](ExprId x, ExprId y) { return Arithmetic(pool(), Op::kMul, x, y); };
  if (a.dims.empty() || b.dims.empty()) return ElementWise(pool(), a, b, span, mul);
  const bool vector_left = a.dims.size() == 1, vector_right = b.dims.size() == 1;
  if (a.dims.size() > 2 || b.dims.size() > 2 || a.dims.back() != b.dims.front()) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot multiply an array {} by an array {}", Describe(a.dims), Describe(b.dims)));
  }
  const int64_t rows = vector_left ? 1 : a.dims[0], inner = a.dims.back(), columns = vector_right ? 1 : b.dims[1];
  const bool integers = a.type == ScalarType::kInteger && b.type == ScalarType::kInteger;
  FlatValue out;
  out.type = integers ? ScalarType::kInteger : ScalarType::kReal;
  if (!vector_left) out.dims.push_back(rows);
  if (!vector_right) out.dims.push_back(columns);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      ExprId sum = integers ? pool().Integer(0) : pool().Real(0);
      for (int64_t k = 0; k < inner; ++k) {
        sum = Arithmetic(
            pool(), Op::kAdd, sum,
            mul(a.elements[static_cast<size_t>(i * inner + k)], b.elements[static_cast<size_t>(k * columns + j)]));
      }
      out.elements.push_back(sum);
    }
  }
  return out;
}

FlatValue Expander::ExpandBinary(const BoundExpression& e) {
  const FlatValue a = Expand(*e.operands.at(0));
  const FlatValue b = Expand(*e.operands.at(1));
  const auto element_wise = [&](Op op) {
    return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Arithmetic(pool(), op, x, y); });
  };
  const auto same_dims = [&] {
    if (a.dims == b.dims) return;
    Fail(DiagnosticKind::DimensionMismatch, e.span,
         fmt::format("the operands have different dimensions: {} and {}", Describe(a.dims), Describe(b.dims)));
  };
  const auto relation = [&](Op op) -> FlatValue {
    // Strings are compared at translation: what runs knows none.
    if (a.type == ScalarType::kString && b.type == ScalarType::kString) {
      if (const std::optional<Value> known = Evaluated(e)) return Literals(*known);
      const bool are_scalars = a.dims.empty() && b.dims.empty();
      const ExprId folded = are_scalars ? Compare(pool(), op, a.elements.front(), b.elements.front()) : ExprId();
      if (are_scalars && ir::IsLiteral(pool()[folded].op)) return MakeScalar(pool(), folded);
      if (!locals_) {
        Fail(DiagnosticKind::NotYetSupported, e.span,
             "a comparison of Strings that are not known at compile time is not supported yet",
             "use an enumeration for what changes during the simulation");
      }
    }
    return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Compare(pool(), op, x, y); });
  };
  const auto logic = [&](Op op) {
    same_dims();
    return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Logic(pool(), op, x, y); });
  };
  switch (e.binary) {
    case BinaryOperator::kAdd:
      same_dims();
      [[fallthrough]];
    case BinaryOperator::kElementAdd:
      if (a.type != ScalarType::kString) return element_wise(Op::kAdd);
      return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) {
        return symbolic::Build(pool(), {.op = Op::kConcat, .type = ScalarType::kString, .args = {x, y}});
      });
    case BinaryOperator::kSubtract:
      same_dims();
      return element_wise(Op::kSub);
    case BinaryOperator::kElementSubtract:
      return element_wise(Op::kSub);
    case BinaryOperator::kMultiply:
      return Multiply(a, b, e.span);
    case BinaryOperator::kElementMultiply:
      return element_wise(Op::kMul);
    case BinaryOperator::kDivide:
      if (!b.dims.empty()) Fail(DiagnosticKind::DimensionMismatch, e.span, "cannot divide by an array", "use `./`");
      return element_wise(Op::kDiv);
    case BinaryOperator::kElementDivide:
      return element_wise(Op::kDiv);
    case BinaryOperator::kPower: {
      if (a.dims.empty()) return element_wise(Op::kPow);
      if (a.dims.size() != 2 || a.dims[0] != a.dims[1]) {
        Fail(
            DiagnosticKind::DimensionMismatch, e.span,
            fmt::format("only a scalar or a square matrix can be raised to a power, not an array {}", Describe(a.dims)),
            "use `.^` for the power of each element");
      }
      const int64_t n = ConstantInteger(*e.operands[1], "the exponent of a matrix");
      if (n < 0) Fail(DiagnosticKind::TypeMismatch, e.operands[1]->span, "a matrix has no negative powers");
      FlatValue power = a;
      for (int64_t i = 0; i < a.dims[0] * a.dims[0]; ++i) {
        power.elements[static_cast<size_t>(i)] = pool().Real(i % (a.dims[0] + 1) == 0 ? 1 : 0);
      }
      power.type = ScalarType::kReal;
      for (int64_t i = 0; i < n; ++i) power = Multiply(power, a, e.span);
      return power;
    }
    case BinaryOperator::kElementPower:
      return element_wise(Op::kPow);
    case BinaryOperator::kLess:
      return relation(Op::kLt);
    case BinaryOperator::kLessEqual:
      return relation(Op::kLe);
    case BinaryOperator::kGreater:
      return relation(Op::kGt);
    case BinaryOperator::kGreaterEqual:
      return relation(Op::kGe);
    case BinaryOperator::kEqual:
      return relation(Op::kEq);
    case BinaryOperator::kNotEqual:
      return relation(Op::kNe);
    case BinaryOperator::kAnd:
      return logic(Op::kAnd);
    case BinaryOperator::kOr:
      return logic(Op::kOr);
  }
  CHECK(false, "unknown operator");
  return {};
}

FlatValue Expander::WholeRecord(const LocalVariable& local) {
  FlatValue out;
  out.is_record = true;
  for (const LocalVariable& field : local.fields) {
    if (field.is_record) {
      out.fields.push_back({field.name, WholeRecord(field)});
      continue;
    }
    FlatValue value;
    value.type = field.type;
    value.enumeration = field.enumeration;
    value.dims = field.dims;
    value.elements = field.constant;
    for (int64_t k = 0; field.constant.empty() && k < Count(field.dims); ++k) {
      value.elements.push_back(pool().Make({.op = Op::kLocal,
                                            .type = field.type,
                                            .payload = field.first + static_cast<int32_t>(k),
                                            .enumeration = field.enumeration}));
    }
    out.fields.push_back({field.name, std::move(value)});
  }
  return out;
}

FlatValue Expander::Choose(ExprId condition, FlatValue yes, const FlatValue& no, Span span) {
  if (yes.dims != no.dims || yes.is_record != no.is_record) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("the branches have different dimensions: {} and {}", Describe(yes.dims), Describe(no.dims)));
  }
  for (auto& [name, field] : yes.fields) field = Choose(condition, std::move(field), FieldOf(no, name, span), span);
  for (size_t k = 0; k < yes.elements.size(); ++k) {
    yes.elements[k] = Conditional(pool(), condition, yes.elements[k], no.elements[k]);
  }
  if (no.type == ScalarType::kReal) yes.type = ScalarType::kReal;
  return yes;
}

FlatValue Expander::ExpandIf(const BoundExpression& e, size_t first) {
  const auto otherwise = [&] {
    return first + 3 == e.operands.size() ? Expand(*e.operands[first + 2]) : ExpandIf(e, first + 2);
  };
  const ExprId condition = ExpandScalar(*e.operands[first]);
  if (pool()[condition].op == Op::kBoolean) {
    return pool()[condition].number != 0 ? Expand(*e.operands[first + 1]) : otherwise();
  }
  // A branch that a parameter rules out may be impossible to expand (a subscript out of range, other dimensions).
  const std::optional<bool> known = EvaluatedCondition(*e.operands[first]);
  try {
    FlatValue yes = Expand(*e.operands[first + 1]);
    const FlatValue no = otherwise();
    return Choose(condition, std::move(yes), no, e.span);
  } catch (const ExpansionError&) {
    if (!known) throw;
  }
  return *known ? Expand(*e.operands[first + 1]) : otherwise();
}

FlatValue Expander::ExpandRange(const BoundExpression& e) {
  std::optional<Value> value = Evaluated(e);
  if (value) return Literals(*value);
  std::vector<double> at;
  ScalarType type = ScalarType::kInteger;
  ir::EnumerationId enumeration;
  for (const ir::BoundPtr& operand : e.operands) {
    const ExprId id = ExpandScalar(*operand);
    const ir::ExprNode& node = pool()[id];
    if (!ir::IsLiteral(node.op)) {
      const std::optional<Value> number = Evaluated(*operand);
      if (!number || number->numbers.size() != 1) {
        Fail(DiagnosticKind::NotConstant, operand->span, "the bounds of a range must be known at compile time",
             "use a constant, or a parameter that has a value");
      }
      at.push_back(number->numbers.front());
    } else {
      at.push_back(node.number);
    }
    if (node.type != ScalarType::kInteger && type != ScalarType::kReal) type = node.type;
    enumeration = node.enumeration;
  }
  const double step = at.size() == 3 ? at[1] : 1;
  if (step == 0) Fail(DiagnosticKind::NotConstant, e.span, "the step of a range must not be zero");
  // The tolerance keeps the last point of a Real range whose step is not exact in binary.
  const double steps = std::floor((at.back() - at.front()) / step + 1e-10);
  if (!(steps < static_cast<double>(kLongestRange))) {
    Fail(DiagnosticKind::DimensionNotConstant, e.span,
         fmt::format("the range has more than {} elements", kLongestRange));
  }
  const auto count = static_cast<int64_t>(std::max(steps, -1.0)) + 1;
  Value range{
      .type = type, .enumeration = enumeration, .dims = {std::max<int64_t>(count, 0)}, .numbers = {}, .texts = {}};
  for (int64_t k = 0; k < count; ++k) range.numbers.push_back(at.front() + static_cast<double>(k) * step);
  return Literals(range);
}

FlatValue Expander::ExpandArray(const BoundExpression& e) {
  std::vector<FlatValue> values;
  bool real = false;
  for (const ir::BoundPtr& operand : e.operands) {
    values.push_back(Expand(*operand));
    real = real || values.back().type == ScalarType::kReal;
    if (values.back().dims != values.front().dims) {
      Fail(DiagnosticKind::DimensionMismatch, operand->span,
           fmt::format("the elements of an array have different dimensions: {} and {}", Describe(values.front().dims),
                       Describe(values.back().dims)));
    }
  }
  FlatValue out = Stack(values, {static_cast<int64_t>(values.size())});
  if (real && !out.is_record) {
    for (ExprId& element : out.elements) element = ToReal(pool(), element);
  }
  return out;
}

FlatValue Expander::ExpandMatrix(const BoundExpression& e) {
  std::vector<FlatValue> values;
  size_t rank = 2;
  for (const ir::BoundPtr& operand : e.operands) {
    values.push_back(Expand(*operand));
    rank = std::max(rank, values.back().dims.size());
  }
  for (FlatValue& value : values) value = Promote(std::move(value), rank);
  const auto join = [&](const std::vector<FlatValue>& parts, size_t along) {
    for (const FlatValue& part : parts) {
      for (size_t d = 0; d < rank; ++d) {
        if (d != along && part.dims[d] != parts.front().dims[d]) {
          Fail(DiagnosticKind::DimensionMismatch, e.span,
               fmt::format("the parts of a matrix do not fit: {} and {}", Describe(parts.front().dims),
                           Describe(part.dims)));
        }
      }
    }
    return Concatenate(parts, along);
  };
  std::vector<FlatValue> rows;
  size_t next = 0;
  for (const int32_t count : e.rows) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next);
    rows.push_back(join({begin, begin + count}, 1));
    next += static_cast<size_t>(count);
  }
  return join(rows, 0);
}

std::vector<ExprId> Expander::RangeValues(const ir::BoundIterator& iterator) {
  const FlatValue range = Expand(*iterator.range);
  if (range.dims.size() != 1) {
    Fail(DiagnosticKind::DimensionMismatch, iterator.range->span,
         fmt::format("`{}` must run over a vector, not over {}", iterator.name,
                     range.dims.empty() ? "a scalar" : "an array " + Describe(range.dims)));
  }
  return range.elements;
}

FlatValue Expander::ExpandComprehension(const BoundExpression& e) {
  // The last iterator is the outermost dimension (MLS 10.4.1.1).
  std::vector<FlatValue> values;
  std::vector<int64_t> dims(e.iterators.size(), 0);
  const auto run = [&](auto&& self, size_t remaining) -> void {
    if (remaining == 0) {
      values.push_back(Expand(*e.operands.at(0)));
      return;
    }
    const ir::BoundIterator& iterator = e.iterators[remaining - 1];
    const std::vector<ExprId> range = RangeValues(iterator);
    dims[e.iterators.size() - remaining] = static_cast<int64_t>(range.size());
    for (const ExprId at : range) {
      Bind(iterator.number, at);
      self(self, remaining - 1);
    }
    Unbind(iterator.number);
  };
  run(run, e.iterators.size());
  if (Count(dims) != static_cast<int64_t>(values.size())) {
    Fail(DiagnosticKind::DimensionMismatch, e.span, "the ranges of the iterators depend on each other");
  }
  for (const FlatValue& value : values) {
    if (value.dims == values.front().dims) continue;
    Fail(DiagnosticKind::DimensionMismatch, e.span, "the elements have different dimensions");
  }
  FlatValue out = Stack(values, dims);
  if (values.empty()) {
    out.type = e.type.scalar;
    out.enumeration = e.type.enumeration;
  }
  return out;
}

std::vector<FlatValue> Expander::ExpandCall(const BoundExpression& call) {
  std::vector<FlatValue> arguments;
  for (const ir::BoundPtr& operand : call.operands) arguments.push_back(Expand(*operand));
  return functions_.Call(*this, call, std::move(arguments));
}

}  // namespace stiction::flatten
