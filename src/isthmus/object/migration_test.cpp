// Objects that move: what they keep, what finds them, and what waits.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "isthmus/object/counts.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine {
namespace {

std::atomic<int> alive = 0;

class Nomad : public Chare<Nomad, Index1> {
 public:
  Nomad() : sums_(64) { ++alive; }
  ~Nomad() { --alive; }
  Nomad(const Nomad&) = delete;
  Nomad& operator=(const Nomad&) = delete;

  void serialize(auto& archive) { archive(sums_, broadcasts_, touches_, departures_, arrivals_); }
  void before_migration() { ++departures_; }
  void after_migration() { ++arrivals_; }

  void touch() { ++touches_; }
  // Each touch sends it one further.
  void touch_and_go(int pes) {
    ++touches_;
    migrate_to(PeId((pe().value + 1) % static_cast<std::uint32_t>(pes)));
  }
  // It goes around for a while of its own accord.
  void wander(int steps, std::uint64_t seed, int pes) {
    if (steps == 0) return;
    migrate_to(PeId(Random::mix(seed) % static_cast<std::uint64_t>(pes)));
    proxy().send<&Nomad::wander>(steps - 1, seed + 1, pes);
  }
  void broadcast(int number) { broadcasts_.push_back(number); }
  void broadcast_and_go(int number, int pes) {
    broadcast(number);
    migrate_to(PeId((pe().value * 3 + static_cast<std::uint32_t>(index() + number)) %
                    static_cast<std::uint32_t>(pes)));
  }
  void give(std::int64_t value) { contribute("sum", value, reduce::sum); }
  void give_and_go(std::int64_t value, int pes) {
    give(value);
    migrate_to(PeId((pe().value + static_cast<std::uint32_t>(index()) + 1) %
                    static_cast<std::uint32_t>(pes)));
  }
  // It is called on the element that moves, and asks it for its touches after a while.
  Task<int> wait_for(ElementProxy<Nomad> other, PeId then) {
    migrate_to(then);
    const std::uint32_t before = pe().value;
    co_await other.call<&Nomad::touches>();
    co_await other.call<&Nomad::touches>();
    co_return pe().value == before ? 1 : 0;
  }
  // It ends, but not before it has its answers.
  Task<void> end_after(ElementProxy<Nomad> other) {
    destroy();
    co_await other.call<&Nomad::touches>();
    co_await other.call<&Nomad::touches>();
  }
  void pin_and_wish(PeId to) {
    pin();
    migrate_to(to);
  }
  void let_go() { unpin(); }
  void change_mind(PeId first, PeId then) {
    migrate_to(first);
    migrate_to(then);
  }
  std::uint64_t address_of_data() { return reinterpret_cast<std::uint64_t>(sums_.data()); }

  int touches() { return touches_; }
  std::uint32_t where() { return pe().value; }
  std::vector<int> heard() { return broadcasts_; }
  int departures() { return departures_; }
  int arrivals() { return arrivals_; }
  std::vector<std::uint64_t> arrivals_by_forwards() { return pe_arrivals_by_forwards(); }

 private:
  std::vector<double> sums_;
  std::vector<int> broadcasts_;
  int touches_ = 0;
  int departures_ = 0;
  int arrivals_ = 0;
};

// Sends to itself from the PE that it is about to leave.
class Commuter : public Chare<Commuter, Index1> {
 public:
  void serialize(auto&) {}
  void commute(int moves_left) {
    if (moves_left == 0) return;
    migrate_to(PeId(1 - pe().value));
    proxy().send<&Commuter::commute>(moves_left - 1);
  }
};

// Thinks again when it is about to leave.
class Fickle : public Chare<Fickle, Index1> {
 public:
  enum Wish { none, elsewhere, here, end };

