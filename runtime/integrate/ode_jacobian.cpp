// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ode_jacobian.h"

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

// Of the difference in time: of the way ahead. Its truncation error is that part of a step's own, its rounding error
// is divided by it.
constexpr double kReach = 1e-7;
constexpr double kFurther = 1e3;          // where a difference is within rounding errors
constexpr double kNoises = 8;             // in a difference of two slopes
constexpr double kMinReach = 1e-9;        // of t: else t itself is not exact enough
constexpr double kPerturbation = 1.5e-8;  // of the size of a state: the root of the rounding error

}  // namespace

OdeJacobian::OdeJacobian(ContinuousSystem& system) : system_(system) {
  const size_t nx = system.state_count();
  graph_ = system.MakeJacobian(true);
  graph_has_time_ = graph_ != nullptr;
  if (!graph_) graph_ = system.MakeJacobian();
  blocks_ = std::make_unique<StateJacobian>(system.program(), Form::kOde, system.tape());
  if (graph_) {
    column_begin_.assign(graph_->column_begin().begin(),
                         graph_->column_begin().begin() + static_cast<ptrdiff_t>(nx) + 1);
    row_of_.assign(graph_->row_of().begin(), graph_->row_of().begin() + column_begin_.back());
  } else {
    column_begin_ = blocks_->column_begin();
    row_of_ = blocks_->row_of();
  }
  depends_on_time_ = !graph_has_time_ || graph_->column_begin()[nx + 1] > graph_->column_begin()[nx];
  values_.resize(row_of_.size());
  for (std::vector<double>* vector : {&by_time_, &point_, &slope_}) vector->resize(nx);
}

void OdeJacobian::Refresh() {
  if (graph_) graph_->Refresh(system_.slots());
}

bool OdeJacobian::FromGraph(double t, const double* x) {
  if (!graph_ || !graph_->Compute(t, x, system_.slots(), system_.solver(), graph_values_)) return false;
  std::copy_n(graph_values_.begin(), values_.size(), values_.begin());
  if (!graph_has_time_) return true;
  std::fill(by_time_.begin(), by_time_.end(), 0.0);
  for (size_t k = values_.size(); k < graph_values_.size(); ++k) {
    by_time_[static_cast<size_t>(graph_->row_of()[k])] = graph_values_[k];
  }
  return true;
}

std::optional<SolveError> OdeJacobian::Compute(double t, const double* x, const double* f, double ahead,
                                               const StateScales& scales) {
  if (FromGraph(t, x)) {
    return graph_has_time_ ? std::nullopt : DifferenceInTime(t, x, f, ahead, scales);
  }
  if (auto error = system_.Evaluate(t, x)) return error;
  std::vector<double>& of_blocks = graph_values_;
  if (!blocks_->Compute(system_.slots(), of_blocks)) {
    if (auto error = Differences(t, x, f, scales)) return error;
  } else if (!graph_) {
    values_ = of_blocks;
  } else {
    // Into the pattern of the graph, which has every entry that is not zero for all values.
    std::fill(values_.begin(), values_.end(), 0.0);
    for (size_t column = 0; column + 1 < column_begin_.size(); ++column) {
      int64_t k = column_begin_[column];
      for (int64_t b = blocks_->column_begin()[column]; b < blocks_->column_begin()[column + 1]; ++b) {
        while (k < column_begin_[column + 1] && row_of_[k] < blocks_->row_of()[b]) ++k;
        if (k < column_begin_[column + 1] && row_of_[k] == blocks_->row_of()[b]) values_[k] = of_blocks[b];
      }
    }
  }
  return DifferenceInTime(t, x, f, ahead, scales);
}

std::optional<SolveError> OdeJacobian::Differences(double t, const double* x, const double* f,
                                                   const StateScales& scales) {
  const std::vector<double>&nominal = scales.sizes(), &noise = scales.noise();
  const size_t nx = point_.size();
  std::copy_n(x, nx, point_.begin());
  for (size_t column = 0; column < nx; ++column) {
    const double size = std::max(std::abs(x[column]), nominal[column]);
    std::optional<SolveError> error;
    double step = kPerturbation * size;
    for (int side = 0; side < 2; ++side, step = -step) {
      point_[column] = x[column] + step;
      error = system_.Derivatives(t, point_.data(), slope_.data());
      if (!error) break;
    }
    if (error) return error;
    const double width = point_[column] - x[column];
    point_[column] = x[column];
    for (int64_t k = column_begin_[column]; k < column_begin_[column + 1]; ++k) {
      const double change = slope_[row_of_[k]] - f[row_of_[k]];
      values_[k] = std::abs(change) > kNoises * noise[row_of_[k]] ? change / width : 0;
      if (!std::isfinite(values_[k])) values_[k] = 0;
    }
  }
  return std::nullopt;
}

std::optional<SolveError> OdeJacobian::DifferenceInTime(double t, const double* x, const double* f, double ahead,
                                                        const StateScales& scales) {
  const double reach = std::min(ahead, std::max(kReach * ahead, kMinReach * std::abs(t)));
  std::fill(by_time_.begin(), by_time_.end(), 0.0);
  double width = (t + reach) - t;
  if (width <= 0) return std::nullopt;
  auto error = system_.Derivatives(t + width, x, slope_.data());
  if (error) {
    width = (t - reach) - t;
    error = system_.Derivatives(t + width, x, slope_.data());
  }
  if (error) return error;
  is_hidden_.assign(by_time_.size(), true);
  while (TakeDifferences(f, width, ahead, scales) && std::abs(width) < ahead) {
    width = std::min(ahead, kFurther * std::abs(width));
    if (system_.Derivatives(t + width, x, slope_.data())) {
      system_.tape().ClearFailure();
      break;
    }
  }
  return std::nullopt;
}

// A difference within rounding errors says nothing; if it might matter in the step, it shows further on, or is zero.
bool OdeJacobian::TakeDifferences(const double* f, double width, double ahead, const StateScales& scales) {
  bool is_any_hidden = false;
  for (size_t i = 0; i < by_time_.size(); ++i) {
    if (!is_hidden_[i]) continue;
    const double noise = kNoises * scales.noise()[i];
    const double change = slope_[i] - f[i];
    is_hidden_[i] = std::abs(change) <= noise && noise / std::abs(width) * ahead * ahead > scales.absolute()[i];
    if (is_hidden_[i]) {
      is_any_hidden = true;
    } else {
      by_time_[i] = change / width;
    }
  }
  return is_any_hidden;
}

void OdeJacobian::Multiply(const double* x, double* y) const {
  std::fill_n(y, by_time_.size(), 0.0);
  for (size_t column = 0; column + 1 < column_begin_.size(); ++column) {
    const double factor = x[column];
    if (factor == 0) continue;
    for (int64_t k = column_begin_[column]; k < column_begin_[column + 1]; ++k) y[row_of_[k]] += values_[k] * factor;
  }
}

}  // namespace stiction::runtime
