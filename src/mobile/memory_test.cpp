#include "mobile/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using engine::testing::expect_fails_everywhere;
using engine::testing::expect_runs_everywhere;

struct Board {
  std::vector<Region> regions;
  std::size_t known = 0;
};

void take_region(Rank& self, const Region& region) {
  Board& board = self.state<Board>();
  board.regions.resize(static_cast<std::size_t>(self.size()));
  board.regions[static_cast<std::size_t>(self.sender())] = region;
  ++board.known;
}

// Each PE exposes so many bytes, and all know of all.
std::vector<Region> share_regions(Rank& self, Board& board, std::vector<std::byte>& memory) {
  self.set_state(&board);
  const Region own = self.expose(memory);
  for (int to = 0; to < self.size(); ++to) self.rsr<take_region>(to, own);
  self.poll_until([&] { return board.known == static_cast<std::size_t>(self.size()); });
  return board.regions;
}

std::vector<std::byte> bytes_of(int value, std::size_t count) {
  return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

// Small and large ones: large ones are lent to the network.
TEST(Memory, IsWrittenByOthers) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    constexpr std::size_t block = 20'000;
    Board board;
    std::vector<std::byte> memory(block * static_cast<std::size_t>(self.size()));
    const auto regions = share_regions(self, board, memory);
    int done = 0;
    std::vector<std::byte> own = bytes_of(self.rank() + 1, block);
    for (const Region& region : regions) {
      const std::uint64_t at = block * static_cast<std::uint64_t>(self.rank());
      const auto count = [&done](const Expected<void>& result) { done += result.has_value(); };
      self.put(region, at, std::span(own).first(10), count);
      self.put(region, at + 10, std::span(own).subspan(10, 9'990), count);
      self.put(region, at + 10'000, bytes_of(self.rank() + 1, 10'000), count);
    }
    std::ranges::fill(own, std::byte{99});  // may be used again at once
    self.poll_until([&] { return done == 3 * self.size(); });
    self.barrier();
    for (int from = 0; from < self.size(); ++from) {
      const auto part = std::span(memory).subspan(block * static_cast<std::size_t>(from), block);
      EXPECT_TRUE(std::ranges::equal(part, bytes_of(from + 1, block)));
    }
    self.barrier();
  }));
}

TEST(Memory, IsReadByOthers) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Board board;
    std::vector<std::byte> memory = bytes_of(self.rank() + 1, 30'000);
    memory[29'999] = std::byte{77};
    const auto regions = share_regions(self, board, memory);
    std::vector<std::byte> got(30'000);
    for (int from = 0; from < self.size(); ++from) {
      const Region& region = regions[static_cast<std::size_t>(from)];
      EXPECT_EQ(region.bytes, 30'000u);
      bool done = false;
      self.get(region, 10'000, std::span(got).first(20'000), [&](const Expected<void>& result) {
        EXPECT_TRUE(result.has_value());
        done = true;
      });
      self.poll_until([&] { return done; });
      EXPECT_EQ(got[0], static_cast<std::byte>(from + 1));
      EXPECT_EQ(got[19'999], std::byte{77});
    }
    self.barrier();
  }));
}

// More than one piece, and not a multiple of them.
TEST(Memory, TakesAndGivesManyBytesInPieces) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    constexpr std::size_t count = 2'300'001;
    Board board;
    std::vector<std::byte> memory(count + 5);
    const auto regions = share_regions(self, board, memory);
    const Region& other = regions[static_cast<std::size_t>((self.rank() + 1) % self.size())];
    std::vector<std::byte> own(count);
    for (std::size_t i = 0; i < count; ++i) own[i] = static_cast<std::byte>(i * 7 >> 8);
    int answers = 0;
    const auto good = [&](const Expected<void>& result) { answers += result.has_value(); };
    const auto bad = [&](const Expected<void>& result) { answers += !result.has_value(); };
    self.put(other, 5, own, good);
    self.put(other, 6, std::span<const std::byte>(own), bad);
    self.poll_until([&] { return answers == 2; });
    std::vector<std::byte> back(count);
    self.get(other, 5, back, good);
    self.get(other, 6, back, bad);
    self.poll_until([&] { return answers == 4; });
    EXPECT_TRUE(back == own);
    EXPECT_EQ(memory[4], std::byte{0});
    self.barrier();
  }));
}

// Whatever their sizes, and whichever of them land without a copy.
TEST(Memory, KeepsTheLastOfWhatOnePePuts) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    constexpr std::size_t count = 300'000;
    Board board;
    std::vector<std::byte> memory(count);
    const auto regions = share_regions(self, board, memory);
    const Region& other = regions[static_cast<std::size_t>((self.rank() + 1) % self.size())];
    const std::size_t sizes[] = {100, count, 5'000, count, 1, 70'000};
    int value = 0;
    int done = 0;
    const auto good = [&](const Expected<void>& result) { done += result.has_value(); };
    for (const std::size_t bytes : sizes) {
      if (++value % 2 == 0) {
        self.put(other, 0, bytes_of(value, bytes), good);
      } else {
        const std::vector<std::byte> own = bytes_of(value, bytes);
        self.put(other, 0, std::span<const std::byte>(own), good);
      }
    }
    std::vector<std::byte> back(count);
    self.get(other, 0, back, good);
    self.poll_until([&] { return done == value + 1; });
    self.barrier();
    std::vector<std::byte> expected;
    value = 0;
    for (const std::size_t bytes : sizes) {
      expected.resize(std::max(expected.size(), bytes));
      std::fill_n(expected.begin(), bytes, static_cast<std::byte>(++value));
    }
    EXPECT_TRUE(back == expected);
    EXPECT_TRUE(memory == expected);
    self.barrier();
  }));
}

