// How jobs end that cannot end well: a stall, a failure elsewhere, a process that is gone.
#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Member : public Chare<Member, Index1> {
 public:
  void join(int absent) {
    if (index() != absent) contribute("all", 1, reduce::sum);
  }
  void poke() {}
  Task<void> wait_for(ElementProxy<Member> other) { co_await other.call<&Member::poke>(); }
  void fail() { throw std::runtime_error("broken here"); }
};

/// Waits for a letter without a coroutine, and stays for its seal.
class Hermit : public Chare<Hermit, Index1> {
 public:
  void serialize(auto&) {}
  std::string waits_for() const { return index() == 1 ? "a letter" : ""; }
  std::string stays_for() const { return index() == 2 ? "its seal" : ""; }
  void wish_away(PeId to) { migrate_to(to); }
  void open(PeId to) {
    open_region(1, memory_);
    migrate_to(to);
  }
  Task<void> ask(ElementProxy<Hermit> whom, PeId then) {
    migrate_to(then);
    co_await whom.call<&Hermit::wish_away>(then);
  }

 private:
  std::vector<std::byte> memory_ = std::vector<std::byte>(10);
};

struct AllOnFirst {
  PeId operator()(const Index1&, const MapContext&) const { return PeId(0); }
};

testing::WorldOptions quick(std::uint64_t seed = 0) {
  testing::WorldOptions options{.settings = testing::test_settings(seed)};
  options.settings.stall_ns = 200'000'000;
  return options;
}

TEST(Watchdog, NamesTheElementThatNeverJoins) {
  for (const int pes : {1, 4, 21}) {
    testing::World world(testing::uniform_topology(1, pes), quick());
    const auto failure = world.run([](Job& job) -> Task<void> {
      const auto members = job.create_array<Member>(Index1{40}, mapping::round_robin);
      members.all().send<&Member::join>(17);
      co_await job.reduction<int>("all");
    });
    ASSERT_TRUE(failure) << pes;
    EXPECT_EQ(failure->code, ErrorCode::stalled) << failure->text();
    const std::string log = world.log().text();
    EXPECT_NE(log.find("Member[17]"), std::string::npos) << log;
    EXPECT_NE(log.find("the main program waits for reduction 'all'"), std::string::npos) << log;
    EXPECT_EQ(log.find("Member[16]"), std::string::npos) << log;
  }
}

TEST(Watchdog, NamesWhoWaitsForWhomInAnEntryMethod) {
  for (const testing::Shape& shape : testing::all_shapes()) {
    if (shape.drive != testing::Drive::in_turn) continue;
    SCOPED_TRACE(shape.text());
    testing::World world(shape.topology, quick(shape.settings.seed));
    const auto failure = world.run([](Job& job) -> Task<void> {
      const auto members = job.create_sparse_array<Member>(mapping::hashed);
      members[3].insert();
      co_await members[3].call<&Member::wait_for>(members[99]);
    });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, ErrorCode::stalled) << failure->text();
    const std::string log = world.log().text();
    EXPECT_NE(log.find("Member[3] in "), std::string::npos) << log;
    EXPECT_NE(log.find("Member[99], which does not exist"), std::string::npos) << log;
  }
}

TEST(Watchdog, NamesObjectsThatWaitWithoutACoroutineAndThoseThatCannotMoveAndWhy) {
  for (const testing::Shape& shape : testing::all_shapes()) {
    if (shape.drive != testing::Drive::in_turn || shape.topology.pe_count() < 2) continue;
    SCOPED_TRACE(shape.text());
    testing::World world(shape.topology, quick(shape.settings.seed));
    const auto failure = world.run([](Job& job) -> Task<void> {
      const auto hermits = job.create_array_of<Hermit>({0, 1, 2, 3, 4}, AllOnFirst{});
      hermits[2].send<&Hermit::wish_away>(PeId(1));
      hermits[3].send<&Hermit::open>(PeId(1));
      co_await hermits[4].call<&Hermit::ask>(hermits[9], PeId(1));
    });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, ErrorCode::stalled) << failure->text();
    const std::string log = world.log().text();
    for (const char* line :
         {"Hermit[1] waits for a letter", "Hermit[2] is to move to PE 1 and stays for its seal",
          "Hermit[3] is to move to PE 1 and stays for memory that is open as a region",
          "Hermit[4] is to move to PE 1 and stays for 1 of its coroutines, which wait"}) {
      EXPECT_NE(log.find(line), std::string::npos) << line << "\n" << log;
    }
    EXPECT_EQ(log.find("Hermit[0]"), std::string::npos) << log;
  }
}

/// Looks at the job from outside, as its door does, for ever.
void look_on(testing::World& world, TimeNs every_ns) {
  runtime::Process& process = world.process(ProcessId(0));
  process.gatherer().ask([](const JobStatus&) {});
  sched::Pe& pe = process.units().front()->pe();
  pe.timers().add(pe.now_ns() + every_ns, [&world, every_ns] { look_on(world, every_ns); });
}

TEST(Watchdog, IsNotPutOffByThoseWhoLook) {
  for (const testing::Shape& shape : testing::all_shapes()) {
    if (shape.drive != testing::Drive::in_turn) continue;
    SCOPED_TRACE(shape.text());
    testing::World world(shape.topology, quick(shape.settings.seed));
    const auto failure = world.run([&](Job& job) -> Task<void> {
      look_on(world, 50'000'000);
      const auto members = job.create_array<Member>(Index1{3}, mapping::round_robin);
      members.all().send<&Member::join>(1);
      co_await job.reduction<int>("all");
    });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, ErrorCode::stalled) << failure->text();
    EXPECT_LT(world.now_ns(), 5'000'000'000);
  }
}

