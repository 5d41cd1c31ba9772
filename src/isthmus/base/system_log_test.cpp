#include "isthmus/base/system_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <string>

namespace isthmus::engine {
namespace {

using ::testing::HasSubstr;

std::string header(int priority) {
  return "<" + std::to_string(priority) + ">isthmus[" + std::to_string(::getpid()) + "]: ";
}

/// What a machine's log listens at, in a folder of its own.
class SystemLogs : public ::testing::Test {
 protected:
  SystemLogs() : path_(folder() + "/log") {}
  ~SystemLogs() override {
    std::filesystem::remove_all(std::filesystem::path(path_).parent_path());
  }

  static std::string folder() {
    std::string name = (std::filesystem::temp_directory_path() / "isthmus-log-XXXXXX").string();
    return ::mkdtemp(name.data());
  }

  void listen() {
    std::filesystem::remove(path_);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path_.c_str(), path_.size() + 1);
    daemon_ = Socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0));
    ASSERT_EQ(
        ::bind(daemon_.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)),
        0);
  }

  /// One entry; "" for none.
  std::string taken() {
    std::array<char, 16'384> bytes{};
    const auto count = ::recv(daemon_.descriptor(), bytes.data(), bytes.size(), 0);
    return count < 0 ? "" : std::string(bytes.data(), static_cast<std::size_t>(count));
  }

  const std::string path_;
  Socket daemon_;
};

TEST_F(SystemLogs, TakeLinesWithTheirSeverityAndProcess) {
  listen();
  const auto log = SystemLog::open(LogLevel::info, path_);
  ASSERT_TRUE(log) << log.error().text();
  (*log)->info("all is well");
  (*log)->warning("process 3: connection lost");
  (*log)->error("two\nlines");
  (*log)->write(LogLevel::debug, "for nobody");
  EXPECT_EQ(taken(), header(14) + "all is well");
  EXPECT_EQ(taken(), header(12) + "warning: process 3: connection lost");
  EXPECT_EQ(taken(), header(11) + "error: two lines");
  EXPECT_EQ(taken(), "");
}

TEST_F(SystemLogs, OfNobodyAreAnErrorThatSaysWhere) {
  const auto log = SystemLog::open(LogLevel::info, path_);
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().text(), HasSubstr(path_ + ": cannot reach the system's log"));
  const auto too_long = SystemLog::open(LogLevel::info, "/tmp/" + std::string(200, 'x'));
  ASSERT_FALSE(too_long);
  EXPECT_THAT(too_long.error().text(), HasSubstr("File name too long"));
}

TEST_F(SystemLogs, AreFoundAgainWhenTheyHaveBeenStartedAnew) {
  listen();
  const auto log = SystemLog::open(LogLevel::info, path_);
  ASSERT_TRUE(log);
  daemon_.close();
  ::testing::internal::CaptureStderr();
  (*log)->warning("nobody listens");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "isthmus: warning: nobody listens\n");
  listen();
  (*log)->warning("somebody does");
  EXPECT_EQ(taken(), header(12) + "warning: somebody does");
}

TEST_F(SystemLogs, ThatAreFullKeepNobodyWaiting) {
  listen();
  const auto log = SystemLog::open(LogLevel::info, path_);
  ASSERT_TRUE(log);
  ::testing::internal::CaptureStderr();
  const std::string line(9'000, 'x');
  for (int i = 0; i < 2'000; ++i) (*log)->info(line);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("isthmus: " + line + "\n"));
  EXPECT_EQ(taken(), header(14) + std::string(8'000, 'x'));
  while (!taken().empty()) continue;
  (*log)->info("there is room");
  EXPECT_EQ(taken(), header(14) + "there is room");
}

}  // namespace
}  // namespace isthmus::engine
