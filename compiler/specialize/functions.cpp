// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/expand/scalar.h"
#include "compiler/specialize/function_body.h"
#include "compiler/specialize/loop_function.h"
#include "compiler/specialize/text_pattern.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/inline.h"
#include "compiler/symbolic/walk.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::FunctionInstance;
using ir::FunctionVariable;
using ir::ScalarType;

namespace {

constexpr int kDepthLimit = 50;

std::vector<size_t> Inputs(const FunctionInstance& function) {
  std::vector<size_t> inputs;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    if (function.variables[i].causality == ir::Causality::kInput) inputs.push_back(i);
  }
  return inputs;
}

// The results `next`, ... of a call as a value of the shape of an output.
FlatValue Results(ir::ExprPool& pool, ir::FunctionId function, const LocalVariable& output,
                  const std::vector<ExprId>& arguments, int32_t& next) {
  FlatValue value;
  value.is_record = output.is_record;
  value.dims = output.dims;
  for (const LocalVariable& field : output.fields) {
    value.fields.push_back({field.name, Results(pool, function, field, arguments, next)});
  }
  if (output.is_record) return value;
  value.type = output.type;
  value.enumeration = output.enumeration;
  for (int64_t k = 0; k < Count(output.dims); ++k) {
    value.elements.push_back(pool.Make({.op = ir::Op::kCall,
                                        .type = output.type,
                                        .payload = function.value,
                                        .output = next++,
                                        .enumeration = output.enumeration,
                                        .args = arguments}));
  }
  return value;
}

// Appends the part of a local variable in the key of a specialisation: dimensions and known values.
void AppendKey(const ir::ExprPool& pool, const LocalVariable& local, std::string& key) {
  key += fmt::format(";{}", fmt::join(local.dims, ","));
  for (const ExprId value : local.constant) {
    const ir::Op op = pool[value].op;
    key += op == ir::Op::kString ? fmt::format("={:?}", pool.Text(value))
           : ir::IsLiteral(op)   ? fmt::format("={}", pool[value].number)
                                 : fmt::format("=#{}", value.value);  // equal expressions have one number
  }
  for (const LocalVariable& field : local.fields) AppendKey(pool, field, key);
}

/// @throws ExpansionError for a function that gives its outputs no value: the interface of others
void RequireAlgorithm(const FunctionInstance& function, Span use) {
  if (!function.body.empty() || function.external || function.destructor || function.partial_of) return;
  for (const FunctionVariable& variable : function.variables) {
    const bool has_value = variable.binding || !variable.member_values.empty();
    if (variable.causality != ir::Causality::kOutput || has_value) continue;
    Fail(DiagnosticKind::VariableUnassigned, use,
         fmt::format("`{}` has no algorithm: its output `{}` gets no value", function.name, variable.name),
         "call a function that extends it and has one");
  }
}

// Result of a function applied to the elements of an empty array (MLS 12.4.6).
FlatValue EmptyArray(const ir::Type& type, const std::vector<int64_t>& leading) {
  FlatValue value;
  value.type = type.scalar;
  value.enumeration = type.enumeration;
  value.dims = leading;
  for (const int64_t d : type.dims) value.dims.push_back(std::max<int64_t>(d, 0));
  value.is_record = type.kind == ir::Type::Kind::kRecord;
  for (const ir::TypeMember& member : type.members) {
    value.fields.push_back({member.name, EmptyArray(member.type, value.dims)});
  }
  return value;
}

