// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/external/call_c.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/external/c_library.h"
#include "runtime/external/foreign_code.h"
#include "runtime/operators/texts.h"

namespace stiction {
namespace {

using ir::ForeignCall;
using ir::ForeignValue;
using ir::ScalarType;
using runtime::ExternalSlot;

bool IsText(const ForeignValue& value) { return value.type == ScalarType::kString; }

size_t CountOf(const ForeignValue& value) { return IsText(value) ? value.texts.size() : value.numbers.size(); }

/// A call as the writer of C wrappers knows it: its arguments lie one after the other in a list of numbers.
struct Layout {
  explicit Layout(const ForeignCall& call) {
    external.function = code.c_name = call.function;
    external.is_fortran = call.is_fortran;
    external.source = call.source;
    for (const ForeignValue& argument : call.arguments) {
      external.arguments.push_back(ArgumentOf(argument));
      code.arguments.push_back(SlotOf(argument));
      // A String that the call takes comes through a pointer, so that the C text is the same for all such.
      if (IsText(argument) && argument.dims.empty() && !argument.is_output) code.arguments.back().message = 0;
    }
    if (!call.result) return;
    external.result = ArgumentOf(*call.result);
    code.result = SlotOf(*call.result);
  }

  ir::ExternalCall external;
  runtime::ExternalCode code;

 private:
  ir::ExternalArgument ArgumentOf(const ForeignValue& value) {
    ir::ExternalArgument argument;
    argument.type = value.type;
    argument.is_size = value.is_size;
    argument.is_output = value.is_output;
    argument.dims = value.dims;
    argument.slot = next_;
    return argument;
  }

  ExternalSlot SlotOf(const ForeignValue& value) {
    using Kind = ExternalSlot::Kind;
    ExternalSlot slot;
    slot.kind = !value.dims.empty()                  ? Kind::kArray
                : value.type == ScalarType::kReal    ? Kind::kReal
                : value.type == ScalarType::kBoolean ? Kind::kBoolean
                : value.type == ScalarType::kString  ? Kind::kString
                                                     : Kind::kInteger;
    slot.is_output = value.is_output;
    slot.sizes = value.dims;
    slot.slot = next_;
    next_ += static_cast<int32_t>(CountOf(value));
    return slot;
  }

  int32_t next_ = 0;
};

void AppendNumbers(const ForeignValue& value, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), value.numbers.begin(), value.numbers.end());
  for (const std::string& text : value.texts) numbers.push_back(NumberOf(text));
}

void TakeNumbers(const std::vector<double>& numbers, const ExternalSlot& slot, ForeignValue& value) {
  for (size_t k = 0; k < CountOf(value); ++k) {
    const double number = numbers[static_cast<size_t>(slot.slot) + k];
    if (IsText(value)) {
      value.texts[k] = TextOf(number);
    } else {
      value.numbers[k] = value.type == ScalarType::kBoolean ? (number != 0 ? 1.0 : 0.0) : number;
    }
  }
}

void AppendKey(const ForeignValue& value, bool with_values, std::string& key) {
  key += fmt::format(";{}{}{}[{}]", static_cast<int>(value.type), value.is_size ? "s" : "", value.is_output ? "o" : "",
                     fmt::join(value.dims, ","));
  if (!with_values) return;
  for (const double number : value.numbers) key += fmt::format(" {:a}", number);
  for (const std::string& text : value.texts) key += fmt::format(" {}:{}", text.size(), text);
}

/// What tells calls apart: of the same code, and of the same results.
std::string KeyOf(const ForeignCall& call, bool with_values) {
  std::string key = call.name + "=" + call.function;
  for (const ForeignValue& argument : call.arguments) AppendKey(argument, with_values, key);
  if (call.result) AppendKey(*call.result, false, key);
  return key;
}

class CFunctions : public ir::ForeignFunctions {
 public:
  explicit CFunctions(bool allowed) : allowed_(allowed) {}

  bool Call(ForeignCall& call, bool may_run) override {
    const std::string key = KeyOf(call, true);
    auto done = done_.find(key);
    if (done == done_.end() && !may_run) return false;
    if (done == done_.end()) {
      ForeignCall made = call;
      const bool succeeded = Run(made);
      done = done_.emplace(key, succeeded ? std::optional(std::move(made)) : std::nullopt).first;
    }
    if (!done->second) return false;
    call.arguments = done->second->arguments;
    call.result = done->second->result;
    return true;
  }

  const std::string& failure() const override { return failure_; }

 private:
  // The entry of the compiled call; null if it does not compile.
  runtime::ExternalCode::Entry EntryOf(const ForeignCall& call, Layout& layout) {
    const auto [entry, is_new] = entries_.try_emplace(KeyOf(call, false), nullptr);
    if (!is_new) return entry->second;
    std::vector<CCall> calls{{call.name, &layout.external, &layout.code, "stiction_call"}};
    const std::optional<CFailure> failure = LoadCalls(calls, true);
    if (failure) failure_ = failure->message;
    return entry->second = layout.code.entry;
  }

  bool Run(ForeignCall& call) {
    if (!allowed_)
      failure_ = fmt::format("`{}` is C code of the model, and --no-external-code does not run it", call.name);
    if (has_crashed_ || !allowed_) return false;
    Layout layout(call);
    const runtime::ExternalCode::Entry entry = EntryOf(call, layout);
    if (!entry) return false;
    std::vector<double> numbers;
    std::vector<void*> texts;  // the last one first
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      AppendNumbers(call.arguments[i], numbers);
      if (layout.code.arguments[i].message >= 0) texts.insert(texts.begin(), call.arguments[i].texts.front().data());
    }
    if (call.result) AppendNumbers(*call.result, numbers);
    std::string message;
    std::vector<std::string> warnings;  // the run tells them
    const int code =
        runtime::RunForeign(entry, numbers.data(), texts.data() + texts.size(), call.name, message, warnings);
    if (code != 0) {
      has_crashed_ = code == 2;
      failure_ = fmt::format("the external function `{}` fails: {}", call.name, message);
      return false;
    }
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      if (call.arguments[i].is_output) TakeNumbers(numbers, layout.code.arguments[i], call.arguments[i]);
    }
    if (call.result) TakeNumbers(numbers, *layout.code.result, *call.result);
    return true;
  }

  std::map<std::string, std::optional<ForeignCall>> done_;
  std::map<std::string, runtime::ExternalCode::Entry> entries_;
  std::string failure_;
  bool has_crashed_ = false;
  bool allowed_;
};

}  // namespace

std::shared_ptr<ir::ForeignFunctions> MakeCFunctions(bool allowed) { return std::make_shared<CFunctions>(allowed); }

}  // namespace stiction
