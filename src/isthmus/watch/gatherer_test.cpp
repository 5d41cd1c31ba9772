#include "isthmus/watch/gatherer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/charge.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::watch {
namespace {

constexpr TimeNs ms = 1'000'000;
constexpr TimeNs second = 1000 * ms;

Future<void> later(TimeNs delay_ns) {
  Future<void> then("a while");
  after(delay_ns, [target = then.callback()] { send(target); });
  return then;
}

/// Two sites of two PEs each, in processes of one PE or of a whole site.
class WatchedWorld {
 public:
  explicit WatchedWorld(const char* latency = "1ms", int processes_per_site = 2)
      : world_(testing::uniform_topology(2, 2, latency, "0", processes_per_site)) {}

  void run(MainProgram program) {
    const auto failure = world_.run(std::move(program));
    EXPECT_FALSE(failure) << failure->text();
    EXPECT_EQ(world_.messages_alive(), 0);
  }
  void ask() {
    gatherer().ask([this](const JobStatus& status) {
      statuses.push_back(status);
      answered_ns.push_back(world_.now_ns());
    });
  }
  Gatherer& gatherer() { return world_.process(ProcessId(0)).gatherer(); }
  testing::World& world() { return world_; }

  std::vector<JobStatus> statuses;
  std::vector<TimeNs> answered_ns;

