#include "isthmus/live/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

namespace isthmus::engine::live {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr TimeNs ms = 1'000'000;
constexpr TimeNs second = 1000 * ms;
constexpr const char* status_text =
    "{\"ok\":true,\"job\":\"heat\",\"program\":\"test\",\"status\":"
    "{\"pes\":1,\"sites\":[\"a\"],\"silent\":[],\"panels\":{}}}";

class Lines final : public Log {
 public:
  void write(LogLevel, std::string_view line) override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

/// The test says what time it is.
class HandClock final : public Clock {
 public:
  TimeNs now_ns() const override { return time_ns; }
  TimeNs time_ns = second;
};

/// The job's end of a connection to its door.
struct Asked {
  Socket socket;
  std::string request = {};
};

/// A server at a port of this machine, and a door behind it at which the test answers. All on one
/// thread: a round of the server, and what has come by then.
class TestServer {
 public:
  TestServer() : listener_(listen_on({"127.0.0.1", 0}).value()) {
    at_ = local_address(listener_).value();
    server_ = std::make_unique<Server>(Server::Parts{
        .listener = std::move(listener_),
        .access = access,
        .tls = nullptr,
        .call_door = [this]() -> Expected<Socket> {
          if (!is_open) return fail(ErrorCode::unreachable, "no door");
          std::array<int, 2> ends;
          EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
          asked.push_back({Socket(ends[1])});
          return Socket(ends[0]);
        },
        .page = [] { return std::string("<html>the page</html>"); },
        .every_ns = 500 * ms,
        .clock = clock,
        .log = log});
  }

  void round(int times = 4) {
    for (int i = 0; i < times; ++i) server_->serve(-1, ms);
  }
  void pass(TimeNs duration_ns) {
    clock.time_ns += duration_ns;
    round();
  }
  /// What has been asked at the door since the last time.
  std::vector<std::string> requests() {
    std::vector<std::string> lines;
    for (Asked& one : asked) {
      if (!one.request.empty()) continue;
      std::array<char, 4096> bytes;
      const ssize_t count = recv(one.socket.descriptor(), bytes.data(), bytes.size(), 0);
      if (count > 0) lines.push_back(one.request.assign(bytes.data(), count));
    }
    return lines;
  }
  /// To the oldest that nobody has answered.
  void answer(const std::string& line) {
    ASSERT_FALSE(asked.empty());
    const std::string text = line + "\n";
    EXPECT_EQ(send(asked.front().socket.descriptor(), text.data(), text.size(), 0),
              static_cast<ssize_t>(text.size()));
    asked.pop_front();
    round();
  }
  std::string with_token() const { return "Authorization: Bearer " + access.token() + "\r\n"; }
  Server& server() { return *server_; }
  const HostPort& at() const { return at_; }

  HandClock clock;
  Lines log;
  Access access{8080, {}};
  std::deque<Asked> asked;
  bool is_open = true;

 private:
  Socket listener_;
  HostPort at_;
  std::unique_ptr<Server> server_;
};

/// Somebody with a connection to it.
class Browser {
 public:
  explicit Browser(TestServer& test) : test_(test) {
    socket_ = begin_connect(resolve(test.at())->front()).value();
    test_.round();
  }
  Browser(TestServer& test, const std::string& bytes) : Browser(test) { say(bytes); }

