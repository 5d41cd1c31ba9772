// A witness gives its vote once, whatever happens to it, and the half that gets it goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/test_parts.hpp"
#include "isthmus/relay/relay.hpp"
#include "isthmus/relay/vote_book.hpp"

namespace isthmus::engine::relay {
namespace {

using bootstrap::AgreementMessage;
using bootstrap::AgreementPlace;
using bootstrap::JobKey;
using bootstrap::NextEpoch;
using bootstrap::RelayName;
using bootstrap::witness_id;
using bootstrap::testing::MemoryLog;
using bootstrap::testing::ms_ns;
using ::testing::HasSubstr;
using WitnessKind = AgreementMessage::Kind;

constexpr std::size_t head_bytes = 16;

class VotesTest : public ::testing::Test {
 protected:
  VotesTest() { std::filesystem::remove(path_); }
  ~VotesTest() override { std::filesystem::remove(path_); }

  VoteBook book() { return VoteBook::open(path_).value(); }
  std::string refusal() {
    const auto opened = VoteBook::open(path_);
    return opened ? "well" : opened.error().text();
  }
  std::string contents() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& contents) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << contents;
  }
  /// What it answers to a process that proposes itself, and so many in all.
  static WitnessKind answer(VoteBook& book, WitnessKind kind, std::uint32_t from,
                            std::uint32_t round, std::uint8_t job = 1, std::uint32_t members = 1) {
    AgreementMessage asked{ProcessId(from), witness_id, 4, kind};
    asked.ballot = {0, round, ProcessId(from)};
    for (std::uint32_t i = 0; i < members; ++i) asked.list.push_back({ProcessId(from + i), "17"});
    RelayName name{};
    name[0] = static_cast<std::byte>(job);
    return book.answer(name, asked).value().value().kind;
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("isthmus-votes-" + std::to_string(getpid())))
          .string();
};

TEST_F(VotesTest, AreRememberedByWhoIsStartedAgain) {
  {
    VoteBook first = book();
    EXPECT_EQ(answer(first, WitnessKind::prepare, 0, 2), WitnessKind::promise);
    EXPECT_EQ(answer(first, WitnessKind::propose, 0, 2), WitnessKind::accepted);
  }
  VoteBook again = book();
  EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
  EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1, 2), WitnessKind::promise);
  AgreementMessage asked{ProcessId(2), witness_id, 4, WitnessKind::prepare};
  asked.ballot = {0, 3, ProcessId(2)};
  RelayName name{};
  name[0] = std::byte{1};
  const auto promise = again.answer(name, asked).value().value();
  ASSERT_FALSE(promise.list.empty());
  EXPECT_EQ(promise.list.front().process, ProcessId(0));
}

TEST_F(VotesTest, AreWrittenOnceHoweverOftenTheyAreAskedFor) {
  VoteBook one = book();
  answer(one, WitnessKind::prepare, 0, 2);
  const auto bytes = std::filesystem::file_size(path_);
  for (int i = 0; i < 10; ++i) answer(one, WitnessKind::prepare, 0, 2);
  EXPECT_EQ(std::filesystem::file_size(path_), bytes);
}

// The head of a vote is written when the disk has the rest.
TEST_F(VotesTest, WereNotGivenWhereTheyHaveNoHead) {
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    answer(first, WitnessKind::prepare, 0, 9);
  }
  // A disk has written any of the blocks, and the file may have been made longer before or not.
  std::string all = contents();
  all.replace(before, head_bytes, head_bytes, '\0');
  for (const std::size_t behind : {std::size_t{0}, std::size_t{5}, head_bytes, head_bytes + 9}) {
    write(all.substr(0, before + behind));
    {
      VoteBook again = book();
      EXPECT_EQ(std::filesystem::file_size(path_), before);
      EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
      EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 5), WitnessKind::promise);
    }
    VoteBook third = book();
    EXPECT_EQ(answer(third, WitnessKind::prepare, 0, 3), WitnessKind::overruled);
  }
}

TEST_F(VotesTest, WereNotGivenOfWhichTheDiskHasNotEveryBlock) {
  constexpr std::size_t block_bytes = 512;
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    // Of a job of many processes, so that it lies across some blocks.
    EXPECT_EQ(answer(first, WitnessKind::propose, 0, 9, 1, 250), WitnessKind::accepted);
  }
  const std::string all = contents();
  ASSERT_GT(all.size(), before + 4 * block_bytes);
  const std::size_t first_block = before / block_bytes;
  const std::size_t blocks = (all.size() + block_bytes - 1) / block_bytes - first_block;
  for (std::size_t there = 0; there < std::size_t{1} << blocks; there += 3) {
    std::string torn = all;
    torn.replace(before, head_bytes, head_bytes, '\0');
    for (std::size_t block = 0; block < blocks; ++block) {
      if (((there >> block) & 1) != 0) continue;
      const std::size_t from = std::max<std::size_t>(before, (first_block + block) * block_bytes);
      const std::size_t to = std::min(all.size(), (first_block + block + 1) * block_bytes);
      torn.replace(from, to - from, to - from, '\0');
    }
    write(torn);
    VoteBook again = book();
    EXPECT_EQ(std::filesystem::file_size(path_), before);
    EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
    EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 5), WitnessKind::promise);
  }
}

TEST_F(VotesTest, AreNoneInAFileOfWhichTheDiskHasZerosAlone) {
  write(std::string(head_bytes, '\0'));
  VoteBook one = book();
  EXPECT_EQ(answer(one, WitnessKind::prepare, 0, 2), WitnessKind::promise);
}