 private:
  testing::World world_;
};

int rows_of(const std::vector<ShownRow>& rows, const std::string& panel) {
  return static_cast<int>(
      std::ranges::count_if(rows, [&](const ShownRow& row) { return row.panel == panel; }));
}

double figure(const std::vector<ShownRow>& rows, const std::string& panel,
              const std::string& name) {
  for (const ShownRow& row : rows) {
    if (row.panel != panel) continue;
    for (const ShownFigure& each : row.figures) {
      if (each.name == name) return each.value;
    }
  }
  ADD_FAILURE() << "no " << name << " in " << panel;
  return 0;
}

TEST(Gatherers, TellOfEachPeOnceAndOfEachProcessOnce) {
  for (const int processes_per_site : {1, 2}) {
    WatchedWorld watched("1ms", processes_per_site);
    watched.run([&](Job& job) -> Task<void> {
      job.phase("setting up");
      watched.ask();
      co_await later(50 * ms);
    });
    ASSERT_EQ(watched.statuses.size(), 1u);
    const JobStatus& status = watched.statuses.front();
    EXPECT_TRUE(status.silent_ns.empty());
    ASSERT_EQ(status.pes.size(), 4u);
    int processes = 0;
    for (const auto& [pe, of_pe] : status.pes) {
      EXPECT_EQ(rows_of(of_pe.rows, "pes"), 1) << pe.value;
      EXPECT_EQ(rows_of(of_pe.rows, "program"), pe.value == 0 ? 1 : 0);
      processes += rows_of(of_pe.process_rows, "processes");
    }
    EXPECT_EQ(processes, 2 * processes_per_site);
    // As long as the way there and back.
    EXPECT_LT(watched.answered_ns.front(), 3 * ms);
  }
}

TEST(Gatherers, TellOfALinkWhetherItJoinsSites) {
  std::vector<JobStatus> statuses;
  const auto outcome = testing::run_in_virtual_time(
      testing::uniform_topology(2, 2, "1ms", "0", 1),
      [&](Job& job) -> Task<void> { statuses.push_back(co_await job.status()); });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  std::set<std::pair<std::string, std::string>> told;
  for (const auto& [pe, of_pe] : statuses.at(0).pes) {
    for (const ShownRow& row : of_pe.process_rows) {
      if (row.panel == "links") told.emplace(row.words[0].text, row.words[1].text);
    }
  }
  const std::set<std::pair<std::string, std::string>> expected = {{"between_sites", "sites"},
                                                                  {"same_process", "processes"}};
  EXPECT_EQ(told, expected);
}

TEST(Gatherers, NameWhoHasNotAnsweredInTimeAndAskThemAgainWhenTheyHave) {
  WatchedWorld watched("3s");
  watched.run([&](Job&) -> Task<void> {
    watched.ask();
    co_await later(2 * second);
    watched.ask();
    co_await later(20 * second);
    watched.ask();
    co_await later(2 * second);
  });
  ASSERT_EQ(watched.statuses.size(), 3u);
  EXPECT_LT(watched.answered_ns[0], 1100 * ms);
  for (const JobStatus& status : watched.statuses) {
    EXPECT_EQ(status.pes.size(), 2u);
    ASSERT_EQ(status.silent_ns.size(), 2u);
    EXPECT_TRUE(status.silent_ns.contains(PeId(2)));
    EXPECT_TRUE(status.silent_ns.contains(PeId(3)));
  }
  // Still the first question, and then one of its own.
  EXPECT_GE(watched.statuses[1].silent_ns.at(PeId(2)), 3 * second);
  EXPECT_LT(watched.statuses[2].silent_ns.at(PeId(2)), 2 * second);
}

TEST(Gatherers, CrossTheWideAreaTwiceASiteForALookAndNotAtAllWhileNobodyLooks) {
  for (const int sites : {2, 3}) {
    for (const bool has_gateways : {false, true}) {
      topology::Topology topology = testing::uniform_topology(sites, 32, "1ms", "0", 8);
      if (has_gateways) topology = testing::with_gateways(topology);
      testing::World world(std::move(topology));
      std::vector<JobStatus> statuses;
      std::vector<std::uint64_t> frames;
      const auto look = [&] {
        world.process(ProcessId(0)).gatherer().ask([&](const JobStatus& status) {
          statuses.push_back(status);
          frames.push_back(world.frames_sent("between_sites"));
        });
      };
      const auto failure = world.run([&](Job&) -> Task<void> {
        co_await later(5 * second);
        EXPECT_EQ(world.frames_sent("between_sites"), 0u);
        look();
        co_await later(second);
        look();
        co_await later(5 * second);
        frames.push_back(world.frames_sent("between_sites"));
      });
      EXPECT_FALSE(failure) << failure->text();
      const std::uint64_t a_look = 2 * (static_cast<std::uint64_t>(sites) - 1);
      ASSERT_EQ(frames.size(), 3u);
      EXPECT_EQ(frames[0], a_look);
      EXPECT_EQ(frames[1], 2 * a_look);
      EXPECT_EQ(frames[2], 2 * a_look);
      for (const JobStatus& status : statuses) {
        EXPECT_EQ(status.pes.size(), 32u * static_cast<std::size_t>(sites));
        EXPECT_TRUE(status.silent_ns.empty());
      }
    }
  }
}

/// Of several nodes a site, so that all that the tree has is there.
topology::Topology two_sites_of_nodes() {
  topology::Grid grid = topology::uniform_grid(2, 4, 2);
  for (topology::Site& site : grid.sites) {
    for (int node = 1; node < 3; ++node) {
      topology::Node another = site.nodes.front();
      another.name += "-" + std::to_string(node);
      site.nodes.push_back(std::move(another));
    }
  }
  return topology::Topology::from_grid(grid).value();
}

TEST(Gatherers, AskOnePeOfEachNodeAndOneOfEachProcessWhichAskTheOthers) {
  testing::World world(two_sites_of_nodes());
  std::vector<JobStatus> statuses;
  const std::vector<std::string> classes = {"between_sites", "same_site", "same_node"};
  std::vector<std::uint64_t> frames;
  const auto failure = world.run([&](Job&) -> Task<void> {
    co_await later(second);
    for (const std::string& name : classes) frames.push_back(world.frames_sent(name));
    world.process(ProcessId(0)).gatherer().ask([&](const JobStatus& status) {
      statuses.push_back(status);
    });
    co_await later(second);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      frames[i] = world.frames_sent(classes[i]) - frames[i];
    }
  });
  EXPECT_FALSE(failure) << failure->text();
  ASSERT_EQ(statuses.size(), 1u);
  EXPECT_EQ(statuses.front().pes.size(), 24u);
  // Down and up: the other site, two more nodes of each site, one more process of each node.
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{2, 2 * 2 * 2, 2 * 6}));
}

/// Is busy for long.
class Sleeper : public Chare<Sleeper, Index1> {
 public:
  void serialize(auto&) {}
  void sleep(TimeNs duration_ns) { charge(duration_ns); }
};

TEST(Gatherers, AskAnotherOneOfThePlaceWhileTheFirstIsBusy) {
  std::vector<JobStatus> statuses;
  const auto outcome = testing::run_in_virtual_time(
      testing::uniform_topology(2, 4, "1ms", "0", 2), [&](Job& job) -> Task<void> {
        const auto sleepers = job.create_array<Sleeper>(Index1{8}, mapping::round_robin);
        // The one whom the site is asked by.
        sleepers[4].send<&Sleeper::sleep>(5 * second);
        co_await later(100 * ms);
        for (int i = 0; i < 3; ++i) statuses.push_back(co_await job.status());
        co_await later(6 * second);
        statuses.push_back(co_await job.status());
      });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  ASSERT_EQ(statuses.size(), 4u);
  EXPECT_EQ(statuses[0].silent_ns.size(), 4u);
  for (const std::size_t i : {1, 2}) {
    ASSERT_EQ(statuses[i].silent_ns.size(), 1u) << i;
    EXPECT_EQ(statuses[i].silent_ns.begin()->first, PeId(4));
    EXPECT_EQ(statuses[i].pes.size(), 7u);
  }
  // Since it was asked first.
  EXPECT_GT(statuses[2].silent_ns.at(PeId(4)), 3 * second / 2);
  EXPECT_TRUE(statuses[3].silent_ns.empty());
  EXPECT_EQ(statuses[3].pes.size(), 8u);
}

