// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/external/c_wrapper.h"

#include <fmt/format.h>

#include <cctype>

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

// Memory passed by address lies between guards: C code may write more than there is room for.
bool IsByAddress(const ir::ExternalCall& call, const ExternalArgument& argument, const ExternalSlot& slot) {
  return IsArray(slot) || argument.is_output || (call.is_fortran && argument.type != ScalarType::kString);
}

// Compilers of FORTRAN pass the length of each text behind all arguments. What an annotation Include declares is taken
// as it is.
bool TakesLengths(const ir::ExternalCall& call) { return call.is_fortran && call.source.includes.empty(); }

bool IsInputText(const ExternalArgument& argument) {
  return argument.type == ScalarType::kString && argument.dims.empty() && !argument.is_output;
}

// As linkers know it.
std::string SymbolOf(const ir::ExternalCall& call) {
  if (!call.is_fortran) return call.function;
  std::string symbol = call.function;
  for (char& c : symbol) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return symbol + "_";
}

// A loop over the elements of an array whose statement has `{0}` for the place in row-major and `{1}` for that in
// column-major order.
std::string ForEachElement(const std::vector<int64_t>& sizes, std::string_view statement) {
  std::string loops = "  ", row, column;
  for (size_t d = 0; d < sizes.size(); ++d) {
    loops += fmt::format("for (size_t i{0} = 0; i{0} < {1}; ++i{0}) ", d, sizes[d]);
    row = d == 0 ? "i0" : fmt::format("({}) * {} + i{}", row, sizes[d], d);
    const size_t last = sizes.size() - 1 - d;
    column = d == 0 ? fmt::format("i{}", last) : fmt::format("({}) * {} + i{}", column, sizes[last], last);
  }
  return loops + fmt::format(fmt::runtime(statement), row, column) + "\n";
}

// Integer and Boolean values are int in C and numbers in the locals; so are texts, of the table of texts.
std::string FromLocal(const ExternalArgument& argument, const std::string& local) {
  if (argument.type == ScalarType::kString) return fmt::format("stiction_text_of({})", local);
  return fmt::format("({}){}", argument.type == ScalarType::kReal ? "double" : "int", local);
}

std::string ToLocal(const ExternalArgument& argument, const std::string& value) {
  return argument.type == ScalarType::kString ? fmt::format("stiction_number_of({})", value) : value;
}

// Copies of one argument to and from its guarded room, and the check of its guards.
struct GuardedArgument {
  std::string before, after, text;
};

GuardedArgument Guarded(size_t i, const ExternalArgument& argument, const ExternalSlot& slot,
                        const ir::ExternalCall& call) {
  const std::string_view type = argument.type == ScalarType::kReal     ? "double"
                                : argument.type == ScalarType::kString ? "const char*"
                                                                       : "int";
  const int64_t count = IsArray(slot) ? slot.count() : 1;
  const std::vector<int64_t> sizes = IsArray(slot) ? slot.sizes : std::vector<int64_t>{1};
  const int place = call.is_fortran ? 1 : 0;
  GuardedArgument guarded;
  guarded.before = fmt::format(
      "  static __thread struct {{ char low[STICTION_GUARD]; {1} at[{2}]; char high[STICTION_GUARD]; }} g{0};\n"
      "  memset(g{0}.low, STICTION_MARK, STICTION_GUARD);\n  memset(g{0}.high, STICTION_MARK, STICTION_GUARD);\n"
      "{3}"
      // The optimiser must not draw conclusions from the bounds.
      "  {1}* a{0} = g{0}.at;\n  __asm__ volatile(\"\" : \"+r\"(a{0}));\n",
      i, type, count > 0 ? count : 1,
      ForEachElement(sizes, fmt::format("g{}.at[{{{}}}] = {};", i, place,
                                        FromLocal(argument, fmt::format("s[{} + {{0}}]", slot.slot)))));
  guarded.after = fmt::format(
      "  if (!stiction_is_whole(g{0}.low) || !stiction_is_whole(g{0}.high)) return stiction_damage(\"{1}\", {2}, "
      "{3});\n",
      i, call.function, i + 1, count);
  if (argument.is_output) {
    const std::string value = ToLocal(argument, fmt::format("g{}.at[{{{}}}]", i, place));
    guarded.after += ForEachElement(sizes, fmt::format("s[{} + {{0}}] = {};", slot.slot, value));
  }
  guarded.text = fmt::format("a{}", i);
  return guarded;
}

}  // namespace