TEST(Watchdog, LeavesAloneWhoWaitsForTheRuntime) {
  // Each takes longer than the watchdog's patience, and nothing that quiescence sees is under way.
  testing::World world(testing::uniform_topology(2, 1, "3s", "0", 1), quick());
  const auto failure = world.run([](Job& job) -> Task<void> {
    const ChainChange changed = co_await job.change_chain("between_sites", "between_sites");
    EXPECT_TRUE(changed.is_done()) << changed.refusal;
    const VerbOutcome set = co_await job.set("border-first", "yes");
    EXPECT_TRUE(set.is_done()) << set.refusal;
    const JobStatus status = co_await job.status();
    EXPECT_EQ(status.pe_count, 2u);
    EXPECT_EQ(status.silent_ns.size(), 1u);  // it takes more than a second to answer
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Watchdog, LeavesASlowJobAlone) {
  testing::World world(testing::uniform_topology(2, 1, "3s"), quick());
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto members = job.create_array<Member>(Index1{4}, mapping::round_robin);
    members.all().send<&Member::join>(-1);
    EXPECT_EQ(co_await job.reduction<int>("all"), 4);
    Future<void> later;
    Objects::current().pe().after(10'000'000'000, [to = later.callback()] { send(to); });
    co_await later;
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Failures, ReachEveryProcessWhereverTheyHappen) {
  for (int at = 0; at < 4; ++at) {
    testing::World world(testing::uniform_topology(2, 2, "5ms", "1ms", 2));
    world.run([at](Job& job) -> Task<void> {
      const auto members = job.create_array<Member>(Index1{4}, mapping::round_robin);
      members[at].send<&Member::fail>();
      co_await job.reduction("never");
    });
    for (int rank = 0; rank < 4; ++rank) {
      const auto& failure = world.process(ProcessId(rank)).failure();
      ASSERT_TRUE(failure) << rank;
      EXPECT_EQ(failure->code, ErrorCode::program) << failure->text();
      EXPECT_NE(failure->text().find("broken here"), std::string::npos) << failure->text();
    }
  }
}

TEST(Failures, OfAProcessThatIsGoneAreNoticedByTheOthers) {
  const topology::Topology topology = testing::uniform_topology(1, 3, "0", "0", 3);
  const topology::Members members(topology);
  const PayloadTable payloads = PayloadTable::of_program().value();
  const ManualClock clock;
  testing::MemoryLog log;
  auto worlds = testing::worlds_here(topology, clock);
  // Process 2 dies before it has said a word.
  worlds[2].reset();
  std::vector<std::unique_ptr<runtime::Process>> processes;
  for (std::size_t rank = 0; rank < 2; ++rank) {
    processes.push_back(runtime::Process::create({members, payloads, clock, log,
                                                  worlds[rank]->carriers, worlds[rank]->sleepers},
                                                 {}, ProcessId(rank), {})
                            .value());
  }
  for (int step = 0; step < 20; ++step) {
    for (const auto& process : processes) {
      const Objects::Scope scope(process->units().front()->objects());
      process->units().front()->pe().step();
    }
  }
  for (const auto& process : processes) {
    EXPECT_TRUE(process->is_stopping());
    ASSERT_TRUE(process->failure());
    EXPECT_EQ(process->failure()->code, ErrorCode::unreachable);
    EXPECT_NE(process->failure()->text().find("process 2"), std::string::npos)
        << process->failure()->text();
    EXPECT_TRUE(process->can_tell_main());
  }
}

/// Tells when it ends; copies and what is moved from say nothing.
class Witness {
 public:
  Witness() = default;
  explicit Witness(std::vector<std::string>* ends) : ends_(ends) {}
  Witness(const Witness&) {}
  Witness(Witness&& other) noexcept : ends_(std::exchange(other.ends_, nullptr)) {}
  Witness& operator=(const Witness&) = delete;
  Witness& operator=(Witness&& other) noexcept {
    ends_ = std::exchange(other.ends_, nullptr);
    return *this;
  }
  ~Witness() {
    if (ends_ != nullptr) ends_->push_back("message");
  }
  void serialize(auto& archive) { archive(nothing_); }

 private:
  std::vector<std::string>* ends_ = nullptr;
  int nothing_ = 0;
};

std::vector<std::string> ends;

class Lender : public Chare<Lender, Index1> {
 public:
  ~Lender() {
    if (!block_.empty()) ends.push_back("element");
  }
  void begin() {
    block_.assign(std::size_t{4} << 20, 1.0);
    array()[1].send<&Lender::take>(lend(block_, proxy().callback<&Lender::back>()), Witness(&ends));
  }
  void take(std::span<const double>, const Witness&) {}
  void back() {}

 private:
  std::vector<double> block_;
};

TEST(Failures, EndMessagesThatViewAnElementsArrayBeforeTheElement) {
  ends.clear();
  {
    testing::World world(testing::uniform_topology(2, 1, "5ms"));
    world.start([](Job& job) -> Task<void> {
      const auto lenders = job.create_array<Lender>(Index1{2}, mapping::block);
      lenders[0].send<&Lender::begin>();
      co_await job.reduction("never");
    });
    // The message is under way when all is over.
    while (world.frames_sent("between_sites") < 4 && world.step()) {
    }
  }
  EXPECT_EQ(ends, (std::vector<std::string>{"message", "element"}));
}

}  // namespace
}  // namespace isthmus::engine
