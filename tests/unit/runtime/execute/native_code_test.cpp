// SPDX-License-Identifier: BSD-3-Clause
// Functions made at random give the same bits as machine code and in the interpreter, which the first calls of a tape
// take.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "runtime/execute/tape.h"
#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

constexpr int kInputs = 4, kOutputs = 2, kConstants = 8, kLocals = 24, kFunctions = 4;
constexpr int kCalls = 40;  // the last ones are compiled
constexpr unsigned kSeeds = 400 / STICTION_TEST_PATIENCE;

struct Operation {
  OpCode op;
  int operands;
};
const Operation kOperations[] = {{OpCode::kCopy, 1},
                                 {OpCode::kSelect, 3},
#define STICTION_UNARY(id, ...) {OpCode::k##id, 1},
#define STICTION_BINARY(id, ...) {OpCode::k##id, 2},
#include "runtime/operators/operators.def"
                                 {OpCode::kSquare, 1},
                                 {OpCode::kReciprocal, 1}};

class RandomFunctions {
 public:
  explicit RandomFunctions(unsigned seed) : random_(seed) {}

  // Inputs, outputs, constants and variables, which begin with numbers of all kinds. Jumps go forward, but for loops
  // of a few rounds; calls go to the functions before.
  FunctionCode Make(int number) {
    FunctionCode f;
    f.name = "f" + std::to_string(number);
    f.input_count = kInputs;
    f.output_count = kOutputs;
    f.messages = {{{"stopped at ", kNoSlot, {}}, {"", kInputs + kOutputs, {}}}};
    f.places = {"F.mo:1:1"};
    for (int i = 0; i < kInputs + kOutputs + kConstants + kLocals; ++i) f.initial_locals.push_back(Number());
    const int length = 20 + Pick(60);
    for (int k = 0; k < length; ++k) {
      const int left = length - k;
      switch (Pick(12)) {
        case 0:
          f.code.push_back({OpCode::kJumpIfZero, -1, k + 1 + Pick(left), Any()});
          break;
        case 1:
          f.code.push_back({OpCode::kLoadElement, Variable(), First(5), Any(), 5});
          break;
        case 2:
          f.code.push_back({OpCode::kStoreElement, FirstVariable(5), Any(), Any(), 5});
          break;
        case 3:
          if (number == 0) break;
          f.code.push_back({OpCode::kCall, -1, static_cast<Slot>(f.calls.size())});
          f.calls.push_back(
              {Pick(number), -1, {Any(), Any(), Any(), Any()}, {Variable(), Pick(3) == 0 ? kNoSlot : Variable()}});
          break;
        case 4:
          if (Pick(4) == 0) f.code.push_back({Pick(2) == 0 ? OpCode::kReturn : OpCode::kAssert, -1, Any(), 0});
          break;
        default:
          break;
      }
      if (static_cast<int>(f.code.size()) == k) f.code.push_back(Scalar());
    }
    AddLoop(f);
    return f;
  }

  double Number() {
    switch (Pick(8)) {
      case 0:
        return 0;
      case 1:
        return -0.0;
      case 2:
        return Pick(5);
      case 3:
        return Pick(20) == 0 ? std::numeric_limits<double>::quiet_NaN() : -1e30;
      default:
        return std::ldexp(static_cast<double>(random_()) / 4294967296.0 - 0.5, Pick(6));
    }
  }

  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  static constexpr int kAll = kInputs + kOutputs + kConstants + kLocals;

  Slot Any() { return Pick(kAll); }
  Slot Variable() {
    const int at = Pick(kInputs + kOutputs + kLocals);
    return at < kInputs + kOutputs ? at : at + kConstants;
  }
  Slot First(int count) { return Pick(kAll - count); }
  Slot FirstVariable(int count) { return kInputs + kOutputs + kConstants + Pick(kLocals - count); }

  Instruction Scalar() {
    const Operation& operation = kOperations[static_cast<size_t>(Pick(std::size(kOperations)))];
    return {operation.op, Variable(), Any(), operation.operands > 1 ? Any() : kNoSlot,
            operation.operands > 2 ? Any() : kNoSlot};
  }

  // At the end, over the last instructions: as long as a counter is below 3.
  void AddLoop(FunctionCode& f) {
    const auto counter = static_cast<Slot>(f.initial_locals.size());
    f.initial_locals.insert(f.initial_locals.end(), {0, 1, 3, 0});
    const auto begin = static_cast<Slot>(f.code.size());
    for (int k = 0; k < 6; ++k) f.code.push_back(Scalar());
    f.code.push_back({OpCode::kAdd, counter, counter, counter + 1});
    f.code.push_back({OpCode::kGe, counter + 3, counter, counter + 2});
    f.code.push_back({OpCode::kJumpIfZero, -1, begin, counter + 3});
    f.code.push_back({OpCode::kReturn});
  }

  std::mt19937 random_;
};