std::string CPrototype(const ir::ExternalCall& call) {
  std::string text;
  for (const ExternalArgument& argument : call.arguments) {
    const bool is_array = !argument.dims.empty();
    const std::string constant = is_array && !argument.is_output ? "const " : "";
    // FORTRAN has no size_t.
    const std::string_view type = call.is_fortran && argument.is_size ? "int" : CType(argument);
    const bool is_pointer = is_array || argument.is_output || (call.is_fortran && !IsInputText(argument));
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", constant, type, is_pointer ? "*" : "");
  }
  for (const ExternalArgument& argument : call.arguments) {
    if (TakesLengths(call) && IsInputText(argument)) text += ", size_t";
  }
  return fmt::format("extern {} {}({});\n", call.result ? CType(*call.result) : "void", SymbolOf(call),
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
#define STICTION_GUARD 512
#define STICTION_MARK 0xff
#endif
)";
}

std::string CRuntime() {
  return CUtilities() + R"c(#include <setjmp.h>
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
#ifdef STICTION_QUIET
void ModelicaVFormatMessage(const char* format, va_list arguments) { (void)format, (void)arguments; }
void ModelicaMessage(const char* text) { (void)text; }
#else
void ModelicaVFormatMessage(const char* format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaMessage(const char* text) { fputs(text, stderr); }
#endif
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
// Texts live until the outermost call returns.
static __thread struct stiction_text { struct stiction_text* next; char text[]; }* stiction_texts;
static void stiction_free_texts(void) {
  while (stiction_texts) {
    struct stiction_text* const first = stiction_texts;
    stiction_texts = first->next;
    free(first);
  }
}
char* ModelicaAllocateStringWithErrorReturn(size_t length) {
  struct stiction_text* const made = calloc(sizeof *made + length + 1, 1);
  if (!made) return 0;
  made->next = stiction_texts;
  stiction_texts = made;
  return made->text;
}
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
static double (*stiction_number)(const char* text);
static const char* (*stiction_text)(double number);
void stiction_take_texts(double (*number_of)(const char*), const char* (*text_of)(double)) {
  stiction_number = number_of;
  stiction_text = text_of;
}
double stiction_number_of(const char* text) { return stiction_number(text ? text : ""); }
const char* stiction_text_of(double number) { return stiction_text(number); }
int stiction_enter(int (*call)(double*, void**), double* s, void** objects, const char** message) {
  jmp_buf here;
  jmp_buf* const outer = stiction_error_exit;
  int failed = setjmp(here);
  if (!failed) {
    stiction_error_exit = &here;
    failed = call(s, objects);
  }
  stiction_error_exit = outer;
  if (!outer) stiction_free_texts();
  *message = stiction_message;
  return failed;
}
extern int usertab(char* name, int kind, int sizes[], int* is_column_wise, double** table) __attribute__((weak));
static int stiction_call_usertab(double* s, void** objects) {
  *s = usertab(objects[0], (int)*s, objects[1], objects[2], objects[3]);
  return 0;
}
int stiction_usertab(double* s, void** objects, const char** message) {
  return stiction_enter(stiction_call_usertab, s, objects, message);
}
int stiction_has_usertab(void) { return usertab != 0; }
int stiction_fail(const char* text) {
  snprintf(stiction_message, sizeof stiction_message, "%s", text);
  return 1;
}
int stiction_is_whole(const char* guard) {
  static const long long mark = -1;
  for (size_t i = 0; i < STICTION_GUARD; i += sizeof mark) {
    if (memcmp(guard + i, &mark, sizeof mark) != 0) return 0;
  }
  return 1;
}
int stiction_damage(const char* function, int argument, long count) {
  snprintf(stiction_message, sizeof stiction_message, "the C function %s wrote outside of its argument %d, which has %ld %s",
           function, argument, count, count == 1 ? "element" : "elements");
  return 2;
}
static _Noreturn void stiction_refuse(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int begin = snprintf(stiction_message, sizeof stiction_message, "the C code tried to ");
  vsnprintf(stiction_message + begin, sizeof stiction_message - begin, format, arguments);
  va_end(arguments);
  if (stiction_error_exit) longjmp(*stiction_error_exit, 2);
  fprintf(stderr, "%s\n", stiction_message);
  abort();
}
_Noreturn void __wrap_exit(int code) { stiction_refuse("end the process by exit(%d)", code); }
_Noreturn void __wrap__exit(int code) { stiction_refuse("end the process by _exit(%d)", code); }
_Noreturn void __wrap__Exit(int code) { stiction_refuse("end the process by _Exit(%d)", code); }
_Noreturn void __wrap_quick_exit(int code) { stiction_refuse("end the process by quick_exit(%d)", code); }
_Noreturn int __wrap_fork(void) { stiction_refuse("fork the process"); }
_Noreturn int __wrap_vfork(void) { stiction_refuse("fork the process"); }
_Noreturn int __wrap_execv(void) { stiction_refuse("replace the process by execv"); }
_Noreturn int __wrap_execve(void) { stiction_refuse("replace the process by execve"); }
_Noreturn int __wrap_execvp(void) { stiction_refuse("replace the process by execvp"); }
_Noreturn int __wrap_execl(void) { stiction_refuse("replace the process by execl"); }
_Noreturn int __wrap_execlp(void) { stiction_refuse("replace the process by execlp"); }
_Noreturn int __wrap_execle(void) { stiction_refuse("replace the process by execle"); }
_Noreturn int __wrap_closefrom(void) { stiction_refuse("close all files of the process"); }
_Noreturn int __wrap_close_range(void) { stiction_refuse("close all files of the process"); }
extern int __real_close(int descriptor) __attribute__((weak));
int __wrap_close(int descriptor) {
  if (descriptor >= 0 && descriptor <= 2) stiction_refuse("close the standard descriptor %d", descriptor);
  return __real_close(descriptor);
}
extern int __real_fclose(FILE* file) __attribute__((weak));
int __wrap_fclose(FILE* file) {
  if (file == stdin || file == stdout || file == stderr) stiction_refuse("close a standard stream");
  return __real_fclose(file);
}
)c";
}

