// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/driver/open_translation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/simplify/parameter_cycles.h"
#include "compiler/symbolic/evaluate.h"
#include "compiler/symbolic/walk.h"

namespace stiction {

std::optional<double> NumberIn(const std::string& text) {
  const size_t sign = text.starts_with("+") ? 1 : 0;
  double number = 0;
  const auto [end, wrong] = std::from_chars(text.data() + sign, text.data() + text.size(), number);
  if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

OpenTranslation::OpenTranslation(ir::Dae dae, std::vector<std::string> texts)
    : dae_(std::move(dae)), texts_(std::move(texts)) {
  BreakParameterCycles(dae_);
  folds_ = std::make_unique<FoldQuestions>(dae_);
}

bool OpenTranslation::IsStructural(size_t setting) const {
  const ir::OpenValue& value = dae_.open->values[setting];
  return !value.variable || value.is_read;
}

bool OpenTranslation::AnswersAlike() const {
  const ir::VariableKinds kinds(dae_);
  ir::ParameterValues values(dae_, kinds);
  const ir::UnnotedReads unnoted(dae_.open);
  const auto is_alike = [&](const std::pair<ir::VariableId, bool>& zero) {
    return (values.Of(zero.first) == 0.0) == zero.second;
  };
  // What varies stands for itself: some number that is not special.
  const auto value_of = [&](ir::VariableId v) -> std::optional<double> {
    const std::optional<double> known = values.Of(v);
    return known ? known : 1 + std::fmod(static_cast<double>(v.value) * std::numbers::phi, 1);
  };
  symbolic::CallResults calls;
  // Later phases have made functions that this model does not know.
  const auto is_later = [&](ir::ExprId e) {
    const ir::ExprNode& node = (*dae_.pool)[e];
    return node.op == ir::Op::kCall && static_cast<size_t>(node.payload) >= dae_.functions.size();
  };
  const auto is_alike_too = [&](const std::pair<ir::ExprId, bool>& zero) {
    if (symbolic::AnyNode(*dae_.pool, zero.first, is_later)) return false;
    return (symbolic::Evaluate(*dae_.pool, dae_.functions, zero.first, value_of, &calls) == 0.0) == zero.second;
  };
  return std::ranges::all_of(dae_.open->zeros, is_alike) &&
         std::ranges::all_of(dae_.open->zero_expressions, is_alike_too) && folds_->HaveSameAnswers();
}

bool OpenTranslation::HoldsFor(const std::vector<std::string>& texts) const {
  std::vector<double> others;
  for (size_t i = 0; i < texts_.size(); ++i) {
    const std::optional<double> number = NumberIn(texts[i]);
    if (texts[i] != texts_[i] && (IsStructural(i) || !number)) return false;
    others.push_back(number.value_or(0));
  }
  const auto exchange = [&] {
    for (size_t i = 0; i < others.size(); ++i) std::swap(dae_.open->values[i].number, others[i]);
  };
  exchange();
  const bool is_alike = AnswersAlike();
  exchange();
  return is_alike;
}

}  // namespace stiction
