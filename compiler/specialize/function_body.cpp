// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/function_body.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "compiler/expand/scalar.h"
#include "compiler/specialize/effects.h"
#include "compiler/specialize/open_sizes.h"
#include "compiler/specialize/text_pattern.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::flatten {

using ast::StatementKind;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::ExprId;
using ir::FunctionStatement;
using ir::FunctionTarget;
using ir::FunctionVariable;
using ir::Op;
using ir::ScalarType;

namespace {

/// Loops with more copies of their body than this are not unrolled.
constexpr int64_t kUnrollLimit = 64;

void VisitLocals(const BoundExpression& e, const std::function<void(const BoundExpression&)>& visit) {
  if (e.kind == BoundKind::kLocal) visit(e);
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand) VisitLocals(*operand, visit);
  }
  for (const ir::BoundSubscript& subscript : e.subscripts) {
    if (subscript.expression) VisitLocals(*subscript.expression, visit);
  }
}

bool Assigns(const std::vector<BoundStatement>& statements, int32_t local) {
  for (const BoundStatement& s : statements) {
    bool found = s.target && s.target->local == local;
    if (s.target && s.target->kind == BoundKind::kTuple) {
      for (const ir::BoundPtr& target : s.target->operands) found = found || (target && target->local == local);
    }
    for (const auto& branch : s.branches) found = found || Assigns(branch.body, local);
    if (found || Assigns(s.body, local)) return true;
  }
  return false;
}

bool HasBreak(const std::vector<BoundStatement>& statements) {
  for (const BoundStatement& s : statements) {
    if (s.kind == StatementKind::kBreak) return true;
    if (s.kind != StatementKind::kIf) continue;
    for (const auto& branch : s.branches) {
      if (HasBreak(branch.body)) return true;
    }
  }
  return false;
}

/// Appends the expressions that give the sizes of values in `e`: bounds of ranges, arguments of `zeros` and the like;
/// and the options of `String`.
void CollectSizes(const BoundExpression& e, std::vector<const BoundExpression*>& sizes) {
  const bool is_filled = e.kind == BoundKind::kBuiltin && (e.text == "zeros" || e.text == "ones" || e.text == "fill" ||
                                                           e.text == "identity" || e.text == "linspace");
  const bool is_text = e.kind == BoundKind::kBuiltin && e.text == "String";
  const size_t first = e.text == "fill" || is_text ? 1 : e.text == "linspace" ? 2 : 0;
  for (size_t k = 0; k < e.operands.size(); ++k) {
    if (!e.operands[k]) continue;
    if (e.kind == BoundKind::kRange || ((is_filled || is_text) && k >= first)) sizes.push_back(e.operands[k].get());
    CollectSizes(*e.operands[k], sizes);
  }
  for (const ir::BoundSubscript& subscript : e.subscripts) {
    if (subscript.expression) CollectSizes(*subscript.expression, sizes);
  }
  for (const ir::BoundMember& member : e.members) {
    for (const ir::BoundSubscript& subscript : member.subscripts) {
      if (subscript.expression) CollectSizes(*subscript.expression, sizes);
    }
  }
  for (const ir::BoundIterator& iterator : e.iterators) CollectSizes(*iterator.range, sizes);
}

// The ranges of loops are not among them: their bounds may be known when the function runs.
void CollectSizes(const std::vector<BoundStatement>& statements, std::vector<const BoundExpression*>& sizes) {
  for (const BoundStatement& s : statements) {
    for (const ir::BoundPtr& e : {s.target, s.value}) {
      if (e) CollectSizes(*e, sizes);
    }
    for (const auto& branch : s.branches) {
      if (branch.condition) CollectSizes(*branch.condition, sizes);
      CollectSizes(branch.body, sizes);
    }
    CollectSizes(s.body, sizes);
  }
}

/// True if all elements are the outputs of one call, from `first_output` on.
bool IsOneCall(const ir::ExprPool& pool, const std::vector<ExprId>& elements, int32_t first_output) {
  for (size_t k = 0; k < elements.size(); ++k) {
    const ir::ExprNode& node = pool[elements[k]];
    const ir::ExprNode& first = pool[elements[0]];
    if (node.op != Op::kCall || node.payload != first.payload || node.args != first.args ||
        node.output != first_output + static_cast<int32_t>(k)) {
      return false;
    }
  }
  return !elements.empty();
}

}  // namespace

