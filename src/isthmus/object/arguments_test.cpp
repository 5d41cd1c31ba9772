// Arguments on their way: moved within a process, copied once across processes, viewed in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace parcels {

std::atomic<int> copies = 0;

// Counts its copies; moving is free.
struct Parcel {
  Parcel() = default;
  explicit Parcel(int v) : value(v) {}
  Parcel(const Parcel& other) : value(other.value) { ++copies; }
  Parcel(Parcel&& other) noexcept : value(std::exchange(other.value, -1)) {}
  Parcel& operator=(const Parcel& other) {
    value = other.value;
    ++copies;
    return *this;
  }
  Parcel& operator=(Parcel&& other) noexcept {
    value = std::exchange(other.value, -1);
    return *this;
  }
  void serialize(auto& archive) { archive(value); }

  int value = 0;
};

enum class Side { west, east };

// Cannot be copied, only moved.
struct Ticket {
  std::unique_ptr<int> number;
  void serialize(auto& archive) { archive(number); }
};

class Desk : public isthmus::engine::Chare<Desk, isthmus::engine::PeId> {
 public:
  void take(Parcel parcel) { sum_ += parcel.value; }
  void look(const Parcel& parcel) { sum_ += parcel.value; }
  void view(int step, Side side, std::span<const double> edge) {
    sum_ += step + (side == Side::east ? 1000 : 0);
    for (const double value : edge) sum_ += static_cast<int>(value);
    aligned_ = aligned_ && reinterpret_cast<std::uintptr_t>(edge.data()) % 8 == 0;
  }
  void two_views(std::span<const char> text, std::span<const std::int64_t> numbers) {
    for (const char c : text) sum_ += c;
    for (const auto number : numbers) sum_ += static_cast<int>(number);
  }
  using Numbers = std::span<const std::int64_t>;
  void six_views(Numbers a, Numbers b, Numbers c, Numbers d, Numbers e, Numbers f) {
    for (const Numbers numbers : {a, b, c, d, e, f}) {
      for (const auto number : numbers) sum_ += static_cast<int>(number);
    }
  }
  void keep(std::vector<double> values) {
    address_ = reinterpret_cast<std::uintptr_t>(values.data());
  }
  void keep_view(std::span<const double> values) {
    address_ = reinterpret_cast<std::uintptr_t>(values.data());
  }
  void text(std::string_view words) { text_ = words; }
  void redeem(Ticket ticket) { sum_ += *ticket.number; }
  void many(bool a, std::int8_t b, std::string c, std::vector<std::string> d,
            std::optional<Parcel> e, std::array<int, 3> f) {
    sum_ += a + b + static_cast<int>(c.size() + d.size()) + (e ? e->value : 0) + f[2];
  }

  int sum() { return sum_; }
  std::string said() { return text_; }
  std::uintptr_t address() { return address_; }
  bool aligned() { return aligned_; }

 private:
  int sum_ = 0;
  std::string text_;
  std::uintptr_t address_ = 0;
  bool aligned_ = true;
};

}  // namespace parcels

namespace isthmus::engine {
namespace {

using parcels::copies;
using parcels::Desk;
using parcels::Parcel;
using parcels::Side;
using parcels::Ticket;

int copies_for(const topology::Topology& topology,
               const std::function<void(ElementProxy<Desk>)>& send, int expected_sum) {
  testing::World world(topology);
  int made = -1;
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto desks = job.create_group<Desk>();
    const auto desk = desks[PeId(job.pe_count() - 1)];
    co_await job.quiescence();
    copies = 0;
    send(desk);
    co_await job.quiescence();
    made = copies;
    EXPECT_EQ(co_await desk.call<&Desk::sum>(), expected_sum);
  });
  EXPECT_FALSE(failure) << failure->text();
  return made;
}

TEST(Arguments, AreMovedToAnObjectOfTheSameProcess) {
  const auto move = [](ElementProxy<Desk> desk) {
    Parcel parcel(5);
    desk.send<&Desk::take>(std::move(parcel));
    desk.send<&Desk::look>(Parcel(6));
  };
  for (const int pes : {1, 2}) {
    EXPECT_EQ(copies_for(testing::uniform_topology(1, pes), move, 11), 0) << pes << " PEs";
  }
}

TEST(Arguments, AreMovedAcrossSitesOfOneProcess) {
  const auto move = [](ElementProxy<Desk> desk) { desk.send<&Desk::take>(Parcel(5)); };
  EXPECT_EQ(copies_for(testing::uniform_topology(2, 1, "3ms"), move, 5), 0);
}

TEST(Arguments, AreNotCopiedOnTheWayToAnotherProcess) {
  const auto move = [](ElementProxy<Desk> desk) { desk.send<&Desk::take>(Parcel(5)); };
  EXPECT_EQ(copies_for(testing::uniform_topology(2, 1, "0", "0", 1), move, 5), 0);
}

TEST(Arguments, AreCopiedOnceWhereTheSenderKeepsThem) {
  const auto copy = [](ElementProxy<Desk> desk) {
    const Parcel parcel(5);
    desk.send<&Desk::take>(parcel);
    desk.send<&Desk::look>(parcel);
  };
  for (const int pes : {1, 2}) {
    EXPECT_EQ(copies_for(testing::uniform_topology(1, pes), copy, 10), 2) << pes << " PEs";
  }
}

