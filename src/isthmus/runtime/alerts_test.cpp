#include "isthmus/runtime/alerts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Watcher : public Chare<Watcher, Index1> {
 public:
  void alert(const Alert& alert) { alerts_.push_back(alert); }
  std::vector<Alert> alerts() { return alerts_; }

 private:
  std::vector<Alert> alerts_;
};

Alert cut(std::uint32_t process, std::uint32_t peer) {
  return {.kind = Alert::Kind::connection_cut,
          .process = process,
          .peer = peer,
          .link_class = "between_sites",
          .connections_left = 2,
          .text = "connection 1 is cut"};
}

TEST(Alerts, OfAnyProcessComeToWhoeverWatches) {
  testing::World world(testing::uniform_topology(3, 1, "1ms", "0", 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto watchers = job.create_array<Watcher>(Index1{3}, mapping::block);
    job.watch_alerts(watchers[1].callback<&Watcher::alert>());
    job.watch_alerts(watchers[2].callback<&Watcher::alert>());
    for (const std::uint32_t process : {0, 1, 2}) {
      world.process(ProcessId(process)).alerts().raise(cut(process, (process + 1) % 3));
    }
    for (const int watcher : {1, 2}) {
      std::vector<Alert> alerts;
      while (alerts.size() < 3) alerts = co_await watchers[watcher].call<&Watcher::alerts>();
      std::ranges::sort(alerts, {}, &Alert::process);
      for (std::uint32_t process = 0; process < 3; ++process) {
        EXPECT_EQ(alerts[process].process, process);
        EXPECT_EQ(alerts[process].peer, (process + 1) % 3);
        EXPECT_EQ(alerts[process].kind, Alert::Kind::connection_cut);
        EXPECT_EQ(alerts[process].link_class, "between_sites");
        EXPECT_EQ(alerts[process].connections_left, 2U);
        EXPECT_EQ(alerts[process].text,
                  "process " + std::to_string((process + 1) % 3) + ": connection 1 is cut");
      }
    }
  });
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(world.messages_alive(), 0);
}

TEST(Alerts, AreLoggedWhetherAnybodyWatchesOrNot) {
  testing::World world(testing::uniform_topology(2, 1, "0", "0", 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    world.process(ProcessId(1)).alerts().raise(cut(1, 0));
    world.process(ProcessId(1))
        .alerts()
        .raise({.kind = Alert::Kind::connection_back,
                .process = 1,
                .peer = 0,
                .duration_ns = 2'500'000'000,
                .frames_resent = 7,
                .text = "connection 1 is back"});
    co_await job.quiescence();
  });
  EXPECT_FALSE(failure) << failure->text();
  const std::string log = world.log().text();
  EXPECT_NE(log.find("process 0: connection 1 is cut"), std::string::npos) << log;
  EXPECT_NE(log.find("connection 1 is back after 2.5s, 7 frames sent again"), std::string::npos)
      << log;
}

}  // namespace
}  // namespace isthmus::engine
