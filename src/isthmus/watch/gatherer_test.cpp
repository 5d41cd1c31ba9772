#include "isthmus/watch/gatherer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/object/future.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::watch {
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
}  // namespace isthmus::watch
