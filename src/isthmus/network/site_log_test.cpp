#include "isthmus/network/site_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/message/pieces.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::network {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SiteId east(0), west(1), south(2);
constexpr HandlerId kept_handler{1}, partial_handler{2}, passing_handler{3}, other_handler{4},
    making_handler{5};

/// A PE a site, and the log of the first one's process.
class SiteLogTest : public ::testing::Test {
 protected:
  static BorderKind kind_of(const Message& message) {
    if (message.handler == kept_handler) return BorderKind::kept;
    if (message.handler == partial_handler) return BorderKind::partial;
    if (message.handler == making_handler) return BorderKind::making;
    return message.handler == passing_handler ? BorderKind::passing : BorderKind::other;
  }

  MessagePtr message(SiteId from, SiteId to, const std::string& text,
                     HandlerId handler = kept_handler) {
    MessagePtr message = pool_.acquire(text.size());
    std::memcpy(message->payload(), text.data(), text.size());
    message->form = PayloadForm::bytes;
    message->source = topology_.pes_of(from).first;
    message->destination = topology_.pes_of(to).first;
    message->handler = handler;
    return message;
  }
  bool send(const std::string& text, SiteId to = west, HandlerId handler = kept_handler) {
    return log_.sent(*message(east, to, text, handler));
  }
  bool takes(const std::string& text, SiteId from = west, HandlerId handler = kept_handler) {
    return log_.takes(*message(from, east, text, handler));
  }
  std::string text_of(const Message& message) const {
    const auto bytes = message.payload_span();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::vector<std::string> due() {
    std::vector<std::string> texts;
    log_.send_due(pool_, [&](MessagePtr message) {
      texts.push_back(text_of(*message));
      pool_.release(std::move(message));
    });
    return texts;
  }

  topology::Topology topology_ = testing::uniform_topology(3, 1, "0", "0", 1);
  Pool pool_;
  SiteLog log_{topology_, {kind_of, [](const Message&) { return std::string("a call"); }}};
};

TEST_F(SiteLogTest, SendsASiteThatBeginsAgainWhatItWasSentInItsOrder) {
  EXPECT_TRUE(send("one"));
  EXPECT_TRUE(send("elsewhere", south));
  EXPECT_TRUE(send("two"));
  EXPECT_TRUE(send("of no meaning", west, passing_handler));
  EXPECT_FALSE(log_.has_lives());
  EXPECT_THAT(due(), IsEmpty());
  log_.begin_again(west);
  EXPECT_TRUE(log_.has_lives());
  EXPECT_THAT(due(), ElementsAre("one", "two"));
  EXPECT_FALSE(log_.has_lives());
  EXPECT_FALSE(log_.is_behind(west));
  EXPECT_EQ(log_.figures().sent_again, 2U);
}

TEST_F(SiteLogTest, KeepsTheBytesOfArraysThatTheirSenderOnlyLends) {
  std::string array(Pieces::lent_bytes_min, 'a');
  const std::uint64_t size = array.size();
  const std::string whole = std::string(reinterpret_cast<const char*>(&size), sizeof size) + array;
  MessagePtr pieces =
      make_pieces(pool_, whole.size(), array.size(),
                  [&](serial::Gatherer& gatherer) { gatherer.lend(std::span<const char>(array)); });
  pieces->source = topology_.pes_of(east).first;
  pieces->destination = topology_.pes_of(west).first;
  pieces->handler = kept_handler;
  EXPECT_TRUE(log_.sent(*pieces));
  EXPECT_TRUE(send(whole));
  SiteLog::Counts counts;
  log_.count_sent(west, counts);
  EXPECT_EQ(counts.size(), 1U) << "they are the same for who takes them";
  pool_.release(std::move(pieces));
  array.assign(array.size(), 'b');
  log_.begin_again(west);
  EXPECT_THAT(due(), ElementsAre(whole, whole));
}

TEST_F(SiteLogTest, KeepsWhatGoesToALostSiteUntilThatBeginsAgain) {
  EXPECT_TRUE(send("one"));
  log_.close(west);
  EXPECT_FALSE(send("two"));
  EXPECT_FALSE(send("a wave", west, passing_handler));
  EXPECT_TRUE(send("a wave", south, passing_handler));
  EXPECT_TRUE(send("its image", west, making_handler));
  EXPECT_TRUE(send("elsewhere", south));
  EXPECT_THAT(due(), IsEmpty());
  EXPECT_FALSE(takes("how many there are", west, other_handler));
  EXPECT_THAT(log_.obstacle(west, 0), IsEmpty());
  EXPECT_TRUE(takes("it is made", west, making_handler));
  EXPECT_FALSE(send("a call", west, other_handler));
  EXPECT_EQ(log_.obstacle(west, 0), "a call has crossed its border");
  log_.begin_again(west);
  EXPECT_TRUE(send("a wave", west, passing_handler));
  EXPECT_FALSE(send("three"));
  EXPECT_THAT(due(), ElementsAre("one", "two", "three"));
  EXPECT_TRUE(send("four"));
}

TEST_F(SiteLogTest, LetsNobodyOvertakeWhoSendsWhatIsDue) {
  EXPECT_TRUE(send("one"));
  EXPECT_TRUE(send("two"));
  log_.begin_again(west);
  std::vector<std::string> texts;
  const int count = log_.send_due(pool_, [&](MessagePtr message) {
    texts.push_back(text_of(*message));
    pool_.release(std::move(message));
    // As another PE does at the same time.
    EXPECT_THAT(due(), IsEmpty());
    if (texts.size() == 1) {
      EXPECT_FALSE(send("meanwhile"));
    }
  });
  EXPECT_EQ(count, 3);
  EXPECT_THAT(texts, ElementsAre("one", "two", "meanwhile"));
  EXPECT_FALSE(log_.is_behind(west));
  EXPECT_TRUE(send("later"));
}

TEST_F(SiteLogTest, KeepsItUntilTheReceiversNextCheckpointIsWhole) {
  send("before");
  log_.cut(1);
  send("after");
  EXPECT_EQ(log_.figures().messages, 2U);
  EXPECT_EQ(log_.obstacle(west, 0), "another checkpoint is the last");
  log_.drop_before(1);
  EXPECT_EQ(log_.figures().messages, 1U);
  EXPECT_EQ(log_.figures().bytes, sizeof(Message) + 5);
  EXPECT_EQ(log_.figures().bytes_most, 2 * sizeof(Message) + 11);
  log_.begin_again(west);
  EXPECT_THAT(due(), ElementsAre("after"));
}

TEST_F(SiteLogTest, SendsNothingAgainBeforeThatHasComeAgainWhichItHadFollowed) {
  send("first");
  EXPECT_TRUE(takes("answer"));
  send("second");
  EXPECT_TRUE(takes("other answer"));
  log_.begin_again(west);
  EXPECT_THAT(due(), ElementsAre("first"));
  EXPECT_FALSE(takes("other answer"));
  EXPECT_THAT(due(), IsEmpty());
  EXPECT_FALSE(send("new"));
  EXPECT_TRUE(send("elsewhere", south));
  EXPECT_FALSE(takes("answer"));
  EXPECT_TRUE(log_.is_behind(west));
  EXPECT_THAT(due(), ElementsAre("second", "new"));
  EXPECT_FALSE(log_.is_behind(west));
  EXPECT_TRUE(send("newer"));
}

TEST_F(SiteLogTest, DropsWhatComesAgainAsOftenAsItHadCome) {
  EXPECT_TRUE(takes("one"));
  EXPECT_TRUE(takes("twice"));
  EXPECT_TRUE(takes("twice"));
  EXPECT_TRUE(takes("one", south));
  log_.begin_again(west);
  EXPECT_EQ(log_.owed(west), 3U);
  // In whatever order.
  EXPECT_FALSE(takes("twice"));
  EXPECT_FALSE(takes("one"));
  EXPECT_TRUE(takes("new"));
  EXPECT_TRUE(takes("one", south));
  EXPECT_FALSE(takes("twice"));
  EXPECT_EQ(log_.owed(west), 0U);
  EXPECT_TRUE(takes("twice"));
  EXPECT_EQ(log_.figures().dropped, 3U);
}

TEST_F(SiteLogTest, KnowsInAThirdLifeWhatCameInTheFirstTwo) {
  EXPECT_TRUE(takes("first"));
  log_.begin_again(west);
  EXPECT_FALSE(takes("first"));
  EXPECT_TRUE(takes("second"));
  log_.begin_again(west);
  EXPECT_FALSE(takes("first"));
  EXPECT_FALSE(takes("second"));
  EXPECT_TRUE(takes("third"));
  // One that ends before it has caught up changes nothing.
  log_.begin_again(west);
  EXPECT_EQ(log_.owed(west), 3U);
}

TEST_F(SiteLogTest, OwesNothingOfWhatCameBeforeTheCheckpoint) {
  EXPECT_TRUE(takes("before"));
  log_.cut(1);
  EXPECT_TRUE(takes("after"));
  log_.begin_again(west);
  EXPECT_EQ(log_.owed(west), 1U);
  EXPECT_TRUE(takes("before"));
  EXPECT_FALSE(takes("after"));
}

TEST_F(SiteLogTest, TellsPartialSumsByWhomTheyAreForAndNotByWhatTheySum) {
  EXPECT_TRUE(takes("1.0", west, partial_handler));
  log_.begin_again(west);
  EXPECT_FALSE(takes("0.9999", west, partial_handler));
  EXPECT_TRUE(takes("2.0", west, partial_handler));
}

TEST_F(SiteLogTest, NamesWhatCannotBeSentAgainUntilThatIsInACheckpoint) {
  EXPECT_THAT(log_.obstacle(west, 0), IsEmpty());
  EXPECT_TRUE(takes("question", west, other_handler));
  EXPECT_EQ(log_.obstacle(west, 0), "a call has crossed its border");
  EXPECT_THAT(log_.obstacle(south, 0), IsEmpty());
  send("answer", south, other_handler);
  EXPECT_EQ(log_.obstacle(south, 0), "a call has crossed its border");
  log_.cut(1);
  EXPECT_THAT(log_.obstacle(west, 1), IsEmpty());
}

/// The same with room for five of these messages.
class SmallSiteLog : public SiteLogTest {
 protected:
  static constexpr std::size_t text_bytes = 1000;
  bool send_some(SiteId to) {
    return small_.sent(*message(east, to, std::string(text_bytes, 'x')));
  }