TEST(Gatherers, TellOfASiteFarAwayInWhichOneIsBusy) {
  std::vector<JobStatus> statuses;
  // There and back takes longer than what a site's answers are waited for beyond those.
  testing::VirtualTimeOptions options;
  const auto outcome = testing::run_in_virtual_time(
      testing::uniform_topology(2, 4, "200ms", "0", 2),
      [&](Job& job) -> Task<void> {
        const auto sleepers = job.create_array<Sleeper>(Index1{8}, mapping::round_robin);
        sleepers[7].send<&Sleeper::sleep>(20 * second);
        co_await later(second);
        for (int i = 0; i < 5; ++i) {
          statuses.push_back(co_await job.status());
          co_await later(second);
        }
      },
      options);
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  ASSERT_EQ(statuses.size(), 5u);
  for (std::size_t i = 2; i < 5; ++i) {
    EXPECT_EQ(statuses[i].pes.size(), 7u) << i;
    EXPECT_TRUE(statuses[i].silent_ns.contains(PeId(7))) << i;
  }
}

TEST(Gatherers, AnswerWhoHasAskedAndWhoAsksAsTheJobEnds) {
  for (const int processes_per_site : {1, 2}) {
    WatchedWorld watched("1ms", processes_per_site);
    watched.run([&](Job& job) -> Task<void> {
      watched.ask();
      co_await later(10 * ms);
      job.phase("the end");
    });
    watched.ask();
    ASSERT_EQ(watched.statuses.size(), 1u);
    watched.gatherer().conclude();
    ASSERT_EQ(watched.statuses.size(), 2u);
    watched.ask();
    ASSERT_EQ(watched.statuses.size(), 3u);
    for (const std::size_t i : {1, 2}) {
      const JobStatus& status = watched.statuses[i];
      EXPECT_TRUE(status.silent_ns.empty());
      // Those here as they are, those elsewhere as they were.
      ASSERT_EQ(status.pes.size(), 4u);
      EXPECT_EQ(rows_of(status.pes.at(PeId(0)).rows, "program"), 1);
      EXPECT_GE(status.pes.at(PeId(0)).at_ns, 10 * ms);
      EXPECT_LT(status.pes.at(PeId(3)).at_ns, 5 * ms);
      int processes = 0;
      for (const auto& [pe, of_pe] : status.pes) {
        EXPECT_EQ(rows_of(of_pe.rows, "pes"), 1) << pe.value;
        processes += rows_of(of_pe.process_rows, "processes");
      }
      EXPECT_EQ(processes, 2 * processes_per_site);
    }
  }
}

TEST(Gatherers, AskNoMoreOftenThanTheLeastInterval) {
  WatchedWorld watched;
  watched.run([&](Job&) -> Task<void> {
    for (int i = 0; i < 1000; ++i) watched.ask();
    co_await later(20 * ms);
    EXPECT_EQ(watched.statuses.size(), 1u);  // nobody had asked before the first one
    watched.ask();
    co_await later(80 * ms + 20 * ms);
    EXPECT_EQ(watched.statuses.size(), 1001u);
    co_await later(Gatherer::least_interval_ns);
  });
  ASSERT_EQ(watched.statuses.size(), 1001u);
  EXPECT_GE(watched.answered_ns[1], Gatherer::least_interval_ns);
  EXPECT_EQ(watched.answered_ns[1], watched.answered_ns[1000]);
}

