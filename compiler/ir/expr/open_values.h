// SPDX-License-Identifier: BSD-3-Clause
// Numbers that a translation is given and that may be others when its program runs, as long as it does not hinge on
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::ir {

struct OpenValue {
  double number = 0;
  int32_t slot = -1;     // of the program, whose initial value it is
  VariableId variable;   // the generated parameter that holds it; invalid: it is none of the model
  bool is_read = false;  // the translation is that of this number: it gives a size, a branch, a choice of states
};

/// The open values of one translation, shared by its representations: who reads one of them while translating says so.
struct OpenValues {
  std::vector<OpenValue> values;
  /// Parameters, and expressions of parameters and unknowns, of which the translation uses only whether they are 0.
  std::vector<std::pair<VariableId, bool>> zeros;
  std::vector<std::pair<ExprId, bool>> zero_expressions;
};
using OpenValuesPtr = std::shared_ptr<OpenValues>;

/// During its life what is read is not noted: the translation does not hinge on the answer.
class UnnotedReads {
 public:
  /// @param open null: there are none
  explicit UnnotedReads(OpenValuesPtr open) : open_(std::move(open)) {
    if (open_) before_ = open_->values;
  }
  ~UnnotedReads() {
    if (!open_) return;
    for (size_t i = 0; i < before_.size(); ++i) open_->values[i].is_read = before_[i].is_read;
  }
  UnnotedReads(const UnnotedReads&) = delete;
  UnnotedReads& operator=(const UnnotedReads&) = delete;

 private:
  OpenValuesPtr open_;
  std::vector<OpenValue> before_;
};

/// What is read from its beginning on.
class ReadsSince {
 public:
  explicit ReadsSince(OpenValuesPtr open) : open_(std::move(open)) {
    if (open_) before_ = open_->values;
  }

  /// Those that were not noted before. They are no longer noted: whoever asked says what hinges on them.
  std::vector<size_t> Undo() {
    std::vector<size_t> read;
    for (size_t i = 0; i < before_.size(); ++i) {
      if (open_->values[i].is_read && !before_[i].is_read) read.push_back(i);
      open_->values[i].is_read = before_[i].is_read;
    }
    return read;
  }

 private:
  OpenValuesPtr open_;
  std::vector<OpenValue> before_;
};

}  // namespace stiction::ir
