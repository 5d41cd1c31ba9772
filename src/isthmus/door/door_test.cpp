#include "isthmus/door/door.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/door/test_directory.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::door {
namespace {

using ::testing::HasSubstr;

constexpr TimeNs second_ns = 1'000'000'000;
constexpr const char* list_line = "{\"request\":\"list\"}\n";

class MemoryLog final : public Log {
 public:
  void write(LogLevel, std::string_view line) override { lines.emplace_back(line); }
  std::string text() const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
  std::vector<std::string> lines;
};

/// Of a PE that nobody sends to, and that sends nothing.
class Nowhere final : public sched::Outlet, public sched::Doorbell {
 public:
  void send(MessagePtr message, sched::Pe& from) override {
    from.pool().release(std::move(message));
  }
  void expect_send(PeId) override {}
  bool has_room(PeId) const override { return true; }
  bool is_stopped() const override { return false; }
  void ring() override {}
};

/// A door with one verb, "colour", on a PE that does nothing else. The test says what time it is.
class TestDoor {
 public:
  TestDoor()
      : pe_({.id = PeId(0), .clock = clock_, .outlet = nowhere_, .doorbell = nowhere_}),
        entry_(JobEntry::claim(directory_.jobs(), {.name = "test", .program = "test"}).value()) {
    verbs_.add({.name = "colour",
                .metavar = "NAME",
                .what = "Any.",
                .value = [this] { return colour; },
                .set = {}});
    door_ =
        Door::open(
            entry_,
            {.verbs = verbs_,
             .set =
                 [this](const std::string& name, const std::string& value, Controls::Done done) {
                   asked.push_back(name + "=" + value);
                   dones.push_back(std::move(done));
                 },
             .leave =
                 [this](const std::string& of, const std::string& name, Controls::Done done) {
                   asked.push_back(of + " " + name + " leaves");
                   dones.push_back(std::move(done));
                 },
             .end =
                 [this](const std::string& name, Controls::Done done) {
                   asked.push_back(name + " ends");
                   dones.push_back(std::move(done));
                 },
             .place = [](const std::string& name) -> Expected<std::uint32_t> {
               if (name.empty()) return 2;
               return fail(ErrorCode::bad_input, "somebody has " + name);
             },
             .status =
                 [this](std::function<void(const std::string&)> told) {
                   asked.push_back("status");
                   statuses.push_back(std::move(told));
                 },
             .waits =
                 [this](std::function<void(const std::string&)> told) {
                   asked.push_back("waits");
                   statuses.push_back(std::move(told));
                 },
             .stop = [this] { ++stops; }},
            log)
            .value();
  }

  Door& door() { return *door_; }
  const TestDirectory& directory() const { return directory_; }
  /// Some looks, a millisecond apart.
  void look(int times = 3) {
    for (int i = 0; i < times; ++i) {
      now_ns += 1'000'000;
      door_->poll(pe_, now_ns, true);
    }
  }

  MemoryLog log;
  std::string colour = "red";
  std::vector<std::string> asked;
  std::vector<Controls::Done> dones;
  std::vector<std::function<void(const std::string&)>> statuses;
  int stops = 0;
  TimeNs now_ns = second_ns;