  Fickle() { ++alive; }
  ~Fickle() { --alive; }
  Fickle(const Fickle&) = delete;
  Fickle& operator=(const Fickle&) = delete;
  void serialize(auto& archive) { archive(wish_, other_); }
  void before_migration() {
    if (wish_ == elsewhere) migrate_to(other_);
    if (wish_ == here) migrate_to(pe());
    if (wish_ == end) destroy();
  }
  void go(PeId first, int wish, PeId other) {
    wish_ = wish;
    other_ = other;
    migrate_to(first);
  }
  std::uint32_t where() { return pe().value; }

 private:
  int wish_ = none;
  PeId other_;
};

class Loner : public Chare<Loner> {
 public:
  Loner() = default;
  explicit Loner(std::string name) : name_(std::move(name)) {}
  void serialize(auto& archive) { archive(name_); }
  std::string name() { return name_ + " on " + std::to_string(pe().value); }

 private:
  std::string name_;
};

class Garrison : public Chare<Garrison, PeId> {
 public:
  void serialize(auto&) {}
  void send_to(ElementProxy<Nomad> nomad) { nomad.send<&Nomad::touch>(); }
  // How many messages came to objects here after so many forwards or more.
  std::uint64_t arrivals_after(std::size_t forwards) {
    const std::vector<std::uint64_t> counts = pe_arrivals_by_forwards();
    std::uint64_t sum = 0;
    for (std::size_t i = forwards; i <= counts.size(); ++i) sum += counts[i - 1];
    return sum;
  }
};

Task<std::uint64_t> arrivals_after(Job& job, GroupProxy<Garrison> everywhere,
                                   std::size_t forwards) {
  std::uint64_t sum = 0;
  for (int pe = 0; pe < job.pe_count(); ++pe) {
    sum += co_await everywhere[PeId(pe)].call<&Garrison::arrivals_after>(forwards);
  }
  co_return sum;
}

void expect_clean_runs(const MainProgram& main_program) {
  alive = 0;
  testing::expect_runs_everywhere(main_program);
  EXPECT_EQ(alive, 0);
}

std::string text_of(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += std::to_string(number) + " ";
  return text;
}

// Once for each location policy, and each with both rules for homes.
template <class Body>
void expect_clean_runs_under_all_policies(const Body& body) {
  for (const location::Policy* policy : location::policies()) {
    for (const Homes homes : {Homes::origin, Homes::spread}) {
      SCOPED_TRACE(std::string(policy->name) + (homes == Homes::spread ? ", homes spread" : ""));
      const auto mapping = placed(mapping::round_robin).tracked_by(*policy).with_homes(homes);
      expect_clean_runs([&](Job& job) -> Task<void> { co_await body(job, mapping); });
      if (::testing::Test::HasFailure()) return;
    }
  }
}
using Mapping = Placed<mapping::RoundRobin>;

TEST(Migration, KeepsAnObjectsState) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{5}, mapping::round_robin);
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      for (int i = 0; i < 5; ++i) nomads[i].send<&Nomad::touch>();
      for (int i = 0; i < 5; ++i) nomads[i].migrate_to(PeId(pe));
      co_await job.quiescence();
      for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(co_await nomads[i].call<&Nomad::where>(), pe);
        EXPECT_EQ(co_await nomads[i].call<&Nomad::touches>(), pe + 1);
      }
    }
    EXPECT_EQ(alive, 5);
  });
}

TEST(Migration, CallsTheUsersHooksOnceAMove) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{1}, mapping::round_robin);
    int moves = 0;
    for (int pe = job.pe_count() - 1; pe > 0; --pe, ++moves) nomads[0].migrate_to(PeId(pe));
    nomads[0].migrate_to(PeId(1 % job.pe_count()));  // where it is
    co_await job.quiescence();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::departures>(), moves);
    EXPECT_EQ(co_await nomads[0].call<&Nomad::arrivals>(), moves);
  });
}

