// SPDX-License-Identifier: BSD-3-Clause
// One translation of a text, which must end with a Program or with messages.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "runtime/program/program.h"

namespace stiction::test {

/// How long a fuzz test goes on beyond its fixed rounds [s]: STICTION_FUZZ_SECONDS, else 0.
double FuzzSeconds();

/// The bytes of a file.
std::string ReadWhole(const std::filesystem::path& path);

/// Writes a text to the file that STICTION_FUZZ_LAST names, if any: after a crash it is the one that made it.
void KeepLast(const std::string& text);

/// Runs a program, for so long at most: to its end, or until it says why not.
void RunFor(const runtime::Program& program, std::chrono::milliseconds patience);

/// Translates the model `M` of a text, and runs what compiles for a moment. Fails the test if neither a Program nor an
/// error came out. @returns whether there was a Program
bool TranslateAndRun(const std::string& text);

/// Translates a class of a library in which one file has another text. @returns whether it has no error
bool TranslateDamaged(const std::string& library, const std::string& model, const std::string& path,
                      const std::string& text);

}  // namespace stiction::test
