// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "runtime/model/state_jacobian.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/print.h"
#include "runtime/program/verify.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

/// A causal model by hand.
struct ModelBuilder {
  ir::CausalModel model;
  std::map<std::string, VariableId> ids;

  ModelBuilder() { model.dae.pool = std::make_shared<ir::ExprPool>(); }
  ir::ExprPool& pool() { return *model.dae.pool; }

  ExprId Variable(const std::string& name, ir::Variability variability = ir::Variability::kContinuous) {
    const VariableId id(static_cast<int64_t>(model.dae.variables.size()));
    ir::DaeVariable variable;
    variable.name = name;
    variable.variability = variability;
    model.dae.variables.push_back(variable);
    ids[name] = id;
    return pool().Variable(id, ScalarType::kReal);
  }
  ExprId Parameter(const std::string& name, double value) {
    const ExprId e = Variable(name, ir::Variability::kParameter);
    model.parameters.push_back({ids.at(name), pool().Real(value), {}});
    return e;
  }
  void State(const std::string& name, const std::string& derivative) {
    model.states.push_back(ids.at(name));
    model.derivatives.push_back(ids.at(derivative));
    model.dae.variables[ids.at(name).index()].derivative = ids.at(derivative);
    model.dae.variables[ids.at(derivative).index()].integral = ids.at(name);
  }
  ir::EquationId Equation(ExprId left, ExprId right) {
    model.dae.equations.push_back({left, right, false, {}, {}});
    return ir::EquationId(static_cast<int64_t>(model.dae.equations.size() - 1));
  }
  ir::Block Explicit(const std::string& name, ExprId solution) {
    ir::Block block;
    block.kind = ir::BlockKind::kExplicit;
    block.unknowns = {ids.at(name)};
    block.equations = {Equation(pool().Variable(ids.at(name), ScalarType::kReal), solution)};
    block.solution = solution;
    return block;
  }
  runtime::Program Emit() {
    SourceMap sources;
    Diagnostics diagnostics;
    runtime::Program program = stiction::Emit(model, sources, diagnostics);
    EXPECT_FALSE(diagnostics.HasErrors());
    runtime::Verify(program);
    return program;
  }
  static double Value(const runtime::Program& program, const std::vector<double>& slots, const std::string& name) {
    for (const runtime::VariableInfo& v : program.variables) {
      if (v.name == name) return (v.negated ? -1 : 1) * slots[static_cast<size_t>(v.slot)];
    }
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
};

/// m*a + y = sin(time)*x, y = 3*a (linear, torn); cube(w) + w = x (nonlinear); der(x) = v, der(v) = a - w.
ModelBuilder Oscillator() {
  ModelBuilder b;
  ir::ExprPool& p = b.pool();
  const ExprId m = b.Parameter("m", 2);
  const ExprId x = b.Variable("x");
  const ExprId v = b.Variable("v");
  b.Variable("der(x)");
  b.Variable("der(v)");
  const ExprId a = b.Variable("a");
  const ExprId y = b.Variable("y");
  const ExprId w = b.Variable("w");
  b.State("x", "der(x)");
  b.State("v", "der(v)");

  ir::Function cube;  // c := 1; i := 0; while i < 3 loop c := c*u; i := i + 1; end while
  cube.name = "cube";
  cube.slots = {{"u", ScalarType::kReal}, {"c", ScalarType::kReal}, {"i", ScalarType::kInteger}};
  cube.input_count = cube.output_count = 1;
  const auto local = [&p](int32_t slot) {
    return p.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = slot});
  };
  const auto assign = [](int32_t slot, ExprId value) {
    ir::FunctionStatement statement;
    statement.kind = ir::FunctionStatement::Kind::kAssign;
    statement.target.slot = slot;
    statement.value = value;
    return statement;
  };
  ir::FunctionStatement loop;
  loop.kind = ir::FunctionStatement::Kind::kWhile;
  loop.conditions = {p.Binary(Op::kLt, local(2), p.Real(3))};
  loop.bodies = {
      {assign(1, p.Binary(Op::kMul, local(1), local(0))), assign(2, p.Binary(Op::kAdd, local(2), p.Real(1)))}};
  cube.body = {assign(1, p.Real(1)), assign(2, p.Real(0)), loop};
  b.model.dae.functions.push_back(cube);

  ir::Block linear;
  linear.kind = ir::BlockKind::kLinear;
  linear.is_linear = true;
  linear.unknowns = {b.ids["a"], b.ids["y"]};
  const ExprId load = p.Binary(Op::kMul, p.Unary(Op::kSin, p.Time()), x);
  linear.residuals = {b.Equation(p.Binary(Op::kAdd, p.Binary(Op::kMul, m, a), y), load)};
  const ExprId triple = p.Binary(Op::kMul, p.Real(3), a);
  linear.assignments = {{b.ids["y"], triple, b.Equation(y, triple)}};
  linear.tearing = {b.ids["a"]};
  linear.equations = {linear.residuals[0], linear.assignments[0].equation};

  ir::Block nonlinear;
  nonlinear.kind = ir::BlockKind::kNonlinear;
  nonlinear.unknowns = nonlinear.tearing = {b.ids["w"]};
  const ExprId cubed = p.Make({.op = Op::kCall, .type = ScalarType::kReal, .payload = 0, .output = 0, .args = {w}});
  nonlinear.equations = nonlinear.residuals = {b.Equation(p.Binary(Op::kAdd, cubed, w), x)};

  b.model.continuous.blocks = {linear, nonlinear, b.Explicit("der(x)", v),
                               b.Explicit("der(v)", p.Binary(Op::kSub, a, w))};
  b.model.event = b.model.initial = b.model.continuous;
  return b;
}

