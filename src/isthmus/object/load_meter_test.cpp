// What an object costs, and whom it talks to, as its PE's gauge sees it; in virtual time, where
// costs are known to the nanosecond.
#include "isthmus/object/load_meter.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "isthmus/object/charge.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using testing::uniform_topology;

TEST(Load, CountsEachReceiverOnceWhateverTheOrder) {
  Load load;
  const auto id = [](std::uint64_t i) { return ObjectId{CollectionId(1), Key{i, 0}}; };
  std::map<std::uint64_t, std::uint32_t> expected;
  std::uint64_t state = 1;
  for (int i = 0; i < 5'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t to = i < 2'500 ? static_cast<std::uint64_t>(i) % 7 : (state >> 33) % 100;
    load.count(id(to), 10);
    ++expected[to];
  }
  std::map<std::uint64_t, std::uint32_t> counted;
  for (const Traffic& traffic : load.sent()) {
    EXPECT_TRUE(counted.emplace(traffic.to.key.low, traffic.messages).second);
    EXPECT_EQ(traffic.bytes, 10u * traffic.messages);
  }
  EXPECT_EQ(counted, expected);
}

/// A gauge by itself, whose objects are those of a job that does nothing else; the clock is the
/// test's.
class ShortEntries : public ::testing::Test {
 protected:
  struct Kind : PayloadOps {
    explicit Kind(std::uint32_t at) { number = at; }
  };
  class Nobody final : public sched::Outlet {
   public:
    void send(MessagePtr, sched::Pe&) override {}
    void expect_send(PeId) override {}
    bool has_room(PeId) const override { return true; }
    bool is_stopped() const override { return false; }
  };
  class Silent final : public sched::Doorbell {
   public:
    void ring() override {}
  };

  void run(Load& load, const PayloadOps& entry, TimeNs duration_ns, int times = 1) {
    for (int i = 0; i < times; ++i) {
      meter_.enter(load, entry, false);
      clock_.advance_by(duration_ns);
    }
  }

  ManualClock clock_;
  Nobody outlet_;
  Silent doorbell_;
  sched::Pe pe_{{.id = PeId(0), .clock = clock_, .outlet = outlet_, .doorbell = doorbell_}};
  LoadMeter meter_{pe_, Stamps(clock_), 500};
  Kind short_{0};
  Kind long_{1};
};