 private:
  SteadyClock clock_;
  Nowhere nowhere_;
  sched::Pe pe_;
  TestDirectory directory_;
  Verbs verbs_;
  JobEntry entry_;
  std::unique_ptr<Door> door_;
};

class TestCaller {
 public:
  explicit TestCaller(const TestDoor& door)
      : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, door.directory().jobs().short_path("test.sock").c_str());
    EXPECT_EQ(connect(socket_.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof(address)),
              0);
  }
  TestCaller(const TestDoor& door, const std::string& text) : TestCaller(door) { say(text); }

  /// How much of it went.
  std::size_t say(const std::string& text) {
    const ssize_t count = send(socket_.descriptor(), text.data(), text.size(), MSG_NOSIGNAL);
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  void say_no_more() { shutdown(socket_.descriptor(), SHUT_WR); }
  void hang_up() { socket_.close(); }
  /// What has come so far.
  std::string hear() {
    std::string text(100'000, '\0');
    const ssize_t count = recv(socket_.descriptor(), text.data(), text.size(), 0);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }
  bool is_put_out() {
    char byte = 0;
    return recv(socket_.descriptor(), &byte, 1, 0) == 0 || errno == ECONNRESET;
  }

 private:
  Socket socket_;
};

TEST(Doors, SayWhatCanBeSet) {
  TestDoor door;
  TestCaller caller(door, list_line);
  door.look();
  EXPECT_THAT(caller.hear(), HasSubstr("\"name\":\"colour\",\"metavar\":\"NAME\",\"what\":\"Any.\","
                                       "\"value\":\"red\""));
  EXPECT_TRUE(caller.is_put_out());
  EXPECT_EQ(door.door().deadline_ns(), never_ns);
}

TEST(Doors, SayWhichPlaceIsKept) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"place\"}\n");
  TestCaller other(door, "{\"request\":\"place\",\"process\":\"3\"}\n");
  door.look();
  EXPECT_EQ(caller.hear(), "{\"ok\":true,\"process\":2}\n");
  EXPECT_EQ(other.hear(), "{\"ok\":false,\"error\":\"somebody has 3\",\"status\":2}\n");
}

TEST(Doors, AreForTheirUserAlone) {
  const TestDoor door;
  struct stat status{};
  ASSERT_EQ(stat(door.directory().path("test.sock").c_str(), &status), 0);
  EXPECT_TRUE(S_ISSOCK(status.st_mode));
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST(Doors, AnswerWhenTheJobHasDoneIt) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"set\",\"name\":\"colour\",\"value\":\"blue\"}\n");
  door.look();
  EXPECT_EQ(door.asked, std::vector<std::string>{"colour=blue"});
  EXPECT_EQ(caller.hear(), "");
  // However long it takes.
  door.now_ns += 100 * second_ns;
  door.look();
  EXPECT_FALSE(caller.is_put_out());
  door.colour = "blue";
  door.dones.front()({});
  EXPECT_EQ(caller.hear(),
            "{\"ok\":true,\"name\":\"colour\",\"value\":\"blue\",\"takes_effect\":\"at once\"}\n");
  EXPECT_EQ(door.log.lines, std::vector<std::string>{"colour is set to 'blue'"});
  door.look();
  EXPECT_TRUE(caller.is_put_out());
}

TEST(Doors, TellOfTheJobWhenThatIsKnown) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"status\"}\n");
  door.look();
  EXPECT_EQ(door.asked, std::vector<std::string>{"status"});
  EXPECT_EQ(caller.hear(), "");
  door.statuses.front()("{\"pes\":2}");
  EXPECT_THAT(caller.hear(), HasSubstr(",\"status\":{\"pes\":2,\"verbs\":[{\"name\":\"colour\""));
  door.look();
  EXPECT_TRUE(caller.is_put_out());
}

TEST(Doors, SayWhoHasRefused) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"set\",\"name\":\"colour\",\"value\":\"\"}\n");
  door.look();
  door.dones.front()(fail(ErrorCode::bad_input, "process 1: no colour"));
  EXPECT_EQ(caller.hear(), "{\"ok\":false,\"error\":\"process 1: no colour\",\"status\":2}\n");
  EXPECT_EQ(door.log.text(), "");
}

TEST(Doors, DoNotMindACallerWhoGoesBeforeTheAnswer) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"set\",\"name\":\"colour\",\"value\":\"blue\"}\n");
  door.look();
  caller.hang_up();
  door.look();
  EXPECT_EQ(door.door().deadline_ns(), never_ns);
  door.dones.front()({});
  TestCaller next(door, list_line);
  door.look();
  EXPECT_THAT(next.hear(), HasSubstr("\"ok\":true"));
}

