// isthmus/testing/parts.hpp: stand-ins for what the world hands to a process.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/log.hpp"
#include "isthmus/network/aggregator.hpp"
#include "isthmus/network/flow_limits.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/runtime/settings.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::testing {

/// Keeps every line. Any thread.
class MemoryLog final : public Log {
 public:
  void write(LogLevel, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
  }
  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  /// All lines, each ended by a newline.
  std::string text() const {
    std::string text;
    for (const std::string& line : lines()) text += line + "\n";
    return text;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Those of a test that says nothing else: small messages are not sent together, so that their
/// frames can be counted.
inline runtime::Settings test_settings(std::uint64_t seed, const network::FlowLimits& limits = {}) {
  runtime::Settings settings;
  settings.seed = seed;
  settings.flow_limits = limits;
  settings.aggregation.mode = network::Aggregation::off;
  return settings;
}

/// The worlds of a job whose processes all live here, joined by connected pairs of local stream
/// sockets, which deliver at once and in order, and by memory, as their chains say. By rank.
/// `clock` outlives them.
std::vector<std::unique_ptr<runtime::RealWorld>> worlds_here(const topology::Topology& topology,
                                                             const Clock& clock);

}  // namespace isthmus::engine::testing
