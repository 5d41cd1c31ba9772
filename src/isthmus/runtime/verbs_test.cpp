#include "isthmus/base/verbs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/runtime/live_timeline.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

/// Does nothing, anywhere.
class Idler : public Chare<Idler, Index1> {
 public:
  void serialize(auto&) {}
};

testing::WorldOptions with_balancer(const char* strategy) {
  testing::WorldOptions options;
  options.settings.balancing.strategy = balance::find_strategy(strategy);
  return options;
}

std::vector<std::string> names_of(const Verbs& verbs) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs.all()) names.push_back(verb.name);
  return names;
}

TEST(JobVerbs, AreThoseThatAProcessCanDo) {
  testing::World two_sites(testing::uniform_topology(2, 2, "1ms", "0", 1), with_balancer("greedy"));
  const MainProgram nothing = [](Job&) -> Task<void> { co_return; };
  ASSERT_FALSE(two_sites.run(nothing));
  EXPECT_EQ(names_of(two_sites.process(ProcessId(0)).verbs()),
            (std::vector<std::string>{"change-chain", "device", "balancer", "border-first",
                                      "aggregation"}));
  EXPECT_EQ(names_of(two_sites.process(ProcessId(1)).verbs()),
            (std::vector<std::string>{"border-first", "aggregation"}));
  testing::World one_site(testing::uniform_topology(1, 2), with_balancer("diffusion"));
  ASSERT_FALSE(one_site.run(nothing));
  EXPECT_EQ(names_of(one_site.process(ProcessId(0)).verbs()),
            (std::vector<std::string>{"change-chain", "device"}));
}

TEST(JobVerbs, GiveARunningJobAnotherBalancerFromTheNextStepOn) {
  testing::World world(testing::uniform_topology(2, 2, "1ms"), with_balancer("none"));
  runtime::Process& process = world.process(ProcessId(0));
  const Verbs& verbs = process.verbs();
  const auto failure = world.run([&](Job& job) -> Task<void> {
    job.create_array<Idler>(Index1{8}, mapping::round_robin);
    co_await job.balance();
    EXPECT_EQ(verbs.find("balancer")->value(), "none");
    EXPECT_TRUE(verbs.set("balancer", "rotate"));
    EXPECT_EQ(verbs.find("balancer")->value(), "rotate");
    const auto wrong = verbs.set("balancer", "diffusion");
    EXPECT_FALSE(wrong);
    EXPECT_EQ(wrong.error().where, "balancer");
    EXPECT_FALSE(verbs.set("balancer", "rotate:tolerance=7"));
    co_await job.balance();
  });
  ASSERT_FALSE(failure) << failure->text();
  const auto& steps = process.units().front()->balancer()->central()->steps();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].strategy, "none");
  EXPECT_EQ(steps[0].expected.objects_moved, 0u);
  EXPECT_EQ(steps[1].strategy, "rotate");
  EXPECT_EQ(steps[1].expected.objects_moved, 8u);
}

TEST(JobVerbs, SayWhetherBorderObjectsComeFirstOnAllPesOfTheProcess) {
  testing::WorldOptions options;
  options.settings.border_first = BorderFirst::automatic;
  testing::World world(testing::uniform_topology(2, 2, "1ms"), options);
  runtime::Process& process = world.process(ProcessId(0));
  const auto failure = world.run([&](Job&) -> Task<void> {
    EXPECT_EQ(process.verbs().find("border-first")->value(), "auto");
    EXPECT_TRUE(process.verbs().set("border-first", "yes"));
    const auto wrong = process.verbs().set("border-first", "perhaps");
    EXPECT_FALSE(wrong);
    EXPECT_EQ(wrong.error().text(), "border-first: 'perhaps' (expected yes, no or auto)");
    co_return;
  });
  ASSERT_FALSE(failure) << failure->text();
  ASSERT_EQ(process.units().size(), 4u);
  for (const auto& unit : process.units()) {
    EXPECT_EQ(unit->objects().border_objects()->mode(), BorderFirst::yes);
  }
}

