// What of libc is a rank's own, what the host says, and what is refused.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::engine::image {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The lines that a program prints when a shell starts it: by libc itself.
std::vector<std::string> said_alone(const std::string& program, const std::string& arguments,
                                    const std::string& environment = "") {
  const std::string command = "env -i " + environment + " " + Host::path_of(program) + arguments;
  std::FILE* output = popen(command.c_str(), "r");
  std::string text;
  for (int letter; (letter = std::fgetc(output)) != EOF;) text += static_cast<char>(letter);
  pclose(output);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Two ranks in turn, which also move, say what the program says alone.
void expect_as_alone(const std::string& program, const std::vector<std::string>& arguments = {},
                     const std::vector<std::string>& environment = {}) {
  std::string words;
  for (const std::string& argument : arguments) words += " '" + argument + "'";
  std::string variables;
  for (const std::string& variable : environment) variables += variable + " ";
  const std::vector<std::string> alone = said_alone(program, words, variables);
  ASSERT_THAT(alone, Not(IsEmpty()));
  Host host;
  host.move_every(3);
  for (int i = 0; i < 2; ++i) host.add(program, arguments, environment);
  host.run();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(host.said(i), alone) << program << words << ", rank " << i;
    EXPECT_EQ(host.machine(i).ending().signal, 0);
  }
}

TEST(Libc, HandsOutMemoryOfTheRankAsItDoesAlone) { expect_as_alone("memory"); }

TEST(Libc, KeepsForEachRankWhatItKeepsForAProcess) {
  Host host;
  host.move_every(1);
  const std::vector<std::string> alone = said_alone("state", "", "COLOUR=red");
  for (int i = 0; i < 3; ++i) host.add("state", {}, {"COLOUR=red"});
  host.run();
  std::vector<std::string> expected = alone;
  ASSERT_THAT(expected, Not(IsEmpty()));
  // Only the last line tells how the program was called.
  expected.back() = "state name";
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(host.said(i), expected);
}

TEST(Libc, ReadsOptionsOfEachRankAsItDoesAlone) {
  const std::vector<std::vector<std::string>> cases{
      {"s", "-a", "b"},
      {"sab:c::", "-a", "-b", "value", "-cnear", "-c", "rest", "more"},
      {"sab:c::", "first", "-a", "second", "-bvalue", "third"},
      {"s+ab:", "-a", "first", "-b", "x"},
      {"s-ab:", "-a", "first", "-b", "x", "last"},
      {"sab:", "-ab", "value", "--", "-a", "rest"},
      {"sab:", "x", "y", "-a", "--", "-b", "z"},
      {"sab:", "-x", "-b"},
      {"s:ab:", "-x", "-b"},
      {"sab:", "-a", "-", "-b", "-"},
      {"ls:vl::", "--size", "5", "--verbose", "--level", "--level=3", "--flag", "rest"},
      {"ls:vl::", "one", "--size=7", "two", "-v", "three", "--", "--size"},
      {"ls:v", "--si=3", "--siz=4", "--ver", "--unknown", "--verbose=3", "--size"},
      {"l:s:v", "--size"},
      {"os:vl::", "-size", "5", "-verbose", "-v", "-s3", "--level=2", "-l", "-x", "-flag"},
      {"l", "--size", "5", "-v"},
  };
  for (const auto& arguments : cases) expect_as_alone("options", arguments);
}

TEST(Libc, CallsWhatEachRankWantsAtItsEnd) {
  Host host;
  const std::vector<std::string> alone = said_alone("endings", "");
  ASSERT_THAT(alone, ElementsAre("constructor 1 1", "second", "added meanwhile",
                                 "status 259 argument", "first", "destructor"));
  host.move_every(1);
  for (int i = 0; i < 2; ++i) host.add("endings");
  host.run();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(host.said(i), alone);
    EXPECT_EQ(host.machine(i).ending().status, 3);
  }
}

