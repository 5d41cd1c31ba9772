// Border objects: who is one, for how long, and that nothing but the order of work changes.
#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/object/charge.hpp"
#include "isthmus/object/counts.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using testing::uniform_topology;
using testing::World;

std::uint64_t counted(std::string_view name) {
  for (const trace::CounterValue& counter : pe_counters()) {
    if (counter.name == name) return counter.value;
  }
  ADD_FAILURE() << "no counter " << name;
  return 0;
}

// The elements on each PE, in the order in which they were called; for worlds of one thread.
std::map<std::uint32_t, std::vector<Index1>> calls;

class Villager : public Chare<Villager, Index1> {
 public:
  void serialize(auto&) {}
  void greet() { ++greeted_; }
  void send_to(const ElementProxy<Villager>& other) { other.send<&Villager::greet>(); }
  void note() { calls[pe().value].push_back(index()); }
  // One message to each, all of which wait here until this has ended.
  void call_all(const ArrayProxy<Villager>& villagers, const std::vector<Index1>& whom) {
    for (const Index1 index : whom) villagers[index].send<&Villager::note>();
  }
  // As many messages as make a PE with few objects look twice who is at its border.
  void pass_time(int messages) {
    if (messages > 0) proxy().send<&Villager::pass_time>(messages - 1);
  }
  void work(TimeNs each_ns, int messages, const ElementProxy<Villager>& other) {
    charge(each_ns);
    if (messages % 100 == 0) other.send<&Villager::greet>();
    if (messages > 0) proxy().send<&Villager::work>(each_ns, messages - 1, other);
  }
  void go(PeId pe) { migrate_to(pe); }
  std::uint64_t from_grid_queue() { return counted("messages_from_grid_queue"); }
  std::uint64_t border_objects() { return counted("border_objects"); }
  std::uint32_t where() { return pe().value; }

 private:
  int greeted_ = 0;
};

class Mayor : public Chare<Mayor, PeId> {
 public:
  void greet() {}
  void send_to(const ElementProxy<Mayor>& other) { other.send<&Mayor::greet>(); }
};

void run_in_world(const topology::Topology& topology, BorderFirst border_first,
                  const MainProgram& main_program) {
  calls.clear();
  testing::WorldOptions options;
  options.settings.border_first = border_first;
  World world(topology, options);
  const auto failure = world.run(main_program);
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(world.messages_alive(), 0);
}

// Eight villagers, four on the one PE of each site.
constexpr Index1 village = 8;

Task<ArrayProxy<Villager>> settled(Job& job) {
  const auto villagers = job.create_array<Villager>(Index1{village}, mapping::block);
  co_await job.quiescence();
  co_return villagers;
}

TEST(BorderObjects, AreServedBeforeOthersOnceTheyHaveSentToAnotherSite) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    villagers[2].send<&Villager::send_to>(villagers[5]);
    co_await job.quiescence();
    villagers[0].send<&Villager::call_all>(villagers, std::vector<Index1>{0, 1, 2, 3, 2});
    co_await job.quiescence();
    EXPECT_EQ(calls[0], (std::vector<Index1>{2, 2, 0, 1, 3}));
    // Who is sent to is none.
    EXPECT_EQ(co_await villagers[5].call<&Villager::border_objects>(), 0u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 1u);
    EXPECT_GE(co_await villagers[0].call<&Villager::from_grid_queue>(), 2u);
  });
}

TEST(BorderObjects, AreServedInTurnWhereThatIsWanted) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::no, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    villagers[2].send<&Villager::send_to>(villagers[5]);
    co_await job.quiescence();
    villagers[0].send<&Villager::call_all>(villagers, std::vector<Index1>{0, 1, 2, 3, 2});
    co_await job.quiescence();
    EXPECT_EQ(calls[0], (std::vector<Index1>{0, 1, 2, 3, 2}));
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 0u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::from_grid_queue>(), 0u);
  });
}

TEST(BorderObjects, AreNoneOfThoseThatTalkWithinTheirSite) {
  run_in_world(uniform_topology(2, 2, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    villagers[0].send<&Villager::send_to>(villagers[2]);  // on PE 1, of the same site
    villagers[1].send<&Villager::send_to>(villagers[0]);
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[0].call<&Villager::where>(), 0u);
    EXPECT_EQ(co_await villagers[2].call<&Villager::where>(), 1u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 0u);
  });
}

TEST(BorderObjects, AreNoElementsOfGroups) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    const auto mayors = job.create_group<Mayor>();
    mayors[PeId(0)].send<&Mayor::send_to>(mayors[PeId(1)]);
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 0u);
  });
}

// Nobody could be overtaken.
TEST(BorderObjects, AreServedInTurnWhereAllAreAtTheBorder) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    for (Index1 i = 0; i < village / 2; ++i) {
      villagers[i].send<&Villager::send_to>(villagers[i + village / 2]);
    }
    co_await job.quiescence();
    const std::uint64_t before = co_await villagers[0].call<&Villager::from_grid_queue>();
    villagers[0].send<&Villager::call_all>(villagers, std::vector<Index1>{0, 1, 2, 3});
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 4u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::from_grid_queue>(), before);
  });
}

