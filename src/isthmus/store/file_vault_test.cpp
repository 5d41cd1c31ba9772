#include "isthmus/store/file_vault.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <string>

namespace isthmus::engine::store {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

/// A directory of the test's own, and what is done with it.
class FileVaultTest : public ::testing::Test {
 protected:
  FileVaultTest()
      : directory_(::testing::TempDir() + "vault_" + std::to_string(getpid()) + "_" +
                   ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(directory_);
    for (char& letter : directory_) letter = letter == ' ' ? '_' : letter;
  }
  ~FileVaultTest() override { fs::remove_all(directory_); }

  static Expected<void> write(Vault& vault, std::uint64_t number, const std::string& name,
                              const std::string& text) {
    std::promise<Expected<void>> done;
    vault.write(number, name,
                std::make_shared<const Pieces>(
                    Pieces{bytes_of(text.substr(0, 1)), bytes_of(text.substr(1))}),
                [&](const Expected<void>& result) { done.set_value(result); });
    return done.get_future().get();
  }
  void write_index(std::uint64_t number) {
    FileVault vault(directory_);
    Index index;
    index.number = number;
    const std::vector<std::byte> bytes = encoded(index);
    ASSERT_TRUE(write(vault, number, index_name,
                      std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
  }

  std::string directory_;
};

TEST_F(FileVaultTest, KeepsFilesByCheckpointAndName) {
  FileVault vault(directory_);
  ASSERT_TRUE(write(vault, 3, "process-0", "hello"));
  EXPECT_EQ(vault.read(3, "process-0").value(), bytes_of("hello"));
  EXPECT_TRUE(vault.has(3, "process-0", 5));
  EXPECT_FALSE(vault.has(3, "process-0", 6));
  EXPECT_FALSE(vault.has(4, "process-0", 5));
  const Expected<std::vector<std::byte>> missing = vault.read(4, "process-0");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().text(), HasSubstr("checkpoint-4/process-0"));
  EXPECT_EQ(missing.error().code, ErrorCode::bad_input);
}

TEST_F(FileVaultTest, LeavesNothingHalfWritten) {
  FileVault vault(directory_);
  fs::create_directories(directory_);
  std::ofstream(directory_ + "/checkpoint-1") << "no folder";
  const Expected<void> written = write(vault, 1, "process-0", "hello");
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::bad_input);
  EXPECT_THAT(written.error().text(), HasSubstr("checkpoint-1"));
  ASSERT_TRUE(write(vault, 2, "process-0", "hello"));
  for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
    EXPECT_THAT(entry.path().string(), ::testing::Not(HasSubstr(".part")));
  }
}

TEST_F(FileVaultTest, RemovesWhatIsTooOldWhenAllIsWritten) {
  {
    FileVault vault(directory_);
    ASSERT_TRUE(write(vault, 1, "process-0", "old"));
    ASSERT_TRUE(write(vault, 2, "process-0", "new"));
    vault.remove(1);
    vault.remove(9);
  }
  EXPECT_FALSE(fs::exists(directory_ + "/checkpoint-1"));
  EXPECT_TRUE(fs::exists(directory_ + "/checkpoint-2"));
}

using Directory = FileVaultTest;

TEST_F(Directory, HasTheCheckpointsWhoseIndexIsThere) {
  write_index(10);
  write_index(9);
  fs::create_directories(directory_ + "/checkpoint-12");
  fs::create_directories(directory_ + "/checkpoint-x");
  EXPECT_THAT(checkpoints_in(directory_), ElementsAre(9, 10));
  EXPECT_EQ(next_number(directory_), 13u);
  EXPECT_EQ(next_number(directory_ + "/nowhere"), 1u);
}

TEST_F(Directory, AndFolderAreBothNamesOfACheckpoint) {
  write_index(2);
  write_index(5);
  EXPECT_EQ(find_checkpoint(directory_).value().number, 5u);
  EXPECT_EQ(find_checkpoint(directory_ + "/").value().number, 5u);
  EXPECT_EQ(find_checkpoint(directory_ + "/checkpoint-2").value().number, 2u);
  EXPECT_EQ(find_checkpoint(directory_ + "/checkpoint-2/").value().directory, directory_);
  EXPECT_EQ(place_of("checkpoint-7").directory, ".");
  EXPECT_THAT(find_checkpoint(directory_ + "/none").error().text(), HasSubstr("no checkpoint"));
}

TEST_F(Directory, SaysWhichEarlierCheckpointThereIsWhereOneIsDamaged) {
  write_index(2);
  write_index(5);
  ASSERT_TRUE(read_index({directory_, 5}).has_value());
  std::ofstream(directory_ + "/checkpoint-5/index", std::ios::in | std::ios::out) << "x";
  const Expected<Index> damaged = read_index({directory_, 5});
  ASSERT_FALSE(damaged.has_value());
  EXPECT_EQ(damaged.error().code, ErrorCode::bad_input);
  EXPECT_THAT(damaged.error().text(), HasSubstr("checkpoint-2"));
  EXPECT_THAT(damaged.error().text(), ::testing::Not(HasSubstr("\n")));
  EXPECT_THAT(read_index({directory_, 1}).error().text(), HasSubstr("no earlier one"));
}

TEST_F(Directory, OfAnotherCheckpointsIndexIsRefused) {
  write_index(2);
  fs::rename(directory_ + "/checkpoint-2", directory_ + "/checkpoint-3");
  EXPECT_THAT(read_index({directory_, 3}).error().text(), HasSubstr("that of checkpoint 2"));
}

TEST_F(Directory, ThatCannotBeWrittenToIsRefusedBeforeTheWork) {
  EXPECT_TRUE(check_directory(directory_ + "/deep/er", "--checkpoint-dir").has_value());
  std::ofstream(directory_ + "/file") << "x";
  const auto refused = check_directory(directory_ + "/file", "--checkpoint-dir");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::bad_input);
  EXPECT_THAT(refused.error().text(), HasSubstr("--checkpoint-dir"));
}

}  // namespace
}  // namespace isthmus::engine::store