TEST_F(VotesTest, BeginWhereNoHeadLiesAcrossTwoBlocks) {
  VoteBook one = book();
  for (std::uint32_t round = 1; round < 20; ++round) {
    EXPECT_EQ(std::filesystem::file_size(path_) % head_bytes, 0U);
    answer(one, WitnessKind::propose, 0, round, 1, round);
  }
}

TEST_F(VotesTest, AreRefusedWhereOneHasLostItsHeadBeforeAnother) {
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    answer(first, WitnessKind::prepare, 0, 3);
    answer(first, WitnessKind::prepare, 0, 4);
  }
  std::string all = contents();
  all.replace(before, head_bytes, head_bytes, '\0');
  write(all);
  EXPECT_THAT(refusal(), HasSubstr("is damaged at byte " + std::to_string(before)));
}

TEST_F(VotesTest, AreRefusedWhereOneThatWasGivenIsCutShort) {
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
  }
  const std::string all = contents();
  write(all.substr(0, all.size() - 1));
  EXPECT_THAT(refusal(), HasSubstr("is damaged at byte 16"));
}

TEST_F(VotesTest, AreRefusedWhicheverByteIsDamaged) {
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    answer(first, WitnessKind::propose, 0, 2);
  }
  const std::string good = contents();
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    write(bad);
    ASSERT_THAT(refusal(), HasSubstr("is damaged at byte")) << at;
  }
}

TEST_F(VotesTest, AreOfOneWitnessAlone) {
  const VoteBook one = book();
  EXPECT_THAT(refusal(), HasSubstr("another process writes its votes there"));
}

/// Two processes that cannot reach each other, and a relay that is a witness, over loopback.
class WitnessTest : public VotesTest {
 protected:
  WitnessTest() {
    hole_ = listen_on({"127.0.0.1", 0}).value();
    auto listener = listen_on({"127.0.0.1", 0}).value();
    at_ = local_address(listener).value();
    relay_.emplace(std::move(listener), "the witness's token", Limits{}, clock_, log_);
  }
  ~WitnessTest() override {
    stops_ = true;
    if (serving_.joinable()) serving_.join();
  }

  void serve() {
    serving_ = std::thread([this] {
      while (!stops_) {
        EXPECT_TRUE(relay_->step());
        relay_->wait({-1, 0, 0});
      }
    });
  }

  /// Of both processes: whether they go on, or why not. `reach` of them reach the witness.
  std::vector<std::string> outcomes(std::vector<bool> reach,
                                    const char* token = "the witness's token") {
    std::vector<std::string> outcomes(2);
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < 2; ++i) {
      threads.emplace_back([&, i] {
        const JobKey key(bootstrap::testing::secret);
        MemoryLog log;
        bootstrap::Acceptor acceptor(listen_on({"127.0.0.1", 0}).value(),
                                     bootstrap::Purpose::agreement, key, 5'000 * ms_ns, log);
        const bootstrap::PastEpochs past;
        std::vector<bootstrap::Peer> peers(2);
        for (std::uint32_t j = 0; j < 2; ++j) {
          peers[j].rank = ProcessId(j);
          peers[j].address = local_address(hole_).value();
        }
        bootstrap::AgreementSetup setup;
        setup.self = ProcessId(i);
        setup.epoch = 4;
        setup.voters = {{ProcessId(0), PeId(0)}, {ProcessId(1), PeId(1)}};
        setup.has_witness = true;
        setup.silent = {ProcessId(1 - i)};
        setup.timing.give_up_ns = 1'500 * ms_ns;
        AgreementPlace place{peers, key, acceptor, past};
        place.witness = {reach[i] ? at_ : local_address(hole_).value(), token};
        const auto next = bootstrap::agree(setup, place, clock_, log);
        outcomes[i] = next ? "goes on" : next.error().text() + log.text();
      });
    }
    for (std::thread& thread : threads) thread.join();
    return outcomes;
  }

  const SteadyClock clock_;
  MemoryLog log_;
  Socket hole_;
  HostPort at_;
  std::optional<Relay> relay_;
  std::atomic<bool> stops_ = false;
  std::thread serving_;
};

TEST_F(WitnessTest, HasTheHalfGoOnThatReachesItAndNotTheOneWithTheLowestPe) {
  relay_->add_witness(book());
  serve();
  const auto said = outcomes({false, true});
  EXPECT_THAT(said[0], HasSubstr("the witness has given this side no promise"));
  EXPECT_EQ(said[1], "goes on");
  EXPECT_GT(std::filesystem::file_size(path_), 100U);
}

TEST_F(WitnessTest, HasOneOfTwoHalvesGoOnThatBothReachIt) {
  relay_->add_witness(book());
  serve();
  const auto said = outcomes({true, true});
  EXPECT_EQ(std::ranges::count(said, "goes on"), 1) << said[0] << said[1];
}

TEST_F(WitnessTest, LetsNobodyGoOnWhereNobodyReachesIt) {
  const auto said = outcomes({false, false});
  EXPECT_EQ(std::ranges::count(said, "goes on"), 0);
}

TEST_F(WitnessTest, IsNoRelayThatHasNoFileForVotes) {
  serve();
  const auto said = outcomes({true, false});
  EXPECT_THAT(said[0], HasSubstr("does not answer"));
  EXPECT_THAT(said[0], HasSubstr("which this relay is not"));
}

TEST_F(WitnessTest, GivesNothingToThoseWithAnotherToken) {
  relay_->add_witness(book());
  serve();
  const auto said = outcomes({true, true}, "another token");
  EXPECT_EQ(std::ranges::count(said, "goes on"), 0);
  EXPECT_THAT(said[0], HasSubstr("does not answer"));
}

}  // namespace
}  // namespace isthmus::engine::relay
