// SPDX-License-Identifier: BSD-3-Clause
// The friction problems of models/, and the variants of each that a test runs.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "tests/property/variant.h"

namespace stiction::test {

enum class Effort {
  kUsual,
  kLong,  // a run takes a tenth of a second and more: a fifth of its variants suffices
  kStiff  // dopri5 is not meant for it
};

struct Problem {
  const char* model;
  Effort effort = Effort::kUsual;
};

inline constexpr Problem kFrictionProblems[] = {{"PushedBlock"},
                                                {"Bench.P1"},
                                                {"Bench.P1b"},
                                                {"Bench.P2"},
                                                {"Bench.P3", Effort::kLong},
                                                {"Bench.SSN", Effort::kLong},
                                                {"Bench.StickSlip"},
                                                {"Bench.StickSlipElastic"},
                                                {"ReferenceProblems.BrakedShaft"},
                                                {"ReferenceProblems.CapstanBrake"},
                                                {"ReferenceProblems.ClutchEngagement"},
                                                {"ReferenceProblems.ClutchWithoutTorque"},
                                                {"ReferenceProblems.ContinuousCreep", Effort::kStiff},
                                                {"ReferenceProblems.ContinuousCurve"},
                                                {"ReferenceProblems.ContinuousSlide"},
                                                {"ReferenceProblems.CoulombOscillator"},
                                                {"ReferenceProblems.DayLongHold"},
                                                {"ReferenceProblems.DenHartog"},
                                                {"ReferenceProblems.GearedBrake"},
                                                {"ReferenceProblems.GrazingForce"},
                                                {"ReferenceProblems.HoldAfterSlide"},
                                                {"ReferenceProblems.ImpulseOnStuckBlock"},
                                                {"ReferenceProblems.Jenkins"},
                                                {"ReferenceProblems.LockReleasesFloor"},
                                                {"ReferenceProblems.MirroredPush"},
                                                {"ReferenceProblems.RampStart"},
                                                {"ReferenceProblems.RareBreakaway", Effort::kLong},
                                                {"ReferenceProblems.RollingBody"},
                                                {"ReferenceProblems.ScotchYoke"},
                                                {"ReferenceProblems.SineStickSlip"},
                                                {"ReferenceProblems.StackedBlocks"},
                                                {"ReferenceProblems.StackedBlocksOnFloor"},
                                                {"ReferenceProblems.StickSlipPull"},
                                                {"ReferenceProblems.StoppingBlock"},
                                                {"ReferenceProblems.TangentialStart"},
                                                {"ReferenceProblems.ThreeInertias"},
                                                {"ReferenceProblems.ViscousStop"},
                                                {"TableFrictionExamples.BreakAway"},
                                                {"TableFrictionExamples.Carried"},
                                                {"TableFrictionExamples.Flywheel"},
                                                {"TableFrictionExamples.Oscillation"},
                                                {"TableFrictionExamples.StoppedCrank"},
                                                {"TableFrictionExamples.Sweep"},
                                                {"TableFrictionExamples.TurningCrank"},
                                                {"FrictionGallery.StickSlips.OfDahl", Effort::kLong},
                                                {"FrictionGallery.StickSlips.OfLuGre", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfElastoPlastic", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfMaxwellSlip", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfLeuven", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfSevenParameters", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfBoucWen", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfLinearRegion", Effort::kStiff},
                                                {"FrictionGallery.StickSlips.OfRegularizedTanh", Effort::kStiff},
                                                {"IdealElements.RampOnFriction"},
                                                {"IdealElements.EngagedClutch"},
                                                {"IdealElements.GearShift"},
                                                {"IdealElements.FreeWheel"},
                                                {"IdealElements.Buffer"},
                                                {"IdealElements.BrokenRod"},
                                                {"IdealElements.SharedCharge"},
                                                {"IdealElements.Rectifier"},
                                                {"IdealElements.TwoOnFloor"},
                                                {"IdealElements.JerkedString"},
                                                {"IdealElements.Freewheeling"},
                                                {"Constraints.Pendulum"},
                                                {"Constraints.StruckPendulum"},
                                                {"Constraints.Trammel"},
                                                {"Constraints.CapacitorTriangle"}};

inline void PrintTo(const Problem& problem, std::ostream* out) { *out << problem.model; }

/// "Bench_P1" for "Bench.P1"
inline std::string NameOfProblem(const ::testing::TestParamInfo<Problem>& problem) {
  std::string name = problem.param.model;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// Calls `visit` with numbers of variants below `count`, and with the methods in turn, each problem beginning with
/// another one. Where tests are slow (under the sanitizers) it leaves out as many variants as they take longer. With
/// STICTION_EVERY_METHOD in the environment each variant is visited with all methods.
inline void ForEachVariant(const Problem& problem, size_t count,
                           const std::function<void(size_t, const Method&)>& visit) {
  size_t place = 0;
  while (place < std::size(kFrictionProblems) && std::string(kFrictionProblems[place].model) != problem.model) ++place;
  std::vector<Method> methods(std::begin(kMethods), std::end(kMethods));
  if (problem.effort == Effort::kStiff)
    std::erase_if(methods, [](const Method& m) { return m.method == runtime::Method::kDopri5; });
  if (std::getenv("STICTION_EVERY_METHOD") != nullptr) {
    for (size_t variant = 0; variant < count; ++variant) {
      for (const Method& method : methods) visit(variant, method);
    }
    return;
  }
  const size_t stride = static_cast<size_t>(STICTION_TEST_PATIENCE) * (problem.effort == Effort::kLong ? 5 : 1);
  size_t turn = place;
  for (size_t variant = place % stride; variant < count; variant += stride)
    visit(variant, methods[turn++ % methods.size()]);
}

}  // namespace stiction::test