std::vector<Structural> StructuralLocals(const ir::FunctionInstance& function) {
  std::vector<Structural> structural(function.variables.size(), Structural::kNo);
  const auto mark = [&](std::vector<const BoundExpression*> work, Structural as) {
    while (!work.empty()) {
      const BoundExpression* e = work.back();
      work.pop_back();
      VisitLocals(*e, [&](const BoundExpression& local) {
        const auto v = static_cast<size_t>(local.local);
        if (structural[v] != Structural::kNo || !function.variables[v].type.dims.empty()) return;
        structural[v] = as;
        if (function.variables[v].causality != ir::Causality::kInput && function.variables[v].binding) {
          work.push_back(function.variables[v].binding.get());
        }
      });
    }
  };
  std::vector<const BoundExpression*> of_variables, of_values;
  for (const FunctionVariable& variable : function.variables) {
    for (const ir::BoundSubscript& dim : variable.dims) {
      if (dim.expression) of_variables.push_back(dim.expression.get());
    }
    if (variable.binding) CollectSizes(*variable.binding, of_values);
  }
  CollectSizes(function.body, of_values);
  mark(std::move(of_variables), Structural::kRequired);
  mark(std::move(of_values), Structural::kIfKnown);
  return structural;
}

FunctionBodyBuilder::FunctionBodyBuilder(ExpansionContext& context, FunctionCalls& functions,
                                         const ir::FunctionInstance& function, std::vector<LocalVariable> locals,
                                         const std::vector<Structural>& structural)
    : function_(function), locals_(std::move(locals)), expander_(context, functions, &locals_) {
  out_.name = function.name;
  out_.origin = {.span = function.span, .derivation = {}};
  for (size_t v = 0; v < locals_.size(); ++v) {
    const FunctionVariable& variable = function.variables[v];
    locals_[v].name = variable.name;
    locals_[v].type = variable.type.scalar;
    locals_[v].enumeration = variable.type.enumeration;
  }
  const auto lay_out = [&](ir::Causality causality) {
    for (size_t v = 0; v < locals_.size(); ++v) {
      if (function_.variables[v].causality != causality) continue;
      // The Strings of a call are part of the specialisation.
      const bool is_known_text = causality == ir::Causality::kInput && !locals_[v].is_record &&
                                 locals_[v].type == ScalarType::kString && !locals_[v].constant.empty();
      if (is_known_text) {
        AddPlaces(locals_[v]);
      } else {
        AddSlots(locals_[v], locals_[v].name);
      }
    }
    return static_cast<int32_t>(out_.slots.size());
  };
  if (function.is_object_constructor) out_.slots.push_back({"$object", ScalarType::kInteger});
  out_.input_count = lay_out(ir::Causality::kInput);
  for (const int32_t declared : function.declaration_order) {
    const auto v = static_cast<size_t>(declared);
    const FunctionVariable& variable = function.variables[v];
    if (variable.causality == ir::Causality::kInput) continue;
    SetDimensions(v);
    if (variable.type.kind == ir::Type::Kind::kRecord) AddMembers(v);
    const bool is_constant = variable.causality == ir::Causality::kNone && variable.binding && !locals_[v].is_record &&
                             !Assigns(function.body, static_cast<int32_t>(v));
    if (is_constant) locals_[v].value = variable.binding;
    if (structural[v] == Structural::kNo || !variable.binding || locals_[v].is_record) continue;
    if (Assigns(function.body, static_cast<int32_t>(v))) {
      if (structural[v] == Structural::kIfKnown) continue;
      Fail(DiagnosticKind::NotYetSupported, variable.span,
           fmt::format("`{}` gives the size of an array and is assigned", variable.name));
    }
    const ExprId value = expander_.ExpandScalar(*variable.binding);
    if (ir::IsLiteral(expander_.pool()[value].op)) {
      locals_[v].constant = {value};
    } else if (const std::optional<Value> known = expander_.Evaluated(*variable.binding); known && AsInteger(*known)) {
      locals_[v].constant = {expander_.pool().Integer(*AsInteger(*known))};
    }
  }
  FindOpenSizes(expander_, function_, locals_, open_);
  out_.output_count = lay_out(ir::Causality::kOutput) - out_.input_count;
  // A call is known by its results; what has none tells that it was called.
  if (out_.output_count == 0) {
    out_.slots.push_back({"$done", ScalarType::kBoolean});
    out_.output_count = 1;
  }
  lay_out(ir::Causality::kNone);
}

