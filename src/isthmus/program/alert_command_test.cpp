#include "isthmus/program/alert_command.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "isthmus/testing/parts.hpp"

namespace isthmus::engine::program {
namespace {

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// What the command has written, once it has so many lines or a while is over.
std::string lines_of(const std::string& path, int count) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text = content_of(path);
    if (std::count(text.begin(), text.end(), '\n') >= count) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return text;
}

TEST(AlertCommands, AreRunOnceAMinuteOfEachKindWithWhatHasHappened) {
  const std::string path = ::testing::TempDir() + "alerts-" + std::to_string(getpid());
  std::remove(path.c_str());
  ManualClock clock;
  testing::MemoryLog log;
  AlertCommand command("printf '%s|%s|%s\\n' \"$1\" \"$2\" \"$ISTHMUS_PROGRAM\" >> " + path,
                       "stencil", clock, log);
  const auto cut = [](const char* text) {
    return Alert{.kind = Alert::Kind::connection_cut, .text = text};
  };
  command.tell(cut("it's \"cut\" $HOME"));
  EXPECT_EQ(lines_of(path, 1), "link|it's \"cut\" $HOME|stencil\n");
  clock.advance_by(AlertCommand::pause_ns - 1);
  command.tell(cut("too soon"));
  command.tell({.kind = Alert::Kind::connection_back, .text = "no reason"});
  command.tell({.kind = Alert::Kind::memory_high, .text = "another kind"});
  EXPECT_EQ(lines_of(path, 2), "link|it's \"cut\" $HOME|stencil\nmemory|another kind|stencil\n");
  clock.advance_by(1);
  command.tell(cut("again"));
  EXPECT_EQ(lines_of(path, 3),
            "link|it's \"cut\" $HOME|stencil\nmemory|another kind|stencil\nlink|again|stencil\n");
  std::remove(path.c_str());
}

}  // namespace
}  // namespace isthmus::engine::program
