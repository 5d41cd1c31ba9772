#include "isthmus/bootstrap/agreement/paxos_acceptor.hpp"

#include <gtest/gtest.h>

#include "isthmus/bootstrap/agreement/agreement_records.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using Kind = AgreementMessage::Kind;

constexpr std::uint32_t acceptors_epoch = 6;
constexpr ProcessId voter(9);

AgreementMessage asked_for(Kind kind, const Ballot& ballot, MemberList list = {},
                           ProcessId to = voter) {
  AgreementMessage message{ballot.proposer, to, acceptors_epoch, kind};
  message.ballot = ballot;
  message.list = std::move(list);
  return message;
}

constexpr Ballot low{0, 1, ProcessId(3)};
constexpr Ballot high{0, 2, ProcessId(1)};
const MemberList ours = {{ProcessId(1), ""}, {ProcessId(3), ""}};
const MemberList theirs = {{ProcessId(2), ""}};

TEST(Ballots, AreHigherOfThoseWhoKnowOfMoreDeathsThenByRoundThenByProposer) {
  EXPECT_LT((Ballot{0, 9, ProcessId(9)}), (Ballot{1, 1, ProcessId(0)}));
  EXPECT_LT((Ballot{1, 1, ProcessId(9)}), (Ballot{1, 2, ProcessId(0)}));
  EXPECT_LT((Ballot{1, 2, ProcessId(0)}), (Ballot{1, 2, ProcessId(1)}));
  EXPECT_FALSE(Ballot{});
}

TEST(PaxosAcceptor, PromisesAndTellsWhatItHasVotedForLast) {
  PaxosAcceptor acceptor;
  const AgreementMessage first = acceptor.answer(asked_for(Kind::prepare, low));
  EXPECT_EQ(first.kind, Kind::promise);
  EXPECT_EQ(first.ballot, low);
  EXPECT_EQ(first.from, voter);
  EXPECT_EQ(first.to, low.proposer);
  EXPECT_EQ(first.epoch, acceptors_epoch);
  EXPECT_FALSE(first.accepted);
  EXPECT_EQ(acceptor.answer(asked_for(Kind::propose, low, ours)).kind, Kind::accepted);
  const AgreementMessage later = acceptor.answer(asked_for(Kind::prepare, high));
  EXPECT_EQ(later.kind, Kind::promise);
  EXPECT_EQ(later.accepted, low);
  EXPECT_EQ(later.list, ours);
}

TEST(PaxosAcceptor, TakesNoPartInBallotsBelowWhatItHasPromised) {
  PaxosAcceptor acceptor;
  acceptor.answer(asked_for(Kind::prepare, high));
  const PaxosAcceptor before = acceptor;
  for (const Kind kind : {Kind::prepare, Kind::propose}) {
    const AgreementMessage answer = acceptor.answer(asked_for(kind, low, theirs));
    EXPECT_EQ(answer.kind, Kind::overruled);
    EXPECT_EQ(answer.ballot, high);
    EXPECT_EQ(acceptor, before);
  }
}

TEST(PaxosAcceptor, VotesInTheBallotThatItHasPromisedAgainAndAgain) {
  PaxosAcceptor acceptor;
  acceptor.answer(asked_for(Kind::prepare, high));
  for (int i = 0; i < 2; ++i) {
    const AgreementMessage answer = acceptor.answer(asked_for(Kind::propose, high, ours));
    EXPECT_EQ(answer.kind, Kind::accepted);
    EXPECT_EQ(answer.ballot, high);
  }
  EXPECT_EQ(acceptor.accepted, high);
  EXPECT_EQ(acceptor.list, ours);
}

// Who has missed the prepare of a ballot may hear its proposal.
TEST(PaxosAcceptor, AVoteInAHigherBallotIsAPromiseToo) {
  PaxosAcceptor acceptor;
  EXPECT_EQ(acceptor.answer(asked_for(Kind::propose, high, ours)).kind, Kind::accepted);
  EXPECT_EQ(acceptor.answer(asked_for(Kind::prepare, low)).kind, Kind::overruled);
  EXPECT_EQ(acceptor.answer(asked_for(Kind::propose, low, theirs)).kind, Kind::overruled);
  EXPECT_EQ(acceptor.list, ours);
}

TEST(PaxosAcceptor, AnswersPrepareAndProposeAlone) {
  for (const Kind kind : {Kind::hello, Kind::present, Kind::promise, Kind::accepted,
                          Kind::overruled, Kind::decided, Kind::learned}) {
    EXPECT_FALSE(PaxosAcceptor::answers(asked_for(kind, low)));
  }
  EXPECT_TRUE(PaxosAcceptor::answers(asked_for(Kind::prepare, low)));
  EXPECT_TRUE(PaxosAcceptor::answers(asked_for(Kind::propose, low)));
}

TEST(Witnesses, GiveTheirVoteToOneOfTwoHalves) {
  Witness witness(acceptors_epoch);
  EXPECT_EQ(witness.answer(asked_for(Kind::prepare, high, {}, witness_id))->kind, Kind::promise);
  EXPECT_EQ(witness.answer(asked_for(Kind::propose, high, ours, witness_id))->kind, Kind::accepted);
  EXPECT_EQ(witness.answer(asked_for(Kind::propose, low, theirs, witness_id))->kind,
            Kind::overruled);
}

TEST(Witnesses, SayNothingOfOtherEpochsNorToTheDead) {
  Witness witness(acceptors_epoch);
  AgreementMessage of_another = asked_for(Kind::prepare, low, {}, witness_id);
  of_another.epoch = acceptors_epoch + 1;
  EXPECT_FALSE(witness.answer(of_another));
  EXPECT_FALSE(witness.answer(asked_for(Kind::hello, low, {}, witness_id)));
  AgreementMessage with_news = asked_for(Kind::prepare, low, {}, witness_id);
  with_news.dead = {high.proposer};
  EXPECT_TRUE(witness.answer(with_news));
  EXPECT_FALSE(witness.answer(asked_for(Kind::prepare, high, {}, witness_id)));
}

TEST(Witnesses, TellWhoIsDead) {
  Witness witness(acceptors_epoch);
  AgreementMessage with_news = asked_for(Kind::hello, low, {}, witness_id);
  with_news.dead = {ProcessId(5), ProcessId(6)};
  EXPECT_FALSE(witness.answer(with_news));
  const auto answer = witness.answer(asked_for(Kind::prepare, high, {}, witness_id));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->dead, (ProcessSet{ProcessId(5), ProcessId(6)}));
}

// What is kept on a disk has to be all of it, or a vote is given twice.
TEST(Witnesses, AreTheSameOnceTheyHaveBeenKept) {
  Witness witness(acceptors_epoch);
  AgreementMessage with_news = asked_for(Kind::propose, low, ours, witness_id);
  with_news.dead = {ProcessId(5)};
  ASSERT_TRUE(witness.answer(with_news));
  ASSERT_TRUE(witness.answer(asked_for(Kind::prepare, high, {}, witness_id)));
  const auto kept = decode_agreement_message(encode(witness.memory()));
  ASSERT_TRUE(kept);
  Witness again(*kept);
  EXPECT_EQ(again, witness);
  EXPECT_EQ(again.answer(asked_for(Kind::propose, low, theirs, witness_id))->kind, Kind::overruled);
  EXPECT_FALSE(again.answer(asked_for(Kind::prepare, {0, 7, ProcessId(5)}, {}, witness_id)));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