TEST_F(ShortEntries, AreChargedWhatTheyCostOnAverage) {
  Load a;
  Load b;
  for (int i = 0; i < 10'000; ++i) {
    run(a, short_, 100);
    run(b, long_, 3'000);
  }
  meter_.pause();
  // 10,000 * 100 ns, 10,000 * 3,000 ns.
  EXPECT_NEAR(static_cast<double>(meter_.busy_ns(a)), 1e6, 2e4);
  EXPECT_NEAR(static_cast<double>(meter_.busy_ns(b)), 3e7, 2e4);
}

TEST_F(ShortEntries, LoseLittleTimeAllTogether) {
  Load a;
  Load b;
  Load c;
  for (int i = 0; i < 20'000; ++i) {
    run(a, short_, 40 + i % 30);
    run(b, short_, 90);
    run(c, long_, 900 + 13 * (i % 100));
  }
  meter_.pause();
  const auto passed_ns = static_cast<double>(clock_.now_ns());
  const TimeNs charged_ns = meter_.busy_ns(a) + meter_.busy_ns(b) + meter_.busy_ns(c);
  EXPECT_NEAR(static_cast<double>(charged_ns), passed_ns, 0.01 * passed_ns);
}

TEST_F(ShortEntries, AreMeasuredOneByOneOnceOneHasBeenLong) {
  Load usual;
  Load dear;
  for (int i = 0; i < 100'000; ++i) {
    run(usual, short_, 100);
    if (i % 50 == 0) run(dear, short_, 1'000'000);
  }
  meter_.pause();
  // 100,000 / 50 * 1 ms; of these 2,000 long calls the first few may be missed.
  EXPECT_NEAR(static_cast<double>(meter_.busy_ns(dear)), 2e9, 4e7);
}

TEST_F(ShortEntries, InsideOthersCostNoLookAtTheClock) {
  Load caller;
  Load called;
  int timed = 0;
  for (int i = 0; i < 1'000; ++i) {
    meter_.enter(caller, long_, false);
    clock_.advance_by(2'000);
    const bool is_timed = meter_.enter(called, short_, true);
    clock_.advance_by(200);
    if (is_timed) meter_.resume(caller);
    timed += is_timed;
    clock_.advance_by(2'000);
  }
  meter_.pause();
  EXPECT_LE(timed, 64 + 1'000 / 16 + 1);
  // 1,000 * (2,000 + 2,000) ns, 1,000 * 200 ns.
  EXPECT_NEAR(static_cast<double>(meter_.busy_ns(caller)), 4e6, 2e4);
  EXPECT_NEAR(static_cast<double>(meter_.busy_ns(called)), 2e5, 2e4);
}

class Worker : public Chare<Worker, Index1> {
 public:
  void serialize(auto& archive) { archive(held_); }
  void work(TimeNs duration_ns) { charge(duration_ns); }
  // Before and after, something else runs inside it.
  void call_inside(TimeNs own_ns, TimeNs its_ns, const ElementProxy<Worker>& other) {
    charge(own_ns);
    other.send_inline<&Worker::work>(its_ns);
    charge(own_ns);
  }
  void send_many(const ElementProxy<Worker>& other, int messages, int bytes) {
    for (int i = 0; i < messages; ++i) {
      other.send<&Worker::take>(std::vector<char>(static_cast<std::size_t>(bytes)));
    }
  }
  void take(const std::vector<char>& bytes) { held_ = bytes.size(); }
  Task<void> work_twice(TimeNs duration_ns, const ElementProxy<Worker>& other) {
    charge(duration_ns);
    static_cast<void>(co_await other.call<&Worker::busy_ns>());
    charge(duration_ns);
  }
  void go(PeId to) { migrate_to(to); }
  TimeNs busy_ns() {
    host().load_meter()->pause();
    return host().load_meter()->busy_ns(LoadMeter::load_of(*this));
  }
  std::vector<std::uint64_t> sent_to(const ElementProxy<Worker>& other) {
    for (const Traffic& traffic : LoadMeter::load_of(*this).sent()) {
      if (traffic.to == other.id()) return {traffic.messages, traffic.bytes};
    }
    return {};
  }

 private:
  std::uint64_t held_ = 0;
};

void run_measured(const topology::Topology& topology, const MainProgram& main_program) {
  testing::VirtualTimeOptions options;
  options.settings.balancing.strategy = balance::find_strategy("none");
  for (const auto& failure :
       testing::run_in_virtual_time(topology, main_program, options).failures) {
    EXPECT_FALSE(failure) << failure->text();
  }
}

// What messages cost on top, in virtual time with the default costs.
constexpr TimeNs overhead_ns = 20'000;

TEST(LoadMeter, GivesEachObjectTheTimeOfItsEntryMethods) {
  run_measured(uniform_topology(1, 2), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{4}, mapping::block);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j <= i; ++j) workers[i].send<&Worker::work>(TimeNs{1'000'000});
    }
    co_await job.quiescence();
    for (int i = 0; i < 4; ++i) {
      const TimeNs busy_ns = co_await workers[i].call<&Worker::busy_ns>();
      EXPECT_GE(busy_ns, 1'000'000 * (i + 1));
      EXPECT_LE(busy_ns, 1'000'000 * (i + 1) + overhead_ns);
    }
  });
}

