// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/partition_writer.h"

#include <fmt/format.h>

#include "compiler/clocks/hoist_operands.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::clocks {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

namespace {

constexpr double kNever = 1e300;  // no time of a simulation [s]

/// True if the clock has one interval, known before the simulation.
bool IsPeriodic(const ir::FlatModel& model, ExprId clock) {
  const ir::ExprPool& pool = *model.pool;
  const ExprId first = pool[clock].args[0];
  if (pool[first].type == ScalarType::kBoolean) return false;
  return !symbolic::AnyNode(pool, first, [&](ExprId e) {
    const ir::ExprNode& node = pool[e];
    return (node.op == Op::kVariable || node.op == Op::kPre) && IsUnknown(model, VariableId(node.payload));
  });
}

}  // namespace

ExprId PartitionWriter::Leaf(VariableId v) const {
  const ir::FlatVariable& variable = model_.variables[v.index()];
  return pool_.Variable(v, variable.type, variable.enumeration);
}

ExprId PartitionWriter::Pre(VariableId v) const {
  const ir::FlatVariable& variable = model_.variables[v.index()];
  return pool_.Pre(v, variable.type, variable.enumeration);
}

VariableId PartitionWriter::NewVariable(std::string name, ScalarType type, ExprId start, int32_t partition) {
  ir::FlatVariable variable;
  variable.name = std::move(name);
  variable.type = type;
  variable.variability = ir::Variability::kDiscrete;
  variable.is_generated = true;
  variable.partition = partition;
  variable.attributes.start = start;
  variable.attributes.fixed = pool_.Boolean(true);
  variable.origin = model_.partitions[static_cast<size_t>(partition)].origin;
  model_.variables.push_back(std::move(variable));
  return VariableId(static_cast<int64_t>(model_.variables.size()) - 1);
}

void PartitionWriter::Assign(VariableId variable, ExprId value, int32_t partition) {
  ir::FlatEquation equation;
  equation.kind = ir::FlatEquation::Kind::kEquality;
  equation.left = Leaf(variable);
  equation.right = value;
  equation.partition = partition;
  equation.origin = model_.partitions[static_cast<size_t>(partition)].origin;
  model_.equations.push_back(equation);
}

ExprId PartitionWriter::Times(ExprId value, const Ratio& factor) {
  const ExprId product = symbolic::Mul(pool_, value, pool_.Real(static_cast<double>(factor.numerator())));
  return symbolic::Div(pool_, product, pool_.Real(static_cast<double>(factor.denominator())));
}

ExprId PartitionWriter::ClockArgument(const SubClock& clock, size_t k) const {
  return pool_[graph_.definitions[static_cast<size_t>(clock.definition)].clock].args[k];
}

int32_t PartitionWriter::Write(const SubClock& clock, ir::SolverMethod method, const Origin& origin,
                               const std::map<int32_t, Ratio>& finest_of_base) {
  ir::ClockPartition partition;
  partition.method = method;
  partition.origin = origin;
  const bool is_default = clock.definition < 0;
  if (is_default || IsPeriodic(model_, graph_.definitions[static_cast<size_t>(clock.definition)].clock)) {
    WritePeriodic(clock, partition);
  } else {
    const Ratio finest = finest_of_base.at(clock.base);
    partition.base = BaseOf(clock, finest);
    const Ratio every = clock.ratio / finest, from = clock.shift / finest;
    if (every != Ratio(1) || from != Ratio(0)) {
      const ExprId since = symbolic::Sub(pool_, Leaf(TicksOf(partition.base)), pool_.Integer(from.numerator()));
      const ExprId rest =
          pool_.Make({.op = Op::kMod, .type = ScalarType::kInteger, .args = {since, pool_.Integer(every.numerator())}});
      partition.selected = symbolic::And(pool_, pool_.Binary(Op::kGe, since, pool_.Integer(0)),
                                         pool_.Binary(Op::kEq, rest, pool_.Integer(0)));
    }
  }
  const auto number = static_cast<int32_t>(model_.partitions.size());
  model_.partitions.push_back(partition);
  clocks_.emplace(number, clock);
  return number;
}

int32_t PartitionWriter::WriteState(int32_t base, int32_t state, ir::SolverMethod method, const Origin& origin) {
  ir::ClockPartition partition;
  partition.base = base;
  partition.state = state;
  partition.selected = Leaf(model_.states[static_cast<size_t>(state)].active);
  partition.method = method;
  partition.origin = origin;
  model_.partitions.push_back(partition);
  return static_cast<int32_t>(model_.partitions.size()) - 1;
}

void PartitionWriter::WritePeriodic(const SubClock& clock, ir::ClockPartition& partition) {
  if (clock.definition < 0) {
    partition.period = pool_.Real(clock.ratio.value());
    partition.offset = pool_.Real(clock.shift.value());
    return;
  }
  const Definition& definition = graph_.definitions[static_cast<size_t>(clock.definition)];
  if (IsRational(model_, definition)) {
    const Ratio period = PeriodOf(model_, definition);
    partition.period = pool_.Real((period * clock.ratio).value());
    partition.offset = pool_.Real((period * clock.shift).value());
    return;
  }
  partition.period = Times(ClockArgument(clock, 0), clock.ratio);
  partition.offset = Times(ClockArgument(clock, 0), clock.shift);
}

