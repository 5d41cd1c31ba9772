#include "isthmus/bootstrap/line_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <list>

#include "isthmus/bootstrap/line_answer.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::bootstrap::testing {
namespace {

using ::testing::HasSubstr;

/// Whoever answers checks, in a thread of its own.
class Answerer {
 public:
  explicit Answerer(const char* key = secret) : key_(key) {
    auto listener = listen_on({"127.0.0.1", 0}).value();
    at_ = local_address(listener).value();
    thread_ = std::thread([this, listener = std::move(listener)]() mutable {
      Door door(std::move(listener), Purpose::check, key_, 500 * ms_ns, log_);
      std::list<LineAnswer> answers;
      while (!stops_) {
        auto visitors = door.serve(clock_.now_ns()).value();
        for (Visitor& visitor : visitors) {
          answers.emplace_back(std::move(visitor), clock_);
        }
        std::erase_if(answers, [](LineAnswer& answer) { return !answer.step(); });
        std::vector<pollfd> entries;
        door.add_poll_entries(entries);
        for (const LineAnswer& answer : answers) entries.push_back(answer.poll_entry());
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

LineResult check(const HostPort& to, LineCheck::Options options = {}, const char* key = secret) {
  const SteadyClock clock;
  const JobKey job_key(key);
  options.connect_timeout_ns = options.answer_timeout_ns = 500 * ms_ns;
  LineCheck line(to, job_key, options, clock);
  while (true) {
    if (auto result = line.step()) return std::move(*result);
    pollfd entry = line.poll_entry();
    wait_for({&entry, 1}, clock, line.wake_ns());
  }
}

TEST(LineCheck, MeasuresTheRoundTripToWhoHasTheKey) {
  const Answerer answerer;
  const LineResult result = check(answerer.at());
  EXPECT_EQ(result.stage, LineStage::done) << result.failure->text();
  EXPECT_EQ(result.reached, answerer.at());
  EXPECT_EQ(result.resolved, std::vector{answerer.at()});
  EXPECT_GT(result.round_trip_ns, 0);
  EXPECT_FALSE(result.flood);
}

TEST(LineCheck, FloodsInEitherDirectionAndTellsWhatArrived) {
  const Answerer answerer;
  for (const auto way : {Flood::Way::there, Flood::Way::back}) {
    LineCheck::Options options;
    options.flood = {way, 5000, 40 << 20};
    const LineResult result = check(answerer.at(), options);
    ASSERT_EQ(result.stage, LineStage::done) << result.failure->text();
    ASSERT_TRUE(result.flood);
    EXPECT_EQ(result.flood->bytes, 40U << 20);
    EXPECT_GT(result.flood->bytes_per_s, 0);
  }
}

TEST(LineCheck, AFloodEndsWithItsTime) {
  const Answerer answerer;
  LineCheck::Options options;
  options.flood = {Flood::Way::there, 50, 1ULL << 30};
  const LineResult result = check(answerer.at(), options);
  ASSERT_EQ(result.stage, LineStage::done) << result.failure->text();
  EXPECT_GT(result.flood->bytes, 0U);
}

TEST(LineCheck, SaysHowFarItCame) {
  auto listener = listen_on({"127.0.0.1", 0}).value();
  const HostPort silent = local_address(listener).value();
  LineResult result = check(silent);
  EXPECT_EQ(result.stage, LineStage::greeting);
  EXPECT_THAT(result.failure->text(), HasSubstr("took the connection and says nothing"));
  listener.close();
  result = check(silent);
  EXPECT_EQ(result.stage, LineStage::connecting);
  EXPECT_EQ(result.failure->code, ErrorCode::refused);
  result = check({"no-such-host.invalid", 7000});
  EXPECT_EQ(result.stage, LineStage::resolving);
  const Answerer other("another key");
  result = check(other.at());
  EXPECT_EQ(result.stage, LineStage::proving);
  EXPECT_THAT(result.failure->text(), HasSubstr("the job key is wrong"));
}

TEST(LineCheck, TellsAStrangerFromOneOfOurs) {
  auto listener = listen_on({"127.0.0.1", 0}).value();
  const HostPort at = local_address(listener).value();
  std::thread stranger([&] {
    pollfd entry{listener.descriptor(), POLLIN, 0};
    poll(&entry, 1, 2000);
    const auto connection = accept_from(listener);
    say(*connection, "220 mail.example.org ESMTP\r\n");
    is_hung_up_on(*connection);
  });
  const LineResult result = check(at);
  stranger.join();
  EXPECT_EQ(result.stage, LineStage::greeting);
  EXPECT_THAT(result.failure->text(), HasSubstr("no greeting of Isthmus"));
}

TEST(LineCheck, AJobsDoorSaysThatItIsSomethingElse) {
  MemoryLog log;
  Meeter meeter(2);
  JobOptions options = meeter.options(ProcessId(0));
  options.timeout_ns = 1000 * ms_ns;
  Joiner host(std::move(options), log);
  const LineResult result = check(meeter.at());
  EXPECT_EQ(result.stage, LineStage::proving);
  EXPECT_THAT(result.failure->text(), HasSubstr("came for something else"));
  EXPECT_FALSE(host.wait());
}

TEST(LineCheck, AFloodBeyondTheLimitsDoesNotDecode) {
  EXPECT_TRUE(decode_flood(encode(Flood{})));
  EXPECT_FALSE(decode_flood(encode(Flood{Flood::Way::there, 10'001, 1})));
  EXPECT_FALSE(decode_flood(encode(Flood{Flood::Way::there, 1, (1ULL << 30) + 1})));
  EXPECT_FALSE(decode_flood(encode(Flood{static_cast<Flood::Way>(3), 1, 1})));
  const Bytes whole = encode(Flood{});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_FALSE(decode_flood(std::span(whole).first(bytes)));
  }
}

}  // namespace
}  // namespace isthmus::bootstrap::testing