void FunctionBodyBuilder::SetDimensions(size_t v) {
  const FunctionVariable& variable = function_.variables[v];
  LocalVariable& local = locals_[v];
  std::optional<std::vector<int64_t>> of_binding;
  for (size_t d = 0; d < variable.type.dims.size(); ++d) {
    if (variable.type.dims[d] >= 0) {
      local.dims.push_back(variable.type.dims[d]);
      continue;
    }
    if (d < variable.dims.size() && variable.dims[d].expression) {
      const std::string what = fmt::format("the size of `{}`", variable.name);
      local.dims.push_back(expander_.ConstantSize(*variable.dims[d].expression, what.c_str()));
      continue;
    }
    if (!variable.binding) {
      local.dims.push_back(0);
      if (open_.empty() || open_.back() != v) open_.push_back(v);
      continue;
    }
    if (!of_binding) of_binding = expander_.Expand(*variable.binding).dims;
    local.dims.push_back(d < of_binding->size() ? (*of_binding)[d] : 1);
  }
  RequirePossible(local.dims, variable.span);
}

void FunctionBodyBuilder::AddMembers(size_t v) {
  const FunctionVariable& variable = function_.variables[v];
  if (!variable.type.dims.empty() && !variable.member_values.empty()) {
    Fail(DiagnosticKind::NotYetSupported, variable.span,
         fmt::format("`{}` is an array of records whose members have values of their own; in a function this is not "
                     "supported yet",
                     variable.name),
         "assign the members in the algorithm");
  }
  ir::Type type = variable.type;
  type.dims = locals_[v].dims;
  locals_[v] = MakeLocal(variable.name, type, nullptr, variable.span);
}

void FunctionBodyBuilder::AddSlots(LocalVariable& local, const std::string& name) {
  local.first = static_cast<int32_t>(out_.slots.size());
  for (LocalVariable& field : local.fields) AddSlots(field, name + "." + field.name);
  if (local.is_record) return;
  const int64_t count = Count(local.dims);
  for (int64_t k = 0; k < count; ++k) {
    const std::vector<int64_t> index = IndexAt(k, local.dims);
    out_.slots.push_back({index.empty() ? name : fmt::format("{}[{}]", name, fmt::join(index, ",")), local.type});
  }
}

void FunctionBodyBuilder::AddPlaces(LocalVariable& text) {
  const auto first = static_cast<int32_t>(out_.slots.size());
  for (ExprId& pattern : text.constant) pattern = WithPlacesFrom(expander_.pool(), pattern, first);
  for (size_t k = 0; k < text.places.size(); ++k) {
    out_.slots.push_back({fmt::format("{}${}", text.name, k + 1), text.places[k]});
  }
}

int32_t FunctionBodyBuilder::AddTemporary(const std::string& name, ScalarType type) {
  // No name of the modeller's begins like this.
  out_.slots.push_back({fmt::format("${}{}", name, ++temporaries_), type});
  return static_cast<int32_t>(out_.slots.size()) - 1;
}

ir::Function FunctionBodyBuilder::Build() {
  ir::FunctionBody body;
  if (out_.slots.size() > static_cast<size_t>(out_.input_count) &&
      out_.slots[static_cast<size_t>(out_.input_count)].name == "$done") {
    body.push_back({.kind = FunctionStatement::Kind::kAssign,
                    .target = {.slot = out_.input_count, .extent = 1, .index = {}},
                    .value = expander_.pool().Boolean(true),
                    .origin = out_.origin});
  }
  for (const int32_t declared : function_.declaration_order) {
    const auto v = static_cast<size_t>(declared);
    const FunctionVariable& variable = function_.variables[v];
    AddAll(variable.member_values, body);
    if (variable.causality == ir::Causality::kInput || !variable.binding) continue;
    Assign(WholePlace(locals_[v]), expander_.Expand(*variable.binding), variable.binding->span, body);
  }
  AddAll(function_.body, body);
  if (function_.external) AddExternal(*function_.external, body);
  out_.body = std::move(body);
  return std::move(out_);
}

