// What the fuzzers have found, and what lies next to what is right, in every build: no clang
// needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fuzz/archive.hpp"
#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = ISTHMUS_FUZZ_CORPUS;

/// So that a large seed takes no longer than many small ones.
constexpr std::size_t neighbours_max = 2000;

fs::path archive_of(std::string_view target) { return corpus / (std::string(target) + ".tar"); }

class Replay : public testing::TestWithParam<const Target*> {};

TEST_P(Replay, SurvivesWhatTheFuzzersKept) {
  const std::vector<KeptInput> inputs = read_archive(archive_of(GetParam()->name));
  EXPECT_FALSE(inputs.empty());
  for (const KeptInput& input : inputs) {
    SCOPED_TRACE(input.name);
    GetParam()->run(input.bytes);
  }
  RecordProperty("inputs", static_cast<int>(inputs.size()));
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
    EXPECT_EQ(entry.path().extension(), ".tar") << entry.path();
    const std::string source = entry.path().stem().string() + ".cpp";
    EXPECT_TRUE(fs::exists(corpus.parent_path() / source)) << entry.path();
  }
}

}  // namespace
}  // namespace isthmus::engine::fuzz
