// SPDX-License-Identifier: BSD-3-Clause
// Damaged result files: whatever happens to the bytes of one, its reader answers with a table or with a sentence, and
// what it gives can be compared and drawn. STICTION_FUZZ_SECONDS makes each test go on for that long.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>

#include "runtime/compare/compare.h"
#include "runtime/report/signal_view.h"
#include "runtime/results/gunzip.h"
#include "runtime/results/read_csv.h"
#include "runtime/results/read_mat.h"
#include "runtime/results/read_result.h"
#include "tests/support/mat_file.h"

namespace stiction::runtime {
namespace {

class ByteMutator {
 public:
  explicit ByteMutator(unsigned seed) : random_(seed) {}

  size_t Below(size_t n) { return static_cast<size_t>(random_() % std::max<size_t>(1, n)); }

  std::string Damage(std::string bytes, const std::vector<std::string>& words) {
    for (size_t n = 1 + Below(4); n > 0; --n) {
      const size_t at = Below(bytes.size() + 1);
      const size_t length = std::min(Below(Below(2) == 0 ? 4 : 64), bytes.size() - at);
      switch (Below(7)) {
        case 0:
          bytes.erase(at, length);
          break;
        case 1:
          bytes.insert(at, bytes.substr(Below(bytes.size()), length));
          break;
        case 2:
          for (size_t i = 0; i < length; ++i) bytes[at + i] = static_cast<char>(Below(256));
          break;
        case 3:
          if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1U << Below(8)));
          break;
        case 4:
          bytes.resize(at);
          break;
        case 5:
          bytes.insert(at, words[Below(words.size())]);
          break;
        default: {
          static constexpr int32_t kNumbers[] = {0, 1, -1, 2, 4, 51, 20, 1000, 0x7fffffff, -0x7fffffff, 65536};
          const int32_t number = kNumbers[Below(std::size(kNumbers))];
          // The fields of a MATLAB header stand at multiples of four from its begin.
          const size_t place = at / 4 * 4;
          if (place + 4 <= bytes.size())
            std::copy_n(reinterpret_cast<const char*>(&number), 4, bytes.begin() + static_cast<long>(place));
        }
      }
    }
    return bytes;
  }

 private:
  std::mt19937 random_;
};

// What was read is sound, and good for what follows.
void Use(const ReadTable& read, const ResultTable& other) {
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    ASSERT_FALSE(wrong->empty());
    return;
  }
  const auto& table = std::get<ResultTable>(read);
  ASSERT_FALSE(table.times.empty());
  ASSERT_TRUE(std::is_sorted(table.times.begin(), table.times.end()));
  for (const double t : table.times) ASSERT_TRUE(std::isfinite(t));
  for (size_t i = 0; i < table.names.size(); ++i) ASSERT_EQ(table.Values(i).size(), table.times.size());
  for (const auto& [reference, result] : {std::pair{&table, &other}, std::pair{&other, &table}}) {
    const Comparison comparison = Compare(*reference, *result);
    for (const SignalVerdict& verdict : comparison.signals) {
      ASSERT_FALSE(Explain(verdict).empty());
      static_cast<void>(ViewOf(*reference, *result, verdict));
    }
  }
}

void Fuzz(const std::vector<std::string>& corpus, const std::vector<std::string>& words,
          const std::function<ReadTable(const std::string&)>& read) {
  constexpr unsigned kSeed = 20251121;
  constexpr int kRounds = 20000;
  const char* given = std::getenv("STICTION_FUZZ_SECONDS");
  const double seconds = given ? std::atof(given) : 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  ByteMutator mutator(kSeed);
  const ResultTable other = std::get<ResultTable>(ParseCsv("time,x,p\n0,1,7\n1,2,7\n1.5,4,7\n"));
  std::vector<std::string> pool = corpus;
  size_t tables = 0;
  long rounds = 0;
  for (; rounds < kRounds || elapsed() < seconds; ++rounds) {
    const std::string damaged = mutator.Damage(pool[mutator.Below(pool.size())], words);
    const ReadTable table = read(damaged);
    Use(table, other);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "round " << rounds << " of seed " << kSeed;
    if (!std::holds_alternative<ResultTable>(table)) continue;
    ++tables;
    // What is still read may be damaged further.
    if (damaged.size() < 4000 && pool.size() < 2000) pool.push_back(damaged);
  }
  EXPECT_GT(tables, 100U);
  testing::Test::RecordProperty("rounds", static_cast<int>(rounds));
}

const char* const kCsvs[] = {"\"time\",\"x\",\"p\"\n0,1,7\n1,2,7\n1,3,7\n1.5,4,7\n",
                             "sep=;\nTime [s];a[1,2];b\n0;1,5;nan\n1;-1.#IND;true\n2;1D+3;\"4\"\n",
                             "\xEF\xBB\xBF# made by hand\ntime\tx\n0\t1e300\n1e-300\t-inf\n",
                             "x,time,\"a,\"\"b\"\n1,0,2\n1,0,3\n"};

std::string Gzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(DamagedResults, CsvIsAnswered) {
  Fuzz({std::begin(kCsvs), std::end(kCsvs)},
       {",", ";", "\t", "\"", "\n", "\r\n", "time", "nan", "inf", "1e999", "[", "]", "#", "-", "0", "9e15", "sep=,\n"},
       [](const std::string& text) { return ParseCsv(text); });
}

TEST(DamagedResults, MatIsAnswered) {
  std::vector<std::string> corpus;
  for (const bool transposed : {true, false}) {
    for (const auto type : {test::MatFile::kDouble, test::MatFile::kFloat}) {
      corpus.push_back(test::SmallTrajectory(transposed, type, false));
      corpus.push_back(test::SmallTrajectory(transposed, type, true));
    }
  }
  Fuzz(corpus, {"data_2", "data_1", std::string(1, '\0'), std::string("\x14\0\0\0", 4), "Aclass", "binNormal"},
       [](const std::string& bytes) { return ParseMat(bytes); });
}

TEST(DamagedResults, PackedIsAnswered) {
  std::vector<std::string> corpus{Gzip(test::SmallTrajectory(true))};
  for (const char* csv : kCsvs) corpus.push_back(Gzip(csv));
  // Most damage ends at the checksum: plain files of all kinds, told apart by their content, go along.
  for (const char* csv : kCsvs) corpus.emplace_back(csv);
  corpus.push_back(test::SmallTrajectory(false));
  Fuzz(corpus, {std::string("\x1f\x8b\x08", 3), std::string(1, '\0'), "time,", "MATLAB 5.0"},
       [](const std::string& bytes) { return ParseResult(bytes); });
}

}  // namespace
}  // namespace stiction::runtime