class OscillatorTest : public testing::Test {
 protected:
  runtime::Program program = Oscillator().Emit();
  runtime::Tape tape{program};
  runtime::SolveStatistics statistics;
  runtime::SystemSolver solver{program, program.continuous_system, tape, statistics};
  std::vector<double> slots = program.initial_slots;

  void Set(const std::string& name, double value) {
    for (const runtime::VariableInfo& v : program.variables) {
      if (v.name == name) slots[static_cast<size_t>(v.slot)] = value;
    }
  }
  double Get(const std::string& name) { return ModelBuilder::Value(program, slots, name); }
  void Solve(double x, double v) {
    tape.Run(program.parameters, slots.data());
    slots[static_cast<size_t>(program.time)] = 0.7;
    Set("x", x);
    Set("v", v);
    const auto error = solver.Solve(slots.data());
    ASSERT_FALSE(error) << error->message;
  }
};

TEST_F(OscillatorTest, SolvesLinearAndNonlinearBlocks) {
  Solve(10, 0.25);
  EXPECT_NEAR(Get("a"), std::sin(0.7) * 10 / 5, 1e-14);
  EXPECT_NEAR(Get("y"), 3 * Get("a"), 1e-14);
  EXPECT_NEAR(Get("w"), 2, 1e-12);  // 8 + 2 = 10
  EXPECT_EQ(Get("der(x)"), 0.25);
  EXPECT_NEAR(Get("der(v)"), Get("a") - Get("w"), 1e-14);
}

TEST_F(OscillatorTest, TheJacobianAgreesWithDifferences) {
  runtime::StateJacobian jacobian(program, runtime::Form::kOde, tape);
  ASSERT_EQ(jacobian.size(), 2);
  Solve(10, 0.25);
  std::vector<double> values;
  ASSERT_TRUE(jacobian.Compute(slots.data(), values));
  double dense[2][2] = {};
  for (int64_t column = 0; column < 2; ++column) {
    for (int64_t k = jacobian.column_begin()[column]; k < jacobian.column_begin()[column + 1]; ++k) {
      dense[jacobian.row_of()[k]][column] = values[k];
    }
  }
  EXPECT_EQ(dense[0][0], 0);
  EXPECT_EQ(dense[0][1], 1);
  EXPECT_EQ(dense[1][1], 0);
  EXPECT_NEAR(dense[1][0], std::sin(0.7) / 5 - 1.0 / 13, 1e-12);  // dw/dx = 1/(3 w^2 + 1)
  constexpr double kStep = 1e-5;
  Solve(10 + kStep, 0.25);
  const double above = Get("der(v)");
  Solve(10 - kStep, 0.25);
  EXPECT_NEAR(dense[1][0], (above - Get("der(v)")) / (2 * kStep), 1e-9);
}

