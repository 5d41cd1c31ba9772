#include <gtest/gtest.h>
#include <malloc.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using engine::testing::expect_fails_everywhere;
using engine::testing::expect_runs_everywhere;

static_assert(std::is_trivially_copyable_v<Pointer>);
static_assert(sizeof(Pointer) == 16);

/// A mobile object that knows what it has heard from whom.
struct Ledger {
  std::vector<std::vector<int>> heard;  // by sender
  int moves = 0;
  std::vector<double> ballast;
};

void note(Rank&, Ledger& ledger, int sender, int value) {
  const auto at = static_cast<std::size_t>(sender);
  if (ledger.heard.size() <= at) ledger.heard.resize(at + 1);
  ledger.heard[at].push_back(value);
}

void note_and_move(Rank& self, Ledger& ledger, int sender, int value) {
  note(self, ledger, sender, value);
  ++ledger.moves;
  const int to = (self.rank() * 5 + value + 1) % self.size();
  EXPECT_TRUE(self.move(self.current(), to).has_value());
}

struct Findings {
  std::vector<Pointer> pointers;
  int reports = 0;
  std::vector<std::vector<int>> heard;
  int moves = 0;
};

void take_pointers(Rank& self, const std::vector<Pointer>& pointers) {
  self.state<Findings>().pointers = pointers;
}
void take_report(Rank& self, const std::vector<std::vector<int>>& heard, int moves) {
  Findings& findings = self.state<Findings>();
  ++findings.reports;
  findings.heard = heard;
  findings.moves += moves;
}
void report(Rank& self, Ledger& ledger, int to) {
  EXPECT_EQ(ledger.ballast, std::vector<double>(100, 2.5));
  self.rsr<take_report>(to, ledger.heard, ledger.moves);
}

std::vector<int> numbers(int count) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

std::vector<Pointer> share_pointers(Rank& self, Findings& findings, int count) {
  self.set_state(&findings);
  if (self.rank() == 0) {
    std::vector<Pointer> pointers;
    for (int i = 0; i < count; ++i) {
      auto ledger = std::make_unique<Ledger>();
      ledger->ballast.assign(100, 2.5);
      pointers.push_back(self.make(std::move(ledger)));
    }
    for (int to = 0; to < self.size(); ++to) self.rsr<take_pointers>(to, pointers);
  }
  self.poll_until([&] { return !findings.pointers.empty(); });
  return findings.pointers;
}

TEST(MobileObject, IsFoundByItsPointerFromEveryPe) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Findings findings;
    const auto pointers = share_pointers(self, findings, 3);
    EXPECT_EQ(std::unordered_set<Pointer>(pointers.begin(), pointers.end()).size(), 3u);
    EXPECT_EQ(self.is_local(pointers[0]), self.rank() == 0);
    for (const Pointer& pointer : pointers) self.send<note>(pointer, self.rank(), 7);
    self.quiescence();
    if (self.rank() != 0) return;
    for (const Pointer& pointer : pointers) {
      const Ledger* ledger = self.local<Ledger>(pointer);
      ASSERT_NE(ledger, nullptr);
      EXPECT_EQ(ledger->heard.size(), static_cast<std::size_t>(self.size()));
      EXPECT_EQ(self.local<int>(pointer), nullptr);
    }
  }));
}

void find_two_notes(Rank& self, Ledger& ledger) {
  EXPECT_EQ(ledger.heard, (std::vector<std::vector<int>>{{0, 1}}));
  EXPECT_EQ(self.rank(), (self.sender() + 1) % self.size());
}

TEST(MobileObject, IsThereAtOnceWhenItIsMade) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const Pointer pointer = self.make<Ledger>();
    ASSERT_NE(self.local<Ledger>(pointer), nullptr);
    EXPECT_TRUE(self.is_local(pointer));
    self.send<note>(pointer, 0, 0);
    const int to = (self.rank() + 1) % self.size();
    EXPECT_TRUE(self.move(pointer, to).has_value());
    self.send<note>(pointer, 0, 1);
    self.quiescence();
    EXPECT_EQ(self.is_local(pointer), to == self.rank());
    self.send<find_two_notes>(pointer);
  }));
}

TEST(MobileObject, IsNoneWhereThePointerNamesNone) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const Pointer nowhere{PeId(self.size()), 1};
    for (const Pointer& pointer : {Pointer(), nowhere}) {
      EXPECT_THROW(self.send<note>(pointer, 0, 0), UsageError);
      EXPECT_THROW(self.work<note>(pointer, 1.0, 0, 0), UsageError);
      EXPECT_THROW(self.install(pointer, std::make_unique<Ledger>()), UsageError);
    }
  }));
}