bool IsListed(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The inputs whose derivatives a derivative takes. Of a function that is itself a derivative the last inputs, the
/// derivatives of the highest order, go on.
std::vector<size_t> Differentiated(const FunctionInstance& function, const std::vector<size_t>& inputs,
                                   const ir::DerivativeAnnotation& annotation) {
  std::vector<size_t> differentiated;
  for (const size_t v : inputs) {
    const FunctionVariable& variable = function.variables[v];
    const bool counts = variable.type.kind == ir::Type::Kind::kScalar && variable.type.scalar == ScalarType::kReal &&
                        !IsListed(annotation.no_derivative, variable.name) &&
                        !IsListed(annotation.zero_derivative, variable.name);
    if (counts) differentiated.push_back(v);
  }
  const size_t last = annotation.order > 0 ? differentiated.size() / static_cast<size_t>(annotation.order) : 0;
  differentiated.erase(differentiated.begin(), differentiated.end() - static_cast<std::ptrdiff_t>(last));
  return differentiated;
}

/// Of each number of the outputs its place in the outputs of the derivative; -1: it has none.
std::vector<int32_t> DerivativesOfOutputs(const FunctionInstance& function, const FunctionInstance& target,
                                          const std::vector<LocalVariable>& locals,
                                          const std::vector<LocalVariable>& outputs,
                                          const ir::DerivativeAnnotation& annotation) {
  std::vector<int32_t> places;
  int32_t next = 0;
  size_t output = 0;
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != ir::Causality::kOutput) continue;
    const int64_t count = Count(locals[v].dims);
    if (locals[v].type != ScalarType::kReal) {
      places.insert(places.end(), static_cast<size_t>(count), -1);
      continue;
    }
    if (output >= outputs.size() || outputs[output].dims != locals[v].dims) {
      Fail(DiagnosticKind::DerivativeAnnotation, annotation.span,
           fmt::format("`{}` has no output for the derivative of the output `{}` of `{}` (MLS 12.7.1)", target.name,
                       locals[v].name, function.name));
    }
    ++output;
    for (int64_t k = 0; k < count; ++k) places.push_back(next++);
  }
  return places;
}

}  // namespace

// A function applied to the elements of arrays (MLS 12.4.6). @param extra by argument: dimensions that its input lacks
std::vector<FlatValue> FunctionTable::CallForEach(Expander& caller, const ir::BoundExpression& call,
                                                  const std::vector<FlatValue>& arguments,
                                                  const std::vector<size_t>& extra,
                                                  const std::vector<int64_t>& leading) {
  std::vector<std::vector<FlatValue>> results;
  for (int64_t k = 0; k < Count(leading); ++k) {
    std::vector<FlatValue> at = arguments;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (extra[i] > 0) at[i] = ElementAt(arguments[i], extra[i], k);
    }
    const std::vector<FlatValue> outputs = Call(caller, call, std::move(at));
    results.resize(outputs.size());
    for (size_t o = 0; o < outputs.size(); ++o) results[o].push_back(outputs[o]);
  }
  std::vector<FlatValue> out;
  for (const std::vector<FlatValue>& column : results) out.push_back(Stack(column, leading));
  if (Count(leading) > 0) return out;
  for (const FunctionVariable& variable : At(call.function).variables) {
    if (variable.causality == ir::Causality::kOutput) out.push_back(EmptyArray(variable.type, leading));
  }
  return out;
}

std::vector<FlatValue> FunctionTable::Call(Expander& caller, const ir::BoundExpression& call,
                                           std::vector<FlatValue> arguments) {
  const FunctionInstance& function = At(call.function);
  const std::vector<size_t> inputs = Inputs(function);
  CHECK(inputs.size() == arguments.size(), "`{}` has {} inputs, the call {} arguments", function.name, inputs.size(),
        arguments.size());
  ir::ExprPool& pool = *context_.flat.pool;
  if (function.is_record_constructor) {
    FlatValue record;
    record.is_record = true;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const FunctionVariable& variable = function.variables[inputs[i]];
      record.fields.push_back(
          {variable.name, Conform(pool, std::move(arguments[i]), variable.type, call.operands[i]->span)});
    }
    return {record};
  }
  std::vector<int64_t> leading;
  bool vectorised = false;
  std::vector<size_t> extra(inputs.size(), 0);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FunctionVariable& variable = function.variables[inputs[i]];
    const size_t rank = variable.type.dims.size();
    if (arguments[i].dims.size() < rank) {
      Fail(DiagnosticKind::DimensionMismatch, call.operands[i]->span,
           fmt::format("argument `{}` of `{}` is an array with {} dimensions, found {}", variable.name, function.name,
                       rank, Describe(arguments[i].dims)));
    }
    extra[i] = arguments[i].dims.size() - rank;
    if (extra[i] == 0) continue;
    const std::vector<int64_t> dims(arguments[i].dims.begin(),
                                    arguments[i].dims.begin() + static_cast<std::ptrdiff_t>(extra[i]));
    if (vectorised && dims != leading) {
      Fail(DiagnosticKind::DimensionMismatch, call.operands[i]->span,
           fmt::format("the arguments have different dimensions: {} and {}", Describe(leading), Describe(dims)));
    }
    leading = dims;
    vectorised = true;
  }
  if (vectorised) return CallForEach(caller, call, arguments, extra, leading);

  return CallWhole(caller, call, std::move(arguments));
}

