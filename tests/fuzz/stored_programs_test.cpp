// SPDX-License-Identifier: BSD-3-Clause
// Programs as bytes: what is read is what was written, for each golden model; damaged bytes are refused or are another
// program without a fault, and never a crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>

#include "compiler/driver/compile.h"
#include "runtime/operators/text_hash.h"
#include "runtime/program/print.h"
#include "runtime/program/stored_program.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using runtime::Program;

std::vector<fs::path> Models() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(STICTION_SOURCE_DIR "/tests/golden")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".mo" && !name.starts_with("fail_")) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::optional<Program> Translated(CompileOptions options) {
  SourceMap sources;
  Diagnostics diagnostics;
  options.verify = false;
  return Compile(options, sources, diagnostics).program;
}

std::optional<Program> Translated(const fs::path& file) { return Translated(CompileOptions{.files = {file.string()}}); }

// Models of the packages of models/.
std::vector<std::string> OwnModels() {
  std::vector<std::string> models;
  const fs::path top = STICTION_SOURCE_DIR "/models";
  for (const char* package : {"Constraints", "Drivetrain", "IdealElements", "LanguageTour", "ReferenceProblems"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(top / package)) {
      const std::string name = entry.path().stem().string();
      if (entry.path().extension() == ".mo" && name != "package") models.push_back(std::string(package) + "." + name);
    }
  }
  std::ranges::sort(models);
  return models;
}

std::string Printed(const Program& program) {
  std::ostringstream out;
  runtime::Print(out, program);
  return out.str();
}

void ExpectReadAsItWas(const Program& program) {
  const std::string bytes = runtime::StoreProgram(program);
  const auto read = runtime::ReadStoredProgram(bytes);
  ASSERT_TRUE(std::holds_alternative<Program>(read)) << std::get<std::string>(read);
  EXPECT_EQ(runtime::StoreProgram(std::get<Program>(read)), bytes);
  EXPECT_EQ(Printed(std::get<Program>(read)), Printed(program));
}

TEST(StoredPrograms, AreReadAsTheyWere) {
  size_t count = 0;
  for (const fs::path& file : Models()) {
    const std::optional<Program> program = Translated(file);
    if (!program) continue;
    SCOPED_TRACE(file.string());
    ExpectReadAsItWas(*program);
    ++count;
  }
  EXPECT_GT(count, 100U) << "goldens";
  count = 0;
  for (const std::string& model : OwnModels()) {
    const auto program = Translated(CompileOptions{.library_paths = {STICTION_SOURCE_DIR "/models"}, .model = model});
    if (!program) continue;
    SCOPED_TRACE(model);
    ExpectReadAsItWas(*program);
    ++count;
  }
  EXPECT_GT(count, 60U) << "models";
}

// The hash of the body, which stands in bytes 20 to 27 after what it is not of, made right again.
void Rehash(std::string& bytes) {
  constexpr size_t kAt = 20, kBody = 28;
  const uint64_t hash = runtime::TextHash(std::string_view(bytes).substr(kBody));
  for (size_t i = 0; i < 8; ++i) bytes[kAt + i] = static_cast<char>(hash >> (8 * i) & 0xff);
}

TEST(StoredPrograms, DamageIsToldAndNeverCrashes) {
  std::mt19937_64 random(29);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  size_t refused = 0, read = 0;
  for (const fs::path& file : Models()) {
    if (below(8) != 0) continue;
    const std::optional<Program> program = Translated(file);
    if (!program) continue;
    const std::string bytes = runtime::StoreProgram(*program);
    for (int k = 0; k < 40; ++k) {
      std::string damaged = bytes;
      for (size_t n = 1 + below(3); n > 0; --n) damaged[28 + below(bytes.size() - 28)] = static_cast<char>(random());
      if (below(10) == 0) damaged.resize(28 + below(bytes.size() - 28));
      Rehash(damaged);
      std::holds_alternative<Program>(runtime::ReadStoredProgram(damaged)) ? ++read : ++refused;
    }
  }
  EXPECT_GT(refused, 100U);
  EXPECT_GT(read, 100U);
}

TEST(StoredPrograms, WhatIsNoneIsTold) {
  const auto why = [](const std::string& bytes) {
    const auto read = runtime::ReadStoredProgram(bytes);
    return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : std::string();
  };
  EXPECT_NE(why(""), "");
  EXPECT_NE(why("MODELICA"), "");
  std::string bytes = runtime::StoreProgram(Program());
  EXPECT_EQ(why(bytes), "");
  bytes.back() = static_cast<char>(bytes.back() + 1);
  EXPECT_EQ(why(bytes), "the program is damaged");
  bytes[8] = 99;
  EXPECT_NE(why(bytes).find("another version"), std::string::npos);
}

}  // namespace
}  // namespace stiction
