// SPDX-License-Identifier: BSD-3-Clause
// Archives that somebody else has made, and not in good faith.
#include "fmi/import/extract.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <fstream>
#include <random>

#include "fmi/import/description.h"
#include "tests/support/temporary_directory.h"

namespace stiction::fmi {
namespace {

namespace fs = std::filesystem;

class Archives : public testing::Test {
 protected:
  std::string Make(const std::vector<std::pair<std::string, std::string>>& files, bool as_link = false) {
    const std::string path = directory_.File("a.fmu");
    zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    for (const auto& [name, text] : files) {
      const zip_int64_t at =
          zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0), 0);
      if (as_link) {
        constexpr zip_uint32_t kLink = 0120777U << 16;
        zip_file_set_external_attributes(archive, static_cast<zip_uint64_t>(at), 0, ZIP_OPSYS_UNIX, kLink);
      }
    }
    EXPECT_EQ(zip_close(archive), 0);
    return path;
  }
  std::string Extracted(const std::string& path) {
    fs::create_directories(directory_.File("out/in"));
    return Extract(path, directory_.File("out/in"));
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Archives, FilesComeOut) {
  EXPECT_EQ(Extracted(Make({{"a.txt", "A"}, {"b/c.txt", "C"}})), "");
  std::string text;
  std::ifstream(directory_.File("out/in/b/c.txt")) >> text;
  EXPECT_EQ(text, "C");
}

TEST_F(Archives, NoNameLeadsOut) {
  for (const char* name : {"../x", "/tmp/x", "a/../../x", "a\\..\\x", "C:/x"}) {
    EXPECT_NE(Extracted(Make({{"first.txt", "A"}, {name, "B"}})).find("outside"), std::string::npos) << name;
    EXPECT_FALSE(fs::exists(directory_.File("out/in/first.txt"))) << "something was written";
    EXPECT_FALSE(fs::exists(directory_.File("out/x")));
  }
}

TEST_F(Archives, LinksAreRefused) {
  EXPECT_NE(Extracted(Make({{"link", "/etc/passwd"}}, true)).find("link"), std::string::npos);
}

TEST_F(Archives, WhatIsNoneIsTold) {
  const std::string path = directory_.File("a.fmu");
  std::ofstream(path) << "PK no archive";
  EXPECT_NE(Extracted(path), "");
  EXPECT_NE(Extracted(directory_.File("there is none")), "");
  // Cut off.
  const std::string whole = Make({{"a.txt", std::string(10000, 'a')}});
  fs::resize_file(whole, fs::file_size(whole) / 2);
  EXPECT_NE(Extracted(whole), "");
}

class Descriptions : public testing::Test {
 protected:
  std::string Why(const std::string& text) {
    const std::string path = directory_.File("modelDescription.xml");
    std::ofstream(path) << text;
    const auto read = ReadDescription(path);
    return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : std::string();
  }
  test::TemporaryDirectory directory_;
};

TEST_F(Descriptions, WhatIsWrongIsTold) {
  EXPECT_NE(Why(""), "");
  EXPECT_NE(Why("<fmiModelDescription"), "");
  EXPECT_NE(Why("<html/>"), "");
  EXPECT_NE(Why("<fmiModelDescription fmiVersion='1.0'/>").find("1.0"), std::string::npos);
  EXPECT_NE(Why("<fmiModelDescription fmiVersion='3.0'/>"), "");
  const std::string begin = "<fmiModelDescription fmiVersion='3.0' modelName='M'><ModelVariables>";
  EXPECT_NE(Why(begin + "<Float64 name='x' valueReference='-1'/></ModelVariables></fmiModelDescription>"), "");
  EXPECT_NE(Why(begin + "<Float64 name='x' valueReference='1' derivative='7'/></ModelVariables></fmiModelDescription>"),
            "");
  EXPECT_NE(Why(begin + "<Number name='x' valueReference='1'/></ModelVariables></fmiModelDescription>"), "");
  EXPECT_EQ(Why(begin + "<Float64 name='x' valueReference='1'/></ModelVariables></fmiModelDescription>"), "");
  EXPECT_NE(Why("<fmiModelDescription fmiVersion='3.0' modelName='M'><CoSimulation modelIdentifier='../../x'/>"
                "<ModelVariables><Float64 name='x' valueReference='1'/></ModelVariables></fmiModelDescription>"),
            "");
  // Entities that grow without end are not expanded.
  EXPECT_NE(Why("<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><fmiModelDescription fmiVersion='&c;'/>"), "");
}

TEST_F(Descriptions, DamagedOnesAreReadOrRefused) {
  const std::string whole =
      "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='{1}' numberOfEventIndicators='1'>"
      "<ModelExchange modelIdentifier='M'/><TypeDefinitions><SimpleType name='T'><Enumeration><Item name='a' "
      "value='1'/>"
      "</Enumeration></SimpleType></TypeDefinitions><DefaultExperiment startTime='0' stopTime='1'/><ModelVariables>"
      "<ScalarVariable name='x' valueReference='1'><Real start='1'/></ScalarVariable>"
      "<ScalarVariable name='der(x)' valueReference='2'><Real derivative='1'/></ScalarVariable>"
      "<ScalarVariable name='e' valueReference='3' variability='discrete'><Enumeration "
      "declaredType='T'/></ScalarVariable>"
      "</ModelVariables><ModelStructure><Derivatives><Unknown index='2'/></Derivatives></ModelStructure>"
      "</fmiModelDescription>";
  ASSERT_EQ(Why(whole), "");
  std::mt19937 random(7);
  size_t refused = 0;
  for (int k = 0; k < 2000; ++k) {
    std::string damaged = whole;
    for (size_t n = 1 + random() % 4; n > 0; --n) damaged[random() % damaged.size()] = static_cast<char>(random());
    if (k % 10 == 0) damaged.resize(random() % damaged.size());
    if (!Why(damaged).empty()) ++refused;
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace stiction::fmi
