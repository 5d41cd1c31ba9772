#include "isthmus/fabric/carrier/shm/shm_setup.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "isthmus/fabric/carrier/shm/shm_test_link.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr ShmSizes small_sizes = {.slot_count = 4, .stream_bytes = 8192};
constexpr ShmToken token = {std::byte{1}, std::byte{2}};

TEST(ShmMemory, IsTheSameForWhoeverOpensIt) {
  auto made = ShmMemory::make(small_sizes, token);
  ASSERT_TRUE(made) << made.error().text();
  auto opened = ShmMemory::open(getpid(), made->descriptor(), small_sizes, token);
  ASSERT_TRUE(opened) << opened.error().text();
  made->begin()[5000] = std::byte{77};
  EXPECT_EQ(opened->begin()[5000], std::byte{77});
  made->close_descriptor();
  opened->begin()[5000] = std::byte{78};
  EXPECT_EQ(made->begin()[5000], std::byte{78});
}

TEST(ShmMemory, CannotBeCut) {
  auto made = ShmMemory::make(small_sizes, token);
  ASSERT_TRUE(made);
  EXPECT_NE(ftruncate(made->descriptor(), 0), 0);
  EXPECT_NE(fcntl(made->descriptor(), F_ADD_SEALS, F_SEAL_WRITE), 0);
}

TEST(ShmMemory, HasNoNameInAnyFolder) {
  auto made = ShmMemory::make(small_sizes, token);
  ASSERT_TRUE(made);
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    EXPECT_THAT(entry.path().string(), ::testing::Not(HasSubstr("isthmus")));
  }
}

TEST(ShmMemory, IsRefusedWhereItIsAnotherOne) {
  auto made = ShmMemory::make(small_sizes, token);
  ASSERT_TRUE(made);
  const int descriptor = made->descriptor();
  const auto open_with = [&](std::int64_t pid, int at, const ShmSizes& sizes, ShmToken other) {
    auto opened = ShmMemory::open(pid, at, sizes, other);
    if (opened) return std::string("opened");
    EXPECT_EQ(opened.error().code, ErrorCode::refused);
    return opened.error().text();
  };
  EXPECT_THAT(open_with(getpid(), descriptor, small_sizes, {}), HasSubstr("somebody else"));
  EXPECT_THAT(open_with(getpid(), descriptor, {8, 8192}, token), HasSubstr("size"));
  EXPECT_THAT(open_with(getpid(), descriptor, {7, 8192}, token), HasSubstr("cannot be"));
  EXPECT_THAT(open_with(-1, descriptor, small_sizes, token), HasSubstr("cannot be"));
  EXPECT_THAT(open_with(getpid(), 99999, small_sizes, token), HasSubstr("cannot open"));
  // Some other file; and memory whose maker can still cut it.
  const Socket null(open("/dev/null", O_RDWR | O_CLOEXEC));
  EXPECT_THAT(open_with(getpid(), null.descriptor(), small_sizes, token), HasSubstr("size"));
  const Socket unsealed(memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(ftruncate(unsealed.descriptor(), static_cast<off_t>(small_sizes.total_bytes())), 0);
  EXPECT_THAT(open_with(getpid(), unsealed.descriptor(), small_sizes, token), HasSubstr("size"));
}

TEST(ShmMeeting, GivesEachSideTheOthersMemory) {
  auto met = met_in_shared_memory(small_sizes);
  ASSERT_TRUE(met[0]) << met[0].error().text();
  ASSERT_TRUE(met[1]) << met[1].error().text();
  ShmLink& a = met[0]->front();
  ShmLink& b = met[1]->front();
  EXPECT_EQ(a.peer, ProcessId(1));
  EXPECT_EQ(b.peer, ProcessId(0));
  a.outbound.begin()[6000] = std::byte{1};
  EXPECT_EQ(b.inbound.begin()[6000], std::byte{1});
  b.outbound.begin()[6000] = std::byte{2};
  EXPECT_EQ(a.inbound.begin()[6000], std::byte{2});
  EXPECT_EQ(a.inbound.descriptor(), -1) << "nobody needs it any more";
}

/// A connection whose other end the test has.
class ShmMeetingTest : public ::testing::Test {
 protected:
  ShmMeetingTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()), 0);
    near = Socket(ends[0]);
    far = Socket(ends[1]);
  }

  /// The failure, when the peer has sent this and no more.
  Error failure_after(std::span<const std::byte> bytes, bool ends = true) {
    EXPECT_EQ(write(far.descriptor(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
    if (ends) shutdown(far.descriptor(), SHUT_WR);
    const SteadyClock clock;
    std::vector<std::pair<ProcessId, Socket>> connections;
    connections.emplace_back(ProcessId(1), std::move(near));
    auto met = meet_in_shared_memory(std::move(connections), small_sizes, clock, 20'000'000);
    EXPECT_FALSE(met);
    return met ? Error{} : met.error();
  }

  /// What this process would say itself; the test changes it.
  std::array<std::byte, 104> greeting() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()), 0);
    const Socket listener(ends[1]);
    const SteadyClock clock;
    std::vector<std::pair<ProcessId, Socket>> connections;
    connections.emplace_back(ProcessId(1), Socket(ends[0]));
    EXPECT_FALSE(meet_in_shared_memory(std::move(connections), small_sizes, clock, 1'000'000));
    std::array<std::byte, 104> said{};
    EXPECT_EQ(read(listener.descriptor(), said.data(), said.size()), 104);
    return said;
  }

  Socket near;
  Socket far;
};

