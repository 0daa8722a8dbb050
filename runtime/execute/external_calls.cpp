// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/external_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/execute/tape.h"
#include "runtime/external/foreign_code.h"
#include "runtime/operators/texts.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

using Kind = ExternalSlot::Kind;

ExternalArgument::Kind KindOf(Kind kind) {
  switch (kind) {
    case Kind::kReal:
      return ExternalArgument::Kind::kReal;
    case Kind::kInteger:
      return ExternalArgument::Kind::kInteger;
    case Kind::kBoolean:
      return ExternalArgument::Kind::kBoolean;
    case Kind::kString:
      return ExternalArgument::Kind::kString;
    case Kind::kArray:
      return ExternalArgument::Kind::kArray;
    case Kind::kObject:
      return ExternalArgument::Kind::kObject;
  }
  return ExternalArgument::Kind::kReal;
}

bool Fits(ExternalArgument::Kind given, ExternalArgument::Kind wanted) {
  return given == wanted || (given == ExternalArgument::Kind::kInteger && wanted == ExternalArgument::Kind::kReal);
}

}  // namespace

ExternalCalls::ExternalCalls(const Program& program) : program_(program) {
  prepared_.resize(program.functions.size());
  for (size_t i = 0; i < program.objects.size(); ++i) objects_.push_back({.declaration = static_cast<int32_t>(i)});
}

std::optional<int32_t> ExternalCalls::DestructorOf(int32_t object) const {
  const Object& of = objects_[static_cast<size_t>(object)];
  if (of.made) return std::nullopt;
  return program_.objects[static_cast<size_t>(of.declaration)].destructor;
}

void ExternalCalls::Forget() {
  const auto last = static_cast<size_t>(order_.back());
  order_.pop_back();
  objects_[last].made.reset();
  objects_[last].lives = false;
  if (last >= program_.objects.size()) objects_.pop_back();
}

ExternalCalls::Prepared ExternalCalls::Prepare(const FunctionCode& function, const ExternalCode& code) {
  Prepared call;
  call.code = &code;
  if (code.entry) return call;
  call.provided = FindProvided(code.c_name);
  if (!call.provided) {
    call.wrong = fmt::format("`{}` is not among the functions that the runtime provides", code.c_name);
    return call;
  }
  size_t count = 0;
  const auto add_output = [&](const ExternalSlot& slot) {
    call.outputs.push_back(&slot);
    count += static_cast<size_t>(slot.count());
  };
  if (code.result && code.result->kind != Kind::kObject) add_output(*code.result);
  for (const ExternalSlot& slot : code.arguments) {
    if (slot.is_output) {
      add_output(slot);
      continue;
    }
    ExternalArgument argument;
    argument.kind = KindOf(slot.kind);
    argument.text = slot.text;
    argument.sizes = slot.sizes;
    call.arguments.push_back(std::move(argument));
    call.inputs.push_back(&slot);
  }
  bool fits = call.arguments.size() == call.provided->parameters.size() &&
              (call.provided->construct || count == (call.provided->compute_text ? 1 : call.provided->result_count)) &&
              (call.provided->compute_text != nullptr) == (code.result && code.result->kind == Kind::kString) &&
              (call.provided->construct != nullptr) == (code.result && code.result->kind == Kind::kObject);
  for (size_t i = 0; fits && i < call.arguments.size(); ++i) {
    fits = Fits(call.arguments[i].kind, call.provided->parameters[i]);
    if (fits) call.arguments[i].kind = call.provided->parameters[i];
  }
  if (!fits) {
    call.wrong = fmt::format("`{}` is declared with other arguments or results in {} than the runtime provides it with",
                             code.c_name, function.name);
  }
  call.results.resize(count);
  return call;
}

const std::string& ExternalCalls::Run(int32_t function, int32_t external, double* locals, double time) {
  const FunctionCode& code = program_.functions[static_cast<size_t>(function)];
  std::vector<Prepared>& of_function = prepared_[static_cast<size_t>(function)];
  if (of_function.empty()) {
    for (const ExternalCode& one : code.externals) of_function.push_back(Prepare(code, one));
  }
  Prepared& call = of_function[static_cast<size_t>(external)];
  message_.clear();
  if (!call.wrong.empty()) {
    message_ = call.wrong;
    return message_;
  }
  if (!HasObjects(*call.code, locals)) return message_;
  const std::optional<ExternalSlot>& result = call.code->result;
  if (!result || result->kind != Kind::kObject) {
    if (call.provided) {
      RunProvided(code, call, locals);
    } else {
      RunCompiled(code, *call.code, locals, time);
    }
    return message_;
  }
  const double number = locals[result->slot];
  RT_CHECK(number >= 0 && number < static_cast<double>(objects_.size()), "object {} of {}", number, objects_.size());
  auto object = static_cast<size_t>(number);
  const bool is_local = object < program_.objects.size() && program_.objects[object].is_local;
  if (is_local) {
    objects_.push_back({.declaration = static_cast<int32_t>(object)});
    object = objects_.size() - 1;
    locals[result->slot] = static_cast<double>(object);
  }
  if (objects_[object].lives) return message_;
  if (call.provided) {
    RunProvided(code, call, locals);
  } else {
    RunCompiled(code, *call.code, locals, time);
  }
  if (message_.empty()) {
    objects_[object].lives = true;
    order_.push_back(static_cast<int32_t>(object));
  } else if (is_local) {
    objects_.pop_back();
  }
  return message_;
}

