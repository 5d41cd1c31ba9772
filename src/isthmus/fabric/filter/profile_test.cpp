#include "isthmus/fabric/filter/profile.hpp"

#include <gtest/gtest.h>

#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

SitePair site_of_each_pe(const Message& message) {
  return {SiteId(message.source.value), SiteId(message.destination.value)};
}

class ProfileFilterTest : public ::testing::Test {
 protected:
  ProfileFilterTest() { filter.attach(receiver); }

  SendStatus send(std::size_t message_bytes, std::uint32_t source, std::uint32_t destination) {
    Frame frame{
        bytes_message(pool, 0, message_bytes - sizeof(Message), PeId(source), PeId(destination)),
        ProcessId(3)};
    return filter.try_send(frame, 0);
  }

  Pool pool;
  RecordingReceiver receiver;
  ProfileFilter filter{std::make_unique<LocalCarrier>(ProcessId(3), 3), site_of_each_pe};
};

TEST_F(ProfileFilterTest, CountsBothDirectionsByPeerAndBySites) {
  ASSERT_EQ(send(64, 0, 1), SendStatus::sent);
  ASSERT_EQ(send(127, 0, 1), SendStatus::sent);
  ASSERT_EQ(send(128, 1, 0), SendStatus::sent);
  filter.progress(0, 2);
  const Traffic peer = filter.with_peer(ProcessId(3));
  EXPECT_EQ(peer.sent.messages, 3u);
  EXPECT_EQ(peer.sent.bytes, 64u + 127 + 128);
  EXPECT_EQ(peer.sent.sizes[6], 2u);
  EXPECT_EQ(peer.sent.sizes[7], 1u);
  EXPECT_EQ(peer.received.messages, 2u);
  EXPECT_EQ(peer.received.bytes, 64u + 127);
  EXPECT_EQ(filter.between({SiteId(0), SiteId(1)}).sent.messages, 2u);
  EXPECT_EQ(filter.between({SiteId(1), SiteId(0)}).sent.bytes, 128u);
  EXPECT_EQ(filter.between({SiteId(1), SiteId(0)}).received.messages, 0u);
  EXPECT_EQ(filter.with_peer(ProcessId(4)).sent.messages, 0u);
  EXPECT_EQ(receiver.frames.size(), 2u);
}

TEST_F(ProfileFilterTest, CountsAFrameOnceThoughItWasOfferedTwice) {
  for (int i = 0; i < 3; ++i) ASSERT_EQ(send(64, 0, 1), SendStatus::sent);
  EXPECT_EQ(send(64, 0, 1), SendStatus::busy);
  EXPECT_EQ(filter.with_peer(ProcessId(3)).sent.messages, 3u);
}

TEST_F(ProfileFilterTest, IsReadAsJson) {
  ASSERT_EQ(send(100, 0, 1), SendStatus::sent);
  EXPECT_EQ(filter.to_json(),
            R"({"peers":[{"process":3,"sent":{"messages":1,"bytes":100,)"
            R"("sizes":[{"from_bytes":64,"messages":1}]},)"
            R"("received":{"messages":0,"bytes":0,"sizes":[]}}],)"
            R"("site_pairs":[{"source":0,"destination":1,"sent":{"messages":1,"bytes":100,)"
            R"("sizes":[{"from_bytes":64,"messages":1}]},)"
            R"("received":{"messages":0,"bytes":0,"sizes":[]}}]})");
}

TEST_F(ProfileFilterTest, ReportsToItsLinkWhatItCounts) {
  ASSERT_EQ(send(100, 0, 1), SendStatus::sent);
  ProfileFilter above(std::make_unique<ProfileFilter>(
                          std::make_unique<LocalCarrier>(ProcessId(3), 3), site_of_each_pe),
                      site_of_each_pe);
  std::vector<DeviceReport> reports;
  above.report(reports);
  filter.report(reports);
  ASSERT_EQ(reports.size(), 3u);  // also of a filter that lies under another one
  for (const DeviceReport& report : reports) EXPECT_EQ(report.device, "profile");
  EXPECT_EQ(reports[0].figures, R"({"peers":[],"site_pairs":[]})");
  EXPECT_EQ(reports[1].figures, reports[0].figures);
  EXPECT_EQ(reports[2].figures, filter.to_json());
}

TEST(TrafficTotals, PutsEverySizeIntoAClass) {
  TrafficTotals totals;
  totals.add(0);
  totals.add(1);
  totals.add(std::size_t{1} << 20);
  totals.add(SIZE_MAX);
  EXPECT_EQ(totals.sizes.front(), 2u);
  EXPECT_EQ(totals.sizes[20], 1u);
  EXPECT_EQ(totals.sizes.back(), 1u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