TEST_F(ShmMeetingTest, NamesAPeerOnAnotherMachine) {
  auto said = greeting();
  said[48] ^= std::byte{1};  // the boot id
  const Error error = failure_after(said);
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("process 1"));
  EXPECT_THAT(error.text(), HasSubstr("another machine"));
  EXPECT_THAT(error.text(), HasSubstr("--carrier tcp"));
}

TEST_F(ShmMeetingTest, NamesAPeerInAnotherContainer) {
  auto said = greeting();
  said[40] ^= std::byte{1};  // the process ids' namespace
  EXPECT_THAT(failure_after(said).text(), HasSubstr("another container"));
}

TEST_F(ShmMeetingTest, RefusesMemoryThatItCannotOpen) {
  // The memory of that greeting has gone with the meeting.
  const Error error = failure_after(greeting(), false);
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("shares no memory"));
}

TEST_F(ShmMeetingTest, TellsAPeerThatHasEndedFromOneWithoutMemory) {
  const Error error = failure_after(greeting());
  EXPECT_EQ(error.code, ErrorCode::unreachable);
  EXPECT_THAT(error.text(), HasSubstr("ended before its memory was opened"));
}

TEST_F(ShmMeetingTest, TellsThePeerThatItRefuses) {
  failure_after(greeting());
  std::array<std::byte, 106> heard{};
  EXPECT_EQ(read(far.descriptor(), heard.data(), heard.size()), 105);
  EXPECT_EQ(heard[104], std::byte{0});
}

TEST_F(ShmMeetingTest, RefusesWhatIsNoGreeting) {
  std::array<std::byte, 104> garbage{};
  garbage.fill(std::byte{0xee});
  EXPECT_EQ(failure_after(garbage).code, ErrorCode::refused);
}

TEST_F(ShmMeetingTest, RefusesAnotherVersion) {
  auto said = greeting();
  said[8] = std::byte{2};
  EXPECT_EQ(failure_after(said).code, ErrorCode::refused);
}

TEST_F(ShmMeetingTest, RefusesAtOnceThoughOthersAreSilent) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()), 0);
  const Socket silent(ends[1]);
  auto said = greeting();
  said[8] = std::byte{2};  // the version
  ASSERT_EQ(write(far.descriptor(), said.data(), said.size()), 104);
  std::vector<std::pair<ProcessId, Socket>> connections;
  connections.emplace_back(ProcessId(1), Socket(ends[0]));
  connections.emplace_back(ProcessId(2), std::move(near));
  const SteadyClock clock;
  const auto met = meet_in_shared_memory(std::move(connections), small_sizes, clock, 2'000'000'000);
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::refused);
  EXPECT_THAT(met.error().where, HasSubstr("process 2"));
}

TEST_F(ShmMeetingTest, NamesAPeerThatGoesAway) {
  const Error error = failure_after({});
  EXPECT_EQ(error.code, ErrorCode::unreachable);
  EXPECT_THAT(error.text(), HasSubstr("went away"));
}

TEST_F(ShmMeetingTest, NamesAPeerThatSaysNothing) {
  const Error error = failure_after({}, false);
  EXPECT_EQ(error.code, ErrorCode::unreachable);
  EXPECT_THAT(error.text(), HasSubstr("does not answer"));
}

}  // namespace
}  // namespace isthmus::engine::fabric
