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
  std::string key = fmt::format("{}", call.function.value);
  for (size_t i = 0; i < inputs.size(); ++i) {
    LocalVariable& local = locals[inputs[i]];
    local.dims = arguments[i].dims;
    key += fmt::format(";{}", fmt::join(local.dims, ","));
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
    key += fmt::format("={}", std::llround(*number));
  }
  if (const auto found = done_.find(key); found != done_.end()) return found->second;

  // A recursion over ever new sizes would not end here.
  if (depth_ >= kDepthLimit) {
    Fail(DiagnosticKind::NotYetSupported, call.span,
         fmt::format("`{}` calls itself with more than {} different sizes", function.name, kDepthLimit),
         "check that the recursion ends");
  }
  FunctionBodyBuilder builder(context_, *this, function, std::move(locals), structural);
  Specialisation& entry = done_[key];
  entry.id = ir::FunctionId(static_cast<int64_t>(context_.flat.functions.size()));
  context_.flat.functions.emplace_back();
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != ir::Causality::kOutput) continue;
    const LocalVariable& local = builder.locals()[v];
    entry.outputs.push_back({local.type, local.enumeration, local.dims});
  }
  ++depth_;
  ir::Function built;
  try {
    built = builder.Build();
  } catch (const ExpansionError&) {
    --depth_;
    throw;
  }
  --depth_;
  context_.flat.functions[entry.id.index()] = std::move(built);
  return entry;
}

}  // namespace stiction::flatten
