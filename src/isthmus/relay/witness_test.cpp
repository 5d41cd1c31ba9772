// A witness gives its vote once, whatever happens to it, and the half that gets it goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/test_parts.hpp"
#include "isthmus/relay/relay.hpp"
#include "isthmus/relay/test_votes.hpp"
#include "isthmus/relay/vote_book.hpp"

namespace isthmus::engine::relay {
namespace {

using bootstrap::AgreementPlace;
using bootstrap::JobKey;
using bootstrap::NextEpoch;
using bootstrap::testing::MemoryLog;
using bootstrap::testing::ms_ns;
using ::testing::HasSubstr;

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
                                    const char* witness_token = "the witness's token") {
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
        place.witness = {reach[i] ? at_ : local_address(hole_).value(), witness_token};
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