// Each message moves the object that it touches, while all PEs send to all.
TEST(MobileObject, HearsEachSenderInOrderHoweverOftenItMoves) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    constexpr int objects = 3;
    constexpr int messages = 12;
    Findings findings;
    const auto pointers = share_pointers(self, findings, objects);
    for (int i = 0; i < messages; ++i) {
      for (const Pointer& pointer : pointers) self.send<note_and_move>(pointer, self.rank(), i);
      if (i % 3 == 0) self.poll();
    }
    self.quiescence();
    for (const Pointer& pointer : pointers) {
      if (self.rank() == 0) self.send<report>(pointer, 0);
    }
    self.quiescence();
    if (self.rank() != 0) return;
    EXPECT_EQ(findings.reports, objects);
    EXPECT_EQ(findings.moves, objects * messages * self.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(messages));
  }));
}

void fetch_away(Rank& self, Ledger& ledger, int to);

// The application ships the data itself, as it likes.
void arrive(Rank& self, const Pointer& pointer, const std::vector<std::vector<int>>& heard,
            int moves) {
  auto data = std::make_unique<Ledger>();
  data->heard = heard;
  data->moves = moves + 1;
  data->ballast.assign(100, 2.5);
  self.install(pointer, std::move(data));
}

void fetch_away(Rank& self, Ledger&, int to) {
  auto data = self.uninstall<Ledger>(self.current());
  ASSERT_TRUE(data.has_value());
  EXPECT_FALSE(self.is_local(self.current()));
  self.rsr<arrive>(to, self.current(), (*data)->heard, (*data)->moves);
}

TEST(MobileObject, MayBeMovedByTheProgramItselfWhileMessagesWait) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Findings findings;
    const auto pointers = share_pointers(self, findings, 2);
    for (int i = 0; i < 20; ++i) {
      for (const Pointer& pointer : pointers) {
        self.send<note>(pointer, self.rank(), i);
        if (i % 4 == 1) self.send<fetch_away>(pointer, (self.rank() + i) % self.size());
      }
      if (i % 5 == 0) self.poll();
    }
    self.quiescence();
    if (self.rank() == 0) self.send<report>(pointers[1], 0);
    self.quiescence();
    if (self.rank() != 0) return;
    EXPECT_EQ(findings.reports, 1);
    EXPECT_EQ(findings.moves, 5 * self.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(20));
  }));
}

// The object moves to the very PE where its data will be installed, but ahead of it.
void move_and_uninstall(Rank& self, Ledger&, int to) {
  EXPECT_TRUE(self.move(self.current(), to).has_value());
  auto data = self.uninstall<Ledger>(self.current());
  ASSERT_TRUE(data.has_value());
  self.rsr<arrive>(to, self.current(), (*data)->heard, (*data)->moves);
}

TEST(MobileObject, MayComeToItsDataByAnEarlierMove) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Findings findings;
    const auto pointers = share_pointers(self, findings, 1);
    for (int i = 0; i < 10; ++i) {
      self.send<note>(pointers[0], self.rank(), i);
      self.send<move_and_uninstall>(pointers[0], (self.rank() + i) % self.size());
    }
    self.quiescence();
    if (self.rank() == 0) self.send<report>(pointers[0], 0);
    self.quiescence();
    if (self.rank() != 0) return;
    EXPECT_EQ(findings.moves, 10 * self.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(10));
  }));
}

TEST(MobileObject, RefusesWhatOnlyItsPeMayDo) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const Pointer own = self.make<Ledger>();
    EXPECT_FALSE(self.move(Pointer{PeId(0), 999}, 0).has_value());
    EXPECT_FALSE(self.move(own, self.size()).has_value());
    EXPECT_FALSE(self.uninstall<int>(own).has_value());
    ASSERT_TRUE(self.uninstall<Ledger>(own).has_value());
    const auto again = self.uninstall<Ledger>(own);
    ASSERT_FALSE(again.has_value());
    EXPECT_NE(again.error().text().find("is not here, to be uninstalled"), std::string::npos);
    self.install(own, std::make_unique<Ledger>());
    self.quiescence();
    EXPECT_TRUE(self.is_local(own));
    EXPECT_TRUE(self.destroy(own).has_value());
    self.quiescence();
    EXPECT_FALSE(self.is_local(own));
  }));
}

void meet_int(Rank&, int&) {}

TEST(MobileObject, EndsTheJobWhenAHandlerIsForAnotherType) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            const Pointer own = self.make<Ledger>();
                            self.send<meet_int>(own);
                            self.quiescence();
                          }),
                          ErrorCode::program, "was sent to");
}

struct Bound {
  explicit Bound(int&) {}
};

TEST(MobileObject, SaysWhenItsDataCannotLeaveTheProcess) {
  engine::testing::World world(engine::testing::uniform_topology(2, 1, "0", "0", 1));
  const auto failure = world.run(as_main_program([](Rank& self) {
    int own = 0;
    const Pointer pointer = self.make<Bound>(own);
    const auto moved = self.move(pointer, 1 - self.rank());
    ASSERT_FALSE(moved.has_value());
    EXPECT_NE(moved.error().text().find("of another process"), std::string::npos);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

void labour(Rank& self, Ledger& ledger, int sender, int value) {
  note(self, ledger, sender, value);
  if (value % 3 == 0) {
    EXPECT_TRUE(self.move(self.current(), (self.rank() + 1 + value) % self.size()).has_value());
  }
}

TEST(MobileObject, TakesItsWorkAlongInOrder) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Findings findings;
    const auto pointers = share_pointers(self, findings, 2);
    for (int i = 0; i < 12; ++i) {
      for (const Pointer& pointer : pointers) self.work<labour>(pointer, 1.0, self.rank(), i);
    }
    self.quiescence();
    if (self.rank() == 0) self.send<report>(pointers[0], 0);
    self.quiescence();
    if (self.rank() != 0) return;
    EXPECT_EQ(findings.heard.size(), static_cast<std::size_t>(self.size()));
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(12));
  }));
}