void FunctionBodyBuilder::AddAll(const std::vector<BoundStatement>& statements, ir::FunctionBody& out) {
  for (const BoundStatement& statement : statements) Add(statement, out);
}

void FunctionBodyBuilder::Add(const BoundStatement& statement, ir::FunctionBody& out) {
  const Origin origin{.span = statement.span, .derivation = {}};
  switch (statement.kind) {
    case StatementKind::kAssign: {
      const Place place = PlaceOf(*statement.target);
      Assign(place, expander_.Expand(*statement.value), statement.span, out);
      return;
    }
    case StatementKind::kMultiAssign:
      AddMultiAssign(statement, out);
      return;
    case StatementKind::kCall:
      AddCall(statement, out);
      return;
    case StatementKind::kIf:
      AddIf(statement, out);
      return;
    case StatementKind::kFor:
      AddFor(statement, 0, out);
      return;
    case StatementKind::kWhile: {
      FunctionStatement loop{.kind = FunctionStatement::Kind::kWhile, .origin = origin};
      loop.conditions.push_back(expander_.ExpandScalar(*statement.branches.at(0).condition));
      loop.bodies.emplace_back();
      AddAll(statement.branches[0].body, loop.bodies.back());
      out.push_back(std::move(loop));
      return;
    }
    case StatementKind::kWhen:
      Fail(DiagnosticKind::NotYetSupported, statement.span, "`when` is not allowed in a function");
    case StatementKind::kBreak:
      out.push_back({.kind = FunctionStatement::Kind::kBreak, .origin = origin});
      return;
    case StatementKind::kReturn:
      out.push_back({.kind = FunctionStatement::Kind::kReturn, .origin = origin});
      return;
  }
}

FunctionBodyBuilder::Place FunctionBodyBuilder::WholePlace(const LocalVariable& local) {
  Place place;
  place.variable = &local;
  place.dims = local.dims;
  const auto append = [&](auto&& self, const LocalVariable& part) -> void {
    for (const LocalVariable& field : part.fields) self(self, field);
    for (int64_t k = 0; !part.is_record && k < Count(part.dims); ++k) {
      place.targets.push_back({.slot = part.first + static_cast<int32_t>(k), .extent = 1, .index = {}});
      place.types.push_back(part.type);
    }
  };
  append(append, local);
  return place;
}

FunctionBodyBuilder::Place FunctionBodyBuilder::PlaceOf(const BoundExpression& target) {
  CHECK(target.kind == BoundKind::kLocal, "an assignment to something else than a variable of the function");
  const LocalPath path = PathOf(locals_, target);
  Place place;
  place.variable = path.local;
  for (const Expander::Index& i : expander_.ExpandSubscripts(path.subscripts, path.local->dims, target.span)) {
    if (!i.single) place.dims.push_back(static_cast<int64_t>(i.at.size()));
  }
  AddTargets(*path.local, path.subscripts, target.span, place);
  return place;
}

void FunctionBodyBuilder::AddTargets(const LocalVariable& local, const std::vector<ir::BoundSubscript>& subscripts,
                                     Span span, Place& place) {
  for (const LocalVariable& field : local.fields) AddTargets(field, subscripts, span, place);
  if (local.is_record) return;
  const std::vector<Expander::Index> index = expander_.ExpandSubscripts(subscripts, local.dims, span);
  for (const ExprId offset : expander_.Offsets(index, local.dims)) {
    const ir::ExprNode& node = expander_.pool()[offset];
    if (node.op == Op::kInteger) {
      place.targets.push_back({.slot = local.first + static_cast<int32_t>(node.number), .extent = 1, .index = {}});
    } else {
      place.targets.push_back(
          {.slot = local.first, .extent = static_cast<int32_t>(Count(local.dims)), .index = offset});
    }
  }
  place.types.resize(place.targets.size(), local.type);
}

