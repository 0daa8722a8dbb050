// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/exchange_program.h"

#include <fmt/format.h>

#include <tuple>
#include <utility>

namespace stiction::fmi {
namespace {

using runtime::BlockCode;
using runtime::Call;
using runtime::ExternalCode;
using runtime::ExternalSlot;
using runtime::FunctionCode;
using runtime::kNoSlot;
using runtime::OpCode;
using runtime::Program;
using runtime::Range;
using runtime::RelationInfo;
using runtime::Slot;
using Slots = std::vector<Slot>;
using Kind = ExchangeLayout::Place::Kind;

enum Function : int32_t { kDerivatives, kAlong, kValues, kEvent, kOutcome };

/// The members beyond the usual number are the slots that its parts share.
class Builder {
 public:
  Builder(const ExchangeLayout& layout, const ExchangeEntries& entries) : layout_(layout) {
    const auto nx = static_cast<int32_t>(layout.states.size()), nz = static_cast<int32_t>(layout.indicator_count);
    const auto ny = static_cast<int32_t>(layout.continuous_count), nd = static_cast<int32_t>(layout.discretes.size());
    Add("FMU.derivatives", 2 + nx, nx + nz, entries.derivatives, true);
    Add("FMU.derivatives_along", 2 + 2 * nx, nx, entries.along, true);
    runtime::FunctionTangent tangent;
    tangent.function = kAlong;
    for (int32_t i = 0; i < nx; ++i) tangent.differentiated.push_back(1 + i);
    for (int32_t i = 0; i < nx + nz; ++i) tangent.outputs.push_back(i < nx ? i : -1);
    program_.functions[kDerivatives].tangent = std::move(tangent);
    Add("FMU.values", 2 + nx, ny, entries.values, true);
    Add("FMU.event", 2 + nx + nz, 2, entries.event, false);
    Add("FMU.outcome", 1, 2 + nx + nd, entries.outcome, true);
  }

  Program Run() {
    program_.model = layout_.name;
    program_.equation_count = layout_.equation_count;
    MakeSlots();
    MakeTables();
    const Slots x_epoch = With(x_, epoch_), x_pre_epoch = With(x_, pre_epoch_);
    InitialSystem(x_epoch);
    EventSystem(x_epoch, x_pre_epoch);
    ContinuousSystem(x_epoch);
    program_.thresholds = Code([&] { Emit({OpCode::kCopy, threshold_, next_}); });
    Actions();
    return std::move(program_);
  }

 private:
  Slot New(double value = 0) {
    program_.initial_slots.push_back(value);
    return static_cast<Slot>(program_.initial_slots.size()) - 1;
  }
  Slots New(const std::vector<double>& values) {
    Slots slots;
    for (const double value : values) slots.push_back(New(value));
    return slots;
  }
  Slots NewZeros(size_t count) { return New(std::vector<double>(count, 0.0)); }

  // A function that is nothing but the call of an entry.
  void Add(const char* name, int32_t inputs, int32_t outputs, ExternalCode::Entry entry, bool is_pure) {
    FunctionCode function;
    function.name = name;
    function.input_count = inputs;
    function.output_count = outputs;
    function.initial_locals.assign(static_cast<size_t>(inputs + outputs), 0.0);
    function.code = {{OpCode::kExternal, kNoSlot, 0}, {OpCode::kReturn}};
    ExternalCode external;
    external.c_name = name;
    external.entry = entry;
    external.is_pure = is_pure;
    external.place = "FMU";
    for (int32_t i = 0; i < inputs + outputs; ++i)
      external.arguments.push_back({.kind = ExternalSlot::Kind::kReal, .is_output = i >= inputs, .slot = i});
    function.externals.push_back(std::move(external));
    program_.functions.push_back(std::move(function));
  }

  void MakeSlots() {
    program_.time = time_ = New();
    x_ = NewZeros(layout_.states.size());
    xdot_ = NewZeros(layout_.states.size());
    z_ = NewZeros(layout_.indicator_count);
    c_ = NewZeros(layout_.indicator_count);
    y_ = NewZeros(layout_.continuous_count);
    d_ = NewZeros(layout_.discretes.size());
    pre_d_ = NewZeros(layout_.discretes.size());
    fixed_ = New(layout_.fixed);
    epoch_ = New();
    pre_epoch_ = New();
    next_ = New();
    pre_next_ = New();
    is_due_ = New();
    threshold_ = New();
    zero_ = New();
    next_at_start_ = New(layout_.next_time);
    x_at_start_ = New(layout_.states);
    d_at_start_ = New(layout_.discretes);
  }