std::string CWrapper(const std::string& name, const ir::ExternalCall& call, const runtime::ExternalCode& code) {
  CHECK(call.arguments.size() == code.arguments.size(), "{}: {} and {} arguments", call.function, call.arguments.size(),
        code.arguments.size());
  std::string before, after, arguments, lengths;
  size_t texts = 0;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const ExternalArgument& argument = call.arguments[i];
    const ExternalSlot& slot = code.arguments[i];
    std::string text;
    if (IsByAddress(call, argument, slot)) {
      GuardedArgument guarded = Guarded(i, argument, slot, call);
      before += guarded.before;
      after += guarded.after;
      text = std::move(guarded.text);
    } else if (slot.kind == ExternalSlot::Kind::kString) {
      text = slot.message < 0 ? Quoted(slot.text) : fmt::format("(const char*)objects[-{}]", ++texts);
      // FORTRAN knows no constant text: a subroutine may write into it.
      if (call.is_fortran) {
        before += fmt::format("  char t{0}[strlen({1}) + 1];\n  strcpy(t{0}, {1});\n", i, text);
        text = fmt::format("t{}", i);
      }
    } else if (slot.kind == ExternalSlot::Kind::kObject) {
      text = fmt::format("objects[(int)s[{}]]", slot.slot);
    } else {
      text = fmt::format("({})s[{}]", CType(argument), slot.slot);
    }
    arguments += (i > 0 ? ", " : "") + text;
    if (TakesLengths(call) && IsInputText(argument)) lengths += fmt::format(", strlen({})", text);
  }
  const std::string value = fmt::format("{}({}{})", SymbolOf(call), arguments, lengths);
  std::string statement = fmt::format("  {};\n", value);
  if (code.result && code.result->kind == ExternalSlot::Kind::kObject) {
    statement = fmt::format(
        "  void* object = {};\n  if (!object) return stiction_fail(\"the constructor returned no object\");\n"
        "  objects[(int)s[{}]] = object;\n",
        value, code.result->slot);
  } else if (code.result) {
    statement = fmt::format("  s[{}] = {};\n", code.result->slot, ToLocal(*call.result, value));
  }
  return fmt::format(
      "static int {0}_call(double* s, void** objects) {{\n  (void)s, (void)objects;\n{1}{2}{3}  return 0;\n}}\n"
      "int {0}(double* s, void** objects, const char** message) {{\n"
      "  return stiction_enter({0}_call, s, objects, message);\n}}\n",
      name, before, statement, after);
}

}  // namespace stiction
