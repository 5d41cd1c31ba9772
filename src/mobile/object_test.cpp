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

using testing::expect_fails_everywhere;
using testing::expect_runs_everywhere;

static_assert(std::is_trivially_copyable_v<Pointer>);
static_assert(sizeof(Pointer) == 16);

/// A mobile object that knows what it has heard from whom.
struct Ledger {
  std::vector<std::vector<int>> heard;  // by sender
  int moves = 0;
  std::vector<double> ballast;
};

void note(Node&, Ledger& ledger, int sender, int value) {
  const auto at = static_cast<std::size_t>(sender);
  if (ledger.heard.size() <= at) ledger.heard.resize(at + 1);
  ledger.heard[at].push_back(value);
}

void note_and_move(Node& node, Ledger& ledger, int sender, int value) {
  note(node, ledger, sender, value);
  ++ledger.moves;
  const int to = (node.rank() * 5 + value + 1) % node.size();
  EXPECT_TRUE(node.move(node.current(), to).has_value());
}

struct Findings {
  std::vector<Pointer> pointers;
  int reports = 0;
  std::vector<std::vector<int>> heard;
  int moves = 0;
};

void take_pointers(Node& node, const std::vector<Pointer>& pointers) {
  node.state<Findings>().pointers = pointers;
}
void take_report(Node& node, const std::vector<std::vector<int>>& heard, int moves) {
  Findings& findings = node.state<Findings>();
  ++findings.reports;
  findings.heard = heard;
  findings.moves += moves;
}
void report(Node& node, Ledger& ledger, int to) {
  EXPECT_EQ(ledger.ballast, std::vector<double>(100, 2.5));
  node.rsr<take_report>(to, ledger.heard, ledger.moves);
}

std::vector<int> numbers(int count) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

std::vector<Pointer> share_pointers(Node& node, Findings& findings, int count) {
  node.set_state(&findings);
  if (node.rank() == 0) {
    std::vector<Pointer> pointers;
    for (int i = 0; i < count; ++i) {
      auto ledger = std::make_unique<Ledger>();
      ledger->ballast.assign(100, 2.5);
      pointers.push_back(node.make(std::move(ledger)));
    }
    for (int to = 0; to < node.size(); ++to) node.rsr<take_pointers>(to, pointers);
  }
  node.poll_until([&] { return !findings.pointers.empty(); });
  return findings.pointers;
}

TEST(MobileObject, IsFoundByItsPointerFromEveryPe) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Findings findings;
    const auto pointers = share_pointers(node, findings, 3);
    EXPECT_EQ(std::unordered_set<Pointer>(pointers.begin(), pointers.end()).size(), 3u);
    EXPECT_EQ(node.is_local(pointers[0]), node.rank() == 0);
    for (const Pointer& pointer : pointers) node.send<note>(pointer, node.rank(), 7);
    node.quiescence();
    if (node.rank() != 0) return;
    for (const Pointer& pointer : pointers) {
      const Ledger* ledger = node.local<Ledger>(pointer);
      ASSERT_NE(ledger, nullptr);
      EXPECT_EQ(ledger->heard.size(), static_cast<std::size_t>(node.size()));
      EXPECT_EQ(node.local<int>(pointer), nullptr);
    }
  }));
}

void find_two_notes(Node& node, Ledger& ledger) {
  EXPECT_EQ(ledger.heard, (std::vector<std::vector<int>>{{0, 1}}));
  EXPECT_EQ(node.rank(), (node.sender() + 1) % node.size());
}

TEST(MobileObject, IsThereAtOnceWhenItIsMade) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    const Pointer pointer = node.make<Ledger>();
    ASSERT_NE(node.local<Ledger>(pointer), nullptr);
    EXPECT_TRUE(node.is_local(pointer));
    node.send<note>(pointer, 0, 0);
    const int to = (node.rank() + 1) % node.size();
    EXPECT_TRUE(node.move(pointer, to).has_value());
    node.send<note>(pointer, 0, 1);
    node.quiescence();
    EXPECT_EQ(node.is_local(pointer), to == node.rank());
    node.send<find_two_notes>(pointer);
  }));
}

TEST(MobileObject, IsNoneWhereThePointerNamesNone) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    const Pointer nowhere{PeId(node.size()), 1};
    for (const Pointer& pointer : {Pointer(), nowhere}) {
      EXPECT_THROW(node.send<note>(pointer, 0, 0), UsageError);
      EXPECT_THROW(node.work<note>(pointer, 1.0, 0, 0), UsageError);
      EXPECT_THROW(node.install(pointer, std::make_unique<Ledger>()), UsageError);
    }
  }));
}

