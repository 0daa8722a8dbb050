// SPDX-License-Identifier: BSD-3-Clause
// What the functions of both versions of the interface share: an instance with its messages, and the phases in which a
// function may be called.
#pragma once

#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fmi/model/instance.h"
#include "runtime/operators/texts.h"

namespace stiction::fmi {

/// The numbers that all versions give these.
enum class Status { kOk, kWarning, kDiscard, kError, kFatal };

using Log = std::function<void(Status status, const char* category, const std::string& message)>;

/// An instance as its importer sees it: nothing thrown leaves it, and what goes wrong is told.
class Component {
 public:
  Component(std::unique_ptr<Instance> instance, bool is_stepped, bool tells_all, Log log)
      : instance_(std::move(instance)), is_stepped_(is_stepped), tells_all_(tells_all), log_(std::move(log)) {}

  Instance& instance() { return *instance_; }
  bool is_stepped() const { return is_stepped_; }
  bool event_mode_used = false, early_return_allowed = false;
  bool is_terminated_by_model = false;
  double last_time = 0;  // reached by steps [s]

  /// Runs `act`, which gives an Outcome, if the instance is in one of the phases.
  /// @param what the function, for messages
  template <class Act>
  Status In(std::initializer_list<Phase> phases, const char* what, const Act& act) {
    bool is_allowed = false;
    for (const Phase phase : phases) is_allowed = is_allowed || phase == instance_->phase();
    if (!is_allowed) return Tell(Status::kError, std::string(what) + " is not allowed now");
    return Try(what, act);
  }
  template <class Act>
  Status Try(const char* what, const Act& act) {
    try {
      const Outcome outcome = act();
      for (const std::string& note : instance_->TakeNotes()) Tell(Status::kWarning, note);
      if (!outcome) return Status::kOk;
      return Tell(outcome->is_passing ? Status::kDiscard : Status::kError, outcome->message);
    } catch (const std::exception& error) {
      return Tell(Status::kFatal, std::string(what) + ": " + error.what());
    }
  }
  Status Tell(Status status, const std::string& message) {
    static constexpr const char* kCategories[] = {"logAll", "logStatusWarning", "logStatusDiscard", "logStatusError",
                                                  "logStatusFatal"};
    if (log_ && (tells_all_ || status >= Status::kError)) log_(status, kCategories[static_cast<int>(status)], message);
    return status;
  }
  /// Or errors only.
  void TellAll(bool all) { tells_all_ = all; }

  /// Gets or sets numbers, of variables that may be of these types.
  template <class Reference, class Value>
  Status Get(std::initializer_list<runtime::ValueType> types, const Reference references[], size_t count,
             Value values[]) {
    return Try("Get", [&]() -> Outcome {
      for (size_t i = 0; i < count; ++i) {
        double value = 0;
        if (auto wrong = CheckType(types, references[i])) return wrong;
        if (auto trouble = instance_->Get(references[i], value)) return trouble;
        values[i] = static_cast<Value>(value);
      }
      return std::nullopt;
    });
  }
  template <class Reference, class Value>
  Status Set(std::initializer_list<runtime::ValueType> types, const Reference references[], size_t count,
             const Value values[]) {
    return Try("Set", [&]() -> Outcome {
      for (size_t i = 0; i < count; ++i) {
        if (auto wrong = CheckType(types, references[i])) return wrong;
        if (auto trouble = instance_->Set(references[i], static_cast<double>(values[i]))) return trouble;
      }
      return std::nullopt;
    });
  }
  /// Texts live as long as the process.
  template <class Reference>
  Status GetTexts(const Reference references[], size_t count, const char* values[]) {
    std::vector<double> numbers(count);
    const Status status = Get({runtime::ValueType::kString}, references, count, numbers.data());
    for (size_t i = 0; i < count && status == Status::kOk; ++i) values[i] = TextOf(numbers[i]).c_str();
    return status;
  }

  /// @param states kept by the importer
  Status SaveTo(void** state) {
    return Try("GetFMUState", [&]() -> Outcome {
      auto saved = std::make_unique<InstanceState>();
      if (auto trouble = instance_->Save(*saved)) return trouble;
      delete static_cast<InstanceState*>(*state);
      *state = saved.release();
      return std::nullopt;
    });
  }
  Status RestoreFrom(const void* state) {
    return Try("SetFMUState", [&] { return instance_->Restore(*static_cast<const InstanceState*>(state)); });
  }
  static Status Free(void** state) {
    delete static_cast<InstanceState*>(*state);
    *state = nullptr;
    return Status::kOk;
  }
  static Status SizeOf(const void* state, size_t* size) {
    *size = static_cast<const InstanceState*>(state)->Bytes().size();
    return Status::kOk;
  }
  template <class Byte>
  Status Serialize(const void* state, Byte bytes[], size_t size) {
    const std::string text = static_cast<const InstanceState*>(state)->Bytes();
    if (text.size() > size) return Tell(Status::kError, "the state needs more bytes");
    std::copy(text.begin(), text.end(), bytes);
    return Status::kOk;
  }
  template <class Byte>
  Status Deserialize(const Byte bytes[], size_t size, void** state) {
    auto read = InstanceState::FromBytes({reinterpret_cast<const char*>(bytes), size});
    if (!read) return Tell(Status::kError, "these bytes are no state of this model");
    delete static_cast<InstanceState*>(*state);
    *state = new InstanceState(std::move(*read));
    return Status::kOk;
  }

  template <class Reference>
  Status Differentiate(const Reference unknowns[], size_t unknown_count, const Reference knowns[], size_t known_count,
                       const double seed[], double sensitivity[]) {
    return In({Phase::kInitialization, Phase::kEvent, Phase::kContinuous, Phase::kStep}, "GetDirectionalDerivative",
              [&]() -> Outcome {
                using runtime::ValueType;
                for (size_t i = 0; i < unknown_count + known_count; ++i) {
                  const Reference reference = i < unknown_count ? unknowns[i] : knowns[i - unknown_count];
                  if (auto wrong = CheckType({ValueType::kReal}, reference)) return wrong;
                  if (instance_->exposed().variables[reference].slot == runtime::kNoSlot)
                    return Trouble{false, "a derivative by or of something that is no variable of the model"};
                  if (i >= unknown_count && !instance_->exposed().IsKnown(reference))
                    return Trouble{false, "a derivative by what is neither a state nor an input"};
                }
                if (auto trouble = instance_->Start()) return trouble;
                return instance_->Differentiate({unknowns, unknowns + unknown_count}, {knowns, knowns + known_count},
                                                seed, sensitivity);
              });
  }

 private:
  Outcome CheckType(std::initializer_list<runtime::ValueType> types, size_t reference) const {
    const std::vector<Exposed>& variables = instance_->exposed().variables;
    if (reference >= variables.size()) return Trouble{false, "there is no variable " + std::to_string(reference)};
    for (const runtime::ValueType type : types) {
      if (variables[reference].type == type) return std::nullopt;
    }
    return Trouble{false,
                   "variable " + std::to_string(reference) + " (" + variables[reference].name + ") is of another type"};
  }

  std::unique_ptr<Instance> instance_;
  bool is_stepped_, tells_all_;
  Log log_;
};

}  // namespace stiction::fmi
