#include "isthmus/object/entry_meter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "isthmus/isthmus.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

class Bookkeeper : public Chare<Bookkeeper, Index1> {
 public:
  void note(int) {}
  void ask(const ArrayProxy<Bookkeeper>& all) {
    all[index() + 1].send_inline<&Bookkeeper::note>(1);
  }
  Task<void> wait(ElementProxy<Bookkeeper> other) { co_await other.call<&Bookkeeper::tell>(); }
  int tell() { return 3; }
};

struct OnOnePe {
  PeId operator()(const Index1&, const MapContext&) const { return PeId(0); }
};

std::uint64_t calls_of(const EntryMeter& meter, const std::string& part) {
  std::uint64_t sum = 0;
  for (const EntryFigures& one : meter.figures()) {
    if (one.entry->name.find(part) != std::string::npos) sum += one.calls;
  }
  return sum;
}

TEST(EntryMeters, CountEachCallOfEachArrayAlsoInlineInLoopsAndInParts) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto some = job.create_array<Bookkeeper>(Index1{4}, OnOnePe{});
    const auto others = job.create_array<Bookkeeper>(Index1{2}, OnOnePe{});
    co_await job.quiescence();
    Objects& objects = Objects::current();
    EntryMeter meter(objects.pe(), SiteId(0));
    objects.execution().set_entry_meter(&meter);
    some.all().send<&Bookkeeper::note>(1);
    others[1].send<&Bookkeeper::note>(1);
    some[0].send<&Bookkeeper::ask>(some);
    co_await some[2].call<&Bookkeeper::wait>(some[3]);
    co_await job.quiescence();
    objects.execution().set_entry_meter(nullptr);
    some[1].send<&Bookkeeper::note>(1);
    co_await job.quiescence();

    EXPECT_EQ(calls_of(meter, "note"), 6u);
    EXPECT_EQ(calls_of(meter, "ask"), 1u);
    EXPECT_EQ(calls_of(meter, "wait"), 2u);  // begun, and gone on
    EXPECT_EQ(calls_of(meter, "tell"), 1u);
    const auto figures = meter.figures();
    EXPECT_EQ(std::ranges::count_if(figures,
                                    [](const EntryFigures& one) {
                                      return one.entry->name.find("note") != std::string::npos;
                                    }),
              2);
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(EntryMeters, GiveTheTimeToWhoRunsAndNotToWhoCalledIt) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    co_await job.quiescence();
    // A PE beside the job's, with a clock that the test sets.
    ManualClock clock;
    struct Nowhere final : sched::Outlet, sched::Doorbell {
      void send(MessagePtr, sched::Pe&) override {}
      void expect_send(PeId) override {}
      bool has_room(PeId) const override { return true; }
      bool is_stopped() const override { return false; }
      void ring() override {}
    } nowhere;
    sched::Pe pe({.id = PeId(0), .clock = clock, .outlet = nowhere, .doorbell = nowhere});
    EntryMeter meter(pe, SiteId(0));
    const Entry& outer = detail::entry_of<Bookkeeper, &Bookkeeper::ask>;
    const Entry& inner = detail::entry_of<Bookkeeper, &Bookkeeper::note>;
    const CollectionId array(7);
    meter.begin(array, outer);
    clock.advance_by(10);
    meter.begin(array, inner);
    clock.advance_by(100);
    meter.end();
    clock.advance_by(5);
    meter.end();
    clock.advance_by(1000);  // nobody's
    meter.begin(array, inner);
    clock.advance_by(300);
    meter.end();
    for (const EntryFigures& one : meter.figures()) {
      const bool is_outer = one.entry == &outer;
      EXPECT_EQ(one.time_ns, is_outer ? 15 : 400);
      EXPECT_EQ(one.longest_ns, is_outer ? 15 : 300);
      EXPECT_EQ(one.calls, is_outer ? 1u : 2u);
    }
  });
  EXPECT_FALSE(failure) << failure->text();
}

}  // namespace
}  // namespace isthmus::engine