std::vector<FlatValue> FunctionTable::CallWhole(Expander& caller, const ir::BoundExpression& call,
                                                std::vector<FlatValue> arguments) {
  const FunctionInstance& function = At(call.function);
  const std::vector<size_t> inputs = Inputs(function);
  ir::ExprPool& pool = *context_.flat.pool;
  std::vector<ExprId> scalars;
  std::vector<std::vector<ExprId>> places(inputs.size());
  std::vector<bool> known_texts(inputs.size(), false);
  if (function.destructor) {
    if (context_.constructed.empty()) {
      Fail(DiagnosticKind::ExternalObjectUse, call.span,
           fmt::format("`{}` is called outside of the declaration of an object (MLS 12.9.7)", function.name),
           "declare a component with this call as its value, and use that");
    }
    scalars.push_back(pool.Integer(0));  // of a component its number comes with the declaration
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::Type& type = function.variables[inputs[i]].type;
    arguments[i] = Conform(pool, std::move(arguments[i]), type, call.operands[i]->span);
    const bool is_text =
        type.kind == ir::Type::Kind::kScalar && type.scalar == ScalarType::kString && type.dims.empty();
    const std::optional<std::vector<ExprId>> known =
        is_text ? MakeKnown(caller, *call.operands[i], arguments[i].elements.front()) : std::nullopt;
    if (known) {
      places[i] = *known;
      known_texts[i] = true;
      scalars.insert(scalars.end(), places[i].begin(), places[i].end());
    } else {
      AppendScalars(arguments[i], scalars);
    }
  }
  try {
    const Specialisation& specialised = Specialise(caller, call, arguments, places, known_texts);
    if (function.destructor && caller.locals()) {
      scalars.front() = pool.Integer(static_cast<int64_t>(context_.flat.objects.size()));
      context_.flat.objects.push_back({.variable = {},
                                       .name = context_.constructed,
                                       .class_name = {},
                                       .destructor = context_.flat.functions[specialised.id.index()].destructor});
    }
    std::vector<FlatValue> out;
    int32_t output = 0;
    for (const LocalVariable& o : specialised.outputs) {
      out.push_back(Results(pool, specialised.id, o, scalars, output));
    }
    return out;
  } catch (const ExpansionError& error) {
    // What cannot be compiled may still be interpreted, where all arguments are known.
    const DiagnosticKind kind = error.diagnostic.kind;
    if (function.is_impure || (kind != DiagnosticKind::NotYetSupported && kind != DiagnosticKind::NotConstant)) throw;
    std::optional<std::vector<FlatValue>> known = caller.EvaluatedOutputs(call);
    if (!known) throw;
    return std::move(*known);
  }
}

std::optional<FlatValue> FunctionTable::Reduce(Expander& caller, const ir::BoundExpression& call) {
  ir::BoundPtr& made = reductions_[{call.operands.at(0), call.text}];
  if (!made) {
    std::optional<LoopFunction> loop = MakeReduction(context_.tree, caller.locals(), call);
    if (!loop) return std::nullopt;
    made = std::make_shared<ir::BoundExpression>(call);
    made->kind = ir::BoundKind::kCall;
    made->function = Add(std::move(loop->function));
    made->operands = std::move(loop->arguments);
  }
  return caller.ExpandCall(*made).front();
}

ir::FunctionInstanceId FunctionTable::Add(ir::FunctionInstance function) {
  added_.push_back(std::move(function));
  return ir::FunctionInstanceId(static_cast<int64_t>(context_.tree.functions.size() + added_.size()) - 1);
}

const FunctionInstance& FunctionTable::At(ir::FunctionInstanceId id) const {
  const std::deque<FunctionInstance>& of_tree = context_.tree.functions;
  return id.index() < of_tree.size() ? of_tree[id.index()] : added_[id.index() - of_tree.size()];
}

