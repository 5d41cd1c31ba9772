// isthmus/fabric/registry.hpp: from a link class in a grid file to a stack of devices.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/fabric/site_pair.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/topology/grid.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

/// Makes a carrier that takes parts of the outside world (sockets) from whoever composes the
/// process.
using CarrierFactory = std::function<Expected<std::unique_ptr<Device>>(const Settings&)>;

/// What a chain is made of besides its link class.
struct Parts {
  ProcessId self;
  /// The chain joins PEs of one process: whatever carrier is named, `local` carries.
  bool within_process = false;
  /// Of the chain's random numbers. Chains that must differ get different ones.
  std::uint64_t seed = 0;
  SitePairOf site_pair_of = {};
  PeId first_pe{0};  ///< Of this process.
  /// Nobody else can read or change what the carrier moves, so filters that see to that are left
  /// out; within a process that is so always.
  bool is_private = false;
  const Secret* secret = nullptr;  ///< Of the job; outlives the devices. May be null.
  WireLimits limits = {};          ///< For frames that filters put together from what comes in.
  trace::LinkCounters* counters = nullptr;  ///< May be null; else outlives the devices.
  /// For what devices do themselves, not the links: what that costs. Null: nothing.
  const Clock* clock = nullptr;
  Log* log = nullptr;  ///< May be null, as the clock; both outlive the devices.
  /// The kinds of messages of the program; null: filters take them all for bytes. Likewise.
  const PayloadTable* payloads = nullptr;
  /// By device name; without one for `local`, the registry makes that itself.
  std::map<std::string, CarrierFactory, std::less<>> carriers = {};
};

/// Every device that this build knows, filters first. The one list of them is in registry.cpp.
const std::vector<DeviceInfo>& known_devices();

/// The one of that name, or nullptr.
const DeviceInfo* find_device_info(std::string_view name);

/// The names of the carriers that reach other processes by themselves.
std::vector<std::string> carriers_between_processes();

/// What ends a class's chain: one carrier, or `stripe` and those behind it. The class must have
/// passed check_chain.
std::span<const topology::DeviceSpec> carrier_end(const topology::LinkClass& link);

/// The carriers that move its frames: that one, or those behind `stripe`. Likewise.
std::span<const topology::DeviceSpec> carriers_of(const topology::LinkClass& link);

/// Checks a link class against the known devices without making any: ErrorCode::bad_input names
/// the first unknown device or parameter, value that does not read, or misplaced carrier, with its
/// line in the grid file.
Expected<void> check_chain(const topology::LinkClass& link);

/// check_chain on every link class of a grid, whether a job will use it or not; the first fault is
/// reported.
Expected<void> check_links(const topology::Grid& grid);

/// What both ends of a link must have in common: which devices there are, and what these say of
/// their parameters (DeviceInfo::agreed). The class must have passed check_chain.
std::string agreed_text(const topology::LinkClass& link);

/// Whether processes can be joined by one class each way: by one carrier, and what filters rewrite
/// on one side must be undone by the same filters, in the same places, on the other.
/// ErrorCode::bad_input names the first device that differs.
Expected<void> check_both_ways(const topology::LinkClass& one, const topology::LinkClass& other);

/// The link class's filters on a carrier that there is already; of the carrier it names nothing is
/// made. Fails where check_chain does, or a filter cannot be had here.
Expected<std::unique_ptr<Device>> build_filters(const topology::LinkClass& link,
                                                std::unique_ptr<Device> carrier,
                                                const Parts& parts);

/// Whether what the class's devices need on this machine is there: files that can be used.
/// ErrorCode::bad_input names the first that is not. Reads files.
Expected<void> check_here(const topology::LinkClass& link);

/// Whether a class can join processes: ErrorCode::bad_input for a carrier that reaches none.
Expected<void> check_reach(const topology::LinkClass& link);

/// The link class's devices, top first, ready for a Chain. Fails where check_chain or a carrier's
/// factory does, or when a carrier cannot be had in this process.
Expected<std::unique_ptr<Device>> build_chain(const topology::LinkClass& link, const Parts& parts);

}  // namespace isthmus::engine::fabric
