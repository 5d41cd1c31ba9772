#include "isthmus/base/verbs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus {
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
            (std::vector<std::string>{"change-chain", "balancer", "border-first"}));
  EXPECT_EQ(names_of(two_sites.process(ProcessId(1)).verbs()),
            std::vector<std::string>{"border-first"});
  testing::World one_site(testing::uniform_topology(1, 2), with_balancer("diffusion"));
  ASSERT_FALSE(one_site.run(nothing));
  EXPECT_EQ(names_of(one_site.process(ProcessId(0)).verbs()),
            std::vector<std::string>{"change-chain"});
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

}  // namespace
}  // namespace isthmus