  void say(const std::string& bytes) {
    send(socket_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    test_.round();
  }
  /// All that has come by now.
  const std::string& heard() {
    std::array<char, 65536> bytes;
    while (true) {
      const ssize_t count = recv(socket_.descriptor(), bytes.data(), bytes.size(), 0);
      if (count <= 0) {
        is_over_ = count == 0;
        return heard_;
      }
      heard_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
  bool is_over() {
    heard();
    return is_over_;
  }
  void go() {
    socket_.close();
    test_.round();
  }

 private:
  TestServer& test_;
  Socket socket_;
  std::string heard_;
  bool is_over_ = false;
};

std::string get(const TestServer& test, const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + test.with_token() + "\r\n";
}

std::string post(const TestServer& test, const std::string& body) {
  return "POST /request HTTP/1.1\r\nHost: 127.0.0.1\r\n" + test.with_token() +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(LiveServers, ShowThePageAtItsAddressAndUnderAnyPrefix) {
  TestServer test;
  for (const char* const path : {"/", "/index.html", "/proxy/8080/", "/proxy/8080/index.html"}) {
    Browser browser(test, get(test, path));
    EXPECT_THAT(browser.heard(), StartsWith("HTTP/1.1 200 OK\r\nContent-Type: text/html"));
    EXPECT_TRUE(browser.heard().ends_with("\r\n\r\n<html>the page</html>"));
    EXPECT_TRUE(browser.is_over());
  }
  Browser first(test, "GET /?token=" + test.access.token() + " HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(first.heard(), HasSubstr("Set-Cookie: isthmus_8080=" + test.access.token()));
  EXPECT_THAT(Browser(test, get(test, "/elsewhere")).heard(), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(Browser(test, get(test, "/request")).heard(), StartsWith("HTTP/1.1 405 "));
  EXPECT_TRUE(test.asked.empty());
  EXPECT_EQ(test.server().connection_count(), 0u);
}

TEST(LiveServers, AskTheDoorForTheStatusOnceForAllWhoWait) {
  TestServer test;
  Browser one(test, get(test, "/status"));
  Browser other(test, get(test, "/metrics"));
  EXPECT_THAT(test.requests(), ::testing::ElementsAre("{\"request\":\"status\"}\n"));
  EXPECT_EQ(one.heard(), "");
  test.answer(status_text);
  EXPECT_TRUE(one.heard().ends_with("\r\n\r\n" + std::string(status_text) + "\n"));
  EXPECT_THAT(other.heard(), HasSubstr("Content-Type: application/openmetrics-text; version=1.0"));
  EXPECT_TRUE(other.heard().ends_with("# EOF\n"));
  EXPECT_TRUE(one.is_over() && other.is_over());
}

TEST(LiveServers, SleepWhileTheDoorTakesLongerThanARequestMay) {
  TestServer test;
  Browser change(test, post(test, "{\"request\":\"list\"}"));
  Browser look(test, get(test, "/status"));
  test.pass(Server::request_ns + second);
  EXPECT_EQ(change.heard() + look.heard(), "");
  EXPECT_FALSE(change.is_over() || look.is_over());
  EXPECT_GT(test.server().wake_ns(), test.clock.time_ns);
}

TEST(LiveServers, SendEventsAtTheirRateAndAskNothingWhileNobodyLooks) {
  TestServer test;
  test.pass(10 * second);
  EXPECT_TRUE(test.asked.empty());
  Browser browser(test, get(test, "/events"));
  EXPECT_THAT(browser.heard(), HasSubstr("Content-Type: text/event-stream\r\n"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(test.requests().size(), 1u);
    test.answer(status_text);
    test.pass(499 * ms);
    EXPECT_TRUE(test.asked.empty());
    test.pass(1 * ms);
  }
  const std::string event = "event: status\ndata: " + std::string(status_text) + "\n\n";
  EXPECT_TRUE(browser.heard().ends_with(event + event + event)) << browser.heard();
  EXPECT_FALSE(browser.is_over());
  test.answer(status_text);
  browser.go();
  EXPECT_EQ(test.server().connection_count(), 0u);
  test.pass(10 * second);
  EXPECT_TRUE(test.asked.empty());
}

TEST(LiveServers, HaveFourStreamsAndTellAFifthToComeLater) {
  TestServer test;
  std::vector<Browser> browsers;
  for (int i = 0; i < 4; ++i) browsers.emplace_back(test, get(test, "/events"));
  Browser fifth(test, get(test, "/events"));
  EXPECT_THAT(fifth.heard(), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(fifth.heard(), HasSubstr("\r\nRetry-After: "));
  browsers[1].go();
  Browser sixth(test, get(test, "/events"));
  EXPECT_THAT(sixth.heard(), StartsWith("HTTP/1.1 200 "));
}

TEST(LiveServers, PassByAStreamThatTakesNothingAndEndItAtLast) {
  TestServer test;
  Browser slow(test, get(test, "/events"));
  Browser quick(test, get(test, "/events"));
  // More than the kernel keeps of a connection.
  const std::string large(std::size_t{24} << 20, 'x');
  test.answer("{\"a\":\"" + large.substr(0, 10) + "\"}");
  test.pass(500 * ms);
  {
    Asked asked = std::move(test.asked.front());
    test.asked.pop_front();
    std::string text = large + "\n";
    while (!text.empty()) {
      const ssize_t count = send(asked.socket.descriptor(), text.data(), text.size(), 0);
      if (count > 0) text.erase(0, static_cast<std::size_t>(count));
      test.round(1);
      quick.heard();
    }
  }
  for (int i = 0; i < 400 && !quick.heard().ends_with("xx\n\n"); ++i) test.round(1);
  for (int i = 0; i < 3; ++i) {
    test.pass(500 * ms);
    test.answer("{\"number\":" + std::to_string(i) + "}");
  }
  EXPECT_TRUE(quick.heard().ends_with("{\"number\":2}\n\n"));
  EXPECT_EQ(test.server().connection_count(), 2u);
  test.pass(31 * second);
  EXPECT_EQ(test.server().connection_count(), 1u);
}

TEST(LiveServers, HandWhatIsPostedToTheDoorAsOneLineAndItsAnswerBack) {
  TestServer test;
  Browser browser(test,
                  post(test, "{\"request\": \"set\",\r\n \"name\": \"a\", \"value\": \"b\"}"));
  EXPECT_THAT(
      test.requests(),
      ::testing::ElementsAre("{\"request\": \"set\",   \"name\": \"a\", \"value\": \"b\"}\n"));
  test.answer("{\"ok\":false,\"error\":\"no\",\"status\":2}");
  EXPECT_THAT(browser.heard(), StartsWith("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"));
  EXPECT_TRUE(browser.heard().ends_with("{\"ok\":false,\"error\":\"no\",\"status\":2}\n"));
}

TEST(LiveServers, SayWhereTheJobDoesNotAnswer) {
  TestServer test;
  Browser late(test, get(test, "/status"));
  Browser later(test, post(test, "{}"));
  test.pass(Server::status_ns);
  EXPECT_THAT(late.heard(), StartsWith("HTTP/1.1 504 "));
  EXPECT_EQ(later.heard(), "");
  test.pass(Server::change_ns);
  EXPECT_THAT(later.heard(), StartsWith("HTTP/1.1 504 "));
  test.asked.clear();
  Browser cut(test, post(test, "{}"));
  test.asked.clear();
  test.round();
  EXPECT_THAT(cut.heard(), StartsWith("HTTP/1.1 503 "));
  test.is_open = false;
  EXPECT_THAT(Browser(test, get(test, "/status")).heard(), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(Browser(test, post(test, "{}")).heard(), StartsWith("HTTP/1.1 503 "));
}

constexpr const char* end_text =
    "{\"ok\":true,\"job\":\"heat\",\"status\":{\"ended\":{\"failure\":null}}}";

TEST(LiveServers, TellAllWhoLookHowTheJobEndedAndEndTheirStreams) {
  TestServer test;
  Browser stream(test, get(test, "/events"));
  Browser waits(test, get(test, "/status"));
  // What it was asked before the end is not its last word.
  ASSERT_EQ(test.requests().size(), 1u);
  test.server().end();
  EXPECT_FALSE(test.server().has_told_end());
  test.round();
  test.asked.pop_front();
  test.answer(end_text);
  EXPECT_TRUE(test.server().has_told_end());
  EXPECT_TRUE(waits.heard().ends_with("\r\n\r\n" + std::string(end_text) + "\n"));
  EXPECT_TRUE(stream.heard().ends_with("data: " + std::string(end_text) + "\n\n"));
  EXPECT_TRUE(stream.is_over());
  // Who comes later gets the same, with no door behind it.
  test.is_open = false;
  Browser late(test, get(test, "/status"));
  EXPECT_TRUE(late.heard().ends_with(std::string(end_text) + "\n")) << late.heard();
  Browser later(test, get(test, "/events"));
  EXPECT_TRUE(later.heard().ends_with("data: " + std::string(end_text) + "\n\n"));
  EXPECT_TRUE(later.is_over());
  EXPECT_TRUE(test.asked.empty());
  test.pass(10 * second);
  EXPECT_EQ(test.server().connection_count(), 0u);
}

TEST(LiveServers, AskNothingAtTheEndWhereNobodyLooks) {
  TestServer test;
  Browser scrape(test, get(test, "/metrics"));
  test.answer(status_text);
  test.server().end();
  EXPECT_TRUE(test.server().has_told_end());
  test.pass(10 * second);
  EXPECT_TRUE(test.asked.empty());
  test.is_open = false;
  const std::string heard = Browser(test, get(test, "/status")).heard();
  EXPECT_THAT(heard, StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(heard, HasSubstr("The job has ended."));
}

TEST(LiveServers, LookOnAfterMetricsHaveBeenAskedForSoThatTimesGoOn) {
  TestServer test;
  Browser browser(test, get(test, "/metrics"));
  test.answer(status_text);
  int looks = 0;
  for (int passes = 0; passes < 60; ++passes) {
    test.pass(5 * second);
    if (test.asked.empty()) continue;
    ++looks;
    test.answer(status_text);
  }
  EXPECT_NEAR(looks, 30, 1);
}

TEST(LiveServers, PutUpWithStrangersAndSumThemUp) {
  TestServer test;
  for (int i = 0; i < 50; ++i) {
    EXPECT_THAT(Browser(test, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").heard(),
                StartsWith("HTTP/1.1 401 "));
    EXPECT_THAT(Browser(test, "GET /status?token=0123 HTTP/1.1\r\n\r\n").heard(),
                StartsWith("HTTP/1.1 401 "));
    EXPECT_THAT(Browser(test, "rubbish\r\n\r\n").heard(), StartsWith("HTTP/1.1 400 "));
    EXPECT_THAT(Browser(test, "POST /request HTTP/1.1\r\nContent-Length: 99999\r\n\r\n").heard(),
                StartsWith("HTTP/1.1 413 "));
    Browser(test, "GET / HT").go();
    Browser(test).go();  // as browsers do that call beforehand
  }
  EXPECT_EQ(test.log.lines.size(), 1u);
  EXPECT_THAT(test.log.lines[0], HasSubstr("no token at the live page"));
  test.pass(11 * second);
  ASSERT_EQ(test.log.lines.size(), 2u);
  EXPECT_THAT(test.log.lines[1], HasSubstr("249 more in 10s, from 127.0.0.1 (249)"));
  EXPECT_THAT(test.log.lines[1], HasSubstr("a wrong token at the live page (50)"));
  EXPECT_THAT(test.log.lines[1], HasSubstr("half a request (50)"));
  EXPECT_TRUE(test.asked.empty());
  EXPECT_EQ(test.server().connection_count(), 0u);
}

TEST(LiveServers, PushOutSilentStrangersAndNotThoseWhoHaveShownTheToken) {
  TestServer test;
  Browser stream(test, get(test, "/events"));
  Browser waits(test, post(test, "{}"));
  std::vector<std::unique_ptr<Browser>> silent;
  for (std::size_t i = 0; i < Server::connections_max + 20; ++i) {
    silent.push_back(std::make_unique<Browser>(test));
  }
  EXPECT_EQ(test.server().connection_count(), Server::connections_max);
  EXPECT_TRUE(silent.front()->is_over());
  EXPECT_FALSE(silent.back()->is_over());
  EXPECT_FALSE(stream.is_over() || waits.is_over());
  test.pass(Server::request_ns);
  EXPECT_EQ(test.server().connection_count(), 2u);
  // One that sends a byte now and then has no more time than others.
  Browser slow(test, "GET / HT");
  test.pass(3 * second);
  slow.say("TP");
  test.pass(3 * second);
  EXPECT_TRUE(slow.is_over());
}

TEST(LiveServers, AnswerWhoHasAskedWhenTheyCloseAndNobodyElse) {
  TestServer test;
  Browser waits(test, post(test, "{\"request\":\"stop\"}"));
  Browser stream(test, get(test, "/events"));
  Browser silent(test);
  test.server().close();
  EXPECT_TRUE(stream.is_over() && silent.is_over());
  EXPECT_TRUE(test.server().owes_answers());
  test.answer("{\"ok\":true}");
  EXPECT_TRUE(waits.heard().ends_with("{\"ok\":true}\n"));
  EXPECT_FALSE(test.server().owes_answers());
}

}  // namespace
}  // namespace isthmus::engine::live
