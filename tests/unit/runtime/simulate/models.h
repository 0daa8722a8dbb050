// SPDX-License-Identifier: BSD-3-Clause
// Friction models by hand: the sliding block of the Modelica user's guide, and others, as Programs.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/program_builder.h"

namespace stiction::test {

/// Writes the code of a load u(t) and gives its slot.
using Load = std::function<Slot(ProgramBuilder&)>;

/// Adds a block of mass 1 under Coulomb friction f0 and the load in slot u, in the equations of the user's guide.
/// Modes: 2 Forward, 1 Backward, 0 Stuck. The mixed block has sa as its unknown and der(v) + f - u as its residual. x'
/// and u are computed by the caller's blocks before.
inline void AddFriction(ProgramBuilder& b, double f0, Slot v, Slot u, const std::string& prefix) {
  const Slot a = v + 1;
  const auto [mode, pre_mode] = b.Discrete(prefix + "mode", 0, runtime::ValueType::kInteger);
  const Slot start_for = b.Discrete(prefix + "startFor", 0, runtime::ValueType::kBoolean).first;
  const Slot start_back = b.Discrete(prefix + "startBack", 0, runtime::ValueType::kBoolean).first;
  const Slot sa = b.Variable(prefix + "sa");
  const Slot f = b.Variable(prefix + "f");
  const Slot zero = b.New(0), one = b.New(1), two = b.New(2), minus_one = b.New(-1);
  const Slot friction = b.New(f0), minus_friction = b.New(-f0);
  const int32_t sa_above = b.Relation(OpCode::kGt, sa, one, prefix + "sa > 1");
  const int32_t sa_below = b.Relation(OpCode::kLt, sa, minus_one, prefix + "sa < -1");
  const int32_t v_above = b.Relation(OpCode::kGt, v, zero, prefix + "v > 0");
  const int32_t v_below = b.Relation(OpCode::kLt, v, zero, prefix + "v < 0");
  for (int32_t relation : {v_above, v_below}) b.RelationBlock(b.Events(), relation, b.From());

  const Slot residual = b.New(), entry = b.New(), forward = b.New(), backward = b.New();
  BlockCode mixed;
  mixed.kind = BlockCode::Kind::kMixed;
  mixed.relations = {sa_above, sa_below};
  mixed.unknowns = {sa};
  mixed.residuals = {residual};
  mixed.inner = {forward, backward, a, f};
  mixed.unknown_names = {prefix + "sa"};
  mixed.equations = {AddEquation(b.program, "m * a = u - f", "Test.mo:4:3")};
  mixed.entries = {{0, 0, entry}};
  mixed.discrete_targets = {start_for, start_back};
  int32_t from = b.From();
  b.EmitTo(forward, OpCode::kOr, b.Emit(OpCode::kEq, pre_mode, two), start_for);
  b.EmitTo(backward, OpCode::kOr, b.Emit(OpCode::kEq, pre_mode, one), start_back);
  const Slot a_back = b.Emit(OpCode::kSelect, backward, b.Emit(OpCode::kAdd, sa, one), zero);
  b.EmitTo(a, OpCode::kSelect, forward, b.Emit(OpCode::kSub, sa, one), a_back);
  const Slot f_back = b.Emit(OpCode::kSelect, backward, minus_friction, b.Emit(OpCode::kMul, friction, sa));
  b.EmitTo(f, OpCode::kSelect, forward, friction, f_back);
  b.EmitTo(residual, OpCode::kSub, b.Emit(OpCode::kAdd, a, f), u);
  mixed.residual = b.Until(from);
  from = b.From();
  const Slot slides = b.Emit(OpCode::kOr, forward, backward);
  b.EmitTo(entry, OpCode::kSelect, slides, one, friction);
  mixed.jacobian = b.Until(from);
  from = b.From();
  const Slot was_stuck = b.Emit(OpCode::kEq, pre_mode, zero);
  b.EmitTo(start_for, OpCode::kAnd, was_stuck, b.ValueOf(sa_above));
  b.EmitTo(start_back, OpCode::kAnd, was_stuck, b.ValueOf(sa_below));
  mixed.discrete = b.Until(from);
  for (runtime::System* system : b.Events()) system->blocks.push_back(mixed);

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
  linear.inner = {a};
  from = b.From();
  const Slot da_dsa = b.Emit(OpCode::kCopy, slides);
  linear.partials = b.Until(from);
  linear.rows = {{a, -1, {{sa, da_dsa}}}, {kNoSlot, 0, {{sa, entry}, {u, minus_one}}}};
  b.program.continuous_system.blocks.push_back(linear);
}

/// One block: der(x) = v, der(v) = u(t) - f, from (0, v0).
inline Program SlidingBlock(double f0, double v0, const Load& load) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot v = b.State("v", v0);
  const Slot one = b.New(1);
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, v);
  const Slot u = load(b);
  b.Explicit(b.All(), from, {x + 1, u});
  b.program.continuous_system.blocks.front().rows = {{x + 1, -1, {{v, one}}}, {u, -1, {}}};
  AddFriction(b, f0, v, u, "");
  return b.program;
}

