// SPDX-License-Identifier: BSD-3-Clause
// Taylor coefficients of everything that a kernel computes, order by order, from those of its leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/execute/kernel.h"
#include "runtime/integrate/taylor/series_defects.h"
#include "runtime/integrate/taylor/series_operations.h"

namespace stiction::runtime {

/// The series of stage 0 of a kernel in powers of (t - t0), by the recurrences of automatic differentiation (Moore
/// 1966; Griewank and Walther, Evaluating Derivatives, 2008, doi 10.1137/1.9780898717761, chapter 13). The coefficient
/// of order k follows from those of order 0 to k of the operands: what is linear costs one operation an order, a
/// product of two that vary k + 1. What is held is constant; a choice follows its condition, which must be.
/// One method for each kind of recurrence, hence their number.
class KernelSeries {
 public:
  static constexpr int kHighestOrder = kHighestSeriesOrder;

  /// True if each operation of stage 0 is smooth, up to choices by what is held, and has a recurrence.
  static bool IsPossible(const Kernel& kernel) { return SeriesOperations::Exist(kernel); }

  /// @param kernel gets further values; outlives this
  /// @param time index of the leaf that is time, kNoSlot: none
  /// @param wanted indices of values whose coefficients are read; those of others that are computed may be missing
  /// @param integrals their coefficients of order k + 1 follow with those of order k
  /// @pre IsPossible(kernel)
  KernelSeries(Kernel& kernel, int32_t time, const std::vector<int32_t>& wanted,
               const std::vector<SeriesIntegral>& integrals = {});

  /// The coefficients of order k by the kernel's indices; of order 0 the values themselves. Those of what does not vary
  /// are 0 for k >= 1.
  double* Coefficients(int k) {
    if (orders_[static_cast<size_t>(k)] == nullptr) MakeOrders(k);
    return orders_[static_cast<size_t>(k)];
  }
  /// Makes room for those of orders 1 to k and perhaps further ones, else each does when it is first asked for.
  void Reserve(int k);
  /// All of them, k = 0 to the highest that was run.
  const double* const* Orders() const { return orders_.data(); }

  /// To be called after RunStage(0), before Run: takes over the values. Time is expanded by itself.
  void Begin();
  /// The coefficients of order k >= 1, below the highest. @pre those of leaves that are no integrals are set, and all
  /// of lower orders
  void Run(int k) { Run(k, k); }
  /// The same of orders first to last.
  void Run(int first, int last);

  /// True if the integrals stay what they are for ever, as long as nothing held changes: their rates are 0, and what is
  /// a function of time alone reaches none of them.
  /// @pre the leaves are time and integrals
  bool StandsStill();

  /// True if products have no coefficients of orders above `degree`, and nothing else that is not linear varies. If the
  /// integrals have none either, all values are these polynomials for ever: a product of two has none above `last`.
  /// @param last >= 2 degree, all orders to this one were run
  bool IsPolynomial(int degree, int last) const;

  /// Bounds of the distance of the rates from their series in a step, and the part of it that the series describe.
  /// @param last all orders to this one were run
  const SeriesDefects& FindDefects(int last, double step) {
    defects_.Find(orders_.data(), last, step);
    return defects_;
  }
  /// The same of what is wanted as well.
  const SeriesDefects& FindAllDefects(int last, double step) {
    defects_.FindAll(orders_.data(), last, step);
    return defects_;
  }
  /// Those that were found last, and which there may be.
  const SeriesDefects& defects() const { return defects_; }

 private:
  using Rule = SeriesRule;
  using Operation = SeriesOperation;

  /// Integrals at consecutive indices of rates at consecutive indices.
  struct IntegralRun {
    int32_t integral, rate, count;
  };
  /// A value that moves as other ones do.
  struct Follower {
    enum class Kind : uint8_t { kEither, kChosen, kProduct };
    Kind kind;
    int32_t value;
    int32_t a, b;                     // what moves it: either; a if `first` is not 0, else b; the two factors
    int32_t first = -1, second = -1;  // indices of the condition, of the factors
  };
  /// Operations that compute the coefficients of an order.
  struct Plan {
    std::vector<Operation> operations;
    std::vector<SeriesSegment> segments;
    std::vector<IntegralRun> integrals;
  };

  bool Moves(const Follower& follower) const;
  static std::vector<IntegralRun> RunsOf(const std::vector<SeriesIntegral>& integrals);
  Plan PlanFor(int order, const std::vector<int32_t>& wanted, const std::vector<SeriesIntegral>& integrals) const;
  void MakeOrders(int k);  // 1 to k
  size_t OrderStride() const;
  void FindFollowers();
  bool Varies(int32_t index, int first, int last) const;
  void RunSegments(const Plan& plan, int k);
  void ApplyNonlinear(const Operation& operation, int k);
  [[gnu::always_inline]] void Apply(const Operation& operation, int k, double* v, const double* v0);
  void Integrate(const std::vector<IntegralRun>& runs, int k);
  static void BeginBeside(const Operation& at, double* v);
  [[gnu::always_inline]] double SumOfProducts(int32_t a, int32_t b, int k, int first, int last) const;
  [[gnu::always_inline]] double SumOfSquares(int32_t a, int k) const;
  [[gnu::always_inline]] double SumOfWeighted(int32_t a, int32_t g, int k, int last) const;

  Kernel& kernel_;
  bool is_batched_;
  int32_t time_;
  SeriesOperations operations_;
  std::vector<Operation> with_beside_;
  SeriesDefects defects_;
  std::vector<IntegralRun> integrals_;               // of rates of order 0
  Plan first_, further_;                             // of order 1, of higher ones
  std::vector<std::vector<double>> coefficients_;    // one or more orders in each, from 1 on
  int made_ = 0;                                     // orders
  std::array<double*, kHighestOrder + 1> orders_{};  // [k]; null: not made
  std::vector<double> values_;                       // of order 0
  // Of StandsStill
  std::vector<char> moves_;  // by value, whether it follows time; the last one does not
  std::vector<Follower> followers_;
  std::vector<int32_t> sources_of_rates_;  // of each rate that may move the value with which it does
};

}  // namespace stiction::runtime
