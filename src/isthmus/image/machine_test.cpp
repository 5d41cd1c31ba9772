#include "isthmus/image/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::engine::image {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Machine, GivesEachRankGlobalsOfItsOwn) {
  Host host;
  host.add("globals", {"first"});
  host.add("globals", {"middle", "second"});
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("two 40 120 first 40 end"));
  EXPECT_THAT(host.said(1), ElementsAre("zero 41 123 second 41 end"));
  EXPECT_EQ(host.machine(0).ending().status, 40);
  EXPECT_EQ(host.machine(1).ending().status, 41);
}

TEST(Machine, HandsArgumentsToTheHostAndItsAnswersBack) {
  Host host;
  host.add("calls");
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("36 2.5 42 21"));
}

TEST(Machine, GoesOnInAnotherOneWithinFunctionsThatTheHostCalled) {
  Host host;
  host.move_every(1);
  host.add("calls");
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("36 2.5 42 21"));
  EXPECT_GT(host.moves(), 5);
}

TEST(Machine, GoesOnInAnotherThread) {
  Host host;
  host.add("language.gcc");
  for (int i = 0; !host.machine(0).has_ended(); ++i) {
    std::thread other([&] { host.step(0); });
    other.join();
    if (!host.machine(0).has_ended() && i % 3 == 0) host.step(0);
  }
  EXPECT_THAT(host.said(0), Contains("from rank 0"));
  EXPECT_EQ(host.machine(0).ending().status, 0);
}

TEST(Machine, RunsBesideOthersInOtherThreads) {
  // Each thread has a host with ranks of its own; their slots lie apart.
  Host host(8);
  for (int i = 0; i < 8; ++i) host.add("language.gcc");
  const auto run = [&](std::size_t begin) {
    for (std::size_t i = begin; i < begin + 4; ++i) {
      while (!host.machine(i).has_ended()) host.step(i);
    }
  };
  std::thread other([&] { run(4); });
  run(0);
  other.join();
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_THAT(host.said(i), Contains("from rank " + std::to_string(i)));
    EXPECT_EQ(host.machine(i).ending().status, static_cast<int>(i));
  }
}

TEST(Machine, GoesOnInAnotherProcess) {
  Host host;
  host.add("language.gcc");
  // Deep in its calls, just before it throws.
  host.step(0);
  host.step(0);
  const Host::Leaving leaving = host.leave(0);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    host.arrive(0, leaving);
    host.run();
    std::string text;
    for (const std::string& line : host.said(0)) text += line + "\n";
    const bool written =
        write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? host.machine(0).ending().status + 7 : 1);
  }
  close(ends[1]);
  std::string text(4096, '\0');
  std::size_t length = 0;
  for (ssize_t got; (got = read(ends[0], &text[length], text.size() - length)) > 0;) {
    length += static_cast<std::size_t>(got);
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_THAT(text, HasSubstr("from rank 0\ndestroyed the thread-local object\n"));
}

}  // namespace
}  // namespace isthmus::engine::image