TEST(Doors, TellWhoAsksProcessesToLeaveWhenTheyDo) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"leave\",\"site\":\"east\"}\n");
  TestCaller other(door, "{\"request\":\"leave\",\"process\":\"9\"}\n");
  door.look();
  EXPECT_EQ(door.asked, (std::vector<std::string>{"site east leaves", "process 9 leaves"}));
  EXPECT_EQ(caller.hear(), "");
  door.dones.at(0)({});
  door.dones.at(1)(fail(ErrorCode::bad_input, "no process '9'"));
  // Nobody looks any more where a process stops.
  EXPECT_EQ(caller.hear(), "{\"ok\":true}\n");
  EXPECT_EQ(other.hear(), "{\"ok\":false,\"error\":\"no process '9'\",\"status\":2}\n");
}

TEST(Doors, EndOneProcessAndNotTheJobWhereThatIsAsked) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"stop\",\"process\":\"1\"}\n");
  TestCaller other(door, "{\"request\":\"stop\",\"process\":1}\n");
  door.look();
  EXPECT_EQ(door.asked, std::vector<std::string>{"1 ends"});
  door.dones.at(0)(fail(ErrorCode::bad_input, "no process '1'"));
  EXPECT_EQ(caller.hear(), "{\"ok\":false,\"error\":\"no process '1'\",\"status\":2}\n");
  EXPECT_THAT(other.hear(), HasSubstr("a request to stop nobody"));
  EXPECT_EQ(door.stops, 0);
}

TEST(Doors, AnswerBeforeTheJobStops) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"stop\"}\n");
  door.look(1);
  door.look(1);
  EXPECT_EQ(door.stops, 1);
  EXPECT_EQ(caller.hear(), "{\"ok\":true}\n");
}

TEST(Doors, TakeARequestInPieces) {
  TestDoor door;
  TestCaller caller(door);
  for (const char byte : std::string(list_line)) {
    EXPECT_EQ(caller.hear(), "");
    caller.say(std::string(1, byte));
    door.look();
  }
  EXPECT_THAT(caller.hear(), HasSubstr("\"ok\":true"));
}

TEST(Doors, RefuseWhatIsNoRequest) {
  TestDoor door;
  TestCaller caller(door, "hello\nmore\n");
  door.look();
  EXPECT_EQ(caller.hear(),
            "{\"ok\":false,\"error\":\"a request that is no JSON object (expected one, on one "
            "line)\",\"status\":1}\n");
  EXPECT_TRUE(caller.is_put_out());
}

TEST(Doors, RefuseHalfARequest) {
  TestDoor door;
  TestCaller caller(door, "{\"request\":\"st");
  caller.say_no_more();
  door.look();
  EXPECT_THAT(caller.hear(), HasSubstr("half a request (expected a line with its end)"));
  EXPECT_EQ(door.stops, 0);
}

TEST(Doors, HearNoMoreOfARequestThanItMayBeLong) {
  TestDoor door;
  TestCaller caller(door);
  const std::string much(std::size_t{1} << 20, 'a');
  std::size_t said = 0;
  for (int i = 0; i < 100 && said < much.size(); ++i) {
    const std::size_t went = caller.say(much.substr(said));
    said += went;
    door.look();
    if (went == 0) break;
  }
  EXPECT_LT(said, much.size());
  EXPECT_THAT(caller.hear(), HasSubstr("a request that is too long"));
  EXPECT_EQ(door.door().deadline_ns(), never_ns);
}

TEST(Doors, PutOutWhoIsSilent) {
  TestDoor door;
  TestCaller silent(door);
  TestCaller half(door, "{");
  door.look();
  EXPECT_LE(door.door().deadline_ns(), door.now_ns + Door::patience_ns);
  door.now_ns += Door::patience_ns;
  door.look();
  EXPECT_TRUE(silent.is_put_out());
  EXPECT_TRUE(half.is_put_out());
  EXPECT_THAT(door.log.text(), HasSubstr("was silent for too long"));
}