TEST(Migration, LosesNoMessageToAnObjectThatMovesWheneverItIsTouched) {
  expect_clean_runs_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{3}, mapping);
    for (int k = 0; k < 30; ++k) {
      for (int i = 0; i < 3; ++i) nomads[i].send<&Nomad::touch_and_go>(job.pe_count());
    }
    co_await job.quiescence();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(co_await nomads[i].call<&Nomad::touches>(), 30);
    EXPECT_EQ(alive, 3);
  });
}

TEST(Migration, LetsNeighboursFindObjectsThatWander) {
  expect_clean_runs_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const int count = 8;
    const auto nomads = job.create_array<Nomad>(Index1{count}, mapping);
    for (int i = 0; i < count; ++i) {
      nomads[i].send<&Nomad::wander>(12, static_cast<std::uint64_t>(i * 100), job.pe_count());
    }
    for (int k = 0; k < 10; ++k) {
      for (int i = 0; i < count; ++i) nomads[i].send<&Nomad::touch>();
      co_await nomads[k % count].call<&Nomad::touches>();
    }
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) EXPECT_EQ(co_await nomads[i].call<&Nomad::touches>(), 10);
  });
}

TEST(Migration, GivesEveryElementEveryBroadcastOnceAndInOrder) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const int count = 6;
    const auto nomads = job.create_array<Nomad>(Index1{count}, mapping::round_robin);
    std::vector<int> expected(40);
    std::iota(expected.begin(), expected.end(), 0);
    for (int i = 0; i < count; ++i) {
      nomads[i].send<&Nomad::wander>(25, static_cast<std::uint64_t>(i * 77), job.pe_count());
    }
    for (const int number : expected) {
      if (number % 3 == 0) {
        nomads.all().send<&Nomad::broadcast_and_go>(number, job.pe_count());
      } else {
        nomads.all().send<&Nomad::broadcast>(number);
      }
      if (number % 8 == 0) co_await nomads[number % count].call<&Nomad::touches>();
    }
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(text_of(co_await nomads[i].call<&Nomad::heard>()), text_of(expected)) << i;
    }
  });
}

TEST(Migration, KeepsUrgentBroadcastsInTheOrderOfAll) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{4}, mapping::round_robin);
    for (int number = 0; number < 12; ++number) {
      nomads.all().with_priority(-number).send<&Nomad::broadcast_and_go>(number, job.pe_count());
    }
    co_await job.quiescence();
    const std::vector<int> first = co_await nomads[0].call<&Nomad::heard>();
    EXPECT_EQ(first.size(), 12u);
    for (int i = 1; i < 4; ++i) EXPECT_EQ(co_await nomads[i].call<&Nomad::heard>(), first);
  });
}

TEST(Migration, KeepsReductionsWhole) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const int count = 7;
    const auto nomads = job.create_array<Nomad>(Index1{count}, mapping::round_robin);
    for (int i = 0; i < count; ++i) {
      nomads[i].send<&Nomad::wander>(20, static_cast<std::uint64_t>(i * 31), job.pe_count());
    }
    for (std::int64_t k = 1; k <= 12; ++k) {
      if (k % 2 == 0) {
        nomads.all().send<&Nomad::give_and_go>(k, job.pe_count());
      } else {
        nomads.all().send<&Nomad::give>(k);
      }
    }
    for (std::int64_t k = 1; k <= 12; ++k) {
      EXPECT_EQ(co_await job.reduction<std::int64_t>("sum"), count * k);
    }
    co_await job.quiescence();
  });
}

TEST(Migration, ReachesTheMembersOfASection) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{8}, mapping::round_robin);
    co_await job.quiescence();
    const auto odd = nomads.section({1, 3, 5, 7});
    for (int i = 0; i < 8; ++i) {
      nomads[i].send<&Nomad::wander>(10, static_cast<std::uint64_t>(i), job.pe_count());
    }
    for (int k = 0; k < 5; ++k) odd.send<&Nomad::touch>();
    co_await job.quiescence();
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(co_await nomads[i].call<&Nomad::touches>(), i % 2 * 5);
    }
  });
}

