// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/real_equations.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>

#include "runtime/blocks/term_slots.h"
#include "runtime/blocks/varying.h"
#include "runtime/linear/equilibration.h"
#include "runtime/program/operands.h"
#include "runtime/support/flat_set.h"
#include "runtime/support/perturbation.h"
#include "runtime/support/rounding_direction.h"

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNoise = 1e-12;  // rounding errors of the largest row, seen in the others

}  // namespace

RealEquations::RealEquations(SolveContext& context, const BlockCode& block)
    : context_(context), block_(block), n_(static_cast<Index>(block.unknowns.size())) {
  const TermFinder in_residuals(context.program, block.residual);
  for (const Slot residual : block.residuals) terms_.push_back(in_residuals.TermsOf(residual));
  const TermFinder in_jacobian(context.program, block.jacobian);
  for (const BlockCode::Entry& entry : block.entries) {
    std::vector<Slot> terms = in_jacobian.TermsOf(entry.slot);
    if (terms.size() == 1) terms.clear();
    entry_terms_.push_back(std::move(terms));
  }
  if (n_ == 1) PickWhatVaries();
  x_ = VectorXd::Zero(n_);
  residual_ = VectorXd::Zero(n_);
  matrix_ = BlockMatrix(n_, block.entries);
}

void RealEquations::PickWhatVaries() {
  FlatSet<Slot> varying;
  const auto count = static_cast<size_t>(block_.residual.end - block_.residual.begin);
  varying.Reserve(count + 1);
  again_.reserve(count);
  varying.InsertAll(block_.unknowns);
  for (int32_t i = block_.residual.begin; i < block_.residual.end; ++i) {
    const Instruction& instruction = context_.program.code[static_cast<size_t>(i)];
    // Only plain operations can be told apart.
    if (instruction.op >= OpCode::kCall) {
      again_.clear();
      return;
    }
    if (!varying.Contains(instruction.a) && !varying.Contains(instruction.b) && !varying.Contains(instruction.c)) {
      continue;
    }
    varying.Insert(instruction.dst);
    again_.push_back(instruction);
  }
}

void RealEquations::Read(const double* slots) {
  for (Index j = 0; j < n_; ++j) x_[j] = slots[block_.unknowns[static_cast<size_t>(j)]];
}

bool RealEquations::Evaluate(double* slots, const VectorXd& x) {
  x_ = x;
  for (Index j = 0; j < n_; ++j) slots[block_.unknowns[static_cast<size_t>(j)]] = x[j];
  context_.tape.Run(block_.residual, slots);
  if (decide_ != nullptr && (*decide_)()) context_.tape.Run(block_.residual, slots);
  for (Index i = 0; i < n_; ++i) residual_[i] = slots[block_.residuals[static_cast<size_t>(i)]];
  return residual_.allFinite() && !context_.tape.failure();
}

double RealEquations::Entry(size_t k, const double* slots) const {
  const double value = slots[block_.entries[k].slot];
  if (entry_terms_[k].empty()) return value;
  double size = 0;
  for (const Slot term : entry_terms_[k]) size += std::fabs(slots[term]);
  return std::fabs(value) <= 8 * kEpsilon * size ? 0 : value;
}

bool RealEquations::Differentiate(double* slots) {
  context_.tape.Run(block_.jacobian, slots);
  matrix_.SetZero();
  for (size_t k = 0; k < block_.entries.size(); ++k) matrix_.Add(k, Entry(k, slots));
  return matrix_.AllFinite() && !context_.tape.failure();
}

void RealEquations::Factorize() {
  factorization_.Factorize(matrix_, [&]() -> const std::vector<bool>& {
    if (!mode_dependent_) mode_dependent_ = ModeDependentColumns(context_.program, block_);
    return *mode_dependent_;
  });
}

std::optional<double> RealEquations::FindSlope(double* slots) {
  if (!std::isfinite(slots[block_.unknowns[0]])) return std::nullopt;
  context_.tape.Run(block_.residual, slots);
  if (!std::isfinite(slots[block_.residuals[0]]) || context_.tape.failure()) return std::nullopt;
  context_.tape.Run(block_.jacobian, slots);
  double slope = 0;
  for (size_t k = 0; k < block_.entries.size(); ++k) slope += Entry(k, slots);
  if (slope == 0 || !std::isfinite(slope) || context_.tape.failure()) return std::nullopt;
  return slope;
}

void RealEquations::EvaluateAgain(double* slots) {
  if (again_.empty()) {
    context_.tape.Run(block_.residual, slots);
  } else {
    context_.tape.Run(again_, slots);
  }
}

double RealEquations::TermSize(size_t row, const double* slots) const {
  double size = 0;
  for (const Slot term : terms_[row]) size += std::fabs(slots[term]);
  return size;
}

