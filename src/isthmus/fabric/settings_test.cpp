#include "isthmus/fabric/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

namespace isthmus::engine::fabric {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::array<std::string_view, 2> sluice_words = {"fast", "slow"};
constexpr std::array<ParameterInfo, 6> sluice_parameters = {{
    {"wait", ParameterUnit::duration, "8ms", "How long.", {}, INT32_MAX, "1ms"},
    {"rate", ParameterUnit::bandwidth, "unlimited", "How fast."},
    {"room", ParameterUnit::size, "64KiB", "How much.", {}, INT32_MAX, "1KiB", "1MiB"},
    {"lanes", ParameterUnit::count, "2", "How many.", {}, 16},
    {"pace", ParameterUnit::word, "fast", "Which.", sluice_words},
    {"key", ParameterUnit::path, "", "Where."},
}};
constexpr DeviceInfo sluice_info = {"sluice", DeviceRole::filter, "A device of tests.",
                                    sluice_parameters};
constexpr DeviceInfo bare_info = {"bare", DeviceRole::filter, "One without parameters.", {}};

Expected<Settings> read_sluice(const std::map<std::string, std::string>& written) {
  topology::DeviceSpec spec{"sluice", written};
  spec.file = "grid.toml";
  spec.line = 3;
  for (const auto& [name, text] : written) spec.parameter_lines[name] = 7;
  return Settings::read(sluice_info, spec);
}

std::string refusal_of_sluice(const std::string& name, const std::string& text) {
  const auto settings = read_sluice({{name, text}});
  EXPECT_FALSE(settings) << name << " = " << text;
  return settings ? "" : settings.error().text();
}

TEST(Settings, AreTheDefaultsWhereNothingIsWritten) {
  const Settings settings = read_sluice({}).value();
  EXPECT_EQ(settings.duration_ns("wait"), 8'000'000);
  EXPECT_EQ(settings.bandwidth_bytes_per_s("rate"), 0);
  EXPECT_EQ(settings.size_bytes("room"), 65'536);
  EXPECT_EQ(settings.count("lanes"), 2);
  EXPECT_EQ(settings.word("pace"), "fast");
  EXPECT_EQ(settings.path("key"), "");
  for (const ParameterInfo& parameter : sluice_parameters) {
    EXPECT_FALSE(settings.is_written(parameter.name)) << parameter.name;
  }
}

TEST(Settings, AreWhatIsWritten) {
  const Settings settings = read_sluice({{"wait", "2s"},
                                         {"rate", "80Mb/s"},
                                         {"room", "1KiB"},
                                         {"lanes", "16"},
                                         {"pace", "slow"},
                                         {"key", "keys/here.pem"}})
                                .value();
  EXPECT_EQ(settings.duration_ns("wait"), 2'000'000'000);
  EXPECT_EQ(settings.bandwidth_bytes_per_s("rate"), 1e7);
  EXPECT_EQ(settings.size_bytes("room"), 1024);
  EXPECT_EQ(settings.count("lanes"), 16);
  EXPECT_EQ(settings.word("pace"), "slow");
  EXPECT_EQ(settings.path("key"), "keys/here.pem");
  EXPECT_TRUE(settings.is_written("wait"));
}

TEST(Settings, TakeADefaultThatIsWrittenForWritten) {
  const Settings settings = read_sluice({{"lanes", "2"}}).value();
  EXPECT_TRUE(settings.is_written("lanes"));
  EXPECT_FALSE(settings.is_written("room"));
}

TEST(Settings, HaveNoBoundWhereTheBandwidthIsNothing) {
  for (const char* text : {"0", "unlimited"}) {
    EXPECT_EQ(read_sluice({{"rate", text}}).value().bandwidth_bytes_per_s("rate"), 0) << text;
  }
}

TEST(Settings, RefuseAnUnknownParameterWithItsLineAndTheNearWord) {
  EXPECT_THAT(refusal_of_sluice("lane", "2"),
              AllOf(HasSubstr("grid.toml:7"), HasSubstr("device 'sluice' has no parameter 'lane'"),
                    HasSubstr("did you mean 'lanes'?")));
  const auto none = Settings::read(bare_info, {"bare", {{"lanes", "2"}}});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().text(), HasSubstr("none at all"));
}

TEST(Settings, RefuseWhatDoesNotReadAndSayWhatWouldBe) {
  EXPECT_THAT(refusal_of_sluice("wait", "8"),
              AllOf(HasSubstr("grid.toml:7"), HasSubstr("'wait' of device 'sluice': ")));
  EXPECT_THAT(refusal_of_sluice("rate", "quick"), HasSubstr("'rate' of device 'sluice': "));
  EXPECT_THAT(refusal_of_sluice("room", "1B"),
              AllOf(HasSubstr("too small"), HasSubstr("at least 1KiB")));
  EXPECT_THAT(refusal_of_sluice("room", "1023B"), HasSubstr("too small"));
  EXPECT_THAT(refusal_of_sluice("room", "1048577"),
              AllOf(HasSubstr("too large"), HasSubstr("at most 1MiB")));
  EXPECT_THAT(refusal_of_sluice("wait", "999us"),
              AllOf(HasSubstr("too small"), HasSubstr("at least 1ms")));
  EXPECT_THAT(refusal_of_sluice("pace", "fasst"),
              AllOf(HasSubstr("unknown word 'fasst'"), HasSubstr("did you mean 'fast'?")));
  EXPECT_THAT(refusal_of_sluice("key", ""), HasSubstr("a text that is not empty"));
}

TEST(Settings, RefuseCountsOutsideTheirRange) {
  for (const char* text : {"0", "17", "-1", "2.5", "2 ", "", "99999999999999999999", "0x2"}) {
    EXPECT_THAT(refusal_of_sluice("lanes", text), HasSubstr("a whole number from 1 to 16")) << text;
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