// Works wait until all messages have come: three are there when the object leaves.
TEST(MobileObject, IsCountedTheMessagesItIsSentAndWhatFollowsItToAnotherProcess) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const Pointer own = self.make<Ledger>();
    for (int i = 0; i < 2; ++i) self.send<note>(own, self.rank(), i);
    for (int i = 2; i < 5; ++i) self.work<note>(own, 1.0, self.rank(), i);
    self.send<note_and_move>(own, self.rank(), 0);
    EXPECT_EQ(self.object_messages(), 6u);
    self.quiescence();
    const PeId to((self.rank() * 5 + 1) % self.size());
    const bool left =
        self.topology().process_of(to) != self.topology().process_of(PeId(self.rank()));
    EXPECT_EQ(self.object_messages(), left ? 9u : 6u);
  }));
}

/// Goes on over the PEs by itself, and knows in which order it was told what.
struct Nomad {
  int left = 0;
  int told = 0;
  int notes = 0;
  int going_to = -1;
  Pointer own;
  void serialize(auto& archive) { archive(left, told, notes, going_to, own); }
  void depart(Rank& self) {
    if (left-- == 0) return;
    going_to = (self.rank() + 1) % self.size();
    EXPECT_TRUE(self.move(own, going_to).has_value());
  }
  void after_move(Rank& self) {
    EXPECT_TRUE(self.in_handler());
    EXPECT_EQ(self.current(), own);
    EXPECT_EQ(self.rank(), going_to);
    EXPECT_EQ(self.local<Nomad>(own), this);
    going_to = -1;
    ++told;
    depart(self);
  }
};
void depart(Rank& self, Nomad& nomad) { nomad.depart(self); }
void see_nomad(Rank&, Nomad& nomad) { ++nomad.notes; }

void take_nomad(Rank& self, int here, int told, int notes) {
  self.state<std::vector<int>>() = {here, told, notes};
}
void tell_nomad(Rank& self, Nomad& nomad, int to) {
  EXPECT_EQ(nomad.going_to, -1);
  self.rsr<take_nomad>(to, self.rank(), nomad.told, nomad.notes);
}

TEST(MobileObject, IsToldOfEachMoveWhereItHasComeAndMayGoOnAtOnce) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const int moves = self.size() == 1 ? 0 : 11;
    const Pointer own = self.make<Nomad>();
    *self.local<Nomad>(own) = {.left = moves, .own = own};
    self.send<depart>(own);
    for (int i = 0; i < 20; ++i) self.send<see_nomad>(own);
    self.quiescence();
    std::vector<int> found;
    self.set_state(&found);
    self.send<tell_nomad>(own, self.rank());
    self.quiescence();
    EXPECT_EQ(found, (std::vector<int>{(self.rank() + moves) % self.size(), moves, 20}));
  }));
}

struct Order {
  std::string seen;
};
void slow(Rank&, Order& order) { order.seen += 'w'; }
void quick(Rank&, Order& order) { order.seen += 'm'; }

TEST(MobileObject, WorksWhenThePeHasNothingElseToDo) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    const Pointer own = self.make<Order>();
    self.work<slow>(own, 1.0);
    self.work<slow>(own, 1.0);
    for (int i = 0; i < 3; ++i) self.send<quick>(own);
    self.quiescence();
    EXPECT_EQ(self.local<Order>(own)->seen, "mmmww");
  }));
}

void travel(Rank& self, Ledger& ledger, int left) {
  ++ledger.moves;
  if (left == 0) return;
  EXPECT_TRUE(self.move(self.current(), (self.rank() + 1) % self.size()).has_value());
  self.send<travel>(self.current(), left - 1);
}

std::size_t heap_bytes() { return mallinfo2().uordblks; }

// The first trips fill pools and caches: pools keep blocks that came from other PEs, up to a bound.
TEST(MobileObject, LeavesNoMemoryBehindHoweverFarItTravels) {
  engine::testing::World world(engine::testing::uniform_topology(1, 3));
  const auto failure = world.run(as_main_program([](Rank& self) {
    const Pointer own = self.make<Ledger>();
    std::size_t before = 0;
    for (const int trip : {300'000, 100'000}) {
      self.quiescence();
      before = heap_bytes();
      if (self.rank() == 0) self.send<travel>(own, trip);
      self.quiescence();
    }
    const std::size_t after = heap_bytes();
    EXPECT_LT(after, before + 32'768);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

}  // namespace
}  // namespace isthmus::mobile
