#include "compiler/flatten/functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "compiler/flatten/function_body.h"
#include "compiler/flatten/scalar.h"
#include "compiler/support/check.h"

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

}  // namespace

std::vector<FlatValue> FunctionTable::Call(Expander& caller, const ir::BoundExpression& call,
                                           std::vector<FlatValue> arguments) {
  const FunctionInstance& function = context_.tree.functions[call.function.index()];
  const std::vector<size_t> inputs = Inputs(function);
  CHECK(inputs.size() == arguments.size(), "`{}` has {} inputs, the call {} arguments", function.name, inputs.size(),
        arguments.size());
  ir::ExprPool& pool = *context_.flat.pool;
  if (function.is_record_constructor) {
    FlatValue record;
    record.is_record = true;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const FunctionVariable& variable = function.variables[inputs[i]];
      for (ExprId& element : arguments[i].elements) element = Coerce(pool, element, variable.type.scalar);
      record.fields.push_back({variable.name, std::move(arguments[i])});
    }
    return {record};
  }
  std::vector<int64_t> leading;
  bool vectorised = false;
  std::vector<size_t> extra(inputs.size(), 0);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FunctionVariable& variable = function.variables[inputs[i]];
    if (variable.type.kind == ir::Type::Kind::kRecord || arguments[i].is_record) {
      Fail(DiagnosticKind::NotYetSupported, call.operands[i]->span,
           "records as arguments of functions are not supported yet");
    }
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
  if (vectorised) {
    std::vector<std::vector<FlatValue>> results;
    for (int64_t k = 0; k < Count(leading); ++k) {
      std::vector<FlatValue> at = arguments;
      for (size_t i = 0; i < inputs.size(); ++i) {
        if (extra[i] > 0) at[i] = ElementAt(arguments[i], extra[i], k);
      }
      const std::vector<FlatValue> outputs = Call(caller, call, std::move(at));
      results.resize(outputs.size());
      for (size_t o = 0; o < outputs.size(); ++o) results[o].push_back(outputs[o]);
    }
    std::vector<FlatValue> out;
    for (const std::vector<FlatValue>& column : results) out.push_back(Stack(column, leading));
    return out;
  }

  const Specialisation& specialised = Specialise(caller, call, arguments);
  std::vector<ExprId> scalars;
  for (size_t i = 0; i < inputs.size(); ++i) {
    for (const ExprId element : arguments[i].elements) {
      scalars.push_back(Coerce(pool, element, function.variables[inputs[i]].type.scalar));
    }
  }
  std::vector<FlatValue> out;
  int32_t output = 0;
  for (const Output& o : specialised.outputs) {
    FlatValue value;
    value.type = o.type;
    value.enumeration = o.enumeration;
    value.dims = o.dims;
    for (int64_t k = 0; k < Count(o.dims); ++k) {
      value.elements.push_back(pool.Make({.op = ir::Op::kCall,
                                          .type = o.type,
                                          .payload = specialised.id.value,
                                          .output = output++,
                                          .enumeration = o.enumeration,
                                          .args = scalars}));
    }
    out.push_back(std::move(value));
  }
  return out;
}

const FunctionTable::Specialisation& FunctionTable::Specialise(Expander& caller, const ir::BoundExpression& call,
                                                               const std::vector<FlatValue>& arguments) {
  const FunctionInstance& function = context_.tree.functions[call.function.index()];
  ir::ExprPool& pool = *context_.flat.pool;
  const std::vector<size_t> inputs = Inputs(function);
  const std::vector<bool> structural = StructuralLocals(function);
  std::vector<LocalVariable> locals(function.variables.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    LocalVariable& local = locals[inputs[i]];
    local.dims = arguments[i].dims;
    if (!structural[inputs[i]]) continue;
    const ExprId argument = arguments[i].elements.front();
    std::optional<double> number;
    if (ir::IsLiteral(pool[argument].op)) number = pool[argument].number;
    if (!number) {
      if (const std::optional<Value> value = caller.Evaluated(*call.operands[i]); value && value->numbers.size() == 1) {
        number = value->numbers.front();
      }
    }
    if (!number) {
      Fail(DiagnosticKind::NotConstant, call.operands[i]->span,
           fmt::format("`{}` gives the size of an array in `{}` and must be known at compile time",
                       function.variables[inputs[i]].name, function.name));
    }
    local.constant = {pool.Integer(std::llround(*number))};
  }
  return SpecialiseFor(call.function, std::move(locals), call.span);
}

