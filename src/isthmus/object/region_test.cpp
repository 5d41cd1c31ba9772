// Arguments that go straight to memory of the receiver's.
#include "isthmus/message/region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using testing::Drive;
using testing::uniform_topology;

constexpr std::size_t slot_bytes = 100'000;
constexpr std::uint64_t place = 4;

// Counted over all PEs.
struct Tally {
  std::atomic<int> taken = 0;
  std::atomic<int> landed = 0;
  std::atomic<int> wrong = 0;
};
Tally tally;

// Each element has a slot for each PE, which that fills with its own number.
class Pier : public Chare<Pier, PeId> {
 public:
  Pier() : memory_(slot_bytes * Objects::current().pe_count()) {}
  ~Pier() { close(); }

  void open() { open_region(place, memory_); }
  void close() { close_region(place); }

  void ship(std::size_t bytes) {
    const std::vector<std::byte> cargo(bytes, own_value(pe()));
    for (std::uint32_t to = 0; to < Objects::current().pe_count(); ++to) {
      array()[PeId(to)].send_to_region<&Pier::take>(
          {place, 0, memory_.size(), slot_bytes * pe().value, bytes}, pe(), cargo);
    }
  }

  void take(const RegionSlice& slice, PeId from, std::span<const std::byte> bytes) {
    ++tally.taken;
    const auto slot = std::span(memory_).subspan(slice.at, slice.bytes);
    if (slice.has_landed(bytes)) {
      ++tally.landed;
    } else {
      tally.wrong += bytes.size() != slice.bytes;
      tally.wrong += std::ranges::any_of(slot, [](std::byte at) { return at != std::byte{}; });
      std::ranges::copy(bytes, slot.begin());
    }
    tally.wrong += std::ranges::any_of(slot, [&](std::byte at) { return at != own_value(from); });
  }

 private:
  static std::byte own_value(PeId pe) { return static_cast<std::byte>(pe.value + 1); }

  std::vector<std::byte> memory_;
};

Task<void> ship_all(Job& job, std::size_t bytes, bool opened) {
  tally.taken = tally.landed = tally.wrong = 0;
  const auto piers = job.create_group<Pier>();
  if (opened) piers.all().send<&Pier::open>();
  co_await job.quiescence();
  piers.all().send<&Pier::ship>(bytes);
  co_await job.quiescence();
  const int pes = job.topology().pe_count();
  EXPECT_EQ(tally.taken, pes * pes);
  EXPECT_EQ(tally.wrong, 0);
  piers.all().send<&Pier::close>();
  co_await job.quiescence();
}

TEST(RegionSlices, BringTheSameBytesEverywhere) {
  for (const std::size_t bytes : {slot_bytes, std::size_t{100}}) {
    for (const bool opened : {true, false}) {
      testing::expect_runs_everywhere(
          [=](Job& job) -> Task<void> { co_await ship_all(job, bytes, opened); });
    }
  }
}

int landed_on(const topology::Topology& topology, Drive drive, bool opened) {
  const auto outcome =
      testing::run_on({topology, drive, testing::test_settings(1)},
                      [=](Job& job) -> Task<void> { co_await ship_all(job, slot_bytes, opened); });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  return tally.landed;
}

TEST(RegionSlices, SpareTheCopyBetweenProcessesThatNothingButACarrierJoins) {
  for (const Drive drive : {Drive::in_turn, Drive::threads}) {
    const auto two_processes = uniform_topology(1, 4, "0", "0", 2);
    EXPECT_EQ(landed_on(two_processes, drive, true), 8);
    EXPECT_EQ(landed_on(two_processes, drive, false), 0);
    // A delayed message may not be there before its time.
    EXPECT_EQ(landed_on(uniform_topology(2, 1, "1ms", "0", 1), drive, true), 0);
    EXPECT_EQ(landed_on(uniform_topology(1, 2), drive, true), 0);
  }
}

// An element that moves between one cargo and the next, with its memory, and is open meanwhile.
class Barge : public Chare<Barge, Index1> {
 public:
  Barge() = default;
  explicit Barge(int) : memory_(slot_bytes) {}
  void serialize(auto& archive) { archive(memory_, loaded_); }

  void load_at(PeId pe) {
    migrate_to(pe);
    open_region(place, memory_);  // it stays until the cargo is there
  }
  void ship(ElementProxy<Barge> to, int value) {
    const std::vector<std::byte> cargo(slot_bytes, static_cast<std::byte>(value));
    to.send_to_region<&Barge::take>({place, 0, slot_bytes, 0, slot_bytes}, value, cargo);
  }
  void take(const RegionSlice& slice, int value, std::span<const std::byte> bytes) {
    ++tally.taken;
    if (slice.has_landed(bytes)) {
      ++tally.landed;
    } else {
      tally.wrong += bytes.size() != slot_bytes;
      std::ranges::copy(bytes, memory_.begin());
    }
    ++loaded_;
    tally.wrong += !close_region(place);
    check(value);
  }
  void check(int value) {
    tally.wrong += std::ranges::any_of(
        memory_, [&](std::byte at) { return at != static_cast<std::byte>(value); });
  }
  int loaded() { return loaded_; }
  std::uint32_t where() { return pe().value; }

 private:
  std::vector<std::byte> memory_;
  int loaded_ = 0;
};

Task<void> ship_around(Job& job) {
  tally.taken = tally.landed = tally.wrong = 0;
  const auto barges = job.create_array<Barge>(Index1{2}, mapping::round_robin, 0);
  const int rounds = 2 * job.pe_count();
  for (int round = 0; round < rounds; ++round) {
    const PeId next(round * 3 % job.pe_count());
    const std::uint32_t before = co_await barges[0].call<&Barge::where>();
    barges[0].send<&Barge::load_at>(next);
    co_await job.quiescence();
    EXPECT_EQ(co_await barges[0].call<&Barge::where>(), before) << "it has left what is open";
    barges[1].send<&Barge::ship>(barges[0], round + 1);
    co_await job.quiescence();
    EXPECT_EQ(co_await barges[0].call<&Barge::where>(), next.value);
    barges[0].send<&Barge::check>(round + 1);
    co_await job.quiescence();
  }
  EXPECT_EQ(co_await barges[0].call<&Barge::loaded>(), rounds);
  EXPECT_EQ(tally.taken, rounds);
  EXPECT_EQ(tally.wrong, 0);
}

TEST(RegionSlices, AtAnElementKeepItUntilTheyAreClosedAndMoveAlong) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> { co_await ship_around(job); });
}

TEST(RegionSlices, AtAnElementSpareTheCopyWhereverItIs) {
  const auto outcome = testing::run_on(
      {uniform_topology(1, 4, "0", "0", 2), Drive::in_turn, testing::test_settings(1)},
      [](Job& job) -> Task<void> { co_await ship_around(job); });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  // Barge 1 is on PE 1, of the process of PEs 0 and 1; barge 0 is told to go to 0, 3, 2, 1, twice,
  // and gets each cargo where it was before.
  EXPECT_EQ(tally.landed, 4);
}

TEST(RegionSlices, EndWithTheirObject) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto barges = job.create_sparse_array<Barge>(mapping::round_robin);
    for (int round = 0; round < 3; ++round) {
      barges[0].insert(0);
      barges[0].send<&Barge::load_at>(PeId(0));
      co_await job.quiescence();
      barges[0].destroy();
      co_await job.quiescence();
    }
  });
}

}  // namespace
}  // namespace isthmus::engine
