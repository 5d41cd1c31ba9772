#include "isthmus/sim/checker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace walkers {

class Walker : public isthmus::Chare<Walker, int> {
 public:
  void walk() {}
};

}  // namespace walkers

namespace isthmus::engine::sim {
namespace {

using ::testing::HasSubstr;
using walkers::Walker;

MessagePtr some_message(Pool& pool, const PayloadOps* ops = nullptr) {
  MessagePtr message = pool.acquire(0);
  message->ops = ops;
  message->source = PeId(0);
  message->destination = PeId(1);
  return message;
}

class CheckerTest : public ::testing::Test {
 protected:
  Pool pool;
  const topology::Topology topology = testing::uniform_topology(1, 3);
  Checker checker{topology};
};

TEST_F(CheckerTest, IsSilentAboutWhatIsHandledOnce) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  checker.observer_of(PeId(1)).handling(*message);
  checker.observer_of(PeId(1)).handled();
  checker.quiescence_told();
  checker.at_rest(0);
  EXPECT_EQ(checker.breach(), "");
}

TEST_F(CheckerTest, SeesWhatIsLost) {
  const MessagePtr message = some_message(pool, &detail::entry_of<Walker, &Walker::walk>);
  checker.observer_of(PeId(0)).sending(*message);
  checker.at_rest(0);
  EXPECT_NE(checker.breach().find("never handled"), std::string::npos) << checker.breach();
  EXPECT_NE(checker.breach().find("Walker::walk"), std::string::npos) << checker.breach();
}

TEST_F(CheckerTest, SeesWhatIsDoubled) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  for (int i = 0; i < 2; ++i) {
    checker.observer_of(PeId(1)).handling(*message);
    checker.observer_of(PeId(1)).handled();
  }
  EXPECT_NE(checker.breach().find("more often"), std::string::npos) << checker.breach();
}

TEST_F(CheckerTest, SeesWhatGoesAstray) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  checker.observer_of(PeId(2)).handling(*message);
  EXPECT_NE(checker.breach().find("on PE 2"), std::string::npos) << checker.breach();
}

TEST_F(CheckerTest, SeesQuiescenceThatIsToldEarly) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  checker.quiescence_told();
  EXPECT_NE(checker.breach().find("quiescence"), std::string::npos) << checker.breach();
}

TEST_F(CheckerTest, SeesBuffersThatDoNotComeHome) {
  checker.at_rest(2);
  EXPECT_NE(checker.breach().find("2 messages"), std::string::npos) << checker.breach();
}

TEST_F(CheckerTest, CountsEqualMessagesTogether) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  checker.sent_again(*message);
  for (int i = 0; i < 2; ++i) {
    checker.observer_of(PeId(1)).handling(*message);
    checker.observer_of(PeId(1)).handled();
  }
  checker.at_rest(0);
  EXPECT_EQ(checker.breach(), "");
}

TEST_F(CheckerTest, TellsMessagesApartByAllThatIsTheSameThereAndHere) {
  const auto changed = [&](const auto& change) {
    Checker other(topology);
    const MessagePtr message = some_message(pool);
    other.observer_of(PeId(0)).sending(*message);
    change(*message);
    other.observer_of(message->destination).handling(*message);
    return other.breach();
  };
  EXPECT_EQ(changed([](Message&) {}), "");
  EXPECT_EQ(changed([](Message& message) { message.form = PayloadForm::bytes; }), "");
  EXPECT_THAT(changed([](Message& message) { message.word = 1; }), HasSubstr("more often"));
  EXPECT_THAT(changed([](Message& message) { message.key.low = 1; }), HasSubstr("more often"));
  EXPECT_THAT(changed([](Message& message) { message.priority = 1; }), HasSubstr("more often"));
  EXPECT_THAT(changed([](Message& message) { message.source = PeId(2); }), HasSubstr("more often"));
  EXPECT_THAT(changed([](Message& message) { message.destination = PeId(2); }),
              HasSubstr("more often"));
}

TEST_F(CheckerTest, LetsAProcessTellItselfOfWhatHappensOutside) {
  const MessagePtr message = some_message(pool);
  message->source = PeId(1);
  message->flags |= flag_uncounted;
  checker.observer_of(PeId(1)).handling(*message);
  checker.observer_of(PeId(1)).handled();
  EXPECT_EQ(checker.breach(), "");
  message->flags = 0;
  checker.observer_of(PeId(1)).handling(*message);
  EXPECT_THAT(checker.breach(), HasSubstr("more often")) << "the program's own";
}

TEST_F(CheckerTest, LetsQuiescenceBeToldWhileTheRuntimesOwnMessagesAreUnderWay) {
  const MessagePtr message = some_message(pool);
  message->flags |= flag_uncounted;
  checker.observer_of(PeId(0)).sending(*message);
  checker.quiescence_told();
  EXPECT_EQ(checker.breach(), "");
}

TEST_F(CheckerTest, ForgivesLossesButNoDoubles) {
  const MessagePtr message = some_message(pool);
  checker.observer_of(PeId(0)).sending(*message);
  checker.forgive_losses();
  checker.quiescence_told();
  checker.at_rest(3);
  EXPECT_EQ(checker.breach(), "");
  for (int i = 0; i < 2; ++i) checker.observer_of(PeId(1)).handling(*message);
  EXPECT_THAT(checker.breach(), HasSubstr("more often"));
}

TEST_F(CheckerTest, KeepsTheFirstBreach) {
  checker.tell("");
  EXPECT_EQ(checker.breach(), "");
  checker.tell("one");
  checker.tell("another");
  EXPECT_EQ(checker.breach(), "one");
}

}  // namespace
}  // namespace isthmus::engine::sim