  SiteLog small_{topology_,
                 {kind_of, [](const Message&) { return std::string("a call"); }},
                 5 * (sizeof(Message) + text_bytes)};
};

TEST_F(SmallSiteLog, GivesUpTheSiteThatItKeepsMostForWhenThatIsTooMuch) {
  for (int i = 0; i < 3; ++i) send_some(west);
  for (int i = 0; i < 2; ++i) send_some(south);
  EXPECT_EQ(small_.obstacle(west, 0), "");
  EXPECT_TRUE(send_some(south));
  EXPECT_EQ(small_.obstacle(west, 0), "more than a process keeps of it has crossed its border");
  EXPECT_TRUE(small_.has_given_up(west));
  EXPECT_EQ(small_.obstacle(south, 0), "");
  EXPECT_EQ(small_.figures().messages, 3U);
  // What else goes there is sent, and takes no room.
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(send_some(west));
  EXPECT_TRUE(small_.takes(*message(west, east, "an answer")));
  EXPECT_EQ(small_.figures().messages, 3U);
  EXPECT_EQ(small_.obstacle(south, 0), "");
}

TEST_F(SmallSiteLog, TakesASiteUpAgainWithTheNextCheckpoint) {
  for (int i = 0; i < 6; ++i) send_some(west);
  EXPECT_TRUE(small_.has_given_up(west));
  small_.cut(1);
  EXPECT_EQ(small_.obstacle(west, 1), "");
  for (int i = 0; i < 5; ++i) send_some(west);
  EXPECT_EQ(small_.obstacle(west, 1), "");
  EXPECT_EQ(small_.figures().messages, 5U);
  // Those of before the checkpoint, which is not whole yet, leave no less room.
  small_.cut(2);
  for (int i = 0; i < 5; ++i) send_some(west);
  EXPECT_EQ(small_.obstacle(west, 2), "");
  EXPECT_EQ(small_.figures().messages, 10U);
  small_.drop_before(2);
  EXPECT_EQ(small_.figures().messages, 5U);
}

TEST_F(SmallSiteLog, KeepsWhatComesToo) {
  for (int i = 0; i < 5; ++i) send_some(south);
  EXPECT_TRUE(small_.takes(*message(south, east, "one more")));
  EXPECT_TRUE(small_.has_given_up(south));
  EXPECT_EQ(small_.figures().messages, 0U);
}

TEST_F(SmallSiteLog, GivesNobodyUpWhileSomebodyIsAwayOrBehind) {
  small_.close(south);
  for (int i = 0; i < 9; ++i) send_some(west);
  EXPECT_FALSE(small_.has_given_up(west));
  small_.takes(*message(south, east, "nothing"));
  small_.begin_again(west);
  for (int i = 0; i < 9; ++i) send_some(south);
  EXPECT_EQ(small_.figures().messages, 18U);
  EXPECT_EQ(small_.obstacle(south, 0), "");
}

}  // namespace
}  // namespace isthmus::engine::network
