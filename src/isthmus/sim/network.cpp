#include "isthmus/sim/network.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::sim {

namespace {

constexpr std::uint64_t purpose_jitter = 0x717e4;

}  // namespace

/// Makes the carriers of one process, and knows them.
class Network::Source final : public runtime::CarrierSource {
 public:
  Source(Network& network, ProcessId self) : network_(network), self_(self) {}

  /// All of them, `local` too: in virtual time nothing is nearer than the simulation.
  bool has(std::string_view) const override { return true; }
  Expected<std::unique_ptr<fabric::Carrier>> make(const Request& request) override {
    const bool within_process = request.peers.empty();
    auto carrier =
        std::make_unique<SimCarrier>(network_, self_, request.link_class, within_process);
    carriers_.push_back(carrier.get());
    return std::unique_ptr<fabric::Carrier>(std::move(carrier));
  }

  SimCarrier* find(const topology::LinkClass& link_class, bool within_process) const {
    for (SimCarrier* carrier : carriers_) {
      if (&carrier->link_class_ == &link_class && carrier->within_process_ == within_process) {
        return carrier;
      }
    }
    return nullptr;
  }
  void forget(const SimCarrier& carrier) { std::erase(carriers_, &carrier); }

 private:
  Network& network_;
  const ProcessId self_;
  std::vector<SimCarrier*> carriers_;
};

std::size_t Network::LinkKeyHash::operator()(const LinkKey& key) const {
  return Random::mix(key.ends ^ Random::mix(reinterpret_cast<std::uintptr_t>(key.link_class)));
}

Network::Network(const topology::Topology& topology, const Costs& costs, std::uint64_t seed,
                 Wake wake)
    : topology_(topology), costs_(costs), seed_(seed), wake_(std::move(wake)) {
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    sources_.push_back(std::make_unique<Source>(*this, ProcessId(rank)));
  }
}

Network::~Network() = default;

runtime::CarrierSource& Network::carriers_of(ProcessId process) { return *sources_[process.value]; }

LinkModel& Network::link_between(const topology::LinkClass& link_class, ProcessId from,
                                 ProcessId to) {
  const topology::LinkKind kind = topology_.link_kind(from, to);
  std::uint64_t ends = from.value;
  if (kind == topology::LinkKind::between_sites) {
    ends = std::uint64_t{topology_.site_of(from).value} << 32 | topology_.site_of(to).value;
  }
  const LinkKey key{ends, &link_class};
  const auto found = links_.find(key);
  if (found != links_.end()) return found->second;
  const LinkParameters parameters = costs_.link(reach_of(kind), link_class.name);
  const std::uint64_t purpose =
      purpose_jitter ^ Random::mix(ends << 3 | static_cast<std::uint64_t>(kind));
  return links_.emplace(key, LinkModel(parameters, Random::for_purpose(seed_, purpose)))
      .first->second;
}

bool Network::transmit(SimCarrier& from, fabric::Frame& frame, TimeNs now_ns) {
  SimCarrier* receiver = &from;
  const topology::LinkClass* link_class = &from.link_class_;
  if (!from.within_process_) {
    // The receiver's chain is of the class of the way to it (runtime::Network::connect).
    link_class = &topology_.link_class(topology_.pes_of(from.self_).first,
                                       topology_.pes_of(frame.peer).first);
    receiver = sources_[frame.peer.value]->find(*link_class, false);
  }
  if (receiver == nullptr || receiver->is_closed_) return false;
  const Message& message = *frame.message;
  const TimeNs arrival_ns =
      link_between(*link_class, from.self_, frame.peer).arrival_ns(now_ns, wire_bytes(message));
  const PeId to = message.destination;
  ++frames_sent_;
  receiver->add(arrival_ns, {std::move(frame.message), from.self_});
  wake_(to, arrival_ns);
  return true;
}

SimCarrier::~SimCarrier() { network_.sources_[self_.value]->forget(*this); }

fabric::SendStatus SimCarrier::try_send(fabric::Frame& frame, TimeNs now_ns) {
  if (is_closed_ || !network_.transmit(*this, frame, now_ns)) {
    return fabric::SendStatus::unreachable;
  }
  return fabric::SendStatus::sent;
}

void SimCarrier::add(TimeNs arrival_ns, fabric::Frame frame) {
  ++network_.frames_alive_;
  arriving_.push_back({arrival_ns, ++number_, std::move(frame)});
  std::push_heap(arriving_.begin(), arriving_.end());
}

int SimCarrier::progress(TimeNs now_ns, int budget) {
  int delivered = 0;
  while (delivered < budget && !arriving_.empty() && arriving_.front().time_ns <= now_ns) {
    std::pop_heap(arriving_.begin(), arriving_.end());
    fabric::Frame frame = std::move(arriving_.back().frame);
    arriving_.pop_back();
    --network_.frames_alive_;
    above_->deliver(std::move(frame));
    ++delivered;
  }
  return delivered;
}

TimeNs SimCarrier::deadline_ns() const {
  return !within_process_ || arriving_.empty() ? never_ns : arriving_.front().time_ns;
}

}  // namespace isthmus::sim
