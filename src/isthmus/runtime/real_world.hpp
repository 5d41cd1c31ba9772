// isthmus/runtime/real_world.hpp: the parts of the world as this machine has them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/fabric/carrier/shm/shm_setup.hpp"
#include "isthmus/fabric/carrier/stripe/stripe.hpp"
#include "isthmus/fabric/carrier/tcp/network_setup.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/runtime/further_connections.hpp"
#include "isthmus/runtime/module_carriers.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/sleeper.hpp"
#include "isthmus/runtime/tcp_carriers.hpp"
#include "isthmus/runtime/udp_carriers.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// Carriers to processes to which this one is connected. Each connection goes into the carrier that
/// is made for its peer.
class MachineCarriers final : public network::CarrierSource {
 public:
  /// `connections` by rank; empty where there is none. The others outlive this.
  MachineCarriers(const topology::Topology& topology, ProcessId self,
                  std::vector<Socket> connections, const Clock& clock)
      : topology_(topology),
        self_(self),
        connections_(std::move(connections)),
        clock_(clock),
        udp_(udp()),
        modules_(modules()) {}
  /// Of a process that has joined a job: connections that break can be made anew. All of these
  /// outlive this.
  MachineCarriers(const topology::Topology& topology, bootstrap::Membership& membership,
                  const Clock& clock)
      : topology_(topology),
        self_(membership.self),
        connections_(std::move(membership.connections)),
        clock_(clock),
        tcp_(membership),
        udp_(udp()),
        modules_(modules()) {
    for (const ProcessId peer : topology_.neighbours_of(self_)) {
      if (!connections_[peer.value]) tcp_.prepare(peer);
    }
  }
  MachineCarriers(const MachineCarriers&) = delete;
  MachineCarriers& operator=(const MachineCarriers&) = delete;
  bool has(std::string_view name) const override;
  bool is_private() const override { return is_private_; }
  Expected<std::unique_ptr<fabric::Carrier>> make(const Request& request) override;

  /// Agrees on memory with the peers of all chains that have `shm`, at once: each of them may be
  /// the first that another one waits for. Blocks until they do the same. `make` does it where it
  /// is not done. Once; a second call does nothing.
  Expected<void> meet_in_shared_memory();
  /// Makes connections anew; null in a job of one process.
  bootstrap::ReconnectService* reconnect_service() const { return tcp_.reconnect_service(); }
  /// Those processes have taken the places of others, and are connected so, by rank; for links by
  /// `tcp` alone. When the links to the others are gone.
  void replace(const std::vector<ProcessId>& peers, std::vector<Socket> connections);
  /// The connections do not leave this operating-system process.
  void set_private() { is_private_ = true; }

 private:
  Expected<void> connect_further();
  Expected<void> meet_over_networks();
  Expected<std::unique_ptr<fabric::Carrier>> make_stripe(const Request& request);
  /// The carrier in that place of its class's.
  Expected<std::unique_ptr<fabric::Carrier>> make_one(const Request& request, std::size_t place);
  /// `tcp` over networks: one for each of them.
  Expected<void> add_ways(const Request& request, std::vector<fabric::StripeCarrier::Way>& ways);
  Expected<std::unique_ptr<fabric::Carrier>> make_shm(const Request& request);
  const topology::LinkClass& link_from(ProcessId peer) const;
  Socket take_connection(ProcessId peer, std::size_t place);
  std::vector<std::pair<ProcessId, Socket>> take_connections(const std::vector<ProcessId>& peers,
                                                             std::size_t place);
  UdpCarriers udp() {
    return {topology_, self_, clock_,
            [this](const std::vector<ProcessId>& peers) { return take_connections(peers, 0); }};
  }
  ModuleCarriers modules() {
    return {topology_, self_, clock_,
            [this](const std::vector<ProcessId>& peers, std::size_t place) {
              return take_connections(peers, place);
            }};
  }

  const topology::Topology& topology_;
  const ProcessId self_;
  std::vector<Socket> connections_;
  FurtherConnections further_;  // for the second carrier of a class, and so on
  bool has_further_ = false;
  const Clock& clock_;
  TcpCarriers tcp_;
  bool have_met_over_networks_ = false;
  std::map<ProcessId, fabric::NetworkLink> network_links_;  // that no carrier has yet
  UdpCarriers udp_;
  ModuleCarriers modules_;
  bool have_met_ = false;
  std::map<ProcessId, fabric::ShmLink> links_;  // that no carrier has yet
  bool is_private_ = false;
};

/// A sleeper for each PE of a process.
class Sleepers final : public Doorbells {
 public:
  explicit Sleepers(topology::PeRange pes);
  sched::Doorbell& of(PeId pe) override { return sleeper(pe); }
  Sleeper& sleeper(PeId pe) { return *sleepers_[pe.value - pes_.first.value]; }

 private:
  topology::PeRange pes_;
  std::vector<std::unique_ptr<Sleeper>> sleepers_;
};

/// What a process on this machine takes from it. Outlives the process.
struct RealWorld {
  RealWorld(const topology::Topology& topology, ProcessId self, std::vector<Socket> connections,
            const Clock& clock, std::optional<Secret> shared_secret = {})
      : carriers(topology, self, std::move(connections), clock),
        sleepers(topology.pes_of(self)),
        secret(std::move(shared_secret)) {}
  RealWorld(const topology::Topology& topology, bootstrap::Membership& membership,
            const Clock& clock)
      : carriers(topology, membership, clock),
        sleepers(topology.pes_of(membership.self)),
        secret(std::move(membership.secret)) {}
  MachineCarriers carriers;
  Sleepers sleepers;
  std::optional<Secret> secret;  ///< Of the job; none where there is one process.
};

}  // namespace isthmus::engine::runtime
