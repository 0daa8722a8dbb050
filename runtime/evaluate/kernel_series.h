// Taylor coefficients of everything that a kernel computes, order by order, from those of its leaves.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/evaluate/kernel.h"

namespace stiction::runtime {

/// The series of stage 0 of a kernel in powers of (t - t0), by the recurrences of automatic differentiation (Moore
/// 1966; Griewank and Walther, Evaluating Derivatives, 2008, doi 10.1137/1.9780898717761, chapter 13). The coefficient
/// of order k follows from those of order 0 to k of the operands: what is linear costs one operation an order, a
/// product of two that vary k + 1. What is held is constant; a choice follows its condition, which must be.
class KernelSeries {
 public:
  static constexpr int kHighestOrder = 30;

  /// Whether each operation of stage 0 is smooth, up to choices by what is held, and has a recurrence.
  static bool IsPossible(const Kernel& kernel);

  /// One value is the integral of another over time.
  struct Integral {
    int32_t integral, rate;  // indices
  };

  /// @param kernel gets further values; outlives this
  /// @param time index of the leaf that is time, kNoSlot: none
  /// @param integrals their coefficients of order k + 1 follow with those of order k
  /// @pre IsPossible(kernel)
  KernelSeries(Kernel& kernel, int32_t time, std::vector<Integral> integrals = {});

  /// The coefficients of order k of all values, by the kernel's indices; of order 0 the values themselves. Those of
  /// what does not vary are 0 for k >= 1.
  double* Coefficients(int k) {
    if (orders_[static_cast<size_t>(k)] == nullptr) MakeOrder(k);
    return orders_[static_cast<size_t>(k)];
  }
  /// All of them, k = 0 to the highest that was run.
  const double* const* Orders() const { return orders_.data(); }

  /// The values of now stay those of order 0 in Orders until the next Begin. Before another run of the kernel.
  void KeepValues();
  /// Some operation is not linear: the last coefficients do not tell how far the series holds, as where a function that
  /// is flat here bends further on, or ends.
  bool wants_proof() const { return wants_proof_; }

  /// To be called after RunStage(0), before Run. Time is expanded by itself.
  void Begin();
  /// The coefficients of order k >= 1. @pre those of leaves that are no integrals are set, and all of lower orders
  void Run(int k);

 private:
  enum class Rule : uint8_t {
    kCopy,
    kNegate,
    kAdd,
    kSubtract,
    kScale,     // b varies, a does not
    kDivideBy,  // a varies, b does not
    kChoose,
    kProduct,
    kQuotient,
    kSquare,
    kReciprocal,
    kSqrt,
    kPower,  // the exponent does not vary
    kExp,
    kLog,
    kLog10,
    kSin,  // with the cosine beside it
    kCos,  // with the sine
    kSinOfLine,
    kCosOfLine,
    kSinh,
    kCosh,
    kTan,   // with 1 + tan^2
    kTanh,  // with 1 - tanh^2
    kAtan,  // with 1 + a^2
    kNone
  };
  struct Operation {
    Rule rule;
    int32_t degree;  // in time, if it is a polynomial of it; else kNotPolynomial
    int32_t dst, a, b, c;
    int32_t beside;  // index of the function that is computed with it
  };
  /// Equal operations side by side.
  struct Segment {
    Rule rule;
    bool is_affine;
    int32_t degree;
    int32_t first, count;  // of operations_
    int32_t stride_a, stride_b, stride_c;
  };

  static Rule RuleOf(const Instruction& instruction, const std::vector<char>& varies);
  static std::vector<char> Varying(const Kernel& kernel);
  void Segmentize();
  void MakeOrder(int k);
  void RunSegments(int k);
  std::unique_ptr<NativeLine> CompileLine(const std::vector<Operation>& operations) const;
  void ApplyNonlinear(const Operation& operation, int k);
  [[gnu::always_inline]] void Apply(const Operation& operation, int k, double* v, const double* v0);
  void Integrate(int k);
  void BeginBeside(const Segment& segment, double* v) const;
  double SumOfProducts(int32_t a, int32_t b, int k, int first, int last) const;
  double SumOfWeighted(int32_t a, int32_t g, int k, int last) const;

  /// Integrals at consecutive indices of rates at consecutive indices.
  struct IntegralRun {
    int32_t integral, rate, count;
  };

  Kernel& kernel_;
  bool is_batched_;
  int32_t time_;
  std::vector<Integral> integrals_;
  std::vector<IntegralRun> integral_runs_;
  std::vector<Operation> operations_;
  std::vector<Operation> beyond_time_;  // those that are no polynomials of time of degree 1
  std::vector<Segment> segments_;
  std::unique_ptr<NativeLine> first_line_, line_;  // of order 1 and above, if the kernel is native
  std::vector<Segment> with_beside_;
  std::vector<std::vector<double>> coefficients_;    // by order, from 1 on
  std::array<double*, kHighestOrder + 1> orders_{};  // [k]; 0: the kernel's or kept_; null: not made
  std::vector<double> kept_;
  bool is_kept_ = false;
  bool wants_proof_ = false;
};

}  // namespace stiction::runtime