TEST(Doors, ServeACallerAmongHundredsThatAreSilent) {
  TestDoor door;
  std::vector<std::unique_ptr<TestCaller>> silent;
  for (int i = 0; i < 300; ++i) {
    silent.push_back(std::make_unique<TestCaller>(door));
    if (i % 50 == 49) door.look(10);
  }
  TestCaller caller(door, list_line);
  door.look(10);
  EXPECT_THAT(caller.hear(), HasSubstr("\"ok\":true"));
  EXPECT_THAT(silent.front()->hear(), HasSubstr("made room for newer callers"));
  EXPECT_TRUE(silent.front()->is_put_out());
  EXPECT_FALSE(silent.back()->is_put_out());
  // The log is told of the first one at once, and of the others together.
  EXPECT_EQ(door.log.lines,
            std::vector<std::string>{"connection refused: this user: made room for newer ones"});
}

TEST(Doors, AnswerHundredsWhoCallWhileNobodyLooks) {
  TestDoor door;
  std::vector<std::unique_ptr<TestCaller>> callers;
  for (int i = 0; i < 300; ++i) callers.push_back(std::make_unique<TestCaller>(door, list_line));
  door.look(60);
  for (const auto& caller : callers) EXPECT_THAT(caller->hear(), HasSubstr("\"ok\":true"));
}

TEST(Doors, LetWaitWhoHasAskedHoweverManyCome) {
  TestDoor door;
  std::vector<std::unique_ptr<TestCaller>> waiting;
  for (std::size_t i = 0; i < Door::waiting_max; ++i) {
    waiting.push_back(std::make_unique<TestCaller>(door, "{\"request\":\"status\"}\n"));
  }
  door.look(30);
  EXPECT_EQ(door.statuses.size(), Door::waiting_max);
  std::vector<std::unique_ptr<TestCaller>> silent;
  for (std::size_t i = 0; i <= Door::askers_max; ++i) {
    silent.push_back(std::make_unique<TestCaller>(door));
  }
  door.look(30);
  for (const auto& told : door.statuses) told("{\"pes\":2}");
  for (const auto& caller : waiting) EXPECT_THAT(caller->hear(), HasSubstr("\"ok\":true"));
}

TEST(Doors, TellWhoIsOneTooManyToWaitAndHearThatTheJobIsToStop) {
  TestDoor door;
  const char* const leave_line = "{\"request\":\"leave\",\"site\":\"east\"}\n";
  std::vector<std::unique_ptr<TestCaller>> waiting;
  for (std::size_t i = 0; i < Door::waiting_max; ++i) {
    waiting.push_back(std::make_unique<TestCaller>(door, leave_line));
  }
  door.look(30);
  TestCaller another(door, leave_line);
  TestCaller lister(door, list_line);
  TestCaller stopper(door, "{\"request\":\"stop\"}\n");
  door.look();
  EXPECT_EQ(another.hear(),
            "{\"ok\":false,\"error\":\"128 callers wait for this job already (expected fewer: ask "
            "again later)\",\"status\":1}\n");
  EXPECT_TRUE(another.is_put_out());
  EXPECT_THAT(lister.hear(), HasSubstr("\"ok\":true"));
  EXPECT_EQ(stopper.hear(), "{\"ok\":true}\n");
  EXPECT_EQ(door.stops, 1);
  EXPECT_EQ(door.asked.size(), Door::waiting_max);
  // When one has gone, another may wait.
  door.dones.front()({});
  door.look();
  const TestCaller next(door, leave_line);
  door.look();
  EXPECT_EQ(door.asked.size(), Door::waiting_max + 1);
}

TEST(Doors, WakeWhoSleepsOnTheirDescriptor) {
  TestDoor door;
  pollfd entry{door.door().descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&entry, 1, 0), 0);
  TestCaller caller(door);
  EXPECT_EQ(::poll(&entry, 1, 0), 1);
  door.look();
  EXPECT_EQ(::poll(&entry, 1, 0), 0);
  caller.say(list_line);
  EXPECT_EQ(::poll(&entry, 1, 0), 1);
  door.look();
  EXPECT_EQ(::poll(&entry, 1, 0), 0);
}

}  // namespace
}  // namespace isthmus::engine::door
