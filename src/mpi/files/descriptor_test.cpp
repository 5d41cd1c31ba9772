#include "mpi/files/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace isthmus::engine::mpi {
namespace {

class DescriptorTest : public ::testing::Test {
 protected:
  DescriptorTest()
      : path(::testing::TempDir() + "descriptor_" +
             ::testing::UnitTest::GetInstance()->current_test_info()->name() + "_" +
             std::to_string(getpid())) {}
  ~DescriptorTest() override { unlink(path.c_str()); }

  static std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
  }
  static std::string read(const Descriptor& file, std::int64_t offset, std::size_t count) {
    std::string text(count, '?');
    const auto got = file.read(std::as_writable_bytes(std::span(text)), offset);
    text.resize(got.value_or(0));
    return text;
  }

  std::string path;
};

TEST_F(DescriptorTest, ReadsAndWritesAtOffsets) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto file = Descriptor::get(path, O_RDWR).value();
  EXPECT_EQ(file->write(bytes_of("there"), 3), 0);
  EXPECT_EQ(file->size(), 8);
  EXPECT_EQ(read(*file, 4, 2), "he");
  EXPECT_EQ(read(*file, 0, 4), std::string("\0\0\0t", 4));
  EXPECT_EQ(read(*file, 6, 10), "re");  // fewer at the end
  EXPECT_EQ(read(*file, 100, 10), "");
}

TEST_F(DescriptorTest, ChangesTheSizeAndHasRoomOnTheDisk) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto file = Descriptor::get(path, O_RDWR).value();
  EXPECT_EQ(file->set_size(10), 0);
  EXPECT_EQ(file->size(), 10);
  EXPECT_EQ(file->allocate(5), 0);
  EXPECT_EQ(file->size(), 10) << "it does not get shorter";
  EXPECT_EQ(file->allocate(0), 0);
  EXPECT_EQ(file->allocate(20), 0);
  EXPECT_EQ(file->size(), 20);
  EXPECT_EQ(file->sync(), 0);
}

TEST_F(DescriptorTest, OfTheSameFileAndFlagsIsShared) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto first = Descriptor::get(path, O_RDWR).value();
  EXPECT_EQ(Descriptor::get(path, O_RDWR).value(), first);
  EXPECT_NE(Descriptor::get(path, O_RDONLY).value(), first);
}

// Another program may put a new file in the place of one that is open.
TEST_F(DescriptorTest, OfAPathThatIsMeanwhileAnotherFilesIsANewOne) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto first = Descriptor::get(path, O_RDWR).value();
  ASSERT_EQ(first->write(bytes_of("old"), 0), 0);
  ASSERT_EQ(unlink(path.c_str()), 0);
  EXPECT_EQ(Descriptor::get(path, O_RDWR).error(), ENOENT);
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto second = Descriptor::get(path, O_RDWR).value();
  EXPECT_NE(second, first);
  EXPECT_EQ(second->size(), 0);
  EXPECT_EQ(read(*first, 0, 3), "old");
  EXPECT_EQ(Descriptor::get(path, O_RDWR).value(), second);
}

TEST_F(DescriptorTest, IsMadeNewOnceWhereItMustBeNew) {
  EXPECT_EQ(Descriptor::create(path, true), 0);
  EXPECT_EQ(Descriptor::create(path, true), EEXIST);
  EXPECT_EQ(Descriptor::create(path, false), 0);
  EXPECT_EQ(Descriptor::create(path + "/no/folder", false), ENOTDIR);
}

TEST_F(DescriptorTest, IsOfNoFolder) {
  EXPECT_EQ(Descriptor::get(::testing::TempDir(), O_RDONLY).error(), EISDIR);
  EXPECT_EQ(Descriptor::get(::testing::TempDir(), O_RDONLY).error(), EISDIR);
  EXPECT_EQ(Descriptor::get(path, O_RDWR).error(), ENOENT);
}

TEST_F(DescriptorTest, GivesTurnsToOneAtATime) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto file = Descriptor::get(path, O_RDWR).value();
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  const auto take_turns = [&] {
    for (int i = 0; i < 200; ++i) {
      const Descriptor::Turn turn(*file, true);
      EXPECT_EQ(turn.error(), 0);
      const int now = ++inside;
      if (now > most) most = now;
      std::this_thread::yield();
      --inside;
    }
  };
  std::thread other(take_turns);
  take_turns();
  other.join();
  EXPECT_EQ(most, 1);
}

// As another process would have it, which has a descriptor of its own.
TEST_F(DescriptorTest, GivesTurnsAcrossDescriptorsOfAFile) {
  ASSERT_EQ(Descriptor::create(path, true), 0);
  const auto file = Descriptor::get(path, O_RDWR).value();
  const int other = open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(other, 0);
  const auto can_lock = [&] {
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    const bool can = fcntl(other, F_OFD_SETLK, &lock) == 0;
    lock.l_type = F_UNLCK;
    fcntl(other, F_OFD_SETLK, &lock);
    return can;
  };
  {
    const Descriptor::Turn turn(*file, true);
    EXPECT_FALSE(can_lock());
  }
  EXPECT_TRUE(can_lock());
  {
    const Descriptor::Turn turn(*file, false);
    EXPECT_FALSE(can_lock()) << "who writes waits for who reads";
  }
  close(other);
}

}  // namespace
}  // namespace isthmus::engine::mpi