TEST(LoadMeter, GivesTheTimeOfInlineCallsToWhoWasCalled) {
  run_measured(uniform_topology(1, 1), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{2}, mapping::block);
    workers[0].send<&Worker::call_inside>(TimeNs{1'000'000}, TimeNs{5'000'000}, workers[1]);
    co_await job.quiescence();
    const TimeNs outer_ns = co_await workers[0].call<&Worker::busy_ns>();
    const TimeNs inner_ns = co_await workers[1].call<&Worker::busy_ns>();
    EXPECT_GE(outer_ns, 2'000'000);
    EXPECT_LE(outer_ns, 2'000'000 + overhead_ns);
    EXPECT_GE(inner_ns, 5'000'000);
    EXPECT_LE(inner_ns, 5'000'000 + overhead_ns);
    const std::vector<std::uint64_t> sent = co_await workers[0].call<&Worker::sent_to>(workers[1]);
    EXPECT_EQ(sent, (std::vector<std::uint64_t>{1, sizeof(TimeNs)}));
  });
}

TEST(LoadMeter, GivesTheTimeOfBroadcastsAndCoroutinesToEachElement) {
  run_measured(uniform_topology(1, 2), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{6}, mapping::block);
    workers.all().send<&Worker::work>(TimeNs{1'000'000});
    co_await workers[2].call<&Worker::work_twice>(TimeNs{3'000'000}, workers[5]);
    co_await job.quiescence();
    for (int i = 0; i < 6; ++i) {
      const TimeNs expected_ns = i == 2 ? 7'000'000 : 1'000'000;
      const TimeNs busy_ns = co_await workers[i].call<&Worker::busy_ns>();
      EXPECT_GE(busy_ns, expected_ns) << i;
      EXPECT_LE(busy_ns, expected_ns + 2 * overhead_ns) << i;
    }
  });
}

TEST(LoadMeter, LeavesOutTheTimeOfIdlePesAndOfTheMainProgram) {
  run_measured(uniform_topology(1, 1), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{2}, mapping::block);
    workers[0].send<&Worker::work>(TimeNs{1'000'000});
    co_await job.quiescence();
    charge(50'000'000);
    co_await job.quiescence();
    EXPECT_LE(co_await workers[0].call<&Worker::busy_ns>(), 1'000'000 + overhead_ns);
    EXPECT_LE(co_await workers[1].call<&Worker::busy_ns>(), overhead_ns);
  });
}

TEST(LoadMeter, CountsMessagesWithWhatIsMovedAlongInThem) {
  run_measured(uniform_topology(1, 2), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{4}, mapping::block);
    workers[0].send<&Worker::send_many>(workers[1], 3, 10'000);  // on the same PE
    workers[0].send<&Worker::send_many>(workers[3], 5, 20'000);  // on the other
    co_await job.quiescence();
    const auto near = co_await workers[0].call<&Worker::sent_to>(workers[1]);
    const auto far = co_await workers[0].call<&Worker::sent_to>(workers[3]);
    EXPECT_EQ(near.at(0), 3u);
    EXPECT_GE(near.at(1), 30'000u);
    EXPECT_LE(near.at(1), 30'000u + 3 * 100);
    EXPECT_EQ(far.at(0), 5u);
    EXPECT_GE(far.at(1), 100'000u);
    EXPECT_LE(far.at(1), 100'000u + 5 * 100);
  });
}

TEST(LoadMeter, KeepsWhatAnObjectHasDoneBeforeItLeft) {
  run_measured(uniform_topology(1, 2), [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{2}, mapping::block);
    workers[0].send<&Worker::work>(TimeNs{2'000'000});
    co_await job.quiescence();
    workers[0].send<&Worker::go>(PeId(1));
    co_await job.quiescence();
    const LoadMeter& gauge = *Objects::current().load_meter();
    EXPECT_EQ(gauge.left().size(), 1u);
    EXPECT_GE(gauge.busy_ns(*gauge.left().begin()->second), 2'000'000);
    EXPECT_LE(co_await workers[0].call<&Worker::busy_ns>(), overhead_ns);
    workers[0].send<&Worker::go>(PeId(0));
    co_await job.quiescence();
    EXPECT_TRUE(gauge.left().empty());
    EXPECT_GE(co_await workers[0].call<&Worker::busy_ns>(), 2'000'000);
    workers[0].destroy();
    co_await job.quiescence();
    EXPECT_TRUE(gauge.left().empty());
  });
}

}  // namespace
}  // namespace isthmus::engine