TEST(NativeCode, GivesTheBitsOfTheInterpreter) {
  int failures = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    RandomFunctions random(seed);
    test::Assembler a;
    for (int k = 0; k < kFunctions; ++k) a.program.functions.push_back(random.Make(k));
    std::vector<Slot> arguments, results;
    for (int k = 0; k < kInputs; ++k) arguments.push_back(a.Slot(random.Number()));
    for (int k = 0; k < kOutputs; ++k) results.push_back(a.Slot(0));
    for (int wrt = -1; wrt < kInputs; ++wrt) a.program.calls.push_back({kFunctions - 1, wrt, arguments, results});
    for (int call = 0; call <= kInputs; ++call) {
      a.program.code = {{OpCode::kCall, -1, call}};
      Tape tape(a.program);
      std::vector<double> first;
      std::string failure;
      for (int k = 0; k < kCalls; ++k) {
        std::vector<double> slots = a.program.initial_slots;
        tape.ClearFailure();
        tape.Run({0, 1}, slots.data());
        const std::string now = tape.failure() ? tape.failure()->message + tape.failure()->place : "";
        if (k == 0) {
          first = slots;
          failure = now;
          failures += now.empty() ? 0 : 1;
        }
        ASSERT_EQ(failure, now);
        ASSERT_EQ(std::memcmp(first.data(), slots.data(), slots.size() * sizeof(double)), 0) << "call " << k;
      }
    }
  }
  EXPECT_GT(failures, static_cast<int>(kSeeds / 8));  // that is compared, too
}

// A range runs on the slots as others left them, jumps forward and calls; its first runs are those of the tape.
TEST(NativeCode, RangesGiveTheBitsOfTheTape) {
  constexpr int kLength = 60;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    RandomFunctions random(seed);
    test::Assembler a;
    a.program.functions.push_back(random.Make(0));
    const FunctionCode& pattern = a.program.functions.front();
    const auto slots = static_cast<int>(pattern.initial_locals.size());
    for (int k = 0; k < slots; ++k) a.Slot(random.Number());
    a.program.calls.push_back({0, -1, {0, 1, 2, 3}, {4, 5}});
    a.program.code.assign(7, {OpCode::kCopy, 0, 0});  // the range does not begin with the code
    const int begin = 7;
    for (int k = 0; k < kLength; ++k) {
      const Instruction& i = pattern.code[static_cast<size_t>(random.Pick(static_cast<int>(pattern.code.size())))];
      const int at = begin + k;
      if (random.Pick(8) == 0) {
        a.program.code.push_back({OpCode::kJumpIfZero, -1, at + 1 + random.Pick(kLength - k), random.Pick(slots)});
      } else if (random.Pick(12) == 0) {
        a.program.code.push_back({OpCode::kCall, -1, 0});
      } else {
        a.program.code.push_back(i.op < OpCode::kCall ? i : Instruction{OpCode::kCopy, 4, 5});
      }
    }
    Tape tape(a.program);
    std::vector<double> first;
    for (int k = 0; k < kCalls; ++k) {
      std::vector<double> now = a.program.initial_slots;
      tape.Run({begin, begin + kLength}, now.data());
      if (k == 0) first = now;
      ASSERT_EQ(std::memcmp(first.data(), now.data(), now.size() * sizeof(double)), 0) << "run " << k;
    }
  }
}

// f(x) = if x <= 0 then 0 else x + f(x - 1)
TEST(NativeCode, RecursionEnds) {
  test::Assembler a;
  FunctionCode f;
  f.name = "sum";
  f.input_count = 1;
  f.output_count = 1;
  f.initial_locals = {0, 0, 0, 1, 0, 0, 0};  // x, sum, 0, 1, x <= 0, x - 1, sum of the rest
  f.code = {{OpCode::kGt, 4, 0, 2}, {OpCode::kJumpIfZero, -1, 5, 4}, {OpCode::kSub, 5, 0, 3},
            {OpCode::kCall, -1, 0}, {OpCode::kAdd, 1, 0, 6},         {OpCode::kReturn}};
  f.calls = {{0, -1, {5}, {6}}};
  a.program.functions.push_back(f);
  const Slot x = a.Slot(0), y = a.Slot(0);
  a.program.calls = {{0, -1, {x}, {y}}};
  a.program.code = {{OpCode::kCall, -1, 0}};
  Tape tape(a.program);
  std::vector<double> slots = a.program.initial_slots;
  for (const double count : {10.0, 20.0, 900.0}) {
    slots[static_cast<size_t>(x)] = count;
    tape.Run({0, 1}, slots.data());
    ASSERT_FALSE(tape.failure()) << tape.failure()->message;
    EXPECT_EQ(slots[static_cast<size_t>(y)], count * (count + 1) / 2);
  }
  slots[static_cast<size_t>(x)] = 1e6;
  tape.Run({0, 1}, slots.data());
  ASSERT_TRUE(tape.failure());
  EXPECT_EQ(tape.failure()->message, "in function sum: the recursion is deeper than 1000 calls");
}

}  // namespace
}  // namespace stiction::runtime
