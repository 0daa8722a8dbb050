// Friction models by hand: the sliding block of the Modelica user's guide, and others, as Programs.
#pragma once

#include <functional>

#include "tests/support/program_builder.h"

namespace stiction::test {

/// Writes the code of a load u(t) and gives its slot.
using Load = std::function<Slot(ProgramBuilder&)>;

/// m der(v) = u(t) - f with Coulomb friction f0, der(x) = v, in the seed's equations. Modes: 2 Forward, 1 Backward, 0 Stuck.
/// sa is solved from m a = u - f by hand (m = 1):
///   sliding forward  a = sa - 1, f = f0:   sa = u - f0 + 1;   backward  sa = u + f0 - 1;   stuck  f = f0 sa:  sa = u / f0
/// The relations on sa are evaluated with the configuration of pre(mode) and the held relations: the mixed block.
inline Program SlidingBlock(double f0, double v0, const Load& load) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot v = b.State("v", v0);
  const Slot a = v + 1;
  const auto [mode, pre_mode] = b.Discrete("mode", 0, runtime::ValueType::kInteger);
  const auto [start_for, pre_start_for] = b.Discrete("startFor", 0, runtime::ValueType::kBoolean);
  const auto [start_back, pre_start_back] = b.Discrete("startBack", 0, runtime::ValueType::kBoolean);
  (void)pre_start_for;
  (void)pre_start_back;
  const Slot sa = b.Variable("sa");
  const Slot f = b.Variable("f");
  const Slot zero = b.New(0), one = b.New(1), two = b.New(2), minus_one = b.New(-1);
  const Slot friction = b.New(f0), minus_friction = b.New(-f0);
  const int32_t sa_above = b.Relation(OpCode::kGt, sa, one, "sa > 1");
  const int32_t sa_below = b.Relation(OpCode::kLt, sa, minus_one, "sa < -1");
  const int32_t v_above = b.Relation(OpCode::kGt, v, zero, "v > 0");
  const int32_t v_below = b.Relation(OpCode::kLt, v, zero, "v < 0");

