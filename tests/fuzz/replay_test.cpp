// What the fuzzers have found, and what lies next to what is right, in every build: no clang
// needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/target.hpp"

namespace isthmus::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = ISTHMUS_FUZZ_CORPUS;

/// So that a large seed takes no longer than many small ones.
constexpr std::size_t neighbours_max = 2000;

Bytes content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return bytes_of(text);
}

class Replay : public testing::TestWithParam<const Target*> {};

TEST_P(Replay, SurvivesWhatTheFuzzersKept) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(corpus / GetParam()->name)) {
    SCOPED_TRACE(entry.path().string());
    const Bytes bytes = content_of(entry.path());
    GetParam()->run(bytes);
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST_P(Replay, SurvivesEveryTruncationOfASeed) {
  for (const Bytes& seed : GetParam()->seeds()) {
    const std::size_t step = std::max<std::size_t>(1, seed.size() / neighbours_max);
    for (std::size_t size = 0; size <= seed.size(); size += step) {
      // A copy of its own, so that a sanitizer sees who reads beyond it.
      const Bytes part(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(size));
      GetParam()->run(part);
    }
  }
}

TEST_P(Replay, SurvivesEveryFlippedBitOfASeed) {
  for (Bytes seed : GetParam()->seeds()) {
    const std::size_t bits = 8 * seed.size();
    // Odd, so that all places of a byte have their turn.
    const std::size_t step = bits / neighbours_max | 1;
    for (std::size_t bit = 0; bit < bits; bit += step) {
      const std::byte mask{static_cast<unsigned char>(1u << bit % 8)};
      seed[bit / 8] ^= mask;
      GetParam()->run(seed);
      seed[bit / 8] ^= mask;
    }
  }
}

std::string name_of(const testing::TestParamInfo<const Target*>& info) {
  return std::string(info.param->name);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay,
                         testing::ValuesIn(all_targets().begin(), all_targets().end()), name_of);

/// Of targets that this build has, and of those that it lacks the libraries for.
TEST(FuzzCorpus, BelongsToTargetsAlone) {
  for (const auto& entry : fs::directory_iterator(corpus)) {
    const std::string source = entry.path().filename().string() + ".cpp";
    EXPECT_TRUE(fs::exists(corpus.parent_path() / source)) << entry.path();
  }
}

}  // namespace
}  // namespace isthmus::fuzz