std::vector<ExprId> FunctionBodyBuilder::Fitting(const LocalVariable& local, const std::vector<int64_t>& dims,
                                                 const FlatValue& value, Span span) {
  if (local.is_record != value.is_record) {
    Fail(DiagnosticKind::TypeMismatch, span,
         fmt::format("cannot assign {} to `{}`", value.is_record ? "a record" : "a number", local.name));
  }
  if (value.dims != dims) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot assign {} to `{}`, which is {}", Describe(value.dims), local.name, Describe(dims)));
  }
  if (!local.is_record) return value.elements;
  std::vector<ExprId> scalars;
  for (const LocalVariable& field : local.fields) {
    std::vector<int64_t> of_field = dims;
    of_field.insert(of_field.end(), field.dims.begin() + static_cast<std::ptrdiff_t>(local.dims.size()),
                    field.dims.end());
    const std::vector<ExprId> part = Fitting(field, of_field, FieldOf(value, field.name, span), span);
    scalars.insert(scalars.end(), part.begin(), part.end());
  }
  return scalars;
}

void FunctionBodyBuilder::Assign(const Place& place, const FlatValue& value, Span span, ir::FunctionBody& out) {
  const std::vector<FunctionTarget>& targets = place.targets;
  const std::vector<ExprId> given = Fitting(*place.variable, place.dims, value, span);
  ir::ExprPool& pool = expander_.pool();
  const Origin origin{.span = span, .derivation = {}};
  if (targets.size() > 1 && IsOneCall(pool, given, 0)) {
    FunctionStatement call{.kind = FunctionStatement::Kind::kCallAssign, .origin = origin};
    call.targets = targets;
    call.value = given[0];
    out.push_back(std::move(call));
    return;
  }
  std::vector<ExprId> values;
  for (size_t k = 0; k < given.size(); ++k) values.push_back(Coerce(pool, given[k], place.types[k]));
  // All elements are computed before the first is assigned.
  bool overlaps = false;
  for (size_t k = 1; k < values.size() && !overlaps; ++k) {
    symbolic::ForEachNode(pool, values[k], [&](ExprId id) {
      const ir::ExprNode& node = pool[id];
      if (node.op == Op::kLocalElement) overlaps = true;
      if (node.op != Op::kLocal) return;
      for (size_t j = 0; j < k; ++j) overlaps = overlaps || targets[j].slot == node.payload || targets[j].index;
    });
  }
  if (overlaps) {
    for (size_t k = 0; k < values.size(); ++k) {
      const ScalarType type = place.types[k];
      const int32_t slot = AddTemporary("element", type);
      out.push_back({.kind = FunctionStatement::Kind::kAssign,
                     .target = {.slot = slot, .extent = 1, .index = {}},
                     .value = values[k],
                     .origin = origin});
      values[k] = Slot(slot, type);
    }
  }
  for (size_t k = 0; k < values.size(); ++k) {
    out.push_back(
        {.kind = FunctionStatement::Kind::kAssign, .target = targets[k], .value = values[k], .origin = origin});
  }
}

void FunctionBodyBuilder::AddMultiAssign(const BoundStatement& statement, ir::FunctionBody& out) {
  const std::vector<FlatValue> outputs = expander_.ExpandCall(*statement.value);
  FunctionStatement call{.kind = FunctionStatement::Kind::kCallAssign,
                         .origin = {.span = statement.span, .derivation = {}}};
  const std::vector<ir::BoundPtr>& wanted = statement.target->operands;
  std::vector<ExprId> all;
  for (size_t o = 0; o < outputs.size(); ++o) {
    const size_t first = all.size();
    AppendScalars(outputs[o], all);
    call.targets.resize(all.size());
    if (o >= wanted.size() || !wanted[o]) continue;
    const Place place = PlaceOf(*wanted[o]);
    const std::vector<ExprId> fitting = Fitting(*place.variable, place.dims, outputs[o], wanted[o]->span);
    // The members of a record may stand in another order.
    for (size_t k = 0; k < fitting.size(); ++k) {
      const auto at = std::find(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(), fitting[k]);
      call.targets[static_cast<size_t>(at - all.begin())] = place.targets[k];
    }
  }
  if (std::all_of(all.begin(), all.end(), [&](ExprId e) { return ir::IsLiteral(expander_.pool()[e].op); })) {
    // The call was interpreted.
    for (size_t o = 0; o < wanted.size() && o < outputs.size(); ++o) {
      if (wanted[o]) Assign(PlaceOf(*wanted[o]), outputs[o], wanted[o]->span, out);
    }
    return;
  }
  if (!IsOneCall(expander_.pool(), all, 0)) {
    Fail(DiagnosticKind::NotYetSupported, statement.value->span,
         "a function with several results cannot be applied to the elements of an array here");
  }
  call.value = all.front();
  out.push_back(std::move(call));
}