// Each message moves the object that it touches, while all PEs send to all.
TEST(MobileObject, HearsEachSenderInOrderHoweverOftenItMoves) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    constexpr int objects = 3;
    constexpr int messages = 12;
    Findings findings;
    const auto pointers = share_pointers(node, findings, objects);
    for (int i = 0; i < messages; ++i) {
      for (const Pointer& pointer : pointers) node.send<note_and_move>(pointer, node.rank(), i);
      if (i % 3 == 0) node.poll();
    }
    node.quiescence();
    for (const Pointer& pointer : pointers) {
      if (node.rank() == 0) node.send<report>(pointer, 0);
    }
    node.quiescence();
    if (node.rank() != 0) return;
    EXPECT_EQ(findings.reports, objects);
    EXPECT_EQ(findings.moves, objects * messages * node.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(messages));
  }));
}

void fetch_away(Node& node, Ledger& ledger, int to);

// The application ships the data itself, as it likes.
void arrive(Node& node, const Pointer& pointer, const std::vector<std::vector<int>>& heard,
            int moves) {
  auto data = std::make_unique<Ledger>();
  data->heard = heard;
  data->moves = moves + 1;
  data->ballast.assign(100, 2.5);
  node.install(pointer, std::move(data));
}

void fetch_away(Node& node, Ledger&, int to) {
  auto data = node.uninstall<Ledger>(node.current());
  ASSERT_TRUE(data.has_value());
  EXPECT_FALSE(node.is_local(node.current()));
  node.rsr<arrive>(to, node.current(), (*data)->heard, (*data)->moves);
}

TEST(MobileObject, MayBeMovedByTheProgramItselfWhileMessagesWait) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Findings findings;
    const auto pointers = share_pointers(node, findings, 2);
    for (int i = 0; i < 20; ++i) {
      for (const Pointer& pointer : pointers) {
        node.send<note>(pointer, node.rank(), i);
        if (i % 4 == 1) node.send<fetch_away>(pointer, (node.rank() + i) % node.size());
      }
      if (i % 5 == 0) node.poll();
    }
    node.quiescence();
    if (node.rank() == 0) node.send<report>(pointers[1], 0);
    node.quiescence();
    if (node.rank() != 0) return;
    EXPECT_EQ(findings.reports, 1);
    EXPECT_EQ(findings.moves, 5 * node.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(20));
  }));
}

// The object moves to the very PE where its data will be installed, but ahead of it.
void move_and_uninstall(Node& node, Ledger&, int to) {
  EXPECT_TRUE(node.move(node.current(), to).has_value());
  auto data = node.uninstall<Ledger>(node.current());
  ASSERT_TRUE(data.has_value());
  node.rsr<arrive>(to, node.current(), (*data)->heard, (*data)->moves);
}

TEST(MobileObject, MayComeToItsDataByAnEarlierMove) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Findings findings;
    const auto pointers = share_pointers(node, findings, 1);
    for (int i = 0; i < 10; ++i) {
      node.send<note>(pointers[0], node.rank(), i);
      node.send<move_and_uninstall>(pointers[0], (node.rank() + i) % node.size());
    }
    node.quiescence();
    if (node.rank() == 0) node.send<report>(pointers[0], 0);
    node.quiescence();
    if (node.rank() != 0) return;
    EXPECT_EQ(findings.moves, 10 * node.size());
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(10));
  }));
}

TEST(MobileObject, RefusesWhatOnlyItsPeMayDo) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    const Pointer own = node.make<Ledger>();
    EXPECT_FALSE(node.move(Pointer{PeId(0), 999}, 0).has_value());
    EXPECT_FALSE(node.move(own, node.size()).has_value());
    EXPECT_FALSE(node.uninstall<int>(own).has_value());
    ASSERT_TRUE(node.uninstall<Ledger>(own).has_value());
    const auto again = node.uninstall<Ledger>(own);
    ASSERT_FALSE(again.has_value());
    EXPECT_NE(again.error().text().find("is not here, to be uninstalled"), std::string::npos);
    node.install(own, std::make_unique<Ledger>());
    node.quiescence();
    EXPECT_TRUE(node.is_local(own));
    EXPECT_TRUE(node.destroy(own).has_value());
    node.quiescence();
    EXPECT_FALSE(node.is_local(own));
  }));
}