  // x' = v and the load
  int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, v);
  const Slot u = load(b);
  b.Explicit(b.All(), from, {x + 1});
  for (int32_t relation : {v_above, v_below}) b.RelationBlock(b.Events(), relation, b.From());

  // The residual m a + f - u with unknown sa, given forward and backward.
  const auto residual_code = [&](Slot forward, Slot backward, Slot residual) {
    const Slot slide_a = b.Emit(OpCode::kSelect, forward, b.Emit(OpCode::kSub, sa, one),
                                b.Emit(OpCode::kSelect, backward, b.Emit(OpCode::kAdd, sa, one), zero));
    b.EmitTo(a, OpCode::kCopy, slide_a);
    b.EmitTo(f, OpCode::kSelect, forward, friction,
             b.Emit(OpCode::kSelect, backward, minus_friction, b.Emit(OpCode::kMul, friction, sa)));
    b.EmitTo(residual, OpCode::kSub, b.Emit(OpCode::kAdd, a, f), u);
  };
  const auto jacobian_code = [&](Slot forward, Slot backward, Slot entry) {
    b.EmitTo(entry, OpCode::kSelect, b.Emit(OpCode::kOr, forward, backward), one, friction);
  };
  const Slot residual = b.New(), entry = b.New();
  const Slot forward = b.New(), backward = b.New();
  BlockCode mixed;
  mixed.kind = BlockCode::Kind::kMixed;
  mixed.relations = {sa_above, sa_below};
  mixed.unknowns = {sa};
  mixed.residuals = {residual};
  mixed.inner = {forward, backward, a, f};
  mixed.unknown_names = {"sa"};
  mixed.equations = {{"m * a = u - f", "Test.mo:4:3", ""}};
  mixed.entries = {{0, 0, entry}};
  mixed.discrete_targets = {start_for, start_back};
  from = b.From();
  const Slot was_forward = b.Emit(OpCode::kEq, pre_mode, two);
  const Slot was_backward = b.Emit(OpCode::kEq, pre_mode, one);
  b.EmitTo(forward, OpCode::kOr, was_forward, start_for);
  b.EmitTo(backward, OpCode::kOr, was_backward, start_back);
  residual_code(forward, backward, residual);
  mixed.residual = b.Until(from);
  from = b.From();
  jacobian_code(forward, backward, entry);
  mixed.jacobian = b.Until(from);
  from = b.From();
  const Slot was_stuck = b.Emit(OpCode::kEq, pre_mode, zero);
  b.EmitTo(start_for, OpCode::kAnd, was_stuck, b.ValueOf(sa_above));
  b.EmitTo(start_back, OpCode::kAnd, was_stuck, b.ValueOf(sa_below));
  mixed.discrete = b.Until(from);
  for (runtime::System* system : b.Events()) system->blocks.push_back(mixed);

  // mode
  from = b.From();
  const Slot goes_forward = b.Emit(OpCode::kAnd, forward, b.ValueOf(v_above));
  const Slot goes_backward = b.Emit(OpCode::kAnd, backward, b.ValueOf(v_below));
  b.EmitTo(mode, OpCode::kSelect, goes_forward, two, b.Emit(OpCode::kSelect, goes_backward, one, zero));
  b.Explicit(b.Events(), from, {mode});

  // Between events the same block is linear; its configuration is held.
  BlockCode linear = mixed;
  linear.kind = BlockCode::Kind::kLinear;
  linear.relations.clear();
  linear.discrete = {};
  linear.discrete_targets.clear();
  linear.rows = {};
  from = b.From();
  const Slot da_dsa = b.Emit(OpCode::kOr, forward, backward);
  const Slot dr_dsa = b.Emit(OpCode::kCopy, entry);
  linear.partials = b.Until(from);
  linear.inner = {a};
  linear.rows = {{a, -1, {{sa, da_dsa}}}, {kNoSlot, 0, {{sa, dr_dsa}}}};
  from = b.From();
  jacobian_code(forward, backward, entry);
  linear.jacobian = b.Until(from);
  b.program.continuous_system.blocks.push_back(linear);
  BlockCode& kinematics = b.program.continuous_system.blocks.front();
  kinematics.rows = {{x + 1, -1, {{v, one}}}};
  return b.program;
}

/// u = c0 + c1 sin(t) + ct t
inline Load SineLoad(double c0, double c1, double ct) {
  return [=](ProgramBuilder& b) {
    const Slot wave = b.Emit(OpCode::kMul, b.New(c1), b.Emit(OpCode::kSin, b.program.time));
    const Slot ramp = b.Emit(OpCode::kMul, b.New(ct), b.program.time);
    return b.Emit(OpCode::kAdd, b.New(c0), b.Emit(OpCode::kAdd, wave, ramp));
  };
}

/// u = 1 + sign (t - 1)^power
inline Load PowerLoad(double sign, double power) {
  return [=](ProgramBuilder& b) {
    const Slot s = b.Emit(OpCode::kSub, b.program.time, b.New(1));
    Slot product = b.Emit(OpCode::kMul, b.New(sign), s);
    for (int i = 1; i < power; ++i) product = b.Emit(OpCode::kMul, product, s);
    return b.Emit(OpCode::kAdd, b.New(1), product);
  };
}

/// der(x) = rate * (target(t) - x)
inline Program Relaxation(double rate, double x0, bool follow_sine) {
  ProgramBuilder b;
  const Slot x = b.State("x", x0);
  const Slot minus_rate = b.New(-rate);
  const int32_t from = b.From();
  const Slot target = follow_sine ? b.Emit(OpCode::kSin, b.program.time) : b.New(0);
  b.EmitTo(x + 1, OpCode::kMul, b.New(rate), b.Emit(OpCode::kSub, target, x));
  b.Explicit(b.All(), from, {x + 1});
  b.program.continuous_system.blocks.front().rows = {{x + 1, -1, {{x, minus_rate}}}};
  return b.program;
}

}  // namespace stiction::test