const FunctionTable::Specialisation& FunctionTable::SpecialiseFor(ir::FunctionInstanceId id,
                                                                  std::vector<LocalVariable> inputs, Span use) {
  const FunctionInstance& function = context_.tree.functions[id.index()];
  const ir::ExprPool& pool = *context_.flat.pool;
  std::string key = fmt::format("{}", id.value);
  for (const size_t i : Inputs(function)) {
    key += fmt::format(";{}", fmt::join(inputs[i].dims, ","));
    if (!inputs[i].constant.empty()) key += fmt::format("={}", pool[inputs[i].constant.front()].number);
  }
  if (const auto found = done_.find(key); found != done_.end()) return found->second;

  // A recursion over ever new sizes would not end here.
  if (depth_ >= kDepthLimit) {
    Fail(DiagnosticKind::NotYetSupported, use,
         fmt::format("`{}` calls itself with more than {} different sizes", function.name, kDepthLimit),
         "check that the recursion ends");
  }
  FunctionBodyBuilder builder(context_, *this, function, std::move(inputs), StructuralLocals(function));
  Specialisation& entry = done_[key];
  entry.id = ir::FunctionId(static_cast<int64_t>(context_.flat.functions.size()));
  context_.flat.functions.emplace_back();
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != ir::Causality::kOutput) continue;
    const LocalVariable& local = builder.locals()[v];
    entry.outputs.push_back({local.type, local.enumeration, local.dims});
  }
  ++depth_;
  try {
    ir::Function built = builder.Build();
    built.inlining = function.inlining;
    context_.flat.functions[entry.id.index()] = std::move(built);
    AddDerivatives(id, builder.locals(), entry.id);
  } catch (const ExpansionError&) {
    --depth_;
    throw;
  }
  --depth_;
  return entry;
}

void FunctionTable::AddDerivatives(ir::FunctionInstanceId function, const std::vector<LocalVariable>& locals,
                                   ir::FunctionId id) {
  for (const ir::DerivativeAnnotation& annotation : context_.tree.functions[function.index()].derivatives) {
    std::optional<ir::FunctionDerivative> derivative = Derivative(function, locals, annotation);
    if (derivative) context_.flat.functions[id.index()].derivatives.push_back(std::move(*derivative));
  }
}

std::optional<ir::FunctionDerivative> FunctionTable::Derivative(ir::FunctionInstanceId id,
                                                                const std::vector<LocalVariable>& locals,
                                                                const ir::DerivativeAnnotation& annotation) {
  const FunctionInstance& function = context_.tree.functions[id.index()];
  const FunctionInstance& target = context_.tree.functions[annotation.function.index()];
  const auto is_listed = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  // Of a function that is itself a derivative the last inputs, the derivatives of the highest order, go on.
  const std::vector<size_t> inputs = Inputs(function);
  std::vector<size_t> differentiated;
  for (const size_t v : inputs) {
    const FunctionVariable& variable = function.variables[v];
    const bool counts = variable.type.kind == ir::Type::Kind::kScalar && variable.type.scalar == ScalarType::kReal &&
                        !is_listed(annotation.no_derivative, variable.name) &&
                        !is_listed(annotation.zero_derivative, variable.name);
    if (counts) differentiated.push_back(v);
  }
  const size_t last = annotation.order > 0 ? differentiated.size() / static_cast<size_t>(annotation.order) : 0;
  differentiated.erase(differentiated.begin(), differentiated.end() - static_cast<std::ptrdiff_t>(last));

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
    local.dims = locals[i < inputs.size() ? inputs[i] : differentiated[i - inputs.size()]].dims;
    if (i < inputs.size()) local.constant = locals[inputs[i]].constant;
  }
  ir::FunctionDerivative derivative;
  std::vector<Output> outputs;
  try {
    const Specialisation& specialised = SpecialiseFor(annotation.function, std::move(given), annotation.span);
    derivative.function = specialised.id;
    outputs = specialised.outputs;
  } catch (const ExpansionError& error) {
    if (error.diagnostic.kind != DiagnosticKind::NotYetSupported) throw;
    return std::nullopt;  // what cannot be called is no derivative; there are other ways to differentiate
  }
  for (const size_t v : inputs) {
    const LocalVariable& local = locals[v];
    for (int64_t k = 0; k < Count(local.dims); ++k) {
      const int32_t slot = local.first + static_cast<int32_t>(k);
      if (is_listed(annotation.zero_derivative, local.name)) derivative.constant.push_back(slot);
      if (std::find(differentiated.begin(), differentiated.end(), v) != differentiated.end()) {
        derivative.differentiated.push_back(slot);
      }
    }
  }
  int32_t next = 0;
  size_t output = 0;
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != ir::Causality::kOutput) continue;
    const int64_t count = Count(locals[v].dims);
    if (locals[v].type != ScalarType::kReal) {
      derivative.output.insert(derivative.output.end(), static_cast<size_t>(count), -1);
      continue;
    }
    if (output >= outputs.size() || outputs[output].dims != locals[v].dims) {
      Fail(DiagnosticKind::DerivativeAnnotation, annotation.span,
           fmt::format("`{}` has no output for the derivative of the output `{}` of `{}` (MLS 12.7.1)", target.name,
                       locals[v].name, function.name));
    }
    ++output;
    for (int64_t k = 0; k < count; ++k) derivative.output.push_back(next++);
  }
  return derivative;
}

}  // namespace stiction::flatten
