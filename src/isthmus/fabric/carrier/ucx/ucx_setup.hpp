// isthmus/fabric/carrier/ucx/ucx_setup.hpp: processes tell each other how UCX reaches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_worker.hpp"

namespace isthmus::engine::fabric {

/// A token's low bits are the place of the link in its group.
inline constexpr std::uint32_t ucx_token_places = std::uint32_t{1} << 16;

/// What joins this process to another one.
struct UcxLink {
  ProcessId peer;
  Socket connection;                 ///< Tells that the peer has gone.
  std::vector<std::byte> address;    ///< Of the peer's worker.
  std::uint32_t inbound_token = 0;   ///< What comes from the peer begins with it.
  std::uint32_t outbound_token = 0;  ///< The same at the other end.
  bool is_on_this_machine = false;
};

/// One carrier's worker, and whom it joins.
struct UcxGroup {
  std::unique_ptr<UcxWorker> worker;
  std::vector<UcxLink> links;
};

/// Makes a worker for each group and exchanges addresses (docs/formats/ucx.md) with the peers of
/// all of them at once; these do the same within the timeout. Blocks the calling thread.
Expected<std::vector<UcxGroup>> meet_by_ucx(std::vector<CarrierGroup> groups, const Clock& clock,
                                            TimeNs timeout_ns);

}  // namespace isthmus::engine::fabric
