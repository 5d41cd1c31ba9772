#include "isthmus/topology/units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

std::string error_of(const auto& result) { return result ? "no error" : result.error().text(); }

TEST(Units, ReadDurationsInEveryUnit) {
  EXPECT_EQ(parse_duration_ns("10ns").value(), 10);
  EXPECT_EQ(parse_duration_ns("250us").value(), 250'000);
  EXPECT_EQ(parse_duration_ns("250\u00b5s").value(), 250'000);
  EXPECT_EQ(parse_duration_ns("8ms").value(), 8'000'000);
  EXPECT_EQ(parse_duration_ns("1.5s").value(), 1'500'000'000);
  EXPECT_EQ(parse_duration_ns("2min").value(), 120'000'000'000);
  EXPECT_EQ(parse_duration_ns("1h").value(), 3'600'000'000'000);
  EXPECT_EQ(parse_duration_ns("  .5  ms ").value(), 500'000);
}

TEST(Units, ReadZeroWithoutAUnit) {
  EXPECT_EQ(parse_duration_ns("0").value(), 0);
  EXPECT_EQ(parse_duration_ns("0.0").value(), 0);
}

TEST(Units, RoundFractionsOfANanosecondHalfUp) {
  EXPECT_EQ(parse_duration_ns("1.4ns").value(), 1);
  EXPECT_EQ(parse_duration_ns("1.5ns").value(), 2);
  EXPECT_EQ(parse_duration_ns("0.0000005ms").value(), 1);
}

TEST(Units, ReadDecimalsExactly) {
  EXPECT_EQ(parse_duration_ns("0.1s").value(), 100'000'000);
  EXPECT_EQ(parse_duration_ns("9007199.254740993s").value(), 9'007'199'254'740'993);
}

TEST(Units, RefuseDurationsThatAreNone) {
  EXPECT_THAT(error_of(parse_duration_ns("8")), HasSubstr("'8' has no unit"));
  EXPECT_THAT(error_of(parse_duration_ns("-8ms")), HasSubstr("is negative"));
  EXPECT_THAT(error_of(parse_duration_ns("")), HasSubstr("is empty"));
  EXPECT_THAT(error_of(parse_duration_ns("8 parsecs")), HasSubstr("unknown unit 'parsecs'"));
  for (const char* garbage :
       {"nan", "nanms", "inf", "ms", ".ms", "8.ms", "+8ms", "0x8ms", "fast"}) {
    EXPECT_FALSE(parse_duration_ns(garbage)) << garbage;
  }
  for (const char* garbage : {"1e3ms", "1.2.3ms", "8ms ms", "8m s", "1,5s", "8MS"}) {
    EXPECT_THAT(error_of(parse_duration_ns(garbage)), HasSubstr("unknown unit")) << garbage;
  }
  EXPECT_THAT(error_of(parse_duration_ns("8 min s")), HasSubstr("expected a duration such as 8ms"));
}

TEST(Units, RefuseDurationsThatOverflow) {
  EXPECT_EQ(parse_duration_ns("8760h").value(), duration_max_ns);
  EXPECT_THAT(error_of(parse_duration_ns("8760.1h")), HasSubstr("expected at most 365 days"));
  EXPECT_THAT(error_of(parse_duration_ns("999999999999999999h")), HasSubstr("too long"));
  EXPECT_THAT(error_of(parse_duration_ns("99999999999999999999ns")), HasSubstr("too many digits"));
  EXPECT_THAT(error_of(parse_duration_ns("0.00000000000000000001s")), HasSubstr("too many digits"));
}

TEST(Units, ErrorsAreBadInputInOneLine) {
  const auto result = parse_duration_ns("8\nms\x01" + std::string(1000, 'x'));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::bad_input);
  EXPECT_LT(result.error().text().size(), 250u);
  for (const char c : result.error().text()) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
}

TEST(Units, TellBitsFromBytes) {
  // A bit is an eighth of a byte: 100e6 / 8.
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("100Mb/s").value(), 12.5e6);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("1Gb/s").value(), 125e6);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("24 Mb/s").value(), 3e6);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("24 Mbit/s").value(), 3e6);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("10MB/s").value(), 10e6);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("2GiB/s").value(), 2147483648.0);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("8b/s").value(), 1.0);
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s("0.5kB/s").value(), 500.0);
}

