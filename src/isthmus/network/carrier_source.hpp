// isthmus/network/carrier_source.hpp: where a process gets its carriers.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/link_fault.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::network {

/// From this machine (runtime/real_world.hpp), or from a simulation.
class CarrierSource {
 public:
  /// A carrier for one chain.
  struct Request {
    std::string_view name;  ///< As the link class has it; `local` within the process.
    const topology::LinkClass& link_class;
    ProcessId self;
    const std::vector<ProcessId>& peers;  ///< Whom it joins; empty within the process.
    fabric::WireLimits limits;            ///< For what comes in.
    const fabric::Settings& settings;
    trace::LinkCounters& counters;
    fabric::FaultSink faults;  ///< For carriers whose connections may break.
  };
  virtual ~CarrierSource() = default;
  /// Whether `make` is to be asked for carriers of this name. Of the name `local`: then PEs of one
  /// process, too, reach each other through a chain, and not by their mailboxes.
  virtual bool has(std::string_view name) const = 0;
  /// Nobody but the job's processes can read or change what its carriers move.
  virtual bool is_private() const { return false; }
  /// Peers notice when a process closes its carriers, which for them is the end of a connection.
  virtual bool closing_shows() const { return true; }
  virtual Expected<std::unique_ptr<fabric::Carrier>> make(const Request& request) = 0;
  /// This process's links of a class have got the filters of another one, which may be parameters
  /// of the carriers here. Any thread, under a chain's lock.
  virtual void chain_changed(const topology::LinkClass&, const topology::LinkClass& /*to*/) {}
};

}  // namespace isthmus::engine::network