TEST(Arguments, OfABroadcastAreSeenByConstReferenceWithoutACopy) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto desks = job.create_group<Desk>();
    co_await job.quiescence();
    copies = 0;
    desks.all().send<&Desk::look>(Parcel(3));
    co_await job.quiescence();
    EXPECT_EQ(copies, 0);
    EXPECT_EQ(co_await desks[PeId(0)].call<&Desk::sum>(), 3);
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Arguments, InAVectorKeepTheirPlaceInMemoryWithinAProcess) {
  testing::World world(testing::uniform_topology(1, 2));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto desk = job.create_group<Desk>()[PeId(1)];
    for (const bool view : {false, true}) {
      std::vector<double> values(1000, 1.5);
      const auto address = reinterpret_cast<std::uintptr_t>(values.data());
      if (view) {
        desk.send<&Desk::keep_view>(std::move(values));
      } else {
        desk.send<&Desk::keep>(std::move(values));
      }
      EXPECT_EQ(co_await desk.call<&Desk::address>(), address) << view;
    }
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Arguments, ArriveWholeOnEveryShape) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto desks = job.create_group<Desk>();
    const std::vector<double> edge = {1, 2, 3, 4};
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      const auto desk = desks[PeId(pe)];
      desk.send<&Desk::view>(10, Side::east, edge);
      desk.send<&Desk::view>(20, Side::west, std::span(edge).first(2));
      desk.send<&Desk::view>(30, Side::west, std::vector<double>{});
      desk.send<&Desk::view>(0, Side::west, std::vector<double>{7, 7});
      desk.send<&Desk::two_views>(std::string("ab"), std::array<std::int64_t, 3>{1, 2, 3});
      desk.send<&Desk::many>(true, std::int8_t{-2}, "literal", std::vector<std::string>{"x", "y"},
                             Parcel(40), std::array<int, 3>{0, 0, 500});
      desk.send<&Desk::text>("a string literal");
      desk.send<&Desk::redeem>(Ticket{std::make_unique<int>(100'000)});
      const int sum = co_await desk.call<&Desk::sum>();
      EXPECT_EQ(sum, 1020 + 23 + 30 + 14 + ('a' + 'b' + 6) + (1 - 2 + 7 + 2 + 40 + 500) + 100'000);
      EXPECT_EQ(co_await desk.call<&Desk::said>(), "a string literal");
      EXPECT_TRUE(co_await desk.call<&Desk::aligned>());
    }
  });
}

TEST(Arguments, MayBeLarge) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto desk = job.create_group<Desk>()[PeId(job.pe_count() - 1)];
    desk.send<&Desk::view>(0, Side::west, std::vector<double>(300'000, 1.0));
    EXPECT_EQ(co_await desk.call<&Desk::sum>(), 300'000);
  });
}

TEST(Arguments, MayBeAlteredOnceTheyAreSent) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto desk = job.create_group<Desk>()[PeId(job.pe_count() - 1)];
    co_await job.quiescence();
    // Sizes around that from which on a carrier reads from where the sender has them.
    for (const std::size_t count : {511u, 512u, 4000u, 200'000u}) {
      const int before = co_await desk.call<&Desk::sum>();
      std::vector<double> edge(count, 1.0);
      for (int i = 0; i < 12; ++i) {
        std::ranges::fill(edge, 1.0);
        desk.send<&Desk::view>(0, Side::west, edge);
        std::ranges::fill(edge, 5.0);
      }
      EXPECT_EQ(co_await desk.call<&Desk::sum>(), before + 12 * static_cast<int>(count));
    }
  });
}

TEST(Arguments, MayBeManyLargeOnesInOneMessage) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto desk = job.create_group<Desk>()[PeId(job.pe_count() - 1)];
    co_await job.quiescence();
    const std::vector<std::int64_t> numbers(30'000, 2);
    for (const bool give : {false, true}) {
      std::vector<std::int64_t> one = numbers;
      if (give) {
        desk.send<&Desk::six_views>(numbers, std::move(one), numbers, numbers, numbers, numbers);
      } else {
        desk.send<&Desk::six_views>(numbers, one, numbers, numbers, numbers, numbers);
      }
      EXPECT_EQ(co_await desk.call<&Desk::sum>(), (give ? 2 : 1) * 6 * 60'000);
    }
  });
}

TEST(EntryNames, AreThoseOfTheSource) {
  EXPECT_EQ((detail::entry_of<Desk, &Desk::sum>.name), "parcels::Desk::sum()");
  EXPECT_EQ((detail::entry_of<Desk, &Desk::view>.name),
            "parcels::Desk::view(int,parcels::Side,std::span<const double>)");
  EXPECT_EQ((detail::entry_of<Desk, &Desk::take>.name), "parcels::Desk::take(parcels::Parcel)");
  EXPECT_NE((detail::entry_of<Desk, &Desk::take>.id), (detail::entry_of<Desk, &Desk::look>.id));
}

}  // namespace
}  // namespace isthmus::engine
