#include "isthmus/fabric/datagram/flight.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace isthmus::engine::fabric::datagram {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr TimeNs way_ns = 1000;

/// Those of a datagram's answer, the highest first.
Ranges come(std::initializer_list<Range> ranges) {
  Ranges all;
  for (const Range& range : ranges) all.range[all.count++] = range;
  return all;
}

class FlightTest : public ::testing::Test {
 protected:
  /// Datagrams of 100 bytes with a piece each, whose frame has the datagram's number, every 10 ns.
  void send(int count) {
    for (int i = 0; i < count; ++i) {
      const PieceId piece{flight.next_number(), 0};
      flight.sent({&piece, 1}, 100, static_cast<TimeNs>(10 * flight.next_number()));
    }
  }
  static std::vector<std::uint64_t> frames(const std::vector<PieceId>& pieces) {
    std::vector<std::uint64_t> frames;
    for (const PieceId& piece : pieces) frames.push_back(piece.frame);
    return frames;
  }

  Flight flight;
  Flight::News news;
};

TEST_F(FlightTest, TellsWhichPiecesHaveComeEachOnce) {
  send(4);
  EXPECT_EQ(flight.bytes_under_way(), 400u);
  ASSERT_TRUE(flight.acknowledged(come({{3, 4}, {0, 1}}), news));
  EXPECT_THAT(frames(news.come), ElementsAre(3, 0));
  EXPECT_EQ(news.bytes_come, 200u);
  EXPECT_EQ(news.sent_ns, 30);
  EXPECT_EQ(flight.settled(), 1u);
  ASSERT_TRUE(flight.acknowledged(come({{0, 4}}), news));
  EXPECT_THAT(frames(news.come), ElementsAre(1, 2));
  EXPECT_EQ(news.sent_ns, never_ns) << "that the highest has come is no news";
  EXPECT_TRUE(flight.is_empty());
  EXPECT_EQ(flight.settled(), 4u);
  EXPECT_THAT(flight.oldest(), IsEmpty());
}

TEST_F(FlightTest, RefusesNumbersThatWereNeverSent) {
  send(3);
  EXPECT_FALSE(flight.acknowledged(come({{0, 4}}), news));
  EXPECT_EQ(flight.bytes_under_way(), 300u);
  EXPECT_THAT(news.come, IsEmpty());
  EXPECT_TRUE(flight.acknowledged(come({}), news));
}

TEST_F(FlightTest, TakesForLostWhatThreeOthersHaveOvertaken) {
  send(5);
  ASSERT_TRUE(flight.acknowledged(come({{1, 3}}), news));
  flight.find_lost(50, way_ns, news);
  EXPECT_EQ(news.datagrams_lost, 0u) << "overtaken by two";
  ASSERT_TRUE(flight.acknowledged(come({{1, 4}}), news));
  flight.find_lost(50, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(0));
  EXPECT_EQ(news.datagrams_lost, 1u);
  EXPECT_TRUE(news.is_congested);
  EXPECT_EQ(flight.bytes_under_way(), 100u) << "the last one alone";
}

TEST_F(FlightTest, TakesForLostWhatOneHasOvertakenForLongerThanARoundTrip) {
  send(2);
  ASSERT_TRUE(flight.acknowledged(come({{1, 2}}), news));
  EXPECT_EQ(flight.lost_ns(way_ns), way_ns);
  flight.find_lost(way_ns - 1, way_ns, news);
  EXPECT_EQ(news.datagrams_lost, 0u);
  flight.find_lost(way_ns, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(0));
  EXPECT_EQ(flight.lost_ns(way_ns), never_ns);
}

TEST_F(FlightTest, TakesNothingForLostThatNobodyHasOvertaken) {
  send(3);
  flight.find_lost(1'000'000, way_ns, news);
  EXPECT_EQ(news.datagrams_lost, 0u);
  EXPECT_EQ(flight.lost_ns(way_ns), never_ns);
  EXPECT_EQ(flight.bytes_under_way(), 300u);
}

