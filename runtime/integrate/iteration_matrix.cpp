// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/iteration_matrix.h"

#include <klu.h>

#include <algorithm>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr double kSoundPivots = 1e-4;  // reciprocal growth of entries by pivots that were chosen for other values

}  // namespace

struct IterationMatrix::Klu {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Klu() { klu_defaults(&common); }
  ~Klu() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
};

IterationMatrix::IterationMatrix(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of)
    : klu_(std::make_unique<Klu>()) {
  const size_t n = column_begin.size() - 1;
  column_begin_.push_back(0);
  for (size_t column = 0; column < n; ++column) {
    bool diagonal_done = false;
    const auto add_diagonal = [&] {
      diagonal_.push_back(row_of_.size());
      row_of_.push_back(static_cast<int>(column));
      diagonal_done = true;
    };
    for (int64_t k = column_begin[column]; k < column_begin[column + 1]; ++k) {
      const auto row = static_cast<size_t>(row_of[k]);
      if (!diagonal_done && row > column) add_diagonal();
      if (row == column) {
        add_diagonal();
        entry_of_.push_back(row_of_.size() - 1);
      } else {
        entry_of_.push_back(row_of_.size());
        row_of_.push_back(static_cast<int>(row));
      }
    }
    if (!diagonal_done) add_diagonal();
    column_begin_.push_back(static_cast<int>(row_of_.size()));
  }
  values_.resize(row_of_.size());
  klu_->symbolic = klu_analyze(static_cast<int>(n), column_begin_.data(), row_of_.data(), &klu_->common);
  RT_CHECK(klu_->symbolic != nullptr, "KLU cannot order a matrix with a full diagonal");
}

IterationMatrix::~IterationMatrix() = default;

bool IterationMatrix::Factorize(double shift, const std::vector<double>& jacobian) {
  if (is_factorized_ && shift == shift_ && jacobian == jacobian_) return true;
  std::fill(values_.begin(), values_.end(), 0.0);
  for (size_t k = 0; k < entry_of_.size(); ++k) values_[entry_of_[k]] = -jacobian[k];
  for (const size_t at : diagonal_) values_[at] += shift;
  Klu& klu = *klu_;
  ++factorizations_;
  // The pivots of last time, unless they are poor now.
  is_factorized_ =
      klu.numeric != nullptr &&
      klu_refactor(column_begin_.data(), row_of_.data(), values_.data(), klu.symbolic, klu.numeric, &klu.common) != 0 &&
      klu.common.status == KLU_OK &&
      klu_rgrowth(column_begin_.data(), row_of_.data(), values_.data(), klu.symbolic, klu.numeric, &klu.common) != 0 &&
      klu.common.rgrowth > kSoundPivots;
  if (!is_factorized_) {
    klu_free_numeric(&klu.numeric, &klu.common);
    klu.numeric = klu_factor(column_begin_.data(), row_of_.data(), values_.data(), klu.symbolic, &klu.common);
    is_factorized_ = klu.numeric != nullptr && klu.common.status == KLU_OK;
  }
  shift_ = shift;
  jacobian_ = jacobian;
  return is_factorized_;
}

void IterationMatrix::Solve(double* x) {
  klu_solve(klu_->symbolic, klu_->numeric, static_cast<int>(column_begin_.size()) - 1, 1, x, &klu_->common);
}

}  // namespace stiction::runtime