// It has files open and stays for them.
class Registrar : public Chare<Registrar, Index1> {
 public:
  void serialize(auto& archive) { archive(open_files_); }
  std::string stays_for() const {
    return open_files_ == 0 ? std::string() : std::to_string(open_files_) + " open files";
  }
  void before_migration() { EXPECT_EQ(open_files_, 0) << "it was asked to go all the same"; }
  void open_files(int count, PeId then) {
    open_files_ = count;
    migrate_to(then);
  }
  void close_file() {
    if (--open_files_ == 0) reconsider_move();
  }
  std::uint32_t where() { return pe().value; }

 private:
  int open_files_ = 0;
};

TEST(Migration, LeavesAnObjectAsLongAsItHasAReasonToStay) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto clerks = job.create_array<Registrar>(Index1{2}, mapping::round_robin);
    const PeId last(job.pe_count() - 1);
    const std::uint32_t first = co_await clerks[0].call<&Registrar::where>();
    clerks[0].send<&Registrar::open_files>(2, last);
    for (int closed = 0; closed < 2; ++closed) {
      co_await job.quiescence();
      EXPECT_EQ(co_await clerks[0].call<&Registrar::where>(), first);
      clerks[0].migrate_to(last);  // whoever wishes it
      clerks[0].send<&Registrar::close_file>();
    }
    co_await job.quiescence();
    EXPECT_EQ(co_await clerks[0].call<&Registrar::where>(), last.value);
  });
}

TEST(Migration, WaitsForTheObjectsCoroutines) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{2}, mapping::round_robin);
    const PeId last(job.pe_count() - 1);
    EXPECT_EQ(co_await nomads[0].call<&Nomad::wait_for>(nomads[1], last), 1);
    co_await job.quiescence();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::where>(), last.value);
  });
}

TEST(Migration, WaitsWhileTheObjectIsPinned) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{1}, mapping::round_robin);
    const PeId last(job.pe_count() - 1);
    nomads[0].send<&Nomad::pin_and_wish>(last);
    nomads[0].send<&Nomad::touch>();
    co_await job.quiescence();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::where>(), 0u);
    nomads[0].send<&Nomad::let_go>();
    co_await job.quiescence();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::where>(), last.value);
    EXPECT_EQ(co_await nomads[0].call<&Nomad::touches>(), 1);
  });
}

TEST(Migration, FollowsTheLastWish) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{1}, mapping::round_robin);
    const PeId last(job.pe_count() - 1);
    nomads[0].send<&Nomad::change_mind>(last, PeId(0));
    co_await job.quiescence();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::where>(), 0u);
    EXPECT_EQ(co_await nomads[0].call<&Nomad::departures>(), 0);
  });
}

TEST(Migration, MovesAnObjectWithinAProcessWithoutCopyingIt) {
  const topology::Topology topology = testing::uniform_topology(1, 4);
  const auto failures = testing::run_on_threads(
      topology,
      [](Job& job) -> Task<void> {
        const auto nomads = job.create_array<Nomad>(Index1{1}, mapping::round_robin);
        const std::uint64_t before = co_await nomads[0].call<&Nomad::address_of_data>();
        for (int pe = 3; pe >= 0; --pe) {
          nomads[0].migrate_to(PeId(pe));
          EXPECT_EQ(co_await nomads[0].call<&Nomad::address_of_data>(), before);
        }
      },
      testing::test_settings(1));
  for (const auto& failure : failures) EXPECT_FALSE(failure.has_value());
}

// What its form takes depends on the PE where it is measured.
class Measured : public Chare<Measured, Index1> {
 public:
  inline static std::vector<std::uint32_t> measured_on = {};

  void serialize(auto& archive) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(archive)>, serial::Sizer>) {
      measured_on.push_back(Objects::current().pe_id().value);
    }
    archive(word_);
  }

 private:
  int word_ = 0;
};

