// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_directory.h"

namespace stiction::runtime {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void Write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

size_t FilesIn(const fs::path& directory) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

TEST(AtomicFile, KeepsTheModeOfWhatItReplaces) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.File("r.csv");
  Write(path, "old");
  fs::permissions(path, fs::perms(0640));
  EXPECT_FALSE(WriteAtomically(path, "new"));
  EXPECT_EQ(TextOf(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_EQ(FilesIn(directory.path()), 1u);
}

TEST(AtomicFile, ReplacesRegularFilesOnly) {
  const test::TemporaryDirectory directory;
  const fs::path kept = directory.File("kept");
  Write(kept, "kept");
  const fs::path link = directory.File("link"), dangling = directory.File("dangling"), fifo = directory.File("fifo"),
                 folder = directory.File("folder");
  fs::create_symlink(kept, link);
  fs::create_symlink(directory.File("nothing"), dangling);
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  fs::create_directory(folder);
  for (const fs::path& path : {link, dangling, fifo, folder, fs::path("/dev/full"), fs::path("/dev/null"),
                               fs::path(directory.File("no such folder/r.csv")), kept / "below", folder / ""}) {
    EXPECT_NE(WhyNotWritable(path), "") << path;
    EXPECT_TRUE(WriteAtomically(path, "new")) << path;
  }
  EXPECT_EQ(TextOf(kept), "kept");
  EXPECT_FALSE(fs::exists(directory.File("nothing")));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::is_fifo(fifo));
  EXPECT_EQ(FilesIn(directory.path()), 5u);
  EXPECT_EQ(FilesIn(folder), 0u);
}

TEST(AtomicFile, WhatTakesTheNameMeanwhileIsKept) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.File("r.csv");
  AtomicFile file(path);
  file.Write("new");
  fs::create_symlink(directory.File("elsewhere"), path);
  EXPECT_TRUE(file.Commit());
  EXPECT_TRUE(fs::is_symlink(path));
  EXPECT_EQ(FilesIn(directory.path()), 1u);
}

TEST(AtomicFile, LongNamesHaveRoomBeside) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.File(std::string(251, 'x') + ".csv");
  EXPECT_EQ(WhyNotWritable(path), "");
  EXPECT_FALSE(WriteAtomically(path, "new"));
  EXPECT_EQ(TextOf(path), "new");
}

TEST(AtomicFile, UnfinishedFilesAreRemoved) {
  const test::TemporaryDirectory directory;
  AtomicFile file(directory.File("r.csv"));
  file.Write("half");
  EXPECT_EQ(FilesIn(directory.path()), 1u);
  RemoveUnfinishedFiles();
  EXPECT_EQ(FilesIn(directory.path()), 0u);
  EXPECT_TRUE(file.Commit());
}

}  // namespace
}  // namespace stiction::runtime
