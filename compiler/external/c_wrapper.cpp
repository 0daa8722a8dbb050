#include "compiler/external/c_wrapper.h"

#include <fmt/format.h>

#include "compiler/support/check.h"

namespace stiction {
namespace {

using ir::ExternalArgument;
using ir::ScalarType;
using runtime::ExternalSlot;

// The C type of a scalar (MLS 12.9.1.1).
std::string_view CType(const ExternalArgument& argument) {
  if (argument.is_object) return "void*";
  if (argument.is_size) return "size_t";
  switch (argument.type) {
    case ScalarType::kReal:
      return "double";
    case ScalarType::kString:
      return "const char*";
    default:
      return "int";
  }
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (code < 32 || code > 126) {
      quoted += fmt::format("\\{:03o}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

bool IsArray(const ExternalSlot& slot) { return slot.kind == ExternalSlot::Kind::kArray; }

// Integer and Boolean arrays are int in C and numbers in the locals.
bool NeedsCopy(const ExternalArgument& argument, const ExternalSlot& slot) {
  return IsArray(slot) && argument.type != ScalarType::kReal;
}

}  // namespace

std::string CPrototype(const ir::ExternalCall& call) {
  std::string text;
  for (const ExternalArgument& argument : call.arguments) {
    const bool is_array = !argument.dims.empty();
    const std::string constant = is_array && !argument.is_output ? "const " : "";
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", constant, CType(argument),
                        is_array || argument.is_output ? "*" : "");
  }
  return fmt::format("extern {} {}({});\n", call.result ? CType(*call.result) : "void", call.function,
                     text.empty() ? "void" : text);
}

std::string CUtilities() {
  return R"(#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void ModelicaMessage(const char* text);
void ModelicaFormatMessage(const char* format, ...);
void ModelicaVFormatMessage(const char* format, va_list arguments);
void ModelicaWarning(const char* text);
void ModelicaFormatWarning(const char* format, ...);
void ModelicaVFormatWarning(const char* format, va_list arguments);
void ModelicaError(const char* text);
void ModelicaFormatError(const char* format, ...);
void ModelicaVFormatError(const char* format, va_list arguments);
char* ModelicaAllocateString(size_t length);
char* ModelicaAllocateStringWithErrorReturn(size_t length);
char* ModelicaDuplicateString(const char* text);
char* ModelicaDuplicateStringWithErrorReturn(const char* text);
#endif
)";
}

std::string CRuntime() {
  return CUtilities() + R"(#include <setjmp.h>
static __thread jmp_buf* stiction_error_exit;
static __thread char stiction_message[4096];
void ModelicaError(const char* text) {
  snprintf(stiction_message, sizeof stiction_message, "%s", text);
  if (stiction_error_exit) longjmp(*stiction_error_exit, 1);
  fprintf(stderr, "%s\n", stiction_message);
  abort();
}
void ModelicaVFormatError(const char* format, va_list arguments) {
  char text[sizeof stiction_message];
  vsnprintf(text, sizeof text, format, arguments);
  ModelicaError(text);
}
void ModelicaFormatError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatError(format, arguments);
}
void ModelicaVFormatMessage(const char* format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaMessage(const char* text) { fputs(text, stderr); }
void ModelicaFormatMessage(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}
void (*stiction_hear_warning)(const char* text);
void ModelicaWarning(const char* text) { stiction_hear_warning(text); }
void ModelicaVFormatWarning(const char* format, va_list arguments) {
  char text[sizeof stiction_message];
  vsnprintf(text, sizeof text, format, arguments);
  ModelicaWarning(text);
}
void ModelicaFormatWarning(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}
char* ModelicaAllocateStringWithErrorReturn(size_t length) { return calloc(length + 1, 1); }
char* ModelicaAllocateString(size_t length) {
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (!text) ModelicaError("out of memory");
  return text;
}
char* ModelicaDuplicateStringWithErrorReturn(const char* text) {
  char* copy = ModelicaAllocateStringWithErrorReturn(strlen(text));
  return copy ? strcpy(copy, text) : copy;
}
char* ModelicaDuplicateString(const char* text) { return strcpy(ModelicaAllocateString(strlen(text)), text); }
int stiction_enter(int (*call)(double*, void**), double* s, void** objects, const char** message) {
  jmp_buf here;
  jmp_buf* const outer = stiction_error_exit;
  int failed = setjmp(here);
  if (!failed) {
    stiction_error_exit = &here;
    failed = call(s, objects);
  }
  stiction_error_exit = outer;
  *message = stiction_message;
  return failed;
}
int stiction_fail(const char* text) {
  snprintf(stiction_message, sizeof stiction_message, "%s", text);
  return 1;
}
)";
}

std::string CWrapper(const std::string& name, const ir::ExternalCall& call, const runtime::ExternalCode& code) {
  CHECK(call.arguments.size() == code.arguments.size(), "{}: {} and {} arguments", call.function, call.arguments.size(),
        code.arguments.size());
  std::string before, after, arguments;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const ExternalArgument& argument = call.arguments[i];
    const ExternalSlot& slot = code.arguments[i];
    std::string text;
    if (NeedsCopy(argument, slot)) {
      const int64_t count = slot.count();
      before += fmt::format("  int a{}[{}];\n  for (size_t i = 0; i < {}; ++i) a{}[i] = (int)s[{} + i];\n", i,
                            count > 0 ? count : 1, count, i, slot.slot);
      if (argument.is_output) {
        after += fmt::format("  for (size_t i = 0; i < {}; ++i) s[{} + i] = a{}[i];\n", count, slot.slot, i);
      }
      text = fmt::format("a{}", i);
    } else if (IsArray(slot) || (argument.is_output && argument.type == ScalarType::kReal)) {
      text = fmt::format("s + {}", slot.slot);
    } else if (slot.kind == ExternalSlot::Kind::kString) {
      text = Quoted(slot.text);
    } else if (argument.is_output) {
      before += fmt::format("  int a{} = (int)s[{}];\n", i, slot.slot);
      after += fmt::format("  s[{}] = a{};\n", slot.slot, i);
      text = fmt::format("&a{}", i);
    } else if (slot.kind == ExternalSlot::Kind::kObject) {
      text = fmt::format("objects[(int)s[{}]]", slot.slot);
    } else {
      text = fmt::format("({})s[{}]", CType(argument), slot.slot);
    }
    arguments += (i > 0 ? ", " : "") + text;
  }
  const std::string value = fmt::format("{}({})", call.function, arguments);
  std::string statement = fmt::format("  {};\n", value);
  if (code.result && code.result->kind == ExternalSlot::Kind::kObject) {
    statement = fmt::format(
        "  void* object = {};\n  if (!object) return stiction_fail(\"the constructor returned no object\");\n"
        "  objects[(int)s[{}]] = object;\n",
        value, code.result->slot);
  } else if (code.result) {
    statement = fmt::format("  s[{}] = {};\n", code.result->slot, value);
  }
  return fmt::format(
      "static int {0}_call(double* s, void** objects) {{\n  (void)s, (void)objects;\n{1}{2}{3}  return 0;\n}}\n"
      "int {0}(double* s, void** objects, const char** message) {{\n"
      "  return stiction_enter({0}_call, s, objects, message);\n}}\n",
      name, before, statement, after);
}

}  // namespace stiction