ir::FunctionId FunctionTable::DestructorOf(ir::FunctionInstanceId id) {
  const FunctionInstance& function = At(id);
  std::vector<LocalVariable> locals(function.variables.size());
  for (const size_t i : Inputs(function)) {
    const FunctionVariable& variable = function.variables[i];
    if (variable.type.kind != ir::Type::Kind::kObject) {
      Fail(DiagnosticKind::ExternalObjectClass, variable.span,
           "a destructor takes the object and nothing else (MLS 12.9.7)");
    }
    locals[i] = MakeLocal(variable.name, variable.type, nullptr, variable.span);
  }
  return SpecialiseFor(id, std::move(locals), function.span).id;
}

std::optional<std::vector<ExprId>> FunctionTable::MakeKnown(Expander& caller, const ir::BoundExpression& argument,
                                                            ExprId& text) {
  ir::ExprPool& pool = *context_.flat.pool;
  std::vector<ExprId> in_places;
  if (pool[text].op == ir::Op::kString) return in_places;
  if (const std::optional<Value> known = caller.Evaluated(argument); known && known->texts.size() == 1) {
    text = pool.String(known->texts.front());
    return in_places;
  }
  const std::optional<ExprId> pattern = MakePattern(pool, text, in_places);
  if (!pattern) return std::nullopt;
  text = *pattern;
  return in_places;
}

const FunctionTable::Specialisation& FunctionTable::Specialise(Expander& caller, const ir::BoundExpression& call,
                                                               const std::vector<FlatValue>& arguments,
                                                               const std::vector<std::vector<ExprId>>& places,
                                                               const std::vector<bool>& known_texts) {
  const FunctionInstance& function = At(call.function);
  ir::ExprPool& pool = *context_.flat.pool;
  const std::vector<size_t> inputs = Inputs(function);
  const std::vector<Structural> structural = StructuralOf(call.function);
  std::vector<LocalVariable> locals(function.variables.size());
  std::vector<size_t> required, wanted;  // sizes that are known at run time only
  for (size_t i = 0; i < inputs.size(); ++i) {
    LocalVariable& local = locals[inputs[i]];
    local = MakeLocal(function.variables[inputs[i]].name, function.variables[inputs[i]].type, &arguments[i],
                      call.operands[i]->span);
    if (known_texts[i]) local.constant = arguments[i].elements;
    for (const ExprId value : places[i]) local.places.push_back(pool[value].type);
    if (structural[inputs[i]] == Structural::kNo || !local.constant.empty()) continue;
    if (local.is_record) {
      SetKnownMembers(caller, *call.operands[i], arguments[i], local);
      continue;
    }
    const ExprId argument = arguments[i].elements.front();
    std::optional<double> number;
    if (ir::IsLiteral(pool[argument].op)) number = pool[argument].number;
    if (!number) {
      if (const std::optional<Value> value = caller.Evaluated(*call.operands[i]); value && value->numbers.size() == 1) {
        number = value->numbers.front();
      }
    }
    if (!number || !AsInteger(*number)) {
      const bool is_size = !number && local.type == ScalarType::kInteger;
      if (is_size) (structural[inputs[i]] == Structural::kRequired ? required : wanted).push_back(inputs[i]);
      if (is_size || structural[inputs[i]] == Structural::kIfKnown) continue;
      Fail(DiagnosticKind::NotConstant, call.operands[i]->span,
           fmt::format("`{}` gives the size of an array in `{}` and must be known at compile time",
                       function.variables[inputs[i]].name, function.name));
    }
    local.constant = {pool.Integer(*AsInteger(*number))};
  }
  try {
    return SpecialiseForSizes(call.function, locals, required, call.span);
  } catch (const ExpansionError& error) {
    if (wanted.empty() || error.diagnostic.kind != DiagnosticKind::NotConstant) throw;
  }
  required.insert(required.end(), wanted.begin(), wanted.end());
  return SpecialiseForSizes(call.function, std::move(locals), std::move(required), call.span);
}

void FunctionTable::SetKnownMembers(Expander& caller, const ir::BoundExpression& record, const FlatValue& value,
                                    LocalVariable& local) {
  for (LocalVariable& field : local.fields) {
    const FlatValue& given = FieldOf(value, field.name, record.span);
    ir::BoundExpression member{.kind = ir::BoundKind::kMember, .span = record.span, .type = {}, .text = field.name};
    member.operands.push_back(std::make_shared<ir::BoundExpression>(record));
    if (field.is_record) {
      SetKnownMembers(caller, member, given, field);
      continue;
    }
    if (!field.dims.empty() || field.type != ScalarType::kInteger) continue;
    const ir::ExprNode& node = (*context_.flat.pool)[given.elements.front()];
    if (ir::IsLiteral(node.op)) {
      field.constant = {given.elements.front()};
    } else if (const std::optional<Value> known = caller.Evaluated(member); known && AsInteger(*known)) {
      field.constant = {context_.flat.pool->Integer(*AsInteger(*known))};
    }
  }
}

