// isthmus/runtime/tcp_carriers.hpp: carriers over TCP, plain or with sessions.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/runtime/further_connections.hpp"

namespace isthmus::engine::runtime {

/// Makes the carriers of link classes that end in `tcp`: with a session for each peer where the
/// class asks for patience or several connections, between sites also where it says nothing.
class TcpCarriers {
 public:
  /// Connections that break stay broken, and no class has sessions.
  TcpCarriers() = default;
  /// Of a process that has joined a job. Takes the membership's service.
  explicit TcpCarriers(bootstrap::Membership& membership);

  /// To that process there will be a connection when it is needed. Before anybody is waited for,
  /// since it may call as soon as that.
  void prepare(ProcessId peer) { reconnect_service_->prepare(peer, false); }
  /// Null where there is none. Outlives nothing that was made here.
  bootstrap::ReconnectService* reconnect_service() const { return reconnect_service_.get(); }
  /// See connect_further. ErrorCode::bad_input where connections cannot be made here.
  Expected<FurtherConnections> connect_further(const std::map<ProcessId, unsigned>& counts,
                                               const Clock& clock);
  /// `connections` are those to the request's peers; no socket where there is none yet.
  Expected<std::unique_ptr<fabric::Carrier>> make(
      const network::CarrierSource::Request& request,
      std::vector<std::pair<ProcessId, Socket>> connections);

 private:
  Expected<std::unique_ptr<fabric::Carrier>> make_sessions(
      const network::CarrierSource::Request& request,
      std::vector<std::pair<ProcessId, Socket>> connections, const fabric::TcpLink& link);

  std::unique_ptr<bootstrap::ReconnectService> reconnect_service_;
};

}  // namespace isthmus::engine::runtime
