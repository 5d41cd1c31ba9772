// isthmus/fabric/carrier/module.hpp: carriers over libraries that not every program is to be tied
// to: loaded when a chain asks for them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/wire.hpp"

namespace isthmus::engine::fabric {

/// Whom one carrier joins, each with a connection on which nothing has been sent yet.
struct CarrierGroup {
  std::vector<std::pair<ProcessId, Socket>> connections;
  /// Of the carrier's parameter of this name; for carriers that have it.
  std::size_t eager_bytes_max = std::size_t{24} * 1024;
};

/// What makes carriers that first agree with their peers over connections that are there already.
struct ModuleRequest {
  std::vector<CarrierGroup> groups;  ///< Of all carriers of this name that the process will have.
  WireLimits limits;
  const Clock& clock;
  TimeNs timeout_ns = 30'000'000'000;
};
using MadeCarriers = Expected<std::vector<std::unique_ptr<Carrier>>>;

/// What a module's file has under the name `isthmus_carrier_module`. Everything behind it is built
/// with this library: a module of another build is refused by its version.
struct CarrierModule {
  static constexpr std::uint32_t current_version = 1;

  std::uint32_t version = current_version;
  std::uint32_t device_bytes = sizeof(Message) + sizeof(Frame);  ///< So that layouts agree.
  std::string (*library)() = nullptr;                            ///< "UCX 1.13.1".
  /// One carrier a group, in their order. Meets all peers at once, who do the same within the
  /// timeout. Blocks the calling thread.
  MadeCarriers (*make)(ModuleRequest request) = nullptr;
};

/// The module of the carrier of this name, such as "ucx". Loaded once and never unloaded: carriers
/// and what they have sent outlive any owner. ErrorCode::bad_input where the build has none, or its
/// library is not to be had on this machine: says what is missing.
Expected<const CarrierModule*> load_carrier_module(std::string_view name);

/// Whether a carrier of this name comes as a module.
bool is_module(std::string_view name);

}  // namespace isthmus::engine::fabric
