#include "isthmus/object/loan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "isthmus/message/payload.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

constexpr std::size_t halo_size = 3000;
constexpr int rounds = 12;

/// Adds up what comes; whether it all was of one round.
class Taker : public Chare<Taker, Index1> {
 public:
  void take(int round, std::span<const double> halo) {
    const bool is_right =
        halo.size() == halo_size && std::ranges::all_of(halo, [&](double v) { return v == round; });
    wrong_ += is_right ? 0 : 1;
    places_.push_back(reinterpret_cast<std::uintptr_t>(halo.data()));
    if (++taken_ == rounds) contribute("wrong", wrong_, reduce::sum);
  }
  std::vector<std::uintptr_t> places() { return places_; }

 private:
  int taken_ = 0;
  int wrong_ = 0;
  std::vector<std::uintptr_t> places_;
};

/// Has one array, writes the number of the round into it, and lends it to a Taker: as soon as it is
/// back, it does so again.
class Lender : public Chare<Lender, Index1> {
 public:
  void start(ArrayProxy<Taker> takers) {
    takers_ = takers;
    next();
  }
  void next() {
    if (round_ == rounds) return contribute("returned", 1, reduce::sum);
    std::ranges::fill(halo_, ++round_);
    takers_[index()].send<&Taker::take>(round_, lend(halo_, proxy().callback<&Lender::next>()));
  }
  std::uintptr_t place() { return reinterpret_cast<std::uintptr_t>(halo_.data()); }

 private:
  std::vector<double> halo_ = std::vector<double>(halo_size);
  ArrayProxy<Taker> takers_;
  int round_ = 0;
};

TEST(Lend, GivesAnArrayBackThatWasReadWhereItIs) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const int pes = job.pe_count();
    // The takers of most lenders are on another PE.
    const auto lenders = job.create_array<Lender>(Index1{pes}, mapping::block);
    const auto takers =
        job.create_array<Taker>(Index1{pes}, [](Index1 i, const MapContext& context) {
          return PeId(static_cast<std::uint32_t>((i + 1) % context.pe_count()));
        });
    lenders.all().send<&Lender::start>(takers);
    EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
    EXPECT_EQ(co_await job.reduction<int>("returned"), pes);
  });
}

TEST(Lend, LetsAnObjectOfTheSameProcessSeeTheArrayItself) {
  testing::World world(testing::uniform_topology(1, 2));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto lenders = job.create_array<Lender>(Index1{2}, mapping::block);
    const auto takers = job.create_array<Taker>(Index1{2}, mapping::block);
    lenders.all().send<&Lender::start>(takers);
    co_await job.reduction<int>("returned");
    for (const int i : {0, 1}) {
      const std::uintptr_t first_place = co_await lenders[i].call<&Lender::place>();
      const std::vector<std::uintptr_t> seen = co_await takers[i].call<&Taker::places>();
      EXPECT_EQ(seen, std::vector<std::uintptr_t>(rounds, first_place));
    }
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Lend, HandsTheArrayItselfToTheCarrier) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job&) -> Task<void> {
    Objects& here = Objects::current();
    const std::vector<double> halo(halo_size, 1.0);
    const Future<void> returned;
    using Traits = detail::MethodTraits<decltype(&Taker::take)>;
    MessagePtr message = Traits::Payload::make(here.pool(), 1, lend(halo, returned.callback()));
    message->ops = &detail::entry_of<Taker, &Taker::take>;
    MessagePtr pieces = gathered(std::move(message), here.pool());
    EXPECT_EQ(pieces->form, PayloadForm::pieces);
    bool is_there = false;
    for_each_piece(*pieces, [&](std::span<const std::byte> piece) {
      is_there = is_there || static_cast<const void*>(piece.data()) == halo.data();
    });
    EXPECT_TRUE(is_there);
    EXPECT_FALSE(is_lent(*pieces)) << "good as long as the message is";
    EXPECT_FALSE(returned.is_ready());
    here.pool().release(std::move(pieces));
    co_await returned;
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Lend, EndsWellWhenTheJobEndsBeforeTheArrayIsBack) {
  testing::World world(testing::uniform_topology(2, 1, "5ms", "0", 1));
  static const std::vector<double> halo(halo_size, 1.0);
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto takers = job.create_array<Taker>(Index1{2}, mapping::block);
    const Future<void> never_read;
    takers[1].send<&Taker::take>(1, lend(halo, never_read.callback()));
    co_return;
  });
  EXPECT_FALSE(failure) << failure->text();
}

}  // namespace
}  // namespace isthmus::engine