TEST(Libc, TellsTheHostsTimeAndRefusesWhatConcernsTheProcess) {
  Host host;
  Machine& machine = host.add("process");
  host.run();
  EXPECT_THAT(host.said(0),
              ElementsAre("10 s, the day is 1000000010 and 1000000010", "-1 1 1", "4 7 4711", "0",
                          "-1 1 0", "-1 -1", "1", "C C 1", "1", "3", "1", "1 1"));
  EXPECT_EQ(machine.ending().signal, SIGSEGV);
  EXPECT_THAT(machine.refused(),
              ElementsAre("chdir", "exec", "fork", "pthread_create", "setlocale", "umask"));
}

TEST(Libc, NotesWhatARankHasOfItsProcess) {
  Host host;
  const Machine& machine = host.add("holdings");
  while (host.said(0).empty()) host.step(0);
  EXPECT_THAT(host.said(0), ElementsAre("1 0 1 -1"));
  std::multiset<std::string> files;
  for (const auto& [descriptor, what] : machine.holdings().files) files.insert(what);
  EXPECT_THAT(files, ElementsAre("/", "/dev/null", "/dev/null", "/dev/zero", "a pipe", "a pipe",
                                 "a socket"));
  ASSERT_EQ(machine.holdings().mappings.size(), 1);
  EXPECT_EQ(machine.holdings().mappings.begin()->second, 5000);
  while (host.said(0).size() < 4) host.step(0);
  EXPECT_THAT(machine.holdings().files, IsEmpty());
  EXPECT_THAT(machine.holdings().mappings, IsEmpty());
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("1 0 1 -1", "7", "0 0 0 0", "0 0 0 0"));
}

/// The descriptors that a rank says it has, which are the process's.
std::vector<int> descriptors_of(const std::string& said) {
  std::istringstream words(said);
  return {std::istream_iterator<int>(words), {}};
}
std::size_t open_ones(const std::vector<int>& descriptors) {
  return static_cast<std::size_t>(std::ranges::count_if(
      descriptors, [](int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }));
}
std::string text_in(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Libc, ClosesWhatARankHasOpenWhenItEndsAndNothingOfOthers) {
  constexpr std::size_t most = 13;
  for (const std::string how : {"return", "exit", "_exit", "abort", "range", "streams"}) {
    Host host;
    const std::string path = testing::TempDir() + "leaver." + std::to_string(getpid());
    for (const char* rank : {".0", ".1"}) host.add("leaver", {how, path + rank});
    while (host.said(1).empty()) {
      host.step(0);
      if (host.said(1).empty()) host.step(1);
    }
    const std::vector<int> own = descriptors_of(host.said(0).front());
    const std::vector<int> of_other = descriptors_of(host.said(1).front());
    ASSERT_EQ(own.size(), most);
    EXPECT_EQ(open_ones(own), most);
    while (host.said(0).size() < 2) host.step(0);
    // What was closed in the end by the program itself.
    if (how == "range") {
      EXPECT_EQ(open_ones(own), 0);
    } else if (how == "streams") {
      EXPECT_EQ(open_ones(own), most - 2);
    }
    EXPECT_EQ(open_ones(of_other), most);
    while (!host.machine(0).has_ended()) host.step(0);
    EXPECT_EQ(open_ones(own), 0) << how;
    EXPECT_EQ(open_ones(of_other), most) << how;
    EXPECT_THAT(host.machine(0).holdings().files, IsEmpty());
    // Of a stream that nobody has closed, what exit does about it.
    const bool is_lost = how == "_exit" || how == "abort";
    EXPECT_EQ(text_in(path + ".0"), is_lost ? "" : "in a buffer") << how;
    host.run();
    EXPECT_EQ(open_ones(of_other), 0) << how;
    for (const char* rank : {".0", ".1"}) std::remove((path + rank).c_str());
  }
}

TEST(Libc, LeavesADescriptorAloneWhoseNumberIsAnothersByNow) {
  Host host;
  const std::string path = testing::TempDir() + "leaver." + std::to_string(getpid());
  host.add("leaver", {"return", path});
  while (host.said(0).empty()) host.step(0);
  const std::vector<int> own = descriptors_of(host.said(0).front());
  int both[2];
  ASSERT_EQ(pipe(both), 0);
  // Closed by somebody who does not say so, and open again.
  ASSERT_EQ(dup2(both[0], own.front()), own.front());
  host.run();
  EXPECT_EQ(open_ones(own), 1);
  for (const int descriptor : {both[0], both[1], own.front()}) EXPECT_EQ(close(descriptor), 0);
  std::remove(path.c_str());
}