TEST(BorderObjects, CeaseToBeOnesWhenTheySendAcrossNoMore) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    villagers[2].send<&Villager::send_to>(villagers[5]);
    co_await job.quiescence();
    villagers[0].send<&Villager::pass_time>(3'000);
    co_await job.quiescence();
    villagers[0].send<&Villager::call_all>(villagers, std::vector<Index1>{0, 1, 2, 3});
    co_await job.quiescence();
    EXPECT_EQ(calls[0], (std::vector<Index1>{0, 1, 2, 3}));
    villagers[2].send<&Villager::send_to>(villagers[5]);
    co_await job.quiescence();
    villagers[0].send<&Villager::call_all>(villagers, std::vector<Index1>{0, 1, 2, 3});
    co_await job.quiescence();
    EXPECT_EQ(calls[0], (std::vector<Index1>{0, 1, 2, 3, 2, 0, 1, 3}));
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 2u);
  });
}

TEST(BorderObjects, StayOnesWhileTheySendAcross) {
  run_in_world(uniform_topology(2, 1, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    for (int i = 0; i < 8; ++i) {
      villagers[2].send<&Villager::send_to>(villagers[5]);
      villagers[0].send<&Villager::pass_time>(500);
      co_await job.quiescence();
    }
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 1u);
  });
}

TEST(BorderObjects, LeaveThatBehindWhenTheyMove) {
  run_in_world(uniform_topology(2, 2, "1ms"), BorderFirst::yes, [](Job& job) -> Task<void> {
    const auto villagers = co_await settled(job);
    villagers[0].send<&Villager::send_to>(villagers[7]);
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[1].call<&Villager::border_objects>(), 1u);
    villagers[0].send<&Villager::go>(PeId(1));
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[0].call<&Villager::where>(), 1u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 0u);
    villagers[2].send<&Villager::call_all>(villagers, std::vector<Index1>{2, 3, 0});
    co_await job.quiescence();
    EXPECT_EQ(calls[1], (std::vector<Index1>{2, 3, 0}));
    // Now across, from where it is.
    villagers[0].send<&Villager::send_to>(villagers[7]);
    co_await job.quiescence();
    villagers[2].send<&Villager::call_all>(villagers, std::vector<Index1>{2, 3, 0});
    co_await job.quiescence();
    EXPECT_EQ(calls[1], (std::vector<Index1>{2, 3, 0, 0, 2, 3}));
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 1u);
    // To the site that it talks to: it sends to another one no more.
    villagers[0].send<&Villager::go>(PeId(2));
    co_await job.quiescence();
    villagers[0].send<&Villager::send_to>(villagers[7]);
    co_await job.quiescence();
    EXPECT_EQ(co_await villagers[0].call<&Villager::where>(), 2u);
    EXPECT_EQ(co_await villagers[0].call<&Villager::border_objects>(), 0u);
  });
}

// --- nothing is lost, starved or turned round --------------------------------------------------

// Sends itself one message after the other until somebody else on its PE gets a turn.
class Hog : public Chare<Hog, Index1> {
 public:
  void spin(const ElementProxy<Hog>& far, std::int32_t priority) {
    if (stopped_) return;
    if (turns_++ % 100 == 0) far.send<&Hog::hear>();
    proxy().with_priority(priority).send<&Hog::spin>(far, priority);
    proxy().with_priority(priority).send<&Hog::spin_once>();
  }
  void spin_once() {}
  void hear() {}
  void stop() { stopped_ = true; }
  int turns() { return turns_; }

 private:
  int turns_ = 0;
  bool stopped_ = false;
};

class Modest : public Chare<Modest, Index1> {
 public:
  void set_off(const ElementProxy<Hog>& hog, const ElementProxy<Hog>& far, std::int32_t priority) {
    hog.send<&Hog::spin>(far, priority);
    proxy().send<&Modest::stop_after>(30, hog);
  }
  // So long that the other is at the border by then.
  void stop_after(int messages, const ElementProxy<Hog>& hog) {
    if (messages == 0) return hog.send<&Hog::stop>();
    proxy().send<&Modest::stop_after>(messages - 1, hog);
  }
};

TEST(BorderObjects, DoNotStarveOthers) {
  for (const std::int32_t priority : {0, -1}) {
    testing::expect_runs_everywhere([priority](Job& job) -> Task<void> {
      const int pes = job.pe_count();
      const auto hogs = job.create_array<Hog>(Index1{pes}, mapping::block);
      const auto modest = job.create_array<Modest>(Index1{pes}, mapping::block);
      co_await job.quiescence();
      for (Index1 i = 0; i < pes; ++i) {
        modest[i].send<&Modest::set_off>(hogs[i], hogs[(i + pes / 2) % pes], priority);
      }
      co_await job.quiescence();
      for (Index1 i = 0; i < pes; ++i) {
        const int turns = co_await hogs[i].call<&Hog::turns>();
        EXPECT_GT(turns, 0);
        EXPECT_LT(turns, 1'000'000);
      }
    });
  }
}

