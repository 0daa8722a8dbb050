// SPDX-License-Identifier: BSD-3-Clause
// For which values of its open settings a translation holds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/simplify/fold_parameters.h"

namespace stiction {

/// Values of other settings make another model: sizes, branches, which equations there are. For those of open settings
/// the translation has noted what it made of them, and tells whether it would make the same of others.
class OpenTranslation {
 public:
  /// @param dae before it is simplified
  /// @param texts of the values, by open setting
  OpenTranslation(ir::Dae dae, std::vector<std::string> texts);

  /// True if other values of this setting need another translation. Once the program is there.
  bool IsStructural(size_t setting) const;
  /// The slot of Program whose initial value it is, unless it is structural.
  int32_t SlotOf(size_t setting) const { return dae_.open->values[setting].slot; }
  /// True if the program holds for these values, too; all that are not structural are numbers then.
  bool HoldsFor(const std::vector<std::string>& texts) const;

 private:
  /// True if what the translation has asked of the numbers has the same answers.
  bool AnswersAlike() const;

  ir::Dae dae_;
  std::vector<std::string> texts_;
  std::unique_ptr<FoldQuestions> folds_;
};

/// The number that a text is, all of it.
std::optional<double> NumberIn(const std::string& text);

}  // namespace stiction