TEST(Migration, BetweenSitesOfAProcessMeasuresAnObjectOnceAndWhereItLeaves) {
  Measured::measured_on.clear();
  testing::World world(testing::uniform_topology(2, 2, "1ms"));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto all = job.create_array<Measured>(Index1{1}, mapping::round_robin);
    for (const int pe : {2, 1, 3}) {
      all[0].migrate_to(PeId(pe));
      co_await job.quiescence();
    }
  });
  EXPECT_FALSE(failure.has_value());
  EXPECT_EQ(Measured::measured_on, (std::vector<std::uint32_t>{0, 2, 1}));
}

std::uint64_t messages_of_commuting(int moves) {
  testing::World world(testing::uniform_topology(1, 2));
  const auto failure = world.run([moves](Job& job) -> Task<void> {
    const auto commuters = job.create_array<Commuter>(Index1{1}, mapping::block);
    commuters[0].send<&Commuter::commute>(moves);
    co_await job.quiescence();
  });
  EXPECT_FALSE(failure.has_value());
  return world.messages_handled();
}

TEST(Migration, ToAndFroTakesNoMessageButTheObjectsOwn) {
  // The element; and its message, which goes after it, so that it is handled on both PEs.
  const int of_a_move = 3;
  const std::uint64_t few = messages_of_commuting(100);
  const std::uint64_t many = messages_of_commuting(300);
  EXPECT_NEAR(static_cast<double>(many - few), 200.0 * of_a_move, 10);
}

TEST(Migration, GoesWhereTheHookWishesLast) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto fickle = job.create_array<Fickle>(Index1{2}, mapping::round_robin);
    const PeId last(job.pe_count() - 1);
    const PeId middle(job.pe_count() / 2);
    fickle[0].send<&Fickle::go>(last, Fickle::elsewhere, middle);
    co_await job.quiescence();
    EXPECT_EQ(co_await fickle[0].call<&Fickle::where>(), job.pe_count() > 1 ? middle.value : 0u);
    const std::uint32_t before = co_await fickle[1].call<&Fickle::where>();
    fickle[1].send<&Fickle::go>(PeId(0), Fickle::here, last);
    co_await job.quiescence();
    EXPECT_EQ(co_await fickle[1].call<&Fickle::where>(), before);
  });
}

TEST(Migration, EndsAnObjectWhoseHookEndsIt) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto fickle = job.create_array<Fickle>(Index1{1}, mapping::round_robin);
    fickle[0].send<&Fickle::go>(PeId(job.pe_count() - 1), Fickle::end, PeId(0));
    co_await job.quiescence();
    EXPECT_EQ(alive, job.pe_count() > 1 ? 0 : 1);
  });
}

TEST(Migration, KeepsMessagesForTheNextOfTheNameWhileAnElementEndsFarFromHome) {
  expect_clean_runs_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{2}, mapping);
    nomads[0].migrate_to(PeId(job.pe_count() - 1));
    co_await job.quiescence();
    nomads[0].send<&Nomad::end_after>(nomads[1]);
    for (int k = 0; k < 5; ++k) nomads[0].send<&Nomad::touch>();
    co_await job.quiescence();
    EXPECT_EQ(alive, 1);
    nomads[0].insert();
    EXPECT_EQ(co_await nomads[0].call<&Nomad::touches>(), 5);
  });
}

TEST(Migration, OfSingleChares) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto loner = job.create_chare<Loner>(PeId(0), "Ada");
    const PeId last(job.pe_count() - 1);
    loner.migrate_to(last);
    EXPECT_EQ(co_await loner.call<&Loner::name>(), "Ada on " + std::to_string(last.value));
    loner.destroy();
    co_await job.quiescence();
  });
}