// RFC 9002, 6.1.1: what comes after all shows that the way does not keep the order.
TEST_F(FlightTest, HasMoreOvertakeOnceOneCameThatWasThoughtLost) {
  send(7);
  ASSERT_TRUE(flight.acknowledged(come({{1, 7}}), news));
  flight.find_lost(70, way_ns, news);
  ASSERT_THAT(frames(news.lost), ElementsAre(0));
  EXPECT_EQ(flight.bytes_under_way(), 0u);
  ASSERT_TRUE(flight.acknowledged(come({{0, 7}}), news));
  EXPECT_THAT(frames(news.come), ElementsAre(0));
  EXPECT_EQ(flight.bytes_under_way(), 0u) << "it has been taken off already";
  // It had been overtaken by six; seven are needed from now on.
  send(8);
  ASSERT_TRUE(flight.acknowledged(come({{8, 14}}), news));
  flight.find_lost(150, way_ns, news);
  EXPECT_EQ(news.datagrams_lost, 0u);
  ASSERT_TRUE(flight.acknowledged(come({{8, 15}}), news));
  flight.find_lost(150, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(7));
}

TEST_F(FlightTest, KeepsALostOneForAWhileAndNoLonger) {
  send(1);
  send(4);
  ASSERT_TRUE(flight.acknowledged(come({{1, 5}}), news));
  flight.find_lost(50, way_ns, news);
  EXPECT_EQ(flight.settled(), 0u) << "should it come after all";
  send(static_cast<int>(Flight::overtaking_max));
  const std::uint64_t end = flight.next_number();
  ASSERT_TRUE(flight.acknowledged(come({{1, end}}), news));
  EXPECT_EQ(flight.settled(), end);
  // Numbers that count no more may be named again, as in an answer that was late.
  EXPECT_TRUE(flight.acknowledged(come({{0, end}}), news));
  EXPECT_THAT(news.come, IsEmpty());
}

TEST_F(FlightTest, TellsOfCongestionOnceForAllThatWasUnderWay) {
  send(10);
  ASSERT_TRUE(flight.acknowledged(come({{3, 4}}), news));
  flight.find_lost(100, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(0));
  EXPECT_TRUE(news.is_congested);
  ASSERT_TRUE(flight.acknowledged(come({{5, 6}, {3, 4}}), news));
  flight.find_lost(100, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(1, 2));
  EXPECT_FALSE(news.is_congested) << "they went before the first loss was known";
  send(4);
  flight.disregard_congestion();
  ASSERT_TRUE(flight.acknowledged(come({{11, 14}, {4, 10}}), news));
  flight.find_lost(200, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(10));
  EXPECT_FALSE(news.is_congested) << "somebody has said that it is no news";
  send(5);
  ASSERT_TRUE(flight.acknowledged(come({{15, 19}}), news));
  flight.find_lost(200, way_ns, news);
  EXPECT_THAT(frames(news.lost), ElementsAre(14));
  EXPECT_TRUE(news.is_congested) << "it was sent after that";
}

TEST_F(FlightTest, KnowsThePiecesOfTheOldestThatIsUnderWay) {
  const std::vector<PieceId> two = {{7, 0}, {7, 500}};
  flight.sent(two, 1000, 0);
  const std::vector<PieceId> none;
  flight.sent(none, 40, 10);
  send(1);
  EXPECT_EQ(flight.oldest().size(), 2u);
  EXPECT_EQ(flight.oldest()[1].at, 500u);
  ASSERT_TRUE(flight.acknowledged(come({{0, 1}}), news));
  EXPECT_EQ(news.come.size(), 2u);
  EXPECT_THAT(flight.oldest(), IsEmpty()) << "one without pieces";
  ASSERT_TRUE(flight.acknowledged(come({{1, 2}}), news));
  EXPECT_THAT(frames(flight.oldest()), ElementsAre(2));
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
