// SPDX-License-Identifier: BSD-3-Clause
// Memory for the variables of functions that call each other: frames on a stack, which never move.
#pragma once

#include <cstddef>
#include <memory>

namespace stiction::runtime {

class FrameStack {
 public:
  size_t top() const { return top_; }
  /// Behind the last number that there is room for. @pre a frame was pushed once
  const double* end() const { return memory_.get() + kSize; }

  /// `size` numbers, which hold anything; null if there is no room.
  double* Push(size_t size) {
    if (!memory_) memory_ = std::make_unique_for_overwrite<double[]>(kSize);
    if (size > kSize - top_) return nullptr;
    double* const frame = memory_.get() + top_;
    top_ += size;
    return frame;
  }
  void PopTo(size_t top) { top_ = top; }
  /// Of frames that others have made: what is pushed next stands behind `end`.
  void PutTopAt(const double* end) { top_ = static_cast<size_t>(end - memory_.get()); }

 private:
  static constexpr size_t kSize = size_t{1} << 25;  // the system gives memory to what is used of it only

  std::unique_ptr<double[]> memory_;
  size_t top_ = 0;
};

}  // namespace stiction::runtime
