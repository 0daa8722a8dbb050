// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mat4/mat4.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/mat_file.h"

namespace stiction::runtime {
namespace {

using What = Mat4Failure::What;

std::string TwoMatrices(bool big_endian = false) {
  test::MatFile file(big_endian);
  file.Numbers("a", 2, 3, {1, 2, 3, 4, 5, 6}, test::MatFile::kInt16);
  file.Texts("b", {"xy"}, false);
  return file.bytes();
}

/// The bytes with another number in a field of the first header.
std::string WithField(std::string bytes, size_t field, int32_t value) {
  std::memcpy(bytes.data() + 4 * field, &value, sizeof(value));
  return bytes;
}

Mat4Failure FailureOf(const std::string& bytes) { return std::get<Mat4Failure>(Mat4Matrices(bytes).Next()); }

TEST(Mat4, MatricesAreTakenInTheirOrder) {
  for (const bool big_endian : {false, true}) {
    const std::string bytes = TwoMatrices(big_endian);
    EXPECT_TRUE(LooksLikeMat4(bytes));
    Mat4Matrices matrices(bytes);
    const auto a = std::get<Mat4Matrix>(matrices.Next());
    EXPECT_EQ(a.name, "a");
    EXPECT_EQ(a.kind, Mat4Kind::kNumbers);
    EXPECT_EQ(a.rows, 2U);
    EXPECT_EQ(a.columns, 3U);
    EXPECT_EQ(a.at(0, 0), 1);
    EXPECT_EQ(a.at(1, 0), 4);
    EXPECT_EQ(a.at(0, 2), 3);
    const auto b = std::get<Mat4Matrix>(matrices.Next());
    EXPECT_EQ(b.kind, Mat4Kind::kText);
    EXPECT_EQ(b.at(0, 1), 'y');
    EXPECT_TRUE(matrices.AtEnd());
  }
}

TEST(Mat4, WhatAHeaderDeclaresHasToBeThere) {
  const std::string bytes = TwoMatrices();
  EXPECT_EQ(FailureOf(bytes.substr(0, 19)).what, What::kNoHeader);
  EXPECT_EQ(FailureOf(bytes.substr(0, 21)).what, What::kEndsInName);
  for (const int32_t rows : {100, 0x7fffffff}) {
    const Mat4Failure failure = FailureOf(WithField(bytes, 1, rows));
    EXPECT_EQ(failure.what, What::kEndsInNumbers);
    EXPECT_EQ(failure.declared.rows, static_cast<size_t>(rows));
    EXPECT_EQ(failure.numbers, (bytes.size() - 22) / 2);
  }
}

TEST(Mat4, AHeaderThatContradictsItselfIsNone) {
  const std::string bytes = TwoMatrices();
  const std::pair<size_t, int32_t> wrong[] = {{0, 1030}, {0, 60}, {0, 33}, {0, 130}, {0, -1},
                                              {1, -2},   {2, -3}, {4, 0},  {4, -1},  {4, 1 << 30}};
  for (const auto& [field, value] : wrong) {
    EXPECT_FALSE(LooksLikeMat4(WithField(bytes, field, value))) << field << ": " << value;
    EXPECT_EQ(FailureOf(WithField(bytes, field, value)).what, What::kNoHeader) << field << ": " << value;
  }
}

}  // namespace
}  // namespace stiction::runtime