int32_t PartitionWriter::BaseOf(const SubClock& clock, const Ratio& finest) {
  const auto known = bases_.find({clock.definition, clock.base});
  if (known != bases_.end()) return known->second;
  const Definition& definition = graph_.definitions[static_cast<size_t>(clock.definition)];
  const ExprId argument = ClockArgument(clock, 0);
  const auto number = static_cast<int32_t>(model_.partitions.size());
  model_.partitions.push_back({.origin = definition.origin});
  if (pool_[argument].type == ScalarType::kBoolean) {
    // It ticks one pass of the event after its condition becomes true (MLS 16.3).
    const ir::ExprNode& condition = pool_[argument];
    const bool is_variable = condition.op == Op::kVariable;
    model_.partitions.back().condition =
        is_variable ? pool_.Pre(VariableId(condition.payload), ScalarType::kBoolean) : argument;
  } else {
    const VariableId next =
        NewVariable(fmt::format("$next[{}]", bases_.size() + 1), ScalarType::kReal, pool_.Real(kNever), number);
    ExprId interval = argument;
    if (pool_[argument].type == ScalarType::kInteger) {
      interval = symbolic::Div(pool_, pool_.Make({.op = Op::kToReal, .type = ScalarType::kReal, .args = {argument}}),
                               pool_.Real(pool_[ClockArgument(clock, 1)].number));
    }
    Assign(next, symbolic::Add(pool_, pool_.Time(), Times(interval, finest)), number);
    ir::FlatEquation is_positive;
    is_positive.kind = ir::FlatEquation::Kind::kAssert;
    is_positive.left = pool_.Binary(Op::kGt, interval, pool_.Real(0));
    is_positive.right = pool_.String("the interval of a Clock must be positive (MLS 16.3)");
    is_positive.partition = number;
    is_positive.origin = definition.origin;
    model_.equations.push_back(is_positive);
    ir::ClockPartition& base = model_.partitions[static_cast<size_t>(number)];
    base.condition = pool_.Binary(Op::kGe, pool_.Time(), Pre(next));
    base.begins_at_start = true;
  }
  bases_.emplace(std::pair(clock.definition, clock.base), number);
  return number;
}

// The number of a tick, from 0.
VariableId PartitionWriter::TicksOf(int32_t base) {
  const auto [known, is_new] = ticks_.emplace(base, VariableId());
  if (!is_new) return known->second;
  known->second = NewVariable(fmt::format("$ticks[{}]", base + 1), ScalarType::kInteger, pool_.Integer(-1), base);
  Assign(known->second, symbolic::Add(pool_, Pre(known->second), pool_.Integer(1)), base);
  return known->second;
}

ExprId PartitionWriter::IsFirst(int32_t partition) {
  const auto [known, is_new] = is_first_.emplace(partition, ExprId());
  if (!is_new) return known->second;
  const VariableId ticked =
      NewVariable(fmt::format("$ticked[{}]", partition + 1), ScalarType::kBoolean, pool_.Boolean(false), partition);
  Assign(ticked, pool_.Boolean(true), partition);
  known->second = symbolic::Not(pool_, Pre(ticked));
  return known->second;
}

ExprId PartitionWriter::AtTicks(ExprId condition, int32_t partition, const Origin& origin) {
  const std::string name = fmt::format("$condition[{}]", model_.variables.size());
  const VariableId v = NewVariable(name, ScalarType::kBoolean, pool_.Boolean(false), partition);
  model_.variables[v.index()].origin = origin;
  Assign(v, condition, partition);
  return Leaf(v);
}

// What the first tick gives (MLS 16.10), in which previous values are start values.
ExprId PartitionWriter::FirstInterval(const SubClock& clock) {
  const ExprId argument = ClockArgument(clock, 0);
  if (pool_[argument].type == ScalarType::kBoolean) return Times(ClockArgument(clock, 1), clock.ratio);
  symbolic::Rewriter before(pool_, [this](const ir::ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kVariable || !IsUnknown(model_, VariableId(node.payload))) return std::nullopt;
    return pool_.Pre(VariableId(node.payload), node.type, node.enumeration);
  });
  const ExprId previous = before(argument);
  if (pool_[argument].type == ScalarType::kReal) return Times(previous, clock.ratio);
  const ExprId counter = pool_.Make({.op = Op::kToReal, .type = ScalarType::kReal, .args = {previous}});
  return Times(counter, clock.ratio / Ratio(static_cast<int64_t>(pool_[ClockArgument(clock, 1)].number)));
}

ExprId PartitionWriter::Interval(int32_t partition) {
  const ir::ClockPartition& of = model_.partitions[static_cast<size_t>(partition)];
  if (of.period) return of.period;
  const auto [known, is_new] = interval_.emplace(partition, ExprId());
  if (!is_new) return known->second;
  const VariableId last =
      NewVariable(fmt::format("$last[{}]", partition + 1), ScalarType::kReal, pool_.Real(0), partition);
  Assign(last, pool_.Time(), partition);
  const ExprId since = symbolic::Sub(pool_, pool_.Time(), Pre(last));
  known->second = symbolic::If(pool_, IsFirst(partition), FirstInterval(clocks_.at(partition)), since);
  return known->second;
}

}  // namespace stiction::clocks