/// n blocks in a row, friction 1, between them springs of 1000 N/m with dampers of 1 N s/m; the first one is driven by
/// 5 sqrt(n) sin(2 pi t).
inline Program Chain(int n) {
  ProgramBuilder b;
  std::vector<Slot> x, v;
  for (int i = 0; i < n; ++i) x.push_back(b.State("x" + std::to_string(i + 1), 0));
  for (int i = 0; i < n; ++i) v.push_back(b.State("v" + std::to_string(i + 1), 0));
  const Slot one = b.New(1), minus_one = b.New(-1), stiffness = b.New(1000), minus_stiffness = b.New(-1000);
  std::vector<Slot> links, loads, targets;
  std::vector<runtime::GradientRow> rows;
  const int32_t from = b.From();
  for (int i = 0; i < n; ++i) {
    b.EmitTo(x[i] + 1, OpCode::kCopy, v[i]);
    targets.push_back(x[i] + 1);
    rows.push_back({x[i] + 1, -1, {{v[i], one}}});
  }
  for (int i = 0; i + 1 < n; ++i) {
    const Slot elastic = b.Emit(OpCode::kMul, stiffness, b.Emit(OpCode::kSub, x[i + 1], x[i]));
    links.push_back(b.Emit(OpCode::kAdd, elastic, b.Emit(OpCode::kSub, v[i + 1], v[i])));
    targets.push_back(links.back());
    rows.push_back(
        {links.back(), -1, {{x[i], minus_stiffness}, {x[i + 1], stiffness}, {v[i], minus_one}, {v[i + 1], one}}});
  }
  const Slot phase = b.Emit(OpCode::kMul, b.New(2 * std::numbers::pi), b.program.time);
  const Slot drive = b.Emit(OpCode::kMul, b.New(5 * std::sqrt(n)), b.Emit(OpCode::kSin, phase));
  for (int i = 0; i < n; ++i) {
    runtime::GradientRow row;
    Slot load = i == 0 ? drive : b.Emit(OpCode::kNeg, links[i - 1]);
    if (i > 0) row.terms.push_back({links[i - 1], minus_one});
    if (i + 1 < n) {
      load = b.Emit(OpCode::kAdd, load, links[i]);
      row.terms.push_back({links[i], one});
    }
    row.target = load;
    loads.push_back(load);
    targets.push_back(load);
    rows.push_back(row);
  }
  b.Explicit(b.All(), from, targets);
  b.program.continuous_system.blocks.front().rows = rows;
  for (int i = 0; i < n; ++i) AddFriction(b, 1, v[i], loads[i], "block" + std::to_string(i + 1) + ".");
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