TEST(Units, RefuseBandwidthsThatAreNone) {
  EXPECT_THAT(error_of(parse_bandwidth_bytes_per_s("100")), HasSubstr("has no unit"));
  EXPECT_THAT(error_of(parse_bandwidth_bytes_per_s("0Mb/s")), HasSubstr("more than zero"));
  EXPECT_THAT(error_of(parse_bandwidth_bytes_per_s("-1Mb/s")), HasSubstr("is negative"));
  EXPECT_THAT(error_of(parse_bandwidth_bytes_per_s("2000000TB/s")), HasSubstr("too large"));
  for (const char* garbage :
       {"nan", "infMb/s", "100Mb", "100mb/s", "100Mbps", "1Xb/s", "1 M b/s"}) {
    EXPECT_FALSE(parse_bandwidth_bytes_per_s(garbage)) << garbage;
  }
}

TEST(Units, ReadSizes) {
  EXPECT_EQ(parse_size_bytes("512").value(), 512);
  EXPECT_EQ(parse_size_bytes("512B").value(), 512);
  EXPECT_EQ(parse_size_bytes("64KiB").value(), 65536);
  EXPECT_EQ(parse_size_bytes("1MB").value(), 1'000'000);
  EXPECT_EQ(parse_size_bytes("1.5 GiB").value(), 1610612736);
  EXPECT_EQ(parse_size_bytes("0").value(), 0);
}

TEST(Units, RefuseSizesThatAreNone) {
  EXPECT_THAT(error_of(parse_size_bytes("5k")), HasSubstr("unknown unit 'k'"));
  EXPECT_THAT(error_of(parse_size_bytes("-1")), HasSubstr("is negative"));
  EXPECT_THAT(error_of(parse_size_bytes("9999999TiB")), HasSubstr("is too large"));
  EXPECT_FALSE(parse_size_bytes("NaN"));
  EXPECT_FALSE(parse_size_bytes("12 parrots"));
}

TEST(Units, WriteInTheLargestUnitThatReadsWell) {
  EXPECT_EQ(format_duration(0), "0");
  EXPECT_EQ(format_duration(7), "7ns");
  EXPECT_EQ(format_duration(8'000'000), "8ms");
  EXPECT_EQ(format_duration(1'234'567), "1.234567ms");
  EXPECT_EQ(format_duration(1'500'000'000), "1.5s");
  EXPECT_EQ(format_duration(-250'000), "-250us");
  EXPECT_EQ(format_bandwidth(12.5e6), "100Mb/s");
  EXPECT_EQ(format_bandwidth(1.0), "8b/s");
  EXPECT_EQ(format_bandwidth(125e6 / 3), "333.333Mb/s");
  EXPECT_EQ(format_size(0), "0B");
  EXPECT_EQ(format_size(65536), "64KiB");
  EXPECT_EQ(format_size(1'000'000), "1MB");
  EXPECT_EQ(format_size(1'000'001), "1000001B");
}

TEST(Units, ReadBackWhatTheyWrite) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto duration =
        static_cast<std::int64_t>(random.next() % duration_max_ns) >> random.below(50);
    ASSERT_EQ(parse_duration_ns(format_duration(duration)).value(), duration);
    const auto size = static_cast<std::int64_t>(random.next() >> (4 + random.below(55)));
    ASSERT_EQ(parse_size_bytes(format_size(size)).value(), size);
  }
  EXPECT_DOUBLE_EQ(parse_bandwidth_bytes_per_s(format_bandwidth(3e6)).value(), 3e6);
}

TEST(Units, AreReadOrRefusedWhateverIsWritten) {
  constexpr std::string_view letters = "0123456789.-+eE kKMGTimunsbBhit/\xc2\xb5";
  Random random(7);
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint64_t i = random.below(8); i > 0; --i)
      text += letters[random.below(letters.size())];
    if (const auto value = parse_duration_ns(text)) {
      EXPECT_GE(*value, 0) << text;
      ++read;
    }
    const auto bandwidth = parse_bandwidth_bytes_per_s(text);
    EXPECT_GT(bandwidth.value_or(1.0), 0.0) << text;
    const auto size = parse_size_bytes(text);
    EXPECT_GE(size.value_or(0), 0) << text;
  }
  EXPECT_GT(read, 10);
}

}  // namespace
}  // namespace isthmus::engine::topology
