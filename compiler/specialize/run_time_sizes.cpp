// SPDX-License-Identifier: BSD-3-Clause
// Functions whose arrays have sizes that are known when they run only (MLS 12.4.4): one specialisation for each size
// that an Integer input may give, up to a bound, and a function that calls the one of the value at hand.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "compiler/expand/scalar.h"
#include "compiler/specialize/functions.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::FunctionStatement;
using ir::ScalarType;

namespace {

constexpr size_t kSlotBudget = 100'000;  // of all specialisations of one function
constexpr size_t kNodeBudget = 300'000;  // of expressions in these

/// The largest size that is compiled for, where so many inputs give sizes.
int64_t LargestSize(size_t input_count) { return input_count == 1 ? 64 : input_count == 2 ? 16 : 8; }

bool IsOfSize(DiagnosticKind kind) {
  return kind == DiagnosticKind::SubscriptOutOfRange || kind == DiagnosticKind::DimensionMismatch;
}

/// One size, and the function for it.
struct SizedFunction {
  int64_t size;
  ir::FunctionId id;
};

ExprId Local(ir::ExprPool& pool, const std::vector<ir::FunctionSlot>& slots, int32_t slot) {
  return pool.Make({.op = ir::Op::kLocal, .type = slots[static_cast<size_t>(slot)].type, .payload = slot});
}

/// The body of the function that chooses. @param input the slot of the size
ir::FunctionBody Choice(ir::ExprPool& pool, const ir::Function& function, int32_t input,
                        const std::vector<SizedFunction>& sized, const std::string& message) {
  ir::FunctionBody body;
  const ExprId size = Local(pool, function.slots, input);
  std::vector<ExprId> arguments, is_size;
  for (int32_t slot = 0; slot < function.input_count; ++slot) arguments.push_back(Local(pool, function.slots, slot));
  FunctionStatement choice{.kind = FunctionStatement::Kind::kIf, .origin = function.origin};
  for (const SizedFunction& one : sized) {
    is_size.push_back(Compare(pool, ir::Op::kEq, size, pool.Integer(one.size)));
    FunctionStatement call{.kind = FunctionStatement::Kind::kCallAssign, .origin = function.origin};
    for (int32_t k = 0; k < function.output_count; ++k) {
      call.targets.push_back({.slot = function.input_count + k, .extent = 1, .index = {}});
    }
    call.value = pool.Make({.op = ir::Op::kCall,
                            .type = function.slots[static_cast<size_t>(function.input_count)].type,
                            .payload = one.id.value,
                            .args = arguments});
    choice.bodies.push_back({std::move(call)});
  }
  FunctionStatement check{.kind = FunctionStatement::Kind::kAssert, .origin = function.origin};
  ExprId any = is_size.front();
  for (size_t k = 1; k < is_size.size(); ++k) any = Logic(pool, ir::Op::kOr, any, is_size[k]);
  check.conditions.push_back(any);
  check.value = pool.String(message);
  body.push_back(std::move(check));
  is_size.pop_back();  // the last one is the else branch
  choice.conditions = std::move(is_size);
  body.push_back(std::move(choice));
  return body;
}

}  // namespace

/// Sets the limits of the outermost function that chooses; those inside have the same.
class FunctionTable::WithLimits {
 public:
  WithLimits(SizeLimits& limits, const SizeLimits& own) : limits_(limits), before_(limits) {
    if (limits.largest == 0) limits = own;
  }
  ~WithLimits() { limits_ = before_; }
  WithLimits(const WithLimits&) = delete;
  WithLimits& operator=(const WithLimits&) = delete;

 private:
  SizeLimits& limits_;
  const SizeLimits before_;
};

const FunctionTable::Specialisation& FunctionTable::SpecialiseForSizes(ir::FunctionInstanceId id,
                                                                       std::vector<LocalVariable> inputs,
                                                                       std::vector<size_t> sizes, Span use) {
  if (sizes.empty()) return SpecialiseFor(id, std::move(inputs), use);
  const ir::FunctionInstance& function = At(id);
  const std::string key = "sizes of " + KeyOf(id, inputs);
  if (const auto found = done_.find(key); found != done_.end()) return found->second;
  ir::ExprPool& pool = *context_.flat.pool;
  const WithLimits limits(sizes_, {LargestSize(sizes.size()), pool.size() + kNodeBudget});
  const size_t input = sizes.back();
  sizes.pop_back();
  std::vector<SizedFunction> sized;
  std::vector<LocalVariable> outputs;
  std::optional<ExpansionError> last;
  size_t slots = 0;
  for (int64_t size = 0; size <= sizes_.largest && slots <= kSlotBudget; ++size) {
    if (!sized.empty() && pool.size() > sizes_.last_node) break;
    inputs[input].constant = {pool.Integer(size)};
    try {
      const Specialisation& one = SpecialiseForSizes(id, inputs, sizes, use);
      if (sized.empty()) outputs = one.outputs;
      RequireSameOutputs(function, outputs, one.outputs, function.variables[input].name, use);
      sized.push_back({size, one.id});
      slots += context_.flat.functions[one.id.index()].slots.size();
    } catch (const ExpansionError& error) {
      if (!IsOfSize(error.diagnostic.kind)) throw;
      last = error;
    }
  }
  if (sized.empty()) throw ExpansionError(*last);
  const ir::Function& like = context_.flat.functions[sized.back().id.index()];
  ir::Function chosen;
  chosen.name = function.name;
  chosen.slots.assign(like.slots.begin(), like.slots.begin() + like.input_count + like.output_count);
  chosen.input_count = like.input_count;
  chosen.output_count = like.output_count;
  chosen.is_impure = function.is_impure;
  chosen.origin = like.origin;
  const std::string message =
      fmt::format("the input `{}` of `{}` gives the size of an array; it was compiled for {} to {}",
                  function.variables[input].name, function.name, sized.front().size, sized.back().size);
  chosen.body = Choice(pool, chosen, FirstSlotOf(id, inputs, input), sized, message);
  Specialisation& entry = done_[key];
  entry.id = ir::FunctionId(static_cast<int64_t>(context_.flat.functions.size()));
  entry.outputs = std::move(outputs);
  context_.flat.functions.push_back(std::move(chosen));
  return entry;
}

void FunctionTable::RequireSameOutputs(const ir::FunctionInstance& function, const std::vector<LocalVariable>& of_one,
                                       const std::vector<LocalVariable>& of_other, const std::string& input, Span use) {
  for (size_t o = 0; o < of_one.size(); ++o) {
    if (of_one[o].dims == of_other[o].dims && SlotCount(of_one[o]) == SlotCount(of_other[o])) continue;
    Fail(DiagnosticKind::NotConstant, use,
         fmt::format("`{}` gives the size of the output `{}` of `{}` and must be known at compile time", input,
                     of_one[o].name, function.name));
  }
}

int32_t FunctionTable::FirstSlotOf(ir::FunctionInstanceId id, const std::vector<LocalVariable>& inputs,
                                   size_t input) const {
  const ir::FunctionInstance& function = At(id);
  int64_t slot = function.destructor ? 1 : 0;
  for (size_t v = 0; v < input; ++v) {
    if (function.variables[v].causality != ir::Causality::kInput) continue;
    const bool is_known_text = inputs[v].type == ScalarType::kString && !inputs[v].constant.empty();
    slot += is_known_text ? static_cast<int64_t>(inputs[v].places.size()) : SlotCount(inputs[v]);
  }
  return static_cast<int32_t>(slot);
}

}  // namespace stiction::flatten