TEST(JobVerbs, ChangeTheDevicesOfLinks) {
  topology::Grid grid = testing::uniform_topology(2, 1).grid();
  grid.link_classes["checked"] = {"checked", {{"checksum"}, {"tcp"}}};
  testing::World world(topology::Topology::from_grid(grid).value());
  runtime::Process& process = world.process(ProcessId(0));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const Verbs& verbs = process.verbs();
    EXPECT_FALSE(verbs.set("change-chain", "between_sites"));
    EXPECT_FALSE(verbs.set("change-chain", "between_sites:nowhere"));
    EXPECT_EQ(verbs.find("change-chain")->value(), "");
    EXPECT_TRUE(verbs.set("change-chain", "between_sites:checked"));
    EXPECT_EQ(verbs.find("change-chain")->value(), "between_sites:checked");
    // Changes wait for each other.
    const ChainChange back = co_await job.change_chain("between_sites", "between_sites");
    EXPECT_EQ(back.refusal, "");
  });
  EXPECT_FALSE(failure) << failure->text();
}

std::string word_of(const ShownRow& row, const std::string& name) {
  const auto found = std::ranges::find(row.words, name, &ShownWord::name);
  return found == row.words.end() ? "" : found->text;
}

std::string chain_of_first(const JobStatus& status) {
  for (const ShownRow& row : status.pes.at(PeId(0)).process_rows) {
    if (row.panel == "links" && word_of(row, "class") == "between_sites") {
      return word_of(row, "chain");
    }
  }
  return "none";
}

TEST(JobVerbs, ChangeAParameterOfADeviceAndTheStatusShowsTheChainAsItIs) {
  topology::Grid grid = testing::uniform_topology(2, 1, "5ms", "0", 1).grid();
  grid.link_classes["checked"] = {"checked", {{"checksum"}, {"tcp"}}};
  testing::World world(topology::Topology::from_grid(grid).value());
  const auto failure = world.run([&](Job& job) -> Task<void> {
    EXPECT_EQ(chain_of_first(co_await job.status()), "crypt | delay jitter=0 latency=5ms | tcp");
    for (const auto& [wrong, why] :
         {std::pair("between_sites", "CLASS:DEVICE.PARAMETER=VALUE"),
          std::pair("nowhere:delay.latency=1ms", "no link class 'nowhere'"),
          std::pair("between_sites:delay.latency", "DEVICE.PARAMETER=VALUE"),
          std::pair("between_sites:compress.level=1", "have no 'compress'"),
          std::pair("between_sites:delay.colour=red", "colour"),
          std::pair("between_sites:delay.latency=soon", "soon")}) {
      const VerbOutcome refused = co_await job.set("device", wrong);
      EXPECT_NE(refused.refusal.find(why), std::string::npos) << wrong << ": " << refused.refusal;
    }
    const auto there_and_back = [&]() -> Task<double> {
      const double begin_s = job.seconds();
      co_await job.status();
      co_return job.seconds() - begin_s;
    };
    EXPECT_LT(co_await there_and_back(), 0.2);
    EXPECT_TRUE((co_await job.set("device", "between_sites:delay.latency=300ms")).is_done());
    // Changes wait for each other, so that this one is the first that is known to be over.
    EXPECT_TRUE((co_await job.change_chain("same_node", "same_node")).is_done());
    EXPECT_EQ(chain_of_first(co_await job.status()), "crypt | delay jitter=0 latency=300ms | tcp");
    EXPECT_GT(co_await there_and_back(), 0.59);
    EXPECT_TRUE((co_await job.change_chain("between_sites", "checked")).is_done());
    EXPECT_EQ(chain_of_first(co_await job.status()), "checksum | tcp");
    EXPECT_TRUE((co_await job.change_chain("between_sites", "between_sites")).is_done());
    EXPECT_EQ(chain_of_first(co_await job.status()), "crypt | delay jitter=0 latency=5ms | tcp");
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(JobVerbs, OfAProgramSetWhatItsUserCouldInAllProcesses) {
  testing::World world(testing::uniform_topology(2, 2, "1ms", "0", 2));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const Steerable<double> weight = job.steerable("weight", 0.5, "How much.", 0.0, 1.0);
    EXPECT_TRUE((co_await job.set("weight", "0.75")).is_done());
    EXPECT_EQ(*weight, 0.75);
    EXPECT_NE((co_await job.set("weight", "2")).refusal.find("from 0 to 1"), std::string::npos);
    EXPECT_NE((co_await job.set("height", "2")).refusal.find("height"), std::string::npos);
    EXPECT_TRUE((co_await job.set("aggregation", "yes")).is_done());
    EXPECT_TRUE((co_await job.set("border-first", "no")).is_done());
    const auto verbs = job.verbs();
    const auto found = std::ranges::find(verbs, "weight", &Verb::name);
    EXPECT_EQ(found->kind, VerbKind::number);
    EXPECT_EQ(found->least, 0.0);
    EXPECT_EQ(found->most, 1.0);
    EXPECT_EQ(std::ranges::find(verbs, "aggregation", &Verb::name)->value(), "yes");
  });
  ASSERT_FALSE(failure) << failure->text();
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    for (const auto& unit : world.process(ProcessId(rank)).units()) {
      EXPECT_EQ(unit->port().aggregation(), network::Aggregation::on);
      EXPECT_EQ(unit->objects().border_objects()->mode(), BorderFirst::no);
    }
  }
}