std::string FunctionTable::KeyOf(ir::FunctionInstanceId id, const std::vector<LocalVariable>& inputs) const {
  std::string key = fmt::format("{}", id.value);
  for (const size_t i : Inputs(At(id))) AppendKey(*context_.flat.pool, inputs[i], key);
  return key;
}

const FunctionTable::Specialisation& FunctionTable::SpecialiseFor(ir::FunctionInstanceId id,
                                                                  std::vector<LocalVariable> inputs, Span use) {
  const FunctionInstance& function = At(id);
  const std::string key = KeyOf(id, inputs);
  if (const auto found = done_.find(key); found != done_.end()) return found->second;

  // A recursion over ever new sizes would not end here.
  if (depth_ >= kDepthLimit) {
    Fail(DiagnosticKind::NotYetSupported, use,
         fmt::format("`{}` calls itself with more than {} different sizes", function.name, kDepthLimit),
         "check that the recursion ends");
  }
  RequireAlgorithm(function, use);
  const std::vector<LocalVariable> given = inputs;
  FunctionBodyBuilder builder(context_, *this, function, std::move(inputs), StructuralOf(id));
  Specialisation& entry = done_[key];
  entry.id = ir::FunctionId(static_cast<int64_t>(context_.flat.functions.size()));
  context_.flat.functions.emplace_back();
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != ir::Causality::kOutput) continue;
    entry.outputs.push_back(builder.locals()[v]);
  }
  if (entry.outputs.empty()) {
    LocalVariable& done = entry.outputs.emplace_back();
    done.name = "$done";
    done.type = ScalarType::kBoolean;
  }
  ++depth_;
  try {
    ir::Function built = function.partial_of ? BuildPartial(id, given, use) : builder.Build();
    built.is_impure = function.is_impure;
    built.inlining = InliningOf(function, built);
    if (function.destructor) built.destructor = DestructorOf(*function.destructor);
    context_.flat.functions[entry.id.index()] = std::move(built);
    AddDerivatives(id, builder.locals(), entry.id);
  } catch (const ExpansionError&) {
    --depth_;
    // A function that could not be built, or may call one that could not, must not be found by the next call.
    const ir::FunctionId failed = entry.id;
    std::erase_if(done_, [failed](const auto& done) { return done.second.id.value >= failed.value; });
    context_.flat.functions.resize(failed.index());
    tangents_.Forget(failed);
    throw;
  }
  --depth_;
  return entry;
}

// A small function stands as a call only as long as its derivative functions may be asked for.
ir::Inlining FunctionTable::InliningOf(const FunctionInstance& function, const ir::Function& built) const {
  if (built.declares_objects) return ir::Inlining::kNever;
  if (function.inlining != ir::Inlining::kIfSmall) return function.inlining;
  if (!symbolic::IsSmall(*context_.flat.pool, context_.flat.functions, built)) return ir::Inlining::kNever;
  return function.derivatives.empty() ? ir::Inlining::kAtOnce : ir::Inlining::kAfterIndexReduction;
}

// A derivative has no statements of its own: what it has to know of its inputs is what the function itself has to.
std::vector<Structural> FunctionTable::StructuralOf(ir::FunctionInstanceId id) const {
  while (At(id).partial_of) id = *At(id).partial_of;
  return StructuralLocals(At(id));
}

ir::Function FunctionTable::BuildPartial(ir::FunctionInstanceId id, const std::vector<LocalVariable>& inputs,
                                         Span use) {
  const FunctionInstance& function = At(id);
  ir::FunctionId of = SpecialiseFor(*function.partial_of, inputs, use).id;
  ir::Function partial;
  for (const int32_t input : function.differentiated_by) {
    if (!partial.slots.empty()) {
      of = ir::FunctionId(static_cast<int64_t>(context_.flat.functions.size()));
      context_.flat.functions.push_back(std::move(partial));
    }
    try {
      partial = tangents_.Partial(of, FirstSlotOf(id, inputs, static_cast<size_t>(input)), use);
    } catch (const symbolic::NoTangent& none) {
      throw ExpansionError{none.diagnostic};
    }
    partial.name = function.name;
  }
  return partial;
}

