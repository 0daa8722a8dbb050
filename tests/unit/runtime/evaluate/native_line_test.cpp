#include "runtime/evaluate/native_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace stiction::runtime {
namespace {

using Array = LineOperation::Array;
using Kind = LineOperation::Kind;

constexpr int32_t kLeaves = 120, kValues = 4000;
constexpr double kFactor = 0.25, kFactorAbove = 1.0 / 3;

size_t Place(int32_t first, int32_t lane) { return static_cast<size_t>(first) + static_cast<size_t>(lane); }

struct Memory {
  std::vector<double> values, held, below, slopes, above;

  explicit Memory(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-2, 2);
    for (std::vector<double>* array : {&values, &held, &below, &slopes, &above}) {
      array->resize(kValues);
      for (double& at : *array) at = number(random);
    }
    for (size_t i = 0; i < held.size(); i += 3) held[i] = i % 2 == 0 ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  }
  double At(const LineOperation::Operand& of, int32_t lane) const {
    const std::vector<double>* const arrays[] = {&values, &held, &below, &slopes, &above};
    return (*arrays[static_cast<size_t>(of.array)])[Place(of.index, of.stride * lane)];
  }
};

struct Triple {
  int32_t from, to, lanes;
};
void ThreeTimes(const void* what, void* argument) {
  const Triple& triple = *static_cast<const Triple*>(what);
  double* const values = static_cast<double*>(argument);
  for (int32_t i = 0; i < triple.lanes; ++i) values[triple.to + i] = 3 * values[triple.from + i];
}

/// Runs of random operations, each on results of any before it.
struct RandomLine {
  std::vector<LineOperation> operations;
  std::vector<Triple> triples;
  std::mt19937 random;

  int32_t Below(int32_t count) { return static_cast<int32_t>(random() % static_cast<uint32_t>(count)); }

  explicit RandomLine(unsigned seed) : random(seed) {
    constexpr int32_t kLaneCounts[] = {1, 1, 2, 3, 4, 7, 9, 30, 31};
    const int32_t often = kLaneCounts[Below(9)];
    int32_t next = kLeaves;
    triples.reserve(60);
    for (int i = 0; i < 60; ++i) {
      LineOperation at;
      at.kind = static_cast<Kind>(Below(14));
      at.lanes = Below(3) == 0 ? kLaneCounts[Below(9)] : often;
      at.result = next;
      at.a = Operand(next, at.lanes);
      const bool is_binary = at.kind >= Kind::kAdd && at.kind <= Kind::kTurn;
      if (is_binary) at.b = Operand(next, at.lanes);
      if (at.kind == Kind::kChoose || at.kind == Kind::kTurn) at.c = Operand(next, at.lanes);
      if (Below(2) == 0) (at.kind == Kind::kAdd ? at.b : at.a).array = Array::kHeld;
      next += at.lanes;
      if (at.kind == Kind::kTurn) {
        at.b.array = at.c.array = Array::kBelow;
        at.a.array = Array::kSlopes;
        at.negates_factor = Below(2) == 0;
        at.beside = next;
        next += at.lanes;
      }
      if (at.kind == Kind::kOther) {
        at.other = ThreeTimes;
        at.what = &triples.emplace_back(Triple{Below(kLeaves - at.lanes), at.result, at.lanes});
        at.a = {};
      }
      if (at.kind != Kind::kIntegrate) at.is_wanted = Below(3) == 0;
      operations.push_back(at);
    }
  }

  LineOperation::Operand Operand(int32_t end, int32_t lanes) {
    if (!operations.empty() && Below(2) == 0) {
      const LineOperation& of = operations[static_cast<size_t>(Below(static_cast<int32_t>(operations.size())))];
      if (of.lanes == lanes && of.kind != Kind::kIntegrate) return {Array::kValues, of.result, 1};
    }
    constexpr int32_t kStrides[] = {0, 1, 1, 2, -1};
    const int32_t stride = kStrides[Below(5)];
    const int32_t span = std::abs(stride) * (lanes - 1) + 1;
    const int32_t first = Below(end - span + 1);
    return {Array::kValues, stride < 0 ? first + span - 1 : first, stride};
  }
};

void RunDirectly(const LineOperation& at, Memory& m) {
  for (int32_t i = 0; i < at.lanes; ++i) {
    const double a = at.a.index < 0 ? 0 : m.At(at.a, i), b = at.b.index < 0 ? 0 : m.At(at.b, i),
                 c = at.c.index < 0 ? 0 : m.At(at.c, i);
    double& result = m.values[Place(at.result, i)];
    switch (at.kind) {
      case Kind::kCopy:
        result = a;
        break;
      case Kind::kNegate:
        result = -a;
        break;
      case Kind::kAbsolute:
        result = std::fabs(a);
        break;
      case Kind::kSquare:
        result = a * a;
        break;
      case Kind::kSquareRoot:
        result = std::sqrt(a);
        break;
      case Kind::kReciprocal:
        result = 1 / a;
        break;
      case Kind::kAdd:
        result = a + b;
        break;
      case Kind::kSubtract:
        result = a - b;
        break;
      case Kind::kMultiply:
        result = a * b;
        break;
      case Kind::kDivide:
        result = a / b;
        break;
      case Kind::kChoose:
        result = a != 0 ? b : c;
        break;
      case Kind::kTurn: {
        const double turn = (at.negates_factor ? -kFactor : kFactor) * a;
        result = turn * b;
        m.values[Place(at.beside, i)] = -turn * c;
        break;
      }
      case Kind::kIntegrate:
        m.above[Place(at.result, i)] = a * kFactorAbove;
        break;
      case Kind::kOther:
        result = 3 * m.values[Place(static_cast<const Triple*>(at.what)->from, i)];
        break;
    }
  }
}

/// Any two numbers that are none are the same here: which one a sum of two gives is open.
bool AreSame(double x, double y) {
  return std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y) || (std::isnan(x) && std::isnan(y));
}

TEST(NativeLine, GivesTheBitsOfTheOperationsOneByOne) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const RandomLine line(seed);
    const auto native = NativeLine::Compile(line.operations);
    if (native == nullptr) GTEST_SKIP() << "no machine code here";
    Memory given(seed), expected(seed);
    native->Run({given.values.data(), given.held.data(), given.below.data(), given.slopes.data(), given.above.data()},
                kFactor, kFactorAbove, given.values.data());
    for (const LineOperation& at : line.operations) RunDirectly(at, expected);
    for (size_t i = 0; i < line.operations.size(); ++i) {
      const LineOperation& at = line.operations[i];
      for (int32_t lane = 0; lane < at.lanes; ++lane) {
        const auto k = Place(at.result, lane);
        const bool is_above = at.kind == Kind::kIntegrate;
        const double mine = (is_above ? given.above : given.values)[k];
        const double truth = (is_above ? expected.above : expected.values)[k];
        ASSERT_TRUE(!at.is_wanted || AreSame(mine, truth)) << seed << ' ' << i << ' ' << lane;
        if (at.kind != Kind::kTurn) continue;
        const auto beside = Place(at.beside, lane);
        ASSERT_TRUE(AreSame(given.values[beside], expected.values[beside])) << seed << ' ' << i << ' ' << lane;
      }
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