void FunctionBodyBuilder::AddCall(const BoundStatement& statement, ir::FunctionBody& out) {
  const BoundExpression& call = *statement.value;
  const Origin origin{.span = statement.span, .derivation = {}};
  if (call.kind == BoundKind::kBuiltin && call.text == "assert") {
    if (call.operands.size() > 2) {
      // A warning does not stop the function; that it is not told either, CheckAssertionLevels says.
      const ir::ExprNode level = expander_.pool()[expander_.ExpandScalar(*call.operands[2])];
      if (level.op == Op::kEnumeration && level.number == 1) return;
    }
    FunctionStatement check{.kind = FunctionStatement::Kind::kAssert, .origin = origin};
    check.conditions.push_back(expander_.ExpandScalar(*call.operands.at(0)));
    check.value = expander_.ExpandScalar(*call.operands.at(1));
    out.push_back(std::move(check));
    return;
  }
  if (call.kind != BoundKind::kCall) {
    Fail(DiagnosticKind::NotYetSupported, call.span,
         fmt::format("`{}` as a statement of a function is not supported", call.text));
  }
  for (const ExprId node : CallsOf(expander_.pool(), expander_.ExpandCall(call))) {
    FunctionStatement assign{.kind = FunctionStatement::Kind::kCallAssign, .origin = origin};
    assign.targets.resize(1);
    assign.value = node;
    out.push_back(std::move(assign));
  }
}