TEST(Migration, LetsElementsEndFarFromHomeAndOthersTakeTheirPlace) {
  expect_clean_runs_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const auto nomads = job.create_array<Nomad>(Index1{4}, mapping);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 4; ++i) {
        nomads[i].send<&Nomad::wander>(5, static_cast<std::uint64_t>(i + round), job.pe_count());
        nomads[i].send<&Nomad::touch>();
      }
      co_await job.quiescence();
      nomads[round].destroy();
      co_await job.quiescence();
      EXPECT_EQ(alive, 3);
      nomads[round].send<&Nomad::touch>();  // for the next of the name
      nomads[round].insert();
      co_await job.quiescence();
      EXPECT_EQ(alive, 4);
      EXPECT_EQ(co_await nomads[round].call<&Nomad::touches>(), 1);
    }
  });
}

TEST(Migration, TakesElementsInWhileOthersMove) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto nomads = job.create_sparse_array<Nomad>(mapping::hashed);
    for (int i = 0; i < 20; ++i) {
      nomads[i].insert();
      nomads[i].send<&Nomad::wander>(i, static_cast<std::uint64_t>(i), job.pe_count());
      nomads.all().send<&Nomad::touch>();
    }
    co_await job.quiescence();
    EXPECT_EQ(alive, 20);
    nomads.all().send<&Nomad::give>(1);
    EXPECT_EQ(co_await job.reduction<std::int64_t>("sum"), 20);
  });
}

TEST(Migration, CountsHowOftenAMessageWasForwarded) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto mapping = placed(mapping::round_robin).tracked_by(location::lazy_forwarding);
    const auto nomads = job.create_array<Nomad>(Index1{1}, mapping);
    for (int pe = 1; pe < job.pe_count(); ++pe) {
      nomads[0].migrate_to(PeId(pe));
      co_await job.quiescence();
      // The only message that has come to it there, along the whole trail.
      std::vector<std::uint64_t> expected(static_cast<std::size_t>(pe - 1));
      if (pe > 1) expected.back() = 1;
      EXPECT_EQ(co_await nomads[0].call<&Nomad::arrivals_by_forwards>(), expected);
    }
  });
}

TEST(Migration, CostsASenderOneMoreHopOnceUnderAllPoliciesThatTell) {
  expect_clean_runs_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const location::Policy* policy = location::policies()[mapping.tracking.policy];
    if (policy == &location::lazy_forwarding) co_return;
    const auto nomads = job.create_array<Nomad>(Index1{1}, mapping);
    const auto everywhere = job.create_group<Garrison>();
    const int pes = job.pe_count();
    for (int move = 1; move <= 6; ++move) {
      everywhere.all().send<&Garrison::send_to>(nomads[0]);
      co_await job.quiescence();
      if (policy != &location::home_based) {
        // Whoever took the detour knows better.
        const std::uint64_t before = co_await arrivals_after(job, everywhere, 1);
        everywhere.all().send<&Garrison::send_to>(nomads[0]);
        co_await job.quiescence();
        EXPECT_EQ(co_await arrivals_after(job, everywhere, 1), before);
      }
      nomads[0].migrate_to(PeId((move * 5 + 2) % pes));
      co_await job.quiescence();
    }
    EXPECT_EQ(co_await arrivals_after(job, everywhere, 2), 0U);
    EXPECT_EQ(co_await nomads[0].call<&Nomad::touches>(),
              (policy == &location::home_based ? 6 : 12) * pes);
  });
}

/// On each PE.
class Caller : public Chare<Caller, PeId> {
 public:
  void serialize(auto&) {}
  void move(ArrayProxy<Nomad> nomads, PeId to) {
    for (int i = 0; i < 16; ++i) nomads[i].migrate_to(to);
  }
  // So many times, each after word from PE 0.
  void call(ArrayProxy<Nomad> nomads, int times) {
    for (int i = 0; i < 16; ++i) nomads[i].send<&Nomad::touch>();
    if (times > 1) array()[PeId(0)].send<&Caller::pass_on>(nomads, times - 1, pe());
  }
  void pass_on(ArrayProxy<Nomad> nomads, int times, PeId to) {
    array()[to].send<&Caller::call>(nomads, times);
  }
};