// Puts are under way when the memory goes: each is there as a whole or is refused, and nothing is
// written any more.
TEST(Memory, MayBeWithdrawnWhileOthersPut) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    constexpr std::size_t count = 200'000;
    constexpr int puts = 20;
    Board board;
    std::vector<std::byte> memory(count);
    const auto regions = share_regions(self, board, memory);
    const auto neighbour = static_cast<std::size_t>((self.rank() + 1) % self.size());
    const std::vector<std::byte> own = bytes_of(1, count);
    int answers = 0;
    int refusals = 0;
    const auto count_answer = [&](const Expected<void>& result) {
      // One after the other, so what follows a refusal is refused.
      EXPECT_TRUE(!result || refusals == 0);
      ++answers;
      refusals += !result;
    };
    for (int i = 0; i < puts; ++i) self.put(regions[neighbour], 0, own, count_answer);
    self.poll();
    EXPECT_TRUE(self.withdraw(regions[static_cast<std::size_t>(self.rank())]));
    std::ranges::fill(memory, std::byte{9});
    self.poll_until([&] { return answers == puts; });
    self.barrier();
    EXPECT_TRUE(std::ranges::all_of(memory, [](std::byte at) { return at == std::byte{9}; }));
    self.barrier();
  }));
}

TEST(Memory, TellsWhoAsksForBytesOutsideIt) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Board board;
    std::vector<std::byte> memory(100);
    const auto regions = share_regions(self, board, memory);
    const Region& other = regions[static_cast<std::size_t>((self.rank() + 1) % self.size())];
    struct Try {
      std::uint32_t number;
      std::uint64_t offset;
      std::size_t bytes;
      bool good;
    };
    const auto all = static_cast<std::uint64_t>(-1);
    std::vector<std::byte> own(200);
    for (const Try& attempt :
         {Try{1, 0, 100, true}, Try{1, 0, 101, false}, Try{1, 99, 1, true}, Try{1, 99, 2, false},
          Try{1, 100, 0, true}, Try{1, 101, 0, false}, Try{1, all, 1, false},
          Try{1, all - 50, 100, false}, Try{2, 0, 1, false}, Try{0, 0, 1, false}}) {
      Region region = other;
      region.number = attempt.number;
      int answers = 0;
      const auto judge = [&](const Expected<void>& result) {
        ++answers;
        EXPECT_EQ(result.has_value(), attempt.good) << attempt.offset << ", " << attempt.bytes;
        if (!result) {
          EXPECT_NE(result.error().text().find(" of PE " + std::to_string(other.pe.value)),
                    std::string::npos);
        }
      };
      self.put(region, attempt.offset, std::span(own).first(attempt.bytes), judge);
      self.get(region, attempt.offset, std::span(own).first(attempt.bytes), judge);
      self.poll_until([&] { return answers == 2; });
    }
    self.barrier();
  }));
}

TEST(Memory, EndsTheJobWhenNobodyWantsToKnowOfTheError) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            Board board;
                            std::vector<std::byte> memory(100);
                            const auto regions = share_regions(self, board, memory);
                            if (self.rank() == 0) self.put(regions[0], 96, bytes_of(1, 5));
                            self.quiescence();
                          }),
                          ErrorCode::program,
                          "region 1 of PE 0: 5 bytes at offset 96 (expected bytes within its 100)");
}

// Pieces that nobody has are not counted, let alone refused one by one.
TEST(Memory, RefusesAHostileSizeAtOnce) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            if (self.rank() == 0) {
                              const detail::Operation all{4711, 1, 0, std::uint64_t{1} << 60};
                              self.rsr<detail::receive_get>(self.size() - 1, all);
                            }
                            self.poll_until([] { return false; });
                          }),
                          ErrorCode::program, "an answer that nobody waits for");
}

TEST(Memory, IsRefusedOnceItIsWithdrawn) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Board board;
    std::vector<std::byte> memory(100);
    const auto regions = share_regions(self, board, memory);
    self.barrier();
    const Region& own = regions[static_cast<std::size_t>(self.rank())];
    EXPECT_TRUE(self.withdraw(own));
    EXPECT_FALSE(self.withdraw(own));
    self.barrier();
    bool refused = false;
    self.put(regions[0], 0, bytes_of(1, 1),
             [&](const Expected<void>& result) { refused = !result; });
    self.poll_until([&] { return refused; });
    self.barrier();
  }));
}

}  // namespace
}  // namespace isthmus::mobile