void meet_int(Node&, int&) {}

TEST(MobileObject, EndsTheJobWhenAHandlerIsForAnotherType) {
  expect_fails_everywhere(as_main_program([](Node& node) {
                            const Pointer own = node.make<Ledger>();
                            node.send<meet_int>(own);
                            node.quiescence();
                          }),
                          ErrorCode::program, "was sent to");
}

struct Bound {
  explicit Bound(int&) {}
};

TEST(MobileObject, SaysWhenItsDataCannotLeaveTheProcess) {
  testing::World world(testing::uniform_topology(2, 1, "0", "0", 1));
  const auto failure = world.run(as_main_program([](Node& node) {
    int own = 0;
    const Pointer pointer = node.make<Bound>(own);
    const auto moved = node.move(pointer, 1 - node.rank());
    ASSERT_FALSE(moved.has_value());
    EXPECT_NE(moved.error().text().find("of another process"), std::string::npos);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

void labour(Node& node, Ledger& ledger, int sender, int value) {
  note(node, ledger, sender, value);
  if (value % 3 == 0) {
    EXPECT_TRUE(node.move(node.current(), (node.rank() + 1 + value) % node.size()).has_value());
  }
}

TEST(MobileObject, TakesItsWorkAlongInOrder) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Findings findings;
    const auto pointers = share_pointers(node, findings, 2);
    for (int i = 0; i < 12; ++i) {
      for (const Pointer& pointer : pointers) node.work<labour>(pointer, 1.0, node.rank(), i);
    }
    node.quiescence();
    if (node.rank() == 0) node.send<report>(pointers[0], 0);
    node.quiescence();
    if (node.rank() != 0) return;
    EXPECT_EQ(findings.heard.size(), static_cast<std::size_t>(node.size()));
    for (const auto& heard : findings.heard) EXPECT_EQ(heard, numbers(12));
  }));
}

// Works wait until all messages have come: three are there when the object leaves.
TEST(MobileObject, IsCountedTheMessagesItIsSentAndWhatFollowsItToAnotherProcess) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    const Pointer own = node.make<Ledger>();
    for (int i = 0; i < 2; ++i) node.send<note>(own, node.rank(), i);
    for (int i = 2; i < 5; ++i) node.work<note>(own, 1.0, node.rank(), i);
    node.send<note_and_move>(own, node.rank(), 0);
    EXPECT_EQ(node.object_messages(), 6u);
    node.quiescence();
    const PeId to((node.rank() * 5 + 1) % node.size());
    const bool left =
        node.topology().process_of(to) != node.topology().process_of(PeId(node.rank()));
    EXPECT_EQ(node.object_messages(), left ? 9u : 6u);
  }));
}

struct Order {
  std::string seen;
};
void slow(Node&, Order& order) { order.seen += 'w'; }
void quick(Node&, Order& order) { order.seen += 'm'; }

TEST(MobileObject, WorksWhenThePeHasNothingElseToDo) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    const Pointer own = node.make<Order>();
    node.work<slow>(own, 1.0);
    node.work<slow>(own, 1.0);
    for (int i = 0; i < 3; ++i) node.send<quick>(own);
    node.quiescence();
    EXPECT_EQ(node.local<Order>(own)->seen, "mmmww");
  }));
}

void travel(Node& node, Ledger& ledger, int left) {
  ++ledger.moves;
  if (left == 0) return;
  EXPECT_TRUE(node.move(node.current(), (node.rank() + 1) % node.size()).has_value());
  node.send<travel>(node.current(), left - 1);
}

std::size_t heap_bytes() { return mallinfo2().uordblks; }

// The first trips fill pools and caches: pools keep blocks that came from other PEs, up to a bound.
TEST(MobileObject, LeavesNoMemoryBehindHoweverFarItTravels) {
  testing::World world(testing::uniform_topology(1, 3));
  const auto failure = world.run(as_main_program([](Node& node) {
    const Pointer own = node.make<Ledger>();
    std::size_t before = 0;
    for (const int trip : {300'000, 100'000}) {
      node.quiescence();
      before = heap_bytes();
      if (node.rank() == 0) node.send<travel>(own, trip);
      node.quiescence();
    }
    const std::size_t after = heap_bytes();
    EXPECT_LT(after, before + 32'768);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

}  // namespace
}  // namespace isthmus::mobile