void FunctionBodyBuilder::AddIf(const BoundStatement& statement, ir::FunctionBody& out) {
  FunctionStatement result{.kind = FunctionStatement::Kind::kIf, .origin = {.span = statement.span, .derivation = {}}};
  for (const auto& branch : statement.branches) {
    if (branch.condition) {
      const ExprId condition = expander_.ExpandScalar(*branch.condition);
      const ir::ExprNode& node = expander_.pool()[condition];
      if (node.op == Op::kBoolean && node.number == 0) continue;
      if (node.op != Op::kBoolean) {
        result.conditions.push_back(condition);
        result.bodies.emplace_back();
        ir::FunctionBody body;
        AddAll(branch.body, body);
        result.bodies.back() = std::move(body);
        continue;
      }
    }
    ir::FunctionBody body;
    AddAll(branch.body, body);
    if (result.conditions.empty()) {
      out.insert(out.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
      return;
    }
    result.bodies.push_back(std::move(body));
    break;
  }
  if (!result.conditions.empty()) out.push_back(std::move(result));
}

void FunctionBodyBuilder::AddFor(const BoundStatement& statement, size_t index, ir::FunctionBody& out) {
  if (index == statement.indices.size()) {
    AddAll(statement.body, out);
    return;
  }
  const ir::BoundIterator& iterator = statement.indices[index];
  const bool has_break = HasBreak(statement.body);
  const bool is_range = iterator.range->kind == BoundKind::kRange;
  std::optional<std::vector<ExprId>> values;
  if (!is_range || !has_break) {
    try {
      values = expander_.RangeValues(iterator);
    } catch (const ExpansionError& error) {
      if (!is_range || error.diagnostic.kind != DiagnosticKind::NotConstant) throw;
    }
  }
  // The body may assign what the bounds were computed from: they are to be held.
  const bool are_known = values && std::all_of(values->begin(), values->end(),
                                               [&](ExprId v) { return ir::IsLiteral(expander_.pool()[v].op); });
  if (is_range && !are_known) values.reset();
  if (!is_range && has_break) {
    Fail(DiagnosticKind::NotYetSupported, statement.span,
         "`break` in a loop over the elements of an array is not supported yet", "loop over `1:size(x, 1)`");
  }
  const auto count = values ? static_cast<int64_t>(values->size()) : 0;
  if (is_range && (!values || unrolled_ * count > kUnrollLimit)) {
    AddCountingLoop(statement, index, out);
    return;
  }
  // The elements are those at the start of the loop.
  if (!is_range) {
    for (ExprId& v : *values) {
      if (ir::IsLiteral(expander_.pool()[v].op)) continue;
      const ScalarType type = expander_.pool()[v].type;
      const int32_t slot = AddTemporary(iterator.name, type);
      out.push_back({.kind = FunctionStatement::Kind::kAssign,
                     .target = {.slot = slot, .extent = 1, .index = {}},
                     .value = v,
                     .origin = {.span = iterator.range->span, .derivation = {}}});
      v = Slot(slot, type);
    }
  }
  const int64_t outer = unrolled_;
  unrolled_ *= std::max<int64_t>(count, 1);
  for (const ExprId v : *values) {
    expander_.Bind(iterator.number, v);
    AddFor(statement, index + 1, out);
  }
  expander_.Unbind(iterator.number);
  unrolled_ = outer;
}

void FunctionBodyBuilder::AddCountingLoop(const BoundStatement& statement, size_t index, ir::FunctionBody& out) {
  ir::ExprPool& pool = expander_.pool();
  const ir::BoundIterator& iterator = statement.indices[index];
  const std::vector<ir::BoundPtr>& bounds = iterator.range->operands;
  const Origin origin{.span = statement.span, .derivation = {}};
  if (index + 1 < statement.indices.size() && HasBreak(statement.body)) {
    Fail(DiagnosticKind::NotYetSupported, statement.span,
         "`break` in a loop with several iterators is not supported yet", "write nested loops");
  }
  const ExprId start = expander_.ExpandScalar(*bounds.front());
  const ExprId stop = expander_.ExpandScalar(*bounds.back());
  const ExprId step = bounds.size() == 3 ? expander_.ExpandScalar(*bounds[1]) : pool.Integer(1);
  const bool real = pool[start].type == ScalarType::kReal || pool[stop].type == ScalarType::kReal ||
                    pool[step].type == ScalarType::kReal;
  const ScalarType type = real ? ScalarType::kReal : ScalarType::kInteger;
  const auto hold = [&](const std::string& name, ExprId value) {
    const int32_t slot = AddTemporary(name, type);
    out.push_back({.kind = FunctionStatement::Kind::kAssign,
                   .target = {.slot = slot, .extent = 1, .index = {}},
                   .value = Coerce(pool, value, type),
                   .origin = origin});
    return slot;
  };
  const auto held = [&](const std::string& name, ExprId value) {
    return ir::IsLiteral(pool[value].op) ? Coerce(pool, value, type) : Slot(hold(name, value), type);
  };
  const int32_t slot = hold(iterator.name, start);
  const ExprId at = Slot(slot, type);
  const ExprId end = held(iterator.name + "Stop", stop);
  const ExprId by = held(iterator.name + "Step", step);
  const ExprId zero = Coerce(pool, pool.Integer(0), type);
  const ExprId upward = Logic(pool, Op::kAnd, Compare(pool, Op::kGt, by, zero), Compare(pool, Op::kLe, at, end));
  const ExprId downward = Logic(pool, Op::kAnd, Compare(pool, Op::kLt, by, zero), Compare(pool, Op::kGe, at, end));
  FunctionStatement loop{.kind = FunctionStatement::Kind::kWhile, .origin = origin};
  loop.conditions.push_back(Logic(pool, Op::kOr, upward, downward));
  // The body may assign neither the iterator nor its bounds: the loop's own slots hold them.
  const int32_t visible = AddTemporary(iterator.name, type);
  ir::FunctionBody body;
  body.push_back({.kind = FunctionStatement::Kind::kAssign,
                  .target = {.slot = visible, .extent = 1, .index = {}},
                  .value = at,
                  .origin = origin});
  body.push_back({.kind = FunctionStatement::Kind::kAssign,
                  .target = {.slot = slot, .extent = 1, .index = {}},
                  .value = Arithmetic(pool, Op::kAdd, at, by),
                  .origin = origin});
  expander_.Bind(iterator.number, Slot(visible, type));
  AddFor(statement, index + 1, body);
  expander_.Unbind(iterator.number);
  loop.bodies.push_back(std::move(body));
  out.push_back(std::move(loop));
}

}  // namespace stiction::flatten
