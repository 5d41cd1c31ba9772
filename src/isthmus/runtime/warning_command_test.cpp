#include "isthmus/runtime/warning_command.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "isthmus/runtime/warning_signal.hpp"
#include "isthmus/testing/parts.hpp"

namespace isthmus::engine::runtime {
namespace {

class NoOutlet final : public sched::Outlet {
 public:
  void expect_send(PeId) override {}
  void send(MessagePtr, sched::Pe&) override {}
  bool has_room(PeId) const override { return true; }
  bool is_stopped() const override { return false; }
};

class NoBell final : public sched::Doorbell {
 public:
  void ring() override {}
};

class WarningCommandTest : public ::testing::Test {
 protected:
  WarningCommandTest() { std::filesystem::remove(file); }
  ~WarningCommandTest() override { std::filesystem::remove(file); }

  int poll(WarningCommand& command, TimeNs at_ns) { return command.poll(pe, at_ns, true); }
  /// Looks, at a time that stands still, until that is so.
  bool eventually(WarningCommand& command, const std::function<bool()>& is_so) {
    for (int i = 0; i < 2000 && !is_so(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      now_ns += WarningCommand::look_ns;
      if (now_ns < command.deadline_ns()) return is_so();
      poll(command, now_ns);
    }
    return is_so();
  }
  /// Lines that commands have written.
  int lines() const {
    std::ifstream in(file);
    int count = 0;
    for (std::string line; std::getline(in, line);) ++count;
    return count;
  }

  const std::string file = ::testing::TempDir() + "isthmus_warning_" + std::to_string(getpid());
  WarningSignal signal;
  testing::MemoryLog log;
  ManualClock clock;
  NoOutlet outlet;
  NoBell bell;
  sched::Pe pe{{PeId(0), clock, outlet, bell}};
  TimeNs now_ns = 0;
};

TEST_F(WarningCommandTest, WarnsWhenItsCommandEndsWellAndIsNotAskedAgain) {
  WarningCommand command("true", log);
  EXPECT_EQ(command.deadline_ns(), 0);
  EXPECT_EQ(poll(command, 0), 1);
  EXPECT_FALSE(WarningSignal::has_come());
  EXPECT_EQ(command.deadline_ns(), WarningCommand::look_ns);
  EXPECT_EQ(poll(command, WarningCommand::look_ns - 1), 0) << "it is too early to look";
  EXPECT_TRUE(eventually(command, [] { return WarningSignal::has_come(); }));
  EXPECT_EQ(command.deadline_ns(), never_ns);
}

TEST_F(WarningCommandTest, RunsItsCommandAgainAfterAPauseWhereThatEndsBadly) {
  WarningCommand command("echo no >> '" + file + "'; exit 3", log);
  poll(command, 0);
  ASSERT_TRUE(eventually(
      command, [&] { return command.deadline_ns() == now_ns + WarningCommand::pause_ns; }));
  EXPECT_EQ(lines(), 1);
  EXPECT_EQ(poll(command, now_ns + WarningCommand::pause_ns - 1), 0);
  now_ns += WarningCommand::pause_ns;
  EXPECT_EQ(poll(command, now_ns), 1);
  ASSERT_TRUE(eventually(
      command, [&] { return command.deadline_ns() == now_ns + WarningCommand::pause_ns; }));
  EXPECT_EQ(lines(), 2);
  EXPECT_FALSE(WarningSignal::has_come());
}

TEST_F(WarningCommandTest, TakesACommandThatWasKilledForNoWarning) {
  WarningCommand command("kill -KILL $$", log);
  poll(command, 0);
  ASSERT_TRUE(eventually(
      command, [&] { return command.deadline_ns() == now_ns + WarningCommand::pause_ns; }));
  EXPECT_FALSE(WarningSignal::has_come());
}

TEST_F(WarningCommandTest, KillsWhatStillRunsAndAllThatItStarted) {
  const std::string started = "sleep 1000 & echo $! > '" + file + "'; wait";
  pid_t child = 0;
  {
    WarningCommand command(started, log);
    poll(command, 0);
    ASSERT_TRUE(eventually(command, [&] { return lines() == 1; }));
    std::ifstream(file) >> child;
    ASSERT_GT(child, 0);
    EXPECT_EQ(kill(child, 0), 0);
  }
  // Whoever takes care of orphans has yet to do so.
  bool is_gone = false;
  for (int i = 0; i < 1000 && !is_gone; ++i) {
    std::ifstream in("/proc/" + std::to_string(child) + "/stat");
    std::string text;
    std::getline(in, text);
    is_gone = text.empty() || text.find(") Z") != std::string::npos;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(is_gone);
}

TEST_F(WarningCommandTest, GivesItsCommandNothingToRead) {
  WarningCommand command("cat > '" + file + "' && ! test -s '" + file + "'", log);
  poll(command, 0);
  EXPECT_TRUE(eventually(command, [] { return WarningSignal::has_come(); }));
}

}  // namespace
}  // namespace isthmus::engine::runtime
