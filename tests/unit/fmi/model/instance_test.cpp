// SPDX-License-Identifier: BSD-3-Clause
// States of running exported models: whoever goes on from one does so with the same bytes, and instances do not know of
// each other.
#include "fmi/model/instance.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <thread>

#include "compiler/driver/compile.h"
#include "fmi/model/load_program.h"
#include "runtime/program/stored_program.h"
#include "tests/support/temporary_directory.h"

namespace stiction::fmi {
namespace {

/// The resources of a model of models/.
class Resources {
 public:
  explicit Resources(const std::string& model) {
    SourceMap sources;
    Diagnostics diagnostics;
    CompileOptions options;
    options.library_paths = {STICTION_SOURCE_DIR "/models"};
    options.model = model;
    const auto program = Compile(options, sources, diagnostics).program;
    EXPECT_TRUE(program.has_value()) << model;
    std::ofstream(directory_.File(kProgramFile), std::ios::binary) << runtime::StoreProgram(*program);
  }

  std::unique_ptr<Instance> Load(bool is_stepped) const {
    auto loaded = Instance::Load(directory_.path(), "", is_stepped);
    if (auto* const wrong = std::get_if<std::string>(&loaded)) throw std::runtime_error(*wrong);
    return std::move(std::get<std::unique_ptr<Instance>>(loaded));
  }

 private:
  test::TemporaryDirectory directory_;
};

void Check(const Outcome& outcome) { EXPECT_FALSE(outcome) << outcome->message; }

void Begin(Instance& instance, double stop_time) {
  instance.SetUp(0, stop_time, std::nullopt);
  instance.SetPhase(Phase::kInitialization);
  Check(instance.Start());
  instance.SetPhase(Phase::kStep);
}

uint32_t ReferenceOf(const Instance& instance, const std::string& name) {
  const auto& variables = instance.exposed().variables;
  for (size_t v = 0; v < variables.size(); ++v) {
    if (variables[v].name == name) return static_cast<uint32_t>(v);
  }
  ADD_FAILURE() << name;
  return 0;
}

// All numbers after each of `count` steps from t, to the last bit.
std::vector<uint64_t> Steps(Instance& instance, double t, double step, int count) {
  std::vector<uint64_t> bits;
  for (int k = 0; k < count; ++k) {
    StepResult result;
    Check(instance.Step(t + k * step, step, false, result));
    for (uint32_t v = 0; v < instance.exposed().first_indicator; ++v) {
      if (instance.exposed().variables[v].type == runtime::ValueType::kString) continue;
      double value = 0;
      Check(instance.Get(v, value));
      bits.push_back(std::bit_cast<uint64_t>(value));
    }
  }
  return bits;
}

TEST(Instances, StateGoesOnWithTheSameBytes) {
  const Resources resources("Bench.StickSlip");
  const auto instance = resources.Load(true);
  constexpr double kStop = 10, kStep = 0.05;
  Begin(*instance, kStop);
  bool was_stuck = false, was_sliding = false;
  const uint32_t v = ReferenceOf(*instance, "mass.v");
  for (int k = 0; k < 40; ++k) {
    const double t = k * 4 * kStep;
    Steps(*instance, t, kStep, 4);
    double speed = 0;
    Check(instance->Get(v, speed));
    (speed == 0 ? was_stuck : was_sliding) = true;
    InstanceState state;
    Check(instance->Save(state));
    const auto read = InstanceState::FromBytes(state.Bytes());
    ASSERT_TRUE(read);
    const auto other = resources.Load(true);
    Check(other->Restore(*read));
    const auto expected = Steps(*instance, t + 4 * kStep, kStep, 6);
    EXPECT_EQ(Steps(*other, t + 4 * kStep, kStep, 6), expected) << t;
    Check(instance->Restore(state));
    EXPECT_EQ(Steps(*instance, t + 4 * kStep, kStep, 6), expected) << t;
    Check(instance->Restore(state));
  }
  EXPECT_TRUE(was_stuck && was_sliding);
}

TEST(Instances, DamagedStatesAreRefused) {
  const Resources resources("ReferenceProblems.StickSlipPull");
  const auto instance = resources.Load(true);
  Begin(*instance, 1);
  InstanceState state;
  Check(instance->Save(state));
  const std::string bytes = state.Bytes();
  EXPECT_FALSE(InstanceState::FromBytes("nothing"));
  EXPECT_FALSE(InstanceState::FromBytes(bytes.substr(0, bytes.size() - 1)));
  EXPECT_FALSE(InstanceState::FromBytes(bytes + "x"));
  state.run.slots.pop_back();
  EXPECT_TRUE(instance->Restore(state));
}

TEST(Instances, SideBySideAsAlone) {
  const Resources resources("ReferenceProblems.ThreeInertias");
  const auto run = [&] {
    const auto instance = resources.Load(true);
    Begin(*instance, 2);
    return Steps(*instance, 0, 0.05, 20);
  };
  const std::vector<uint64_t> alone = run();
  std::vector<std::vector<uint64_t>> found(10);
  std::vector<std::thread> threads;
  for (auto& one : found) threads.emplace_back([&] { one = run(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& one : found) EXPECT_EQ(one, alone);
}

TEST(Instances, ParametersAndStartValuesAreSetBeforeTheRun) {
  const Resources resources("ReferenceProblems.StoppingBlock");
  const auto instance = resources.Load(true);
  const uint32_t v0 = ReferenceOf(*instance, "v0");
  double value = 0;
  Check(instance->Get(v0, value));
  EXPECT_EQ(value, 3);
  Check(instance->Set(v0, 6));
  Begin(*instance, 10);
  Steps(*instance, 0, 5, 1);
  Check(instance->Get(ReferenceOf(*instance, "x"), value));
  EXPECT_NEAR(value, 36 / (2 * 0.3 * 9.81), 1e-5);
  EXPECT_TRUE(instance->Set(v0, 1)) << "it is no input";
  // A start value that the model gives as a number.
  instance->Reset();
  Check(instance->Set(ReferenceOf(*instance, "x"), 7));
  Begin(*instance, 10);
  Check(instance->Get(ReferenceOf(*instance, "x"), value));
  EXPECT_EQ(value, 7);
}

TEST(Instances, DerivativesAlongDirections) {
  const Resources resources("ReferenceProblems.Jenkins");
  const auto instance = resources.Load(false);
  instance->SetUp(0, 1, std::nullopt);
  Check(instance->Start());
  instance->SetPhase(Phase::kContinuous);
  const ExposedModel& model = instance->exposed();
  const std::vector<uint32_t> states(model.state_of.begin(), model.state_of.end());
  const std::vector<uint32_t> derivatives(model.derivative_of.begin(), model.derivative_of.end());
  std::vector<double> x(states.size()), before(states.size()), after(states.size()), along(states.size());
  for (size_t k = 0; k < states.size(); ++k) {
    std::vector<double> seed(states.size(), 0.0);
    seed[k] = 1;
    Check(instance->Differentiate(derivatives, states, seed.data(), along.data()));
    instance->GetStates(x.data());
    Check(instance->Derivatives(before.data()));
    x[k] += 1e-6;
    Check(instance->SetStates(x.data()));
    Check(instance->Derivatives(after.data()));
    x[k] -= 1e-6;
    Check(instance->SetStates(x.data()));
    for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(along[i], (after[i] - before[i]) / 1e-6, 1e-4);
  }
}

}  // namespace
}  // namespace stiction::fmi