// Sends numbered letters to all others, some of which are on other sites, and checks those that
// come: each sender's are in order, though its reader turns into a border object and back.
class Clerk : public Chare<Clerk, Index1> {
 public:
  void serialize(auto& archive) { archive(sent_, heard_, wrong_); }

  void write(const ArrayProxy<Clerk>& clerks, int count, int rounds) {
    for (Index1 to = 0; to < count; ++to) {
      const int number = sent_[to]++;
      clerks[to].send<&Clerk::read>(index(), number);
    }
    // In some rounds to none of another site but by chance.
    for (int i = 0; i < (rounds % 3 == 0 ? 200 : 3); ++i) proxy().send<&Clerk::idle>();
    if (rounds > 0) proxy().send<&Clerk::write>(clerks, rounds % 5 == 0 ? 2 : count, rounds - 1);
  }
  void read(Index1 from, int number) {
    if (heard_[from]++ != number) ++wrong_;
  }
  void idle() {}
  // One that moves after each few letters.
  void write_and_go(const ArrayProxy<Clerk>& clerks, int count, int rounds, int pes) {
    for (Index1 to = 0; to < count; ++to) clerks[to].send<&Clerk::read>(index(), sent_[to]++);
    if (rounds % 2 == 0) {
      const auto seed = static_cast<std::uint64_t>(index() * 1000 + rounds);
      migrate_to(PeId(Random::mix(seed) % static_cast<std::uint64_t>(pes)));
    }
    if (rounds > 0) proxy().send<&Clerk::write_and_go>(clerks, count, rounds - 1, pes);
  }
  int wrong() { return wrong_; }
  int heard() {
    int sum = 0;
    for (const auto& [from, count] : heard_) sum += count;
    return sum;
  }
  int sent() {
    int sum = 0;
    for (const auto& [to, count] : sent_) sum += count;
    return sum;
  }

 private:
  std::map<Index1, int> sent_;
  std::map<Index1, int> heard_;
  int wrong_ = 0;
};

Task<void> expect_all_heard(ArrayProxy<Clerk> clerks, int count) {
  int sent = 0;
  int heard = 0;
  for (Index1 i = 0; i < count; ++i) {
    EXPECT_EQ(co_await clerks[i].call<&Clerk::wrong>(), 0);
    sent += co_await clerks[i].call<&Clerk::sent>();
    heard += co_await clerks[i].call<&Clerk::heard>();
  }
  EXPECT_GT(sent, 0);
  EXPECT_EQ(sent, heard);
}

TEST(BorderObjects, GetEachSendersMessagesInOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    constexpr int count = 12;
    const auto clerks = job.create_array<Clerk>(Index1{count}, mapping::block);
    for (Index1 i = 0; i < count; ++i) {
      clerks[i].send<&Clerk::write>(clerks, i % 3 == 0 ? count : 3, 30);
    }
    co_await job.quiescence();
    co_await expect_all_heard(clerks, count);
  });
}

TEST(BorderObjects, GetEachMessageOnceWhoeverMoves) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    constexpr int count = 10;
    const auto clerks =
        job.create_array<Clerk>(Index1{count}, placed(mapping::round_robin).in_order());
    for (Index1 i = 0; i < count; ++i) {
      clerks[i].send<&Clerk::write_and_go>(clerks, count, 20, job.pe_count());
    }
    co_await job.quiescence();
    co_await expect_all_heard(clerks, count);
  });
}

// --- by itself -----------------------------------------------------------------------------------

/// How many messages came from the grid queue of a PE on which a border object and another one
/// handle 10,000 each, which cost so much.
std::uint64_t from_grid_queue_in_virtual_time(TimeNs each_ns) {
  std::uint64_t result = 0;
  testing::VirtualTimeOptions options;
  options.settings.border_first = BorderFirst::automatic;
  const auto outcome = testing::run_in_virtual_time(
      uniform_topology(2, 1, "1ms"),
      [&](Job& job) -> Task<void> {
        const auto villagers = co_await settled(job);
        villagers[2].send<&Villager::work>(each_ns, 10'000, villagers[5]);
        villagers[1].send<&Villager::work>(each_ns, 10'000, villagers[2]);
        co_await job.quiescence();
        result = co_await villagers[2].call<&Villager::from_grid_queue>();
      },
      options);
  EXPECT_FALSE(outcome.failures.front()) << outcome.failures.front()->text();
  return result;
}

TEST(BorderObjects, AreServedFirstByThemselvesWhereMessagesTakeLong) {
  EXPECT_GT(from_grid_queue_in_virtual_time(10'000), 9'000u);
}

TEST(BorderObjects, AreNotServedFirstByThemselvesWhereMessagesAreShort) {
  EXPECT_LT(from_grid_queue_in_virtual_time(10), 2'000u);
}

}  // namespace
}  // namespace isthmus::engine
