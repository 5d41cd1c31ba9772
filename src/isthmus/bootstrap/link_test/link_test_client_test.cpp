#include "isthmus/bootstrap/link_test/link_test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <list>

#include "isthmus/bootstrap/link_test/link_test_server.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::HasSubstr;

/// Whoever answers checks, in a thread of its own.
class Answerer {
 public:
  explicit Answerer(const char* key = secret) : key_(key) {
    auto listener = listen_on({"127.0.0.1", 0}).value();
    at_ = local_address(listener).value();
    thread_ = std::thread([this, listener = std::move(listener)]() mutable {
      Acceptor acceptor(std::move(listener), Purpose::check, key_, 500 * ms_ns, log_);
      std::list<LinkTestServer> answers;
      while (!stops_) {
        auto callers = acceptor.serve(clock_.now_ns()).value();
        for (AcceptedPeer& caller : callers) {
          answers.emplace_back(std::move(caller), clock_);
        }
        std::erase_if(answers, [](LinkTestServer& answer) { return !answer.step(); });
        std::vector<pollfd> entries;
        acceptor.add_poll_entries(entries);
        for (const LinkTestServer& answer : answers) entries.push_back(answer.poll_entry());
        wait_for(entries, clock_, clock_.now_ns() + ms_ns);
      }
    });
  }
  ~Answerer() {
    stops_ = true;
    thread_.join();
  }
  const HostPort& at() const { return at_; }

 private:
  const SteadyClock clock_;
  MemoryLog log_;
  JobKey key_;
  HostPort at_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

LinkTestResult check(const HostPort& to, LinkTestClient::Options options = {},
                     const char* key = secret) {
  const SteadyClock clock;
  const JobKey job_key(key);
  options.connect_timeout_ns = options.answer_timeout_ns = 500 * ms_ns;
  LinkTestClient line(to, job_key, options, clock);
  while (true) {
    if (auto result = line.step()) return std::move(*result);
    pollfd entry = line.poll_entry();
    wait_for({&entry, 1}, clock, line.wake_ns());
  }
}

TEST(LinkTestClient, MeasuresTheRoundTripToWhoHasTheKey) {
  const Answerer answerer;
  const LinkTestResult result = check(answerer.at());
  EXPECT_EQ(result.stage, LinkTestStage::done) << result.failure->text();
  EXPECT_EQ(result.reached, answerer.at());
  EXPECT_EQ(result.resolved, std::vector{answerer.at()});
  EXPECT_GT(result.round_trip_ns, 0);
  EXPECT_FALSE(result.bandwidth);
}

TEST(LinkTestClient, FloodsInEitherDirectionAndTellsWhatArrived) {
  const Answerer answerer;
  for (const auto way : {BandwidthProbe::Way::there, BandwidthProbe::Way::back}) {
    LinkTestClient::Options options;
    options.probe = {way, 5000, 40 << 20};
    const LinkTestResult result = check(answerer.at(), options);
    ASSERT_EQ(result.stage, LinkTestStage::done) << result.failure->text();
    ASSERT_TRUE(result.bandwidth);
    EXPECT_EQ(result.bandwidth->bytes, 40U << 20);
    EXPECT_GT(result.bandwidth->bytes_per_s, 0);
  }
}

TEST(LinkTestClient, AFloodEndsWithItsTime) {
  const Answerer answerer;
  LinkTestClient::Options options;
  options.probe = {BandwidthProbe::Way::there, 50, 1ULL << 30};
  const LinkTestResult result = check(answerer.at(), options);
  ASSERT_EQ(result.stage, LinkTestStage::done) << result.failure->text();
  EXPECT_GT(result.bandwidth->bytes, 0U);
}

TEST(LinkTestClient, SaysHowFarItCame) {
  auto listener = listen_on({"127.0.0.1", 0}).value();
  const HostPort silent = local_address(listener).value();
  LinkTestResult result = check(silent);
  EXPECT_EQ(result.stage, LinkTestStage::greeting);
  EXPECT_THAT(result.failure->text(), HasSubstr("took the connection and says nothing"));
  listener.close();
  result = check(silent);
  EXPECT_EQ(result.stage, LinkTestStage::connecting);
  EXPECT_EQ(result.failure->code, ErrorCode::refused);
  result = check({"no-such-host.invalid", 7000});
  EXPECT_EQ(result.stage, LinkTestStage::resolving);
  const Answerer other("another key");
  result = check(other.at());
  EXPECT_EQ(result.stage, LinkTestStage::proving);
  EXPECT_THAT(result.failure->text(), HasSubstr("the job key is wrong"));
}

TEST(LinkTestClient, TellsAStrangerFromOneOfOurs) {
  auto listener = listen_on({"127.0.0.1", 0}).value();
  const HostPort at = local_address(listener).value();
  std::thread stranger([&] {
    pollfd entry{listener.descriptor(), POLLIN, 0};
    poll(&entry, 1, 2000);
    const auto connection = accept_from(listener);
    say(*connection, "220 mail.example.org ESMTP\r\n");
    is_hung_up_on(*connection);
  });
  const LinkTestResult result = check(at);
  stranger.join();
  EXPECT_EQ(result.stage, LinkTestStage::greeting);
  EXPECT_THAT(result.failure->text(), HasSubstr("no greeting of Isthmus"));
}

TEST(LinkTestClient, AJobsDoorSaysThatItIsSomethingElse) {
  MemoryLog log;
  Meeter meeter(2);
  JobOptions options = meeter.options(ProcessId(0));
  options.timeout_ns = 1000 * ms_ns;
  Joiner host(std::move(options), log);
  const LinkTestResult result = check(meeter.at());
  EXPECT_EQ(result.stage, LinkTestStage::proving);
  EXPECT_THAT(result.failure->text(), HasSubstr("came for something else"));
  EXPECT_FALSE(host.wait());
}

TEST(LinkTestClient, AFloodBeyondTheLimitsDoesNotDecode) {
  EXPECT_TRUE(decode_bandwidth_probe(encode(BandwidthProbe{})));
  EXPECT_FALSE(
      decode_bandwidth_probe(encode(BandwidthProbe{BandwidthProbe::Way::there, 10'001, 1})));
  EXPECT_FALSE(decode_bandwidth_probe(
      encode(BandwidthProbe{BandwidthProbe::Way::there, 1, (1ULL << 30) + 1})));
  EXPECT_FALSE(
      decode_bandwidth_probe(encode(BandwidthProbe{static_cast<BandwidthProbe::Way>(3), 1, 1})));
  const Bytes whole = encode(BandwidthProbe{});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_FALSE(decode_bandwidth_probe(std::span(whole).first(bytes)));
  }
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