/// Sends its number to the next one, again and again.
class Talker : public Chare<Talker, Index1> {
 public:
  void start(const ArrayProxy<Talker>& all, int count) {
    for (int i = 0; i < count; ++i) all[1 - index()].send<&Talker::hear>(i, count);
  }
  void hear(int number, int count) {
    wrong_ += number == next_ ? 0 : 1;
    if (++next_ == count) {
      next_ = 0;
      contribute("wrong", wrong_, reduce::sum);
    }
  }

 private:
  int next_ = 0;
  int wrong_ = 0;
};

TEST(JobVerbs, HaveSmallMessagesSentTogetherAndNoMoreWithoutReordering) {
  testing::World world(testing::uniform_topology(1, 2, "0", "0", 2));
  const auto aggregated = [&] {
    return world.unit(PeId(0)).pe().counters().messages_aggregated.value();
  };
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto talkers = job.create_array<Talker>(Index1{2}, mapping::round_robin);
    std::uint64_t before = 0;
    for (const char* mode : {"no", "yes", "no", "auto", "yes", "no"}) {
      EXPECT_TRUE((co_await job.set("aggregation", mode)).is_done());
      talkers.all().send<&Talker::start>(talkers, 500);
      EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
      const std::uint64_t now = aggregated();
      if (std::string(mode) == "yes") {
        EXPECT_GT(now, before);
      }
      if (std::string(mode) == "no") {
        EXPECT_EQ(now, before);
      }
      before = now;
    }
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(JobVerbs, RecordATimelineOfAPartOfTheRun) {
  const std::string file = ::testing::TempDir() + "part-" + std::to_string(getpid()) + ".json";
  testing::World world(testing::uniform_topology(1, 2));
  runtime::Process& process = world.process(ProcessId(0));
  testing::MemoryLog log;
  runtime::LiveTimeline timeline(process, log);
  timeline.add_verbs(process.verbs());
  const auto pause = [] {
    Future<void> then("a while");
    Objects::current().pe().after(1'000'000, [to = then.callback()] { send(to); });
    return then;
  };
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto talkers = job.create_array<Talker>(Index1{2}, mapping::round_robin);
    const auto talk = [&](int count) -> Task<void> {
      talkers.all().send<&Talker::start>(talkers, count);
      co_await job.reduction<int>("wrong");
    };
    co_await talk(50);
    EXPECT_NE((co_await job.set("timeline", "end")).refusal.find("no timeline is recorded"),
              std::string::npos);
    EXPECT_FALSE((co_await job.set("timeline", "/nowhere/at/all")).is_done());
    EXPECT_TRUE((co_await job.set("timeline", file)).is_done());
    EXPECT_FALSE((co_await job.set("timeline", file)).is_done());
    co_await pause();
    co_await talk(7);
    EXPECT_TRUE((co_await job.set("timeline", "end")).is_done());
    co_await pause();
    co_await talk(90);
  });
  EXPECT_FALSE(failure) << failure->text();
  std::ifstream stream(file);
  const auto events = nlohmann::json::parse(stream).at("traceEvents");
  int heard = 0;
  for (const auto& event : events) {
    heard += event.value("ph", "") == "X" && event.value("name", "").ends_with("Talker::hear");
    EXPECT_NE(event.value("ph", ""), "s") << "an arrow of what may be another message";
  }
  EXPECT_EQ(heard, 14);
  std::remove(file.c_str());
}

}  // namespace
}  // namespace isthmus::engine