  void MakeTables() {
    for (size_t i = 0; i < x_.size(); ++i) {
      const double nominal = layout_.nominals[i];
      program_.states.push_back({x_[i], xdot_[i], nominal == 1 ? kNoSlot : New(nominal), layout_.state_names[i]});
      program_.starts_of.push_back({x_[i], x_at_start_[i]});
    }
    const auto add_pre = [&](Slot variable, Slot pre, Slot start, std::string name) {
      program_.pres.push_back({variable, pre, true, std::move(name)});
      program_.starts_of.push_back({variable, start});
    };
    add_pre(epoch_, pre_epoch_, zero_, "number of events");
    add_pre(next_, pre_next_, next_at_start_, "next time event");
    for (size_t i = 0; i < d_.size(); ++i)
      add_pre(d_[i], pre_d_[i], d_at_start_[i], fmt::format("discrete variable {}", i + 1));
    for (size_t i = 0; i < z_.size(); ++i) {
      RelationInfo relation;
      relation.op = OpCode::kGt;
      relation.value = c_[i];
      relation.left = z_[i];
      relation.right = zero_;
      relation.keeps_off_tie = true;  // so FMI has it
      relation.text = fmt::format("event indicator {} > 0", i + 1);
      relation.place = "FMU";
      program_.relations.push_back(std::move(relation));
    }
    RelationInfo due;
    due.op = OpCode::kGe;
    due.kind = RelationInfo::Kind::kTime;
    due.value = is_due_;
    due.left = time_;
    due.right = pre_next_;
    due.threshold = threshold_;
    due.text = "time >= next time event";
    due.place = "FMU";
    program_.relations.push_back(std::move(due));
    program_.variables = layout_.variables;
    for (size_t i = 0; i < program_.variables.size(); ++i)
      std::tie(program_.variables[i].slot, program_.variables[i].kind) = SlotOf(layout_.places[i]);
  }

  std::pair<Slot, runtime::VariableKind> SlotOf(const ExchangeLayout::Place& place) const {
    using runtime::VariableKind;
    switch (place.kind) {
      case Kind::kState:
        return {x_[place.index], VariableKind::kState};
      case Kind::kDerivative:
        return {xdot_[place.index], VariableKind::kDerivative};
      case Kind::kContinuous:
        return {y_[place.index], VariableKind::kAlgebraic};
      case Kind::kDiscrete:
        return {d_[place.index], VariableKind::kDiscrete};
      case Kind::kFixed:
        break;
    }
    return {fixed_[place.index], VariableKind::kParameter};
  }

  void Emit(runtime::Instruction instruction) { program_.code.push_back(instruction); }
  template <class Write>
  Range Code(const Write& write) {
    const auto begin = static_cast<int32_t>(program_.code.size());
    write();
    return {begin, static_cast<int32_t>(program_.code.size())};
  }
  static Slots With(Slots slots, Slot last) {
    slots.push_back(last);
    return slots;
  }
  Slots CallOf(int32_t function, Slots arguments, int32_t wrt = -1) {
    Call call;
    call.function = function;
    call.wrt = wrt;
    call.arguments = std::move(arguments);
    call.results = NewZeros(static_cast<size_t>(program_.functions[static_cast<size_t>(function)].output_count));
    Emit({OpCode::kCall, kNoSlot, static_cast<Slot>(program_.calls.size())});
    program_.calls.push_back(std::move(call));
    return program_.calls.back().results;
  }
  // Copies results to what they are.
  void Assign(BlockCode& block, const Slots& targets, const Slots& values, size_t first = 0) {
    for (size_t i = 0; i < targets.size(); ++i) {
      Emit({OpCode::kCopy, targets[i], values[first + i]});
      block.targets.push_back(targets[i]);
    }
  }
  Slots Point(const Slots& x_epoch) const {
    Slots arguments{time_};
    arguments.insert(arguments.end(), x_epoch.begin(), x_epoch.end());
    return arguments;
  }
  void CallDerivatives(BlockCode& block, const Slots& x_epoch) {
    const Slots results = CallOf(kDerivatives, Point(x_epoch));
    Assign(block, xdot_, results);
    Assign(block, z_, results, xdot_.size());
  }
  void CallValues(BlockCode& block, const Slots& x_epoch) {
    if (!y_.empty()) Assign(block, y_, CallOf(kValues, Point(x_epoch)));
  }

