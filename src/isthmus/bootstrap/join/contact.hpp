// isthmus/bootstrap/join/contact.hpp: how the processes of one manager hear where the job meets.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/manager/manager.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

/// What a process of the manager hands on to the others; the manager shows it to nobody else.
struct Contact {
  std::vector<HostPort> addresses = {};  ///< Of rank 0 alone: where it waits, numeric.
  std::string job_key = {};              ///< Of a process that has one.
  std::string failure = {};              ///< Why rank 0 cannot wait anywhere; one line.
};
Bytes encode(const Contact& contact);
/// Nothing for bytes that are no such record.
std::optional<Contact> decode_contact(std::span<const std::byte> bytes);

/// Fills in what the rendezvous needs and the options lack: where rank 0 waits, and the job key.
///
/// Rank 0, where it is among the manager's processes, listens at `options.rendezvous`; where that
/// is not given, at a free port, of this machine alone if `is_one_machine` (all processes of the
/// job are on it). It hands on its addresses, so the others need no name service and no
/// options.rendezvous. A key is made if there is no `options.rendezvous` and so no other manager;
/// otherwise it goes from whoever has it to whoever does not. Every process of the manager calls
/// this, once for each join, with options.rank settled. Blocks.
Expected<void> arrange_rendezvous(Manager& manager, bool is_one_machine, JobOptions& options);

/// Of the machine's network interfaces that are up, without the loopback; IPv4 before IPv6.
std::vector<HostPort> addresses_of_this_machine(std::uint16_t port);

/// The order in which to try them: those that have the longest prefix in common with one of `mine`
/// first, else as they come.
std::vector<HostPort> by_nearness(std::vector<HostPort> addresses,
                                  const std::vector<HostPort>& mine);

}  // namespace isthmus::engine::bootstrap
