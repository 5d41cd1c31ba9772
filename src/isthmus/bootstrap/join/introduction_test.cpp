#include "isthmus/bootstrap/join/introduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "isthmus/base/random.hpp"
#include "isthmus/bootstrap/manager/memory_manager.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::HasSubstr;

constexpr TimeNs long_ns = 10'000'000'000;

Introduction introduction_of(std::uint32_t rank) {
  return {"node" + std::to_string(rank), {0, 2, static_cast<int>(rank) + 3}, 17, rank == 1};
}

/// What each of the processes comes to, by rank.
std::vector<Expected<std::vector<Introduction>>> introduce_all(
    const std::vector<Introduction>& introductions) {
  MemoryBoard board(static_cast<std::uint32_t>(introductions.size()));
  std::vector<Expected<std::vector<Introduction>>> results(introductions.size());
  std::vector<std::jthread> threads;
  for (std::uint32_t rank = 0; rank < introductions.size(); ++rank) {
    threads.emplace_back([&, rank] {
      MemoryManager manager(board, rank);
      results[rank] = introduce(manager, introductions[rank], long_ns);
    });
  }
  threads.clear();
  return results;
}

TEST(Introduction, TellsAllProcessesTheSame) {
  const std::vector all = {introduction_of(0), introduction_of(1), introduction_of(2)};
  for (const auto& result : introduce_all(all)) EXPECT_EQ(result.value(), all);
}

TEST(Introduction, RefusesAProcessThatAsksForAnotherJob) {
  std::vector all = {introduction_of(0), introduction_of(1), introduction_of(2)};
  all[2].options_id = 18;
  for (const auto& result : introduce_all(all)) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::bad_input);
    EXPECT_EQ(result.error().text(),
              "rank 2 of the manager: asks for another job than rank 0 (expected the same --grid, "
              "--sites, --pes, --processes and --site for all processes)");
  }
}

TEST(Introduction, FailsWhenAProcessDoesNotCome) {
  MemoryBoard board(2);
  MemoryManager manager(board, 0);
  const auto result = introduce(manager, introduction_of(0), 1'000'000);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unreachable);
}

TEST(Introduction, OfAnotherProgramIsBadInput) {
  MemoryBoard board(2);
  std::jthread other([&] {
    MemoryManager manager(board, 1);
    ASSERT_TRUE(manager.exchange(std::as_bytes(std::span("hello")), long_ns));
  });
  MemoryManager manager(board, 0);
  const auto result = introduce(manager, introduction_of(0), long_ns);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().text(), HasSubstr("rank 1 of the manager: introduces itself as no"));
}

TEST(Introduction, ThatIsCutOrHasTooMuchIsRefused) {
  const Bytes whole = encode(introduction_of(1));
  ASSERT_EQ(decode_introduction(whole).value(), introduction_of(1));
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_FALSE(decode_introduction(std::span(whole).first(bytes))) << bytes;
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(decode_introduction(longer));
}

TEST(Introduction, OfManyCpusIsBoundedBeforeItIsRead) {
  Bytes bytes = encode(Introduction{"a"});
  const std::uint32_t huge = 0xffffffff;
  std::memcpy(bytes.data() + bytes.size() - 4, &huge, 4);
  EXPECT_FALSE(decode_introduction(bytes));
}

TEST(Introduction, OfCpusThatDoNotRiseIsRefused) {
  EXPECT_FALSE(decode_introduction(encode(Introduction{"a", {3, 3}})));
  EXPECT_FALSE(decode_introduction(encode(Introduction{"a", {4, 3}})));
  EXPECT_FALSE(decode_introduction(encode(Introduction{"a", {8192}})));
  EXPECT_TRUE(decode_introduction(encode(Introduction{"a", {3, 8191}})));
}

TEST(Introduction, OfRandomBytesDoesNoHarm) {
  Random random(7);
  const Bytes good = encode(introduction_of(1));
  for (int round = 0; round < 20'000; ++round) {
    Bytes bytes = good;
    for (int i = 0; i < 3; ++i) bytes[random.below(bytes.size())] = std::byte(random.below(256));
    const auto read = decode_introduction(bytes);
    EXPECT_LE(read ? read->cpus.size() : 0, 8192u);
  }
}

TEST(UsableCpus, AreThereAndRise) {
  const std::vector<int> cpus = usable_cpus();
  ASSERT_FALSE(cpus.empty());
  EXPECT_TRUE(std::ranges::is_sorted(cpus));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