void FunctionTable::AddDerivatives(ir::FunctionInstanceId function, const std::vector<LocalVariable>& locals,
                                   ir::FunctionId id) {
  for (const ir::DerivativeAnnotation& annotation : At(function).derivatives) {
    std::optional<ir::FunctionDerivative> derivative = Derivative(function, locals, annotation);
    if (derivative) context_.flat.functions[id.index()].derivatives.push_back(std::move(*derivative));
  }
}

std::optional<ir::FunctionDerivative> FunctionTable::Derivative(ir::FunctionInstanceId id,
                                                                const std::vector<LocalVariable>& locals,
                                                                const ir::DerivativeAnnotation& annotation) {
  const FunctionInstance& function = At(id);
  const FunctionInstance& target = At(annotation.function);
  const std::vector<size_t> inputs = Inputs(function);
  const std::vector<size_t> differentiated = Differentiated(function, inputs, annotation);

  // Records have no derivative here: one that is not left out, or a result, leaves the other ways to differentiate.
  for (const FunctionVariable& variable : function.variables) {
    if (variable.type.kind != ir::Type::Kind::kRecord || variable.causality == ir::Causality::kNone) continue;
    const bool left_out =
        variable.causality == ir::Causality::kInput &&
        (IsListed(annotation.no_derivative, variable.name) || IsListed(annotation.zero_derivative, variable.name));
    if (!left_out) return std::nullopt;
  }
  // The places of a String are slots of this function already.
  if (std::any_of(inputs.begin(), inputs.end(), [&](size_t v) { return !locals[v].places.empty(); })) {
    return std::nullopt;
  }
  const std::vector<size_t> target_inputs = Inputs(target);
  if (target_inputs.size() != inputs.size() + differentiated.size()) {
    Fail(DiagnosticKind::DerivativeAnnotation, annotation.span,
         fmt::format("`{}` has {} inputs; as derivative of `{}` it takes the {} inputs of that and then {} "
                     "derivatives of these (MLS 12.7.1)",
                     target.name, target_inputs.size(), function.name, inputs.size(), differentiated.size()));
  }
  std::vector<LocalVariable> given(target.variables.size());
  for (size_t i = 0; i < target_inputs.size(); ++i) {
    LocalVariable& local = given[target_inputs[i]];
    local = locals[i < inputs.size() ? inputs[i] : differentiated[i - inputs.size()]];
    if (i >= inputs.size()) local.constant.clear();
  }
  ir::FunctionDerivative derivative;
  derivative.order = annotation.order;
  std::vector<LocalVariable> outputs;
  try {
    const Specialisation& specialised = SpecialiseFor(annotation.function, std::move(given), annotation.span);
    derivative.function = specialised.id;
    outputs = specialised.outputs;
  } catch (const ExpansionError& error) {
    // What cannot be called is no derivative; there are other ways to differentiate. A function that another one calls
    // may have sizes for which its derivative makes no sense, and nobody may ask for it.
    const DiagnosticKind kind = error.diagnostic.kind;
    const bool is_of_size = kind == DiagnosticKind::SubscriptOutOfRange || kind == DiagnosticKind::DimensionMismatch;
    const bool is_called_by_model = depth_ == 1;
    if (kind == DiagnosticKind::NotYetSupported || (is_of_size && !is_called_by_model)) return std::nullopt;
    throw;
  }
  for (const size_t v : inputs) {
    const LocalVariable& local = locals[v];
    for (int64_t k = 0; k < SlotCount(local); ++k) {
      const int32_t slot = local.first + static_cast<int32_t>(k);
      if (IsListed(annotation.zero_derivative, local.name)) derivative.constant.push_back(slot);
      if (std::find(differentiated.begin(), differentiated.end(), v) != differentiated.end()) {
        derivative.differentiated.push_back(slot);
      }
    }
  }
  derivative.output = DerivativesOfOutputs(function, target, locals, outputs, annotation);
  return derivative;
}

}  // namespace stiction::flatten
