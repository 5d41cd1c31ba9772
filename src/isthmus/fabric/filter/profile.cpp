#include "isthmus/fabric/filter/profile.hpp"

#include <algorithm>
#include <bit>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {

namespace {

template <class IdType>
std::string json_of(IdType id) {
  return id ? std::to_string(id.value) : "null";
}

std::string json_of(const TrafficTotals& totals) {
  std::string sizes;
  for (std::size_t i = 0; i < totals.sizes.size(); ++i) {
    if (totals.sizes[i] == 0) continue;
    if (!sizes.empty()) sizes += ',';
    sizes += "{\"from_bytes\":" + std::to_string(std::uint64_t{1} << i) +
             ",\"messages\":" + std::to_string(totals.sizes[i]) + '}';
  }
  return "{\"messages\":" + std::to_string(totals.messages) +
         ",\"bytes\":" + std::to_string(totals.bytes) + ",\"sizes\":[" + sizes + "]}";
}

std::string json_of(const Traffic& traffic) {
  return "\"sent\":" + json_of(traffic.sent) + ",\"received\":" + json_of(traffic.received);
}

template <class Map>
Traffic found_in(const Map& map, const typename Map::key_type& key) {
  const auto at = map.find(key);
  return at == map.end() ? Traffic{} : at->second;
}

}  // namespace

void TrafficTotals::add(std::size_t message_bytes) {
  ++messages;
  bytes += message_bytes;
  const auto width = static_cast<std::size_t>(std::bit_width(message_bytes | 1));
  ++sizes[std::min(width, size_class_count) - 1];
}

ProfileFilter::ProfileFilter(std::unique_ptr<Device> below, SitePairOf site_pair_of)
    : Filter(std::move(below)), site_pair_of_(std::move(site_pair_of)) {}

SendStatus ProfileFilter::try_send(Frame& frame, TimeNs now_ns) {
  const ProcessId peer = frame.peer;
  const SitePair pair = pair_of(*frame.message);
  const std::size_t bytes = wire_bytes(*frame.message);
  const SendStatus status = below().try_send(frame, now_ns);
  if (status == SendStatus::sent) count(&Traffic::sent, peer, pair, bytes);
  return status;
}

void ProfileFilter::deliver(Frame frame) {
  count(&Traffic::received, frame.peer, pair_of(*frame.message),
        wire_bytes(*frame.message) + frame.landed_bytes);
  above().deliver(std::move(frame));
}

SitePair ProfileFilter::pair_of(const Message& message) const {
  return site_pair_of_ ? site_pair_of_(message) : SitePair{};
}

void ProfileFilter::count(TrafficTotals Traffic::* direction, ProcessId peer, SitePair pair,
                          std::size_t bytes) {
  (by_peer_[peer].*direction).add(bytes);
  (by_pair_[pair].*direction).add(bytes);
}

Traffic ProfileFilter::with_peer(ProcessId peer) const { return found_in(by_peer_, peer); }

Traffic ProfileFilter::between(SitePair pair) const { return found_in(by_pair_, pair); }

void ProfileFilter::report(std::vector<DeviceReport>& to) const {
  to.push_back({profile_info.name, to_json()});
  Filter::report(to);
}

std::string ProfileFilter::to_json() const {
  std::string peers;
  for (const auto& [peer, traffic] : by_peer_) {
    if (!peers.empty()) peers += ',';
    peers += "{\"process\":" + json_of(peer) + ',' + json_of(traffic) + '}';
  }
  std::string pairs;
  for (const auto& [pair, traffic] : by_pair_) {
    if (!pairs.empty()) pairs += ',';
    pairs += "{\"source\":" + json_of(pair.source) +
             ",\"destination\":" + json_of(pair.destination) + ',' + json_of(traffic) + '}';
  }
  return "{\"peers\":[" + peers + "],\"site_pairs\":[" + pairs + "]}";
}

}  // namespace isthmus::engine::fabric
