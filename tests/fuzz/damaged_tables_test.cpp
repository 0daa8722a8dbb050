// SPDX-License-Identifier: BSD-3-Clause
// Damaged files of tables: whatever bytes are changed, lost or doubled, the reader answers with a matrix of the shape
// it says or with a sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "runtime/external/table_file.h"
#include "tests/unit/runtime/external/mat_writer.h"

namespace stiction::runtime {
namespace {

std::string Damage(std::string text, std::mt19937& random) {
  const auto below = [&](size_t n) { return n == 0 ? size_t{0} : random() % n; };
  for (size_t n = 1 + below(4); n > 0; --n) {
    const size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        text.erase(at, 1 + below(8));
        break;
      case 1:
        text.insert(at, text.substr(below(text.size()), below(16)));
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        if (!text.empty()) text[at] = static_cast<char>(random());
        break;
      case 4:
        if (!text.empty()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      default:
        for (size_t k = at; k < std::min(at + 4, text.size()); ++k) text[k] = '\xFF';
    }
  }
  return text;
}

template <typename Parse>
void Fuzz(const std::vector<std::string>& seeds, Parse parse) {
  std::mt19937 random(20250101);
  int read = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string damaged = Damage(seeds[static_cast<size_t>(round) % seeds.size()], random);
    const ReadMatrix result = parse(damaged, TableFile{.path = "f", .table = "a"});
    if (const auto* matrix = std::get_if<Matrix>(&result)) {
      ++read;
      ASSERT_EQ(matrix->values.size(), matrix->rows * matrix->columns) << "round " << round;
      for (const double value : matrix->values) ASSERT_TRUE(std::isfinite(value));
    } else {
      ++refused;
      ASSERT_FALSE(std::get<std::string>(result).empty());
    }
  }
  // Both happen, else nothing was tested.
  EXPECT_GT(read, 50);
  EXPECT_GT(refused, 50);
}

const Matrix kMatrix{.rows = 3, .columns = 2, .values = {0, 1, 2, 3, 4, 50}};

TEST(DamagedTables, Text) {
  Fuzz({"#1\ndouble b(1,2) # first\n1 2\ndouble a(3,2)\n0 1;2,3\n4 5.e1 # end\n", "#1\nfloat a(2,3)\n1 2 3 4 5 6"},
       ParseTableText);
}

TEST(DamagedTables, Csv) { Fuzz({"0,1\n2,3\r\n4,-5e1\n", "1\n2\n3\n"}, ParseTableCsv); }

TEST(DamagedTables, Mat) {
  const std::string nested = Mat5Structure("s", {{"x", Mat5Array("", kMatrix)}});
  Fuzz({Mat4("b", kMatrix, 1) + Mat4("a", kMatrix), Mat4("a", kMatrix, 3, true),
        Mat5Header() + nested + Mat5Array("a", kMatrix), Mat5Header(true) + Mat5Array("a", kMatrix, true),
        Mat5Header() + Mat5Compressed(nested) + Mat5Compressed(Mat5Array("a", kMatrix))},
       ParseTableMat);
}

}  // namespace
}  // namespace stiction::runtime