TEST_F(OscillatorTest, TheDaeFormLeavesImplicitUnknownsToTheIntegrator) {
  runtime::StateJacobian jacobian(program, runtime::Form::kDae, tape);
  ASSERT_EQ(jacobian.size(), 4);  // x, v; a, w
  Solve(10, 0.25);
  double residuals[2];
  ASSERT_FALSE(solver.EvaluateResiduals(slots.data(), residuals));
  EXPECT_NEAR(residuals[0], 0, 1e-12);
  EXPECT_NEAR(residuals[1], 0, 1e-10);
  Set("a", Get("a") + 1);
  Set("w", 1);
  ASSERT_FALSE(solver.EvaluateResiduals(slots.data(), residuals));
  EXPECT_NEAR(residuals[0], 5, 1e-12);
  EXPECT_NEAR(residuals[1], 2 - 10, 1e-12);
  std::vector<double> values;
  ASSERT_TRUE(jacobian.Compute(slots.data(), values));
  double dense[4][4] = {};
  for (int64_t column = 0; column < 4; ++column) {
    for (int64_t k = jacobian.column_begin()[column]; k < jacobian.column_begin()[column + 1]; ++k) {
      dense[jacobian.row_of()[k]][column] = values[k];
    }
  }
  EXPECT_EQ(dense[1][2], 1);   // d der(v) / d a
  EXPECT_EQ(dense[1][3], -1);  // d der(v) / d w
  EXPECT_EQ(dense[2][2], 5);   // d (m*a + 3*a) / d a
  EXPECT_EQ(dense[3][3], 4);   // d (w^3 + w) / d w at 1
  EXPECT_EQ(dense[3][0], -1);
}

TEST_F(OscillatorTest, ABlockInsideTheDaeFormIsEliminated) {
  runtime::StateJacobian jacobian(program, runtime::Form::kDae, tape, {1, 0, 0, 0});
  ASSERT_EQ(jacobian.size(), 3);  // x, v; w
  Solve(10, 0.25);
  std::vector<double> values;
  ASSERT_TRUE(jacobian.Compute(slots.data(), values));
  double dense[3][3] = {};
  for (int64_t column = 0; column < 3; ++column) {
    for (int64_t k = jacobian.column_begin()[column]; k < jacobian.column_begin()[column + 1]; ++k) {
      dense[jacobian.row_of()[k]][column] = values[k];
    }
  }
  EXPECT_EQ(dense[0][1], 1);
  EXPECT_NEAR(dense[1][0], std::sin(0.7) / 5, 1e-14);  // d der(v) / d x through a, with w given
  EXPECT_EQ(dense[1][2], -1);                          // d der(v) / d w
  EXPECT_EQ(dense[2][0], -1);
  EXPECT_NEAR(dense[2][2], 13, 1e-10);  // d (w^3 + w) / d w at 2
}