  void Relations(runtime::System& system) {
    for (size_t i = 0; i < program_.relations.size(); ++i) {
      BlockCode block;
      block.kind = BlockCode::Kind::kRelation;
      block.relations = {static_cast<int32_t>(i)};
      system.blocks.push_back(std::move(block));
    }
  }

  void InitialSystem(const Slots& x_epoch) {
    BlockCode block;
    block.assign = Code([&] {
      Assign(block, x_, x_at_start_);
      Assign(block, {epoch_, next_}, {zero_, next_at_start_});
      Assign(block, d_, d_at_start_);
      CallDerivatives(block, x_epoch);
      CallValues(block, x_epoch);
    });
    program_.initial_system.blocks.push_back(std::move(block));
    Relations(program_.initial_system);
  }

  void EventSystem(const Slots& x_epoch, const Slots& x_pre_epoch) {
    BlockCode before;
    before.assign = Code([&] { CallDerivatives(before, x_pre_epoch); });
    program_.event_system.blocks.push_back(std::move(before));
    Relations(program_.event_system);
    BlockCode after;
    after.assign = Code([&] {
      Slots arguments{time_};
      for (const Slots* slots : {&x_, &c_}) arguments.insert(arguments.end(), slots->begin(), slots->end());
      Assign(after, {epoch_, next_}, CallOf(kEvent, With(std::move(arguments), pre_epoch_)));
      Assign(after, d_, CallOf(kOutcome, {epoch_}), 2 + x_.size());
      CallValues(after, x_epoch);
    });
    program_.event_system.blocks.push_back(std::move(after));
  }

  void ContinuousSystem(const Slots& x_epoch) {
    BlockCode block;
    block.assign = Code([&] {
      CallDerivatives(block, x_epoch);
      CallValues(block, x_epoch);
    });
    std::vector<runtime::GradientRow> rows(block.targets.size());
    for (size_t i = 0; i < rows.size(); ++i) rows[i].target = block.targets[i];
    block.partials = Code([&] {
      for (size_t k = 0; k < x_.size(); ++k) {
        const Slots partials = CallOf(kDerivatives, Point(x_epoch), static_cast<int32_t>(k) + 1);
        for (size_t i = 0; i < partials.size(); ++i) rows[i].terms.push_back({x_[k], partials[i]});
      }
    });
    block.rows = std::move(rows);
    program_.continuous_system.blocks.push_back(std::move(block));
  }

  void Actions() {
    program_.actions = Code([&] {
      const Slots outcome = CallOf(kOutcome, {epoch_});
      const Slot is_new = New(), are_set = New(), ends = New();
      Emit({OpCode::kNe, is_new, epoch_, pre_epoch_});
      Emit({OpCode::kAnd, are_set, is_new, outcome[0]});
      Emit({OpCode::kAnd, ends, is_new, outcome[1]});
      for (size_t i = 0; i < x_.size(); ++i) program_.reinits.push_back({x_[i], outcome[2 + i], are_set, "FMU"});
      runtime::MessagePart text;
      text.text = "by the FMU";
      program_.terminations.push_back({ends, {text}, "FMU"});
    });
  }

  const ExchangeLayout& layout_;
  Program program_;
  Slot time_ = kNoSlot;
  Slots x_, xdot_, z_, c_, y_, d_, pre_d_, fixed_;
  Slot epoch_ = kNoSlot, pre_epoch_ = kNoSlot, next_ = kNoSlot, pre_next_ = kNoSlot;
  Slot is_due_ = kNoSlot, threshold_ = kNoSlot, zero_ = kNoSlot, next_at_start_ = kNoSlot;
  Slots x_at_start_, d_at_start_;
};

}  // namespace

Program MakeExchangeProgram(const ExchangeLayout& layout, const ExchangeEntries& entries) {
  return Builder(layout, entries).Run();
}

}  // namespace stiction::fmi
