#include "isthmus/runtime/background.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/store/file_vault.hpp"

namespace isthmus::engine::runtime {
namespace {

TEST(Background, DoesWhatItIsToldInOrderAndAllOfIt) {
  std::vector<int> done;
  {
    Background background;
    for (int i = 0; i < 100; ++i) background.order([&done, i] { done.push_back(i); });
  }
  ASSERT_EQ(done.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(Background, LetsWhoTellsItGoOn) {
  Background background;
  std::promise<void> may_go_on;
  std::promise<void> is_done;
  background.order([&] { may_go_on.get_future().wait(); });
  background.order([&] { is_done.set_value(); });
  may_go_on.set_value();
  is_done.get_future().wait();
}

TEST(Background, WritesTheFilesOfAVaultBehind) {
  const std::string directory = ::testing::TempDir() + "isthmus_background_test";
  std::filesystem::remove_all(directory);
  int written = 0;
  {
    Background background;
    store::FileVault vault(directory, &background);
    const auto pieces = std::make_shared<const store::Pieces>(store::Pieces{{std::byte{1}}});
    for (int i = 0; i < 20; ++i) {
      vault.write(1, "process-" + std::to_string(i), pieces,
                  [&written](const Expected<void>& done) { written += done.has_value(); });
    }
    vault.remove(7);
  }
  EXPECT_EQ(written, 20);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory + "/checkpoint-1"), {}),
            20);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace isthmus::engine::runtime