bool RealEquations::IsNoise(double* slots) {
  const VectorXd x = x_, residual = residual_;
  const auto rounded = [&](int direction) {
    const RoundingDirection rounding(direction);
    Evaluate(slots, x);
    return residual_;
  };
  VectorXd noise = (rounded(FE_UPWARD) - rounded(FE_DOWNWARD)).cwiseAbs();
  const auto is_noise = [&] { return (residual.cwiseAbs().array() <= noise.array()).all(); };
  // Of equal terms that cancel, the rounding errors do so too; those of what they are made of do not.
  constexpr uint64_t kSamples = 3;
  for (uint64_t sample = 0; sample < kSamples && !is_noise(); ++sample) {
    noise = noise.cwiseMax((ResidualOfRoundedInputs(slots, x, sample) - residual).cwiseAbs());
  }
  return Evaluate(slots, x) && is_noise();
}

VectorXd RealEquations::ResidualOfRoundedInputs(double* slots, const VectorXd& x, uint64_t sample) {
  std::vector<std::pair<Slot, double>> exact;
  for (const Slot slot : Inputs()) {
    const double value = slots[slot];
    if (!std::isfinite(value) || value == std::nearbyint(value)) continue;  // a number, a Boolean, an ordinal
    exact.emplace_back(slot, value);
    slots[slot] = value * (1 + PerturbationSign(exact.size(), sample) * kEpsilon);
  }
  Evaluate(slots, x);
  for (const auto& [slot, value] : exact) slots[slot] = value;
  return residual_;
}

std::vector<Slot> RealEquations::Inputs() const {
  FlatSet<Slot> known;
  known.InsertAll(block_.unknowns);
  std::vector<Slot> inputs;
  for (const Instruction& i : CodeIn(context_.program, block_.residual)) {
    ForEachRead(context_.program, i, [&](Slot slot) {
      if (known.Contains(slot)) return;
      known.Insert(slot);
      inputs.push_back(slot);
    });
    ForEachWrite(context_.program, i, [&](Slot slot) {
      if (slot != kNoSlot) known.Insert(slot);
    });
  }
  return inputs;
}

VectorXd RealEquations::RowTerms(const double* slots) const {
  VectorXd terms = matrix_.AbsTimes(x_);
  for (Index i = 0; i < n_; ++i) terms[i] += TermSize(static_cast<size_t>(i), slots);
  return terms;
}

Eigen::Array<bool, Eigen::Dynamic, 1> RealEquations::Satisfied(const double* slots, double tolerance) const {
  return residual_.array().abs() <= tolerance * RowTerms(slots).array();
}

bool RealEquations::IsNothing(const VectorXd& difference, const VectorXd& beside, double tolerance,
                              const double* slots) const {
  const VectorXd scale = Equilibrate(matrix_).rows;
  VectorXd terms = RowTerms(slots);
  if (beside.size() == n_) terms += beside.cwiseAbs();
  terms = terms.cwiseProduct(scale);
  const double noise = kNoise * terms.maxCoeff();
  return (scale.cwiseProduct(difference).cwiseAbs().array() <= (tolerance * terms.array()).max(noise)).all();
}

VectorXd RealEquations::RoundingErrors(const double* slots) const {
  const Equilibration scale = Equilibrate(matrix_);
  const double largest = scale.rows.cwiseProduct(RowTerms(slots)).maxCoeff();
  return kEpsilon * largest * scale.columns;
}

VectorXd RealEquations::CarriedRoundingErrors(const double* slots) const {
  constexpr uint64_t kSamples = 3;
  const VectorXd terms = kEpsilon * RowTerms(slots);
  VectorXd errors = VectorXd::Zero(n_), signed_terms(n_);
  for (uint64_t sample = 0; sample < kSamples; ++sample) {
    for (Index i = 0; i < n_; ++i) signed_terms[i] = PerturbationSign(static_cast<size_t>(i), sample) * terms[i];
    errors = errors.cwiseMax(factorization_.Solve(signed_terms).cwiseAbs());
  }
  return errors;
}

VectorXd RealEquations::Sizes(const double* slots) const {
  const VectorXd terms = RowTerms(slots);
  VectorXd sizes = VectorXd::Constant(n_, std::numeric_limits<double>::infinity());
  const std::vector<int>& begin = matrix_.column_begin();
  for (Index j = 0; j < n_; ++j) {
    for (int k = begin[static_cast<size_t>(j)]; k < begin[static_cast<size_t>(j) + 1]; ++k) {
      const double value = std::fabs(matrix_.values()[static_cast<size_t>(k)]);
      const double size = terms[matrix_.row_of()[static_cast<size_t>(k)]] / value;
      if (value > 0 && size > 0) sizes[j] = std::min(sizes[j], size);
    }
    if (!std::isfinite(sizes[j])) sizes[j] = 0;
  }
  return sizes;
}

std::vector<Index> RealEquations::FreeUnknowns() const {
  const MatrixXd dense = matrix_.Dense();
  const MatrixXd kernel = Eigen::FullPivLU<MatrixXd>(Equilibrate(dense).Apply(dense)).kernel();
  std::vector<Index> free;
  for (Index j = 0; j < n_; ++j) {
    if (kernel.row(j).cwiseAbs().maxCoeff() > 1e-9) free.push_back(j);
  }
  return free;
}

RealStatus RealEquations::Failed(RealStatus otherwise) const {
  return context_.tape.failure() ? RealStatus::kFunctionFailed : otherwise;
}

}  // namespace stiction::runtime