bool ExternalCalls::HasObjects(const ExternalCode& code, const double* locals) {
  for (const ExternalSlot& slot : code.arguments) {
    if (slot.kind != Kind::kObject) continue;
    const double number = locals[slot.slot];
    if (number == kTransportsOfTheRun) continue;
    if (number >= 0 && number < static_cast<double>(objects_.size()) && objects_[static_cast<size_t>(number)].lives)
      continue;
    message_ = "the external object was not constructed";
    return false;
  }
  return true;
}

void ExternalCalls::RunProvided(const FunctionCode& function, Prepared& call, double* locals) {
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const ExternalSlot& slot = *call.inputs[i];
    ExternalArgument& argument = call.arguments[i];
    switch (slot.kind) {
      case Kind::kString:
        if (slot.message >= 0) argument.text = Format(function.messages[static_cast<size_t>(slot.message)], locals);
        break;
      case Kind::kArray:
        argument.values = {locals + slot.slot, static_cast<size_t>(slot.count())};
        break;
      case Kind::kObject:
        argument.object = locals[slot.slot] == kTransportsOfTheRun
                              ? &transports_
                              : objects_[static_cast<size_t>(locals[slot.slot])].made.get();
        if (!argument.object) {
          message_ = "the external object was made by another library";
          return;
        }
        break;
      default:
        argument.number = locals[slot.slot];
    }
  }
  if (call.provided->construct) {
    ConstructedObject made = call.provided->construct(call.arguments);
    if (auto* wrong = std::get_if<std::string>(&made)) {
      message_ = std::move(*wrong);
      return;
    }
    objects_[static_cast<size_t>(locals[call.code->result->slot])].made =
        std::move(std::get<std::unique_ptr<ExternalObject>>(made));
    return;
  }
  if (call.provided->compute_text) {
    std::string text;
    message_ = call.provided->compute_text(call.arguments, text);
    call.results[0] = NumberOf(text);
  } else {
    message_ = call.provided->compute(call.arguments, call.results);
  }
  const double* from = call.results.data();
  for (const ExternalSlot* output : call.outputs) {
    std::copy_n(from, output->count(), locals + output->slot);
    from += output->count();
  }
}

void ExternalCalls::RunCompiled(const FunctionCode& function, const ExternalCode& code, double* locals, double time) {
  if (!crash_.empty()) {
    message_ = crash_;
    return;
  }
  texts_.clear();
  for (const ExternalSlot& slot : code.arguments) {
    if (slot.message >= 0) texts_.push_back(Format(function.messages[static_cast<size_t>(slot.message)], locals));
  }
  if (texts_.size() > room_for_texts_) {
    pointers_.insert(pointers_.begin(), texts_.size() - room_for_texts_, nullptr);
    room_for_texts_ = texts_.size();
  }
  pointers_.resize(room_for_texts_ + objects_.size());
  void** const objects = pointers_.data() + room_for_texts_;
  for (size_t i = 0; i < texts_.size(); ++i) *(objects - 1 - i) = texts_[i].data();
  heard_.clear();
  if (RunForeign(code.entry, locals, objects, function.name, message_, heard_) == 2) crash_ = message_;
  if (!heard_.empty()) Hear(function, code, time);
}

// Code that runs in every evaluation would warn in every evaluation.
void ExternalCalls::Hear(const FunctionCode& function, const ExternalCode& code, double time) {
  constexpr size_t kMaxTexts = 10;  // of a function; texts may hold numbers
  for (const std::string& text : heard_) {
    size_t others = 0;
    const auto known = std::find_if(warnings_.begin(), warnings_.end(), [&](const Warning& warning) {
      if (warning.code != &code) return false;
      ++others;
      return warning.text == text || others == kMaxTexts;
    });
    if (known == warnings_.end()) {
      warnings_.push_back({&function, &code, text, time, 1});
    } else {
      ++known->count;
    }
  }
}

std::vector<std::string> ExternalCalls::Warnings() const {
  std::vector<std::string> texts;
  for (const Warning& warning : warnings_) {
    texts.push_back(fmt::format("at t = {:.12g} s the external function {} warns: {} ({}){}", warning.time,
                                warning.function->name, warning.text, warning.code->place,
                                warning.count == 1   ? ""
                                : warning.count == 2 ? "; and once more"
                                                     : fmt::format("; and {} times more", warning.count - 1)));
  }
  return texts;
}

}  // namespace stiction::runtime