TEST(Gatherers, HaveAnAccountOfTimeKeptWhileSomebodyLooks) {
  WatchedWorld watched("8ms", 1);
  const auto keeps = [&] { return watched.world().unit(PeId(2)).pe().account() != nullptr; };
  watched.run([&](Job&) -> Task<void> {
    EXPECT_FALSE(keeps());
    watched.ask();
    co_await later(100 * ms);
    EXPECT_TRUE(keeps());
    co_await later(9 * second);
    watched.ask();
    co_await later(9 * second);
    EXPECT_TRUE(keeps());
    co_await later(2 * second);
    EXPECT_FALSE(keeps());
    watched.ask();
    co_await later(100 * ms);
    EXPECT_TRUE(keeps());
  });
  ASSERT_EQ(watched.statuses.size(), 3u);
  const auto wall_s = [&](std::size_t i) {
    return figure(watched.statuses[i].pes.at(PeId(2)).rows, "pes", "wall_s");
  };
  EXPECT_EQ(wall_s(0), 0);
  EXPECT_NEAR(wall_s(1), 9.1, 0.1);
  EXPECT_EQ(wall_s(2), 0);
}

TEST(Gatherers, SayWhoWaitsForWhat) {
  WatchedWorld watched;
  watched.run([&](Job&) -> Task<void> {
    watched.ask();
    co_await later(50 * ms);
  });
  const std::vector<ShownRow>& rows = watched.statuses.front().pes.at(PeId(0)).rows;
  ASSERT_EQ(rows_of(rows, "waits"), 1);
  const auto wait = std::ranges::find(rows, "waits", &ShownRow::panel);
  ASSERT_EQ(wait->words.size(), 2u);
  EXPECT_EQ(wait->words[0].text, "the main program");
  EXPECT_EQ(wait->words[1].text, "a while");
}

const ShownRow* find_job_row(const JobStatus& status, const std::string& panel,
                             const std::string& word) {
  for (const ShownRow& row : status.job_rows) {
    if (row.panel != panel) continue;
    for (const ShownWord& each : row.words) {
      if (each.text.find(word) != std::string::npos) return &row;
    }
  }
  return nullptr;
}

class Worker : public Chare<Worker, Index1> {
 public:
  void serialize(auto&) {}
  void step(int) { contribute("done"); }
  void go(PeId to) { migrate_to(to); }
  std::string waits_for() const { return index() == 3 ? "a letter" : ""; }
};

TEST(Gatherers, TellOfArraysTheirObjectsAndTheirEntryMethods) {
  WatchedWorld watched("1ms", 2);
  watched.run([&](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{8}, mapping::round_robin);
    watched.ask();
    co_await later(200 * ms);
    for (int i = 0; i < 5; ++i) {
      workers.all().send<&Worker::step>(i);
      co_await job.reduction("done");
    }
    workers[0].send<&Worker::go>(PeId(3));
    co_await job.quiescence();
    watched.ask();
    co_await later(200 * ms);
  });
  ASSERT_EQ(watched.statuses.size(), 2u);
  const JobStatus& status = watched.statuses.back();
  EXPECT_EQ(status.pe_count, 4u);
  const ShownRow* const array = find_job_row(status, "arrays", "Worker #");
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(figure({*array}, "arrays", "objects"), 8);
  EXPECT_EQ(figure({*array}, "arrays", "least"), 1);
  EXPECT_EQ(figure({*array}, "arrays", "most"), 3);
  EXPECT_EQ(figure({*array}, "arrays", "moved"), 1);
  EXPECT_EQ(figure({*array}, "arrays", "object_bytes"), 8.0 * sizeof(Worker));
  const ShownRow* const step = find_job_row(status, "entries", "Worker::step");
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(figure({*step}, "entries", "calls"), 40);
  EXPECT_EQ(figure({*step}, "entries", "pes"), 4);
  EXPECT_GT(figure({*step}, "entries", "waited_other_sites_s"), 0);
  EXPECT_EQ(figure({*find_job_row(status, "entries", "Worker::go")}, "entries", "calls"), 1);
}

TEST(Gatherers, TellAtLengthWhoWaitsWhereThatIsAsked) {
  WatchedWorld watched;
  watched.run([&](Job& job) -> Task<void> {
    job.create_array<Worker>(Index1{8}, mapping::round_robin);
    co_await later(10 * ms);
    watched.gatherer().ask([&](const JobStatus& status) { watched.statuses.push_back(status); },
                           Topic::waits);
    co_await later(200 * ms);
  });
  ASSERT_EQ(watched.statuses.size(), 1u);
  std::string all;
  for (const auto& [pe, of_pe] : watched.statuses.front().pes) {
    for (const ShownRow& row : of_pe.rows) {
      EXPECT_EQ(row.panel, "waits");
      all += row.words.at(0).text + ": " + row.words.at(1).text + "\n";
    }
  }
  EXPECT_NE(all.find("coroutine: the main program waits for a while since 0.0 s"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("Worker[3] waits for a letter"), std::string::npos) << all;
}

}  // namespace
}  // namespace isthmus::engine::watch
