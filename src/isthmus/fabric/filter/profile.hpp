// isthmus/fabric/filter/profile.hpp: who sends how much to whom, in frames of which size.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/fabric/filter/filter.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/fabric/site_pair.hpp"

namespace isthmus::engine::fabric {

inline constexpr DeviceInfo profile_info = {
    "profile", DeviceRole::filter,
    "Counts messages, bytes and sizes for each peer process and each pair of sites."};

/// Messages of one direction between two ends. Sizes are bytes as on the wire, header included.
struct TrafficTotals {
  static constexpr std::size_t size_class_count = 40;

  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  /// Messages of at least 2^i and less than 2^(i+1) bytes; the last class takes all above.
  std::array<std::uint64_t, size_class_count> sizes{};

  void add(std::size_t message_bytes);
};

/// Going down the chain (sent) and coming up (received).
struct Traffic {
  TrafficTotals sent;
  TrafficTotals received;
};

/// Counts what passes through, and changes nothing; its link's report has the counts (Koenig 2003,
/// table 4.3: profiledev).
class ProfileFilter final : public Filter {
 public:
  ProfileFilter(std::unique_ptr<Device> below, SitePairOf site_pair_of);

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  /// As to_json has it.
  void report(std::vector<DeviceReport>& to) const override;

  /// All zero for a peer or pair never seen.
  Traffic with_peer(ProcessId peer) const;
  Traffic between(SitePair pair) const;
  /// {"peers":[{"process":1,"sent":{...},"received":{...}}],"site_pairs":[{"source":0,...}]}, where
  /// {...} is {"messages":2,"bytes":192,"sizes":[{"from_bytes":64,"messages":2}]}.
  std::string to_json() const;

 protected:
  void deliver(Frame frame) override;

 private:
  void count(TrafficTotals Traffic::* direction, ProcessId peer, SitePair pair, std::size_t bytes);
  SitePair pair_of(const Message& message) const;

  const SitePairOf site_pair_of_;
  std::map<ProcessId, Traffic> by_peer_;
  std::map<SitePair, Traffic> by_pair_;
};

}  // namespace isthmus::engine::fabric