TEST_F(OscillatorTest, HasAStableTextForm) {
  std::ostringstream text;
  runtime::Print(text, program);
  EXPECT_NE(text.str().find("nonlinear for w"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("cube(w)"), std::string::npos) << text.str();
}

TEST(EmitTest, TheBlocksAreUsedUp) {
  ModelBuilder b = Oscillator();
  b.Emit();
  EXPECT_TRUE(b.model.initial.blocks.empty());
  EXPECT_TRUE(b.model.event.blocks.empty());
  EXPECT_TRUE(b.model.continuous.blocks.empty());
}

TEST(EmitTest, VariablesShareADeclarationThatSaysTheSame) {
  ModelBuilder b;
  b.model.dae.enumerations = {{"E", {"a", "b"}}, {"F", {"c", "d"}}};
  for (const std::string name : {"x", "same", "unit", "comment", "e", "f"}) b.Variable(name);
  const auto at = [&b](const std::string& name) -> ir::DaeVariable& {
    return b.model.dae.variables[b.ids.at(name).index()];
  };
  at("unit").attributes.unit = "cm";
  at("comment").comment = "position";
  for (const std::string name : {"e", "f"}) at(name).type = ScalarType::kEnumeration;
  at("e").enumeration = ir::EnumerationId(0);
  at("f").enumeration = ir::EnumerationId(1);
  const runtime::Program program = b.Emit();
  ASSERT_EQ(program.variables.size(), 6u);
  const std::vector<runtime::VariableInfo>& v = program.variables;
  EXPECT_EQ(v[0].shared_declaration, v[1].shared_declaration);
  EXPECT_EQ(v[0].declaration().unit, "");
  EXPECT_EQ(v[2].declaration().unit, "cm");
  EXPECT_EQ(v[3].declaration().comment, "position");
  EXPECT_EQ(v[4].declaration().literals, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(v[5].declaration().literals, (std::vector<std::string>{"c", "d"}));
}

TEST(EmitTest, StatesStandSideBySide) {
  ModelBuilder b;
  for (const std::string name : {"m[1].s", "m[1].v", "m[2].s", "m[2].v"}) {
    b.Variable(name);
    b.Variable("der(" + name + ")");
    b.State(name, "der(" + name + ")");
  }
  const runtime::Program program = b.Emit();
  ASSERT_EQ(program.states.size(), 4u);
  const char* const kNames[] = {"m[1].s", "m[2].s", "m[1].v", "m[2].v"};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(program.states[i].name, kNames[i]);
    EXPECT_EQ(program.states[i].slot, program.states[0].slot + static_cast<runtime::Slot>(i));
  }
}

// m*a = u - f; a = if sa > 1 then sa - 1 elseif sa < -1 then sa + 1 else 0; f likewise: mixed, torn to sa.
TEST(EmitTest, AFrictionElementIsAMixedBlock) {
  for (const double load : {0.5, 3.0, -3.0}) {
    ModelBuilder b;
    ir::ExprPool& p = b.pool();
    const ExprId m = b.Parameter("m", 2);
    const ExprId u = b.Parameter("u", load);
    const ExprId a = b.Variable("a");
    const ExprId f = b.Variable("f");
    const ExprId sa = b.Variable("sa");
    ir::Relation forward;
    forward.op = Op::kGt;
    forward.left = sa;
    forward.right = p.Real(1);
    forward.text = "sa > 1";
    ir::Relation backward = forward;
    backward.op = Op::kLt;
    backward.right = p.Real(-1);
    backward.text = "sa < -1";
    b.model.dae.relations = {forward, backward};
    const ExprId is_forward = p.Relation(ir::RelationId(0));
    const ExprId is_backward = p.Relation(ir::RelationId(1));
    const ExprId acceleration = p.If(is_forward, p.Binary(Op::kSub, sa, p.Real(1)),
                                     p.If(is_backward, p.Binary(Op::kAdd, sa, p.Real(1)), p.Real(0)));
    const ExprId force = p.If(is_forward, p.Real(1), p.If(is_backward, p.Real(-1), sa));
    ir::Block block;
    block.kind = ir::BlockKind::kMixed;
    block.is_linear = true;
    block.unknowns = {b.ids["a"], b.ids["f"], b.ids["sa"]};
    block.relations = {ir::RelationId(0), ir::RelationId(1)};
    block.tearing = {b.ids["sa"]};
    block.assignments = {{b.ids["a"], acceleration, b.Equation(a, acceleration)},
                         {b.ids["f"], force, b.Equation(f, force)}};
    block.residuals = {b.Equation(p.Binary(Op::kMul, m, a), p.Binary(Op::kSub, u, f))};
    block.equations = {block.assignments[0].equation, block.assignments[1].equation, block.residuals[0]};
    b.model.event.blocks = {block};
    const runtime::Program program = b.Emit();
    runtime::Tape tape(program);
    runtime::SolveStatistics statistics;
    runtime::SystemSolver solver(program, program.event_system, tape, statistics);
    std::vector<double> slots = program.initial_slots;
    tape.Run(program.parameters, slots.data());
    const auto error = solver.Solve(slots.data());
    ASSERT_FALSE(error) << error->message;
    const double expected = load > 1 ? (load - 1) / 2 : load < -1 ? (load + 1) / 2 : 0;
    EXPECT_NEAR(ModelBuilder::Value(program, slots, "a"), expected, 1e-15);
    EXPECT_NEAR(ModelBuilder::Value(program, slots, "f"), std::clamp(load, -1.0, 1.0), 1e-15);
  }
}

// f(n) = if n <= 1 then 1 else n*f(n - 1): the branch that is not taken must not run.
TEST(EmitTest, RecursionEndsAndPowersBecomeProducts) {
  ModelBuilder b;
  ir::ExprPool& p = b.pool();
  ir::Function f;
  f.name = "factorial";
  f.slots = {{"n", ScalarType::kReal}, {"r", ScalarType::kReal}};
  f.input_count = f.output_count = 1;
  const ExprId n = p.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = 0});
  const ExprId recursive = p.Make({.op = Op::kCall,
                                   .type = ScalarType::kReal,
                                   .payload = 0,
                                   .output = 0,
                                   .args = {p.Binary(Op::kSub, n, p.Real(1))}});
  ir::FunctionStatement statement;
  statement.kind = ir::FunctionStatement::Kind::kAssign;
  statement.target.slot = 1;
  statement.value = p.If(p.Binary(Op::kLe, n, p.Real(1)), p.Real(1), p.Binary(Op::kMul, n, recursive));
  f.body = {statement};
  b.model.dae.functions = {f};
  const ExprId x = b.Parameter("x", 5);
  b.Variable("y");
  b.Variable("z");
  const ExprId call = p.Make({.op = Op::kCall, .type = ScalarType::kReal, .payload = 0, .output = 0, .args = {x}});
  b.model.continuous.blocks = {b.Explicit("y", call), b.Explicit("z", p.Binary(Op::kPow, x, p.Real(-3)))};
  const runtime::Program program = b.Emit();
  EXPECT_EQ(program.continuous_system.blocks.size(), 1u);  // one explicit run
  runtime::Tape tape(program);
  runtime::SolveStatistics statistics;
  runtime::SystemSolver solver(program, program.continuous_system, tape, statistics);
  std::vector<double> slots = program.initial_slots;
  tape.Run(program.parameters, slots.data());
  ASSERT_FALSE(solver.Solve(slots.data()));
  EXPECT_EQ(ModelBuilder::Value(program, slots, "y"), 120);
  EXPECT_NEAR(ModelBuilder::Value(program, slots, "z"), 1.0 / 125, 1e-17);
}

