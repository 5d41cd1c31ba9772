// What a peer gets that lies about a step of the load balancer: the job ends, and says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/outcome.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::balance {
namespace {

using ::testing::HasSubstr;

constexpr const char* report = "Balancer::receive_report";
constexpr const char* outcome = "Balancer::receive_outcome";

/// Three PEs in a row, each the parent of the next; no step is under way.
std::string provoke(const char* strategy, const char* handler, PeId from, PeId to, int times = 1) {
  testing::WorldOptions options;
  options.settings.branching = 1;
  options.settings.balancing.strategy = find_strategy(strategy);
  testing::World world(testing::uniform_topology(1, 3), options);
  testing::MalformedPeer malformed_peer(world);
  world.start([](Job& job) -> Task<void> { co_await job.reduction("never"); });
  world.settle();
  std::optional<Error> failure;
  for (int i = 0; i < times && !failure; ++i) {
    MessagePtr message =
        std::string_view(handler) == report
            ? detail::make_value<std::vector<PeMeasurements>>(
                  malformed_peer.pool(), std::vector{PeMeasurements{.pe = PeId(2)}})
            : detail::make_value<Outcome>(malformed_peer.pool(), Outcome{.speed = 1});
    failure = malformed_peer.provoke(std::move(message), handler, from, to);
  }
  return failure ? failure->text() : "nothing";
}

constexpr const char* refusal = "a report on a step of the load balancer came from PE";

TEST(MalformedPeers, CannotReportOnAStepThatHasNotBegun) {
  EXPECT_THAT(provoke("greedy", report, PeId(1), PeId(0)), HasSubstr(refusal));
  EXPECT_THAT(provoke("diffusion", outcome, PeId(1), PeId(0)), HasSubstr(refusal));
}

TEST(MalformedPeers, CannotReportTwiceOrForOthers) {
  EXPECT_EQ(provoke("greedy", report, PeId(2), PeId(1)), "nothing");
  EXPECT_THAT(provoke("greedy", report, PeId(2), PeId(1), 2), HasSubstr(refusal));
  EXPECT_THAT(provoke("greedy", report, PeId(0), PeId(1)), HasSubstr(refusal));
}

TEST(MalformedPeers, CannotReportAsOtherStrategiesDo) {
  EXPECT_THAT(provoke("greedy", outcome, PeId(2), PeId(1)), HasSubstr(refusal));
  EXPECT_THAT(provoke("work_stealing", report, PeId(2), PeId(1)), HasSubstr(refusal));
}

}  // namespace
}  // namespace isthmus::engine::balance