// From the PE that they leave to the one that they go to is far, but near by way of the third,
// which hears where they are long before they come there. Nobody else does.
TEST(Migration, LosesNoMessageThatNewsOfTheMoveSendsAheadOfTheObject) {
  const topology::Topology sites = topology::Topology::from_grid(topology::read_grid(R"(
[[site]]
name = "left"
[[site]]
name = "heard"
[[site]]
name = "come_to"
[[site]]
name = "home"
[link.between_sites]
delay.latency = "1ms"
[class.long]
delay.latency = "50ms"
[[between]]
sites = ["left", "come_to"]
class = "long"
)",
                                                                                     "test.toml")
                                                                     .value())
                                       .value();
  for (const location::Policy* policy : location::policies()) {
    SCOPED_TRACE(policy->name);
    const auto outcome = testing::run_in_virtual_time(sites, [&](Job& job) -> Task<void> {
      const auto on_zero = [](Index1, const MapContext&) { return PeId(0); };
      const auto nomads = job.create_array<Nomad>(
          Index1{16}, placed(on_zero).tracked_by(*policy).with_homes(Homes::spread));
      const auto callers = job.create_group<Caller>();
      callers[PeId(1)].send<&Caller::call>(nomads, 1);
      co_await job.quiescence();
      callers[PeId(0)].send<&Caller::move>(nomads, PeId(2));
      callers[PeId(1)].send<&Caller::call>(nomads, 10);
      co_await job.quiescence();
      nomads.all().send<&Nomad::give>(1);
      co_await job.reduction<std::int64_t>("sum");
      for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(co_await nomads[i].call<&Nomad::touches>(), 11);
      }
    });
    for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(Migration, OfManyObjectsAtOnce) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const int count = 500;
    const auto nomads = job.create_array<Nomad>(Index1{count}, mapping::block);
    for (int i = 0; i < count; ++i) nomads[i].migrate_to(PeId((i * 7) % job.pe_count()));
    nomads.all().send<&Nomad::give>(1);
    EXPECT_EQ(co_await job.reduction<std::int64_t>("sum"), count);
    co_await job.quiescence();
    for (int i = 0; i < count; i += 50) {
      EXPECT_EQ(co_await nomads[i].call<&Nomad::where>(), (i * 7) % job.pe_count());
    }
  });
}

TEST(Migration, RefusesToInsertAnElementThatHasMovedAway) {
  for (const location::Policy* policy : location::policies()) {
    for (const Homes homes : {Homes::origin, Homes::spread}) {
      SCOPED_TRACE(std::string(policy->name) + (homes == Homes::spread ? ", homes spread" : ""));
      const auto mapping = placed(mapping::round_robin).tracked_by(*policy).with_homes(homes);
      testing::expect_fails_everywhere(
          [&](Job& job) -> Task<void> {
            const auto nomads = job.create_array<Nomad>(Index1{2}, mapping);
            nomads[0].migrate_to(PeId(job.pe_count() - 1));
            co_await job.quiescence();
            nomads[0].insert();
            co_await job.quiescence();
          },
          ErrorCode::program, "Nomad[0] is inserted twice");
    }
  }
}

TEST(Migration, RefusesAPeThatDoesNotExist) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto nomads = job.create_array<Nomad>(Index1{1}, mapping::block);
        nomads[0].migrate_to(PeId(job.pe_count()));
        co_await job.quiescence();
      },
      ErrorCode::program, "Nomad[0] is to move to PE");
}

TEST(Migration, RefusesElementsOfAGroup) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto garrison = job.create_group<Garrison>();
        garrison[PeId(0)].migrate_to(PeId(0));
        co_await job.quiescence();
      },
      ErrorCode::program, "Garrison[PE 0] cannot move");
}

}  // namespace
}  // namespace isthmus::engine