// y = if "brake " + String(n) < "brake 30" then 1 else 2
TEST(EmitTest, StringsAreComputed) {
  for (const auto& [n, y] : {std::pair(2, 1), std::pair(4, 2)}) {
    ModelBuilder b;
    ir::ExprPool& p = b.pool();
    const ExprId of = b.Parameter("n", n);
    b.Variable("y");
    const ExprId text = p.Make({.op = Op::kToString, .type = ScalarType::kString, .args = {of}});
    const ExprId joined = p.Make({.op = Op::kConcat, .type = ScalarType::kString, .args = {p.String("brake "), text}});
    b.model.continuous.blocks = {
        b.Explicit("y", p.If(p.Binary(Op::kLt, joined, p.String("brake 30")), p.Real(1), p.Real(2)))};
    const runtime::Program program = b.Emit();
    runtime::Tape tape(program);
    runtime::SolveStatistics statistics;
    runtime::SystemSolver solver(program, program.continuous_system, tape, statistics);
    std::vector<double> slots = program.initial_slots;
    tape.Run(program.parameters, slots.data());
    ASSERT_FALSE(solver.Solve(slots.data()));
    EXPECT_EQ(ModelBuilder::Value(program, slots, "y"), y) << n;
  }
}

// y = if noEvent(x > 0) then checked(x) else 0, where checked asserts n > 0: a call runs in its branch only.
TEST(EmitTest, ACallInABranchThatIsNotTakenDoesNotRun) {
  for (const double value : {-1.0, 2.0}) {
    ModelBuilder b;
    ir::ExprPool& p = b.pool();
    ir::Function f;
    f.name = "checked";
    f.slots = {{"n", ScalarType::kReal}, {"r", ScalarType::kReal}};
    f.input_count = f.output_count = 1;
    const ExprId n = p.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = 0});
    ir::FunctionStatement check;
    check.kind = ir::FunctionStatement::Kind::kAssert;
    check.conditions = {p.Binary(Op::kGt, n, p.Real(0))};
    check.value = p.String("n must be positive");
    ir::FunctionStatement assign;
    assign.kind = ir::FunctionStatement::Kind::kAssign;
    assign.target.slot = 1;
    assign.value = p.Binary(Op::kMul, n, n);
    f.body = {check, assign};
    b.model.dae.functions = {f};
    const ExprId x = b.Parameter("x", value);
    b.Variable("y");
    const ExprId call = p.Make({.op = Op::kCall, .type = ScalarType::kReal, .payload = 0, .output = 0, .args = {x}});
    const ExprId positive = p.Unary(Op::kNoEvent, p.Binary(Op::kGt, x, p.Real(0)));
    b.model.continuous.blocks = {b.Explicit("y", p.If(positive, call, p.Real(0)))};
    const runtime::Program program = b.Emit();
    runtime::Tape tape(program);
    runtime::SolveStatistics statistics;
    runtime::SystemSolver solver(program, program.continuous_system, tape, statistics);
    std::vector<double> slots = program.initial_slots;
    tape.Run(program.parameters, slots.data());
    const auto error = solver.Solve(slots.data());
    ASSERT_FALSE(error) << error->message;
    EXPECT_EQ(ModelBuilder::Value(program, slots, "y"), value > 0 ? 4 : 0);
  }
}

}  // namespace
}  // namespace stiction