TEST(Libc, LeavesNothingOfARankInFormatsAndStreamsOfTheProcess) {
  ::testing::internal::CaptureStdout();
  {
    Host host;
    host.move_every(1);
    host.add("streams");
    host.run();
    EXPECT_THAT(host.said(0), ElementsAre("-1 1 -1", "-1", "0", "0"));
    EXPECT_THAT(host.machine(0).refused(),
                ElementsAre("register_printf_modifier", "register_printf_specifier"));
  }
  std::printf("%d is no point\n", 5);
  std::fflush(stdout);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "of the rank\nand once more\n5 is no point\n");
}

TEST(Libc, EndsTheRankWhereItWouldEndAProcess) {
  Host host;
  host.add("process", {"free"});
  host.add("process", {"assert"});
  ::testing::internal::CaptureStderr();
  host.run();
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("free(): a block is freed twice"));
  EXPECT_THAT(said, HasSubstr("process: process.c:7: main: Assertion `1 + 1 == 3' failed."));
  EXPECT_EQ(host.machine(0).ending().signal, SIGABRT);
  EXPECT_EQ(host.machine(1).ending().signal, SIGABRT);
}

TEST(Libc, EndsTheRankAloneByFunctionsThatEndAProcess) {
  Host host(5);
  for (const char* how : {"err", "errx", "error", "thread", "kill"}) host.add("failing", {how});
  ::testing::internal::CaptureStderr();
  host.run();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "failing: no file: No such file or directory\nfailing: 1 2.5\nfailing: goes on\n"
            "failing: door: Permission denied\n");
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_THAT(host.said(i), ElementsAre("left"));
    EXPECT_EQ(host.machine(i).ending().status, i == 3 ? 0 : static_cast<int>(i) + 3);
  }
  EXPECT_THAT(host.said(4), ElementsAre("-1 1"));
  EXPECT_EQ(host.machine(4).ending().signal, SIGTERM);
  EXPECT_THAT(host.machine(4).refused(), ElementsAre("kill"));
}

TEST(Libc, RunsRegionsOfOpenMpInOneThread) {
  Host host;
  for (int i = 0; i < 2; ++i) host.add("openmp");
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("1 499500 499500 2 1", "499500 1 1"));
  EXPECT_THAT(host.said(1), ElementsAre("1 499500 499500 2 2", "499500 1 1"));
}

TEST(Libc, OpensLibrariesIntoEachRank) {
  Host host;
  host.move_every(1);
  for (int i = 0; i < 3; ++i) host.add("opener", {Host::path_of("libplugin.so")});
  host.run();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_THAT(host.said(i),
                ElementsAre("the plugin is there", std::to_string(11 + i) + " 102", "1 1", "1", "1",
                            "4.0", "1 plugin_visit libplugin.so", "1 1", "1", "1"));
    EXPECT_EQ(host.machine(i).ending().status, 0);
  }
}

TEST(Bindings, NameEachFunctionOnce) {
  std::set<std::string_view> names;
  for (const Binding& one : all_bindings()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    if (one.form == Binding::Form::direct) {
      EXPECT_LE(one.arguments, 5) << one.name;
    }
  }
}

TEST(Bindings, ArePrintedByTreatment) {
  const std::string table = binding_table();
  EXPECT_THAT(table, HasSubstr("malloc                      the rank's own: all of its heap"));
  EXPECT_THAT(table, HasSubstr("clock_gettime               the host says\n"));
  EXPECT_THAT(table, HasSubstr("pthread_create              refused: a rank is one thread\n"));
  EXPECT_LT(table.find("malloc "), table.find("clock_gettime "));
  EXPECT_LT(table.find("clock_gettime "), table.find("\nfork "));
}

}  // namespace
}  // namespace isthmus::engine::image
