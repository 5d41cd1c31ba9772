// isthmus/runtime/real_world.hpp: the parts of the world as this machine has them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/runtime/network.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/sleeper.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::runtime {

/// Carriers over connected sockets, which each go into the carrier that is made for their peer.
class SocketCarriers final : public CarrierSource {
 public:
  /// By rank; empty where there is none.
  explicit SocketCarriers(std::vector<Socket> connections) : connections_(std::move(connections)) {}
  bool has(std::string_view name) const override;
  Expected<std::unique_ptr<fabric::Carrier>> make(const Request& request) override;

 private:
  std::vector<Socket> connections_;
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
  RealWorld(const topology::Topology& topology, ProcessId self, std::vector<Socket> connections)
      : carriers(std::move(connections)), sleepers(topology.pes_of(self)) {}
  SocketCarriers carriers;
  Sleepers sleepers;
};

}  // namespace isthmus::runtime
