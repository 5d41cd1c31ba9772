// mesh/ghosts/synthetic_link.hpp: planes whose exchanges cost what a formula says, for tests of
// controllers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/controller.hpp"

namespace isthmus::mesh {

struct SyntheticLink {
  double latency_s = 0;
  double line_s = 0;        ///< of what an event has to send
  double hidden_s = 0;      ///< of an event, behind other work
  double work_s = 0.1;      ///< of an event, without redundant points
  double redundant = 0.01;  ///< more work for each layer
  double packed = 1;        ///< what compression leaves
  double packing_s = 0;     ///< and costs, of an event
  double noise = 0;         ///< most that times are more or less than they should be, as a share
  std::int32_t deepest = 32;

  /// A window of depth g computes g - 1, ... 1, 0 layers: (g - 1) / 2 on average.
  double work(std::int32_t depth) const { return 1 + redundant * (depth - 1) / 2.0; }
  ControllerFacts facts(bool may_pack = false) const {
    ControllerFacts facts;
    for (std::int32_t depth = 1; depth <= deepest; ++depth) facts.work.push_back(work(depth));
    facts.may_pack = may_pack;
    return facts;
  }
  WindowMeasure window(const Exchange& exchange, Random* random = nullptr) const {
    const auto about = [&](double value) {
      return random == nullptr ? value : value * (1 + noise * (2 * random->uniform() - 1));
    };
    const double g = exchange.depth;
    const double busy =
        about(g * (work_s * work(exchange.depth) + (exchange.is_packed ? packing_s : 0)));
    const double line = g * line_s * (exchange.is_packed ? packed : 1);
    const double lost = about(std::max(0.0, latency_s + line - g * hidden_s));
    return {exchange, busy + lost, busy};
  }
  double event_s(const Exchange& exchange) const { return window(exchange).event_s(); }
  /// Of the best fixed exchange, without compression.
  double best_event_s() const {
    double least = event_s({1});
    for (std::int32_t depth = 2; depth <= deepest; ++depth)
      least = std::min(least, event_s({depth}));
    return least;
  }
};

/// A controller at such planes. What it asks for is there one window later, as it has to be agreed
/// upon, and the window of the change is not measured.
struct ControlledRun {
  Controller& controller;
  Random random;
  Exchange exchange = {};
  std::optional<Exchange> agreed = {};
  double total_s = 0;
  std::int64_t events = 0;
  std::vector<Decision> decisions = {};

  void go(const SyntheticLink& link, int windows) {
    for (int i = 0; i < windows; ++i) {
      const WindowMeasure measure = link.window(exchange, &random);
      total_s += measure.duration_s;
      events += exchange.depth;
      const bool is_changing = agreed.has_value();
      if (is_changing) exchange = *std::exchange(agreed, std::nullopt);
      if (is_changing) continue;
      if (auto decision = controller.take(measure)) {
        agreed = decision->exchange;
        decisions.push_back(std::move(*decision));
      }
    }
  }
  double event_s(const SyntheticLink& link) const { return link.event_s(exchange); }
};

}  // namespace isthmus::mesh
